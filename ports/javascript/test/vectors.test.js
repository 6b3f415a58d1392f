// The golden vectors, by way of the port program and its protocol (annex A).

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { lookup } from 'fpcheck';
import { parse as parseYaml } from 'yaml';
import { generator, textOf } from './texts.js';

const directory = process.env.FPCHECK_VECTORS ?? fileURLToPath(new URL('../../../vectors', import.meta.url));
const program = fileURLToPath(new URL('../port.js', import.meta.url));

const files = readdirSync(directory)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => parseYaml(readFileSync(join(directory, name), 'utf8'), { intAsBigInt: true }));

/** The octets that a vector spells in one of the ways of its README. */
function octetsOf(spelled) {
  if (typeof spelled === 'string') return Buffer.from(spelled);
  if (Array.isArray(spelled)) return Buffer.concat(spelled.map(octetsOf));
  if (spelled.texts !== undefined) {
    const { seed, first, count } = spelled.texts;
    const texts = Array.from({ length: Number(count) }, (_, i) => textOf(seed, Number(first) + i));
    return Buffer.concat(texts.flatMap((text) => [text, Buffer.from('\n')]));
  }
  const once = spelled.hex === undefined ? Buffer.from(spelled.text) : Buffer.from(spelled.hex, 'hex');
  return Buffer.concat(new Array(Number(spelled.repeat ?? 1)).fill(once));
}

const base64 = (spelled) => octetsOf(spelled).toString('base64');
const OCTETS = new Set(['octets', 'text', 'full', 'string']);
const LISTS = new Set(['runs', 'tokens', 'items', 'fulls']);

/** Integers as numbers, in lists too. */
const plain = (value) => {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'bigint' ? Number(value) : value;
};

/** A vector's input or expectation as the protocol writes it. */
function message(values) {
  const entry = ([key, value]) => {
    if (OCTETS.has(key)) return [key, base64(value)];
    if (LISTS.has(key)) return [key, value.map(base64)];
    if (key === 'counters') return [key, value.map(String)];
    return [key, plain(value)];
  };
  return Object.fromEntries(Object.entries(values).map(entry));
}

/** Sends requests to the port program and returns its replies by id. */
async function converse(requests) {
  const port = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = new Promise((resolve) => port.on('exit', resolve));
  const lines = [{ protocols: [1], suite: '0.2.0' }, ...requests].map((m) => `${JSON.stringify(m)}\n`);
  port.stdin.end(lines.join(''));
  const replies = new Map();
  for await (const line of createInterface({ input: port.stdout })) {
    const { id, ...reply } = JSON.parse(line);
    replies.set(id, reply);
  }
  assert.equal(await exit, 0);
  assert.equal(replies.get(undefined).protocol, 1);
  return replies;
}

test('the port agrees with all vectors', async () => {
  const requests = [];
  const expected = new Map();
  const expect = (id, request, reply) => {
    requests.push({ id, ...request });
    expected.set(id, reply);
  };
  const below = generator(5n);
  for (const { stage, schemes, vectors } of files) {
    if (['accumulated', 'bands', 'clusters', 'texts', 'windows', 'passages', 'covers'].includes(stage)) continue; // levels that this port does not have
    for (const scheme of schemes) {
      for (const vector of vectors) {
        const request = { stage, scheme, ...message(vector.input) };
        const reply = message(vector.expect);
        expect(`${vector.id} ${scheme}`, request, reply);
        if (stage !== 'pipeline' && stage !== 'text-digest') continue;
        const length = Buffer.byteLength(request.octets, 'base64');
        const number = Math.min(length, 50);
        const cuts = Array.from({ length: number }, () => below(length + 1)).sort((a, b) => a - b);
        expect(
          `${vector.id} ${scheme} cut`,
          { ...request, stage: stage === 'pipeline' ? 'stream' : stage, cuts },
          reply,
        );
      }
    }
  }
  assert.ok(requests.length > 1000);
  const replies = await converse(requests);
  for (const [id, reply] of expected) {
    const got = replies.get(id);
    if (reply.outcome !== undefined) delete got.reason;
    if (reply.items === undefined) delete got.items;
    assert.deepEqual(got, reply, id);
  }
});

const limit = BigInt(process.env.FPCHECK_ACCUMULATED ?? 1000);
for (const { stage, schemes, vectors } of files) {
  if (stage !== 'accumulated') continue;
  for (const scheme of schemes.map(lookup)) {
    for (const { id, input, expect } of vectors.filter((vector) => vector.input.count <= limit)) {
      test(`${id} ${scheme}`, () => {
        const digest = createHash('sha256');
        for (let i = 0; i < input.count; i++) {
          const hasher = scheme.hasher().write(textOf(input.seed, i));
          digest.update(`${hasher.features > 0 ? hasher.fingerprint() : '-'} ${hasher.features}\n`);
        }
        assert.equal(digest.digest('hex'), expect.digest);
      });
    }
  }
}

/** What the port program writes when it reads a text, and its exit status. */
async function run(input) {
  const port = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = new Promise((resolve) => port.on('exit', resolve));
  port.stdin.end(input);
  let output = '';
  for await (const chunk of port.stdout) output += chunk;
  return { output, status: await exit };
}

test('a port that is offered no protocol it speaks says so and ends', async () => {
  for (const first of ['{"protocols":[2]}', '{}', '{"protocols":1}', '[]', 'null', 'hello', '']) {
    const { output, status } = await run(`${first}\n{"id":"1","stage":"hash","scheme":"sd1","octets":""}\n`);
    assert.match(output, /^\{"error":"(?:[^"\\]|\\.)+"\}\n$/, first);
    assert.equal(status, 1, first);
  }
});

test('what no port can answer has an outcome, and the next line an answer (annex A)', async () => {
  const table = [
    ['nonsense', '', 'error', 'no JSON'],
    ['', '', 'error', 'an empty line'],
    ['5', '', 'error', 'no object'],
    ['null', '', 'error', 'no object'],
    ['["id"]', '', 'error', 'no object'],
    ['{"id":"a"', '', 'error', 'half an object'],
    ['{"id":5,"stage":"hash","scheme":"sd1"}', '', 'error', 'an id of another form, and no octets'],
    ['{"id":"a","stage":"hash","scheme":"sd1","octets":5}', 'a', 'error', 'octets of another form'],
    ['{"id":"b","stage":"hash","scheme":"sd1","octets":"w6l"}', 'b', 'error', 'base64 without padding'],
    ['{"id":"c","stage":"hash","scheme":"sd1","octets":"w6 l0w6k="}', 'c', 'error', 'base64 with a blank'],
    ['{"id":"d","stage":"nothing","scheme":"sd1"}', 'd', 'unsupported', 'no such stage'],
    ['{"id":"e","stage":"__proto__","scheme":"sd1"}', 'e', 'unsupported', 'no such stage'],
    ['{"id":"f"}', 'f', 'error', 'no stage'],
    ['{"id":"g","stage":"pipeline","scheme":"sd9","octets":""}', 'g', 'unsupported', 'no such scheme'],
    ['{"id":"g","stage":"text-digest","scheme":"sd9","octets":5}', 'g', 'unsupported', 'no such scheme, first'],
    ['{"id":"h","stage":"stream","scheme":"sm1","octets":"YWJj","cuts":[2,1]}', 'h', 'error', 'cuts that descend'],
    ['{"id":"i","stage":"stream","scheme":"sm1","octets":"YWJj","cuts":[4]}', 'i', 'error', 'a cut after the end'],
    ['{"id":"j","stage":"text-digest","scheme":"sm1","octets":"YWJj","cuts":[-1]}', 'j', 'error', 'a cut before'],
    ['{"id":"k","stage":"text-digest","scheme":"sm1","octets":"YWJj","cuts":[1.5]}', 'k', 'error', 'no integer'],
    ['{"id":"l","stage":"text-digest","scheme":"sm1","octets":"YWJj","cuts":5}', 'l', 'error', 'no list'],
    ['{"id":"m","stage":"text-digest","scheme":"sm1","octets":"Li4u"}', 'm', 'no-digest', 'no items'],
  ];
  const right = '{"id":"7","stage":"hash","scheme":"sd1","octets":"w6l0w6k="}';
  const lines = ['{"protocols":[1]}', ...table.flatMap(([line]) => [line, right])];
  const { output, status } = await run(`${lines.join('\n')}\n`);
  assert.equal(status, 0);
  const replies = output
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line));
  assert.equal(replies.length, 2 * table.length);
  table.forEach(([line, id, outcome, reason], i) => {
    assert.equal(replies[2 * i].id, id, `${reason}: ${line}`);
    assert.equal(replies[2 * i].outcome, outcome, `${reason}: ${line}`);
    assert.deepEqual(replies[2 * i + 1], { id: '7', hash: 'ebaf34f958452a03' });
  });
});

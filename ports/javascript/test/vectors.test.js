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
const LISTS = new Set(['runs', 'tokens', 'fulls']);

/** A vector's input or expectation as the protocol writes it. */
function message(stage, values) {
  const entry = ([key, value]) => {
    if (OCTETS.has(key)) return [key, base64(value)];
    if (LISTS.has(key)) return [key, value.map(base64)];
    if (key === 'counters') return [key, value.map(String)];
    return [key, typeof value === 'bigint' ? Number(value) : value];
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
    if (['accumulated', 'text-digest', 'bands', 'clusters'].includes(stage)) continue; // levels that this port does not have
    for (const scheme of schemes) {
      for (const vector of vectors) {
        const request = { stage, scheme, ...message(stage, vector.input) };
        const reply = message(stage, vector.expect);
        expect(`${vector.id} ${scheme}`, request, reply);
        if (stage !== 'pipeline') continue;
        const length = Buffer.byteLength(request.octets, 'base64');
        const number = Math.min(length, 50);
        const cuts = Array.from({ length: number }, () => below(length + 1)).sort((a, b) => a - b);
        expect(`${vector.id} ${scheme} cut`, { ...request, stage: 'stream', cuts }, reply);
      }
    }
  }
  assert.ok(requests.length > 1000);
  const replies = await converse(requests);
  for (const [id, reply] of expected) {
    const got = replies.get(id);
    if (reply.outcome !== undefined) delete got.reason;
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

test('a port that is offered no protocol it speaks says so and ends', async () => {
  const port = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  port.stdin.write('{"protocols":[2]}\n');
  let output = '';
  for await (const chunk of port.stdout) output += chunk;
  assert.match(output, /^\{"error":"[^"]+"\}\n$/);
});

// The examples of SPEC.md.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText, mh1, mix64, mw1, parse, sd1, sm1, sum64 } from 'fpcheck';
import { Counters } from '../src/simhash.js';

const utf8 = (text) => new TextEncoder().encode(text);
const hex64 = (n) => n.toString(16).padStart(16, '0');
const rows = ({ features }) =>
  features.map(({ octets, hash, weight }) => [Buffer.from(octets).toString(), hex64(hash), weight]);
const words = (n) => [Number(BigInt.asIntN(32, n >> 32n)), Number(BigInt.asIntN(32, n))];

function countersOf(scheme, text) {
  const counters = new Counters();
  for (const element of scheme.elements(scheme.stages(text).tokens)) counters.add(...words(element), 1);
  return [...counters.values];
}

test('chapter 14, sd1', () => {
  const text =
    'Die STRASSE (https://example.org/a) \u2014 Stra\u00ad\u00dfe \u2116 12: \u039f\u0394\u039f\u03a3, Cafe\u0301\u2122!\n';
  const stages = sd1.stages(text);
  assert.equal(utf8(text).length, 79);
  assert.equal(stages.text, text);
  assert.equal(stages.identifiers, text.replace('(https://example.org/a)', '\ufffd'));
  assert.deepEqual(stages.runs, ['die', 'strasse', 'strasse', '12', 'οδοσ', 'caf\u00e9']);
  assert.deepEqual(stages.tokens, ['die', 'strasse', 'strasse', 'οδοσ', 'caf\u00e9']);
  assert.deepEqual(rows(stages), [
    ['die', '18b3a6f1fedb5360', 1],
    ['strasse', '3477a1b5c9fcc20d', 1],
    ['οδοσ', 'c5f85789ec186f70', 1],
    ['caf\u00e9', '87771fb96f424206', 1],
  ]);
  assert.deepEqual(
    countersOf(sd1, text),
    [
      -2, -2, 0, -2, -2, 0, 0, -4, 0, 4, -2, -2, -2, -2, 4, -2, -2, 0, -2, 2, 2, -2, 2, 0, 0, 0, 2, 4, -2, 2, 4, 2, 4,
      -4, -2, 0, 2, 2, -2, 4, 2, 2, 2, -2, 0, 0, -2, 0, 2, 2, 0, -2, 4, 4, 2, 0, 0, -2, 2, -2, 0, -2, -2, 0,
    ],
  );
  assert.equal(String(sd1.sum(text)), 'sd1:arzqpmpmlbbaa');
});

const multi = 'Light-\nhouse keepers wrote 灯台の\n日誌.\n';

test('chapter 14, sm1', () => {
  const stages = sm1.stages(multi);
  assert.equal(stages.identifiers, 'Lighthouse keepers wrote 灯台の日誌.\n');
  assert.deepEqual(stages.runs, ['lighthouse', 'keepers', 'wrote', '灯台の日誌']);
  assert.deepEqual(stages.tokens, ['lighthouse', 'keepers', 'wrote', '灯台', '台の', 'の日', '日誌']);
  assert.deepEqual(rows(stages), [
    ['lighthouse', '23554f1ab9d049de', 1],
    ['keepers', 'e59aef128134b522', 1],
    ['wrote', 'dfdd1bd5290820fe', 1],
    ['灯台', 'e46f74df6d24040f', 1],
    ['灯', '82be63d0df907a42', 2],
    ['台', '3911a5f93c43673d', 2],
    ['台の', '5a66709d5b25728a', 1],
    ['の', '0994ab0738399160', 1], // kana (R5.4)
    ['の日', 'fec7ac7ba9c2f182', 1],
    ['日', 'a2b00a697cb21aca', 2],
    ['日誌', '55bd6b08a614c88b', 1],
    ['誌', '65631347ec1360a8', 2],
  ]);
  assert.equal(String(sm1.sum(multi)), 'sm1:eg2sgwj4cbqiu');
});

test('chapter 14, mh1', () => {
  assert.deepEqual(
    rows(mh1.stages(multi)).map(([text, hash]) => [text, hash, hex64(mix64(BigInt(`0x${hash}`)))]),
    [
      ['lighthouse keepers wrote', '1528527a080c80ad', '37b85e7c70a6b7e6'],
      ['keepers wrote 灯台', 'd0743a8ddee34c77', '5d456fd9a655e1fc'],
      ['wrote 灯台 台の', '092f26bfb6d9305b', '5bd8322a0f9c6322'],
      ['灯台 台の の日', '5b86e649328b1370', '09cc386e34e3bdbe'],
      ['台の の日 日誌', '6f6e36cfb6444587', '161d09f34e5a3cb4'],
    ],
  );
  const whole =
    'zcbug3fdoctkln6knoejznjddwvj53dnynqbircbk5zmvhftkkv4eeeernfthraa2plvuptrf7qhfbv7pcgawlut5qeyv4ss' +
    'ovaqk5ekas5ywzkvjvayx7m4ybykolzgvmfd6553qlwjtxnt27lnwfgjgq24nhgjotmyuqfkhlcd2fpuzqjco3fndweu7uug' +
    'nqkspla2wr3dq';
  assert.equal(String(mh1.sum(multi)), `mh1:${whole}`);
  assert.equal(String(mw1.sum(multi)), `mw1:${whole}`); // no shingle occurs twice
  assert.equal(String(mh1.sum(multi).truncate(1)), 'mh1b1:ngtrrri4zrfi4p6gxhvjigf4ma');
});

test('chapter 6', () => {
  const hashes = {
    '': 'deadbeefdeadbeef',
    'Four score and seven years ago': '17770551ce7226e6',
    abcdefghijkl: '4012f87b75b50ec0',
    abcdefghijklm: '928128f90f04ab68',
    été: 'ebaf34f958452a03',
  };
  for (const [key, hash] of Object.entries(hashes)) assert.equal(hex64(sum64(utf8(key))), hash);
  assert.equal(mix64(0n), 0n);
  assert.equal(mix64(1n), 0x5692161d100b05e5n);
  assert.equal(mix64(2n ** 64n - 1n), 0xb4d055fcf2cbbd7bn);
});

test('what the text says in passing', () => {
  const replaced = Uint8Array.of(0xe2, 0x82, 0x41, 0xf0, 0x9f);
  assert.equal(decodeText(replaced), '\ufffdA\ufffd'); // R1.2
  assert.equal(decodeText('\ud800\ud800x\udc00'), '\ufffdx\ufffd');
  assert.equal(sd1.identifiers('请访问http://example.com/查看'), '请访问\ufffd查看'); // R2.1
  assert.equal(sd1.identifiers('[click](http://x.org)'), '[click]\ufffd');
  assert.equal(sd1.identifiers('see:http://x a+b:// 1:// http:/x Info:'), '\ufffd \ufffd 1:// http:/x Info:');
  assert.equal(sm1.identifiers('a-\nb-\nc'), 'abc'); // R2.9
  assert.equal(sm1.identifiers('www.exam-\nple.org'), '\ufffd\nple.org');
  assert.deepEqual(sd1.normalise('Intel™ a²b Ⅷ'), ['intel', 'a', 'b']); // R3.2
  assert.deepEqual(sm1.normalise('İ I ı i i\u0307\u0307'), ['i', 'i', 'i', 'i', 'i']); // R3.7
  assert.deepEqual(sm1.segment(['tシャツ', '第3回', 'ภาษา', 'akb48']), [
    't',
    'シャ',
    'ャツ',
    '第',
    '回',
    'ภา',
    'าษ',
    'ษา',
    'akb48', // R4.7, R4.8
  ]);
  assert.equal(sd1.stages('nlldwniuycqlejaqkaaoapaa mjiqexfpecuzaapaacjauauq').features.length, 1); // R5.2
  assert.equal(parse('SD1:ARZQPMPMLBBAA').toString(), 'sd1:arzqpmpmlbbaa'); // R8.5
});

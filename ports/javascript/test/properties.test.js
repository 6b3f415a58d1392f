// The library against the rules in their plain form, on texts of chapter 12.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText, schemes, sd1, sm1 } from 'fpcheck';
import { COMBINING, DECOMPOSES, FOLDS_AWAY, SECOND, flagsOf } from '../src/unicode.js';
import { identifiersOf, runsOf, tokensOf } from './rules.js';
import { generator, textOf } from './texts.js';

const TEXTS = 1000;
const texts = Array.from({ length: TEXTS }, (_, i) => textOf(20240521, i));

const result = (hasher) => [hasher.features, hasher.features > 0 ? String(hasher.fingerprint()) : '-'];

test('stages agree with the rules', () => {
  for (const octets of texts) {
    const text = decodeText(octets);
    for (const scheme of [sd1, sm1]) {
      const identifiers = identifiersOf(text, scheme.isMulti);
      assert.equal(scheme.identifiers(octets), identifiers);
      const runs = runsOf(identifiers, scheme.isMulti);
      assert.deepEqual(scheme.normalise(identifiers), runs);
      assert.deepEqual(scheme.segment(runs), tokensOf(runs, scheme.isMulti));
    }
  }
});

test('the whole agrees with its stages, wherever the octets are cut (R9.2)', () => {
  const below = generator(7n);
  for (const octets of texts) {
    for (const scheme of schemes) {
      const whole = result(scheme.hasher().write(octets));
      const { features, elements } = scheme.stages(octets);
      assert.equal(features.length, whole[0]);
      assert.equal(
        elements.length,
        features.reduce((sum, { weight }) => sum + weight, 0),
      );

      const cut = scheme.hasher();
      for (let at = 0; at < octets.length; ) {
        const next = at + below(9);
        cut.write(octets.subarray(at, next));
        at = next;
      }
      assert.deepEqual(result(cut), whole);

      const single = scheme.hasher();
      for (let at = 0; at < octets.length; at++) single.write(octets.subarray(at, at + 1));
      assert.deepEqual(result(single), whole);
    }
  }
});

test('every code point, alone and beside others', () => {
  const neighbours = ['i', '\u0307', '\u0323', 'e\u0301', '\u0640', '\u1161', '\u11a8', '\u3099'];
  for (let cp = 0; cp < 0x110000; cp++) {
    if (cp >= 0xd800 && cp < 0xe000) continue;
    const flags = flagsOf(cp);
    // What maps to itself, composes with nothing and is no mark is tried for one in a hundred.
    const plain = (flags & (COMBINING | FOLDS_AWAY | DECOMPOSES | SECOND)) === 0;
    if (plain && cp > 0x3100 && cp % 97 !== 0) continue;
    const char = String.fromCodePoint(cp);
    for (const other of [neighbours[cp % 8], neighbours[(cp >> 3) % 8]]) {
      const text = `${char}\n${other}${char}${other}`;
      for (const scheme of [sd1, sm1]) {
        const got = scheme.normalise(text).join();
        assert.ok(got === runsOf(text, scheme.isMulti).join(), `U+${cp.toString(16)} in ${scheme}`);
      }
    }
  }
});

test('memory does not grow with the text (R9.2)', () => {
  const endless = ['a', '\u0301', '.', 'a-', ' ', '\u65e5 ', '\u65e5\u0301', '\u{1f600}', '\xff', '\u1161', 'x y '];
  for (const scheme of schemes) {
    for (const text of endless) {
      const octets = text === '\xff' ? new Uint8Array(1 << 16).fill(0xff) : Buffer.from(text.repeat(1 << 14));
      const hasher = scheme.hasher().write(Buffer.from('\u65e5'));
      const before = process.memoryUsage().arrayBuffers;
      for (let i = 0; i < 16; i++) hasher.write(octets);
      assert.ok(process.memoryUsage().arrayBuffers - before < 1 << 20, text);
      assert.ok(hasher.features < 10);
    }
  }
});

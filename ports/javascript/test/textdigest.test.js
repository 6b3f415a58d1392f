// Text digests: chapter 10a.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { decodeText } from 'fpcheck';
import { NAME, NoItemsError, TextDigest, digest, items } from 'fpcheck/textdigest';
import { Sha256 } from '../src/sha256.js';
import { itemsOf } from './rules.js';
import { generator, textOf } from './texts.js';

const stops = (n) => new Array(n).fill('.');

const table = [
  ['It is not allowed.', ['it', 'is', 'not', 'allowed'], 'words, without the stop'],
  ['', [], 'nothing at all'],
  ['…', [], 'a stop before no number'],
  ['-5', ['-', '5'], 'R10.9 (b): a dash of ASCII'],
  ['−5', ['-', '5'], 'R10.9 (b): U+2212, which is Sm, is a dash'],
  ['-\n5', ['-', '5'], 'R10.9 (a): across a line end'],
  ['1, 5', ['1', '5'], 'a stop before the last space is none'],
  ['($5', ['(', '$', '5'], 'a symbol is telling'],
  ['5 -- -3', ['5', '-', '-', '3'], 'R10.9 (a) of two dashes, and (b)'],
  ['- - -\n5', ['5'], 'R10.9 (a): three dashes are a ruled line'],
  ['- - - 5-', ['5'], 'what follows a number is no sign of it'],
  ['"-5', ['-', '5'], 'the quotation mark ends the signs before it'],
  ['-"5', ['5'], 'the quotation mark ends signs'],
  ['-\u00015', ['5'], 'a control that is no white space ends signs'],
  ['-\u00ad5', ['-', '5'], 'an empty span is no part'],
  ['-\u0600 5', ['\u0600', '5'], 'a run ends the signs, even one that has no class'],
  ['-................7', [...stops(16), '7'], 'R10.9 (b): the last 16 of 17'],
  ['-................ 7', ['-', '7'], 'R10.9 (a) has no such limit'],
  ['.'.repeat(40) + '7', [...stops(16), '7'], 'the ring goes round'],
  ['≠5', ['=', '\u03385'], 'a mark without a class begins the run'],
  ['-日5', ['日', '5'], 'R10.6 (d): the cut ends signs'],
  ['第3回', ['第', '3', '回'], 'R10.6 (d): K, W, K'],
  ['日\u02bb日', ['日', '\u02bb', '日'], 'U+02BB has the class W'],
  ['日\u0301\u0600a', ['日\u0301\u0600a'], 'beside a code point without a class nothing is cut'],
  ['ıİi', ['ıi\u0307i'], 'R3.7 is none of the rules of R10.6'],
  ['http://x.org 5%', ['http', 'x', 'org', '5', '%'], 'nor is chapter 2, but for line ends'],
  ['half-\n life', ['halflife'], 'R2.9'],
  ['half-\n Life', ['half', 'life'], 'R2.9: a capital does not join'],
  ['a-\u00a0\nb', ['ab'], 'R2.9: a blank that is no ASCII'],
  ['4-\nb', ['4', 'b'], 'R2.9: a digit is no letter'],
  ['日 \n本、ภา', ['日', '本', 'ภ', 'า'], 'R10.10: each letter is an item'],
  ['日\u0301\u0600本語', ['日\u0301\u0600本', '語'], 'R10.10: not beside a code point without a class'],
  ['三○○・一', ['三', '○', '○', '・', '一'], 'R10.7 (c): Han zeros'],
  ['三\u0301○年 三 ○年', ['三\u0301', '○', '年', '三', '年'], 'R10.7 (c): after marks, and not after a space'],
  ['○一 年○ 5○', ['一', '年', '5'], 'R10.7 (c): not after others'],
  ['\u0375αωκα', ['\u0375', 'αωκα'], 'R10.7 (b): U+0375'],
  ['三・一 三\u0301-五', ['三', '・', '一', '三\u0301', '-', '五'], 'R10.9: between Han numerals'],
  ['三、葉・一 三"・一', ['三', '葉', '一', '三', '一'], 'R10.9: not beside one only'],
  ['e\u0301x e', ['éx', 'e'], 'a mark after a word of ASCII'],
  ['ab日', ['ab', '日'], 'another class after a word of ASCII'],
  ['-' + '\u0301'.repeat(1025) + '5', ['5'], 'R3.4: a separator without a code point ends signs'],
  ['-' + '\u0301\u034f'.repeat(1025) + '5', ['5'], 'R3.8: likewise'],
  ['\u{10ffff}\u0378 \ufffd', ['\u{10ffff}', '\u0378', '\ufffd'], 'Cn and So are symbols, as they are'],
  ['Ⅷ 〇', ['viii', '〇'], 'a run that begins with Nl'],
  ['- Ⅷ -〇', ['viii', '-', '〇'], 'telling is what R3.9 leaves: not viii'],
];

test('items, and their SHA-256', () => {
  for (const [text, wanted, reason] of table) {
    assert.deepEqual(items(text), wanted, reason);
    assert.deepEqual(itemsOf(text), wanted, `the rules: ${reason}`);
    if (wanted.length === 0) {
      assert.throws(() => digest(text), NoItemsError, reason);
      continue;
    }
    const hash = createHash('sha256')
      .update(wanted.map((item) => `${item}\0`).join(''))
      .digest('hex');
    assert.equal(digest(text), hash, reason);
  }
  assert.equal(digest('It is allowed.'), '1d9a636dfc3c053b2c1b1f5f10d5bb0fa6722ab25f2b0cd8667872fcd1054710');
  assert.equal(NAME, 'runs-1');
});

/** A text of signs, numbers and what is beside them. */
function numbersOf(below) {
  const parts =
    '- – − . , ( 5 12 Ⅷ ½ $ % | ~ ▲ " \' „ \u0001 \u00ad \u0600 日 三 〇・ a é ² ʻ \u0301 ﷺ + -\n a-\n'.split(' ');
  let text = '';
  for (let n = below(30); n > 0; n--) text += below(3) === 0 ? ' ' : parts[below(parts.length)];
  return Buffer.from(text);
}

test('the digest is that of the rules, wherever the octets are cut (R9.2)', () => {
  const below = generator(9n);
  const digestOf = (text) => {
    try {
      return text.digest();
    } catch (error) {
      assert.ok(error instanceof NoItemsError);
      return 'none';
    }
  };
  let some = 0;
  for (let i = 0; i < 3000; i++) {
    const octets = i % 3 === 0 ? textOf(20240521, i) : numbersOf(below);
    const wanted = itemsOf(decodeText(octets));
    assert.deepEqual(items(octets), wanted);
    const whole = digestOf(new TextDigest().write(octets));
    assert.equal(whole === 'none', wanted.length === 0);
    if (wanted.length > 0) some++;

    const cut = new TextDigest();
    for (let at = 0; at < octets.length; ) {
      const next = at + below(9);
      cut.write(octets.subarray(at, next));
      at = next;
    }
    assert.equal(digestOf(cut), whole);
    const single = new TextDigest();
    for (let at = 0; at < octets.length; at++) single.write(octets.subarray(at, at + 1));
    assert.equal(digestOf(single), whole);
  }
  assert.ok(some > 2000);
});

test('a digest ends its text, and begins another', () => {
  const text = new TextDigest().write(Buffer.from('5 %'));
  assert.equal(text.digest(), digest('5%'));
  assert.equal(text.digest(), digest('5%'));
  assert.throws(() => text.write(Buffer.from('x')), TypeError);
  assert.throws(() => text.reset().digest(), NoItemsError);
  assert.throws(() => text.digest(), NoItemsError);
  assert.equal(text.reset().write(Buffer.from('x')).digest(), digest('x'));
  for (const value of [undefined, null, 5, [5]]) assert.throws(() => new TextDigest().write(value), TypeError);
});

test('memory does not grow with the text', () => {
  for (const unit of ['a', 'a ', 'a-', '-', '. ', '5', '\u0301', '日 ', '日a', '\u1161', 'ﷺ']) {
    const octets = Buffer.from(unit.repeat(1 << 14));
    const text = new TextDigest().write(octets);
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 16; i++) text.write(octets);
    assert.ok(process.memoryUsage().arrayBuffers - before < 1 << 20, unit);
  }
});

test('SHA-256 is that of node:crypto', () => {
  const octets = Uint8Array.from({ length: 300 }, (_, i) => (i * 37) & 0xff);
  for (let length = 0; length <= octets.length; length++) {
    const hash = new Sha256();
    const cut = (length * 7) % (length + 1);
    hash.update(octets, 0, cut);
    hash.update(octets, cut, length);
    assert.deepEqual(Buffer.from(hash.digest()), createHash('sha256').update(octets.subarray(0, length)).digest());
  }
});

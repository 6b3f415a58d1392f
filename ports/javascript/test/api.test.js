import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MalformedError,
  Minima,
  NoFeaturesError,
  NotComparableError,
  lookup,
  mh1,
  mix64,
  mw1,
  parse,
  schemes,
  sd1,
  sm1,
} from 'fpcheck';
import { generator } from './texts.js';

const text = 'The keeper of the lighthouse counted the ships that came in with the tide.';

test('lookup', () => {
  for (const scheme of schemes) assert.equal(lookup(scheme.id), scheme);
  for (const id of ['', 'mh1b4', 'SM1', 'x-mine', '__proto__']) assert.equal(lookup(id), undefined);
});

test('a text with no features has no fingerprint (R5.3)', () => {
  for (const scheme of schemes) {
    for (const empty of ['', '1984 http://x.org/ ™']) {
      assert.throws(() => scheme.sum(empty), NoFeaturesError);
      assert.equal(scheme.hasher().write(new TextEncoder().encode(empty)).features, 0);
    }
  }
  assert.ok(mh1.hasher().minima().empty);
  assert.throws(() => mh1.fromMinima(new Minima(mh1)), NoFeaturesError);
});

test('a hasher ends its text, and begins another', () => {
  const octets = new TextEncoder().encode(text);
  for (const scheme of schemes) {
    const hasher = scheme.hasher();
    hasher.write(octets);
    assert.equal(String(hasher.fingerprint()), String(scheme.sum(text)));
    assert.equal(String(hasher.fingerprint()), String(scheme.sum(octets)));
    assert.throws(() => hasher.write(octets), TypeError);
    assert.throws(() => hasher.reset().fingerprint(), NoFeaturesError);
    assert.equal(String(hasher.reset().write(text).fingerprint()), String(scheme.sum(text)));
    assert.throws(() => hasher.reset().write([1, 2]), TypeError);
    assert.equal(hasher.scheme, scheme.id);
  }
});

test('full forms merge (R7.6)', () => {
  const minima = (scheme, s) => scheme.hasher().write(new TextEncoder().encode(s)).minima();
  const [a, b] = ['one two three four five', 'three four five six seven eight'].map((s) => minima(mh1, s));
  const elements = [
    ...mh1.stages('one two three four five').elements,
    ...mh1.stages('three four five six seven eight').elements,
  ];
  const union = new Minima('mh1');
  for (const element of elements) union.add(element);
  a.merge(b);
  assert.deepEqual(a.toOctets(), union.toOctets());
  assert.deepEqual(Minima.fromOctets(a.toOctets(), mh1).stored(), a.stored());
  a.merge(a);
  assert.deepEqual(a.toOctets(), union.toOctets());

  const weighted = new Minima(mw1);
  for (const element of mw1.stages('a b c '.repeat(900)).elements) weighted.add(element);
  assert.deepEqual(minima(mw1, 'a b c '.repeat(900)).toOctets(), weighted.toOctets());
});

test('what is not an integer of 64 bits is refused', () => {
  for (const [value, error, why] of [
    [-1n, RangeError, 'negative'],
    [2n ** 64n, RangeError, 'one too many'],
    [1, TypeError, 'a number'],
    ['1', TypeError, 'a string'],
    [undefined, TypeError, 'nothing'],
  ]) {
    const message = error === TypeError ? 'expected a bigint' : 'expected an integer from 0 to 2^64 - 1';
    const minima = new Minima('mh1');
    assert.throws(() => minima.add(value), { name: error.name, message }, why);
    assert.throws(() => mix64(value), { name: error.name, message }, why);
    assert.equal(minima.empty, true, why);
  }
  const minima = new Minima('mh1');
  minima.add(2n ** 64n - 1n);
  assert.equal(minima.empty, false, 'the greatest is an element');
});

test('full forms of different schemes are refused (R7.6)', () => {
  const of = (scheme) => scheme.hasher().write(text).minima();
  const before = of(mh1).toOctets();
  for (const [mine, other] of [
    [mh1, mw1],
    [mw1, mh1],
  ]) {
    const minima = of(mine);
    assert.equal(minima.scheme, mine.id);
    assert.throws(() => minima.merge(of(other)), NotComparableError);
    assert.throws(() => other.fromMinima(minima), NotComparableError);
    assert.deepEqual(minima.toOctets(), of(mine).toOctets(), 'what is refused changes nothing');
    // The octets do not name their scheme, so reading them asks for it.
    assert.throws(() => Minima.fromOctets(before), TypeError);
    assert.throws(() => Minima.fromOctets(before, mine).merge(Minima.fromOctets(before, other)), NotComparableError);
  }
  assert.throws(() => of(mh1).merge({ scheme: 'mh1' }), TypeError);
});

test('full forms that are none are rejected (R7.7)', () => {
  const good = mh1.hasher().write(new TextEncoder().encode(text)).minima().toOctets();
  const changed = (at, ...octets) => {
    const bad = good.slice();
    bad.set(octets, at);
    return bad;
  };
  const empty = new Minima(mh1).toOctets();
  empty[12] = 0xfe; // slot 0 is now 2^64 - 2
  const bad = [
    new Uint8Array(0),
    good.subarray(1),
    Uint8Array.of(...good, 0),
    changed(0, 0x67),
    changed(4, 2),
    changed(5, 2, 0, 0, 0, 0, 0, 0, 0),
    empty,
  ];
  for (const octets of bad) assert.throws(() => Minima.fromOctets(octets, mh1), MalformedError);
  // A view into a larger buffer is read where it is.
  const view = Uint8Array.of(1, 2, 3, ...good).subarray(3);
  assert.deepEqual(Minima.fromOctets(view, mh1).toOctets(), good);
});

test('strings come back (R8.5)', () => {
  for (const scheme of schemes) {
    const whole = scheme.sum(text);
    const forms = scheme.isMinHash ? [8, 4, 2, 1].map((bits) => whole.truncate(bits)) : [whole];
    for (const form of forms.flatMap((f) => [f, f.withProfile('main'), f.withProfile('a23456789012345')])) {
      const back = parse(String(form).toUpperCase());
      assert.equal(back.scheme, scheme.id);
      assert.equal(back.name, form.name);
      assert.equal(back.profile, form.profile);
      assert.equal(back.width, form.width);
      assert.deepEqual(back.sketch, form.sketch);
      assert.equal(JSON.stringify(back), `"${form}"`);
      assert.equal(back.distance(form), 0);
      assert.equal(back.similarity(form), 1);
      assert.equal(String(scheme.fromSketch(form.sketch).withProfile(form.profile)), String(form));
    }
  }
});

test('strings that are none are rejected (R8.6 to R8.9)', () => {
  const data = 'arzqpmpmlbbaa';
  const bad = [
    '',
    ':',
    data,
    `:${data}`,
    `sd2:${data}`,
    `sd1b4:${data}`,
    `mh1b8:${data}`,
    `x-mine:${data}`,
    `sd1.:${data}`,
    `sd1.visible:${data}`,
    `sd1.VISIBLE:${data}`,
    `sd1.1:${data}`,
    `sd1.a.b:${data}`,
    `sd1.a2345678901234567:${data}`,
    ` sd1:${data}`,
    `sd1:${data}\n`,
    `sd1:${data}=`,
    'sd1:arzqpmpmlbba',
    'sd1:arzqpmpmlbbab',
    'sd1:arzqpmpmlbb1a',
    'sd1::rzqpmpmlbbaa',
    '\u017fd1:arzqpmpmlbbaa',
    'sd1:\u212arzqpmpmlbbaa',
    'sd1:\u0131rzqpmpmlbbaa',
    'sd1:arzqpmpmlbba\ud800',
    '\0',
    'sd1\0:',
  ];
  for (const string of bad) assert.throws(() => parse(string), MalformedError, JSON.stringify(string));
  for (const value of [undefined, null, 1, {}, ['sd1:arzqpmpmlbbaa']]) {
    assert.throws(() => parse(value), TypeError);
  }
});

test('what strings hold by chance never breaks parse', () => {
  const below = generator(11n);
  const alphabet = 'sdmhw1b42:.-xaA7 \u0130\u{10000}\ud800=';
  for (let i = 0; i < 20000; i++) {
    let string = ['', 'sd1:', 'mh1b1.', 'sm1.main:'][below(4)];
    for (let n = below(20); n > 0; n--) string += alphabet[below(alphabet.length)];
    try {
      assert.equal(parse(string).toString(), string.toLowerCase());
    } catch (error) {
      assert.ok(error instanceof MalformedError, String(error));
    }
  }
});

test('comparison (chapter 10)', () => {
  const a = parse('sd1:arzqpmpmlbbaa');
  assert.equal(a.distance(sd1.fromSketch(new Uint8Array(8))), 23);
  assert.equal(a.similarity(sd1.fromSketch(new Uint8Array(8))), 1 - 23 / 64);
  assert.throws(() => a.distance(a.withProfile('main')), NotComparableError);
  assert.throws(() => a.distance(sm1.sum(text)), {
    name: 'NotComparableError',
    message: 'sd1 of profile visible does not compare with sm1 of profile visible',
  });
  assert.throws(() => mh1.sum(text).similarity(mw1.sum(text)), NotComparableError);
  assert.throws(() => a.distance('sd1:arzqpmpmlbbaa'), TypeError);

  const [zeros, ones] = [0, 255].map((octet) => mh1.fromSketch(new Uint8Array(128).fill(octet)));
  assert.equal(zeros.distance(ones.truncate(2)), 128);
  assert.equal(zeros.similarity(ones), 0);
  const half = mh1.fromSketch(Uint8Array.from({ length: 128 }, (_, i) => i % 2));
  assert.equal(zeros.distance(half), 64);
  assert.equal(zeros.similarity(half), (64 * 256 - 128) / (128 * 255));
  assert.equal(zeros.truncate(1).similarity(half), 0);
});

test('truncation (R7.10)', () => {
  const whole = mh1.fromSketch(Uint8Array.from({ length: 128 }, (_, i) => i));
  assert.deepEqual([...whole.truncate(4).sketch.subarray(0, 3)], [0x01, 0x23, 0x45]);
  assert.deepEqual([...whole.truncate(2).sketch.subarray(0, 2)], [0x1b, 0x1b]);
  assert.equal(String(whole.truncate(4).truncate(1)), String(whole.truncate(1)));
  for (const bits of [0, 3, 16, '4', undefined]) assert.throws(() => whole.truncate(bits), RangeError);
  assert.throws(() => whole.truncate(2).truncate(4), RangeError);
  assert.throws(() => sm1.sum(text).truncate(8), RangeError);
});

test('arguments that are wrong', () => {
  for (const value of [undefined, null, 5, [1, 2], new ArrayBuffer(4)])
    for (const take of [(text) => sm1.sum(text), (text) => sm1.hasher().write(text)])
      assert.throws(() => take(value), { name: 'TypeError', message: 'expected a Uint8Array or a string' });
  class Species extends Uint8Array {
    static get [Symbol.species]() {
      return Buffer; // whose slice is no copy
    }
  }
  for (const octets of [Buffer.from('0011223344556677', 'hex'), new Species(8)]) {
    const made = sm1.fromSketch(octets);
    const before = String(made);
    octets.fill(255);
    made.sketch.fill(255);
    assert.equal(String(made), before);
  }
  assert.throws(() => sm1.fromSketch(new Uint8Array(7)), MalformedError);
  assert.throws(() => mh1.fromSketch(new Uint8Array(8)), MalformedError);
  assert.throws(() => sm1.fromMinima(new Minima(mh1)), NotComparableError);
  for (const other of [sm1, 'sd1', 'mh1b4', 'x', undefined, null, {}])
    assert.throws(() => new Minima(other), TypeError);
  for (const value of [undefined, null, {}, 'mh1']) assert.throws(() => mh1.fromMinima(value), TypeError);
  assert.throws(() => sm1.hasher().minima(), TypeError);
  for (const profile of ['', 'A', '1a', 'a-b', 'a2345678901234567', 'a\n', '-'.repeat(1e6)]) {
    assert.throws(() => sm1.sum(text).withProfile(profile), MalformedError);
  }
  for (const profile of [undefined, null, 1, ['main']]) {
    assert.throws(() => sm1.sum(text).withProfile(profile), TypeError);
  }
});

test('a sketch that was handed out can be changed without harm', () => {
  const fingerprint = sm1.sum(text);
  const before = String(fingerprint);
  fingerprint.sketch.fill(0);
  assert.equal(String(fingerprint), before);
});

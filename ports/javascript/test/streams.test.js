// Texts in pieces: strings, streams and async iterables.

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { mh1, sm1 } from 'fpcheck';
import { TextDigest, digest } from 'fpcheck/textdigest';
import { generator } from './texts.js';

const text = 'The keeper \u{1f4a1} counted the ships \u{20000}\u{20001} of the tide. 灯台の日誌。';
const utf8 = new TextEncoder().encode(text);

/** Each way to make a string of pieces, with how it is read whole. */
const kinds = [
  ['fingerprint', () => sm1.hasher(), (hasher) => String(hasher.fingerprint()), (whole) => String(sm1.sum(whole))],
  ['text digest', () => new TextDigest(), (one) => one.digest(), digest],
];

const surrogates = [
  ['a pair', 'one \u{20000}\u{20001} two'],
  ['a high surrogate alone', 'one \ud840 two'],
  ['a low surrogate alone', 'one\udc00two'],
  ['a run of unpaired ones is one U+FFFD', 'one\udc00\udc01\ud840\ud840two'],
  ['an unpaired one before a pair', `one${'\ud840'}\u{20000}two`],
  ['an unpaired one at the end', 'one two\ud840'],
  ['U+FFFD of the text beside an unpaired one', 'one\ufffd\udc00\ufffdtwo'],
];

for (const [kind, make, read, whole] of kinds) {
  test(`a ${kind} of strings, wherever they are cut`, () => {
    for (const [why, string] of [['a text', text], ...surrogates]) {
      const wanted = whole(string);
      for (let a = 0; a <= string.length; a++) {
        for (let b = a; b <= string.length; b++) {
          const one = make().write(string.slice(0, a)).write(string.slice(a, b)).write(string.slice(b));
          assert.equal(read(one), wanted, `${why}: ${a}, ${b}`);
        }
      }
    }
  });

  test(`a ${kind} of strings and octets together`, () => {
    // Octets that follow half a pair: the half is unpaired.
    const mixed = make().write('one \ud840').write(new TextEncoder().encode('\u{10000}').subarray(1)).write(' two');
    assert.equal(read(mixed), whole('one \ufffd two'));
    const below = generator(5n);
    for (let i = 0; i < 200; i++) {
      const one = make();
      for (let at = 0; at < text.length; ) {
        // Here pieces are cut between code points, since half of one is not UTF-8.
        const end = at + [...text.slice(at)].slice(0, 1 + below(9)).join('').length;
        const piece = text.slice(at, end);
        one.write(below(2) ? piece : new TextEncoder().encode(piece));
        at = end;
      }
      assert.equal(read(one), whole(text));
    }
  });

  const sources = {
    'a list of strings': () => [text.slice(0, 12), text.slice(12)],
    'a generator of octets': function* () {
      for (const octet of utf8) yield Uint8Array.of(octet);
    },
    'an async generator of strings': async function* () {
      for (const unit of text.split('')) yield unit;
    },
    'a stream of Node.js': () => Readable.from([Buffer.from(utf8.subarray(0, 13)), Buffer.from(utf8.subarray(13))]),
    'a web stream': () => new Blob([utf8]).stream(),
    'a response': () => new Response(text).body,
    'a web stream that cannot be iterated over': () => {
      const stream = new Blob([utf8]).stream();
      return { getReader: () => stream.getReader() };
    },
  };
  for (const [name, source] of Object.entries(sources)) {
    test(`a ${kind} from ${name}`, async () => {
      assert.equal(read(await make().writeFrom(source())), whole(text));
    });
  }

  test(`a ${kind} beside a pipe`, async () => {
    const through = make();
    const into = make();
    const cut = () => new Blob([utf8]).stream().pipeThrough(new TextDecoderStream());
    await cut().pipeThrough(through.transform()).pipeTo(into.writable());
    assert.equal(read(through), whole(text));
    assert.equal(read(into), whole(text));
    assert.equal(await new Response(new Blob([utf8]).stream().pipeThrough(make().transform())).text(), text);
  });

  test(`a ${kind} from a source that fails`, async () => {
    let closed = 0;
    const failing = async function* () {
      try {
        yield 'one';
        yield 5;
      } finally {
        closed++;
      }
    };
    await assert.rejects(make().writeFrom(failing()), TypeError);
    assert.equal(closed, 1, 'the source is closed');
    let cancelled = 0;
    const stream = () => new ReadableStream({ pull: (controller) => controller.enqueue(5), cancel: () => cancelled++ });
    await assert.rejects(make().writeFrom(stream()), TypeError);
    const bare = stream();
    await assert.rejects(make().writeFrom({ getReader: () => bare.getReader() }), TypeError);
    assert.equal(cancelled, 2, 'the stream is cancelled');
    assert.equal(bare.locked, false);
    await assert.rejects(stream().pipeTo(make().writable()), TypeError);
    const broken = new ReadableStream({ start: (controller) => controller.error(new RangeError('lost')) });
    await assert.rejects(make().writeFrom(broken), RangeError);
    for (const source of [undefined, null, 5, {}])
      await assert.rejects(make().writeFrom(source), {
        name: 'TypeError',
        message: 'expected pieces of a text: an iterable or a stream',
      });
    for (const source of [utf8, new Uint16Array(2)])
      await assert.rejects(make().writeFrom(source), {
        name: 'TypeError',
        message: 'expected pieces of a text: write takes a single piece',
      });
    assert.equal(read(await make().writeFrom('one two')), read(make().write('one two')));
  });
}

test('a full form from a stream', async () => {
  const hasher = await mh1.hasher().writeFrom(new Blob([utf8]).stream());
  assert.deepEqual(hasher.minima(), mh1.hasher().write(text).minima());
});

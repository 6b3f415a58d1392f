// @ts-check
/**
 * Text digests: chapter 10a of the fpcheck specification, level digest. Two texts have the same digest
 * if they have the same words and numbers in the same order, however they are set.
 * @module
 */

import { inspected, refuseClones } from './check.js';
import { NoItemsError } from './errors.js';
import { joinLines } from './hasher.js';
import { Items } from './items.js';
import { Normaliser } from './normalise.js';
import { Sha256 } from './sha256.js';
import { transformOf, writableOf, writeFrom } from './streams.js';
import { Decoder, Pieces, octetsOf, stringOf } from './text.js';

/** @typedef {import('./streams.js').Source} Source Pieces of a text: an iterable, an async iterable or a stream. */
/** @typedef {import('./text.js').Text} Text Octets, or a string that stands for its UTF-8. */

export { NoItemsError } from './errors.js';

/** The name of the definition. Keep it with each digest: those of different names do not compare (R10.11). */
export const NAME = 'runs-1';

/** The stages of R10.6 to R10.10, fed in pieces, wherever they are cut (R9.2). */
class Pipeline {
  #items;
  #decoder;
  /** @type {{ idle: boolean }[]} */
  #stages;

  constructor(out) {
    this.#items = new Items(out);
    const normaliser = new Normaliser(this.#items, true, false);
    this.#stages = [this.#items, normaliser];
    this.#decoder = new Decoder(joinLines(normaliser, true, this.#stages));
    this.#stages.push(this.#decoder);
  }

  get some() {
    return this.#items.some;
  }

  get #idle() {
    for (const stage of this.#stages) if (!stage.idle) return false;
    return true;
  }

  write(octets) {
    const end = octets.length;
    for (let at = 0; at < end; ) {
      if (octets[at] < 0x80 && this.#idle) at = this.#items.readAscii(octets, at, end);
      // The stages take what goes up to a blank, after which the short cut may go on.
      let next = at;
      while (next < end && octets[next] > 0x20) next++;
      next = Math.min(next + 1, end);
      this.#decoder.write(octets, at, next);
      at = next;
    }
  }

  end() {
    this.#decoder.end();
  }
}

/**
 * Makes the digest of a text that comes in pieces, wherever they are cut (R9.2). Its memory does not grow
 * with the text.
 */
export class TextDigest {
  #hash;
  #pipeline;
  #pieces;
  /** @type {string | null} */
  #digest = null; // once the text has ended

  constructor() {
    refuseClones(this, 'a TextDigest cannot be cloned: post the pieces, or the digest');
    this.reset();
  }

  /**
   * Takes the next piece, octets or a string, and keeps no reference to it. A pair of surrogates may be cut.
   * @param {Text} piece
   * @returns {this}
   * @throws {TypeError} if the text has ended
   */
  write(piece) {
    if (this.#digest !== null) throw new TypeError('the text has ended: reset the digest');
    this.#pieces.take(piece);
    return this;
  }

  /**
   * Takes all pieces of a stream or of another iterable. If one of them is neither octets nor a string, it closes
   * the source and throws.
   * @param {Source} source such as `response.body` or a stream of Node.js
   * @returns {Promise<this>}
   */
  async writeFrom(source) {
    await writeFrom(this, source);
    return this;
  }

  /**
   * Returns a stream for `pipeTo`, which takes all pieces.
   * @returns {WritableStream<Text>}
   */
  writable() {
    return writableOf(this);
  }

  /**
   * Returns a stream for `pipeThrough`, which takes all pieces and passes them on unchanged.
   * @returns {TransformStream<Text, Text>}
   */
  transform() {
    return transformOf(this);
  }

  /**
   * Ends the text and returns its digest, 64 hexadecimal digits.
   * @returns {string}
   * @throws {NoItemsError} if it has no items (R10.11)
   */
  digest() {
    if (this.#digest === null) {
      this.#pieces.end();
      this.#pipeline.end();
      this.#digest = Array.from(this.#hash.digest(), (octet) => octet.toString(16).padStart(2, '0')).join('');
    }
    if (!this.#pipeline.some) throw new NoItemsError();
    return this.#digest;
  }

  /**
   * Begins another text.
   * @returns {this}
   */
  reset() {
    this.#hash = new Sha256();
    const pipeline = new Pipeline(this.#hash);
    this.#pipeline = pipeline;
    this.#pieces = new Pieces((octets) => pipeline.write(octets));
    this.#digest = null;
    return this;
  }

  static {
    inspected(this.prototype, () => `TextDigest(${NAME})`); // the text is nobody's to log
  }
}

/**
 * Returns the digest of a text, 64 hexadecimal digits.
 * @param {Text} text
 * @returns {string}
 * @throws {NoItemsError} if it has no items
 */
export function digest(text) {
  return new TextDigest().write(octetsOf(text)).digest();
}

/**
 * Returns what is hashed: the words, numbers, symbols and signs of a text, in order (R10.10). All in memory.
 * @param {Text} text
 * @returns {string[]}
 */
export function items(text) {
  const pieces = [];
  const pipeline = new Pipeline({ update: (octets, start, end) => pieces.push(octets.slice(start, end)) });
  pipeline.write(octetsOf(text));
  pipeline.end();
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return stringOf(whole, 0, whole.length).split('\0').slice(0, -1);
}

// @ts-check
// Chapter 9: the whole pipeline, fed in pieces.

import { readAscii } from './ascii.js';
import { inspected, refuseClones } from './check.js';
import { NoFeaturesError } from './errors.js';
import { Features } from './features.js';
import { Identifiers } from './identifiers.js';
import { Hyphens, Spaces } from './lines.js';
import { Minima } from './minhash.js';
import { Normaliser } from './normalise.js';
import { Segmenter } from './segment.js';
import { Counters } from './simhash.js';
import { transformOf, writableOf, writeFrom } from './streams.js';
import { Decoder, Pieces } from './text.js';

/** @typedef {import('./fingerprint.js').Fingerprint} Fingerprint */
/** @typedef {import('./streams.js').Source} Source Pieces of a text: an iterable, an async iterable or a stream. */
/** @typedef {import('./text.js').Text} Text Octets, or a string that stands for its UTF-8. */

const GOLDEN_HIGH = 0x9e3779b9;
const GOLDEN_LOW = 0x7f4a7c15;

/** @param {{ idle: boolean }} stage */
const isIdle = (stage) => stage.idle;

/**
 * Makes a fingerprint of a text that comes in pieces, wherever they are cut (R9.2). Its memory grows with the
 * number of distinct features, not with the text.
 */
export class Hasher {
  /** @type {import('./scheme.js').Scheme} */
  #scheme;
  #features;
  #decoder;
  #stages;
  #pieces;
  #atom = new Uint8Array(2048);
  #ended = false;

  /**
   * Made by the method `hasher` of a scheme.
   * @private
   * @param {import('./scheme.js').Scheme} scheme
   */
  constructor(scheme) {
    this.#scheme = scheme;
    refuseClones(this, 'a Hasher cannot be cloned: post the pieces, or the fingerprint or the minima');
    this.reset();
  }

  /** The id of its scheme. */
  get scheme() {
    return this.#scheme.id;
  }

  /**
   * Begins another text.
   * @returns {this}
   */
  reset() {
    const multi = this.#scheme.isMulti;
    this.#features = new Features(this.#scheme.plan);
    const segmenter = new Segmenter(this.#features, multi);
    const normaliser = new Normaliser(segmenter, multi);
    this.#stages = [segmenter, normaliser];
    const identifiers = new Identifiers(joinLines(normaliser, multi, this.#stages));
    this.#decoder = new Decoder(identifiers);
    this.#stages.push(identifiers, this.#decoder);
    this.#pieces = new Pieces((octets) => this.#write(octets));
    this.#ended = false;
    return this;
  }

  /**
   * Takes the next piece, octets or a string, and keeps no reference to it. A pair of surrogates may be cut.
   * @param {Text} piece
   * @returns {this}
   * @throws {TypeError} if the text has ended
   */
  write(piece) {
    if (this.#ended) throw new TypeError('the text has ended: reset the hasher');
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
   * Ends the text and returns the number of its distinct features (R5.2).
   * @returns {number}
   */
  get features() {
    this.#end();
    return this.#features.count;
  }

  /**
   * Ends the text and returns its fingerprint.
   * @returns {Fingerprint}
   * @throws {NoFeaturesError} if it has no features (R5.3)
   */
  fingerprint() {
    if (this.features === 0) throw new NoFeaturesError();
    if (this.#scheme.isMinHash) return this.#scheme.fromMinima(this.minima());
    const counters = new Counters();
    this.#features.forEach((high, low, weight) => counters.add(high, low, weight));
    return this.#scheme.fromSketch(counters.sketch());
  }

  /**
   * Ends the text and returns its full form (R7.5), which is empty if it has no features.
   * @returns {Minima}
   * @throws {TypeError} if the scheme is not a MinHash
   */
  minima() {
    const minima = new Minima(this.#scheme);
    this.#end();
    this.#features.forEach((high, low, weight) => {
      // R5.6: in mw1 the weight is the number of occurrences, in mh1 it is 1.
      for (let k = 0; k < weight; k++) {
        minima.addWords(high, low);
        const sum = (low >>> 0) + GOLDEN_LOW;
        low = sum | 0;
        high = (high + GOLDEN_HIGH + (sum > 0xffffffff ? 1 : 0)) | 0;
      }
    });
    return minima;
  }

  static {
    inspected(this.prototype, (one) => `Hasher(${one.scheme})`); // the text is nobody's to log
  }

  /** @param {Uint8Array} octets */
  #write(octets) {
    const end = octets.length;
    const multi = this.#scheme.isMulti;
    const view = new DataView(octets.buffer, octets.byteOffset, end);
    for (let at = 0; at < end; ) {
      if (octets[at] < 0x80 && this.#stages.every(isIdle)) {
        at = readAscii(octets, view, at, end, multi, this.#atom, this.#features);
      }
      // The stages take one atom or more, up to a blank after which the short cut may go on.
      let next = at;
      while (next < end && octets[next] > 0x20) next++;
      next = Math.min(next + 1, end);
      this.#decoder.write(octets, at, next);
      at = next;
    }
  }

  #end() {
    if (!this.#ended) {
      this.#pieces.end();
      this.#decoder.end();
    }
    this.#ended = true;
  }
}

/** R2.9 and R2.10 before next, in the multi schemes. Adds the stages to a list, if there is one. */
export function joinLines(next, multi, stages = []) {
  if (!multi) return next;
  const spaces = new Spaces(next);
  const hyphens = new Hyphens(spaces);
  stages.push(spaces, hyphens);
  return hyphens;
}

// @ts-check
// Chapter 8 and chapter 10: fingerprints, their strings and their comparison. Nothing here needs the tables
// of Unicode, so a page that compares strings stays small.

import { decode, encode } from './base32.js';
import { checkOctets, inspected, quote } from './check.js';
import { MalformedError, NotComparableError } from './errors.js';
import { idOf, idOfString, isMinHash } from './ids.js';

export { MalformedError, NotComparableError } from './errors.js';

/** @typedef {import('./ids.js').SchemeId} SchemeId The name of a scheme. */
/** @typedef {8 | 4 | 2 | 1} Width Bits a slot of a MinHash. */

const SLOTS = 128;
const VISIBLE = 'visible';
const PROFILE = /^[a-z][a-z0-9]{0,15}$/; // R8.4
/** @type {readonly Width[]} */
const WIDTHS = [8, 4, 2, 1];

/**
 * A sketch with the scheme and profile that made it. Immutable.
 *
 * Its only property of its own is `string`. So `assert.deepEqual` compares fingerprints by value, and a structured
 * clone, such as a Worker receives, is `{ string }`: `Fingerprint.from` makes a fingerprint of it.
 */
export class Fingerprint {
  /** @type {SchemeId} */
  #scheme;
  /** @type {string} */
  #profile;
  /** @type {Uint8Array} */
  #sketch;

  /**
   * Its string, such as `sm1:a2djadaj2r4kc` (R8.1).
   * @readonly
   * @type {string}
   */
  string;

  /**
   * Fingerprints come from `parse`, `Fingerprint.from`, `Fingerprint.fromSketch` and the methods of a scheme.
   * @private
   * @param {SchemeId} scheme
   * @param {Uint8Array} sketch which is of a length of the scheme
   * @param {string} [profile]
   */
  constructor(scheme, sketch, profile = VISIBLE) {
    this.#scheme = scheme;
    this.#sketch = sketch;
    this.#profile = profile;
    const suffix = profile === VISIBLE ? '' : `.${profile}`;
    this.string = `${this.name}${suffix}:${encode(sketch)}`;
    Object.freeze(this);
  }

  /**
   * Returns the fingerprint of the value: a fingerprint, its string, or its structured clone.
   * @param {Fingerprint | string | { readonly string: string }} value
   * @returns {Fingerprint}
   * @throws {MalformedError} if the string is malformed (R8.6 to R8.9)
   */
  static from(value) {
    if (value instanceof Fingerprint) return value;
    return parse(typeof value === 'object' ? value?.string : value);
  }

  /**
   * Returns the fingerprint, of profile `visible`, with the octets of a sketch: 8 of a SimHash; 128, 64, 32 or
   * 16 of a MinHash.
   * @param {SchemeId | { id: SchemeId }} scheme
   * @param {Uint8Array} octets
   * @returns {Fingerprint}
   * @throws {MalformedError} if there are more or fewer
   */
  static fromSketch(scheme, octets) {
    const id = idOf(scheme);
    const lengths = isMinHash(id) ? WIDTHS.map((width) => 16 * width) : [8];
    checkOctets(octets);
    if (!lengths.includes(octets.length)) {
      throw new MalformedError(`a sketch of ${id} has ${lengths.join(', ')} octets, not ${octets.length}`);
    }
    return new Fingerprint(id, new Uint8Array(octets)); // a Buffer's slice would be no copy
  }

  /** The id of the scheme that made it, such as `mh1`: `lookup` returns the scheme. */
  get scheme() {
    return this.#scheme;
  }

  /** The scheme's name as the string has it, such as `mh1b4` (R8.3). */
  get name() {
    return nameOf(this.#scheme, this.width);
  }

  /** How the text was found in its medium (R8.1): `visible` if it was given as text. */
  get profile() {
    return this.#profile;
  }

  /** A copy of the octets of the sketch, big-endian, or slot 0 first (R8.2). */
  get sketch() {
    return this.#sketch.slice();
  }

  /**
   * Bits a slot of a MinHash; 0 for a SimHash, which has no slots.
   * @returns {Width | 0}
   */
  get width() {
    return isMinHash(this.#scheme) ? /** @type {Width} */ ((this.#sketch.length * 8) / SLOTS) : 0;
  }

  /**
   * Returns the same sketch with another profile.
   * @param {string} profile
   * @returns {Fingerprint}
   * @throws {MalformedError} if it is not the name of a profile (R8.4)
   */
  withProfile(profile) {
    checkProfile(profile);
    return new Fingerprint(this.#scheme, this.#sketch, profile);
  }

  /**
   * Returns the form with fewer bits a slot (R7.10).
   * @param {Width} bits
   * @returns {Fingerprint}
   * @throws {RangeError} if the fingerprint has fewer, or is not a MinHash
   */
  truncate(bits) {
    const width = this.width;
    if (!WIDTHS.includes(bits) || width === 0 || bits > width) {
      throw new RangeError(`${this.name} has no form of ${bits} bits a slot`);
    }
    const octets = new Uint8Array((SLOTS * bits) / 8);
    for (let i = 0; i < SLOTS; i++) {
      octets[(i * bits) >> 3] |= slotOf(this.#sketch, width, i, bits) << (8 - bits - ((i * bits) & 7));
    }
    return new Fingerprint(this.#scheme, octets, this.#profile);
  }

  /**
   * Returns in how many of 64 bits (R10.2), or of 128 slots (R10.4), the two differ.
   * @param {Fingerprint} other
   * @returns {number}
   * @throws {NotComparableError} if their schemes or profiles differ (R10.1)
   */
  distance(other) {
    if (!(other instanceof Fingerprint)) {
      throw new TypeError('expected a Fingerprint; Fingerprint.from makes one of a string or a structured clone');
    }
    if (this.#scheme !== other.#scheme || this.#profile !== other.#profile) {
      const say = (/** @type {Fingerprint} */ one) => `${one.name} of profile ${one.#profile}`;
      throw new NotComparableError(`${say(this)} does not compare with ${say(other)}`);
    }
    const [mine, theirs, width] = [this.#sketch, other.#sketch, this.width];
    let distance = 0;
    if (width === 0) {
      for (let i = 0; i < mine.length; i++) {
        for (let bits = mine[i] ^ theirs[i]; bits !== 0; bits &= bits - 1) distance++;
      }
      return distance;
    }
    const bits = Math.min(width, other.width);
    for (let i = 0; i < SLOTS; i++) {
      if (slotOf(mine, width, i, bits) !== slotOf(theirs, other.width, i, bits)) distance++;
    }
    return distance;
  }

  /**
   * Returns 0 to 1. Of a SimHash, 1 - distance / 64 (R10.3); of a MinHash, an estimate of the texts'
   * resemblance (R10.5).
   * @param {Fingerprint} other
   * @returns {number}
   * @throws {NotComparableError} if their schemes or profiles differ (R10.1)
   */
  similarity(other) {
    const distance = this.distance(other);
    if (this.width === 0) return 1 - distance / 64;
    const values = 2 ** Math.min(this.width, other.width);
    return Math.max(0, ((SLOTS - distance) * values - SLOTS) / (SLOTS * (values - 1)));
  }

  /** Returns its string. */
  toString() {
    return this.string;
  }

  /** Returns its string. */
  toJSON() {
    return this.string;
  }

  static {
    inspected(this.prototype, (one) => `Fingerprint(${one.string})`);
  }
}

/**
 * R8.3.
 * @param {SchemeId} scheme
 * @param {number} width
 */
const nameOf = (scheme, width) => (width % 8 === 0 ? scheme : `${scheme}b${width}`);

/**
 * R8.4. Throws MalformedError.
 * @param {string} profile
 */
function checkProfile(profile) {
  if (typeof profile !== 'string') throw new TypeError('expected the name of a profile, a string');
  if (!PROFILE.test(profile)) {
    throw new MalformedError(`the profile ${quote(profile)} is malformed: expected a-z, then up to 15 of a-z and 0-9`);
  }
}

/**
 * The low bits of slot i of a sketch of `width` bits a slot.
 * @param {Uint8Array} sketch
 * @param {number} width
 * @param {number} i
 * @param {number} bits
 */
function slotOf(sketch, width, i, bits) {
  const at = i * width;
  return (sketch[at >> 3] >> (8 - width - (at & 7))) & ((1 << bits) - 1);
}

/**
 * Returns the fingerprint of a string (R8.5).
 * @param {string} string
 * @returns {Fingerprint}
 * @throws {MalformedError} if the string is malformed (R8.6 to R8.9)
 */
export function parse(string) {
  if (typeof string !== 'string') throw new TypeError('expected a string');
  // Only A-Z have another case here: not U+212A, which toLowerCase would make a k (R8.5).
  const colon = string.indexOf(':');
  if (colon < 0) throw new MalformedError('there is no colon: expected a string such as sm1:a2djadaj2r4kc');
  const [head, data] = [string.slice(0, colon), string.slice(colon + 1)].map((part) =>
    part.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  );
  const dot = head.indexOf('.');
  const name = dot < 0 ? head : head.slice(0, dot);
  const [, id, bits] = /** @type {RegExpExecArray} */ (/^(.*?)(?:b([421]))?$/s.exec(name));
  const scheme = idOfString(id);
  if (scheme === undefined || (bits !== undefined && !isMinHash(scheme))) {
    throw new MalformedError(`the scheme ${quote(name)} is not known: expected sm1, sd1, mh1 or mw1`);
  }
  let profile;
  if (dot >= 0) {
    profile = head.slice(dot + 1);
    checkProfile(profile);
    if (profile === VISIBLE) throw new MalformedError('the profile visible is never written');
  }
  const octets = isMinHash(scheme) ? 16 * Number(bits ?? 8) : 8; // R8.8
  const characters = Math.ceil((octets * 8) / 5);
  if (data.length !== characters) {
    throw new MalformedError(`data of ${name} have ${characters} characters, not ${data.length}`);
  }
  // @ts-expect-error: the constructor is private for others
  return new Fingerprint(scheme, decode(data), profile);
}

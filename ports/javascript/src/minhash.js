// @ts-check
// Chapter 7, R7.4 to R7.10: the sketch of the MinHash schemes. And mix64 (R6.7).

import { check64, checkOctets, inspected } from './check.js';
import { MalformedError, NoFeaturesError, NotComparableError } from './errors.js';
import { idOf, isMinHash } from './ids.js';
import { join64 } from './jenkins.js';

/** @typedef {import('./ids.js').SchemeId} SchemeId The name of a scheme. */

const SLOTS = 128;
const EMPTY = 0xffffffff; // the high word of an empty slot; others are below 2^25
const HEADER = [0x66, 0x70, 0x6d, 0x68, 0x01]; // R7.7
const STORED = HEADER.length + 8 * SLOTS;

/**
 * The high word of the product of two 32-bit integers.
 * @param {number} a
 * @param {number} b
 */
function multiplyHigh(a, b) {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const middle = a0 * b1 + ((a0 * b0) >>> 16);
  const rest = a1 * b0 + (middle & 0xffff);
  return (a1 * b1 + (middle >>> 16) + (rest >>> 16)) | 0;
}

/**
 * R6.7, of high · 2^32 + low. The words of the result are out[0] and out[1], signed.
 * @param {number} high
 * @param {number} low
 * @param {Int32Array} out
 */
export function mix(high, low, out) {
  low ^= (low >>> 30) | (high << 2);
  high ^= high >>> 30;
  let product = Math.imul(low, 0x1ce4e5b9);
  high = (multiplyHigh(low, 0x1ce4e5b9) + Math.imul(high, 0x1ce4e5b9) + Math.imul(low, 0xbf58476d)) | 0;
  low = product;

  low ^= (low >>> 27) | (high << 5);
  high ^= high >>> 27;
  product = Math.imul(low, 0x133111eb);
  high = (multiplyHigh(low, 0x133111eb) + Math.imul(high, 0x133111eb) + Math.imul(low, 0x94d049bb)) | 0;
  low = product;

  out[0] = high ^ (high >>> 31);
  out[1] = low ^ ((low >>> 31) | (high << 1));
}

/**
 * Returns mix64 of an integer of 64 bits (R6.7).
 * @param {bigint} z
 * @returns {bigint}
 * @throws {RangeError} if it is negative or has more bits
 */
export function mix64(z) {
  check64(z);
  const out = new Int32Array(2);
  mix(Number(BigInt.asIntN(32, z >> 32n)), Number(BigInt.asIntN(32, z)), out);
  return join64(out[0], out[1]);
}

/**
 * The full form of a MinHash sketch: the least value of each of 128 slots (R7.5). It merges with those of its
 * scheme. It does not know its profile, nor how many features went into it.
 *
 * A structured clone, such as a Worker receives, is a plain object: `Minima.from` makes a full form of it.
 */
export class Minima {
  #mixed = new Int32Array(2);

  /**
   * The id of its scheme.
   * @readonly
   * @type {SchemeId}
   */
  scheme;

  /**
   * High word, low word of each slot. Structured clones have it.
   * @internal
   * @type {Uint32Array}
   */
  slots = new Uint32Array(2 * SLOTS).fill(EMPTY);

  /**
   * Makes an empty one.
   * @param {SchemeId | { id: SchemeId }} scheme `mh1` or `mw1`
   */
  constructor(scheme) {
    this.scheme = idOf(scheme);
    if (!isMinHash(this.scheme)) throw new TypeError(`${this.scheme} is no MinHash scheme: expected mh1 or mw1`);
    Object.freeze(this);
  }

  /**
   * Adds an element, an integer of 64 bits (R7.4, R7.5).
   * @param {bigint} element
   * @throws {RangeError} if it is negative or has more bits
   */
  add(element) {
    check64(element);
    this.addWords(Number(BigInt.asIntN(32, element >> 32n)), Number(BigInt.asIntN(32, element)));
  }

  /**
   * Adds the element high · 2^32 + low: the same, for many.
   * @internal
   * @param {number} high
   * @param {number} low
   */
  addWords(high, low) {
    const mixed = this.#mixed;
    mix(high, low, mixed);
    this.#lower(mixed[0] >>> 25, mixed[0] & 0x01ffffff, mixed[1] >>> 0);
  }

  /**
   * Adds all elements of another full form (R7.6). Both must be of one profile, which they do not record.
   * @param {Minima} other
   * @throws {NotComparableError} if their schemes differ
   */
  merge(other) {
    if (!(other instanceof Minima))
      throw new TypeError('expected Minima; Minima.from makes them of a structured clone');
    if (other.scheme !== this.scheme) {
      throw new NotComparableError(`a full form of ${other.scheme} does not merge with one of ${this.scheme}`);
    }
    const slots = other.slots;
    for (let i = 0; i < SLOTS; i++) this.#lower(i, slots[2 * i], slots[2 * i + 1]);
  }

  /** Whether all slots are empty. */
  get empty() {
    return !this.slots.some((word, i) => i % 2 === 0 && word !== EMPTY);
  }

  /**
   * Returns its serialisation, 1,029 octets (R7.7). They do not name the scheme: keep it beside them.
   * @returns {Uint8Array}
   */
  toOctets() {
    const octets = new Uint8Array(STORED);
    octets.set(HEADER);
    const view = new DataView(octets.buffer);
    this.slots.forEach((word, i) => view.setUint32(HEADER.length + 4 * i, word));
    return octets;
  }

  /**
   * Reads a serialisation of a full form of a scheme (R7.7).
   * @param {Uint8Array} octets
   * @param {SchemeId | { id: SchemeId }} scheme the scheme that made it, which the octets do not name
   * @returns {Minima}
   * @throws {MalformedError} if the octets are malformed
   */
  static fromOctets(octets, scheme) {
    checkOctets(octets);
    const minima = new Minima(scheme);
    if (octets.length !== STORED) {
      throw new MalformedError(`a full form has ${STORED} octets, not ${octets.length}`);
    }
    if (HEADER.some((octet, i) => octets[i] !== octet)) {
      throw new MalformedError('a full form begins with 66 70 6d 68 01');
    }
    const view = new DataView(octets.buffer, octets.byteOffset);
    for (let i = 0; i < SLOTS; i++) {
      const high = view.getUint32(HEADER.length + 8 * i);
      const low = view.getUint32(HEADER.length + 8 * i + 4);
      if (high >= 0x02000000 && (high !== EMPTY || low !== EMPTY)) {
        throw new MalformedError(`slot ${i} of the full form is out of range`);
      }
      minima.slots[2 * i] = high;
      minima.slots[2 * i + 1] = low;
    }
    return minima;
  }

  /**
   * Returns the full form of the value: a full form, its structured clone, or what `toJSON` returned.
   * @param {Minima | { readonly scheme: SchemeId }} value
   * @returns {Minima}
   * @throws {MalformedError} if a slot is out of range
   */
  static from(value) {
    if (value instanceof Minima) return value;
    const { scheme, slots, octets } = /** @type {{ scheme: SchemeId, slots?: unknown, octets?: unknown }} */ (value);
    if (typeof octets === 'string') {
      return Minima.fromOctets(
        Uint8Array.from(atob(octets), (character) => character.charCodeAt(0)),
        scheme,
      );
    }
    if (!(slots instanceof Uint32Array) || slots.length !== 2 * SLOTS) {
      throw new TypeError('expected Minima, their structured clone, or their JSON');
    }
    const minima = new Minima(scheme);
    minima.slots.set(slots);
    return Minima.fromOctets(minima.toOctets(), scheme);
  }

  /**
   * Returns the scheme and the serialisation in base64: `Minima.from` reads them.
   * @returns {{ scheme: SchemeId, octets: string }}
   */
  toJSON() {
    return { scheme: this.scheme, octets: btoa(String.fromCharCode(...this.toOctets())) };
  }

  /**
   * Returns the 128 octets of the stored form (R7.9), which does not merge.
   * @returns {Uint8Array}
   * @throws {NoFeaturesError} if all slots are empty
   */
  stored() {
    if (this.empty) throw new NoFeaturesError('all slots are empty, so there is no stored form');
    const octets = new Uint8Array(SLOTS);
    const out = new Int32Array(2);
    for (let i = 0; i < SLOTS; i++) {
      let donor = i;
      // R7.8
      for (let t = 0; this.slots[2 * donor] === EMPTY; t++) {
        mix(i, t, out);
        donor = out[1] & (SLOTS - 1);
      }
      mix(0, i, out);
      const high = this.slots[2 * donor] | (donor << 25);
      mix(high ^ out[0], this.slots[2 * donor + 1] ^ out[1], out);
      octets[i] = out[1];
    }
    return octets;
  }

  static {
    inspected(this.prototype, (one) => {
      const filled = one.slots.filter((word, i) => i % 2 === 0 && word !== EMPTY).length;
      return `Minima(${one.scheme}, ${filled} of ${SLOTS} slots filled)`;
    });
  }

  /**
   * @param {number} slot
   * @param {number} high
   * @param {number} low
   */
  #lower(slot, high, low) {
    const slots = this.slots;
    const at = 2 * slot;
    if (high < slots[at] || (high === slots[at] && low < slots[at + 1])) {
      slots[at] = high;
      slots[at + 1] = low;
    }
  }
}

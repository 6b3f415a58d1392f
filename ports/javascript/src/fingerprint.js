// Chapter 8, from a fingerprint to its string, and chapter 10.

import { encode } from './base32.js';
import { quote } from './check.js';
import { MalformedError, NotComparableError } from './errors.js';
import { slotOf, truncate } from './minhash.js';

const SLOTS = 128;
const VISIBLE = 'visible';
const PROFILE = /^[a-z][a-z0-9]{0,15}$/; // R8.4

/** R8.4. Throws MalformedError. */
export function checkProfile(profile) {
  if (typeof profile !== 'string') throw new TypeError('expected the name of a profile');
  if (!PROFILE.test(profile)) throw new MalformedError(`the profile ${quote(profile)} is malformed`);
}

/** A sketch with the scheme and profile that made it. Immutable. */
export class Fingerprint {
  #scheme;
  #profile;
  #sketch;

  /** Made by Scheme and parse, which see to it that the sketch has a length of the scheme's. */
  constructor(scheme, sketch, profile = VISIBLE) {
    this.#scheme = scheme;
    this.#sketch = sketch;
    this.#profile = profile;
  }

  /** The scheme that made it. */
  get scheme() {
    return this.#scheme;
  }

  /** The scheme's name as the string has it, such as `mh1b4` (R8.3). */
  get name() {
    return this.#scheme.nameOf(this.width);
  }

  /** How the text was found in its medium (R8.1). */
  get profile() {
    return this.#profile;
  }

  /** The octets of the sketch: 8, or of a MinHash 128, 64, 32 or 16. A copy. */
  get sketch() {
    return this.#sketch.slice();
  }

  /** Bits a slot of a MinHash: 8, 4, 2 or 1. 0 for a SimHash, which has no slots. */
  get width() {
    return this.#scheme.isMinHash ? (this.#sketch.length * 8) / SLOTS : 0;
  }

  /** The same sketch with another profile. Throws MalformedError (R8.4). */
  withProfile(profile) {
    checkProfile(profile);
    return new Fingerprint(this.#scheme, this.#sketch, profile);
  }

  /** The form of so many bits a slot, at most its own (R7.10). Throws RangeError. */
  truncate(bits) {
    if (![8, 4, 2, 1].includes(bits) || bits > this.width) {
      throw new RangeError(`${this.name} has no form of ${bits} bits a slot`);
    }
    return new Fingerprint(this.#scheme, truncate(this.#sketch, this.width, bits), this.#profile);
  }

  /**
   * How many of 64 bits (R10.2), or of 128 slots (R10.4), differ.
   * Throws NotComparableError (R10.1).
   */
  distance(other) {
    this.#checkComparable(other);
    return this.#scheme.isMinHash ? this.#differingSlots(other) : this.#differingBits(other);
  }

  /**
   * 1 for equal fingerprints. Of a SimHash, 1 - distance / 64 (R10.3); of a MinHash, an estimate of
   * the resemblance (R10.5). Throws NotComparableError (R10.1).
   */
  similarity(other) {
    const distance = this.distance(other);
    if (!this.#scheme.isMinHash) return 1 - distance / 64;
    const values = 2 ** Math.min(this.width, other.width);
    return Math.max(0, ((SLOTS - distance) * values - SLOTS) / (SLOTS * (values - 1)));
  }

  /** R8.1. */
  toString() {
    const profile = this.#profile === VISIBLE ? '' : `.${this.#profile}`;
    return `${this.name}${profile}:${encode(this.#sketch)}`;
  }

  toJSON() {
    return this.toString();
  }

  #checkComparable(other) {
    if (!(other instanceof Fingerprint)) throw new TypeError('expected a fingerprint');
    if (this.#scheme !== other.#scheme || this.#profile !== other.#profile) {
      const say = (f) => `${f.name} of profile ${f.profile}`;
      throw new NotComparableError(`${say(this)} does not compare with ${say(other)}`);
    }
  }

  #differingBits(other) {
    let distance = 0;
    for (let i = 0; i < this.#sketch.length; i++) {
      for (let bits = this.#sketch[i] ^ other.#sketch[i]; bits !== 0; bits &= bits - 1) distance++;
    }
    return distance;
  }

  #differingSlots(other) {
    const bits = Math.min(this.width, other.width);
    let distance = 0;
    for (let i = 0; i < SLOTS; i++) {
      const mine = slotOf(this.#sketch, this.width, i, bits);
      if (mine !== slotOf(other.#sketch, other.width, i, bits)) distance++;
    }
    return distance;
  }
}

// Chapter 7, R7.4 to R7.10: the sketch of the MinHash schemes. And mix64 (R6.7).

import { checkOctets } from './check.js';
import { MalformedError, NoFeaturesError } from './errors.js';
import { join64 } from './jenkins.js';

const SLOTS = 128;
const EMPTY = 0xffffffff; // the high word of an empty slot; others are below 2^25
const HEADER = [0x66, 0x70, 0x6d, 0x68, 0x01]; // R7.7
const STORED = HEADER.length + 8 * SLOTS;

/** The high word of the product of two 32-bit integers. */
function multiplyHigh(a, b) {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const middle = a0 * b1 + ((a0 * b0) >>> 16);
  const rest = a1 * b0 + (middle & 0xffff);
  return (a1 * b1 + (middle >>> 16) + (rest >>> 16)) | 0;
}

/** R6.7, of high · 2^32 + low. The words of the result are out[0] and out[1], signed. */
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

/** mix64 of a 64-bit integer (R6.7). */
export function mix64(z) {
  const out = new Int32Array(2);
  mix(Number(BigInt.asIntN(32, z >> 32n)), Number(BigInt.asIntN(32, z)), out);
  return join64(out[0], out[1]);
}

/** The full form of a MinHash sketch (R7.5): the least value of each of 128 slots. It merges. */
export class Minima {
  #slots = new Uint32Array(2 * SLOTS).fill(EMPTY); // high word, low word
  #mixed = new Int32Array(2);

  /** Adds an element, a 64-bit integer (R7.4, R7.5). */
  add(element) {
    this.addWords(Number(BigInt.asIntN(32, element >> 32n)), Number(BigInt.asIntN(32, element)));
  }

  /** Adds the element high · 2^32 + low: the same, for many. */
  addWords(high, low) {
    const mixed = this.#mixed;
    mix(high, low, mixed);
    this.#lower(mixed[0] >>> 25, mixed[0] & 0x01ffffff, mixed[1] >>> 0);
  }

  /** Takes in another full form, of the same scheme and profile (R7.6). */
  merge(other) {
    const slots = other.#slots;
    for (let i = 0; i < SLOTS; i++) this.#lower(i, slots[2 * i], slots[2 * i + 1]);
  }

  /** Whether all slots are empty. */
  get empty() {
    return !this.#slots.some((word, i) => i % 2 === 0 && word !== EMPTY);
  }

  /** The 1,029 octets of R7.7. */
  toOctets() {
    const octets = new Uint8Array(STORED);
    octets.set(HEADER);
    const view = new DataView(octets.buffer);
    this.#slots.forEach((word, i) => view.setUint32(HEADER.length + 4 * i, word));
    return octets;
  }

  /** Reads the octets of R7.7. Throws MalformedError for others. */
  static fromOctets(octets) {
    checkOctets(octets);
    if (octets.length !== STORED) {
      throw new MalformedError(`a full form has ${STORED} octets, not ${octets.length}`);
    }
    if (HEADER.some((octet, i) => octets[i] !== octet)) {
      throw new MalformedError('a full form begins with 66 70 6d 68 01');
    }
    const minima = new Minima();
    const view = new DataView(octets.buffer, octets.byteOffset);
    for (let i = 0; i < SLOTS; i++) {
      const high = view.getUint32(HEADER.length + 8 * i);
      const low = view.getUint32(HEADER.length + 8 * i + 4);
      if (high >= 0x02000000 && (high !== EMPTY || low !== EMPTY)) {
        throw new MalformedError(`slot ${i} of the full form holds no value and is not empty`);
      }
      minima.#slots[2 * i] = high;
      minima.#slots[2 * i + 1] = low;
    }
    return minima;
  }

  /** The 128 octets of the stored form (R7.9). Throws NoFeaturesError if all slots are empty. */
  stored() {
    if (this.empty) throw new NoFeaturesError('all slots are empty, so there is no stored form');
    const octets = new Uint8Array(SLOTS);
    const out = new Int32Array(2);
    for (let i = 0; i < SLOTS; i++) {
      let donor = i;
      for (let t = 0; this.#slots[2 * donor] === EMPTY; t++) { // R7.8
        mix(i, t, out);
        donor = out[1] & (SLOTS - 1);
      }
      mix(0, i, out);
      const high = this.#slots[2 * donor] | (donor << 25);
      mix(high ^ out[0], this.#slots[2 * donor + 1] ^ out[1], out);
      octets[i] = out[1];
    }
    return octets;
  }

  #lower(slot, high, low) {
    const slots = this.#slots;
    const at = 2 * slot;
    if (high < slots[at] || (high === slots[at] && low < slots[at + 1])) {
      slots[at] = high;
      slots[at + 1] = low;
    }
  }
}

/** R7.10: the b low bits of each of 128 slots of `width` bits. */
export function truncate(sketch, width, bits) {
  const octets = new Uint8Array((SLOTS * bits) / 8);
  for (let i = 0; i < SLOTS; i++) {
    octets[(i * bits) >> 3] |= slotOf(sketch, width, i, bits) << (8 - bits - ((i * bits) & 7));
  }
  return octets;
}

/** The low bits of slot i of a sketch of `width` bits a slot. */
export function slotOf(sketch, width, i, bits = width) {
  const at = i * width;
  return (sketch[at >> 3] >> (8 - width - (at & 7))) & ((1 << bits) - 1);
}

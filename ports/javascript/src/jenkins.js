// @ts-check
// Chapter 6: Bob Jenkins' lookup3, hashlittle2, with both seeds 0.

import { checkOctets } from './check.js';

export const HASHED_AT_ONCE = 12;

const copy = new DataView(new ArrayBuffer(512)); // of what is hashed, with room after it

/**
 * Hashes octets[start] to octets[end - 1]. out[0] is the high word of the hash, out[1] the low one,
 * as signed integers.
 * @param {Uint8Array} octets
 * @param {number} start
 * @param {number} end
 * @param {Int32Array} out
 */
export function hash(octets, start, end, out) {
  const length = end - start;
  const room = length + HASHED_AT_ONCE;
  const view = room <= copy.byteLength ? copy : new DataView(new ArrayBuffer(room));
  for (let i = 0; i < length; i++) view.setUint8(i, octets[start + i]);
  hashView(view, 0, length, out);
}

/**
 * The same for octets that are in a view, with HASHED_AT_ONCE octets of any value after them.
 * @param {DataView} view
 * @param {number} start
 * @param {number} end
 * @param {Int32Array} out
 */
export function hashView(view, start, end, out) {
  let a = (0xdeadbeef + (end - start)) | 0; // R6.1
  let b = a;
  let c = a;
  let i = start;
  for (; end - i > HASHED_AT_ONCE; i += HASHED_AT_ONCE) {
    // R6.2
    a = (a + view.getInt32(i, true)) | 0; // R6.3
    b = (b + view.getInt32(i + 4, true)) | 0;
    c = (c + view.getInt32(i + 8, true)) | 0;
    a = (a - c) ^ ((c << 4) | (c >>> 28));
    c = (c + b) | 0;
    b = (b - a) ^ ((a << 6) | (a >>> 26));
    a = (a + c) | 0;
    c = (c - b) ^ ((b << 8) | (b >>> 24));
    b = (b + a) | 0;
    a = (a - c) ^ ((c << 16) | (c >>> 16));
    c = (c + b) | 0;
    b = (b - a) ^ ((a << 19) | (a >>> 13));
    a = (a + c) | 0;
    c = (c - b) ^ ((b << 4) | (b >>> 28));
    b = (b + a) | 0;
  }
  const rest = end - i;
  if (rest === 0) {
    // R6.4: of no octets
    out[0] = c;
    out[1] = b;
    return;
  }
  a = (a + (view.getInt32(i, true) & firstOctets(rest))) | 0;
  b = (b + (view.getInt32(i + 4, true) & firstOctets(rest - 4))) | 0;
  c = (c + (view.getInt32(i + 8, true) & firstOctets(rest - 8))) | 0;
  finish(a, b, c, out);
}

/** A mask of the first of four octets: of none, some or all. */
const firstOctets = (count) => (count >= 4 ? -1 : count <= 0 ? 0 : (1 << (8 * count)) - 1);

/**
 * The same for 1 to 12 octets in three integers, the first octet the lowest, 0 after the last.
 * @param {number} first
 * @param {number} second
 * @param {number} third
 * @param {number} length
 * @param {Int32Array} out
 */
export function hashShort(first, second, third, length, out) {
  const start = 0xdeadbeef + length;
  finish((start + first) | 0, (start + second) | 0, (start + third) | 0, out);
}

/**
 * R6.4 and R6.6.
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {Int32Array} out
 */
function finish(a, b, c, out) {
  c = ((c ^ b) - ((b << 14) | (b >>> 18))) | 0;
  a = ((a ^ c) - ((c << 11) | (c >>> 21))) | 0;
  b = ((b ^ a) - ((a << 25) | (a >>> 7))) | 0;
  c = ((c ^ b) - ((b << 16) | (b >>> 16))) | 0;
  a = ((a ^ c) - ((c << 4) | (c >>> 28))) | 0;
  b = ((b ^ a) - ((a << 14) | (a >>> 18))) | 0;
  c = ((c ^ b) - ((b << 24) | (b >>> 8))) | 0;
  out[0] = c;
  out[1] = b;
}

/**
 * Joins the words of a 64-bit integer.
 * @param {number} high
 * @param {number} low
 */
export function join64(high, low) {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/**
 * Returns the hash of octets, an integer of 64 bits (R6.1 to R6.6).
 * @param {Uint8Array} octets
 * @returns {bigint}
 */
export function sum64(octets) {
  checkOctets(octets);
  const out = new Int32Array(2);
  hash(octets, 0, octets.length, out);
  return join64(out[0], out[1]);
}

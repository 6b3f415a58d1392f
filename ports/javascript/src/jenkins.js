// @ts-check
// Chapter 6: Bob Jenkins' lookup3, hashlittle2, with both seeds 0.

import { checkOctets } from './check.js';

export const HASHED_AT_ONCE = 12;

/**
 * Hashes octets[start] to octets[end - 1]. out[0] is the high word of the hash, out[1] the low one,
 * as signed integers.
 * @param {Uint8Array} octets
 * @param {number} start
 * @param {number} end
 * @param {Int32Array} out
 */
export function hash(octets, start, end, out) {
  let a = (0xdeadbeef + (end - start)) | 0; // R6.1
  let b = a;
  let c = a;
  let i = start;
  for (; end - i > 12; i += 12) {
    // R6.2
    a += octets[i] | (octets[i + 1] << 8) | (octets[i + 2] << 16) | (octets[i + 3] << 24); // R6.3
    b += octets[i + 4] | (octets[i + 5] << 8) | (octets[i + 6] << 16) | (octets[i + 7] << 24);
    c += octets[i + 8] | (octets[i + 9] << 8) | (octets[i + 10] << 16) | (octets[i + 11] << 24);
    a = (a - c) | 0;
    a ^= (c << 4) | (c >>> 28);
    c = (c + b) | 0;
    b = (b - a) | 0;
    b ^= (a << 6) | (a >>> 26);
    a = (a + c) | 0;
    c = (c - b) | 0;
    c ^= (b << 8) | (b >>> 24);
    b = (b + a) | 0;
    a = (a - c) | 0;
    a ^= (c << 16) | (c >>> 16);
    c = (c + b) | 0;
    b = (b - a) | 0;
    b ^= (a << 19) | (a >>> 13);
    a = (a + c) | 0;
    c = (c - b) | 0;
    c ^= (b << 4) | (b >>> 28);
    b = (b + a) | 0;
  }
  switch (
    end - i // R6.4
  ) {
    case 12:
      c += octets[i + 11] << 24; // falls through, as do all cases but the last
    case 11:
      c += octets[i + 10] << 16;
    case 10:
      c += octets[i + 9] << 8;
    case 9:
      c += octets[i + 8];
    case 8:
      b += octets[i + 7] << 24;
    case 7:
      b += octets[i + 6] << 16;
    case 6:
      b += octets[i + 5] << 8;
    case 5:
      b += octets[i + 4];
    case 4:
      a += octets[i + 3] << 24;
    case 3:
      a += octets[i + 2] << 16;
    case 2:
      a += octets[i + 1] << 8;
    case 1:
      a += octets[i];
      finish(a | 0, b | 0, c | 0, out);
      return;
  }
  out[0] = c; // R6.6
  out[1] = b;
}

/**
 * The same for octets that are in a view, with HASHED_AT_ONCE octets of any value after them.
 * @param {DataView} view
 * @param {number} start
 * @param {number} end
 * @param {Int32Array} out
 */
export function hashView(view, start, end, out) {
  let a = (0xdeadbeef + (end - start)) | 0;
  let b = a;
  let c = a;
  let i = start;
  for (; end - i > HASHED_AT_ONCE; i += HASHED_AT_ONCE) {
    a = (a + view.getInt32(i, true)) | 0;
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
  const rest = end - i; // 1 or more, as there is a token
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
 * The end of R6.2, and R6.6.
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

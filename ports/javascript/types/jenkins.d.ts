/**
 * Hashes octets[start] to octets[end - 1]. out[0] is the high word of the hash, out[1] the low one,
 * as signed integers.
 * @param {Uint8Array} octets
 * @param {number} start
 * @param {number} end
 * @param {Int32Array} out
 */
export function hash(octets: Uint8Array, start: number, end: number, out: Int32Array): void;
/**
 * The same for octets that are in a view, with HASHED_AT_ONCE octets of any value after them.
 * @param {DataView} view
 * @param {number} start
 * @param {number} end
 * @param {Int32Array} out
 */
export function hashView(view: DataView, start: number, end: number, out: Int32Array): void;
/**
 * The same for 1 to 12 octets in three integers, the first octet the lowest, 0 after the last.
 * @param {number} first
 * @param {number} second
 * @param {number} third
 * @param {number} length
 * @param {Int32Array} out
 */
export function hashShort(first: number, second: number, third: number, length: number, out: Int32Array): void;
/**
 * Joins the words of a 64-bit integer.
 * @param {number} high
 * @param {number} low
 */
export function join64(high: number, low: number): bigint;
/**
 * Returns the hash of octets, an integer of 64 bits (R6.1 to R6.6).
 * @param {Uint8Array} octets
 * @returns {bigint}
 */
export function sum64(octets: Uint8Array): bigint;
export const HASHED_AT_ONCE: 12;

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

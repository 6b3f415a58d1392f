// @ts-check
// R8.2: base32 of RFC 4648, lower case, without padding.

import { quote } from './check.js';
import { MalformedError } from './errors.js';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** @param {Uint8Array} octets */
export function encode(octets) {
  let text = '';
  let bits = 0;
  let count = 0;
  for (const octet of octets) {
    bits = ((bits & 0x1f) << 8) | octet;
    for (count += 8; count >= 5; count -= 5) text += ALPHABET[(bits >> (count - 5)) & 31];
  }
  return count > 0 ? text + ALPHABET[(bits << (5 - count)) & 31] : text;
}

/**
 * The octets of lower-case data of the right length. Throws MalformedError (R8.7, R8.9).
 * @param {string} data
 */
export function decode(data) {
  const octets = new Uint8Array((data.length * 5) >> 3);
  let at = 0;
  let bits = 0;
  let count = 0;
  for (const character of data) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) throw new MalformedError(`data hold ${quote(character)}, which is not base32`);
    bits = ((bits & 0xff) << 5) | value;
    count += 5;
    if (count >= 8) {
      count -= 8;
      octets[at++] = bits >> count;
    }
  }
  if (bits & ((1 << count) - 1)) throw new MalformedError('the spare bits of the last character are not 0');
  return octets;
}

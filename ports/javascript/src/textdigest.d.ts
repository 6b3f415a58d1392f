/**
 * Text digests: chapter 10a of the fpcheck specification, level digest. Two texts have the same digest
 * if they have the same words and numbers in the same order, however they are set.
 */

import type { Text } from './index.js';

/** The name of the definition. Keep it with each digest: those of different names do not compare (R10.11). */
export const NAME: string;

/**
 * The digest of a text, 64 hexadecimal digits.
 * @throws {NoItemsError} if it has no items
 */
export function digest(text: Text): string;

/** What is hashed: the words, numbers, symbols and signs of a text, in order (R10.10). All in memory. */
export function items(text: Text): string[];

/**
 * Makes the digest of octets that come in pieces, wherever they are cut (R9.2). Its memory does not grow
 * with the text.
 */
export class TextDigest {
  constructor();
  /**
   * Takes the next piece, and keeps no reference to it.
   * @throws {TypeError} if the text has ended
   */
  write(octets: Uint8Array): this;
  /**
   * Ends the text. Its digest, 64 hexadecimal digits.
   * @throws {NoItemsError} if it has no items
   */
  digest(): string;
  /** Begins another text. */
  reset(): this;
}

/** A text without words, numbers and symbols has no digest (R10.11). */
export class NoItemsError extends Error {
  readonly name: 'NoItemsError';
}

/**
 * Fingerprints of documents, exact to the octet: the schemes sd1, sm1, mh1 and mw1 of the fpcheck
 * specification, at level core; for the levels markup and digest see fpcheck/markup and
 * fpcheck/textdigest. R numbers are those of its rules.
 *
 * Octets are a Uint8Array. A text may also be a string: then its UTF-8 is meant, and each maximal
 * run of unpaired surrogates is one U+FFFD (R1.2).
 */

/** Octets, or a string that stands for its UTF-8. */
export type Text = Uint8Array | string;

/** Bits a slot of a MinHash. */
export type Width = 8 | 4 | 2 | 1;

/** A scheme. There is one object for each: compare with `===`. */
export interface Scheme {
  /** Its name, such as `sm1`. */
  readonly id: string;
  /** Whether its sketch is a MinHash of 128 slots; else it is a SimHash of 64 bits. */
  readonly isMinHash: boolean;

  /**
   * The fingerprint of a text (R9.1).
   * @throws {NoFeaturesError} if the text has no features (R5.3)
   */
  sum(text: Text): Fingerprint;

  /** A hasher for a text that comes in pieces (R9.2). */
  hasher(): Hasher;

  /** What every stage makes of a text, for showing: slower than `sum`, and all in memory. */
  stages(text: Text): Stages;

  /** Chapter 2: the text, its identifiers replaced by U+FFFD and, in multi schemes, its lines joined. */
  identifiers(text: Text): string;
  /** Chapter 3: the runs of what `identifiers` gave. */
  normalise(text: Text): string[];
  /** Chapter 4: the tokens of runs. */
  segment(runs: Iterable<Text>): string[];
  /** Chapter 5: the elements of tokens, ascending, each as often as R5.6 has it. */
  elements(tokens: Iterable<string>): BigUint64Array;

  /**
   * The fingerprint, of profile `visible`, of the octets of a sketch: 8 of a SimHash; 128, 64, 32 or
   * 16 of a MinHash.
   * @throws {MalformedError} if there are more or fewer
   */
  fromSketch(octets: Uint8Array): Fingerprint;

  /**
   * The fingerprint, of profile `visible`, of a full form (R7.9).
   * @throws {NoFeaturesError} if all its slots are empty
   * @throws {TypeError} if the scheme is no MinHash
   */
  fromMinima(minima: Minima): Fingerprint;

  /** The same as `id`. */
  toString(): string;
}

/** What the stages of the specification make of a text. */
export interface Stages {
  /** Chapter 1. */
  text: string;
  /** Chapter 2. */
  identifiers: string;
  /** Chapter 3. */
  runs: string[];
  /** Chapter 4. */
  tokens: string[];
  /** Chapter 5: the distinct features, in the order in which each occurs first. */
  features: Feature[];
  /** R5.6, ascending. */
  elements: BigUint64Array;
}

/** A distinct feature (R5.2). */
export interface Feature {
  /** What is hashed. */
  octets: Uint8Array;
  /** Its hash of 64 bits (chapter 6). */
  hash: bigint;
  /** R5.4; in mw1, how often it occurs, up to 1,024 (R5.6). */
  weight: number;
}

/**
 * Makes a fingerprint of octets that come in pieces, wherever they are cut (R9.2). Its memory grows
 * with the number of distinct features, not with the text.
 */
export interface Hasher {
  /**
   * Takes the next piece, and keeps no reference to it.
   * @throws {TypeError} if the text has ended
   */
  write(octets: Uint8Array): this;
  /** Ends the text. The number of distinct features (R5.2). */
  readonly features: number;
  /**
   * Ends the text. Its fingerprint.
   * @throws {NoFeaturesError} if it has no features (R5.3)
   */
  fingerprint(): Fingerprint;
  /**
   * Ends the text. Its full form (R7.5), empty if it has no features.
   * @throws {TypeError} if the scheme is no MinHash
   */
  minima(): Minima;
  /** Begins another text. */
  reset(): this;
}

/** A sketch with the scheme and profile that made it. Immutable. */
export interface Fingerprint {
  /** The scheme that made it. */
  readonly scheme: Scheme;
  /** The scheme's name as the string has it, such as `mh1b4` (R8.3). */
  readonly name: string;
  /** How the text was found in its medium (R8.1): `visible` if it was given as text. */
  readonly profile: string;
  /** A copy of the octets of the sketch, big-endian, or slot 0 first (R8.2). */
  readonly sketch: Uint8Array;
  /** Bits a slot of a MinHash; 0 for a SimHash, which has no slots. */
  readonly width: Width | 0;

  /**
   * The same sketch with another profile.
   * @throws {MalformedError} if it is no name of a profile (R8.4)
   */
  withProfile(profile: string): Fingerprint;

  /**
   * The form of so many bits a slot (R7.10).
   * @throws {RangeError} if it has fewer, or is no MinHash
   */
  truncate(bits: Width): Fingerprint;

  /**
   * In how many of 64 bits (R10.2), or of 128 slots (R10.4), the two differ.
   * @throws {NotComparableError} if their schemes or profiles differ (R10.1)
   */
  distance(other: Fingerprint): number;

  /**
   * From 0 to 1. Of a SimHash, 1 - distance / 64 (R10.3); of a MinHash, an estimate of the texts'
   * resemblance (R10.5).
   * @throws {NotComparableError} if their schemes or profiles differ (R10.1)
   */
  similarity(other: Fingerprint): number;

  /** Its string, such as `sm1:a2djadaj2r4kc` (R8.1). */
  toString(): string;
  /** The same as `toString`. */
  toJSON(): string;
}

/** simhash-doc: the source note's own scheme. */
export const sd1: Scheme;
/** simhash-multi: near duplicates, in every script. The scheme to choose. */
export const sm1: Scheme;
/** minhash-doc: resemblance and containment of texts; sketches that merge. */
export const mh1: Scheme;
/** minhash-weighted: the same where it matters how often something is said. */
export const mw1: Scheme;

/** All schemes. */
export const schemes: readonly Scheme[];

/** The scheme of a name, such as `mh1`; undefined if there is none. Truncated forms are no schemes. */
export function lookup(id: string): Scheme | undefined;

/**
 * The fingerprint that a string stands for (R8.5).
 * @throws {MalformedError} if there is none (R8.6 to R8.9)
 */
export function parse(string: string): Fingerprint;

/** Chapter 1: octets to text. */
export function decodeText(octets: Text): string;

/** Chapter 6: the hash of octets, 64 bits. */
export function sum64(octets: Uint8Array): bigint;

/** mix64 of an integer of 64 bits (R6.7). */
export function mix64(z: bigint): bigint;

/**
 * The full form of a MinHash sketch: the least value of each of 128 slots (R7.5). It does not know
 * its scheme, nor how many features went into it.
 */
export class Minima {
  /** An empty one. */
  constructor();
  /** Whether all slots are empty. */
  readonly empty: boolean;
  /** Adds an element, an integer of 64 bits (R7.4). */
  add(element: bigint): void;
  /** Takes in another, of the same scheme and profile (R7.6). */
  merge(other: Minima): void;
  /** Its serialisation, 1,029 octets (R7.7). */
  toOctets(): Uint8Array;
  /**
   * Reads a serialisation.
   * @throws {MalformedError} if it is none (R7.7)
   */
  static fromOctets(octets: Uint8Array): Minima;
  /**
   * The 128 octets of the stored form (R7.9), which does not merge.
   * @throws {NoFeaturesError} if all slots are empty
   */
  stored(): Uint8Array;
}

/** A text has no features, so it has no fingerprint (R5.3, R7.9). */
export class NoFeaturesError extends Error {
  readonly name: 'NoFeaturesError';
}

/** A string, a profile, a sketch, a full form or an XML document is malformed; the message says how. */
export class MalformedError extends Error {
  readonly name: 'MalformedError';
}

/** Two fingerprints differ in scheme or profile; the message names both (R10.1). */
export class NotComparableError extends Error {
  readonly name: 'NotComparableError';
}

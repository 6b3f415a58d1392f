/**
 * Returns the scheme of a name, such as `mh1`; undefined if there is none. Truncated forms are no schemes.
 * @param {string} id
 * @returns {Scheme | undefined}
 */
export function lookup(id: string): Scheme | undefined;
/** @typedef {import('./ids.js').SchemeId} SchemeId The name of a scheme. */
/** @typedef {import('./text.js').Text} Text Octets, or a string that stands for its UTF-8. */
/**
 * @typedef {object} Feature A distinct feature (R5.2).
 * @property {Uint8Array} octets What is hashed.
 * @property {bigint} hash Its hash of 64 bits (chapter 6).
 * @property {number} weight R5.4; in mw1, how often it occurs, up to 1,024 (R5.6).
 */
/**
 * @typedef {object} Stages The results of all stages of the specification.
 * @property {string} text Chapter 1.
 * @property {string} identifiers Chapter 2.
 * @property {string[]} runs Chapter 3.
 * @property {string[]} tokens Chapter 4.
 * @property {Feature[]} features Chapter 5: the distinct features, in the order in which each occurs first.
 * @property {BigUint64Array} elements R5.6, ascending.
 */
/**
 * @typedef {object} Plan What is particular to a scheme.
 * @property {boolean} multi Whether it is one of the multi schemes (chapter 0).
 * @property {boolean} clusters Whether clusters are features (R5.4).
 * @property {boolean} shingles Whether features are shingles (R5.5).
 * @property {boolean} occurrences Whether it counts how often a feature occurs (R5.6).
 */
/**
 * A scheme of the specification. There is one object for each: compare with `===`. A structured clone is `{ id }`:
 * `lookup(id)` returns the scheme.
 */
export class Scheme {
    /**
     * The schemes are `sm1`, `sd1`, `mh1` and `mw1`.
     * @private
     * @param {SchemeId} id
     * @param {Plan} plan
     */
    private constructor();
    /**
     * Its name, such as `sm1`.
     * @readonly
     * @type {SchemeId}
     */
    readonly id: SchemeId;
    /** Whether its sketch is a MinHash of 128 slots, not a SimHash of 64 bits. */
    get isMinHash(): boolean;
    /**
     * Returns the fingerprint of a text (R9.1).
     * @param {Text} text
     * @returns {Fingerprint}
     * @throws {NoFeaturesError} if the text has no features (R5.3)
     */
    sum(text: Text): Fingerprint;
    /**
     * Returns a hasher for a text that comes in pieces (R9.2).
     * @returns {Hasher}
     */
    hasher(): Hasher;
    /**
     * Chapter 5: returns the elements of tokens, ascending, each as often as R5.6 has it.
     * @param {Iterable<string>} tokens
     * @returns {BigUint64Array}
     */
    elements(tokens: Iterable<string>): BigUint64Array;
    /**
     * Returns the fingerprint, of profile `visible`, with the octets of a sketch: 8 of a SimHash; 128, 64, 32 or
     * 16 of a MinHash.
     * @param {Uint8Array} octets
     * @returns {Fingerprint}
     * @throws {MalformedError} if there are more or fewer
     */
    fromSketch(octets: Uint8Array): Fingerprint;
    /**
     * Returns the fingerprint, of profile `visible`, of a full form (R7.9).
     * @param {Minima} minima
     * @returns {Fingerprint}
     * @throws {NoFeaturesError} if all its slots are empty
     * @throws {NotComparableError} if the full form is of another scheme
     */
    fromMinima(minima: Minima): Fingerprint;
    /**
     * Chapter 2: returns the text, its identifiers replaced by U+FFFD and, in multi schemes, its lines joined.
     * @param {Text} text
     * @returns {string}
     */
    identifiers(text: Text): string;
    /**
     * Chapter 3: returns the runs of the result of `identifiers`.
     * @param {Text} text
     * @returns {string[]}
     */
    normalise(text: Text): string[];
    /**
     * Chapter 4: returns the tokens of runs.
     * @param {Iterable<Text>} runs
     * @returns {string[]}
     */
    segment(runs: Iterable<Text>): string[];
    /**
     * Returns the results of all stages, for showing: slower than `sum`, and all in memory.
     * @param {Text} text
     * @returns {Stages}
     */
    stages(text: Text): Stages;
    /** Returns its id. */
    toString(): import("./ids.js").SchemeId;
    /** Returns its id. */
    toJSON(): import("./ids.js").SchemeId;
    #private;
}
/** simhash-doc: the source note's own scheme. */
export const sd1: Scheme;
/** simhash-multi: near duplicates, in every script. The scheme to choose. */
export const sm1: Scheme;
/** minhash-doc: resemblance and containment of texts; sketches that merge. */
export const mh1: Scheme;
/** minhash-weighted: the same where it matters how often something is said. */
export const mw1: Scheme;
/**
 * All schemes, in the order of the specification.
 * @type {readonly Scheme[]}
 */
export const schemes: readonly Scheme[];
/**
 * The name of a scheme.
 */
export type SchemeId = import("./ids.js").SchemeId;
/**
 * Octets, or a string that stands for its UTF-8.
 */
export type Text = import("./text.js").Text;
/**
 * A distinct feature (R5.2).
 */
export type Feature = {
    /**
     * What is hashed.
     */
    octets: Uint8Array;
    /**
     * Its hash of 64 bits (chapter 6).
     */
    hash: bigint;
    /**
     * R5.4; in mw1, how often it occurs, up to 1,024 (R5.6).
     */
    weight: number;
};
/**
 * The results of all stages of the specification.
 */
export type Stages = {
    /**
     * Chapter 1.
     */
    text: string;
    /**
     * Chapter 2.
     */
    identifiers: string;
    /**
     * Chapter 3.
     */
    runs: string[];
    /**
     * Chapter 4.
     */
    tokens: string[];
    /**
     * Chapter 5: the distinct features, in the order in which each occurs first.
     */
    features: Feature[];
    /**
     * R5.6, ascending.
     */
    elements: BigUint64Array;
};
/**
 * What is particular to a scheme.
 */
export type Plan = {
    /**
     * Whether it is one of the multi schemes (chapter 0).
     */
    multi: boolean;
    /**
     * Whether clusters are features (R5.4).
     */
    clusters: boolean;
    /**
     * Whether features are shingles (R5.5).
     */
    shingles: boolean;
    /**
     * Whether it counts how often a feature occurs (R5.6).
     */
    occurrences: boolean;
};
import { Fingerprint } from './fingerprint.js';
import { Hasher } from './hasher.js';
import { Minima } from './minhash.js';

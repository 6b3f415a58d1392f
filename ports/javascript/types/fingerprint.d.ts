/**
 * Returns the fingerprint of a string (R8.5).
 * @param {string} string
 * @returns {Fingerprint}
 * @throws {MalformedError} if the string is malformed (R8.6 to R8.9)
 */
export function parse(string: string): Fingerprint;
/**
 * A sketch with the scheme and profile that made it. Immutable.
 *
 * Its only property of its own is `string`. So `assert.deepEqual` compares fingerprints by value, and a structured
 * clone, such as a Worker receives, is `{ string }`: `Fingerprint.from` makes a fingerprint of it.
 */
export class Fingerprint {
    /**
     * Returns the fingerprint of the value: a fingerprint, its string, or its structured clone.
     * @param {Fingerprint | string | { readonly string: string }} value
     * @returns {Fingerprint}
     * @throws {MalformedError} if the string is malformed (R8.6 to R8.9)
     */
    static from(value: Fingerprint | string | {
        readonly string: string;
    }): Fingerprint;
    /**
     * Returns the fingerprint, of profile `visible`, with the octets of a sketch: 8 of a SimHash; 128, 64, 32 or
     * 16 of a MinHash.
     * @param {SchemeId | { id: SchemeId }} scheme
     * @param {Uint8Array} octets
     * @returns {Fingerprint}
     * @throws {MalformedError} if there are more or fewer
     */
    static fromSketch(scheme: SchemeId | {
        id: SchemeId;
    }, octets: Uint8Array): Fingerprint;
    /**
     * Fingerprints come from `parse`, `Fingerprint.from`, `Fingerprint.fromSketch` and the methods of a scheme.
     * @private
     * @param {SchemeId} scheme
     * @param {Uint8Array} sketch which is of a length of the scheme
     * @param {string} [profile]
     */
    private constructor();
    /**
     * Its string, such as `sm1:a2djadaj2r4kc` (R8.1).
     * @readonly
     * @type {string}
     */
    readonly string: string;
    /** The id of the scheme that made it, such as `mh1`: `lookup` returns the scheme. */
    get scheme(): import("./ids.js").SchemeId;
    /** The scheme's name as the string has it, such as `mh1b4` (R8.3). */
    get name(): string;
    /** How the text was found in its medium (R8.1): `visible` if it was given as text. */
    get profile(): string;
    /** A copy of the octets of the sketch, big-endian, or slot 0 first (R8.2). */
    get sketch(): Uint8Array<ArrayBuffer>;
    /**
     * Bits a slot of a MinHash; 0 for a SimHash, which has no slots.
     * @returns {Width | 0}
     */
    get width(): Width | 0;
    /**
     * Returns the same sketch with another profile.
     * @param {string} profile
     * @returns {Fingerprint}
     * @throws {MalformedError} if it is not the name of a profile (R8.4)
     */
    withProfile(profile: string): Fingerprint;
    /**
     * Returns the form with fewer bits a slot (R7.10).
     * @param {Width} bits
     * @returns {Fingerprint}
     * @throws {RangeError} if the fingerprint has fewer, or is not a MinHash
     */
    truncate(bits: Width): Fingerprint;
    /**
     * Returns in how many of 64 bits (R10.2), or of 128 slots (R10.4), the two differ.
     * @param {Fingerprint} other
     * @returns {number}
     * @throws {NotComparableError} if their schemes or profiles differ (R10.1)
     */
    distance(other: Fingerprint): number;
    /**
     * Returns 0 to 1. Of a SimHash, 1 - distance / 64 (R10.3); of a MinHash, an estimate of the texts'
     * resemblance (R10.5).
     * @param {Fingerprint} other
     * @returns {number}
     * @throws {NotComparableError} if their schemes or profiles differ (R10.1)
     */
    similarity(other: Fingerprint): number;
    /** Returns its string. */
    toString(): string;
    /** Returns its string. */
    toJSON(): string;
    #private;
}
/**
 * The name of a scheme.
 */
export type SchemeId = import("./ids.js").SchemeId;
/**
 * Bits a slot of a MinHash.
 */
export type Width = 8 | 4 | 2 | 1;
export { MalformedError, NotComparableError } from "./errors.js";

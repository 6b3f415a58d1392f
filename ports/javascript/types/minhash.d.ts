/**
 * R6.7, of high · 2^32 + low. The words of the result are out[0] and out[1], signed.
 * @param {number} high
 * @param {number} low
 * @param {Int32Array} out
 */
export function mix(high: number, low: number, out: Int32Array): void;
/**
 * Returns mix64 of an integer of 64 bits (R6.7).
 * @param {bigint} z
 * @returns {bigint}
 * @throws {RangeError} if it is negative or has more bits
 */
export function mix64(z: bigint): bigint;
/**
 * The full form of a MinHash sketch: the least value of each of 128 slots (R7.5). It merges with those of its
 * scheme. It does not know its profile, nor how many features went into it.
 *
 * A structured clone, such as a Worker receives, is a plain object: `Minima.from` makes a full form of it.
 */
export class Minima {
    /**
     * Reads a serialisation of a full form of a scheme (R7.7).
     * @param {Uint8Array} octets
     * @param {SchemeId | { id: SchemeId }} scheme the scheme that made it, which the octets do not name
     * @returns {Minima}
     * @throws {MalformedError} if the octets are malformed
     */
    static fromOctets(octets: Uint8Array, scheme: SchemeId | {
        id: SchemeId;
    }): Minima;
    /**
     * Returns the full form of the value: a full form, its structured clone, or what `toJSON` returned.
     * @param {Minima | { readonly scheme: SchemeId }} value
     * @returns {Minima}
     * @throws {MalformedError} if a slot is out of range
     */
    static from(value: Minima | {
        readonly scheme: SchemeId;
    }): Minima;
    /**
     * Makes an empty one.
     * @param {SchemeId | { id: SchemeId }} scheme `mh1` or `mw1`
     */
    constructor(scheme: SchemeId | {
        id: SchemeId;
    });
    /**
     * The id of its scheme.
     * @readonly
     * @type {SchemeId}
     */
    readonly scheme: SchemeId;
    /**
     * Adds an element, an integer of 64 bits (R7.4, R7.5).
     * @param {bigint} element
     * @throws {RangeError} if it is negative or has more bits
     */
    add(element: bigint): void;
    /**
     * Adds all elements of another full form (R7.6). Both must be of one profile, which they do not record.
     * @param {Minima} other
     * @throws {NotComparableError} if their schemes differ
     */
    merge(other: Minima): void;
    /** Whether all slots are empty. */
    get empty(): boolean;
    /**
     * Returns its serialisation, 1,029 octets (R7.7). They do not name the scheme: keep it beside them.
     * @returns {Uint8Array}
     */
    toOctets(): Uint8Array;
    /**
     * Returns the scheme and the serialisation in base64: `Minima.from` reads them.
     * @returns {{ scheme: SchemeId, octets: string }}
     */
    toJSON(): {
        scheme: SchemeId;
        octets: string;
    };
    /**
     * Returns the 128 octets of the stored form (R7.9), which does not merge.
     * @returns {Uint8Array}
     * @throws {NoFeaturesError} if all slots are empty
     */
    stored(): Uint8Array;
    #private;
}
/**
 * The name of a scheme.
 */
export type SchemeId = import("./ids.js").SchemeId;

/** Writes a code point as UTF-8 and returns where it ends. There must be room for 4 octets. */
export function putUtf8(octets: any, at: any, cp: any): any;
/**
 * UTF-8 of a string; octets as they are. Each run of unpaired surrogates becomes one U+FFFD (R1.2).
 * @param {Text} input
 * @returns {Uint8Array}
 */
export function octetsOf(input: Text): Uint8Array;
/** The string of octets that are well-formed UTF-8. */
export function stringOf(octets: any, start: any, end: any): string;
/**
 * Returns the text of octets (chapter 1).
 * @param {Text} octets
 * @returns {string}
 */
export function decodeText(octets: Text): string;
/** A stage that reads octets and gives code points, with their flags, to the next. */
export class Decoder {
    constructor(next: any);
    get idle(): boolean;
    /** Reads octets[start] to octets[end - 1]. */
    write(octets: any, start: any, end: any): void;
    end(): void;
    #private;
}
/**
 * Passes pieces of a text on as octets. A pair of surrogates may be cut: its first half waits for the
 * second. An unpaired surrogate becomes three octets that are ill-formed, so a run of them is one U+FFFD
 * wherever it is cut (R1.2).
 */
export class Pieces {
    /** @param {(octets: Uint8Array) => void} write */
    constructor(write: (octets: Uint8Array) => void);
    /** @param {Text} piece */
    take(piece: Text): void;
    end(): void;
    #private;
}
/** The last stage of a chain whose output is wanted as strings: one for each piece between cuts. */
export class Collector {
    pieces: any[];
    put(cp: any): void;
    cut(): void;
    end(): void;
    #private;
}
/**
 * Octets, or a string that stands for its UTF-8.
 */
export type Text = Uint8Array | string;

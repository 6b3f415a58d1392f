/**
 * @typedef {object} VisibleText What a document shows.
 * @property {string} text The text, for the methods `sum` and `hasher` of a scheme.
 * @property {string} encoding The encoding of the document (R11.1): its name in the Encoding Standard, in lower case.
 */
/**
 * Returns the visible text of an HTML document.
 * @param {Uint8Array} octets the document as it came
 * @param {string | null} [charset] the charset that its transport declared; an unknown or empty one does not count
 * @returns {VisibleText}
 * @throws {RangeError} if more than 512 elements are open (R11.3)
 */
export function htmlText(octets: Uint8Array, charset?: string | null): VisibleText;
/**
 * What a document shows.
 */
export type VisibleText = {
    /**
     * The text, for the methods `sum` and `hasher` of a scheme.
     */
    text: string;
    /**
     * The encoding of the document (R11.1): its name in the Encoding Standard, in lower case.
     */
    encoding: string;
};

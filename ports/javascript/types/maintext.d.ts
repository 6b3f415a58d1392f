/** @typedef {import('./html.js').VisibleText} VisibleText What a document shows. */
/**
 * Returns the main text of an HTML document: the article without menus, teasers, captions and footers.
 * @param {Uint8Array} octets the document as it came
 * @param {string | null} [charset] the charset that its transport declared; an unknown or empty one does not count
 * @returns {VisibleText}
 * @throws {RangeError} if more than 512 elements are open (R11.3)
 */
export function mainText(octets: Uint8Array, charset?: string | null): VisibleText;
/**
 * What a document shows.
 */
export type VisibleText = import("./html.js").VisibleText;

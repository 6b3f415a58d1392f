/**
 * Returns the visible text of an XML document, by its vocabulary (R11.17): XHTML, JATS, BITS, DocBook, TEI, ALTO,
 * PAGE or any other. Nothing is fetched.
 * @param {Uint8Array} octets the document as it came
 * @param {string | null} [charset] the charset that its transport declared; an unknown or empty one does not count
 * @returns {import('./html.js').VisibleText}
 * @throws {MalformedError} if the document is refused (R11.16)
 */
export function xmlText(octets: Uint8Array, charset?: string | null): import("./html.js").VisibleText;

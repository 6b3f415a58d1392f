/**
 * Visible text of markup: level markup of the fpcheck specification, chapter 11. Needs parse5, which is
 * an optional peer dependency of this package. R numbers are those of the specification's rules.
 */

/** What a document shows. */
export interface VisibleText {
  /** The text, for a scheme's `sum` or `hasher`. */
  text: string;
  /** The encoding that it was found in (R11.1): the name that the Encoding Standard gives it, in lower case. */
  encoding: string;
}

/**
 * The visible text of an HTML document.
 * @param octets the document as it came
 * @param charset the charset that its transport declared, if any; one that is unknown does not count
 */
export function htmlText(octets: Uint8Array, charset?: string): VisibleText;

/**
 * The visible text of an XML document, by its vocabulary (R11.17): XHTML, JATS, BITS, DocBook, TEI, ALTO, PAGE or
 * any other. Nothing is fetched.
 * @param octets the document as it came
 * @param charset the charset that its transport declared, if any; one that is unknown does not count
 * @throws {MalformedError} if the document is refused (R11.16)
 */
export function xmlText(octets: Uint8Array, charset?: string): VisibleText;

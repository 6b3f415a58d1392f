// @ts-check
/**
 * Main text of HTML: level main of the fpcheck specification, chapter 11a, which is a draft. Needs parse5, which is
 * an optional peer dependency of this package. R numbers are those of the specification's rules.
 * @module
 */

import { mainPage } from './main-page.js';

/** @typedef {import('./html.js').VisibleText} VisibleText What a document shows. */

/**
 * Returns the main text of an HTML document: the article without menus, teasers, captions and footers.
 * @param {Uint8Array} octets the document as it came
 * @param {string | null} [charset] the charset that its transport declared; an unknown or empty one does not count
 * @returns {VisibleText}
 * @throws {RangeError} if more than 512 elements are open (R11.3)
 */
export function mainText(octets, charset) {
  const { text, encoding } = mainPage(octets, charset);
  return { text, encoding };
}

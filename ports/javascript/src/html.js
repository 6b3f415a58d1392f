// @ts-check
// The visible text of HTML (R11.1 to R11.10), by the tree that parse5 builds.

import { htmlTree, walk } from './page.js';
import { Lines } from './visible.js';

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
export function htmlText(octets, charset) {
  const { tree, encoding } = htmlTree(octets, charset);
  const lines = new Lines();
  walk(tree, lines);
  return { text: lines.toString(), encoding };
}

// @ts-check
/**
 * Visible text of markup: level markup of the fpcheck specification, chapter 11. Needs parse5, which is
 * an optional peer dependency of this package. R numbers are those of the specification's rules.
 * @module
 */

/** @typedef {import('./html.js').VisibleText} VisibleText What a document shows. */

export { MalformedError } from './errors.js';
export { htmlText } from './html.js';
export { xmlText } from './xml.js';

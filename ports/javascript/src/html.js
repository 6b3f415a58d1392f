// @ts-check
// The visible text of HTML (R11.1 to R11.10), by the tree that parse5 builds.

import { defaultTreeAdapter, parse } from 'parse5';
import { checkOctets } from './check.js';
import { decode } from './encodings.js';
import { declaredEncoding, htmlEncoding } from './sniff.js';
import { LINE, Lines, PREFORMATTED, calls, isLeftOut } from './visible.js';

/** How many elements may be open: each paragraph can open all formatting elements again, in a few octets. */
const DEEPEST = 512;

/**
 * @typedef {object} VisibleText What a document shows.
 * @property {string} text The text, for the methods `sum` and `hasher` of a scheme.
 * @property {string} encoding The encoding of the document (R11.1): its name in the Encoding Standard, in lower case.
 */

/**
 * Returns the visible text of an HTML document.
 * @param {Uint8Array} octets the document as it came
 * @param {string} [charset] the charset that its transport declared; an unknown one does not count
 * @returns {VisibleText}
 * @throws {RangeError} if more than 512 elements are open (R11.3)
 */
export function htmlText(octets, charset) {
  checkOctets(octets);
  const { encoding, mark, tentative } = htmlEncoding(octets, charset);
  const tree = treeOf(decode(octets.subarray(mark), encoding));
  const declared = tentative ? declaredIn(tree) : undefined;
  if (declared === undefined || declared === encoding) return { text: visible(tree), encoding };
  return { text: visible(treeOf(decode(octets, declared))), encoding: declared };
}

/** R11.1: the encoding that the head declares. The content of a template is none of its child nodes. */
function declaredIn(document) {
  const named = (node, name) => node.childNodes?.find(({ tagName }) => tagName === name);
  for (const node of named(named(document, 'html'), 'head').childNodes) {
    for (const { tagName, attrs } of [node, ...(node.childNodes ?? [])]) {
      if (tagName !== 'meta') continue;
      const encoding = declaredEncoding((name) => attrs.find((one) => one.name === name)?.value ?? '');
      if (encoding !== undefined) return encoding;
    }
  }
  return undefined;
}

/** R11.3. */
function treeOf(html) {
  let open = 0;
  const treeAdapter = {
    ...defaultTreeAdapter,
    onItemPush() {
      if (++open > DEEPEST) throw new RangeError(`more than ${DEEPEST} elements are open`);
    },
    onItemPop() {
      open--;
    },
  };
  return parse(html, { scriptingEnabled: false, treeAdapter });
}

/** R11.4 to R11.10. Without recursion: elements that have ended may be nested in each other too. */
function visible(document) {
  const lines = new Lines();
  let preformatted = 0; // how many such elements are open
  const todo = [...document.childNodes].reverse(); // nodes, and functions that end an element, the next one last
  while (todo.length > 0) {
    const node = todo.pop();
    if (typeof node === 'function') node();
    else if (node.nodeName === '#text') lines.add(node.value, preformatted > 0);
    else if (node.tagName !== undefined) {
      const { tagName, attrs, childNodes } = node;
      const attribute = (name) => attrs.find((one) => one.name === name)?.value;
      if (isLeftOut(tagName, attribute)) continue;
      const called = calls(tagName, attribute);
      lines.call(called);
      if (called === LINE) todo.push(() => lines.call(LINE));
      if (PREFORMATTED.has(tagName)) {
        preformatted++;
        todo.push(() => preformatted--);
      }
      for (let i = childNodes.length - 1; i >= 0; i--) todo.push(childNodes[i]);
    }
  }
  return lines.toString();
}

// The tree of an HTML page, which parse5 builds, and what it shows (R11.1 to R11.10).

import { defaultTreeAdapter, parse } from 'parse5';
import { checkOctets } from './check.js';
import { decode } from './encodings.js';
import { declaredEncoding, htmlEncoding } from './sniff.js';
import { PREFORMATTED, calls, isLeftOut } from './visible.js';

/** How many elements may be open: each paragraph can open all formatting elements again, in a few octets. */
const DEEPEST = 512;

/** A bit that no call of visible.js has. */
const END_OF_PREFORMATTED = 4;

/**
 * The tree of a document and its encoding (R11.1 to R11.3).
 * @param {Uint8Array} octets
 * @param {string | null} [charset]
 * @returns {{ tree: object, encoding: string }}
 */
export function htmlTree(octets, charset) {
  checkOctets(octets);
  const { encoding, mark, tentative } = htmlEncoding(octets, charset);
  const tree = treeOf(decode(octets.subarray(mark), encoding));
  const declared = tentative ? declaredIn(tree) : undefined;
  if (declared === undefined || declared === encoding) return { tree, encoding };
  return { tree: treeOf(decode(octets, declared)), encoding: declared };
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

/**
 * Gives lines what a document shows (R11.4 to R11.10): each element where it begins and where it ends, and each text.
 * Without recursion: elements that have ended may be nested in each other too.
 */
export function walk(document, lines) {
  let preformatted = 0; // how many such elements are open
  const todo = [...document.childNodes].reverse(); // nodes, and where an element ends what it calls for; the next one last
  while (todo.length > 0) {
    const node = todo.pop();
    if (typeof node === 'number') {
      if (node & END_OF_PREFORMATTED) preformatted--;
      lines.leave(node & ~END_OF_PREFORMATTED);
    } else if (node.nodeName === '#text') lines.add(node.value, preformatted > 0);
    else if (node.tagName !== undefined) {
      const { tagName, attrs, childNodes } = node;
      const attribute = (name) => attrs.find((one) => one.name === name)?.value;
      if (isLeftOut(tagName, attribute)) continue;
      const called = calls(tagName, attribute);
      lines.enter(node, called);
      if (PREFORMATTED.has(tagName)) {
        preformatted++;
        todo.push(called | END_OF_PREFORMATTED);
      } else todo.push(called);
      for (let i = childNodes.length - 1; i >= 0; i--) todo.push(childNodes[i]);
    }
  }
}

// The visible text of HTML (R11.1 to R11.9), by the tree that parse5 builds.

import { parse } from 'parse5';
import { checkOctets } from './check.js';
import { decode } from './encodings.js';
import { htmlEncoding } from './sniff.js';
import { BLOCKS, LEFT_OUT, Lines, PREFORMATTED } from './visible.js';

/** The visible text of the octets of an HTML document, and the name of its encoding. */
export function htmlText(octets, charset) {
  checkOctets(octets);
  const { encoding, mark } = htmlEncoding(octets, charset);
  const document = parse(decode(octets.subarray(mark), encoding), { scriptingEnabled: false });
  return { text: visible(document), encoding };
}

/** R11.4 to R11.9. Without recursion: a document may nest as deep as it is long. */
function visible(document) {
  const lines = new Lines();
  let preformatted = 0; // how many such elements are open
  const todo = [document]; // nodes, and functions that end an element, the next one last
  while (todo.length > 0) {
    const node = todo.pop();
    if (typeof node === 'function') node();
    else if (node.nodeName === '#text') lines.add(node.value, preformatted > 0);
    else if (node.childNodes !== undefined && !isLeftOut(node)) {
      const { tagName } = node;
      if (BLOCKS.has(tagName)) {
        lines.line();
        todo.push(() => lines.line());
      }
      if (PREFORMATTED.has(tagName)) {
        preformatted++;
        todo.push(() => preformatted--);
      }
      for (let i = node.childNodes.length - 1; i >= 0; i--) todo.push(node.childNodes[i]);
    }
  }
  return lines.toString();
}

/** R11.4 and R11.5. */
function isLeftOut({ tagName, attrs = [] }) {
  const has = (name) => attrs.some((attribute) => attribute.name === name);
  return LEFT_OUT.has(tagName) || has('hidden') || (tagName === 'dialog' && !has('open'));
}

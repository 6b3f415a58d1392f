// The visible text of XML (R11.11 to R11.24), by a scan of its own: no document is read that is not
// well-formed in all that this scan looks at, and nothing outside the document is.

import { checkOctets, quote } from './check.js';
import { decode } from './encodings.js';
import { ENTITIES } from './entities.js';
import { MalformedError } from './errors.js';
import { xmlEncoding } from './sniff.js';
import { Lines } from './visible.js';
import { vocabularyOf } from './vocabularies.js';

const DEEPEST = 500;
const LONGEST_LITERAL = 256;

// R11.13, and keys of R11.14. A code point above U+FFFF is two units above U+007F.
const NAME = '[A-Za-z_:\\x80-\\uffff][\\w:.\\-\\x80-\\uffff]*';
const BLANKS = '[\\t\\n\\f\\r ]*';
const START = new RegExp(`<(${NAME})`, 'y');
const END = new RegExp(`</(${NAME})${BLANKS}>`, 'y');
const ATTRIBUTE = new RegExp(`${BLANKS}(${NAME})${BLANKS}=${BLANKS}(["'])`, 'y');
const TAG_END = new RegExp(`${BLANKS}(/?)>`, 'y');
const ENTITY = new RegExp(`!ENTITY${BLANKS}(${NAME})`, 'y');
const LITERAL = new RegExp(`${BLANKS}(?:"([^"]*)"|'([^']*)')`, 'y');
const REFERENCE = /&([\w:.\-#\x80-\uffff]*);/y;
const REFERENCES = /&([\w:.\-#\x80-\uffff]*)(;?)/g;

const PREDEFINED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

let named; // of HTML, when first asked for

function namedCharacter(name) {
  named ??= new Map(
    ENTITIES.split(',').map((row) => {
      const [key, ...hex] = row.split(' ');
      return [key, String.fromCodePoint(...hex.map((digits) => parseInt(digits, 16)))];
    }),
  );
  return named.get(name);
}

/** R11.14 (a) and (b). */
function character(key) {
  const match = /^#(?:x([0-9A-Fa-f]+)|([0-9]+))$/.exec(key);
  if (match === null) return PREDEFINED.get(key);
  const cp = Number(match[2] ?? `0x${match[1]}`);
  const isScalar = cp > 0 && cp <= 0x10ffff && (cp < 0xd800 || cp > 0xdfff);
  return isScalar ? String.fromCodePoint(cp) : undefined;
}

/** R11.15: the text of an entity whose literal is this; undefined if it has none. */
function entityText(literal) {
  if (literal.length > 2 * LONGEST_LITERAL || [...literal].length > LONGEST_LITERAL || literal.includes('<')) {
    return undefined;
  }
  let fits = true;
  const text = literal.replace(REFERENCES, (_, key, end) => {
    const meant = end === ';' ? character(key) : undefined;
    fits &&= meant !== undefined && !(key.startsWith('#') && (meant === '&' || meant === '<'));
    return meant ?? '';
  });
  return fits ? text : undefined;
}

/** A document that is read once, from its start. */
class Scan {
  #text;
  #at = 0;
  #entities = new Map(); // the text of each, undefined if it has none
  #open = []; // elements, the root first
  #vocabulary; // once there was a root element
  #lines = new Lines();

  constructor(text) {
    this.#text = text;
  }

  read() {
    const markup = /[<&]/g;
    while (this.#at < this.#text.length) {
      markup.lastIndex = this.#at;
      const next = markup.exec(this.#text);
      this.#data(this.#text.slice(this.#at, next?.index));
      if (next === null) break;
      this.#at = next.index;
      if (next[0] === '<') this.#construct();
      else this.#reference();
    }
    if (this.#vocabulary === undefined) this.#refuse('the document has no root element');
    if (this.#open.length > 0) this.#refuse(`the document ends in the element ${quote(this.#open.at(-1).name)}`);
    return this.#lines.toString();
  }

  #refuse(reason) {
    throw new MalformedError(reason);
  }

  /** What an expression matches here, which is then read; null if it does not match. */
  #match(expression) {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#text);
    if (match !== null) this.#at = expression.lastIndex;
    return match;
  }

  /** Whether a string is here, which is then read. */
  #is(string) {
    if (!this.#text.startsWith(string, this.#at)) return false;
    this.#at += string.length;
    return true;
  }

  /** Reads up to a string and past it, and returns what is before it. */
  #past(string) {
    const start = this.#at;
    const end = this.#text.indexOf(string, start);
    if (end < 0) this.#refuse(`the document ends where ${quote(string)} is wanted`);
    this.#at = end + string.length;
    return this.#text.slice(start, end);
  }

  /** Reads past the first of some characters, and returns it. */
  #pastOneOf(characters) {
    characters.lastIndex = this.#at;
    const match = characters.exec(this.#text);
    if (match === null) this.#refuse('the document ends in a document type');
    this.#at = characters.lastIndex;
    return match[0];
  }

  /** R11.12. */
  #construct() {
    if (this.#is('<!--')) this.#past('-->');
    else if (this.#is('<?')) this.#past('?>');
    else if (this.#is('<![CDATA[')) this.#data(this.#past(']]>'));
    else if (this.#vocabulary === undefined && this.#is('<!DOCTYPE')) this.#documentType();
    else if (this.#text.startsWith('</', this.#at)) this.#endTag();
    else this.#startTag();
  }

  #data(text) {
    const element = this.#open.at(-1);
    if (element === undefined) {
      if (/[^\t\n\f\r ]/.test(text)) this.#refuse('there is text outside the root element');
    } else if (!element.leftOut && (this.#vocabulary.showsText?.(element) ?? true)) {
      this.#lines.add(text, element.preformatted);
    }
  }

  #reference() {
    const match = this.#match(REFERENCE);
    const meant = match === null ? undefined : this.#meaning(match[1]);
    if (meant === undefined) this.#refuse(`${quote(match?.[0] ?? '&')} means nothing`);
    this.#data(meant);
  }

  /** R11.14. */
  #meaning(key) {
    return character(key) ?? (this.#entities.has(key) ? this.#entities.get(key) : namedCharacter(key));
  }

  /** R11.13. */
  #startTag() {
    const name = this.#match(START)?.[1];
    if (name === undefined) this.#refuse('a < begins nothing');
    const values = new Map();
    for (let match; (match = this.#match(ATTRIBUTE)) !== null; ) {
      const value = this.#past(match[2]);
      if (!values.has(match[1])) values.set(match[1], value);
    }
    const end = this.#match(TAG_END);
    if (end === null) this.#refuse(`the start tag of ${quote(name)} has not ended`);
    this.#startElement(name, (attribute) => this.#resolved(values.get(attribute)));
    if (end[1] === '/') this.#endElement();
  }

  /** The value of an attribute. */
  #resolved(value) {
    return value?.replace(REFERENCES, (written, key, end) => (end === ';' ? this.#meaning(key) : undefined) ?? written);
  }

  #endTag() {
    const name = this.#match(END)?.[1];
    if (name === undefined) this.#refuse('an end tag has not ended');
    if (this.#open.at(-1)?.name !== name) this.#refuse(`the end tag of ${quote(name)} ends no element`);
    this.#endElement();
  }

  #startElement(name, attribute) {
    const parent = this.#open.at(-1);
    if (this.#open.length === DEEPEST) this.#refuse(`more than ${DEEPEST} elements are open`);
    if (parent === undefined && this.#vocabulary !== undefined) this.#refuse('there is a second root element');
    const local = name.slice(name.lastIndexOf(':') + 1);
    this.#vocabulary ??= vocabularyOf(local);
    const vocabulary = this.#vocabulary;
    const element = { name, local, parent, calls: 0, hasShownChild: false, before: this.#lines.count };
    element.leftOut = (parent?.leftOut ?? false) || vocabulary.isLeftOut(element, attribute, this.#lines);
    element.preformatted = (parent?.preformatted ?? false) || vocabulary.preformatted.has(local);
    if (!element.leftOut) {
      if (parent !== undefined) parent.hasShownChild = true;
      element.calls = vocabulary.calls(element, attribute);
      this.#lines.call(element.calls);
      vocabulary.give?.(element, attribute, this.#lines);
    }
    this.#open.push(element);
  }

  #endElement() {
    this.#lines.call(this.#open.pop().calls);
  }

  /** R11.15. */
  #documentType() {
    for (;;) {
      const character = this.#pastOneOf(/["'[>]/g);
      if (character === '>') return;
      if (character === '[') this.#internalSubset();
      else this.#past(character);
    }
  }

  #internalSubset() {
    while (this.#pastOneOf(/[\]<]/g) === '<') {
      if (this.#is('!--')) this.#past('-->');
      else if (this.#is('?')) this.#past('?>');
      else this.#declaration();
    }
  }

  #declaration() {
    const name = this.#match(ENTITY)?.[1];
    if (name !== undefined) {
      const literal = this.#match(LITERAL);
      const text = literal === null ? undefined : entityText(literal[1] ?? literal[2]);
      if (!this.#entities.has(name)) this.#entities.set(name, text);
    }
    for (let character; (character = this.#pastOneOf(/["'>]/g)) !== '>'; ) this.#past(character);
  }
}

/**
 * Returns the visible text of an XML document, by its vocabulary (R11.17): XHTML, JATS, BITS, DocBook, TEI, ALTO,
 * PAGE or any other. Nothing is fetched.
 * @param {Uint8Array} octets the document as it came
 * @param {string | null} [charset] the charset that its transport declared; an unknown or empty one does not count
 * @returns {import('./html.js').VisibleText}
 * @throws {MalformedError} if the document is refused (R11.16)
 */
export function xmlText(octets, charset) {
  checkOctets(octets);
  const { encoding, mark } = xmlEncoding(octets, charset);
  return { text: new Scan(decode(octets.subarray(mark), encoding)).read(), encoding };
}

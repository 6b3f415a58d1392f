// The lines of a page, and the elements around them (R11.25 to R11.29).

import { walk } from './page.js';
import { CLASSES, ELEMENTS, FLAGS, ROLES } from './main-names.js';
import { LINE, Lines } from './visible.js';

const NAMES = FLAGS.split(' ');

/** How many flags there are: a bit of an integer each. */
export const FLAG_COUNT = NAMES.length;

/** The bit of a flag. */
export const flag = (name) => 1 << NAMES.indexOf(name);

/** The flags of each name of a table. */
function flagsOf(table) {
  const flags = new Map();
  for (const line of table.trim().split('\n')) {
    const [of, ...names] = line.trim().split(/:? /);
    for (const name of names) flags.set(name, flags.get(name) | flag(of));
  }
  return flags;
}

const elements = flagsOf(ELEMENTS);
const roles = flagsOf(ROLES);
const classes = flagsOf(CLASSES);
const TABLES = new Map([
  ['class', classes],
  ['id', classes],
  ['role', roles],
]);

/** R11.28. parse5 gives `xlink:role` the name `role` and a prefix; it is another attribute. */
function ownFlags({ tagName, attrs }) {
  if (tagName === 'html' || tagName === 'body') return 0;
  let flags = elements.get(tagName) | 0;
  for (const { name, value, prefix } of attrs) {
    const table = prefix ? undefined : TABLES.get(name);
    if (table === undefined) continue;
    for (const word of value.match(/[A-Z]+[a-z]*|[a-z]+/g) ?? []) flags |= table.get(word.toLowerCase());
  }
  return flags;
}

// R11.26: what a unit of UTF-16 is. The two lowest bits are its units; of a pair, the first unit has them.
const UNITS = 3;
const COMMA = 4;
const END_MARK = 8;
const DIGIT = 16;
const CLOSING_MARK = 32;
const COLON = 64;

const kinds = new Uint8Array(0x10000).fill(1);
for (const [first, last] of [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x3041, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xd840, 0xd8bf], // of U+20000 to U+3FFFF
]) {
  kinds.fill(3, first, last + 1);
}
kinds.fill(0, 0xdc00, 0xe000);
for (const [kind, characters] of [
  [COMMA, ',;\u060c\u061b\u3001\uff0c\uff1b'],
  [END_MARK, '!.?\u061f\u06d4\u0964\u2026\u3002\uff01\uff1f'],
  [DIGIT, '0123456789'],
  [CLOSING_MARK, '"\')]}\u00bb\u2019\u201d\u300d\u300f\u3011\uff09'],
  [COLON, ':\uff1a'],
]) {
  for (let i = 0; i < characters.length; i++) kinds[characters.charCodeAt(i)] |= kind;
}

/** A line (R11.25) and what is counted in it (R11.26). */
class Line {
  units = 0;
  linked = 0;
  links = 0;
  commas = 0;
  ends = 0;
  digits = 0;
  /** The kind of its last character. */
  last = 0;

  constructor(element, text) {
    this.element = element;
    this.text = text;
  }

  /** Counts the characters of a piece, and returns its units. */
  count(piece) {
    let units = 0;
    for (let i = 0; i < piece.length; i++) {
      const kind = kinds[piece.charCodeAt(i)];
      units += kind & UNITS;
      if (kind & CLOSING_MARK) continue;
      this.last = kind;
      if (kind & COMMA) this.commas++;
      else if (kind & END_MARK) this.ends++;
      else if (kind & DIGIT) this.digits++;
    }
    this.units += units;
    return units;
  }

  get endsInMark() {
    return (this.last & END_MARK) !== 0;
  }

  get endsInColon() {
    return (this.last & COLON) !== 0;
  }

  /** R11.27. */
  get isGood() {
    return 3 * this.linked <= this.units && this.units >= (this.endsInMark ? 40 : 80);
  }

  /** R11.34. */
  get isSolid() {
    return this.units >= (this.endsInMark ? 30 : 60);
  }
}

/** The document, among elements. */
export const DOCUMENT = 0;

/** Lines, and elements in the order of their beginnings: each is a number, which is greater than that of its parent. */
export class PageLines extends Lines {
  lines = [];
  parents = [DOCUMENT];
  /** Of each element, its flags and those of the elements around it. */
  flags = [0];

  #links = [0]; // of each element, the innermost `a` around it, itself included; or the document
  #linkedIn = []; // of each `a`, the number of lines when it was last met
  #innermost = DOCUMENT; // open element
  #around = DOCUMENT; // the deepest element around all pieces of the line and the place that was reached
  #isEnded = true; // an element has called for a line end since the last piece

  enter(element, called) {
    super.enter(element, called);
    if (called === LINE) this.#isEnded = true;
    const parent = this.#innermost;
    this.#innermost = this.parents.length;
    this.parents.push(parent);
    this.flags.push(this.flags[parent] | ownFlags(element));
    this.#links.push(element.tagName === 'a' ? this.#innermost : this.#links[parent]);
  }

  leave(called) {
    super.leave(called);
    if (called === LINE) this.#isEnded = true;
    const parent = this.parents[this.#innermost];
    if (this.#around === this.#innermost) this.#around = parent;
    this.#innermost = parent;
  }

  write(separator, text) {
    if (this.#isEnded) {
      this.#isEnded = false;
      this.#around = this.#innermost;
      this.lines.push(new Line(this.#around, text));
    } else {
      const line = this.lines[this.lines.length - 1];
      line.text += separator + text;
      line.element = this.#around;
    }
    this.#count(this.lines[this.lines.length - 1], text);
  }

  #count(line, text) {
    const units = line.count(text);
    const link = this.#links[this.#innermost];
    if (link === DOCUMENT) return;
    line.linked += units;
    if (this.#linkedIn[link] === this.lines.length) return;
    this.#linkedIn[link] = this.lines.length;
    line.links++;
  }
}

/** The lines of a tree. */
export function linesOf(tree) {
  const page = new PageLines();
  walk(tree, page);
  return page;
}

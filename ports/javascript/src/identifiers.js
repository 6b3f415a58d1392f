// Chapter 2, R2.1 to R2.8: identifiers become U+FFFD.

import { flagsOf } from './unicode.js';

const LIMIT = 2048; // R2.2
const REPLACEMENT = 0xfffd;

const charSet = (chars) => {
  const set = new Uint8Array(256);
  for (const char of chars) set[char.charCodeAt(0)] = 1;
  return set;
};

const printable = String.fromCharCode(...Array.from({ length: 0x5e }, (_, i) => 0x21 + i));

/** R2.1: ATOM[octet] is 1 for what an atom is made of. */
export const ATOM = charSet(printable.replace(/["<>[\]{}|\\^`]/g, ''));

const LEADING = charSet("('*_"); // R2.3
const TRAILING = charSet(")'*_.,;:!?");
/** R2.4 and R2.7 need one of these somewhere, and R2.5 and R2.6 need it or a letter of BEGINNING. */
const ANYWHERE = charSet(':@');
const BEGINNING = charSet('wW1');

// R2.4. The same as [A-Za-z][A-Za-z0-9+.-]*:// , begun at its last letter: so it takes linear time.
const SCHEME = /[A-Za-z][0-9+.-]*:\/\//;
const PREFIX = /^(?:www\.|mailto:|tel:|urn:|info:|doi:|hdl:|ark:|arxiv:|pmid:|orcid:|isbn:|issn:)/i; // R2.5
const DOI = /^10\.[0-9]{4,9}(?:\.[0-9]+)*\/./; // R2.6
const ADDRESS = /^[^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]/; // R2.7

/** Whether the atom octets[start] to octets[end - 1], at most 2,048 octets, is an identifier. */
export function isIdentifier(octets, start, end) {
  while (start < end && LEADING[octets[start]]) start++;
  while (start < end && TRAILING[octets[end - 1]]) end--;
  let at = start;
  while (at < end && !ANYWHERE[octets[at]]) at++;
  if (at === end && (at === start || !BEGINNING[octets[start]])) return false;
  const candidate = String.fromCharCode.apply(null, octets.subarray(start, end));
  return SCHEME.test(candidate) || PREFIX.test(candidate) || DOI.test(candidate) || ADDRESS.test(candidate);
}

const COLLECT = 0;
const PASS = 1;
const DROP = 2;

/** The stage that replaces identifiers. It holds at most 2,048 octets of an atom. */
export class Identifiers {
  #next;
  #atom = new Uint8Array(LIMIT);
  #length = 0;
  #mode = COLLECT; // what to do with the rest of an atom of 2,048 octets

  constructor(next) {
    this.#next = next;
  }

  get idle() {
    return this.#length === 0 && this.#mode === COLLECT;
  }

  put(cp, flags) {
    if (cp < 0x80 && ATOM[cp] === 1) {
      if (this.#mode === COLLECT) {
        this.#atom[this.#length++] = cp;
        if (this.#length === LIMIT) this.#mode = this.#decide() ? DROP : PASS;
      } else if (this.#mode === PASS) {
        this.#next.put(cp, flags);
      }
      return;
    }
    this.#endAtom();
    this.#next.put(cp, flags);
  }

  end() {
    this.#endAtom();
    this.#next.end();
  }

  #endAtom() {
    if (this.#length > 0) this.#decide();
    this.#mode = COLLECT;
  }

  /** R2.8. */
  #decide() {
    const length = this.#length;
    this.#length = 0;
    if (isIdentifier(this.#atom, 0, length)) {
      this.#next.put(REPLACEMENT, flagsOf(REPLACEMENT));
      return true;
    }
    for (let i = 0; i < length; i++) this.#next.put(this.#atom[i], flagsOf(this.#atom[i]));
    return false;
  }
}

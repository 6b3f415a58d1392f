// A short cut through chapters 1 to 4 for words of ASCII between blanks of ASCII, which are most of
// many texts. It does nothing that the stages would not do: where they could see anything else, it
// leaves the octets to them.

import { ATOM, TELLTALE, isIdentifier } from './identifiers.js';

const ATOM_LIMIT = 2048; // R2.2
const HYPHEN = 0x2d;

const IN_ATOM = 1;
const IN_WORD = 2;
const IS_LETTER = 4;
const IS_TELLTALE = 8;

const KIND = new Uint8Array(256);
const FOLDED = new Uint8Array(256);
for (let c = 0; c < 128; c++) {
  const char = String.fromCharCode(c);
  KIND[c] =
    (ATOM[c] ? IN_ATOM : 0) |
    (/\w/.test(char) ? IN_WORD : 0) |
    (/[A-Za-z]/.test(char) ? IS_LETTER : 0) |
    (TELLTALE[c] ? IS_TELLTALE : 0);
  FOLDED[c] = char.toLowerCase().charCodeAt(0);
}

/**
 * Reads octets from `at` on, where all stages are idle, and gives the words to the sink, by way of
 * `atom`, an array of 2,048 octets. Returns where it stopped: at `end`, or before an atom that the
 * stages have to read.
 */
export function readAscii(octets, at, end, multi, atom, sink) {
  for (;;) {
    while (at < end && octets[at] < 0x80 && KIND[octets[at]] === 0) at++;
    const start = at;
    let some = 0; // what some octet of the atom is
    let all = IN_WORD; // what all are
    for (const limit = Math.min(end, start + ATOM_LIMIT); at < limit; at++) {
      const kind = KIND[octets[at]];
      if (kind === 0) break;
      some |= kind;
      all &= kind;
      atom[at - start] = FOLDED[octets[at]];
    }
    // What follows the atom must be here and be ASCII: a mark would change the last letter.
    if (at === end || octets[at] >= 0x80 || KIND[octets[at]] !== 0) return start;
    if (all !== 0) {
      if (some & IS_LETTER) sink.word(atom, 0, at - start); // R4.2
      continue;
    }
    if (some & IS_TELLTALE && isIdentifier(octets, start, at)) continue; // its U+FFFD separates
    if (multi && octets[at - 1] === HYPHEN) return start; // R2.9
    splitAtom(atom, at - start, sink);
  }
}

function splitAtom(atom, length, sink) {
  for (let i = 0; i < length; i++) {
    const start = i;
    let some = 0;
    for (; i < length && KIND[atom[i]] & IN_WORD; i++) some |= KIND[atom[i]];
    if (some & IS_LETTER) sink.word(atom, start, i);
  }
}

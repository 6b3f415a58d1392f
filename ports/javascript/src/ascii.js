// A short cut through chapters 1 to 4 for words of ASCII between blanks of ASCII, which are most of
// many texts. It does nothing that the stages would not do: where they could see anything else, it
// leaves the octets to them.

import { ATOM, isIdentifier } from './identifiers.js';

const ATOM_LIMIT = 2048; // R2.2
const HYPHEN = 0x2d;

const IN_ATOM = 1;
const IN_WORD = 2;
const IS_LETTER = 4;
const IS_PUNCTUATION = 8; // ends an atom that is no identifier for that (R2.3)

const KIND = new Uint8Array(256);
const FOLDED = new Uint8Array(256);
for (let c = 0; c < 128; c++) {
  const char = String.fromCharCode(c);
  KIND[c] =
    (ATOM[c] ? IN_ATOM : 0) |
    (/\w/.test(char) ? IN_WORD : 0) |
    (/[A-Za-z]/.test(char) ? IS_LETTER : 0) |
    (/[!),.:;?]/.test(char) ? IS_PUNCTUATION : 0);
  FOLDED[c] = char.toLowerCase().charCodeAt(0);
}

/** What readShort may look at, and an octet more. */
const AHEAD = 16;
const HIGHEST = 0x80808080 | 0;

/** The highest bit of each of four octets that is not a letter of ASCII. */
function otherThanLetters(four) {
  const small = (four | 0x20202020) & 0x7f7f7f7f;
  return ~((small + 0x1f1f1f1f) & ~(small + 0x05050505) & ~four) & HIGHEST;
}

/** How many octets come before the first of them. */
const countBefore = (others) => (31 - Math.clz32(others & -others)) >> 3;

/**
 * Reads words of at most 12 letters, each followed by a blank, or by one mark of punctuation and a blank.
 * It takes four octets at once, in small letters, and the sink has them as three integers. Returns where it
 * stopped: at any other atom, or near the end.
 */
function readShort(view, at, end, sink) {
  while (at + AHEAD <= end) {
    const octet = view.getUint8(at);
    if (octet < 0x80 && KIND[octet] === 0) {
      at++;
      continue;
    }
    const four = view.getInt32(at, true);
    let first = four | 0x20202020;
    let second = 0;
    let third = 0;
    let length = 0;
    let others = otherThanLetters(four);
    if (others !== 0) {
      length = countBefore(others);
      first &= (1 << (8 * length)) - 1;
    } else {
      const next = view.getInt32(at + 4, true);
      others = otherThanLetters(next);
      second = next | 0x20202020;
      if (others !== 0) {
        length = countBefore(others);
        second &= (1 << (8 * length)) - 1;
        length += 4;
      } else {
        const last = view.getInt32(at + 8, true);
        others = otherThanLetters(last);
        third = last | 0x20202020;
        length = 12;
        if (others !== 0) {
          length = countBefore(others);
          third &= (1 << (8 * length)) - 1;
          length += 8;
        }
      }
    }
    let after = at + length;
    let kind = KIND[view.getUint8(after)];
    if (kind & IS_PUNCTUATION) kind = KIND[view.getUint8(++after)];
    if (length === 0 || kind !== 0 || view.getUint8(after) >= 0x80) return at;
    sink.shortWord(first, second, third, length);
    at = after + 1;
  }
  return at;
}

/**
 * Reads octets from `at` on, where all stages are idle, and gives the words to the sink, by way of
 * `atom`, an array of 2,048 octets. Returns where it stopped: at `end`, or before an atom that the
 * stages have to read. The view is of the octets.
 */
export function readAscii(octets, view, at, end, multi, atom, sink) {
  for (;;) {
    at = readShort(view, at, end, sink);
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
    if (isIdentifier(octets, start, at)) continue; // its U+FFFD separates
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

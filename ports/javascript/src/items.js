// R10.6 to R10.10: runs and separators to items, as the octets that R10.11 hashes.

import { NONE } from './normalise.js';
import { putUtf8 } from './text.js';
import { BLANK, CLASS_W, DASH, MARK, NUMBER, STOP, SYMBOL, classOf, flagsOf } from './unicode.js';

const SIGNS_LIMIT = 16; // R10.9 (b)
const DASHES_LIMIT = 2; // R10.9 (a)
const HAN_NUMERALS = new Set(Array.from('〇零一二三四五六七八九十百千万萬亿億兆', (char) => char.codePointAt(0))); // R10.9
const HAN_ZERO = 0x25cb; // R10.7 (c): after a Han numeral
const WORD_LIMIT = 2048; // of the short cut
const ROOM = 1 << 13;
const MINUS = 0x2d;

// Kinds of separators. OTHER ends the signs and gives nothing.
const OTHER = 0;
const SYMBOLIC = 1;
const SPACE = 2;
const DASHED = 3;
const STOPPED = 4;

const isLineOrShape = (cp) => cp === 0x7c || cp === 0x7e || (cp >= 0x2500 && cp <= 0x25ff);
/** R10.7 (b). */
const isListed = (cp) =>
  cp === 0x25 ||
  cp === 0x0375 ||
  cp === 0x0609 ||
  cp === 0x060a ||
  cp === 0x066a ||
  (cp >= 0x2030 && cp <= 0x2034) ||
  cp === 0x2057 ||
  cp === 0xfe6a ||
  cp === 0xff05;
const isQuotationMark = (cp) =>
  cp === 0x22 || cp === 0x27 || cp === 0x60 || cp === 0xb4 || cp === 0x201a || cp === 0x201e;

/** R10.7 (a) and (b), R10.8. */
function kindOf(cp, flags) {
  if (flags & BLANK) return SPACE; // U+200B, which is a BLANK too, is no separator here
  if (flags & DASH || cp === 0x2212) return DASHED;
  if ((flags & SYMBOL && !isLineOrShape(cp)) || isListed(cp)) return SYMBOLIC;
  return (flags & STOP || isLineOrShape(cp)) && !isQuotationMark(cp) ? STOPPED : OTHER;
}

// What the short cut has to know of ASCII.
const KIND = new Uint8Array(128); // of separators
const FOLDED = new Uint8Array(128); // 0 for separators
for (let cp = 0; cp < 128; cp++) {
  const char = String.fromCharCode(cp);
  if (/\w/.test(char)) FOLDED[cp] = char.toLowerCase().charCodeAt(0);
  else KIND[cp] = kindOf(cp, flagsOf(cp));
}
const isLetter = (octet) => (octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7a;
const isDigit = (octet) => octet >= 0x30 && octet <= 0x39;
/** What R2.9 may have after a hyphen. */
const isBlankOrLineEnd = (octet) => octet === 0x20 || (octet >= 0x09 && octet <= 0x0d);

/**
 * The stage that a normaliser gives runs and separators to. It writes each item, in UTF-8 and with an
 * octet 00 after it, to out.update(octets, start, end). No item holds U+0000.
 */
export class Items {
  /** Whether there was an item. */
  some = false;
  #out;
  #octets = new Uint8Array(ROOM);
  #end = 0;
  #open = false; // a run has begun
  #letter = 0; // the last code point of a run that is no mark
  #class = 0; // its class
  #numeral = false; // R10.9: a Han numeral or zero is before the signs
  #adjacent = false; // R10.7 (c): no separator has come since that numeral
  // R10.9: the signs since the last part that is none.
  #space = false;
  #before = 0; // dashes before the last space; more than DASHES_LIMIT are one more
  #after = 0; // dashes after it
  #signs = new Int32Array(SIGNS_LIMIT); // the last signs after it, in a ring
  #count = 0; // how many there were

  constructor(out) {
    this.#out = out;
  }

  get idle() {
    return !this.#open;
  }

  /** The next code point of a run. */
  put(cp, flags) {
    if (!this.#open) {
      if (flags & NUMBER || (this.#numeral && HAN_NUMERALS.has(cp))) this.#putSigns();
      this.#dropSigns();
      this.#open = true;
      this.#letter = flags & MARK ? 0 : cp;
      this.#class = classOf(flags);
    } else if (!(flags & MARK)) {
      const found = classOf(flags);
      // R10.6 (d), R10.10. The cut of R10.6 ends signs; but none are left within a run.
      if (found !== 0 && this.#class !== 0 && (found !== CLASS_W || this.#class !== CLASS_W)) this.#endItem();
      this.#letter = cp;
      this.#class = found;
    }
    this.#putCodePoint(cp);
  }

  /** A separator, or NONE for one without a code point. */
  cut(cp) {
    if (this.#open) {
      this.#endItem();
      this.#open = false;
      this.#numeral = HAN_NUMERALS.has(this.#letter);
      this.#adjacent = this.#numeral;
    }
    if (cp === NONE) this.#dropSigns();
    else this.#separate(cp, cp < 0x80 ? KIND[cp] : kindOf(cp, flagsOf(cp)));
  }

  /** Ends the text: all items have been written. */
  end() {
    this.#flush();
    this.#dropSigns();
  }

  /**
   * A short cut for words and separators of ASCII, where all stages are idle: reads octets from `at`
   * on, and returns where the stages have to take over: at a word that they might see otherwise, at
   * what is no ASCII, or at `end`.
   */
  readAscii(octets, at, end) {
    for (;;) {
      for (; at < end && octets[at] < 0x80 && FOLDED[octets[at]] === 0; at++) {
        this.#separate(octets[at], KIND[octets[at]]);
      }
      const start = at;
      const limit = Math.min(end, start + WORD_LIMIT);
      while (at < limit && octets[at] < 0x80 && FOLDED[octets[at]] !== 0) at++;
      // What follows the word must be here and be ASCII: a mark would change the last letter.
      if (at === start || at === limit || octets[at] >= 0x80) return start;
      if (octets[at] === MINUS && isLetter(octets[at - 1])) {
        if (at + 1 === end || octets[at + 1] >= 0x80 || isBlankOrLineEnd(octets[at + 1])) return start; // R2.9
      }
      if (isDigit(octets[start])) this.#putSigns();
      this.#dropSigns();
      this.#makeRoom(WORD_LIMIT);
      for (let i = start; i < at; i++) this.#octets[this.#end++] = FOLDED[octets[i]];
      this.#endItem();
    }
  }

  #separate(cp, kind) {
    const zero = cp === HAN_ZERO && this.#numeral && this.#adjacent;
    this.#adjacent = zero;
    switch (zero ? SYMBOLIC : kind) {
      case SPACE:
        this.#before = Math.min(this.#before + this.#after, DASHES_LIMIT + 1);
        this.#after = 0;
        this.#count = 0;
        this.#space = true;
        return;
      case DASHED:
        this.#after = Math.min(this.#after + 1, DASHES_LIMIT + 1);
        this.#signs[this.#count++ % SIGNS_LIMIT] = MINUS;
        return;
      case STOPPED:
        this.#signs[this.#count++ % SIGNS_LIMIT] = cp;
        return;
      case SYMBOLIC:
        this.#putSigns();
        this.#dropSigns();
        this.#numeral = zero;
        this.#putCodePoint(cp);
        this.#endItem();
        return;
      default:
        this.#dropSigns();
    }
  }

  /** R10.9: what the signs of a telling part give. */
  #putSigns() {
    if (this.#space && this.#before > 0 && this.#before <= DASHES_LIMIT) {
      this.#putCodePoint(MINUS);
      this.#endItem();
    }
    for (let i = Math.max(0, this.#count - SIGNS_LIMIT); i < this.#count; i++) {
      this.#putCodePoint(this.#signs[i % SIGNS_LIMIT]);
      this.#endItem();
    }
  }

  #dropSigns() {
    this.#numeral = false;
    this.#space = false;
    this.#before = 0;
    this.#after = 0;
    this.#count = 0;
  }

  #putCodePoint(cp) {
    this.#makeRoom(4);
    this.#end = putUtf8(this.#octets, this.#end, cp);
  }

  #endItem() {
    this.#makeRoom(1);
    this.#octets[this.#end++] = 0;
    this.some = true;
  }

  #makeRoom(octets) {
    if (this.#end + octets > ROOM) this.#flush();
  }

  #flush() {
    this.#out.update(this.#octets, 0, this.#end);
    this.#end = 0;
  }
}

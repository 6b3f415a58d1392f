// Chapter 2, R2.9 and R2.10: what line ends did to a text is undone, in the multi schemes.

import { BLANK, CLASS_K, LETTER, MARK, SMALL, classOf, flagsOf } from './unicode.js';

const BLANKS_LIMIT = 64; // R2.9 (b) and (d)
const SPACE_LIMIT = 256; // R2.10

const isHyphen = (cp) => cp === 0x2d || cp === 0xad || cp === 0x2010;
const isBlank = (cp) => cp === 0x20 || cp === 0x09 || cp === 0xa0;
const isLineEnd = (cp) => (cp >= 0x0a && cp <= 0x0d) || cp === 0x85 || cp === 0x2028;

// Where in R2.9 the code points that are held stand.
const NOWHERE = 0;
const BEFORE_LINE_END = 1; // after (a), in (b)
const AFTER_CR = 2; // after a U+000D, which U+000A may make one line end with
const AFTER_LINE_END = 3; // after (c), in (d)

/** R2.9: deletes hyphens at line ends, with the line end. */
export class Hyphens {
  #next;
  #held = new Int32Array(1 + BLANKS_LIMIT + 2 + BLANKS_LIMIT);
  #length = 0;
  #blanks = 0; // of the (b) or (d) that is being read
  #state = NOWHERE;
  #afterLetter = false; // the last code point that is no mark is a letter

  constructor(next) {
    this.#next = next;
  }

  get idle() {
    return this.#state === NOWHERE && !this.#afterLetter;
  }

  put(cp, flags) {
    if (this.#state !== NOWHERE) {
      if (this.#continues(cp)) {
        this.#held[this.#length++] = cp;
        return;
      }
      if (this.#state >= AFTER_CR && flags & SMALL) this.#length = 0;
      else this.#afterLetter = false;
      this.#release();
    }
    if (flags & LETTER) {
      this.#afterLetter = true;
    } else if (!(flags & MARK)) {
      if (this.#afterLetter && isHyphen(cp)) {
        this.#held[0] = cp;
        this.#length = 1;
        this.#blanks = 0;
        this.#state = BEFORE_LINE_END;
        return;
      }
      this.#afterLetter = false;
    }
    this.#next.put(cp, flags);
  }

  end() {
    this.#release();
    this.#afterLetter = false;
    this.#next.end();
  }

  /** Whether cp goes on with what is held; moves the state. */
  #continues(cp) {
    if (isBlank(cp)) {
      if (this.#state === AFTER_CR) this.#state = AFTER_LINE_END;
      return ++this.#blanks <= BLANKS_LIMIT;
    }
    if (this.#state === BEFORE_LINE_END && isLineEnd(cp)) {
      this.#state = cp === 0x0d ? AFTER_CR : AFTER_LINE_END;
      this.#blanks = 0;
      return true;
    }
    if (this.#state === AFTER_CR && cp === 0x0a) {
      this.#state = AFTER_LINE_END;
      return true;
    }
    return false;
  }

  /** Passes on what is held. None of it can begin another place of R2.9. */
  #release() {
    const length = this.#length;
    this.#length = 0;
    this.#state = NOWHERE;
    for (let i = 0; i < length; i++) this.#next.put(this.#held[i], flagsOf(this.#held[i]));
  }
}

/** R2.10: deletes white space between clusters of one script without spaces. */
export class Spaces {
  #next;
  #held = new Int32Array(SPACE_LIMIT);
  #length = 0;
  #class = 0; // K or T of the last code point that is no mark; else 0

  constructor(next) {
    this.#next = next;
  }

  get idle() {
    return this.#class === 0;
  }

  put(cp, flags) {
    if (flags & BLANK) {
      if (this.#class !== 0) {
        if (this.#length < SPACE_LIMIT) {
          this.#held[this.#length++] = cp;
          return;
        }
        this.#release();
      }
    } else {
      const found = classOf(flags);
      if (this.#length > 0) {
        if (found === this.#class) this.#length = 0;
        else this.#release();
      }
      if (!(flags & MARK)) this.#class = found >= CLASS_K ? found : 0;
    }
    this.#next.put(cp, flags);
  }

  end() {
    this.#release();
    this.#class = 0;
    this.#next.end();
  }

  /** Passes on what is held: white space that stays, after which nothing has a class. */
  #release() {
    const length = this.#length;
    this.#length = 0;
    if (length > 0) this.#class = 0;
    for (let i = 0; i < length; i++) this.#next.put(this.#held[i], flagsOf(this.#held[i]));
  }
}

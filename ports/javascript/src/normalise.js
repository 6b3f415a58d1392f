// Chapter 3: text to runs.
//
// Nearly all code points are QUICK: the whole chapter gives one code point for them, and they
// change nothing before them. One of them is held back until the next code point is seen; if that
// is QUICK too, or a separator, the held one's fold goes on. Any other sends both the long way:
//
//   decompose, order (R3.1) ─▶ separate (R3.2 to R3.4) ─▶ map, decompose (R3.5, R3.6)
//   ─▶ dots of i (R3.7), order, count (R3.8) ─▶ compose (R3.9)

import {
  COMBINING,
  DECOMPOSES,
  FOLDS_AWAY,
  HANGUL,
  HANGUL_COUNT,
  KEPT,
  KEPT_MULTI,
  QUICK,
  compose,
  decompositionOffset,
  flagsOf,
  foldOffset,
  pool,
} from './unicode.js';

const MARKS_LIMIT = 1024; // R3.4, R3.8
export const NONE = -1;

const TATWEEL = 0x0640;
const DOTLESS_I = 0x0131;
const SMALL_I = 0x0069;
const DOT_ABOVE = 0x0307;
const CLASS_ABOVE = 230;

/** A mark sequence, to be ordered. It counts to one more than the limit and then forgets. */
class MarkSequence {
  length = 0;
  /** Each mark with its combining class above bit 21. */
  #marks = new Int32Array(MARKS_LIMIT);

  get tooLong() {
    return this.length > MARKS_LIMIT;
  }

  push(cp, combiningClass) {
    if (this.length < MARKS_LIMIT) this.#marks[this.length++] = (combiningClass << 21) | cp;
    else this.length = MARKS_LIMIT + 1;
  }

  at(i) {
    return this.#marks[i] & 0x1fffff;
  }

  classAt(i) {
    return this.#marks[i] >> 21;
  }

  /** Overwrites mark i with mark j. */
  move(i, j) {
    this.#marks[i] = this.#marks[j];
  }

  /** Canonical ordering: a stable sort by combining class. */
  order() {
    const marks = this.#marks;
    const length = this.length;
    if (length > 32) {
      const sorted = Array.from(marks.subarray(0, length)).sort((a, b) => (a >> 21) - (b >> 21));
      marks.set(sorted);
      return;
    }
    for (let i = 1; i < length; i++) {
      const mark = marks[i];
      let j = i;
      for (; j > 0 && marks[j - 1] >> 21 > mark >> 21; j--) marks[j] = marks[j - 1];
      marks[j] = mark;
    }
  }
}

/**
 * The stage that makes runs: put for each of their code points, and cut(cp) for the separator between
 * them. Its code point is as R3.1 left it; a separator of R3.4 or R3.8, and the end, have NONE.
 */
export class Normaliser {
  #next;
  #multi;
  #oneI;
  #kept;
  #held = NONE; // a QUICK code point
  #heldFlags = 0;
  #slow = false; // the fields below may hold something
  #decomposed = new MarkSequence(); // of R3.1
  #mapped = new MarkSequence(); // of R3.8
  #starter = NONE; // of R3.9
  #dotted = false; // R3.7: an i, and nothing of class 0 or 230 after it but dots

  /** oneI says whether R3.7 applies, as it does in the multi schemes, and not in text digests. */
  constructor(next, multi, oneI = multi) {
    this.#next = next;
    this.#multi = multi;
    this.#oneI = oneI;
    this.#kept = multi ? KEPT_MULTI : KEPT;
  }

  get idle() {
    return this.#held === NONE && !this.#slow;
  }

  put(cp, flags) {
    if (flags & QUICK) {
      if (this.#held !== NONE) this.#putHeld();
      else if (this.#slow) this.#flush();
      this.#held = cp;
      this.#heldFlags = flags;
      return;
    }
    if (!(flags & (this.#kept | DECOMPOSES))) {
      this.#separate(cp);
      return;
    }
    this.#slow = true;
    if (this.#held !== NONE) {
      const held = this.#held;
      this.#held = NONE;
      this.#decompose(held, this.#heldFlags);
    }
    this.#decompose(cp, flags);
  }

  end() {
    this.#separate(NONE);
    this.#next.end();
  }

  #putHeld() {
    const cp = this.#held;
    const flags = this.#heldFlags;
    if (flags & FOLDS_AWAY) {
      const folded = pool[foldOffset(cp) + 1];
      this.#next.put(folded, flagsOf(folded));
    } else {
      this.#next.put(cp, flags);
    }
  }

  /** Ends the run. */
  #separate(cp) {
    if (this.#held !== NONE) {
      this.#putHeld();
      this.#held = NONE;
    } else if (this.#slow) {
      this.#flush();
    }
    this.#next.cut(cp);
  }

  #flush() {
    this.#endDecomposed();
    this.#endMapped();
    this.#putStarter();
    this.#dotted = false;
    this.#slow = false;
  }

  /** R3.1. */
  #decompose(cp, flags) {
    if (cp >= HANGUL && cp < HANGUL + HANGUL_COUNT) {
      const s = cp - HANGUL;
      this.#putDecomposed(0x1100 + ((s / 588) | 0));
      this.#putDecomposed(0x1161 + (((s % 588) / 28) | 0));
      if (s % 28 !== 0) this.#putDecomposed(0x11a7 + (s % 28));
    } else if (flags & DECOMPOSES) {
      const offset = decompositionOffset(cp);
      for (let i = 1; i <= pool[offset]; i++) this.#putDecomposed(pool[offset + i]);
    } else {
      this.#putDecomposed(cp);
    }
  }

  #putDecomposed(cp) {
    const flags = flagsOf(cp);
    const combiningClass = flags & COMBINING;
    if (combiningClass !== 0) {
      this.#decomposed.push(cp, combiningClass);
      return;
    }
    this.#endDecomposed();
    if (flags & this.#kept) this.#map(cp, flags);
    else this.#cut(cp); // R3.2, R3.3
  }

  #endDecomposed() {
    const marks = this.#decomposed;
    if (marks.length === 0) return;
    if (marks.tooLong) {
      this.#cut(NONE); // R3.4
    } else {
      marks.order();
      for (let i = 0; i < marks.length; i++) this.#map(marks.at(i), flagsOf(marks.at(i)));
    }
    marks.length = 0;
  }

  /** A separator inside what goes the long way. */
  #cut(cp) {
    this.#endMapped();
    this.#putStarter();
    this.#dotted = false;
    this.#next.cut(cp);
  }

  /** R3.5. What comes of it is decomposed at once: that is the next thing all rules do. */
  #map(cp, flags) {
    if (!(flags & FOLDS_AWAY)) {
      this.#putMapped(cp);
      return;
    }
    const offset = foldOffset(cp);
    for (let i = 1; i <= pool[offset]; i++) {
      const mapped = pool[offset + i]; // if a Hangul syllable, R3.9 makes the same of it whole
      const decomposition = decompositionOffset(mapped);
      if (decomposition === 0) this.#putMapped(mapped);
      for (let j = 1; j <= pool[decomposition]; j++) this.#putMapped(pool[decomposition + j]);
    }
  }

  #putMapped(cp) {
    if (this.#multi) {
      // R3.6. The marks before and after it are one sequence from now on.
      if (cp === TATWEEL) return;
      if (this.#oneI && cp === DOTLESS_I) cp = SMALL_I; // R3.7
    }
    const combiningClass = flagsOf(cp) & COMBINING;
    if (combiningClass === 0) {
      this.#endMapped();
      this.#compose(cp);
      this.#dotted = this.#oneI && cp === SMALL_I;
      return;
    }
    if (this.#dotted) {
      if (cp === DOT_ABOVE) return; // R3.7
      if (combiningClass === CLASS_ABOVE) this.#dotted = false;
    }
    this.#mapped.push(cp, combiningClass);
  }

  /** Composes the starter with the marks after it (R3.9). */
  #endMapped() {
    const marks = this.#mapped;
    if (marks.length === 0) return;
    if (marks.tooLong) {
      marks.length = 0;
      this.#putStarter();
      this.#next.cut(NONE); // R3.8
      return;
    }
    marks.order();
    let left = 0;
    for (let i = 0; i < marks.length; i++) {
      const blocked = this.#starter === NONE || (left > 0 && marks.classAt(left - 1) >= marks.classAt(i));
      const composite = blocked ? NONE : compose(this.#starter, marks.at(i));
      if (composite !== NONE) this.#starter = composite;
      else marks.move(left++, i);
    }
    marks.length = 0;
    if (left === 0) return;
    this.#putStarter();
    for (let i = 0; i < left; i++) this.#next.put(marks.at(i), flagsOf(marks.at(i)));
  }

  /** Composes two starters in a row, or begins with the second (R3.9). */
  #compose(cp) {
    if (this.#starter !== NONE) {
      const composite = compose(this.#starter, cp);
      if (composite !== NONE) {
        this.#starter = composite;
        return;
      }
      this.#putStarter();
    }
    this.#starter = cp;
  }

  #putStarter() {
    if (this.#starter !== NONE) this.#next.put(this.#starter, flagsOf(this.#starter));
    this.#starter = NONE;
  }
}

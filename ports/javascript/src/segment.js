// Chapter 4: runs to tokens.

import { ALPHABETIC, CLASS_K, CLASS_W, HEAVY, MARK, SEQUENCE, WORD, classOf } from './unicode.js';
import { putUtf8 } from './text.js';

const LIMIT = 4096; // R4.3
const NONE = 0;

/**
 * The stage that makes tokens. It calls sink.word(octets, start, end) for a word and
 * sink.gram(octets, middle, end, first, second, seen) for a gram: it begins at octet 0, its second
 * cluster at middle; if middle is 0, that is its only one. first and second are the weights of the
 * clusters, and seen says that the token before had the first one too. The octets are the sink's
 * for the time of the call only.
 */
export class Segmenter {
  #sink;
  #multi;
  #member;
  // The word, or the cluster before and the current one. Each is cut at the first code point with
  // which it is longer than LIMIT: it stays too long.
  #octets = new Uint8Array(2 * (LIMIT + 4));
  #middle = 0; // where the current cluster begins
  #end = 0;
  #class = NONE; // of the class run; NONE between sequences
  #alphabetic = false; // R4.2
  #first = 0; // weights of the clusters (R5.4)
  #second = 0;
  #seen = false; // the last gram was a token: its second cluster is a feature

  constructor(sink, multi) {
    this.#sink = sink;
    this.#multi = multi;
    this.#member = multi ? SEQUENCE : WORD;
  }

  get idle() {
    return this.#class === NONE;
  }

  put(cp, flags) {
    if (!(flags & this.#member)) {
      this.#endRun();
      return;
    }
    if (!this.#multi) {
      this.#class = CLASS_W; // R4.1
    } else if (flags & MARK) {
      if (this.#class === NONE) return; // R4.6
    } else {
      const found = classOf(flags);
      if (found !== this.#class) {
        this.#endRun();
        this.#class = found;
        this.#second = weight(flags);
      } else if (found >= CLASS_K) {
        this.#endCluster();
        this.#second = weight(flags);
      }
    }
    if (flags & ALPHABETIC) this.#alphabetic = true;
    if (this.#end - this.#middle <= LIMIT) this.#end = putUtf8(this.#octets, this.#end, cp);
  }

  cut() {
    this.#endRun();
  }

  end() {
    this.#endRun();
    this.#sink.end();
  }

  /** Ends a cluster that another follows in its class run. */
  #endCluster() {
    if (this.#middle > 0) {
      this.#putGram();
      // copyWithin takes longer for so few.
      const octets = this.#octets;
      const length = this.#end - this.#middle;
      for (let i = 0; i < length; i++) octets[i] = octets[this.#middle + i];
      this.#end = length;
    }
    this.#middle = this.#end;
    this.#first = this.#second;
  }

  /** Ends a class run (R4.7). */
  #endRun() {
    if (this.#class >= CLASS_K) {
      this.#putGram();
      this.#seen = false;
    } else if (this.#alphabetic && this.#end <= LIMIT) {
      this.#sink.word(this.#octets, 0, this.#end);
    }
    this.#middle = 0;
    this.#end = 0;
    this.#class = NONE;
    this.#alphabetic = false;
  }

  /** R4.8, R4.3. */
  #putGram() {
    const kept = this.#end <= LIMIT;
    if (kept) {
      this.#sink.gram(this.#octets, this.#middle, this.#end, this.#first, this.#second, this.#seen);
    }
    this.#seen = kept;
  }
}

/** The weight of a cluster that begins with a code point of these flags (R5.4). */
export function weight(flags) {
  return flags & HEAVY ? 2 : 1;
}

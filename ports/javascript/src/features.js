// Chapter 5: tokens to features, and the table of their hashes.

import { HASHED_AT_ONCE, hash, hashShort, hashView, join64 } from './jenkins.js';

const OCCURRENCES_LIMIT = 1024; // R5.6
const GOLDEN = 0x9e3779b97f4a7c15n;
const FIELDS = 3;
const LARGE = 4096; // places: a smaller table grows faster
const BLANK = 0x20;
const MANY = 512; // distinct features, from which on a larger memory of recent words pays
const ROOM = 1 << 14; // for three tokens of R4.3, and more: they are moved to the front seldom

/**
 * Distinct 64-bit hashes with their weights: open addressing, its places chosen by a secret of the process
 * so that nobody can make a text whose hashes all meet in one (chapter 18).
 */
class HashTable {
  /** @type {Int32Array | undefined} */
  static #drawn;
  size = 0;
  #secret = (HashTable.#drawn ??= crypto.getRandomValues(new Int32Array(4)));
  #mask = 0;
  #places; // of FIELDS integers: high word, low word, weight; weight 0 is an empty place

  constructor() {
    this.#allocate(256);
  }

  /** The weight of a hash becomes what it was, plus or at least weight. Returns whether it is new. */
  raise(high, low, weight, plus) {
    const at = this.#find(high, low);
    const places = this.#places;
    const before = places[at + 2];
    if (before === 0) {
      places[at] = high;
      places[at + 1] = low;
      places[at + 2] = weight;
      if (++this.size * 3 > this.#mask * 2) this.#grow();
      return true;
    }
    if (plus) places[at + 2] = Math.min(before + weight, OCCURRENCES_LIMIT);
    else if (before < weight) places[at + 2] = weight;
    return false;
  }

  weightOf(high, low) {
    return this.#places[this.#find(high, low) + 2];
  }

  forEach(visit) {
    const places = this.#places;
    for (let at = 0; at < places.length; at += FIELDS) {
      if (places[at + 2] !== 0) visit(places[at], places[at + 1], places[at + 2]);
    }
  }

  /** Where a hash is, or the empty place where it belongs. */
  #find(high, low) {
    const secret = this.#secret;
    const places = this.#places;
    let x = Math.imul(high ^ secret[0], secret[1] | 1);
    x ^= x >>> 15;
    x = Math.imul((x + low) ^ secret[2], secret[3] | 1);
    let place = (x ^ (x >>> 15)) & this.#mask;
    for (;;) {
      const at = place * FIELDS;
      if (places[at + 2] === 0 || (places[at] === high && places[at + 1] === low)) return at;
      place = (place + 1) & this.#mask;
    }
  }

  #allocate(count) {
    this.#mask = count - 1;
    this.#places = new Int32Array(FIELDS * count);
  }

  #grow() {
    const old = this.#places;
    const count = this.#mask + 1;
    this.#allocate((count < LARGE ? 4 : 2) * count);
    for (let from = 0; from < old.length; from += FIELDS) {
      if (old[from + 2] === 0) continue;
      const at = this.#find(old[from], old[from + 1]);
      this.#places[at] = old[from];
      this.#places[at + 1] = old[from + 1];
      this.#places[at + 2] = old[from + 2];
    }
  }
}

/** The sink of a segmenter: keeps the hashes of features, and no text but two tokens. */
export class Features {
  #plan;
  #observe;
  #table = new HashTable();
  #hash = new Int32Array(2);
  // For each of some keys, the last word of up to 8 octets with that key: it is in the table.
  #recent = new Int32Array(2 * 64);
  // R5.5: the last two tokens and the one that comes, in one piece with blanks between.
  #shingle;
  #shingleView;
  #first = 0; // where the older of the two begins
  #second = 0;
  #end = 0;
  #tokens = 0; // 0, 1, 2, and 3 for more

  /**
   * plan says whether there are clusters (R5.4), shingles (R5.5) and occurrences (mw1 of R5.6).
   * observe, if any, is called with the octets of each new feature.
   */
  constructor(plan, observe = null) {
    this.#plan = plan;
    this.#observe = observe;
    this.#makeShingle(plan.shingles ? ROOM : 0);
  }

  /** The number of distinct features (R5.2). */
  get count() {
    return this.#table.size;
  }

  word(octets, start, end) {
    if (this.#plan.shingles) this.#addToken(octets, start, end - start);
    else this.#add(octets, start, end, 1);
  }

  /** A word of 1 to 12 octets in three integers, the first octet the lowest, 0 after the last. */
  shortWord(first, second, third, length) {
    if (this.#plan.shingles) {
      const start = this.#roomFor(HASHED_AT_ONCE);
      this.#shingleView.setInt32(start, first, true);
      this.#shingleView.setInt32(start + 4, second, true);
      this.#shingleView.setInt32(start + 8, third, true);
      this.#endToken(start, length);
      return;
    }
    if (length <= 8 && !this.#plan.occurrences) {
      const recent = this.#recent;
      const mixed = Math.imul(first, 0x9e3779b1) + Math.imul(second, 0x85ebca6b);
      const key = (mixed >>> 19) & (recent.length - 2);
      if (recent[key] === first && recent[key + 1] === second) return;
      recent[key] = first;
      recent[key + 1] = second;
    }
    hashShort(first, second, third, length, this.#hash);
    this.#put(1);
  }

  gram(octets, middle, end, first, second, seen) {
    this.word(octets, 0, end);
    if (!this.#plan.clusters) return;
    if (middle > 0 && !seen) this.cluster(octets, 0, middle, first);
    this.cluster(octets, middle, end, second);
  }

  /** R5.4. */
  cluster(octets, start, end, weight) {
    this.#add(octets, start, end, weight);
  }

  /** R5.5: the shingle of a text of one or two tokens. */
  end() {
    if (this.#tokens === 1 || this.#tokens === 2) this.#addShingle();
    this.#tokens = 0;
    this.#end = 0;
  }

  /** Calls visit(high, low, weight) for each distinct hash, in no order. */
  forEach(visit) {
    this.#table.forEach(visit);
  }

  /** The weight of a feature: in mw1, how often it occurs, up to 1,024. */
  weightOf(octets) {
    hash(octets, 0, octets.length, this.#hash);
    return this.#table.weightOf(this.#hash[0], this.#hash[1]);
  }

  /** R5.6: ascending, each as often as it is there. */
  elements() {
    const elements = [];
    this.#table.forEach((high, low, weight) => {
      const element = join64(high, low);
      for (let k = 0n; k < weight; k++) {
        elements.push(this.#plan.occurrences ? BigInt.asUintN(64, element + k * GOLDEN) : element);
      }
    });
    return BigUint64Array.from(elements).sort();
  }

  #add(octets, start, end, weight) {
    hash(octets, start, end, this.#hash);
    if (this.#put(weight) && this.#observe !== null) this.#observe(octets.slice(start, end));
  }

  /** Puts the hash that was computed last into the table. Returns whether it is new. */
  #put(weight) {
    const isNew = this.#table.raise(this.#hash[0], this.#hash[1], weight, this.#plan.occurrences);
    if (isNew && this.#table.size === MANY) this.#recent = new Int32Array(2 * 4096);
    return isNew;
  }

  #addShingle() {
    hashView(this.#shingleView, this.#first, this.#end, this.#hash);
    if (this.#put(1) && this.#observe !== null) this.#observe(this.#shingle.slice(this.#first, this.#end));
  }

  #addToken(octets, from, length) {
    const start = this.#roomFor(length);
    const shingle = this.#shingle;
    for (let i = 0; i < length; i++) shingle[start + i] = octets[from + i];
    this.#endToken(start, length);
  }

  /** Where the next token begins, with room for it. */
  #roomFor(length) {
    if (this.#end + 1 + length + HASHED_AT_ONCE > this.#shingle.length) this.#makeRoom(length);
    if (this.#tokens > 0) this.#shingle[this.#end++] = BLANK;
    return this.#end;
  }

  #endToken(start, length) {
    this.#end = start + length;
    if (this.#tokens === 0) {
      this.#first = start;
      this.#tokens = 1;
    } else if (this.#tokens === 1) {
      this.#second = start;
      this.#tokens = 2;
    } else {
      this.#addShingle();
      this.#first = this.#second;
      this.#second = start;
      this.#tokens = 3;
    }
  }

  /** Moves what is needed to the front. Tokens of R4.3 always fit; others may need more room. */
  #makeRoom(length) {
    const kept = this.#tokens === 0 ? 0 : this.#end - this.#first;
    const from = this.#shingle.subarray(this.#first, this.#first + kept);
    const room = kept + 1 + length + HASHED_AT_ONCE;
    if (room > this.#shingle.length) this.#makeShingle(2 * room);
    this.#shingle.set(from);
    this.#second -= this.#first;
    this.#first = 0;
    this.#end = kept;
  }

  #makeShingle(length) {
    this.#shingle = new Uint8Array(length);
    this.#shingleView = new DataView(this.#shingle.buffer);
  }
}

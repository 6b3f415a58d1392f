// Properties of Unicode 15.0.0: two-stage tables, decoded once from tables.js.

import { CATEGORIES, COMPOSITES, DECOMPOSITIONS, FOLDS, RECORDS, RUNS, SCRIPTS } from './tables.js';

const LIMIT = 0x110000;
const BLOCK_BITS = 7;
const BLOCK = 1 << BLOCK_BITS;

// What flagsOf returns: the low 8 bits are the combining class.
export const COMBINING = 0xff;
/** Lu, Ll, Lt, Lm, Lo (R2.9). */
export const LETTER = 1 << 8;
/** Ll (R2.9). */
export const SMALL = 1 << 9;
/** Mn, Mc, Me. */
export const MARK = 1 << 10;
/** Part of a word of `sd1` (R4.1). */
export const WORD = 1 << 11;
/** Part of a sequence of the multi schemes (R4.4). */
export const SEQUENCE = 1 << 12;
/** No separator in `sd1` (R3.2, R3.3). */
export const KEPT = 1 << 13;
/** No separator in the multi schemes (R3.2). */
export const KEPT_MULTI = 1 << 14;
export const ALPHABETIC = 1 << 15;
/** White_Space or U+200B (R2.10). */
export const BLANK = 1 << 16;
/** Stage 3 gives one code point, foldOf's, unless something after it interferes: see normalise.js. */
export const QUICK = 1 << 17;
/** Has an NFKC_Casefold that is not itself. */
export const FOLDS_AWAY = 1 << 18;
/** Has a canonical decomposition. */
export const DECOMPOSES = 1 << 19;
/** Can be the second of a composite. */
export const SECOND = 1 << 20;
/** Script is Han, Thai, Lao, Khmer or Myanmar: weight 2 (R5.4). */
export const HEAVY = 1 << 21;
/** Nd or Nl: a run that begins with it is telling (R10.9). */
export const NUMBER = 1 << 22;
/** No, Sc, Sm, So, Co or Cn (R10.7). */
export const SYMBOL = 1 << 23;
/** Pd (R10.8). */
export const DASH = 1 << 24;
/** Po, Ps, Pe or Sk (R10.8). */
export const STOP = 1 << 25;

/** Classes of R4.5, as classOf gives them; 0 is none. */
export const CLASS_W = 1;
export const CLASS_K = 2;
const CLASS_T = { Thai: 3, Lao: 4, Khmer: 5, Myanmar: 6 };
const CLASS_SHIFT = 26;

export const HANGUL = 0xac00;
export const HANGUL_COUNT = 11172;

/** The integers of a table. */
export function integersOf(base64) {
  const octets = atob(base64);
  const integers = [];
  for (let i = 0, n = 0, scale = 1; i < octets.length; i++) {
    const octet = octets.charCodeAt(i);
    n += (octet & 0x7f) * scale;
    scale *= 128;
    if (octet < 0x80) {
      integers.push(n);
      n = 0;
      scale = 1;
    }
  }
  return integers;
}

/** The signed integer of a zigzag: 0, -1, 1, -2 and so on. */
export function signed(zigzag) {
  return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
}

/** A map of code points to 16-bit integers. Blocks that hold one value only are shared. */
class Trie {
  index = new Uint16Array(LIMIT >> BLOCK_BITS);
  data = new Uint16Array(1024 * BLOCK);
  #blocks = 1;
  #uniform = new Map([[0, 0]]);
  #shared = new Set([0]);

  #newBlock(value) {
    const block = this.#blocks++;
    if (this.#blocks * BLOCK > this.data.length) {
      const data = new Uint16Array(2 * this.data.length);
      data.set(this.data);
      this.data = data;
    }
    this.data.fill(value, block * BLOCK, (block + 1) * BLOCK);
    return block;
  }

  set(first, count, value) {
    for (let cp = first, end = first + count; cp < end; ) {
      const at = cp >> BLOCK_BITS;
      const blockEnd = (at + 1) << BLOCK_BITS;
      if (cp === at << BLOCK_BITS && blockEnd <= end) {
        if (!this.#uniform.has(value)) {
          const block = this.#newBlock(value);
          this.#uniform.set(value, block);
          this.#shared.add(block);
        }
        this.index[at] = this.#uniform.get(value);
        cp = blockEnd;
      } else {
        const block = this.index[at];
        if (this.#shared.has(block)) this.index[at] = this.#newBlock(this.data[block * BLOCK]);
        const stop = Math.min(end, blockEnd);
        const base = this.index[at] * BLOCK;
        this.data.fill(value, base + (cp & (BLOCK - 1)), base + ((stop - 1) & (BLOCK - 1)) + 1);
        cp = stop;
      }
    }
  }

  finish() {
    this.data = this.data.slice(0, this.#blocks * BLOCK);
    return this;
  }
}

const categories = CATEGORIES.split(' ');
const scripts = SCRIPTS.split(' ');

const records = integersOf(RECORDS).map((packed) => ({
  category: categories[packed & 31],
  combiningClass: (packed >>> 5) & 255,
  script: scripts[(packed >>> 13) & 255],
  alphabetic: (packed & (1 << 21)) !== 0,
  whiteSpace: (packed & (1 << 22)) !== 0,
  quick: (packed & (1 << 23)) !== 0,
  second: (packed & (1 << 24)) !== 0,
  decomposes: (packed & (1 << 25)) !== 0,
  folds: (packed & (1 << 26)) !== 0,
  kana: packed >>> 27 === 1,
  apostrophe: packed >>> 27 === 2,
  zeroWidthSpace: packed >>> 27 === 3,
}));

const flags = Int32Array.from(records, (r) => {
  const is = (...names) => names.includes(r.category);
  const letter = is('Lu', 'Ll', 'Lt', 'Lm', 'Lo');
  const mark = is('Mn', 'Mc', 'Me');
  const kept = letter || mark || is('Nd', 'Pc', 'Cf');
  const inSequence = letter || mark || is('Nd', 'Nl', 'Pc');
  let result = r.combiningClass;
  if (letter) result |= LETTER;
  if (is('Ll')) result |= SMALL;
  if (mark) result |= MARK;
  if (letter || is('Mn', 'Nd', 'Pc')) result |= WORD;
  if (inSequence && !r.apostrophe) result |= SEQUENCE;
  if (kept && !r.zeroWidthSpace) result |= KEPT;
  if (kept || is('Nl')) result |= KEPT_MULTI;
  if (r.alphabetic) result |= ALPHABETIC;
  if (r.whiteSpace || r.zeroWidthSpace) result |= BLANK;
  if (r.quick) result |= QUICK;
  if (r.folds) result |= FOLDS_AWAY;
  if (r.decomposes) result |= DECOMPOSES;
  if (r.second) result |= SECOND;
  if (r.script === 'Han' || r.script in CLASS_T) result |= HEAVY;
  if (is('Nd', 'Nl')) result |= NUMBER;
  if (is('No', 'Sc', 'Sm', 'So', 'Co', 'Cn')) result |= SYMBOL;
  if (is('Pd')) result |= DASH;
  if (is('Po', 'Ps', 'Pe', 'Sk')) result |= STOP;
  if (inSequence && !mark) result |= classIn(r) << CLASS_SHIFT;
  return result;
});

/** R4.5, for a code point that has a class. */
function classIn({ script, kana, category }) {
  if (kana || script === 'Han' || script === 'Hiragana' || script === 'Katakana') return CLASS_K;
  return category === 'Nd' ? CLASS_W : (CLASS_T[script] ?? CLASS_W);
}

const properties = new Trie();
{
  const runs = integersOf(RUNS);
  for (let i = 0, at = 0; i < runs.length; at += runs[i], i += 2) properties.set(at, runs[i], runs[i + 1]);
}
const { index: propertyIndex, data: propertyData } = properties.finish();

/** A map of code points to sequences: an offset into pool, where the length comes first. */
function readMapping(base64, into) {
  const integers = integersOf(base64);
  const trie = new Trie();
  for (let i = 0, key = 0; i < integers.length; ) {
    key += integers[i++];
    const length = integers[i++];
    const offset = into.length;
    into.push(length);
    if (length === 0) {
      const count = integers[i++];
      trie.set(key, count, offset);
      key += count - 1;
      continue;
    }
    into.push(key + signed(integers[i++]));
    for (const end = i + length - 1; i < end; i++) into.push(integers[i]);
    trie.set(key, 1, offset);
  }
  return trie.finish();
}

const sequences = [0]; // offset 0 is "not in the map"
const { index: foldIndex, data: foldData } = readMapping(FOLDS, sequences);
const { index: decompositionIndex, data: decompositionData } = readMapping(DECOMPOSITIONS, sequences);

/** The sequences that foldOffset and decompositionOffset point to: a length, then its members. */
export const pool = Int32Array.from(sequences);

/** Canonical composites, by first · 2^21 + second. */
const composites = new Map();
{
  const integers = integersOf(COMPOSITES);
  for (let i = 0, first = 0; i < integers.length; i += 3) {
    first += integers[i];
    composites.set(first * 0x200000 + integers[i + 1], integers[i + 2]);
  }
}

/** The flags of a code point, its combining class in the low 8 bits. */
export function flagsOf(cp) {
  return flags[propertyData[(propertyIndex[cp >> BLOCK_BITS] << BLOCK_BITS) | (cp & (BLOCK - 1))]];
}

/** The class of R4.5 among a code point's flags; 0 is none. */
export function classOf(flags) {
  return flags >>> CLASS_SHIFT;
}

/** Where the NFKC_Casefold of a code point is in pool; 0 if it is the code point itself. */
export function foldOffset(cp) {
  return foldData[(foldIndex[cp >> BLOCK_BITS] << BLOCK_BITS) | (cp & (BLOCK - 1))];
}

/** Where the canonical decomposition is in pool; 0 for what has none, and for Hangul syllables. */
export function decompositionOffset(cp) {
  return decompositionData[(decompositionIndex[cp >> BLOCK_BITS] << BLOCK_BITS) | (cp & (BLOCK - 1))];
}

/** The primary composite of two code points, or -1. */
export function compose(a, b) {
  const l = a - 0x1100;
  const v = b - 0x1161;
  if (l >= 0 && l < 19 && v >= 0 && v < 21) return HANGUL + (l * 21 + v) * 28;
  const s = a - HANGUL;
  const t = b - 0x11a7;
  if (s >= 0 && s < HANGUL_COUNT && s % 28 === 0 && t > 0 && t < 28) return a + t;
  return composites.get(a * 0x200000 + b) ?? -1;
}

/** The stored properties of a code point as the files of Unicode name them, for tests. */
export function propertiesOf(cp) {
  return records[propertyData[(propertyIndex[cp >> BLOCK_BITS] << BLOCK_BITS) | (cp & (BLOCK - 1))]];
}

/** All [first, second, composite] but Hangul, for tests. */
export function* compositePairs() {
  for (const [key, composite] of composites) {
    yield [Math.floor(key / 0x200000), key % 0x200000, composite];
  }
}

// Writes src/tables.js from the plain files of Unicode 15.0.0.
//
//   node tools/tables.mjs [UCD-DIRECTORY]      (default: ../../vectors/ucd)
//
// The tables are octet strings of variable-length integers, in base64:
//   records     one packed integer for each distinct combination of properties
//   runs        (length, record) from U+0000 to U+10FFFF
//   folds       NFKC_Casefold, decompositions: see mapping()
//   composites  (first - previous first, second, composite)
// src/unicode.js reads them back.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIMIT = 0x110000;
const here = dirname(fileURLToPath(import.meta.url));

/** The text of src/tables.js, made from the files in a directory. */
export function generate(directory) {
  const lines = (name) =>
    readFileSync(join(directory, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const span = (field) => {
    const [first, last = first] = field.split('..').map((s) => parseInt(s, 16));
    return [first, last];
  };
  const sequence = (field) => (field === '' ? [] : field.split(' ').map((s) => parseInt(s, 16)));

  const valued = (name, absent) => {
    const values = new Array(LIMIT).fill(absent);
    for (const line of lines(name)) {
      const [range, value = 'Y'] = line.split(';');
      const [first, last] = span(range);
      values.fill(value, first, last + 1);
    }
    return values;
  };
  const mapped = (name) => {
    const map = new Map();
    for (const line of lines(name)) {
      const [range, to] = line.split(';');
      const [first, last] = span(range);
      for (let cp = first; cp <= last; cp++) map.set(cp, sequence(to));
    }
    return map;
  };

  const category = valued('GeneralCategory.txt');
  const script = valued('Script.txt', 'Unknown');
  const alphabetic = valued('Alphabetic.txt', 'N');
  const space = valued('White_Space.txt', 'N');
  const combining = valued('CombiningClass.txt', '0').map(Number);
  const folds = mapped('NFKC_Casefold.txt');
  const decompositions = mapped('CanonicalDecomposition.txt');
  const pairs = lines('Composition.txt').map((line) => sequence(line.replace(';', ' ')));

  // A code point that can be the second of a composite, Hangul vowels and finals included.
  const second = new Set(pairs.map((pair) => pair[1]));
  for (let cp = 0x1161; cp <= 0x1175; cp++) second.add(cp);
  for (let cp = 0x11a8; cp <= 0x11c2; cp++) second.add(cp);

  const quick = quickSet({ category, combining, folds, decompositions, pairs, second });

  const categories = [...new Set(category)].sort();
  const scripts = [...new Set(script)].sort();
  const pack = (cp) =>
    (categories.indexOf(category[cp]) |
      (combining[cp] << 5) |
      (scripts.indexOf(script[cp]) << 13) |
      ((alphabetic[cp] === 'Y') << 21) |
      ((space[cp] === 'Y') << 22) |
      (quick.has(cp) << 23) |
      (second.has(cp) << 24) |
      (decompositions.has(cp) << 25) |
      (folds.has(cp) << 26) |
      (special(cp) << 27)) >>>
    0;

  const records = new Map();
  const runs = [];
  for (let cp = 0, last = -1; cp < LIMIT; cp++) {
    const packed = pack(cp);
    if (!records.has(packed)) records.set(packed, records.size);
    const record = records.get(packed);
    if (record === last) runs[runs.length - 2]++;
    else runs.push(1, record);
    last = record;
  }

  const composites = [];
  let first = 0;
  for (const [a, b, composite] of pairs) {
    composites.push(a - first, b, composite);
    first = a;
  }

  return [
    '// Made by tools/tables.mjs from Unicode 15.0.0. Do not edit.',
    '// Derived from the Unicode Character Database, © 2022 Unicode, Inc., Unicode License v3.',
    '',
    `export const CATEGORIES = '${categories.join(' ')}';`,
    `export const SCRIPTS =\n  '${scripts.join(' ')}';`,
    `export const RECORDS =\n  '${base64([...records.keys()])}';`,
    `export const RUNS =\n  '${base64(runs)}';`,
    `export const FOLDS =\n  '${base64(mapping(folds))}';`,
    `export const DECOMPOSITIONS =\n  '${base64(mapping(decompositions))}';`,
    `export const COMPOSITES =\n  '${base64(composites)}';`,
    '',
  ].join('\n');
}

/** Code points that a rule names one by one: 1 for R4.5, 2 for R4.4, 3 for R3.3 and R2.10. */
function special(cp) {
  if (
    cp === 0x3006 ||
    (cp >= 0x3031 && cp <= 0x3035) ||
    cp === 0x303c ||
    cp === 0x30fc ||
    cp === 0xff70 ||
    cp === 0xff9e ||
    cp === 0xff9f
  )
    return 1;
  if (
    cp === 0x02b9 ||
    (cp >= 0x02bb && cp <= 0x02bf) ||
    cp === 0x02c8 ||
    cp === 0x02ee ||
    cp === 0x07f4 ||
    cp === 0x07f5 ||
    cp === 0xa78b ||
    cp === 0xa78c
  )
    return 2;
  return cp === 0x200b ? 3 : 0;
}

/**
 * The code points that stage 3 turns, in every scheme, into the one code point that NFKC_Casefold
 * names, whenever another of this set, a separator or the end follows; and that never change what
 * stands before them.
 */
function quickSet({ category, combining, folds, decompositions, pairs, second }) {
  const kept = new Set(['Lu', 'Ll', 'Lt', 'Lm', 'Lo', 'Mn', 'Mc', 'Me', 'Nd', 'Pc', 'Cf']);
  const composite = new Map(pairs.map(([a, b, c]) => [a * LIMIT + b, c]));
  const decompose = (cp) => {
    const s = cp - 0xac00;
    if (s < 0 || s >= 11172) return decompositions.get(cp) ?? [cp];
    const parts = [0x1100 + Math.floor(s / 588), 0x1161 + Math.floor((s % 588) / 28)];
    return s % 28 === 0 ? parts : [...parts, 0x11a7 + (s % 28)];
  };
  const nfd = (text) => {
    const out = text.flatMap(decompose);
    for (let i = 1; i < out.length; i++) {
      const cp = out[i];
      let j = i;
      for (; j > 0 && combining[cp] > 0 && combining[out[j - 1]] > combining[cp]; j--) out[j] = out[j - 1];
      out[j] = cp;
    }
    return out;
  };
  const compose = (a, b) => {
    if (a >= 0x1100 && a < 0x1113 && b >= 0x1161 && b < 0x1176) return 0xac00 + ((a - 0x1100) * 21 + b - 0x1161) * 28;
    if (a >= 0xac00 && a < 0xac00 + 11172 && (a - 0xac00) % 28 === 0 && b > 0x11a7 && b < 0x11c3) return a + b - 0x11a7;
    return composite.get(a * LIMIT + b);
  };
  const nfc = (text) => {
    const out = [];
    let starter = -1;
    for (const cp of text) {
      const blocked = starter < 0 || (out.length - 1 > starter && combining[out.at(-1)] >= combining[cp]);
      const both = blocked ? undefined : compose(out[starter], cp);
      if (both !== undefined) out[starter] = both;
      else {
        if (combining[cp] === 0) starter = out.length;
        out.push(cp);
      }
    }
    return out;
  };

  const set = new Set();
  for (let cp = 0; cp < LIMIT; cp++) {
    if (!kept.has(category[cp]) || cp === 0x200b) continue;
    const before = nfd([cp]);
    if (combining[before[0]] !== 0 || !before.every((c) => kept.has(category[c]))) continue;
    const after = nfd(before.flatMap((c) => folds.get(c) ?? [c]));
    if (after.length === 0 || combining[after[0]] !== 0 || second.has(after[0])) continue;
    if (after.some((c) => c === 0x0640 || c === 0x0131 || (c === 0x0307 && after.includes(0x69)))) continue;
    const result = nfc(after);
    const fold = folds.get(cp) ?? [cp];
    if (result.length === 1 && fold.length === 1 && fold[0] === result[0]) set.add(cp);
  }
  return set;
}

/**
 * A map of code points to sequences: for each key its distance from the key before, the sequence's
 * length, its first member less the key (zigzag), and its other members. A range that maps to
 * nothing is one entry: its first key, length 0, and how many keys it has.
 */
function mapping(map) {
  const out = [];
  const keys = [...map.keys()].sort((a, b) => a - b);
  let last = 0;
  for (let i = 0; i < keys.length; i++) {
    const cp = keys[i];
    const to = map.get(cp);
    out.push(cp - last, to.length);
    last = cp;
    if (to.length === 0) {
      let n = 1;
      while (keys[i + 1] === cp + n && map.get(cp + n).length === 0) {
        n++;
        i++;
      }
      out.push(n);
      last = cp + n - 1;
    } else {
      out.push(zigzag(to[0] - cp), ...to.slice(1));
    }
  }
  return out;
}

/** A signed integer as an unsigned one: 0, -1, 1, -2 and so on. */
export const zigzag = (n) => (n < 0 ? -2 * n - 1 : 2 * n);

/** Integers below 2^32 as LEB128, in base64. */
export function base64(integers) {
  const octets = [];
  for (let n of integers) {
    for (; n > 0x7f; n = Math.floor(n / 128)) octets.push((n % 128) | 0x80);
    octets.push(n);
  }
  return Buffer.from(octets).toString('base64');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = process.argv[2] ?? join(here, '../../../vectors/ucd');
  writeFileSync(join(here, '../src/tables.js'), generate(directory));
}

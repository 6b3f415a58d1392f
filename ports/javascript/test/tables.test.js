// The tables are those of Unicode 15.0.0, and up to date.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import {
  HANGUL,
  HANGUL_COUNT,
  compose,
  compositePairs,
  decompositionOffset,
  foldOffset,
  pool,
  propertiesOf,
} from '../src/unicode.js';
import { generate } from '../tools/tables.mjs';

const vectors = process.env.FPCHECK_VECTORS ?? fileURLToPath(new URL('../../../vectors', import.meta.url));
const ucd = join(vectors, 'ucd');
const sums = new Map(
  readFileSync(join(ucd, 'SHA256SUMS.txt'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ').reverse()),
);

const hex = (cp) => cp.toString(16).toUpperCase().padStart(4, '0');
const digest = (lines) =>
  createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex');
const sequence = (offset, cp) =>
  offset === 0 ? hex(cp) : Array.from(pool.slice(offset + 1, offset + 1 + pool[offset]), hex).join(' ');

function decomposition(cp) {
  const s = cp - HANGUL;
  if (s < 0 || s >= HANGUL_COUNT) return sequence(decompositionOffset(cp), cp);
  const parts = [0x1100 + Math.floor(s / 588), 0x1161 + Math.floor((s % 588) / 28), 0x11a7 + (s % 28)];
  return (s % 28 === 0 ? parts.slice(0, 2) : parts).map(hex).join(' ');
}

const properties = {
  GeneralCategory: (cp) => propertiesOf(cp).category,
  Script: (cp) => propertiesOf(cp).script,
  Alphabetic: (cp) => (propertiesOf(cp).alphabetic ? 'Y' : 'N'),
  White_Space: (cp) => (propertiesOf(cp).whiteSpace ? 'Y' : 'N'),
  CombiningClass: (cp) => propertiesOf(cp).combiningClass,
  NFKC_Casefold: (cp) => sequence(foldOffset(cp), cp),
  CanonicalDecomposition: decomposition,
};

for (const [name, value] of Object.entries(properties)) {
  test(name, () => {
    const lines = Array.from({ length: 0x110000 }, (_, cp) => `${hex(cp)};${value(cp)}`);
    assert.equal(digest(lines), sums.get(name));
  });
}

test('Composition', () => {
  const pairs = [...compositePairs()];
  for (let cp = HANGUL; cp < HANGUL + HANGUL_COUNT; cp++) {
    const parts = decomposition(cp)
      .split(' ')
      .map((part) => parseInt(part, 16));
    const last = parts.pop();
    pairs.push([parts.length === 1 ? parts[0] : compose(...parts), last, cp]);
  }
  for (const [a, b, composite] of pairs) assert.equal(compose(a, b), composite);
  pairs.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
  assert.equal(
    digest(pairs.map(([a, b, composite]) => `${hex(a)} ${hex(b)};${hex(composite)}`)),
    sums.get('Composition'),
  );
});

test('no property is left out', () => {
  assert.deepEqual([...sums.keys()].sort(), [...Object.keys(properties), 'Composition'].sort());
});

test('src/tables.js is what the generator writes', () => {
  const committed = readFileSync(new URL('../src/tables.js', import.meta.url), 'utf8');
  assert.ok(generate(ucd) === committed, 'run npm run tables');
});

// The named character references are those of the HTML Standard, and up to date.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { xmlText } from 'fpcheck/markup';
import { generate, rows } from '../tools/entities.mjs';

const vectors = process.env.FPCHECK_VECTORS ?? fileURLToPath(new URL('../../../vectors', import.meta.url));
const file = join(vectors, 'markup/entities.txt');

test('each name means what the list says', () => {
  const list = rows(file);
  assert.equal(list.length, 2125);
  const xml = list.map(([name]) => `|&${name};`).join('');
  const text = list.map(([, ...hex]) => `|${String.fromCodePoint(...hex.map((digits) => parseInt(digits, 16)))}`);
  const blank = (s) => s.replace(/[\t\n ]/g, ' ');
  assert.equal(xmlText(new TextEncoder().encode(`<p>${xml}</p>`)).text, blank(text.join('')));
});

test('src/entities.js is what the generator writes', () => {
  const committed = readFileSync(new URL('../src/entities.js', import.meta.url), 'utf8');
  assert.ok(generate(file) === committed, 'run npm run tables');
});

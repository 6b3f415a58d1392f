// Writes src/encoding-tables.js from the plain files of the Encoding Standard's labels and indexes.
//
//   node tools/encodings.mjs [DIRECTORY]      (default: ../../vectors/encodings)
//
// An index is an octet string of variable-length integers, in base64: for each stretch of pointers
// how many were left out before it, its length, and its code points less the successor of the one
// before (zigzag). Ranges are pointers and code points, less those before. src/encodings.js reads them back.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { base64, zigzag } from './tables.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const RANGES = 'gb18030-ranges';

/** The lines of a file, each cut at its semicolon. */
function rows(directory, name) {
  const text = readFileSync(join(directory, `${name}.txt`), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(';'));
}

/** The names of the indexes in a directory. */
export function indexNames(directory) {
  return readdirSync(directory)
    .filter((name) => /^[a-z0-9-]+\.txt$/.test(name))
    .map((name) => name.slice(0, -'.txt'.length))
    .filter((name) => name !== 'labels' && name !== RANGES)
    .sort(); // Bun does not sort the names of a folder
}

/** An index as a map of pointers to code points, ascending. */
export function readIndex(directory, name) {
  const index = new Map();
  for (const [first, points] of rows(directory, name)) {
    let pointer = Number(first);
    for (const field of points.split(' ')) {
      const [from, to = from] = field.split('..').map((hex) => parseInt(hex, 16));
      for (let cp = from; cp <= to; cp++) index.set(pointer++, cp);
    }
  }
  return index;
}

function pack(index) {
  const out = [];
  let length = -1; // where the length of the open stretch is
  let next = 0; // the pointer and the code point that cost least
  let successor = 0;
  for (const [pointer, cp] of index) {
    if (pointer !== next || length < 0) {
      out.push(pointer - next, 0);
      length = out.length - 1;
    }
    out[length]++;
    out.push(zigzag(cp - successor));
    next = pointer + 1;
    successor = cp + 1;
  }
  return base64(out);
}

/** The text of src/encoding-tables.js, made from the files in a directory. */
export function generate(directory) {
  const labels = rows(directory, 'labels').map(([name, list]) => {
    return `  ${name} ${list
      .split(' ')
      .filter((label) => label !== name)
      .join(' ')}`.trimEnd();
  });
  const indexes = indexNames(directory).map((name) => `  '${name}':\n    '${pack(readIndex(directory, name))}',`);
  let last = [0, 0];
  const ranges = rows(directory, RANGES).flatMap(([pointer, hex]) => {
    const row = [Number(pointer), parseInt(hex, 16)];
    const steps = row.map((n, i) => n - last[i]);
    last = row;
    return steps;
  });
  return [
    '// Made by tools/encodings.mjs from the labels and indexes of the Encoding Standard. Do not edit.',
    '// Copyright © WHATWG (Apple, Google, Mozilla, Microsoft), BSD 3-Clause: LICENSE-WHATWG.',
    '',
    `export const LABELS = \`\n${labels.join('\n')}\n\`;`,
    `export const RANGES =\n  '${base64(ranges)}';`,
    `export const INDEXES = {\n${indexes.join('\n')}\n};`,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = process.argv[2] ?? join(here, '../../../vectors/encodings');
  writeFileSync(join(here, '../src/encoding-tables.js'), generate(directory));
}

// Writes src/entities.js from the list of the HTML Standard's named character references.
//
//   node tools/entities.mjs [FILE]      (default: ../../vectors/markup/entities.txt)

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The rows of the list: a name and one or two code points. */
export function rows(file) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.filter((line) => !line.startsWith('#')).map((line) => line.split(' '));
}

/** The text of src/entities.js, made from the list. */
export function generate(file) {
  const entities = rows(file).map(([name, ...hex]) => [name, ...hex.map((h) => h.replace(/^0+/, ''))].join(' '));
  return [
    '// Made by tools/entities.mjs from the named character references of the HTML Standard. Do not edit.',
    '',
    `export const ENTITIES =\n  '${entities.join(',')}';`,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = process.argv[2] ?? join(here, '../../../vectors/markup/entities.txt');
  writeFileSync(join(here, '../src/entities.js'), generate(file));
}

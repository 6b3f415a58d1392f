// Writes src/main-names.js from the lists of R11.28, and src/main-model.js from the model of R11.32.
//
//   node tools/main.mjs [DIRECTORY]      (default: ../../vectors/markup)

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const here = dirname(fileURLToPath(import.meta.url));
const TABLES = [
  ['CLASSES', 'words of class and id'],
  ['ELEMENTS', 'elements'],
  ['ROLES', 'words of role'],
];

/** The names of R11.28: what they are names of, and the flag, in the order of the features (R11.31). */
export function lists(directory) {
  const rows = parse(readFileSync(join(directory, 'lists.yaml'), 'utf8')).filter(({ rule }) => rule === 'R11.28');
  return TABLES.map(([name, kind]) => {
    const ofKind = rows.map(({ list, names }) => [...list.split(': '), names]).filter(([, of]) => of === kind);
    return [name, ofKind.map(([flag, , names]) => [flag, names])];
  });
}

/** The text of src/main-names.js. */
export function generateNames(directory) {
  const tables = lists(directory);
  const [[, second], [, first]] = tables;
  const lines = ([flag, names]) => `  ${flag}: ${names.join(' ')}`.trimEnd();
  return [
    '// Made by tools/main.mjs from the lists of R11.28. Do not edit.',
    '',
    '/** The flags, in the order of the features. */',
    `export const FLAGS =\n  '${[...second, ...first].map(([flag]) => flag).join(' ')}';`,
    '',
    '// A line for each flag: the names that give it.',
    '',
    ...tables.map(([name, rows]) => `export const ${name} = \`\n${rows.map(lines).join('\n')}\n\`;\n`),
  ].join('\n');
}

/** The text of src/main-model.js. */
export function generateModel(directory) {
  const model = readFileSync(join(directory, 'main-1.model')).toString('base64');
  return [
    '// Made by tools/main.mjs from the model of R11.32. Do not edit.',
    '',
    `export const MODEL =\n  '${model}';`,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = process.argv[2] ?? join(here, '../../../vectors/markup');
  writeFileSync(join(here, '../src/main-names.js'), generateNames(directory));
  writeFileSync(join(here, '../src/main-model.js'), generateModel(directory));
}

// Writes types/ from the comments of src/: TypeScript reads them, and checks the modules that begin with
// `// @ts-check` by them. Members with the tag @internal are left out.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const INTERNAL = /^( *)\/\*\*(?:(?!\*\/)[^])*@internal(?:(?!\*\/)[^])*\*\/\n(?:\1.*\n)*?\1\S.*;\n/gm;

/** The declarations that the entries need, by file name. Throws an error that lists what TypeScript reports. */
export function declarations() {
  const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, ts.sys);
  const program = ts.createProgram(fileNames, options);
  const emitted = new Map();
  const { diagnostics } = program.emit(
    undefined,
    (path, text) => emitted.set(relative(join(root, 'types'), path), text.replace(INTERNAL, '')),
    undefined,
    true,
  );
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0) {
    const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
    throw new Error(ts.formatDiagnostics(problems, host));
  }
  const needed = new Map();
  const add = (name) => {
    if (needed.has(name)) return;
    const text = emitted.get(name);
    if (text.includes('@internal')) throw new Error(`${name}: a member with @internal is left`);
    needed.set(name, text);
    for (const [, other] of text.matchAll(/["']\.\/([\w-]+)\.js["']/g)) add(`${other}.d.ts`);
  };
  for (const path of fileNames) add(`${relative(join(root, 'src'), path).slice(0, -'.js'.length)}.d.ts`);
  return needed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, 'types');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, text] of declarations()) writeFileSync(join(folder, name), text);
}

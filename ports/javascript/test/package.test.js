// The package, as tools see it: its types, its size in a page, its entries, its format.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { declarations } from '../tools/types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json');

/** Runs a tool that is installed here. Throws what it prints if it fails. */
async function run(tool, ...args) {
  try {
    await promisify(execFile)(`${root}node_modules/.bin/${tool}`, args, { cwd: root });
  } catch (error) {
    throw new Error(`${tool}: ${error.stdout}${error.stderr}`);
  }
}

async function minified(code) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0].contents.length;
}

const use =
  'const [a, b] = location.hash.split(","); console.log(parse(a).distance(parse(b)), parse(a).similarity(parse(b)))';
const sizes = [
  ['the whole entry without tables', 5000, "export * from 'fpcheck/fingerprint'"],
  ['a page that parses and compares', 5000, `import { parse } from 'fpcheck/fingerprint'; ${use}`],
  ['the same by the main entry: it can be shaken', 5000, `import { parse } from 'fpcheck'; ${use}`],
  ['full forms by the main entry: they need no tables', 9000, "import { Minima } from 'fpcheck'; console.log(Minima)"],
  ['the client of the service', 3500, "export * from 'fpcheck/service'"],
];
for (const [why, most, code] of sizes) {
  test(`bytes of ${why}`, async () => {
    const size = await minified(code);
    assert.ok(size > 500 && size < most, `${size} bytes minified: expected fewer than ${most}`);
  });
}

test('a page that makes fingerprints has the tables', async () => {
  const size = await minified("import { sm1 } from 'fpcheck'; console.log(String(sm1.sum(document.title)))");
  assert.ok(size > 80_000, `${size} bytes: the limits above would then show nothing`);
});

test('the model is in pages that ask for the main text, and in no others', async () => {
  const main = await minified("import { mainText } from 'fpcheck/maintext'; console.log(mainText)");
  const markup = await minified("import { htmlText } from 'fpcheck/markup'; console.log(htmlText)");
  assert.ok(main > markup + 48_000, `${main} and ${markup} bytes`);
  assert.ok(main < markup + 60_000, `${main} and ${markup} bytes`);
});

test('types/ is what the sources say', () => {
  const wanted = declarations();
  assert.deepEqual(readdirSync(`${root}types`).sort(), [...wanted.keys()].sort(), 'run "npm run types"');
  for (const [name, text] of wanted) {
    assert.equal(readFileSync(`${root}types/${name}`, 'utf8'), text, `${name}: run "npm run types"`);
  }
});

test('a program sees these types', () => run('tsc', '-p', 'test'));

test('format and lint (biome)', () => run('biome', 'ci', '--error-on-warnings', '.'));

test('the package (publint)', () => run('publint', '--strict'));

// A require of an ES module works in Node.js 20.19 and later, which engines asks for. See the next test.
test('the types in all kinds of resolution (attw)', () =>
  run('attw', '--pack', '.', '--ignore-rules', 'cjs-resolves-to-esm'));

test('CommonJS loads each entry by require', async () => {
  assert.equal(manifest.engines.node, '>=20.19');
  const require = createRequire(import.meta.url);
  for (const entry of entries) {
    const name = entry.replace('.', 'fpcheck');
    assert.deepEqual(Object.keys(require(name)), Object.keys(await import(name)), name);
  }
});

test('each entry has what it needs', () => {
  assert.deepEqual(entries, ['.', './fingerprint', './markup', './maintext', './textdigest', './service']);
  for (const entry of entries.slice(1)) {
    const { types } = manifest.exports[entry];
    assert.deepEqual(manifest.typesVersions['*'][entry.slice('./'.length)], [types]); // for resolution as in Node.js 10
  }
});

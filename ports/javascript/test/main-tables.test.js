// The names and the model of the main text equal those of the specification.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { FLAGS } from '../src/main-names.js';
import { MODEL } from '../src/main-model.js';
import { generateModel, generateNames } from '../tools/main.mjs';

const vectors = process.env.FPCHECK_VECTORS ?? fileURLToPath(new URL('../../../vectors', import.meta.url));
const directory = join(vectors, 'markup');

test('the model has the digest that R11.32 names', () => {
  const digest = createHash('sha256').update(Buffer.from(MODEL, 'base64')).digest('hex');
  assert.equal(digest, '4fe1ee0649e01764d440b67127a4fc97dc174cbff5a7ecc41cb28bd525c53868');
});

test('the flags are a bit each', () => {
  assert.equal(new Set(FLAGS.split(' ')).size, 32);
});

for (const [name, generate] of [
  ['main-names', generateNames],
  ['main-model', generateModel],
]) {
  test(`src/${name}.js is what the generator writes`, () => {
    const committed = readFileSync(new URL(`../src/${name}.js`, import.meta.url), 'utf8');
    assert.ok(generate(directory) === committed, 'run npm run tables');
  });
}

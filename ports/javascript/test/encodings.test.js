// The decoders have the indexes of the Encoding Standard, and the tables are up to date.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { decode, encodingOf, indexOf } from '../src/encodings.js';
import { generate, indexNames, readIndex } from '../tools/encodings.mjs';

const vectors = process.env.FPCHECK_VECTORS ?? fileURLToPath(new URL('../../../vectors', import.meta.url));
const directory = join(vectors, 'encodings');

for (const name of indexNames(directory)) {
  test(`index ${name}`, () => {
    const wanted = readIndex(directory, name);
    const index = indexOf(name);
    for (let pointer = 0; pointer < 24000; pointer++) {
      if (name === 'big5' && [1133, 1135, 1164, 1166].includes(pointer)) continue;
      assert.equal(index[pointer] || undefined, wanted.get(pointer));
    }
  });
}

test('labels', () => {
  for (const line of readFileSync(join(directory, 'labels.txt'), 'utf8').trimEnd().split('\n')) {
    const [name, labels] = line.split(';');
    for (const label of labels.split(' ')) {
      assert.equal(encodingOf(label), name);
      assert.equal(encodingOf(`\t\n\f\r ${label.toUpperCase()} `), name);
      assert.equal(encodingOf(`\v${label}`), undefined);
      assert.equal(decode(new Uint8Array(), name), '');
    }
  }
  assert.equal(encodingOf(''), undefined);
  assert.equal(encodingOf('\u212aoi8-r'), undefined); // the Kelvin sign is no k of ASCII
});

test('no decoder cuts or lengthens a long text', () => {
  const octets = new Uint8Array(20_001).fill(0x61);
  for (const encoding of ['utf-8', 'windows-1252', 'big5', 'gb18030', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr']) {
    assert.equal(decode(octets, encoding), 'a'.repeat(20_001));
  }
});

test('src/encoding-tables.js is what the generator writes', () => {
  const committed = readFileSync(new URL('../src/encoding-tables.js', import.meta.url), 'utf8');
  assert.ok(generate(directory) === committed, 'run npm run tables');
});

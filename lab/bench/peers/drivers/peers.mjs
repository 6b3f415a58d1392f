// Measures the JavaScript port: peers.mjs SUBJECT FILE. See protocol.go.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { schemes } from '../../../../ports/javascript/src/index.js';

const [name, path] = process.argv.slice(2);
// The subject "page" makes sm1 of pages of HTML, which takes parse5.
const { htmlText } = name === 'page' ? await import('../../../../ports/javascript/src/markup.js') : {};
const scheme = schemes.find((s) => s.id === (htmlText ? 'sm1' : name));
const sum = htmlText ? (d) => scheme.sum(htmlText(d).text) : (d) => scheme.sum(d);
const file = readFileSync(path);
const documents = [];
let total = 0;
for (let at = 0; at < file.length; ) {
  const n = file.readUInt32BE(at);
  documents.push(new Uint8Array(file.subarray(at + 4, at + 4 + n)));
  at += 4 + n;
  total += n;
}

let kept; // so that nothing is computed in vain
console.log(`ready - ${sum(documents[0])}`);
for await (const line of createInterface({ input: process.stdin })) {
  const times = Number(line.slice('run '.length));
  const start = process.hrtime.bigint();
  for (let i = 0; i < times; i++) for (const d of documents) kept = sum(d);
  console.log(`${process.hrtime.bigint() - start} ${times * total}`);
}
if (kept === null) process.exit(1);

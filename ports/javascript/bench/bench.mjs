// Megabytes a second of processor time, of each scheme and the text digest on a text, or of reading a
// document that is called .html or .xml: node bench/bench.mjs FILE [SECONDS]

import { readFileSync } from 'node:fs';
import { schemes } from '../src/index.js';
import { NAME, digest } from '../src/textdigest.js';

const [path, seconds = '2'] = process.argv.slice(2);
if (path === undefined) {
  console.error('usage: node bench/bench.mjs FILE [SECONDS]');
  process.exit(2);
}
const octets = new Uint8Array(readFileSync(path));

/** What a function does with the octets, and how fast. */
function speed(run) {
  run(); // once for the compiler
  const start = process.cpuUsage();
  let rounds = 0;
  let elapsed = 0; // µs
  for (; elapsed < Number(seconds) * 1e6; rounds++) {
    run();
    const { user, system } = process.cpuUsage(start);
    elapsed = user + system;
  }
  return `${((octets.length * rounds) / elapsed).toFixed(1)} MB/s`;
}

if (/\.(html|xml)$/.test(path)) {
  const { htmlText, xmlText } = await import('../src/markup.js');
  const textOf = path.endsWith('.xml') ? xmlText : htmlText;
  const { text, encoding } = textOf(octets);
  console.log(`${speed(() => textOf(octets))}  ${text.length} characters  ${encoding}`);
  if (textOf === htmlText) {
    const { mainText } = await import('../src/maintext.js');
    const measured = speed(() => mainText(octets));
    console.log(`${measured}  ${mainText(octets).text.length} characters of main text`);
  }
} else {
  console.log(`${NAME}  ${speed(() => digest(octets))}  ${digest(octets)}`);
  for (const scheme of schemes) {
    const hasher = scheme.hasher().write(octets);
    const measured = speed(() => scheme.hasher().write(octets).fingerprint());
    console.log(`${scheme}  ${measured}  ${hasher.features} features  ${hasher.fingerprint()}`);
  }
}

// Megabytes a second of processor time, of each scheme on a text: node bench/bench.mjs FILE [SECONDS]

import { readFileSync } from 'node:fs';
import { schemes } from '../src/index.js';

const [path, seconds = '2'] = process.argv.slice(2);
if (path === undefined) {
  console.error('usage: node bench/bench.mjs FILE [SECONDS]');
  process.exit(2);
}
const octets = new Uint8Array(readFileSync(path));

for (const scheme of schemes) {
  scheme.hasher().write(octets).fingerprint(); // once for the compiler
  const start = process.cpuUsage();
  let rounds = 0;
  let elapsed = 0; // µs
  for (; elapsed < Number(seconds) * 1e6; rounds++) {
    scheme.hasher().write(octets).fingerprint();
    const { user, system } = process.cpuUsage(start);
    elapsed = user + system;
  }
  const hasher = scheme.hasher().write(octets);
  const speed = (octets.length * rounds) / elapsed;
  console.log(`${scheme}  ${speed.toFixed(1)} MB/s  ${hasher.features} features  ${hasher.fingerprint()}`);
}

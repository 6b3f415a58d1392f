// The demo page in one file.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import vm from 'node:vm';
import { schemes } from 'fpcheck';
import { bundle, page } from '../demo/build.mjs';

const html = page();

test('the page names no address outside itself', () => {
  assert.doesNotMatch(html, /\b(?:https?|wss?|ftp|file|blob):/i);
  assert.doesNotMatch(
    html,
    /\burl\(|@import|\bimport\s*\(|\bfetch\s*\(|XMLHttpRequest|WebSocket|sendBeacon|\bWorker\b/,
  );
  assert.deepEqual(html.match(/\s(?:src|href)="[^"]*"/g), [' href="data:,"']);
});

test('its policy allows its script and its style and nothing else', () => {
  const digest = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const [, script] = /<script type="module">(.*)<\/script>/s.exec(html);
  const [, style] = /<style>(.*)<\/style>/s.exec(html);
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(html);
  assert.equal(
    policy,
    `default-src 'none'; script-src ${digest(script)}; style-src ${digest(style)}; img-src data:; base-uri 'none'; form-action 'none'`,
  );
  assert.doesNotMatch(html, /\sstyle="|\son[a-z]+="/);
  new vm.Script(script);
});

test('each id is there once, and each one that the script uses is there', () => {
  const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]);
  assert.equal(new Set(ids).size, ids.length);
  const script = readFileSync(new URL('../demo/demo.js', import.meta.url), 'utf8');
  const sides = (id) => (id.includes('${side}') ? ['a', 'b'].map((side) => id.replace('${side}', side)) : [id]);
  for (const [, , id] of script.matchAll(/\$\((['`])([^'`]+)\1\)/g)) {
    const forms = id.includes('${prefix}') ? ['', 'string-'].map((p) => id.replace('${prefix}', p)) : sides(id);
    for (const form of forms) assert.ok(ids.includes(form), form);
  }
  for (const [, id] of html.matchAll(/\s(?:for|aria-labelledby|aria-describedby)="([^"]*)"/g)) {
    for (const one of id.split(' ')) assert.ok(ids.includes(one), one);
  }
});

test('the library in the page is the library', () => {
  const entry = fileURLToPath(new URL('../src/index.js', import.meta.url));
  const script = bundle(entry);
  const last = script
    .match(/^const module\d+/gm)
    .at(-1)
    .slice('const '.length);
  const context = vm.createContext({ atob, crypto, TextDecoder, TextEncoder, Uint8Array, BigUint64Array });
  const library = vm.runInContext(`(() => { ${script}; return ${last}; })()`, context);
  const text = 'Die Wärterin zählte die Schiffe. 灯台の日誌。 ภาษาไทย';
  for (const scheme of schemes) {
    assert.equal(String(library.lookup(scheme.id).sum(text)), String(scheme.sum(text)));
  }
});

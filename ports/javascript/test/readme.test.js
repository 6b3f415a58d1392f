// The README's examples give what they say.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

for (const [, code] of readme.matchAll(/```js\n(.*?)```/gs)) {
  test(code.trim().split('\n').at(-1), () => {
    const wanted = [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]);
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: root });
    assert.deepEqual(output.toString().trimEnd().split('\n'), wanted);
  });
}

// Writes demo/fpcheck.html, or the file named: the page with its style, script, library and tables in
// one file, which works from a disk. Its Content-Security-Policy allows that script and that style, by their digests,
// and nothing else.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * One script of an ES module and all it imports. Each module becomes a function that returns what
 * it exports; of the forms of import and export, those that this package uses are known.
 */
export function bundle(entry) {
  const names = new Map(); // path to variable, in the order of definition
  const parts = [];
  const add = (path) => {
    if (names.has(path)) return names.get(path);
    const exported = [];
    const from = (specifier) => add(resolve(dirname(path), specifier));
    const source = readFileSync(path, 'utf8')
      .replace(/^ *\/\*\*[^]*?\*\/\n/gm, '') // types, which a page does not need
      .replace(/^import \{([^}]*)\} from '([^']+)';\n/gm, (_, list, specifier) => {
        return `const {${list.replace(/\bas\b/g, ':')}} = ${from(specifier)};\n`;
      })
      .replace(/^export \{([^}]*)\} from '([^']+)';\n/gm, (_, list, specifier) => {
        const module = from(specifier);
        exported.push(...list.split(',').map((name) => `${name.trim()}: ${module}.${name.trim()}`));
        return '';
      })
      .replace(/^export (const|class|(?:async )?function\*?) (\w+)/gm, (_, kind, name) => {
        exported.push(name);
        return `${kind} ${name}`;
      });
    if (/^(import|export)\b/m.test(source)) throw new Error(`${path}: unknown form of import or export`);
    const name = `module${names.size}`;
    names.set(path, name);
    parts.push(`const ${name} = (() => {\n${source}return { ${exported.join(', ')} };\n})();\n`);
    return name;
  };
  add(entry);
  return `'use strict';\n${parts.join('\n')}`;
}

/** The page in one file. */
export function page() {
  const script = bundle(join(here, 'demo.js'));
  const style = readFileSync(join(here, 'demo.css'), 'utf8');
  if (/<\/(script|style)/i.test(script + style)) throw new Error('the page would end too soon');
  const digest = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const replacements = [
    ["script-src 'self'", `script-src ${digest(script)}`],
    ["style-src 'self'", `style-src ${digest(style)}`],
    ['<link rel="stylesheet" href="demo.css">', `<style>${style}</style>`],
    ['<script type="module" src="demo.js"></script>', `<script type="module">${script}</script>`],
  ];
  return replacements.reduce(
    (html, [what, by]) => {
      if (html.split(what).length !== 2) throw new Error(`index.html has not one ${what}`);
      return html.replace(what, () => by);
    },
    readFileSync(join(here, 'index.html'), 'utf8'),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(process.argv[2] ?? join(here, 'fpcheck.html'), page());
}

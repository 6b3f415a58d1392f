// The entry fpcheck/maintext. What it says of pages is in the vectors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlText } from 'fpcheck/markup';
import { mainText } from 'fpcheck/maintext';
import { mainPage } from '../src/main-page.js';

const utf8 = (text) => new TextEncoder().encode(text);
const featuresOf = (html) => {
  const rows = [];
  mainPage(utf8(html), undefined, (row) => rows.push([...row]));
  return rows;
};

const PARAGRAPH = 'The keeper climbed the stairs every evening, lit the lamp, and wrote the weather into the log. ';
const PAGE = `<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav><main><h1>The log</h1>
  <article><p>${PARAGRAPH}<p>${PARAGRAPH}${PARAGRAPH}<p>${PARAGRAPH}</article></main>
  <footer><p>All rights reserved. <a href=/p>Privacy</a></footer>`;

test('the article of a page, and its encoding', () => {
  const [one, two] = [PARAGRAPH.trim(), `${PARAGRAPH}${PARAGRAPH}`.trim()];
  assert.deepEqual(mainText(utf8(PAGE)), { text: [one, two, one].join('\n'), encoding: 'utf-8' });
  const latin1 = Buffer.from('<p>caf\xe9', 'latin1');
  assert.deepEqual(mainText(latin1), { text: 'café', encoding: 'windows-1252' });
  assert.deepEqual(mainText(latin1, 'ISO-8859-5'), { text: 'cafщ', encoding: 'iso-8859-5' });
});

test('a page without main text is its visible text', () => {
  for (const html of ['', '<p> ', '<p>a<p>b', '<pre>a\nb\n c</pre>', '<script>no</script>a<b>b</b> c<br>d']) {
    assert.equal(mainText(utf8(html)).text, htmlText(utf8(html)).text, html);
  }
});

test('each line has a score and 71 features', () => {
  const rows = featuresOf(PAGE);
  const { scores } = mainPage(utf8(PAGE));
  assert.equal(scores.length, 7);
  assert.deepEqual(
    rows.map((row) => row.length),
    scores.map(() => 71),
  );
});

test('the prefix of an attribute counts', () => {
  const [attribute, xlink] = ['role', 'xlink:role'].map((name) =>
    featuresOf(`<math ${name}=navigation><mi>a</mi></math>`),
  );
  assert.equal(attribute[0][39 + 13], 1);
  assert.equal(xlink[0][39 + 13], 0);
});

test('a page that nests too deep is refused', () => {
  assert.throws(() => mainText(utf8(`${'<div>'.repeat(600)}x`)), RangeError);
});

test('elements that have ended may be nested in each other', () => {
  const html = `${'<form><div></form>'.repeat(500)}x`;
  assert.equal(mainText(utf8(html)).text, 'x');
  assert.equal(featuresOf(html)[0][29], 1); // the only step: all elements have the same units
});

test('a page is read in time that grows with it only', { timeout: 60_000 }, () => {
  const deep = `${'<div>'.repeat(400)}${'<i>x</i><br>'.repeat(50_000)}`;
  assert.equal(mainText(utf8(deep)).text.length, 2 * 50_000 - 1);
  assert.equal(mainText(utf8(`<p>${'<i>x</i>'.repeat(200_000)}`)).text.length, 200_000);
  assert.equal(mainText(utf8(`<p class="${'aB'.repeat(1_000_000)}" id="${'A'.repeat(1_000_000)}">x`)).text, 'x');
  assert.equal(mainText(utf8(`<p>${'<a>x</a>'.repeat(100_000)}`)).text.length, 100_000);
});

test('only octets are a document', () => {
  assert.throws(() => mainText('<p>'), TypeError);
  assert.throws(() => mainText(undefined), TypeError);
});

// The entry fpcheck/markup. What it says of documents is in the vectors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sm1 } from 'fpcheck';
import { htmlText } from 'fpcheck/markup';

const utf8 = (text) => new TextEncoder().encode(text);

test('the text of HTML, and its encoding', () => {
  const latin1 = Buffer.from('<title>x</title><p>caf\xe9 <b>au</b> lait', 'latin1');
  assert.deepEqual(htmlText(latin1), { text: 'café au lait', encoding: 'windows-1252' });
  assert.deepEqual(htmlText(latin1, 'ISO-8859-5'), { text: 'cafщ au lait', encoding: 'iso-8859-5' });
  assert.deepEqual(htmlText(utf8('\ufeff<p>é'), 'latin1'), { text: 'é', encoding: 'utf-8' });
  assert.equal(String(sm1.sum(htmlText(utf8('<p>some <i>words</i>')).text)), String(sm1.sum('some words')));
});

test('a charset that is unknown does not count', () => {
  for (const charset of [undefined, '', 'x-nothing']) {
    assert.equal(htmlText(utf8('<meta charset=koi8-r>'), charset).encoding, 'koi8-r');
  }
});

test('the prescan', () => {
  const encoding = (html) => htmlText(Buffer.concat([Buffer.from(html, 'latin1'), Buffer.from([0xe9])])).encoding;
  const fallback = 'windows-1252';
  for (const [html, wanted] of [
    ['<meta charset=big5>', 'big5'],
    ['<META/CharSet = "Big5" >', 'big5'],
    ["<meta\ncharset='big5'/>", 'big5'],
    ['<metacharset=big5>', fallback],
    ['<meta charset=big5', fallback], // it runs out of octets
    ['<meta charset=big5 ', fallback],
    ['<meta charset= ', fallback],
    ['<meta charset="big5', fallback],
    ['<meta =charset=big5>', fallback],
    ['<meta charset=big5 charset=koi8-r>', 'big5'],
    ['<meta charset=x charset=big5><meta charset=koi8-r>', 'koi8-r'],
    ['<meta charset=x http-equiv=content-type content="charset=big5">', fallback],
    ['<meta http-equiv=content-type content="charset=big5" charset=x>', fallback],
    ['<meta http-equiv=content-type content="charset=big5" charset=koi8-r>', 'koi8-r'],
    ['<meta content="charset=big5" http-equiv=Content-Type>', 'big5'],
    ['<meta content="charset=big5" http-equiv=refresh>', fallback],
    ["<meta http-equiv=content-type content='charset charset = \"big5\"'>", 'big5'],
    ["<meta http-equiv=content-type content='charset=\";charset=big5'>", fallback],
    ['<meta http-equiv=content-type content="charset=big5;x">', 'big5'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    ['<meta charset=utf-16be>', 'utf-8'],
    ['<!--><meta charset=big5>-->', 'big5'],
    ['<!-- > <meta charset=big5>', fallback],
    ['</p title="><meta charset=koi8-r>"><meta charset=big5>', 'big5'],
    ['<? > <meta charset=big5>', 'big5'],
    ['<?xml encoding="koi8-r"?><meta charset=big5>', 'big5'],
    ['<?xml encoding="koi8-r"?>', 'koi8-r'],
    ['<?xml encoding \x01=\n\'koi8-r\'?>', 'koi8-r'],
    ['<?xml encoding="koi8-r "?>', fallback],
    ['<?xml encoding="koi8-r"', fallback],
    ['<?xml encoding encoding="koi8-r"?>', fallback],
    [' <?xml encoding="koi8-r"?>', fallback],
    ['<?xml encoding="utf-16"?>', 'utf-8'],
    ['<\0?\0x\0', 'utf-16le'],
    ['\0<\0?\0x', 'utf-16be'],
  ]) {
    assert.equal(encoding(html), wanted, html);
  }
});

test('a document may nest deep', () => {
  for (const tag of ['<div>', '<b>', '<p><b><i>', '<table><td>', '<svg><g>', '<ruby><rb>']) {
    const { text } = htmlText(utf8(`${tag.repeat(20_000)}x`));
    assert.equal(text, tag.startsWith('<svg>') ? '' : 'x', tag);
  }
});

test('only octets are a document', () => {
  assert.throws(() => htmlText('<p>'), TypeError);
  assert.throws(() => htmlText(undefined), TypeError);
});

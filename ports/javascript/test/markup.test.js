// The entry fpcheck/markup. What it says of documents is in the vectors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MalformedError, sm1 } from 'fpcheck';
import { htmlText, xmlText } from 'fpcheck/markup';

const utf8 = (text) => new TextEncoder().encode(text);

test('the text of HTML, and its encoding', () => {
  const latin1 = Buffer.from('<title>x</title><p>caf\xe9 <b>au</b> lait', 'latin1');
  assert.deepEqual(htmlText(latin1), { text: 'café au lait', encoding: 'windows-1252' });
  assert.deepEqual(htmlText(latin1, 'ISO-8859-5'), { text: 'cafщ au lait', encoding: 'iso-8859-5' });
  assert.deepEqual(htmlText(utf8('\ufeff<p>é'), 'latin1'), { text: 'é', encoding: 'utf-8' });
  assert.equal(String(sm1.sum(htmlText(utf8('<p>some <i>words</i>')).text)), String(sm1.sum('some words')));
});

test('a charset that is unknown does not count', () => {
  for (const charset of [undefined, null, '', 'x-nothing']) {
    assert.equal(htmlText(utf8('<meta charset=koi8-r>'), charset).encoding, 'koi8-r');
  }
});

test('a charset that is not a string is refused', () => {
  const message = 'expected the charset to be a string, null or undefined';
  for (const charset of [5, {}, ['koi8-r'], false]) {
    for (const textOf of [htmlText, xmlText]) {
      for (const document of ['<a/>', '\ufeff<a/>']) {
        assert.throws(() => textOf(utf8(document), charset), { name: 'TypeError', message });
      }
    }
  }
});

test('the prescan and the head', () => {
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
    ['<meta charset=x http-equiv=content-type content="charset=big5">', 'big5'], // by the head
    ['<meta http-equiv=content-type content="charset=big5" charset=x>', 'big5'],
    ['<meta http-equiv=content-type content="charset=big5" charset=koi8-r>', 'koi8-r'],
    ['<meta content="charset=big5" http-equiv=Content-Type>', 'big5'],
    ['<meta content="charset=big5" http-equiv=refresh>', fallback],
    ['<meta http-equiv=content-type content=\'charset charset = "big5"\'>', 'big5'],
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
    ["<?xml encoding \x01=\n'koi8-r'?>", 'koi8-r'],
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

test('HTML that nests too deep is refused', () => {
  const nested = (tag, times) => htmlText(utf8(`${tag.repeat(times)}x`)).text;
  for (const tag of ['<div>', '<b>', '<ruby>', '<font><p>', '<p><b>x</b></p>', '<form><div></form>x</div>']) {
    assert.match(nested(tag, 200), /x$/);
  }
  for (const tag of ['<div>', '<b>', '<table><td>', '<svg>', '<form><div></form>']) {
    assert.throws(() => nested(tag, 600), RangeError);
  }
  const formatting = Array.from({ length: 2000 }, (_, i) => `<p><b id=${i}>x`); // 2,000,000 elements, by the Standard
  assert.throws(() => htmlText(utf8(formatting.join(''))), RangeError);
  assert.equal(nested('<form><div></form>', 500), 'x');
});

test('the text of XML, and its encoding', () => {
  const xml = Buffer.from('<?xml version="1.0" encoding="koi8-r"?><p>\xc1<lb/>&nbsp;b</p>', 'latin1');
  assert.deepEqual(xmlText(xml), { text: 'а\n\u00a0b', encoding: 'koi8-r' });
  assert.deepEqual(xmlText(xml, 'latin1'), { text: 'Á\n\u00a0b', encoding: 'windows-1252' });
  assert.deepEqual(xmlText(Buffer.from('\ufeff<p>a</p>', 'utf16le')), { text: 'a', encoding: 'utf-16le' });
});

test('XML that is malformed is refused', () => {
  for (const [xml, reason] of [
    ['', /no root element/],
    ['<p>', /ends in the element "p"/],
    ['<p></q>', /"q" ends no element/],
    ['</p>', /"p" ends no element/],
    ['<p></p><p/>', /second root/],
    ['<p/>x', /outside the root/],
    ['<p>a < b</p>', /begins nothing/],
    ['<p>AT&T</p>', /"&" means nothing/],
    ['<p>&huh;</p>', /"&huh;" means nothing/],
    ['<p x=1/>', /start tag of "p"/],
    ['<p x="1', /document ends/],
    ['<p><!-- x', /document ends where "-->" is wanted/],
    ['<!DOCTYPE p [<!ENTITY x "y">', /document ends in a document type/],
    ['<p><!DOCTYPE p></p>', /begins nothing/],
    ['<p>'.repeat(501), /more than 500/],
  ]) {
    assert.throws(
      () => xmlText(utf8(xml)),
      (error) => error instanceof MalformedError && reason.test(error.message),
      xml,
    );
  }
});

test('a long text is read in time that grows with it only', () => {
  const long = (text) => text.repeat(500_000);
  assert.equal(xmlText(utf8(`<p x="${long('&')}" class="${long('&a')}">${long('a ')}</p>`)).text.length, 999_999);
  assert.equal(xmlText(utf8(`<p>&#${long('0')}65;</p>`)).text, 'A');
  assert.throws(() => xmlText(utf8(`<p${long(' ')}`)), MalformedError);
  assert.throws(() => xmlText(utf8(`<p>${long('&amp')}`)), MalformedError);
});

test('only octets are a document', () => {
  assert.throws(() => htmlText('<p>'), TypeError);
  assert.throws(() => xmlText('<p/>'), TypeError);
  assert.throws(() => htmlText(undefined), TypeError);
});

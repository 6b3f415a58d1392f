// Chapter 12: many texts from a seed.

import { mix64 } from 'fpcheck';

const RANGES = (
  '00C0–024F, 0250–02FF, 0370–03FF, 0400–052F, 0530–058F, 0590–05FF, 0600–06FF, 0700–08FF, 0900–0DFF, ' +
  '0E00–0EFF, 0F00–0FFF, 1000–10FF, 1100–11FF, 13A0–13FF, 1780–17FF, 1AB0–1CFF, 1D00–1FFF, 2000–218F, ' +
  '2460–24FF, 3040–30FF, 4E00–9FFF, AB30–ABBF, AC00–D7A3, FB00–FDFF, FE00–FFEF, 10400–104FF, ' +
  '1D400–1D7FF, E0000–E01EF'
)
  .split(', ')
  .map((range) => range.split('–').map((cp) => parseInt(cp, 16)));

const IDENTIFIERS = [
  'http://',
  'www.',
  'doi:',
  '10.1000/',
  '@',
  'mailto:',
  '://',
  '.com',
  'URN:',
  'issn:',
  'Info:',
  '(',
  ').',
  'x@y.z',
];

const SPECIAL = (
  '00AD 00B2 00DF 0130 0131 0149 01F0 0307 0345 034F 0390 03C2 03F4 0600 0640 115F 1E9E 1FB4 200B 200C ' +
  '200D 2122 212B 24D0 3099 FB01 FDFA FE0F FEFF FFFD'
)
  .split(' ')
  .map((cp) => String.fromCodePoint(parseInt(cp, 16)));

const LINES = [
  '-\u000A',
  'a-\u000Ab',
  '\u00E9\u00AD\u0020\u000D\u000A\u0009x',
  'a\u2010\u2028b-\u000Ac',
  'a\u0323-\u00A0\u0085\u0009\u00FF',
  'a-\u000C',
  'a-\u000D',
  'a-\u000A\u000Ab',
  'a-\u000AB',
  '4-\u000Ab',
  '\u65E5\u000A\u672C',
  '\u30A2\u0020\u3000\u30A4',
  '\u5B57\u0020',
  '\u0020\u5B57',
  '\u30FC\u200B\u3006',
  '\u3042\u0020a',
  '\u0E44\u0E17\u0E22\u200B\u000A\u0E44\u0E17\u0E22',
  '\u0E01\u0E48\u0020',
  '\u0020\u0E33',
  '\u0E51\u0E52\u0020\u0E01',
  '\u1781\u17D2\u1798\u17C2\u179A\u0020\u000A\u1781\u17D2\u1798',
  '\u1019\u103C\u1014\u103A\u2029\u1019\u102C',
  '\u0E81\u0EB2\u0020\u0E44\u0E17\u0E22',
  '\u200B',
  '\u0640',
  '\u0628\u064E\u0640\u0640\u0628',
  'i\u0307\u0323\u0307',
  '\u0130',
  'I\u0307',
  '\u0131\u0323\u0307',
  '\u0131',
  'o\u02BB',
  'n\u02BC\u02BCn',
  '\uA78C',
  '\u2167',
  '\u3007\u2167',
  '\u0301\u30A2\u3099',
  '\uFF76\uFF9E\u000A\uFF8A\uFF70',
  '\u0915\u094D\u0937\u093F',
  '\u20DDa\u20DD',
];

/** R12.1. */
export function generator(seed) {
  let s = seed;
  const next = () => mix64((s = BigInt.asUintN(64, s + 0x9e3779b97f4a7c15n)));
  return (n) => Number((next() >> 32n) % BigInt(n));
}

/** Text number i of a seed, as octets (R12.2). */
export function textOf(seed, i) {
  const below = generator(mix64(BigInt.asUintN(64, BigInt(seed) + BigInt(i))));
  const octets = [];
  const put = (text) => octets.push(...Buffer.from(text));
  const many = (n, choose) => {
    for (let k = 0; k < n; k++) put(String.fromCodePoint(choose()));
  };
  for (let pieces = 1 + below(48); pieces > 0; pieces--) {
    const k = below(16);
    if (k <= 4) many(1 + below(12), () => 0x61 + below(26));
    else if (k === 5) put(' ');
    else if (k === 6) put('\n');
    else if (k <= 8) {
      const [first, last] = RANGES[below(28)];
      many(1 + below(6), () => first + below(last - first + 1));
    } else if (k === 9) many(1 + below(40), () => 0x300 + below(112));
    else if (k === 10) {
      const c = below(0x10f800);
      put(String.fromCodePoint(c < 0xd800 ? c : c + 0x800));
    } else if (k === 11) many(1 + below(8), () => 0x21 + below(94));
    else if (k === 12) put(IDENTIFIERS[below(14)]);
    else if (k === 13) for (let n = 1 + below(3); n > 0; n--) octets.push(0x80 + below(128));
    else if (k === 14) put(SPECIAL[below(30)]);
    else {
      const j = below(64);
      if (j === 0) put('a'.repeat(4090 + below(13)));
      else if (j === 1) put('\u0301'.repeat(1020 + below(10)));
      else if (j === 2) put(`${'.'.repeat(2040 + below(16))}://`);
      else if (j === 3) put(`a-${' '.repeat(62 + below(6))}\nb`);
      else if (j === 4) put(`\u65e5${' '.repeat(254 + below(6))}\u65e5`);
      else if (j >= 5 && j <= 36) put(LINES[below(40)]);
      else put(' ');
    }
  }
  return Uint8Array.from(octets);
}

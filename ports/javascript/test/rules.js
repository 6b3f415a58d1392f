// Chapters 1 to 4 and 10a once more, rule by rule on whole strings, slow and plain: what the library is
// held against. Properties come from the library's tables, which another test checks.

import {
  classOf as classIn,
  compose,
  decompositionOffset,
  flagsOf,
  foldOffset,
  pool,
  propertiesOf,
} from '../src/unicode.js';

const sequenceAt = (offset) => [...pool.slice(offset + 1, offset + 1 + pool[offset])];
const ccc = (cp) => propertiesOf(cp).combiningClass;
const category = (cp) => propertiesOf(cp).category;
const isMark = (cp) => /^M/.test(category(cp));
const codePoints = (text) => Array.from(text, (c) => c.codePointAt(0));
const SEPARATOR = -1;

function nfd(text) {
  const out = text.flatMap((cp) => {
    const s = cp - 0xac00;
    if (s >= 0 && s < 11172) {
      const parts = [0x1100 + Math.floor(s / 588), 0x1161 + Math.floor((s % 588) / 28)];
      return s % 28 ? [...parts, 0x11a7 + (s % 28)] : parts;
    }
    const offset = decompositionOffset(cp);
    return offset ? sequenceAt(offset) : [cp];
  });
  for (let i = 0; i < out.length; ) {
    let end = i;
    while (end < out.length && ccc(out[end]) !== 0) end++;
    out.splice(i, end - i, ...out.slice(i, end).sort((a, b) => ccc(a) - ccc(b)));
    i = end + 1;
  }
  return out;
}

function nfc(text) {
  const out = [];
  let starter = -1;
  for (const cp of nfd(text)) {
    const between = out.slice(starter + 1);
    const blocked = starter < 0 || between.some((c) => ccc(c) === 0 || ccc(c) >= ccc(cp));
    const composite = blocked ? -1 : compose(out[starter], cp);
    if (composite >= 0) out[starter] = composite;
    else {
      if (ccc(cp) === 0) starter = out.length;
      out.push(cp);
    }
  }
  return out;
}

/** The pieces between separators. */
function split(text) {
  const pieces = [[]];
  for (const cp of text) {
    if (cp === SEPARATOR) pieces.push([]);
    else pieces.at(-1).push(cp);
  }
  return pieces;
}

function cutLongMarks(text) {
  const out = [];
  let marks = [];
  for (const cp of [...text, null]) {
    if (cp !== null && cp >= 0 && ccc(cp) !== 0) {
      marks.push(cp);
      continue;
    }
    if (marks.length > 1024) out.push(SEPARATOR);
    else out.push(...marks);
    marks = [];
    if (cp !== null) out.push(cp);
  }
  return out;
}

function dotless(text) {
  const out = [];
  let dotted = false;
  for (const cp of text.map((c) => (c === 0x131 ? 0x69 : c))) {
    if (cp === 0x307 && dotted) continue;
    if (ccc(cp) === 0) dotted = cp === 0x69;
    else if (ccc(cp) === 230) dotted = false;
    out.push(cp);
  }
  return out;
}

const folded = (piece) => piece.flatMap((cp) => (foldOffset(cp) ? sequenceAt(foldOffset(cp)) : [cp]));
const withoutTatweel = (piece) => nfd(piece).filter((cp) => cp !== 0x640);

/** Chapter 3. */
export function runsOf(string, multi) {
  const kept = new Set(['Lu', 'Ll', 'Lt', 'Lm', 'Lo', 'Mn', 'Mc', 'Me', 'Nd', 'Pc', 'Cf']);
  if (multi) kept.add('Nl');
  const separated = nfd(codePoints(string)).map((cp) =>
    kept.has(category(cp)) && (multi || cp !== 0x200b) ? cp : SEPARATOR,
  );
  return split(cutLongMarks(separated))
    .map(folded)
    .map((piece) => (multi ? dotless(nfd(withoutTatweel(piece))) : piece))
    .flatMap((piece) => split(cutLongMarks(nfd(piece))))
    .map(nfc)
    .filter((piece) => piece.length > 0)
    .map((piece) => String.fromCodePoint(...piece));
}

const classOf = (cp) => classIn(flagsOf(cp)); // R4.5

/** A letter for the kind of each code point, so that a regular expression can find sequences. */
function kindOf(cp) {
  if (cp === 0x2d || cp === 0xad || cp === 0x2010) return '-';
  if (cp === 0x09 || cp === 0x20 || cp === 0xa0) return ' ';
  if (cp === 0x0d) return 'r';
  if (cp === 0x0a) return 'n';
  if ([0x0b, 0x0c, 0x85, 0x2028].includes(cp)) return 'e';
  if (propertiesOf(cp).whiteSpace || cp === 0x200b) return 'w';
  return isMark(cp) ? 'M' : category(cp) === 'Ll' ? 'l' : category(cp).startsWith('L') ? 'L' : '.';
}

/** Chapter 2. */
export function identifiersOf(string, multi) {
  const text = string.replace(/[!-~]+/g, (part) => part.replace(/[^"<>[\]{}|\\^`]+/g, atom));
  return multi ? joined(text) : text;
}

/** R2.9 and R2.10. */
function joined(text) {
  let cps = codePoints(text);
  const deleteAll = (pattern, where) => {
    const gone = new Set();
    for (const match of cps.map(kindOf).join('').matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (where(match.index, end)) for (let i = end - match.at(-1).length; i < end; i++) gone.add(i);
    }
    cps = cps.filter((_, i) => !gone.has(i));
  };
  deleteAll(/[lL]M*(- {0,64}(?:rn|[rne]) {0,64})(?=l)/g, () => true); // R2.9
  deleteAll(/([ rnew]+)/g, (start, end) => {
    // R2.10
    const before = cps.slice(0, start).findLast((cp) => !isMark(cp));
    if (end - start > 256 || before === undefined || end === cps.length) return false;
    return classOf(before) >= 2 && classOf(before) === classOf(cps[end]);
  });
  return cps.map((cp) => String.fromCodePoint(cp)).join('');
}

function atom(whole) {
  const candidate = whole
    .slice(0, 2048)
    .replace(/^[('*_]+/, '')
    .replace(/[)'*_.,;:!?]+$/, '');
  const tests = [
    /[A-Za-z][A-Za-z0-9+.-]*:\/\//,
    /^(www\.|(mailto|tel|urn|info|doi|hdl|ark|arxiv|pmid|orcid|isbn|issn):)/i,
    /^10\.[0-9]{4,9}(\.[0-9]+)*\/./,
    /^[^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]/,
  ];
  return tests.some((test) => test.test(candidate)) ? '\ufffd' : whole;
}

/** Chapter 4. */
export function tokensOf(runs, multi) {
  const tokens = runs.flatMap((run) => (multi ? multiTokens(run) : words(run)));
  return tokens.filter((token) => Buffer.byteLength(token) <= 4096);
}

const alphabetic = (text) => codePoints(text).some((cp) => propertiesOf(cp).alphabetic);

function words(run) {
  const isWord = (cp) => ['Ll', 'Lu', 'Lt', 'Lo', 'Lm', 'Mn', 'Nd', 'Pc'].includes(category(cp));
  return split(codePoints(run).map((cp) => (isWord(cp) ? cp : SEPARATOR)))
    .map((piece) => String.fromCodePoint(...piece))
    .filter(alphabetic);
}

function multiTokens(run) {
  const members = new Set(['Lu', 'Ll', 'Lt', 'Lm', 'Lo', 'Mn', 'Mc', 'Me', 'Nd', 'Nl', 'Pc']);
  const apostrophes = new Set(codePoints('ʹʻʼʽʾʿˈˮߴߵꞋꞌ'));
  const isMember = (cp) => members.has(category(cp)) && !apostrophes.has(cp);
  const tokens = [];
  for (const sequence of split(codePoints(run).map((cp) => (isMember(cp) ? cp : SEPARATOR)))) {
    while (sequence.length > 0 && isMark(sequence[0])) sequence.shift();
    const classRuns = []; // each a list of clusters
    let last = 0;
    for (const cp of sequence) {
      if (isMark(cp)) {
        classRuns.at(-1).at(-1).push(cp);
        continue;
      }
      if (classOf(cp) !== last) classRuns.push([]);
      last = classOf(cp);
      classRuns.at(-1).push([cp]);
    }
    for (const clusters of classRuns) {
      const texts = clusters.map((cluster) => String.fromCodePoint(...cluster));
      if (classOf(clusters[0][0]) === 1) tokens.push(...[texts.join('')].filter(alphabetic));
      else if (texts.length === 1) tokens.push(texts[0]);
      else for (let i = 1; i < texts.length; i++) tokens.push(texts[i - 1] + texts[i]);
    }
  }
  return tokens;
}

const kindOfPart = (part) => {
  if (!('separator' in part)) return /^N[dl]/.test(category(part.run[0])) ? 'telling' : 'run';
  const cp = part.separator;
  if (cp === null) return 'none';
  const char = String.fromCodePoint(cp);
  const drawn = /[|~\u2500-\u25ff]/u.test(char);
  if (/N[o]|S[cmo]|C[on]/.test(category(cp)) && !drawn && cp !== 0x2212) return 'telling';
  if (/[%\u0375\u0609\u060a\u066a\u2030-\u2034\u2057\ufe6a\uff05]/u.test(char)) return 'telling';
  if (propertiesOf(cp).whiteSpace) return 'space';
  if (category(cp) === 'Pd' || cp === 0x2212) return 'dash';
  if ((/P[ose]|Sk/.test(category(cp)) || drawn) && !/["'`\u00b4\u201a\u201e]/u.test(char)) return 'stop';
  return 'none';
};

const differ = (before, own) => own !== before; // R10.6 (d)
const sameLetters = (before, own) => own === before && own !== 1; // R10.10

/** The run with null where it is cut between two classes. */
function cutAtClasses(run, cuts) {
  const out = [];
  let before = 0;
  for (const cp of run) {
    const own = isMark(cp) ? before : classOf(cp);
    if (!isMark(cp) && own !== 0 && before !== 0 && cuts(before, own)) out.push(null);
    out.push(cp);
    before = own;
  }
  return out;
}

/** R10.6. A part is { run: [...] } or { separator }, which is null without a code point. */
function partsOf(string) {
  const kept = new Set(['Lu', 'Ll', 'Lt', 'Lm', 'Lo', 'Mn', 'Mc', 'Me', 'Nd', 'Nl', 'Pc', 'Cf']);
  const parts = [];
  const pushRun = (run) => run.length > 0 && parts.push({ run });
  const pushSpan = (span) => {
    const pieces = split(cutLongMarks(nfd(withoutTatweel(folded(span)))));
    pieces.forEach((piece, i) => {
      if (i > 0) parts.push({ separator: null }); // R3.8
      let run = [];
      for (const cp of cutAtClasses(nfc(piece), differ)) {
        if (cp !== null) {
          run.push(cp);
          continue;
        }
        pushRun(run);
        parts.push({ separator: null });
        run = [];
      }
      pushRun(run);
    });
  };
  let span = [];
  const apart = nfd(codePoints(joined(string))).map((cp) => (kept.has(category(cp)) ? cp : -2 - cp));
  for (const cp of cutLongMarks(apart)) {
    if (cp >= 0) {
      span.push(cp);
      continue;
    }
    pushSpan(span);
    span = [];
    parts.push({ separator: cp === SEPARATOR ? null : -2 - cp });
  }
  pushSpan(span);
  return parts;
}

/** R10.7 to R10.10. */
export function itemsOf(string) {
  const items = [];
  const hanNumerals = new Set(codePoints('〇零一二三四五六七八九十百千万萬亿億兆'));
  let signs = [];
  let numeral = false; // a Han numeral or zero is before the signs
  for (const part of partsOf(string)) {
    const zero = part.separator === 0x25cb && numeral && signs.length === 0; // R10.7 (c)
    const kind = zero ? 'telling' : kindOfPart(part);
    if (['space', 'dash', 'stop'].includes(kind)) {
      signs.push({ kind, item: kind === 'dash' ? '-' : String.fromCodePoint(part.separator) });
      continue;
    }
    if (kind === 'telling' || (kind === 'run' && numeral && hanNumerals.has(part.run[0]))) {
      const space = signs.findLastIndex((sign) => sign.kind === 'space');
      const dashes = signs.slice(0, Math.max(space, 0)).filter((sign) => sign.kind === 'dash').length;
      if (dashes === 1 || dashes === 2) items.push('-');
      items.push(
        ...signs
          .slice(space + 1)
          .slice(-16)
          .map((sign) => sign.item),
      );
    }
    signs = [];
    numeral = zero || hanNumerals.has(part.run?.findLast((cp) => !isMark(cp)));
    if (part.run)
      items.push(
        ...cutAtClasses(part.run, sameLetters)
          .map((cp) => (cp === null ? '\0' : String.fromCodePoint(cp)))
          .join('')
          .split('\0'),
      );
    else if (kind === 'telling') items.push(String.fromCodePoint(part.separator));
  }
  return items;
}

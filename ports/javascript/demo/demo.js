// The page: two texts or two strings in, what the library makes of them out.

import { MalformedError, NoFeaturesError, NotComparableError, lookup, parse, schemes } from '../src/index.js';

const SHOWN_CHARACTERS = 20_000;
const SHOWN_TOKENS = 1_000;
const DELAY = 120; // ms of rest before a text is read again

const ABOUT = {
  sm1: 'SimHash of 64 bits: near duplicates, in every script',
  sd1: 'SimHash of 64 bits: for scripts that put blanks between words',
  mh1: 'MinHash of 128 slots: how much two texts share',
  mw1: 'MinHash of 128 slots: the same, where it matters how often something is said',
};

const EXAMPLES = {
  a: 'The keeper climbed the light-\nhouse stairs every evening, lit the lamp, and wrote the weather into the log: wind, fog, ships.\n\n灯台の日誌には、霧と風のことが書いてある。\n',
  b: 'THE KEEPER climbed the lighthouse stairs every night, lit the lamp, and wrote the weather into the log: wind, fog, ships.\n\n灯台の\n日誌には、霧と風のことが書いてある。\n',
};

const $ = (id) => document.getElementById(id);
const number = new Intl.NumberFormat('en');
const some = (n, one, many = `${one}s`) => `${number.format(n)} ${n === 1 ? one : many}`;

function element(className, text) {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = text;
  return span;
}

/** What fails in a way the page explains is shown; anything else is a fault. */
function attempt(compute) {
  try {
    return { value: compute() };
  } catch (error) {
    const known = [MalformedError, NoFeaturesError, NotComparableError].some((type) => error instanceof type);
    if (!known) throw error;
    return { reason: error.message };
  }
}

/** The bits of a SimHash, the highest first, or the slots of a MinHash, as texts. */
function cellsOf(fingerprint) {
  const octets = [...fingerprint.sketch];
  const width = fingerprint.width || 1;
  const cells = octets.flatMap((octet) =>
    Array.from({ length: 8 / width }, (_, i) => (octet >> (8 - width * (i + 1))) & (2 ** width - 1)),
  );
  return cells.map((cell) => cell.toString(16).padStart(width === 8 ? 2 : 1, '0'));
}

/** Draws a fingerprint; what differs from the other, if they compare, is marked. */
function drawBits(grid, fingerprint, other) {
  grid.replaceChildren();
  grid.removeAttribute('role');
  grid.removeAttribute('aria-label');
  if (fingerprint === undefined) return;
  const isSlots = fingerprint.width > 0;
  const short = (f) => (isSlots ? f.truncate(Math.min(fingerprint.width, other.width)) : f);
  const cells = cellsOf(fingerprint);
  const [mine, theirs] = other === undefined ? [cells, cells] : [cellsOf(short(fingerprint)), cellsOf(short(other))];
  let differing = 0;
  cells.forEach((cell, i) => {
    const differs = mine[i] !== theirs[i];
    if (differs) differing++;
    const kind = isSlots ? 'slot' : cell === '1' ? 'bit one' : 'bit';
    grid.append(element(differs ? `${kind} differs` : kind, isSlots ? cell : ''));
  });
  grid.setAttribute('role', 'img');
  const what = isSlots ? `${cells.length} slots: ${cells.join(' ')}` : `${cells.length} bits: ${cells.join('')}`;
  grid.setAttribute('aria-label', other === undefined ? what : `${what}. ${differing} differ.`);
}

/** Shows how two fingerprints compare, in the elements whose ids begin with prefix. */
function compare(prefix, noteId, [a, b]) {
  const both = a !== undefined && b !== undefined;
  const { value: distance, reason = '' } = both ? attempt(() => a.distance(b)) : {};
  const comparable = distance !== undefined;
  $(`${prefix}distance`).textContent = comparable ? `${distance} of ${a.width > 0 ? '128 slots' : '64 bits'}` : '–';
  $(`${prefix}similarity`).textContent = comparable ? a.similarity(b).toFixed(3) : '–';
  $(noteId).textContent = reason && `Not comparable: ${reason}.`;
  return comparable;
}

// Two texts

const texts = { a: undefined, b: undefined }; // their fingerprints

function readText(side) {
  const scheme = lookup($('scheme').value);
  const text = $(`text-${side}`).value;
  const octets = new TextEncoder().encode(text);
  const hasher = scheme.hasher().write(octets);
  const { value: fingerprint, reason } = attempt(() => hasher.fingerprint());
  texts[side] = fingerprint;

  $(`size-${side}`).textContent = `${some(octets.length, 'octet')} of UTF-8`;
  $(`features-${side}`).textContent = some(hasher.features, 'distinct feature');
  $(`fingerprint-${side}`).textContent = fingerprint === undefined ? '–' : String(fingerprint);
  $(`note-${side}`).textContent = reason === undefined ? '' : `No fingerprint: ${reason}.`;
  showTokens(side, scheme, text);
}

function showTokens(side, scheme, text) {
  const shown = text.slice(0, SHOWN_CHARACTERS);
  const parts = [];
  let tokens = 0;
  const runs = scheme.normalise(scheme.identifiers(shown));
  for (const run of runs) {
    if (tokens >= SHOWN_TOKENS) break;
    scheme.segment([run]).forEach((token, i) => {
      if (i > 0) parts.push(element('gap', '·'));
      else if (tokens > 0) parts.push(element('cut', '¦'));
      parts.push(element('token', token));
      tokens++;
    });
  }
  $(`tokens-${side}`).replaceChildren(...parts);
  const partly = text.length > SHOWN_CHARACTERS || tokens >= SHOWN_TOKENS;
  $(`tokens-note-${side}`).textContent = partly
    ? `The first ${some(tokens, 'token')}. The fingerprint is of the whole text.`
    : some(tokens, 'token');
}

function compareTexts() {
  const { a, b } = texts;
  const comparable = compare('', 'comparison-note', [a, b]);
  drawBits($('bits-a'), a, comparable ? b : undefined);
  drawBits($('bits-b'), b, comparable ? a : undefined);
}

function readBoth() {
  $('scheme-note').textContent = ABOUT[$('scheme').value];
  readText('a');
  readText('b');
  compareTexts();
}

for (const { id } of schemes) $('scheme').append(new Option(id));
$('scheme').addEventListener('change', readBoth);
for (const side of ['a', 'b']) {
  let timer;
  $(`text-${side}`).value = EXAMPLES[side];
  $(`text-${side}`).addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      readText(side);
      compareTexts();
    }, DELAY);
  });
}
readBoth();

// Two strings

function readString(side) {
  const input = $(`string-${side}`);
  const string = input.value.trim(); // what a paste brings along; parse itself trims nothing (R8.7)
  const { value, reason } = string === '' ? {} : attempt(() => parse(string));
  input.setAttribute('aria-invalid', String(reason !== undefined));
  $(`string-error-${side}`).textContent = reason === undefined ? '' : `No fingerprint: ${reason}.`;
  return value;
}

function readStrings() {
  const [a, b] = ['a', 'b'].map(readString);
  const comparable = compare('string-', 'string-note', [a, b]);
  drawBits($('string-bits-a'), a, comparable ? b : undefined);
  drawBits($('string-bits-b'), b, comparable ? a : undefined);
}

for (const side of ['a', 'b']) $(`string-${side}`).addEventListener('input', readStrings);
readStrings();

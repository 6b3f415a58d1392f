#!/usr/bin/env node
// The port protocol, annex A of the specification: requests on standard input, one JSON object a
// line, and replies on standard output. Node writes to a pipe at once, and no answer waits here
// for another request.

import {
  MalformedError,
  Minima,
  NoFeaturesError,
  NotComparableError,
  decodeText,
  lookup,
  parse,
  schemes,
  sum64,
} from './src/index.js';
import { Counters, sketchOf } from './src/simhash.js';
import { NoItemsError, TextDigest, items } from './src/textdigest.js';

// Levels markup and main need parse5, which who wants level core only does not install.
const [markup, main] = await Promise.all([import('./src/markup.js'), import('./src/main-page.js')]).catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  return [];
});

const PROTOCOL = 1;
const ITEMS_LIMIT = 1 << 20; // octets of a text of which a reply shows the items
const LINES_LIMIT = 20_000; // lines of a page of which a reply shows the features

/** Stages whose requests have no scheme, or a name of R8.3 in its place. */
const OTHERWISE_NAMED = new Set(['encode', 'decode', 'distance']);

/** Stages that reject malformed input; of the others it is an error. */
const REJECTING = new Set(['merge', 'sketch', 'decode', 'distance', 'xml']);

class Unsupported extends Error {}

const fromBase64 = (text) => {
  if (typeof text !== 'string') throw new TypeError('expected base64, a string');
  const octets = Buffer.from(text, 'base64'); // passes over what is none
  if (octets.toString('base64') !== text) throw new TypeError('expected base64 with padding');
  return new Uint8Array(octets.buffer, octets.byteOffset, octets.length);
};
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const textFrom = (text) => {
  const octets = fromBase64(text);
  utf8.decode(octets);
  return octets;
};
const fromHex = (digits, octets) => {
  if (!/^(?:[0-9a-f]{2})*$/.test(digits)) throw new TypeError('expected hexadecimal digits');
  if (octets !== undefined && digits.length !== 2 * octets) throw new RangeError(`expected ${2 * octets} digits`);
  return new Uint8Array(Buffer.from(digits, 'hex'));
};
const listOf = (values, length) => {
  if (!Array.isArray(values) || (length !== undefined && values.length !== length)) {
    throw new TypeError('expected a list');
  }
  return values;
};
const counterOf = (digits) => {
  const n = typeof digits === 'string' && /^(?:0|-?[1-9][0-9]*)$/.test(digits) ? BigInt(digits) : undefined;
  if (n === undefined || BigInt.asIntN(64, n) !== n) throw new RangeError('expected an integer of 64 bits');
  return n;
};
const toBase64 = (octets) => Buffer.from(octets).toString('base64');
const toHex = (octets) => Buffer.from(octets).toString('hex');
const hex64 = (n) => n.toString(16).padStart(16, '0');

function schemeOf(name) {
  const scheme = lookup(name);
  if (scheme === undefined) throw new Unsupported(`no scheme ${name}`);
  return scheme;
}

/** A scheme by the name that R8.3 writes, `mh1b4` for one, and how many octets its sketch has. */
function formOf(name) {
  const [, id, bits] = /^(.*?)(?:b([421]))?$/s.exec(name);
  const scheme = schemeOf(id);
  if (bits !== undefined && !scheme.isMinHash) throw new Unsupported(`no scheme ${name}`);
  return { scheme, octets: scheme.isMinHash ? 16 * Number(bits ?? 8) : 8 };
}

const only = (condition, request) => {
  if (!condition) throw new Unsupported(`${request.scheme} has no stage ${request.stage}`);
};

/** The chunks of octets between cuts, which ascend. */
function* chunksOf(octets, cuts) {
  let start = 0;
  for (const end of [...listOf(cuts), octets.length]) {
    if (!Number.isInteger(end) || end < start || end > octets.length) {
      throw new RangeError(`the cut ${end} is not one from ${start} to ${octets.length}`);
    }
    yield octets.subarray(start, end);
    start = end;
  }
}

function answer(hasher) {
  const features = hasher.features;
  return { fingerprint: hasher.fingerprint().toString(), features };
}

const stages = {
  text: ({ octets }) => ({ text: toBase64(decodeText(fromBase64(octets))) }),

  identifiers: ({ scheme, text }) => ({
    text: toBase64(schemeOf(scheme).identifiers(textFrom(text))),
  }),

  normalise: ({ scheme, text }) => ({
    runs: schemeOf(scheme).normalise(textFrom(text)).map(toBase64),
  }),

  segment: ({ scheme, runs }) => ({
    tokens: schemeOf(scheme).segment(listOf(runs).map(textFrom)).map(toBase64),
  }),

  features: ({ scheme, tokens }) => ({
    elements: Array.from(schemeOf(scheme).elements(listOf(tokens).map((token) => decodeText(textFrom(token)))), hex64),
  }),

  hash: ({ octets }) => ({ hash: hex64(sum64(fromBase64(octets))) }),

  counters(request) {
    only(!schemeOf(request.scheme).isMinHash, request);
    const counters = new Counters();
    for (const element of listOf(request.elements)) {
      const octets = new DataView(fromHex(element, 8).buffer);
      counters.add(octets.getInt32(0), octets.getInt32(4), 1);
    }
    return { counters: Array.from(counters.values, (n) => String(n)) };
  },

  full(request) {
    only(schemeOf(request.scheme).isMinHash, request);
    const minima = new Minima(request.scheme);
    for (const element of listOf(request.elements))
      minima.add(new DataView(fromHex(element, 8).buffer).getBigUint64(0));
    return { full: toBase64(minima.toOctets()) };
  },

  merge(request) {
    only(schemeOf(request.scheme).isMinHash, request);
    const [first, other] = listOf(request.fulls, 2).map((full) => Minima.fromOctets(fromBase64(full), request.scheme));
    first.merge(other);
    return { full: toBase64(first.toOctets()) };
  },

  sketch({ scheme, counters, full }) {
    if (schemeOf(scheme).isMinHash) {
      return { sketch: toHex(Minima.fromOctets(fromBase64(full), scheme).stored()) };
    }
    return { sketch: toHex(sketchOf(listOf(counters, 64).map(counterOf))) };
  },

  truncate(request) {
    const scheme = schemeOf(request.scheme);
    only(scheme.isMinHash, request);
    const sketch = fromHex(request.sketch);
    return { sketch: toHex(scheme.fromSketch(sketch).truncate(request.bits).sketch) };
  },

  encode({ scheme: name, sketch, profile = 'visible' }) {
    const { scheme, octets } = formOf(name);
    return { string: toBase64(scheme.fromSketch(fromHex(sketch, octets)).withProfile(profile).toString()) };
  },

  decode({ string }) {
    // One character an octet: what is not ASCII stays so, and is rejected.
    const fingerprint = parse(Buffer.from(fromBase64(string)).toString('latin1'));
    const { name, profile } = fingerprint;
    return { sketch: toHex(fingerprint.sketch), scheme: name, profile };
  },

  distance({ strings }) {
    if (listOf(strings, 2).some((string) => typeof string !== 'string')) throw new TypeError('expected strings');
    const [a, b] = strings.map((string) => parse(string));
    return { distance: a.distance(b), similarity: a.similarity(b) };
  },

  pipeline: ({ scheme, octets }) => answer(schemeOf(scheme).hasher().write(fromBase64(octets))),

  stream({ scheme, octets, cuts }) {
    const hasher = schemeOf(scheme).hasher();
    for (const chunk of chunksOf(fromBase64(octets), cuts)) hasher.write(chunk);
    return answer(hasher);
  },

  'text-digest'({ octets, cuts = [] }) {
    const input = fromBase64(octets);
    const text = new TextDigest();
    for (const chunk of chunksOf(input, cuts)) text.write(chunk);
    const digest = text.digest();
    return input.length > ITEMS_LIMIT ? { digest } : { digest, items: items(input).map(toBase64) };
  },
};

if (markup !== undefined) {
  const { htmlText, xmlText } = markup;
  stages.html = ({ octets, charset }) => ({ text: toBase64(htmlText(fromBase64(octets), charset).text) });
  stages.xml = ({ octets, charset }) => ({ text: toBase64(xmlText(fromBase64(octets), charset).text) });
}

if (main !== undefined) {
  stages.main = ({ octets, charset }) => {
    const lines = [];
    const { text, scores } = main.mainPage(fromBase64(octets), charset, (features) => {
      if (lines.length <= LINES_LIMIT) lines.push(Array.from(features));
    });
    const reply = { text: toBase64(text), scores };
    return lines.length > LINES_LIMIT ? reply : { ...reply, lines };
  };
}

function outcomeOf(error, stage) {
  if (error instanceof NoFeaturesError) return { outcome: 'no-features' };
  if (error instanceof NoItemsError) return { outcome: 'no-digest' };
  if (error instanceof NotComparableError) return { outcome: 'not-comparable', reason: error.message };
  if (error instanceof MalformedError && REJECTING.has(stage)) return { outcome: 'rejected', reason: error.message };
  if (error instanceof Unsupported) return { outcome: 'unsupported', reason: error.message };
  return { outcome: 'error', reason: String(error?.message ?? error) };
}

/** The object that a line holds, without keys of null. Half a pair of surrogates is no UTF-8. */
function messageOf(line) {
  const wellFormed = (key, value) => {
    if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
      throw new TypeError('expected UTF-8');
    return value;
  };
  const message = JSON.parse(utf8.decode(line), line.includes('\\u') ? wellFormed : undefined);
  if (message === null || typeof message !== 'object' || Array.isArray(message)) {
    throw new TypeError('expected a JSON object');
  }
  for (const key of Object.keys(message)) if (message[key] === null) delete message[key];
  return message;
}

function reply(line) {
  let id = '';
  let named;
  try {
    const request = messageOf(line);
    if (typeof request.id !== 'string') throw new TypeError('id: expected a string');
    id = request.id;
    const { stage, scheme = '' } = request;
    named = stage;
    if (typeof stage !== 'string' || typeof scheme !== 'string')
      throw new TypeError('stage and scheme: expected strings');
    if (!Object.hasOwn(stages, stage)) throw new Unsupported(`no stage ${stage}`);
    if (scheme === '' && stage !== 'decode' && stage !== 'distance') throw new TypeError('scheme: expected a string');
    if (!OTHERWISE_NAMED.has(stage)) schemeOf(scheme);
    return { id, ...stages[request.stage](request) };
  } catch (error) {
    return { id, ...outcomeOf(error, named) };
  }
}

function hello(line) {
  let protocols;
  try {
    ({ protocols } = messageOf(line));
  } catch (error) {
    return { error: `the first line offers no protocol: ${error.message}` };
  }
  if (!Array.isArray(protocols) || !protocols.includes(PROTOCOL))
    return { error: `this port speaks protocol ${PROTOCOL} only` };
  return {
    protocol: PROTOCOL,
    name: 'fpcheck for JavaScript',
    language: 'JavaScript',
    version: '1.0.0',
    schemes: schemes.map((scheme) => scheme.id),
    stages: Object.keys(stages),
    levels: ['core', 'digest', ...(markup === undefined ? [] : ['markup', 'main'])],
  };
}

async function* linesOf(input) {
  let open = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end; (end = chunk.indexOf(0x0a, start)) >= 0; start = end + 1) {
      open.push(chunk.subarray(start, end));
      yield Buffer.concat(open);
      open = [];
    }
    open.push(chunk.subarray(start));
  }
  const last = Buffer.concat(open);
  if (last.length > 0) yield last;
}

let greeted = false;
for await (const line of linesOf(process.stdin)) {
  const answered = greeted ? reply(line) : hello(line);
  greeted = true;
  process.stdout.write(`${JSON.stringify(answered)}\n`);
  if (answered.error !== undefined) {
    process.exitCode = 1;
    break;
  }
}

// The schemes, and chapter 8 from a string to a fingerprint.

import { decode } from './base32.js';
import { checkOctets, quote } from './check.js';
import { MalformedError } from './errors.js';
import { Features } from './features.js';
import { Fingerprint, checkProfile } from './fingerprint.js';
import { Hasher, joinLines } from './hasher.js';
import { Identifiers } from './identifiers.js';
import { sum64 } from './jenkins.js';
import { Normaliser } from './normalise.js';
import { Segmenter, weight } from './segment.js';
import { Collector, Decoder, octetsOf, stringOf } from './text.js';
import { CLASS_K, MARK, classOf, flagsOf } from './unicode.js';

const WIDTHS = [8, 4, 2, 1];

/** A scheme of the specification. There is one object for each: compare with ===. */
class Scheme {
  #id;
  #plan;

  constructor(id, plan) {
    this.#id = id;
    this.#plan = Object.freeze(plan);
    Object.freeze(this);
  }

  /** Its name, such as `sm1`. */
  get id() {
    return this.#id;
  }

  /** Whether its sketch is a MinHash of 128 slots, not a SimHash of 64 bits. */
  get isMinHash() {
    return this.#plan.shingles;
  }

  /** Whether it is one of the multi schemes (chapter 0). */
  get isMulti() {
    return this.#plan.multi;
  }

  /** What is particular to it. */
  get plan() {
    return this.#plan;
  }

  /** The fingerprint of a text. Throws NoFeaturesError (R5.3). */
  sum(text) {
    return this.hasher().write(octetsOf(text)).fingerprint();
  }

  /** A hasher for a text that comes in pieces. */
  hasher() {
    return new Hasher(this);
  }

  /** The elements of a list of tokens, ascending, each as often as R5.6 has it. */
  elements(tokens) {
    return this.#featuresOf(tokens).elements();
  }

  /** The fingerprint of a sketch, of profile `visible`. Throws MalformedError for a wrong length. */
  fromSketch(octets) {
    const lengths = this.isMinHash ? WIDTHS.map((width) => 16 * width) : [8];
    checkOctets(octets);
    if (!lengths.includes(octets.length)) {
      throw new MalformedError(`a sketch of ${this.id} has not ${octets.length} octets`);
    }
    return new Fingerprint(this, octets.slice());
  }

  /** The fingerprint of a full form (R7.9). Throws NoFeaturesError if all its slots are empty. */
  fromMinima(minima) {
    this.checkMinHash();
    return new Fingerprint(this, minima.stored());
  }

  /** Chapter 2: the text with its identifiers replaced and, in the multi schemes, lines joined. */
  identifiers(text) {
    const collector = new Collector();
    feed(text, new Identifiers(joinLines(collector, this.isMulti)));
    return collector.pieces.join('');
  }

  /** Chapter 3: the runs of what `identifiers` gave. */
  normalise(text) {
    const collector = new Collector();
    feed(text, new Normaliser(collector, this.isMulti));
    return collector.pieces;
  }

  /** Chapter 4: the tokens of runs. */
  segment(runs) {
    const tokens = [];
    const word = (octets, start, end) => tokens.push(stringOf(octets, start, end));
    const sink = { word, gram: (octets, _, end) => word(octets, 0, end), end() {} };
    const segmenter = new Segmenter(sink, this.isMulti);
    const stage = { put: (cp, flags) => segmenter.put(cp, flags), end: () => segmenter.cut() };
    for (const run of runs) feed(run, stage);
    return tokens;
  }

  /** All stages of a text, for showing. */
  stages(input) {
    const collector = new Collector();
    feed(input, collector);
    const text = collector.pieces.join('');
    const identifiers = this.identifiers(text);
    const runs = this.normalise(identifiers);
    const tokens = this.segment(runs);
    const seen = [];
    const table = this.#featuresOf(tokens, (octets) => seen.push(octets));
    const features = seen.map((octets) => ({
      octets,
      hash: sum64(octets),
      weight: table.weightOf(octets),
    }));
    return { text, identifiers, runs, tokens, features, elements: table.elements() };
  }

  toString() {
    return this.#id;
  }

  /** R8.3. */
  nameOf(width) {
    return WIDTHS.indexOf(width) > 0 ? `${this.#id}b${width}` : this.#id;
  }

  checkMinHash() {
    if (!this.isMinHash) throw new TypeError(`${this.#id} is no MinHash scheme`);
  }

  #featuresOf(tokens, observe) {
    const features = new Features(this.#plan, observe);
    for (const token of tokens) {
      const octets = octetsOf(token);
      features.word(octets, 0, octets.length);
      if (this.#plan.clusters) addClusters(token, features);
    }
    features.end();
    return features;
  }
}

/** R5.4, for a token that is at hand as a string. */
function addClusters(token, features) {
  if (token === '' || classOf(flagsOf(token.codePointAt(0))) < CLASS_K) return;
  const clusters = [];
  for (const char of token) {
    const flags = flagsOf(char.codePointAt(0));
    if (flags & MARK && clusters.length > 0) clusters.at(-1).text += char;
    else clusters.push({ text: char, weight: weight(flags) });
  }
  for (const cluster of clusters) {
    const octets = octetsOf(cluster.text);
    features.cluster(octets, 0, octets.length, cluster.weight);
  }
}

function feed(input, stage) {
  const octets = octetsOf(input);
  const decoder = new Decoder(stage);
  decoder.write(octets, 0, octets.length);
  decoder.end();
}

const plan = ({ multi = true, clusters = false, shingles = false, occurrences = false }) =>
  ({ multi, clusters, shingles, occurrences });

/** simhash-doc: the source note's own scheme. */
export const sd1 = new Scheme('sd1', plan({ multi: false }));

/** simhash-multi: near duplicates, in every script. */
export const sm1 = new Scheme('sm1', plan({ clusters: true }));

/** minhash-doc: resemblance and containment; sketches that merge. */
export const mh1 = new Scheme('mh1', plan({ shingles: true }));

/** minhash-weighted: the same where it matters how often something is said. */
export const mw1 = new Scheme('mw1', plan({ shingles: true, occurrences: true }));

/** All schemes, in the order of the specification. */
export const schemes = Object.freeze([sm1, sd1, mh1, mw1]);

/** The scheme of a name, such as `mh1`; undefined if there is none. */
export function lookup(id) {
  return schemes.find((scheme) => scheme.id === id);
}

/** The fingerprint that a string stands for (R8.5 to R8.9). Throws MalformedError. */
export function parse(string) {
  if (typeof string !== 'string') throw new TypeError('expected a string');
  // Only A-Z have another case here: not U+212A, which toLowerCase would make a k (R8.5).
  const colon = string.indexOf(':');
  if (colon < 0) throw new MalformedError('there is no colon');
  const [head, data] = [string.slice(0, colon), string.slice(colon + 1)].map((part) =>
    part.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  );
  const dot = head.indexOf('.');
  const name = dot < 0 ? head : head.slice(0, dot);
  const form = forms.get(name);
  if (form === undefined) throw new MalformedError(`the scheme ${quote(name)} is not known`);
  let profile;
  if (dot >= 0) {
    profile = head.slice(dot + 1);
    checkProfile(profile);
    if (profile === 'visible') throw new MalformedError('the profile visible is never written');
  }
  const characters = Math.ceil((form.octets * 8) / 5);
  if (data.length !== characters) {
    throw new MalformedError(`data of ${name} have ${characters} characters, not ${data.length}`);
  }
  return new Fingerprint(form.scheme, decode(data), profile);
}

/** Each name that a string may begin with, and how long its sketch is (R8.8). */
const forms = new Map(
  schemes.flatMap((scheme) =>
    scheme.isMinHash
      ? WIDTHS.map((width) => [scheme.nameOf(width), { scheme, octets: 16 * width }])
      : [[scheme.id, { scheme, octets: 8 }]],
  ),
);

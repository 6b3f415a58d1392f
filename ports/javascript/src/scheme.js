// @ts-check
// The schemes.

import { inspected } from './check.js';
import { NotComparableError } from './errors.js';
import { Features } from './features.js';
import { Fingerprint } from './fingerprint.js';
import { Hasher, joinLines } from './hasher.js';
import { Identifiers } from './identifiers.js';
import { isMinHash } from './ids.js';
import { sum64 } from './jenkins.js';
import { Minima } from './minhash.js';
import { Normaliser } from './normalise.js';
import { Segmenter, weight } from './segment.js';
import { Collector, Decoder, octetsOf, stringOf } from './text.js';
import { CLASS_K, MARK, classOf, flagsOf } from './unicode.js';

/** @typedef {import('./ids.js').SchemeId} SchemeId The name of a scheme. */
/** @typedef {import('./text.js').Text} Text Octets, or a string that stands for its UTF-8. */

/**
 * @typedef {object} Feature A distinct feature (R5.2).
 * @property {Uint8Array} octets What is hashed.
 * @property {bigint} hash Its hash of 64 bits (chapter 6).
 * @property {number} weight R5.4; in mw1, how often it occurs, up to 1,024 (R5.6).
 */

/**
 * @typedef {object} Stages The results of all stages of the specification.
 * @property {string} text Chapter 1.
 * @property {string} identifiers Chapter 2.
 * @property {string[]} runs Chapter 3.
 * @property {string[]} tokens Chapter 4.
 * @property {Feature[]} features Chapter 5: the distinct features, in the order in which each occurs first.
 * @property {BigUint64Array} elements R5.6, ascending.
 */

/**
 * @typedef {object} Plan What is particular to a scheme.
 * @property {boolean} multi Whether it is one of the multi schemes (chapter 0).
 * @property {boolean} clusters Whether clusters are features (R5.4).
 * @property {boolean} shingles Whether features are shingles (R5.5).
 * @property {boolean} occurrences Whether it counts how often a feature occurs (R5.6).
 */

/**
 * A scheme of the specification. There is one object for each: compare with `===`. A structured clone is `{ id }`:
 * `lookup(id)` returns the scheme.
 */
export class Scheme {
  #plan;

  /**
   * Its name, such as `sm1`.
   * @readonly
   * @type {SchemeId}
   */
  id;

  /**
   * The schemes are `sm1`, `sd1`, `mh1` and `mw1`.
   * @private
   * @param {SchemeId} id
   * @param {Plan} plan
   */
  constructor(id, plan) {
    this.id = id;
    this.#plan = Object.freeze(plan);
    Object.freeze(this);
  }

  /** Whether its sketch is a MinHash of 128 slots, not a SimHash of 64 bits. */
  get isMinHash() {
    return isMinHash(this.id);
  }

  /**
   * Whether it is one of the multi schemes (chapter 0).
   * @internal
   */
  get isMulti() {
    return this.#plan.multi;
  }

  /**
   * What is particular to it.
   * @internal
   */
  get plan() {
    return this.#plan;
  }

  /**
   * Returns the fingerprint of a text (R9.1).
   * @param {Text} text
   * @returns {Fingerprint}
   * @throws {NoFeaturesError} if the text has no features (R5.3)
   */
  sum(text) {
    return this.hasher().write(octetsOf(text)).fingerprint();
  }

  /**
   * Returns a hasher for a text that comes in pieces (R9.2).
   * @returns {Hasher}
   */
  hasher() {
    // @ts-expect-error: the constructor is private for others
    return new Hasher(this);
  }

  /**
   * Chapter 5: returns the elements of tokens, ascending, each as often as R5.6 has it.
   * @param {Iterable<string>} tokens
   * @returns {BigUint64Array}
   */
  elements(tokens) {
    return this.#featuresOf(tokens).elements();
  }

  /**
   * Returns the fingerprint, of profile `visible`, with the octets of a sketch: 8 of a SimHash; 128, 64, 32 or
   * 16 of a MinHash.
   * @param {Uint8Array} octets
   * @returns {Fingerprint}
   * @throws {MalformedError} if there are more or fewer
   */
  fromSketch(octets) {
    return Fingerprint.fromSketch(this.id, octets);
  }

  /**
   * Returns the fingerprint, of profile `visible`, of a full form (R7.9).
   * @param {Minima} minima
   * @returns {Fingerprint}
   * @throws {NoFeaturesError} if all its slots are empty
   * @throws {NotComparableError} if the full form is of another scheme
   */
  fromMinima(minima) {
    if (!(minima instanceof Minima))
      throw new TypeError('expected Minima; Minima.from makes them of a structured clone');
    if (minima.scheme !== this.id) {
      throw new NotComparableError(`a full form of ${minima.scheme} has no fingerprint of ${this.id}`);
    }
    return this.fromSketch(minima.stored());
  }

  /**
   * Chapter 2: returns the text, its identifiers replaced by U+FFFD and, in multi schemes, its lines joined.
   * @param {Text} text
   * @returns {string}
   */
  identifiers(text) {
    const collector = new Collector();
    feed(text, new Identifiers(joinLines(collector, this.isMulti)));
    return collector.pieces.join('');
  }

  /**
   * Chapter 3: returns the runs of the result of `identifiers`.
   * @param {Text} text
   * @returns {string[]}
   */
  normalise(text) {
    const collector = new Collector();
    feed(text, new Normaliser(collector, this.isMulti));
    return collector.pieces;
  }

  /**
   * Chapter 4: returns the tokens of runs.
   * @param {Iterable<Text>} runs
   * @returns {string[]}
   */
  segment(runs) {
    const tokens = [];
    const word = (octets, start, end) => tokens.push(stringOf(octets, start, end));
    const sink = { word, gram: (octets, _, end) => word(octets, 0, end), end() {} };
    const segmenter = new Segmenter(sink, this.isMulti);
    const stage = { put: (cp, flags) => segmenter.put(cp, flags), end: () => segmenter.cut() };
    for (const run of runs) feed(run, stage);
    return tokens;
  }

  /**
   * Returns the results of all stages, for showing: slower than `sum`, and all in memory.
   * @param {Text} text
   * @returns {Stages}
   */
  stages(text) {
    const collector = new Collector();
    feed(text, collector);
    const decoded = collector.pieces.join('');
    const identifiers = this.identifiers(decoded);
    const runs = this.normalise(identifiers);
    const tokens = this.segment(runs);
    const seen = [];
    const table = this.#featuresOf(tokens, (octets) => seen.push(octets));
    const features = seen.map((octets) => ({
      octets,
      hash: sum64(octets),
      weight: table.weightOf(octets),
    }));
    return { text: decoded, identifiers, runs, tokens, features, elements: table.elements() };
  }

  /** Returns its id. */
  toString() {
    return this.id;
  }

  /** Returns its id. */
  toJSON() {
    return this.id;
  }

  static {
    inspected(this.prototype, (one) => `Scheme(${one.id})`);
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
    const last = clusters.at(-1);
    if (flags & MARK && last !== undefined) last.text += char;
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

/**
 * @param {SchemeId} id
 * @param {Partial<Plan>} plan
 * @returns {Scheme}
 */
function make(id, { multi = true, clusters = false, shingles = false, occurrences = false }) {
  // @ts-expect-error: the constructor is private for others
  return new Scheme(id, { multi, clusters, shingles, occurrences });
}

/** simhash-doc: the source note's own scheme. */
export const sd1 = make('sd1', { multi: false });

/** simhash-multi: near duplicates, in every script. The scheme to choose. */
export const sm1 = make('sm1', { clusters: true });

/** minhash-doc: resemblance and containment of texts; sketches that merge. */
export const mh1 = make('mh1', { shingles: true });

/** minhash-weighted: the same where it matters how often something is said. */
export const mw1 = make('mw1', { shingles: true, occurrences: true });

/**
 * All schemes, in the order of the specification.
 * @type {readonly Scheme[]}
 */
export const schemes = Object.freeze([sm1, sd1, mh1, mw1]);

/**
 * Returns the scheme of a name, such as `mh1`; undefined if there is none. Truncated forms are no schemes.
 * @param {string} id
 * @returns {Scheme | undefined}
 */
export function lookup(id) {
  return schemes.find((scheme) => scheme.id === id);
}

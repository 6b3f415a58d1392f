// Chapter 9: the whole pipeline, fed in pieces.

import { readAscii } from './ascii.js';
import { checkOctets } from './check.js';
import { NoFeaturesError } from './errors.js';
import { Features } from './features.js';
import { Fingerprint } from './fingerprint.js';
import { Identifiers } from './identifiers.js';
import { Hyphens, Spaces } from './lines.js';
import { Minima } from './minhash.js';
import { Normaliser } from './normalise.js';
import { Segmenter } from './segment.js';
import { Counters } from './simhash.js';
import { Decoder } from './text.js';

const GOLDEN_HIGH = 0x9e3779b9;
const GOLDEN_LOW = 0x7f4a7c15;

const isIdle = (stage) => stage.idle;

/** Makes one fingerprint of octets that come in pieces, wherever they are cut (R9.2). */
export class Hasher {
  #scheme;
  #features;
  #decoder;
  #stages;
  #atom = new Uint8Array(2048);
  #ended = false;

  /** Made by Scheme.hasher. */
  constructor(scheme) {
    this.#scheme = scheme;
    this.reset();
  }

  /** Forgets all that was written. */
  reset() {
    const multi = this.#scheme.isMulti;
    this.#features = new Features(this.#scheme.plan);
    const segmenter = new Segmenter(this.#features, multi);
    const normaliser = new Normaliser(segmenter, multi);
    this.#stages = [segmenter, normaliser];
    const identifiers = new Identifiers(joinLines(normaliser, multi, this.#stages));
    this.#decoder = new Decoder(identifiers);
    this.#stages.push(identifiers, this.#decoder);
    this.#ended = false;
    return this;
  }

  /** Takes the next piece. Throws TypeError after the end of the text: reset begins another. */
  write(octets) {
    checkOctets(octets);
    if (this.#ended) throw new TypeError('the text has ended: reset the hasher');
    const end = octets.length;
    const multi = this.#scheme.isMulti;
    for (let at = 0; at < end; ) {
      if (octets[at] < 0x80 && this.#stages.every(isIdle)) {
        at = readAscii(octets, at, end, multi, this.#atom, this.#features);
      }
      // The stages take one atom or more, up to a blank after which the short cut may go on.
      let next = at;
      while (next < end && octets[next] > 0x20) next++;
      next = Math.min(next + 1, end);
      this.#decoder.write(octets, at, next);
      at = next;
    }
    return this;
  }

  /** Ends the text and returns how many distinct features it has (R5.2). */
  get features() {
    this.#end();
    return this.#features.count;
  }

  /** Ends the text and returns its fingerprint. Throws NoFeaturesError (R5.3). */
  fingerprint() {
    if (this.features === 0) throw new NoFeaturesError();
    if (this.#scheme.isMinHash) return this.#scheme.fromMinima(this.minima());
    const counters = new Counters();
    this.#features.forEach((high, low, weight) => counters.add(high, low, weight));
    return new Fingerprint(this.#scheme, counters.sketch());
  }

  /** Ends the text and returns its full form (R7.5). Throws TypeError if the scheme is a SimHash. */
  minima() {
    this.#scheme.checkMinHash();
    this.#end();
    const minima = new Minima();
    this.#features.forEach((high, low, weight) => {
      // R5.6: in mw1 the weight is the number of occurrences, in mh1 it is 1.
      for (let k = 0; k < weight; k++) {
        minima.addWords(high, low);
        const sum = (low >>> 0) + GOLDEN_LOW;
        low = sum | 0;
        high = (high + GOLDEN_HIGH + (sum > 0xffffffff ? 1 : 0)) | 0;
      }
    });
    return minima;
  }

  #end() {
    if (!this.#ended) this.#decoder.end();
    this.#ended = true;
  }
}

/** R2.9 and R2.10 before next, in the multi schemes. Adds the stages to a list, if there is one. */
export function joinLines(next, multi, stages = []) {
  if (!multi) return next;
  const spaces = new Spaces(next);
  const hyphens = new Hyphens(spaces);
  stages.push(spaces, hyphens);
  return hyphens;
}

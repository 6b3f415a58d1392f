// Chapter 10a: whether two texts say the same, word for word and number for number.

import { checkOctets } from './check.js';
import { NoItemsError } from './errors.js';
import { joinLines } from './hasher.js';
import { Items } from './items.js';
import { Normaliser } from './normalise.js';
import { Sha256 } from './sha256.js';
import { Decoder, octetsOf, stringOf } from './text.js';

export { NoItemsError } from './errors.js';

/** The name of the definition, to be kept with each digest (R10.11). */
export const NAME = 'runs-1';

/** The stages of R10.6 to R10.10, fed in pieces, wherever they are cut (R9.2). */
class Pipeline {
  #items;
  #decoder;
  #stages;

  constructor(out) {
    this.#items = new Items(out);
    const normaliser = new Normaliser(this.#items, true, false);
    this.#stages = [this.#items, normaliser];
    this.#decoder = new Decoder(joinLines(normaliser, true, this.#stages));
    this.#stages.push(this.#decoder);
  }

  get some() {
    return this.#items.some;
  }

  get #idle() {
    for (const stage of this.#stages) if (!stage.idle) return false;
    return true;
  }

  write(octets) {
    const end = octets.length;
    for (let at = 0; at < end; ) {
      if (octets[at] < 0x80 && this.#idle) at = this.#items.readAscii(octets, at, end);
      // The stages take what goes up to a blank, after which the short cut may go on.
      let next = at;
      while (next < end && octets[next] > 0x20) next++;
      next = Math.min(next + 1, end);
      this.#decoder.write(octets, at, next);
      at = next;
    }
  }

  end() {
    this.#decoder.end();
  }
}

/** Makes one text digest of octets that come in pieces. */
export class TextDigest {
  #hash;
  #pipeline;
  #digest = null; // once the text has ended

  constructor() {
    this.reset();
  }

  /** Takes the next piece. Throws TypeError after the end of the text: reset begins another. */
  write(octets) {
    checkOctets(octets);
    if (this.#digest !== null) throw new TypeError('the text has ended: reset the digest');
    this.#pipeline.write(octets);
    return this;
  }

  /** Ends the text and returns its digest, 64 hexadecimal digits. Throws NoItemsError (R10.11). */
  digest() {
    if (this.#digest === null) {
      this.#pipeline.end();
      this.#digest = Array.from(this.#hash.digest(), (octet) => octet.toString(16).padStart(2, '0')).join('');
    }
    if (!this.#pipeline.some) throw new NoItemsError();
    return this.#digest;
  }

  /** Forgets all that was written. */
  reset() {
    this.#hash = new Sha256();
    this.#pipeline = new Pipeline(this.#hash);
    this.#digest = null;
    return this;
  }
}

/** The text digest of a text. Throws NoItemsError. */
export function digest(text) {
  return new TextDigest().write(octetsOf(text)).digest();
}

/** What is hashed: the items of a text, in order (R10.10). */
export function items(text) {
  const pieces = [];
  const pipeline = new Pipeline({ update: (octets, start, end) => pieces.push(octets.slice(start, end)) });
  pipeline.write(octetsOf(text));
  pipeline.end();
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return stringOf(whole, 0, whole.length).split('\0').slice(0, -1);
}

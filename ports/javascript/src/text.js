// @ts-check
// Chapter 1: octets to text. Also UTF-8 in the other direction.

import { checkOctets } from './check.js';
import { flagsOf } from './unicode.js';

/** @typedef {Uint8Array | string} Text Octets, or a string that stands for its UTF-8. */

const REPLACEMENT = 0xfffd;

/** A stage that reads octets and gives code points, with their flags, to the next. */
export class Decoder {
  #next;
  #missing = 0; // octets that the open sequence still lacks
  #cp = 0;
  #low = 0; // what the next octet of the open sequence may be
  #high = 0;
  #illFormed = false; // the last octets were ill-formed, and have their U+FFFD

  constructor(next) {
    this.#next = next;
  }

  get idle() {
    return this.#missing === 0 && !this.#illFormed;
  }

  /** Reads octets[start] to octets[end - 1]. */
  write(octets, start, end) {
    const next = this.#next;
    for (let i = start; i < end; i++) {
      const octet = octets[i];
      if (this.#missing > 0) {
        if (octet >= this.#low && octet <= this.#high) {
          this.#cp = (this.#cp << 6) | (octet & 0x3f);
          this.#low = 0x80;
          this.#high = 0xbf;
          if (--this.#missing === 0) {
            this.#illFormed = false;
            next.put(this.#cp, flagsOf(this.#cp));
          }
          continue;
        }
        this.#missing = 0;
        this.#replace();
      }
      if (octet < 0x80) {
        this.#illFormed = false;
        next.put(octet, flagsOf(octet));
      } else if (
        // A short cut for U+1000 to U+CFFF, of three octets, when all of them are here.
        octet > 0xe0 &&
        octet < 0xed &&
        i + 2 < end &&
        (octets[i + 1] & 0xc0) === 0x80 &&
        (octets[i + 2] & 0xc0) === 0x80
      ) {
        const cp = ((octet & 0x0f) << 12) | ((octets[i + 1] & 0x3f) << 6) | (octets[i + 2] & 0x3f);
        i += 2;
        this.#illFormed = false;
        next.put(cp, flagsOf(cp));
      } else {
        this.#open(octet);
      }
    }
  }

  end() {
    if (this.#missing > 0) this.#replace();
    this.#missing = 0;
    this.#illFormed = false;
    this.#next.end();
  }

  /** R1.1: the lead octets of Table 3-7, and what may follow them. */
  #open(lead) {
    this.#low = 0x80;
    this.#high = 0xbf;
    if (lead >= 0xc2 && lead <= 0xdf) {
      this.#missing = 1;
      this.#cp = lead & 0x1f;
    } else if (lead >= 0xe0 && lead <= 0xef) {
      this.#missing = 2;
      this.#cp = lead & 0x0f;
      if (lead === 0xe0) this.#low = 0xa0;
      if (lead === 0xed) this.#high = 0x9f;
    } else if (lead >= 0xf0 && lead <= 0xf4) {
      this.#missing = 3;
      this.#cp = lead & 0x07;
      if (lead === 0xf0) this.#low = 0x90;
      if (lead === 0xf4) this.#high = 0x8f;
    } else {
      this.#replace();
    }
  }

  /** R1.2: one U+FFFD for each maximal run of ill-formed octets. */
  #replace() {
    if (!this.#illFormed) this.#next.put(REPLACEMENT, flagsOf(REPLACEMENT));
    this.#illFormed = true;
  }
}

/** Writes a code point as UTF-8 and returns where it ends. There must be room for 4 octets. */
export function putUtf8(octets, at, cp) {
  if (cp < 0x80) {
    octets[at++] = cp;
  } else if (cp < 0x800) {
    octets[at++] = 0xc0 | (cp >> 6);
    octets[at++] = 0x80 | (cp & 0x3f);
  } else if (cp < 0x10000) {
    octets[at++] = 0xe0 | (cp >> 12);
    octets[at++] = 0x80 | ((cp >> 6) & 0x3f);
    octets[at++] = 0x80 | (cp & 0x3f);
  } else {
    octets[at++] = 0xf0 | (cp >> 18);
    octets[at++] = 0x80 | ((cp >> 12) & 0x3f);
    octets[at++] = 0x80 | ((cp >> 6) & 0x3f);
    octets[at++] = 0x80 | (cp & 0x3f);
  }
  return at;
}

const encoder = new TextEncoder();

/**
 * UTF-8 of a string; octets as they are. Each run of unpaired surrogates becomes one U+FFFD (R1.2).
 * @param {Text} input
 * @returns {Uint8Array}
 */
export function octetsOf(input) {
  if (typeof input === 'string') return encoder.encode(input.replace(/\p{Surrogate}+/gu, '\ufffd'));
  checkOctets(input, 'a Uint8Array or a string');
  return input;
}

/**
 * Passes pieces of a text on as octets. A pair of surrogates may be cut: its first half waits for the
 * second. An unpaired surrogate becomes three octets that are ill-formed, so a run of them is one U+FFFD
 * wherever it is cut (R1.2).
 */
export class Pieces {
  #write;
  #high = ''; // a high surrogate that ended the last piece

  /** @param {(octets: Uint8Array) => void} write */
  constructor(write) {
    this.#write = write;
  }

  /** @param {Text} piece */
  take(piece) {
    if (typeof piece !== 'string') {
      checkOctets(piece, 'a Uint8Array or a string');
      this.end();
      this.#write(piece);
      return;
    }
    if (piece === '') return;
    const text = this.#high + piece;
    const cut = /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
    this.#high = text.slice(cut);
    this.#encode(text.slice(0, cut));
  }

  end() {
    this.#encode(this.#high);
    this.#high = '';
  }

  /** @param {string} text */
  #encode(text) {
    for (const part of text.split(/(\p{Surrogate})/u)) {
      const unit = part.length === 1 ? part.charCodeAt(0) : 0;
      const isUnpaired = unit >= 0xd800 && unit <= 0xdfff;
      if (isUnpaired) this.#write(Uint8Array.of(0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)));
      else if (part !== '') this.#write(encoder.encode(part));
    }
  }
}

/** The last stage of a chain whose output is wanted as strings: one for each piece between cuts. */
export class Collector {
  pieces = [];
  #octets = new Uint8Array(1024);
  #length = 0;

  put(cp) {
    if (this.#length + 4 > this.#octets.length) {
      const octets = new Uint8Array(2 * this.#octets.length);
      octets.set(this.#octets);
      this.#octets = octets;
    }
    this.#length = putUtf8(this.#octets, this.#length, cp);
  }

  cut() {
    if (this.#length > 0) this.pieces.push(stringOf(this.#octets, 0, this.#length));
    this.#length = 0;
  }

  end() {
    this.cut();
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The string of octets that are well-formed UTF-8. */
export function stringOf(octets, start, end) {
  return utf8.decode(octets.subarray(start, end));
}

/**
 * Returns the text of octets (chapter 1).
 * @param {Text} octets
 * @returns {string}
 */
export function decodeText(octets) {
  const collector = new Collector();
  const decoder = new Decoder(collector);
  const input = octetsOf(octets);
  decoder.write(input, 0, input.length);
  decoder.end();
  return collector.pieces.join('');
}

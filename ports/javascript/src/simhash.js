// Chapter 7, R7.1 to R7.3: the sketch of the SimHash schemes.

const AT_ONCE = 16; // elements, a power of two
const DIGITS = 53;
const HALF = DIGITS + AT_ONCE;

/**
 * 64 counters. They are exact up to 2^53, more than memory has features for.
 *
 * Counted is how often each bit is 1. These 64 numbers are stored across pairs of integers. The first pair
 * has the lowest digit of all, so that few operations add to all of them.
 */
export class Counters {
  // Of the low words the digits, and elements that are not added yet; then the same of the high words.
  #words = new Int32Array(2 * HALF);
  #waiting = 0;
  #elements = 0;

  /** R7.1: adds an element as often as weight says. */
  add(high, low, weight) {
    const words = this.#words;
    let at = DIGITS + this.#waiting;
    for (let i = 0; i < weight; i++) {
      words[at] = low;
      words[HALF + at] = high;
      if (++at === HALF) {
        addUp(words, 0);
        addUp(words, HALF);
        at = DIGITS;
      }
    }
    this.#waiting = at - DIGITS;
    this.#elements += weight;
  }

  /** That of bit 0 first. */
  get values() {
    const words = this.#words.slice();
    words.fill(0, DIGITS + this.#waiting, HALF);
    words.fill(0, HALF + DIGITS + this.#waiting);
    addUp(words, 0);
    addUp(words, HALF);
    let digits = DIGITS;
    while (digits > 0 && (words[digits - 1] | words[HALF + digits - 1]) === 0) digits--;
    const values = new Float64Array(64);
    for (let bit = 0; bit < 64; bit++) {
      const half = bit < 32 ? 0 : HALF;
      let ones = 0;
      for (let digit = digits - 1; digit >= 0; digit--) ones = 2 * ones + ((words[half + digit] >>> (bit & 31)) & 1);
      values[bit] = 2 * ones - this.#elements;
    }
    return values;
  }

  /** The sketch of the elements. */
  sketch() {
    return sketchOf(this.values);
  }
}

/** Adds what waits in a half: to each digit in pairs, whose carries wait for the next digit. */
function addUp(words, half) {
  const waiting = half + DIGITS;
  let place = half;
  for (let left = AT_ONCE / 2; left > 0; left >>= 1) {
    let digit = words[place];
    for (let i = 0; i < left; i++) {
      const one = words[waiting + 2 * i];
      const other = words[waiting + 2 * i + 1];
      words[waiting + i] = (one & other) | ((one ^ other) & digit);
      digit ^= one ^ other;
    }
    words[place++] = digit;
  }
  for (let carry = words[waiting]; carry !== 0; place++) {
    const both = words[place] & carry;
    words[place] ^= carry;
    carry = both;
  }
}

/** R7.2, R7.3: the sketch, big-endian, of 64 counters. */
export function sketchOf(counters) {
  const octets = new Uint8Array(8);
  for (let i = 0; i < 64; i++) if (counters[i] > 0) octets[7 - (i >> 3)] |= 1 << (i & 7);
  return octets;
}

// Chapter 7, R7.1 to R7.3: the sketch of the SimHash schemes.

const AT_ONCE = 16; // elements, a power of two
const DIGITS = 53;

/**
 * 64 counters. They are exact up to 2^53, more than memory has features for.
 *
 * Counted is how often each bit is 1. These 64 numbers are stored across pairs of integers, of which the
 * first pair has the lowest digit of all, so that few operations add to all of them.
 */
export class Counters {
  #high = new Int32Array(DIGITS);
  #low = new Int32Array(DIGITS);
  #waitingHigh = new Int32Array(AT_ONCE);
  #waitingLow = new Int32Array(AT_ONCE);
  #waiting = 0;
  #elements = 0;

  /** R7.1: adds an element as often as weight says. */
  add(high, low, weight) {
    this.#elements += weight;
    for (let i = 0; i < weight; i++) {
      this.#waitingHigh[this.#waiting] = high;
      this.#waitingLow[this.#waiting] = low;
      if (++this.#waiting === AT_ONCE) this.#settle();
    }
  }

  /** That of bit 0 first. */
  get values() {
    this.#settle();
    let digits = DIGITS;
    while (digits > 0 && (this.#high[digits - 1] | this.#low[digits - 1]) === 0) digits--;
    const values = new Float64Array(64);
    for (let bit = 0; bit < 64; bit++) {
      const words = bit < 32 ? this.#low : this.#high;
      let ones = 0;
      for (let digit = digits - 1; digit >= 0; digit--) ones = 2 * ones + ((words[digit] >>> (bit & 31)) & 1);
      values[bit] = 2 * ones - this.#elements;
    }
    return values;
  }

  /** The sketch of the elements. */
  sketch() {
    return sketchOf(this.values);
  }

  #settle() {
    addUp(this.#low, this.#waitingLow.fill(0, this.#waiting));
    addUp(this.#high, this.#waitingHigh.fill(0, this.#waiting));
    this.#waiting = 0;
  }
}

/** Adds what waits: to each digit in pairs, whose carries wait for the next digit. */
function addUp(digits, waiting) {
  let place = 0;
  for (let left = AT_ONCE / 2; left > 0; left >>= 1) {
    let digit = digits[place];
    for (let i = 0; i < left; i++) {
      const one = waiting[2 * i];
      const other = waiting[2 * i + 1];
      waiting[i] = (one & other) | ((one ^ other) & digit);
      digit ^= one ^ other;
    }
    digits[place++] = digit;
  }
  for (let carry = waiting[0]; carry !== 0; place++) {
    const both = digits[place] & carry;
    digits[place] ^= carry;
    carry = both;
  }
}

/** R7.2, R7.3: the sketch, big-endian, of 64 counters. */
export function sketchOf(counters) {
  const octets = new Uint8Array(8);
  for (let i = 0; i < 64; i++) if (counters[i] > 0) octets[7 - (i >> 3)] |= 1 << (i & 7);
  return octets;
}

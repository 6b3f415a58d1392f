// Chapter 7, R7.1 to R7.3: the sketch of the SimHash schemes.

/**
 * 64 counters. They are exact up to 2^53, more than memory has features for.
 *
 * Counted is how often each value of each of the 16 groups of four bits occurs: 16 additions for an
 * element in place of 64.
 */
export class Counters {
  #groups = new Float64Array(16 * 16);

  /** R7.1: adds an element as often as weight says. */
  add(high, low, weight) {
    const groups = this.#groups;
    for (let i = 0; i < 8; i++) {
      groups[(i << 4) | ((low >>> (i << 2)) & 15)] += weight;
      groups[((i + 8) << 4) | ((high >>> (i << 2)) & 15)] += weight;
    }
  }

  /** That of bit 0 first. */
  get values() {
    return Float64Array.from({ length: 64 }, (_, bit) => {
      let counter = 0;
      for (let value = 0; value < 16; value++) {
        const count = this.#groups[((bit >> 2) << 4) | value];
        counter += (value >> (bit & 3)) & 1 ? count : -count;
      }
      return counter;
    });
  }

  /** The sketch of the elements. */
  sketch() {
    return sketchOf(this.values);
  }
}

/** R7.2, R7.3: the sketch, big-endian, of 64 counters. */
export function sketchOf(counters) {
  const octets = new Uint8Array(8);
  for (let i = 0; i < 64; i++) if (counters[i] > 0) octets[7 - (i >> 3)] |= 1 << (i & 7);
  return octets;
}

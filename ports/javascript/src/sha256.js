// SHA-256 (FIPS 180-4), in pieces. Not every place where ES modules run has one that answers at once.

const BLOCK = 64;

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the
// square roots of the first 8.
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
const K = Int32Array.from(primes, (p) => fraction(p, 3n));
const INITIAL = Int32Array.from(primes.slice(0, 8), (p) => fraction(p, 2n));

/** The first 32 bits of the fractional part of a root, by integers: no rounding is trusted. */
function fraction(prime, degree) {
  const radicand = BigInt(prime) << (32n * degree);
  let root = 0n;
  for (let bit = 1n << 36n; bit > 0n; bit >>= 1n) if ((root + bit) ** degree <= radicand) root += bit;
  return Number(BigInt.asIntN(32, root));
}

export class Sha256 {
  #state = INITIAL.slice();
  #block = new Uint8Array(BLOCK);
  #filled = 0;
  #length = 0; // octets
  #schedule = new Int32Array(64);

  /** Takes octets[start] to octets[end - 1]. */
  update(octets, start, end) {
    this.#length += end - start;
    if (this.#filled > 0) {
      const taken = Math.min(BLOCK - this.#filled, end - start);
      this.#block.set(octets.subarray(start, start + taken), this.#filled);
      this.#filled += taken;
      start += taken;
      if (this.#filled < BLOCK) return;
      this.#compress(this.#block, 0);
      this.#filled = 0;
    }
    for (; end - start >= BLOCK; start += BLOCK) this.#compress(octets, start);
    this.#block.set(octets.subarray(start, end));
    this.#filled = end - start;
  }

  /** Ends the message and returns its 32 octets. */
  digest() {
    const block = this.#block;
    block[this.#filled] = 0x80;
    block.fill(0, this.#filled + 1);
    if (this.#filled >= BLOCK - 8) {
      this.#compress(block, 0);
      block.fill(0);
    }
    const view = new DataView(block.buffer);
    view.setUint32(BLOCK - 8, Math.floor(this.#length / 2 ** 29));
    view.setUint32(BLOCK - 4, this.#length << 3);
    this.#compress(block, 0);
    const digest = new DataView(new ArrayBuffer(32));
    this.#state.forEach((word, i) => digest.setInt32(4 * i, word));
    return new Uint8Array(digest.buffer);
  }

  #compress(octets, at) {
    const w = this.#schedule;
    for (let i = 0; i < 16; i++, at += 4) {
      w[i] = (octets[at] << 24) | (octets[at + 1] << 16) | (octets[at + 2] << 8) | octets[at + 3];
    }
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15];
      const y = w[i - 2];
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    const state = this.#state;
    let a = state[0];
    let b = state[1];
    let c = state[2];
    let d = state[3];
    let e = state[4];
    let f = state[5];
    let g = state[6];
    let h = state[7];
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + (g ^ (e & (f ^ g))) + K[i] + w[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (c & (a ^ b)))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}

// @ts-check
/**
 * Throws TypeError for a value that is not a Uint8Array, of this realm or another.
 * @param {unknown} value
 * @param {string} [expected] what the error names
 * @returns {asserts value is Uint8Array}
 */
export function checkOctets(value, expected = 'a Uint8Array') {
  if (Object.prototype.toString.call(value) !== '[object Uint8Array]') throw new TypeError(`expected ${expected}`);
}

/**
 * Throws for a value that is not a bigint from 0 to 2^64 - 1.
 * @param {unknown} value
 * @returns {asserts value is bigint}
 */
export function check64(value) {
  if (typeof value !== 'bigint') throw new TypeError('expected a bigint');
  if (BigInt.asUintN(64, value) !== value) throw new RangeError('expected an integer from 0 to 2^64 - 1');
}

/**
 * Throws TypeError for a charset that is not a string. Undefined and null mean none.
 * @param {unknown} charset
 * @returns {asserts charset is string | null | undefined}
 */
export function checkCharset(charset) {
  if (charset !== undefined && charset !== null && typeof charset !== 'string') {
    throw new TypeError('expected the charset to be a string, null or undefined');
  }
}

/**
 * A string as an error message can show it.
 * @param {string} string
 */
export function quote(string) {
  return JSON.stringify(string.length > 40 ? `${string.slice(0, 40)}…` : string);
}

/**
 * Sets what console.log shows of the objects of a class, in Node.js, Deno and Bun.
 * @template T
 * @param {T} prototype
 * @param {(object: T) => string} show
 */
export function inspected(prototype, show) {
  const value = function () {
    return show(this);
  };
  Object.defineProperty(prototype, Symbol.for('nodejs.util.inspect.custom'), { value });
}

/**
 * Makes structuredClone and postMessage throw DataCloneError for an object with private fields. They would
 * lose these fields and report nothing. The error of Node.js, Deno and Chromium shows the advice.
 * @param {object} object
 * @param {string} advice
 */
export function refuseClones(object, advice) {
  Object.defineProperty(object, 'uncloneable', { value: Symbol(advice), enumerable: true });
}

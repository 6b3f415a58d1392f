// @ts-check
/**
 * Fingerprints of documents, exact to the byte: the schemes sd1, sm1, mh1 and mw1 of the fpcheck
 * specification, at level core. For the levels markup, main and digest see fpcheck/markup, fpcheck/maintext
 * and fpcheck/textdigest. R numbers are those of its rules.
 * @module
 */

/** @typedef {import('./ids.js').SchemeId} SchemeId The name of a scheme. */
/** @typedef {import('./fingerprint.js').Width} Width Bits a slot of a MinHash. */
/** @typedef {import('./scheme.js').Feature} Feature A distinct feature (R5.2). */
/** @typedef {import('./scheme.js').Stages} Stages The results of all stages of the specification. */
/** @typedef {import('./streams.js').Source} Source Pieces of a text: an iterable, an async iterable or a stream. */
/** @typedef {import('./text.js').Text} Text Octets, or a string that stands for its UTF-8. */

export { MalformedError, NoFeaturesError, NotComparableError } from './errors.js';
export { Fingerprint, parse } from './fingerprint.js';
export { Hasher } from './hasher.js';
export { sum64 } from './jenkins.js';
export { Minima, mix64 } from './minhash.js';
export { Scheme, lookup, mh1, mw1, schemes, sd1, sm1 } from './scheme.js';
export { decodeText } from './text.js';

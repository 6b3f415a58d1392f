export { Hasher } from "./hasher.js";
export { sum64 } from "./jenkins.js";
export { decodeText } from "./text.js";
/**
 * The name of a scheme.
 */
export type SchemeId = import("./ids.js").SchemeId;
/**
 * Bits a slot of a MinHash.
 */
export type Width = import("./fingerprint.js").Width;
/**
 * A distinct feature (R5.2).
 */
export type Feature = import("./scheme.js").Feature;
/**
 * The results of all stages of the specification.
 */
export type Stages = import("./scheme.js").Stages;
/**
 * Pieces of a text: an iterable, an async iterable or a stream.
 */
export type Source = import("./streams.js").Source;
/**
 * Octets, or a string that stands for its UTF-8.
 */
export type Text = import("./text.js").Text;
export { MalformedError, NoFeaturesError, NotComparableError } from "./errors.js";
export { Fingerprint, parse } from "./fingerprint.js";
export { Minima, mix64 } from "./minhash.js";
export { Scheme, lookup, mh1, mw1, schemes, sd1, sm1 } from "./scheme.js";

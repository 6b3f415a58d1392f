export { MalformedError, NoFeaturesError, NotComparableError } from './errors.js';
export { sum64 } from './jenkins.js';
export { Minima, mix64 } from './minhash.js';
export { lookup, mh1, mw1, parse, schemes, sd1, sm1 } from './scheme.js';
export { decodeText } from './text.js';

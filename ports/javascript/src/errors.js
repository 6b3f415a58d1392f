// @ts-check
/** A text with no features has no fingerprint (R5.3, R7.9). */
export class NoFeaturesError extends Error {
  /** @type {'NoFeaturesError'} */
  name = 'NoFeaturesError';
  /** @param {string} [message] */
  constructor(message = 'the text has no features') {
    super(message);
  }
}

/** A string, a profile, a sketch, a full form or an XML document is malformed. The message says how (R8.6 to R8.9, R7.7, R11.16). */
export class MalformedError extends Error {
  /** @type {'MalformedError'} */
  name = 'MalformedError';
}

/** Two fingerprints differ in scheme or profile, or two full forms in scheme. The message names both (R10.1, R7.6). */
export class NotComparableError extends Error {
  /** @type {'NotComparableError'} */
  name = 'NotComparableError';
}

/** A text without words, numbers and symbols has no text digest (R10.11). */
export class NoItemsError extends Error {
  /** @type {'NoItemsError'} */
  name = 'NoItemsError';
  /** @param {string} [message] */
  constructor(message = 'the text has no items') {
    super(message);
  }
}

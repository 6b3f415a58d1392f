/** A text with no features has no fingerprint (R5.3, R7.9). */
export class NoFeaturesError extends Error {
  name = 'NoFeaturesError';
  constructor(message = 'the text has no features') {
    super(message);
  }
}

/** A string or an octet sequence is not what R8.6 to R8.9, R7.7 or R11.16 ask for; the message says why. */
export class MalformedError extends Error {
  name = 'MalformedError';
}

/** Two fingerprints differ in scheme or profile (R10.1); the message names both. */
export class NotComparableError extends Error {
  name = 'NotComparableError';
}

/** A text without items has no text digest (R10.11). */
export class NoItemsError extends Error {
  name = 'NoItemsError';
  constructor(message = 'the text has no items') {
    super(message);
  }
}

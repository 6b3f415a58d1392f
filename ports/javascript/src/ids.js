// @ts-check
// The names of the schemes.

/** @typedef {'sm1' | 'sd1' | 'mh1' | 'mw1'} SchemeId The name of a scheme. */

/** @type {readonly SchemeId[]} */
const IDS = ['sm1', 'sd1', 'mh1', 'mw1'];

/** @param {string} scheme */
export const isMinHash = (scheme) => scheme === 'mh1' || scheme === 'mw1';

/**
 * The id that a string is; undefined if it is none.
 * @param {string} id
 * @returns {SchemeId | undefined}
 */
export const idOfString = (id) => IDS.find((one) => one === id);

/**
 * The id of a scheme that is given by itself or by its id. Throws TypeError.
 * @param {SchemeId | { id: SchemeId }} scheme
 * @returns {SchemeId}
 */
export function idOf(scheme) {
  const id = idOfString(typeof scheme === 'object' ? scheme?.id : scheme);
  if (id === undefined) throw new TypeError('expected a scheme: sm1, sd1, mh1 or mw1');
  return id;
}

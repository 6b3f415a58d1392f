/** Throws TypeError for what is no Uint8Array, of this realm or another. */
export function checkOctets(value) {
  if (Object.prototype.toString.call(value) !== '[object Uint8Array]') {
    throw new TypeError('expected a Uint8Array');
  }
}

/** A string of anybody's as an error message can show it. */
export function quote(string) {
  return JSON.stringify(string.length > 40 ? `${string.slice(0, 40)}…` : string);
}

// The trees of the model (R11.32), in the order of the file: after a node comes the tree for a feature that is not greater.

import { MODEL } from './main-model.js';

const LEAF = 0xff;

const octets = atob(MODEL);
const count = octets.length / 3;
const features = new Uint8Array(count);
const values = new Int32Array(count);
const others = new Uint16Array(count); // the trees for a feature that is greater
const roots = [];

const open = []; // nodes whose other tree has not begun
for (let i = 0, isOther = false; i < count; i++) {
  if (isOther) others[open.pop()] = i;
  else if (open.length === 0) roots.push(i);
  features[i] = octets.charCodeAt(3 * i);
  const value = (octets.charCodeAt(3 * i + 1) << 8) | octets.charCodeAt(3 * i + 2);
  isOther = features[i] === LEAF;
  values[i] = isOther ? (value << 16) >> 16 : value;
  if (isOther) isOther = open.length > 0;
  else open.push(i);
}

/** The score of a line with these features. */
export function scoreOf(row) {
  let score = 0;
  for (let i of roots) {
    for (let feature; (feature = features[i]) !== LEAF; ) i = row[feature] > values[i] ? others[i] : i + 1;
    score += values[i];
  }
  return score;
}

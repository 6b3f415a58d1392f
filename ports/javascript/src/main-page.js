// The main text of a page, and the scores of its lines (R11.32 to R11.35).

import { htmlTree } from './page.js';
import { eachLine } from './main-features.js';
import { flag, linesOf } from './main-lines.js';
import { scoreOf } from './main-trees.js';

const LEFT_OUT = flag('h1') | flag('figure');

/** What is added to each score in each attempt. */
const ATTEMPTS = [0, 1024, 2048, 3072];

/** R11.33 and R11.34, the scores being greater by `more`. */
function chosen({ lines, flags }, scores, more) {
  const left = lines.filter((line, i) => scores[i] + more > 0 && (flags[line.element] & LEFT_OUT) === 0);
  const first = left.findIndex((line) => line.isSolid);
  return first < 0 ? [] : left.slice(first, left.findLastIndex((line) => line.isSolid) + 1);
}

/** R11.35. */
function mainLines(page, scores) {
  const sum = (lines) => lines.reduce((units, line) => units + line.units, 0);
  const own = sum(page.lines.filter((line) => 2 * line.linked < line.units));
  for (const more of ATTEMPTS) {
    const lines = chosen(page, scores, more);
    if (lines.length > 0 && 20 * sum(lines) >= own) return lines;
  }
  return page.lines;
}

/**
 * The main text of a document, and the score of each line.
 * @param {Uint8Array} octets
 * @param {string | null} [charset]
 * @param {(row: Int32Array) => void} [show] is given the features of each line; the array is used again
 * @returns {{ text: string, encoding: string, scores: number[] }}
 */
export function mainPage(octets, charset, show) {
  const { tree, encoding } = htmlTree(octets, charset);
  const page = linesOf(tree);
  const scores = [];
  eachLine(page, (row) => {
    scores.push(scoreOf(row));
    show?.(row);
  });
  return {
    text: mainLines(page, scores)
      .map((line) => line.text)
      .join('\n'),
    encoding,
    scores,
  };
}

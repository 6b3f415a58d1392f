// The features of lines (R11.29 to R11.31).

import { DOCUMENT, FLAG_COUNT, flag } from './main-lines.js';

/** How many features a line has. */
export const FEATURE_COUNT = 39 + FLAG_COUNT;

const H1 = flag('h1');

const perMille = (a, b) => (b === 0 ? 0 : Math.floor((a * 1000) / b));

/** What is summed up over the lines of each element (R11.29), and what follows from that. */
class Sums {
  constructor({ lines, parents }) {
    const count = parents.length;
    this.parents = parents;
    this.units = new Float64Array(count);
    this.linked = new Float64Array(count);
    this.goodUnits = new Float64Array(count);
    this.lines = new Uint32Array(count);
    this.goodLines = new Uint32Array(count);
    for (const line of lines) {
      const { element, units, isGood } = line;
      this.units[element] += units;
      this.linked[element] += line.linked;
      this.lines[element]++;
      if (!isGood) continue;
      this.goodUnits[element] += units;
      this.goodLines[element]++;
    }
    for (const sums of [this.units, this.linked, this.goodUnits, this.lines, this.goodLines]) {
      for (let i = count - 1; i > DOCUMENT; i--) sums[parents[i]] += sums[i];
    }
    this.#findLevels();
    const good = this.goodUnits[DOCUMENT];
    this.half = this.#deepest((units) => 2 * units > good);
    this.core = this.#deepest((units) => units > 0 && 5 * units >= 4 * good);
    this.inHalf = this.#within(this.half);
    this.inCore = this.#within(this.core);
    this.#countSteps();
    this.#addDirect(lines);
  }

  /** R11.30: of each element the innermost around it that has more units, or the document. */
  #findLevels() {
    const { parents, units } = this;
    this.level = new Uint32Array(parents.length);
    for (let i = DOCUMENT + 1; i < parents.length; i++) {
      const parent = parents[i];
      this.level[i] = units[parent] > units[i] ? parent : this.level[parent];
    }
  }

  /** Level 0 of a line (R11.30). */
  levelOf({ element, units }) {
    return this.units[element] > units ? element : this.level[element];
  }

  /** R11.30: the good units of the lines whose level 0 an element is. */
  #addDirect(lines) {
    this.direct = new Float64Array(this.parents.length);
    for (const line of lines) if (line.isGood) this.direct[this.levelOf(line)] += line.units;
    this.mostDirect = this.direct.reduce((most, units) => Math.max(most, units), 0);
  }

  /** The deepest element with enough good units, or the document. Such elements are all around one another. */
  #deepest(isEnough) {
    const { goodUnits } = this;
    for (let i = goodUnits.length - 1; i > DOCUMENT; i--) if (isEnough(goodUnits[i])) return i;
    return DOCUMENT;
  }

  /** Of each element, whether it is a certain one or within it. */
  #within(element) {
    const within = new Uint8Array(this.parents.length);
    within[element] = 1;
    for (let i = DOCUMENT + 1; i < within.length; i++) within[i] |= within[this.parents[i]];
    return within;
  }

  /** Of each element, the levels up to what is around the core. */
  #countSteps() {
    const { parents, units, core } = this;
    const around = new Uint8Array(parents.length);
    for (let i = core; i > DOCUMENT; i = parents[i]) around[i] = 1;
    around[DOCUMENT] = 1;
    this.steps = new Uint32Array(parents.length);
    for (let i = DOCUMENT + 1; i < parents.length; i++) {
      const parent = parents[i];
      if (around[i]) continue;
      if (around[parent]) this.steps[i] = 1;
      else this.steps[i] = this.steps[parent] + (units[parent] > units[i] ? 1 : 0);
    }
  }
}

/** Gives the features of each line of a page, in an array that is used again for the next line. */
export function eachLine(page, take) {
  const { lines, flags } = page;
  const sums = new Sums(page);
  const pageUnits = sums.units[DOCUMENT];
  const pageGood = sums.goodUnits[DOCUMENT];
  const row = new Int32Array(FEATURE_COUNT);
  let sinceH1 = 0;
  let before = 0;
  let goodBefore = 0;
  for (const line of lines) {
    const { element, units, isGood } = line;
    const own = flags[element];
    if (sinceH1 > 0 || own & H1) sinceH1++;
    row[0] = Math.min(units, 2000);
    row[1] = perMille(line.linked, units);
    row[2] = Math.min(line.links, 50);
    row[3] = Math.min(line.commas, 50);
    row[4] = Math.min(line.ends, 50);
    row[5] = perMille(line.digits, units);
    row[6] = line.endsInMark ? 1 : 0;
    row[7] = line.endsInColon ? 1 : 0;
    row[8] = Math.min(sinceH1, 200);
    let level = sums.levelOf(line);
    let within = units; // the units of the level before
    for (let i = 9, k = 36; i < 27; i += 6, k++) {
      const unitsOfLevel = sums.units[level];
      row[i] = perMille(unitsOfLevel, pageUnits);
      row[i + 1] = perMille(within, unitsOfLevel);
      row[i + 2] = perMille(sums.linked[level], unitsOfLevel);
      row[i + 3] = perMille(sums.goodUnits[level], pageGood);
      row[i + 4] = Math.min(sums.lines[level], 200);
      row[i + 5] = Math.min(sums.goodLines[level], 100);
      row[k] = perMille(sums.direct[level], sums.mostDirect);
      within = unitsOfLevel;
      level = sums.level[level];
    }
    row[27] = sums.inHalf[element];
    row[28] = sums.inCore[element];
    row[29] = Math.min(sums.steps[element], 20);
    row[30] = pageUnits;
    row[31] = perMille(pageGood, pageUnits);
    row[32] = lines.length;
    row[33] = perMille(sums.linked[DOCUMENT], pageUnits);
    row[34] = perMille(before, pageUnits);
    row[35] = perMille(goodBefore, pageGood);
    for (let i = 0; i < FLAG_COUNT; i++) row[39 + i] = (own >>> i) & 1;
    take(row);
    before += units;
    if (isGood) goodBefore += units;
  }
}

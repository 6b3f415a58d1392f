// R11.2: the labels and decoders of the Encoding Standard. TextDecoder is that Standard's in browsers, but
// not in every version of Node.js, which has neither all encodings nor the same errors. So only
// UTF-8 is left to it.

import { INDEXES, LABELS, RANGES } from './encoding-tables.js';
import { integersOf, signed } from './unicode.js';

const REPLACEMENT = 0xfffd;

const labels = new Map();
for (const line of LABELS.trim().split('\n')) {
  const [name, ...others] = line.trim().split(' ');
  for (const label of [name, ...others]) labels.set(label, name);
}

/** "Get an encoding": the name, in lower case, of the encoding of a label; undefined if there is none. */
export function encodingOf(label) {
  const bare = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');
  return labels.get(bare.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether octets are well-formed UTF-8. */
export function isUtf8(octets) {
  try {
    strict.decode(octets);
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 in the making, of so many units at most. */
class Units {
  #units;
  #length = 0;

  constructor(most) {
    this.#units = new Uint16Array(most);
  }

  /** A code point, or one above 10FFFF: two of 16 bits. */
  put(cp) {
    if (cp > 0x10ffff) this.#units[this.#length++] = cp >>> 16;
    else if (cp > 0xffff) {
      this.#units[this.#length++] = 0xd7c0 + (cp >> 10);
      cp = 0xdc00 | (cp & 0x3ff);
    }
    this.#units[this.#length++] = cp;
  }

  toString() {
    const pieces = [];
    for (let at = 0; at < this.#length; at += 8192) {
      const piece = this.#units.subarray(at, Math.min(at + 8192, this.#length));
      pieces.push(String.fromCharCode.apply(null, piece));
    }
    return pieces.join('');
  }
}

const indexes = new Map();

/** An index: the code point of each pointer, 0 or undefined where there is none. */
export function indexOf(name) {
  if (!indexes.has(name)) {
    const integers = integersOf(INDEXES[name]);
    const index = [];
    let cp = 0;
    for (let i = 0; i < integers.length; ) {
      for (let gap = integers[i++]; gap > 0; gap--) index.push(0);
      for (const end = i + 1 + integers[i++]; i < end; cp++) {
        cp += signed(integers[i++]);
        index.push(cp);
      }
    }
    if (name === 'big5') {
      // These pointers are two code points, a letter and a mark.
      index[1133] = 0xca0304;
      index[1135] = 0xca030c;
      index[1164] = 0xea0304;
      index[1166] = 0xea030c;
    }
    indexes.set(name, index);
  }
  return indexes.get(name);
}

let ranges; // of gb18030, from the last to the first: a pointer and a code point

/** The code point of a pointer of four octets; 0 if there is none. */
function rangesOf(pointer) {
  if (ranges === undefined) {
    ranges = [];
    const integers = integersOf(RANGES);
    for (let i = 0, from = 0, cp = 0; i < integers.length; i += 2) {
      from += integers[i];
      cp += integers[i + 1];
      ranges.unshift([from, cp]);
    }
  }
  if ((pointer > 39419 && pointer < 189000) || pointer > 1237575) return 0;
  if (pointer === 7457) return 0xe7c7;
  const [from, cp] = ranges.find((range) => range[0] <= pointer);
  return cp + pointer - from;
}

const isIn = (octet, low, high) => octet >= low && octet <= high;

/** A decoder of one octet a code point. */
const single = (upper) => (octets, out) => {
  for (const octet of octets) out.put(octet < 0x80 ? octet : upper(octet) || REPLACEMENT);
};

const indexed = (name) => {
  return (octets, out) => {
    const index = indexOf(name);
    single((octet) => index[octet - 0x80])(octets, out);
  };
};

const LEAD = -1;

/**
 * A decoder of one or two octets a code point: `one` gives that of an octet, LEAD of a lead; `two` that of a
 * lead and a trail. Where there is none a trail in ASCII is read again.
 */
const pairs = (one, two) => (octets, out) => {
  for (let i = 0; i < octets.length; ) {
    const lead = octets[i++];
    let cp = one(lead);
    if (cp === LEAD) {
      cp = (i < octets.length && two(lead, octets[i])) || REPLACEMENT;
      if (cp !== REPLACEMENT || octets[i] >= 0x80) i++;
    }
    out.put(cp);
  }
};

function gb18030(octets, out) {
  const index = indexOf('gb18030');
  const end = octets.length;
  for (let i = 0; i < end; ) {
    const first = octets[i++];
    if (first < 0x80) {
      out.put(first);
      continue;
    }
    let cp = first === 0x80 ? 0x20ac : 0;
    if (isIn(first, 0x81, 0xfe) && i < end) {
      const second = octets[i];
      if (isIn(second, 0x30, 0x39)) {
        // Four octets. If the third or the fourth is wrong, all but the first are read again; an
        // end before the fourth is one error.
        const third = octets[i + 1];
        const fourth = octets[i + 2];
        if (i + 1 === end || (isIn(third, 0x81, 0xfe) && i + 2 === end)) i = end;
        else if (isIn(third, 0x81, 0xfe) && isIn(fourth, 0x30, 0x39)) {
          cp = rangesOf((((first - 0x81) * 10 + second - 0x30) * 126 + third - 0x81) * 10 + fourth - 0x30);
          i += 3;
        }
      } else {
        if (isIn(second, 0x40, 0x7e) || isIn(second, 0x80, 0xfe)) {
          cp = index[(first - 0x81) * 190 + second - (second < 0x7f ? 0x40 : 0x41)];
        }
        if (cp || second >= 0x80) i++;
      }
    }
    out.put(cp || REPLACEMENT);
  }
}

const big5 = pairs(
  (octet) => (octet < 0x80 ? octet : isIn(octet, 0x81, 0xfe) ? LEAD : REPLACEMENT),
  (lead, trail) =>
    (isIn(trail, 0x40, 0x7e) || isIn(trail, 0xa1, 0xfe)) &&
    indexOf('big5')[(lead - 0x81) * 157 + trail - (trail < 0x7f ? 0x40 : 0x62)],
);

const eucKr = pairs(
  (octet) => (octet < 0x80 ? octet : isIn(octet, 0x81, 0xfe) ? LEAD : REPLACEMENT),
  (lead, trail) => isIn(trail, 0x41, 0xfe) && indexOf('euc-kr')[(lead - 0x81) * 190 + trail - 0x41],
);

const shiftJis = pairs(
  (octet) => {
    if (octet <= 0x80) return octet;
    if (isIn(octet, 0xa1, 0xdf)) return 0xff61 - 0xa1 + octet;
    return isIn(octet, 0x81, 0x9f) || isIn(octet, 0xe0, 0xfc) ? LEAD : REPLACEMENT;
  },
  (lead, trail) => {
    if (!isIn(trail, 0x40, 0x7e) && !isIn(trail, 0x80, 0xfc)) return 0;
    const pointer = (lead - (lead < 0xa0 ? 0x81 : 0xc1)) * 188 + trail - (trail < 0x7f ? 0x40 : 0x41);
    return isIn(pointer, 8836, 10715) ? 0xe000 - 8836 + pointer : indexOf('jis0208')[pointer];
  },
);

function eucJp(octets, out) {
  for (let i = 0; i < octets.length; ) {
    let lead = octets[i++];
    if (lead < 0x80) {
      out.put(lead);
      continue;
    }
    let cp = 0;
    if (lead === 0x8e || lead === 0x8f || isIn(lead, 0xa1, 0xfe)) {
      let name = 'jis0208';
      if (lead === 0x8f && isIn(octets[i], 0xa1, 0xfe)) {
        name = 'jis0212';
        lead = octets[i++];
      }
      const trail = octets[i];
      if (lead === 0x8e && isIn(trail, 0xa1, 0xdf)) cp = 0xff61 - 0xa1 + trail;
      else if (isIn(lead, 0xa1, 0xfe) && isIn(trail, 0xa1, 0xfe)) {
        cp = indexOf(name)[(lead - 0xa1) * 94 + trail - 0xa1];
      }
      if (cp || trail >= 0x80) i++;
    }
    out.put(cp || REPLACEMENT);
  }
}

const ASCII = 0;
const ROMAN = 1;
const KATAKANA = 2;
const DOUBLE = 3;
const ESCAPES = new Map([
  ['(B', ASCII],
  ['(J', ROMAN],
  ['(I', KATAKANA],
  ['$@', DOUBLE],
  ['$B', DOUBLE],
]);

function iso2022Jp(octets, out) {
  let set = ASCII;
  let escaped = false; // nothing since the last escape sequence
  for (let i = 0; i < octets.length; ) {
    const octet = octets[i++];
    if (octet === 0x1b) {
      const next = ESCAPES.get(String.fromCharCode(...octets.subarray(i, i + 2)));
      if (next === undefined || escaped) out.put(REPLACEMENT);
      escaped = next !== undefined;
      if (escaped) {
        set = next;
        i += 2;
      }
      continue;
    }
    escaped = false;
    let cp = REPLACEMENT;
    if (set === DOUBLE) {
      if (isIn(octet, 0x21, 0x7e) && i < octets.length && octets[i] !== 0x1b) {
        const trail = octets[i++];
        if (isIn(trail, 0x21, 0x7e)) cp = indexOf('jis0208')[(octet - 0x21) * 94 + trail - 0x21] || REPLACEMENT;
      }
    } else if (set === KATAKANA) {
      if (isIn(octet, 0x21, 0x5f)) cp = 0xff61 - 0x21 + octet;
    } else if (octet < 0x80 && octet !== 0x0e && octet !== 0x0f) {
      cp = octet;
      if (set === ROMAN && octet === 0x5c) cp = 0xa5;
      if (set === ROMAN && octet === 0x7e) cp = 0x203e;
    }
    out.put(cp);
  }
}

/** UTF-16: half a pair is one error, and so is what is left at the end, be it an octet, half a pair or both. */
const utf16 = (high, low) => (octets, out) => {
  const end = octets.length;
  for (let i = 0; i < end; ) {
    if (i + 1 === end) {
      out.put(REPLACEMENT);
      break;
    }
    let cp = (octets[i + high] << 8) | octets[i + low];
    i += 2;
    if (isIn(cp, 0xdc00, 0xdfff)) cp = REPLACEMENT;
    else if (isIn(cp, 0xd800, 0xdbff)) {
      const next = i + 1 < end ? (octets[i + high] << 8) | octets[i + low] : 0;
      if (isIn(next, 0xdc00, 0xdfff)) {
        cp = 0x10000 + ((cp & 0x3ff) << 10) + (next & 0x3ff);
        i += 2;
      } else {
        cp = REPLACEMENT;
        if (i + 1 === end) i++;
      }
    }
    out.put(cp);
  }
};

function replacement(octets, out) {
  if (octets.length > 0) out.put(REPLACEMENT);
}

const decoders = {
  big5,
  'euc-jp': eucJp,
  'euc-kr': eucKr,
  gb18030,
  gbk: gb18030,
  'iso-2022-jp': iso2022Jp,
  'iso-8859-8-i': indexed('iso-8859-8'),
  replacement,
  shift_jis: shiftJis,
  'utf-16be': utf16(0, 1),
  'utf-16le': utf16(1, 0),
  'x-user-defined': single((octet) => 0xf700 + octet),
};

/** The text of octets in an encoding, by its name. A byte order mark is a character like others. */
export function decode(octets, encoding) {
  if (encoding === 'utf-8') return lenient.decode(octets);
  const out = new Units(octets.length);
  (decoders[encoding] ?? indexed(encoding))(octets, out);
  return out.toString();
}

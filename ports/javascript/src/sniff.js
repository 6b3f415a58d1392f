// R11.1 and R11.11: the encoding of a document.

import { checkCharset } from './check.js';
import { encodingOf, isUtf8 } from './encodings.js';

const MARKS = [
  ['utf-8', '\xef\xbb\xbf'],
  ['utf-16be', '\xfe\xff'],
  ['utf-16le', '\xff\xfe'],
];

/** The first octets, a character each. */
const head = (octets, length) => String.fromCharCode(...octets.subarray(0, length));

/** R11.1 (a) and (b): the encoding and how long its byte order mark is; undefined if neither says one. */
function marked(octets, charset) {
  checkCharset(charset);
  const start = head(octets, 3);
  for (const [encoding, mark] of MARKS) {
    if (start.startsWith(mark)) return { encoding, mark: mark.length };
  }
  const encoding = charset === undefined || charset === null ? undefined : encodingOf(charset);
  return encoding && { encoding, mark: 0 };
}

/** R11.1 (a) to (d): the encoding of HTML, how long its byte order mark is, and whether the encoding is tentative. */
export function htmlEncoding(octets, charset) {
  const declared = marked(octets, charset);
  if (declared !== undefined) return { ...declared, tentative: false };
  const encoding = prescan(head(octets, 1024)) ?? (isUtf8(octets) ? 'utf-8' : 'windows-1252');
  return { encoding, mark: 0, tentative: !encoding.startsWith('utf-16') };
}

/** R11.1: the encoding that a meta element declares, by the values of its attributes. */
export function declaredEncoding(attribute) {
  const pragma = /^content-type$/i.test(attribute('http-equiv'));
  return declarable(encodingOf(attribute('charset')) ?? (pragma ? contentEncoding(attribute('content')) : undefined));
}

/** What cannot be, if a meta could be read, stands for another encoding. */
function declarable(encoding) {
  if (encoding?.startsWith('utf-16')) return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

/** R11.11: the encoding of XML and how long its byte order mark is. */
export function xmlEncoding(octets, charset) {
  return marked(octets, charset) ?? { encoding: undeclaredXml(head(octets, 1024)), mark: 0 };
}

function undeclaredXml(text) {
  if (text.startsWith('<\0?\0')) return 'utf-16le';
  if (text.startsWith('\0<\0?')) return 'utf-16be';
  return declarationEncoding(text.slice(0, text.indexOf('>') + 1)) ?? 'utf-8';
}

/** "Prescan a byte stream to determine its encoding". */
function prescan(text) {
  if (text.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (text.startsWith('\0<\0?\0x')) return 'utf-16be';
  return prescanTags(text.toLowerCase()) ?? declarationEncoding(text);
}

const MARKUP = /<!--|<meta(?=[\t\n\f\r /])|<\/?[a-z]|<[!/?]/g;
const NAME_END = /[\t\n\f\r >]/g;

/** The prescan's loop, on lower case; undefined when it runs out of octets. */
function prescanTags(text) {
  MARKUP.lastIndex = 0;
  for (let match; (match = MARKUP.exec(text)) !== null; ) {
    const [opening] = match;
    let at;
    if (opening === '<!--') {
      at = text.indexOf('-->', match.index + 2) + 3; // the dashes may be those of the opening
      if (at < 3) return undefined;
    } else if (/[!/?]$/.test(opening)) {
      at = text.indexOf('>', match.index) + 1;
      if (at === 0) return undefined;
    } else {
      NAME_END.lastIndex = MARKUP.lastIndex;
      const nameEnd = opening === '<meta' ? MARKUP.lastIndex : NAME_END.exec(text)?.index;
      if (nameEnd === undefined) return undefined;
      const attributes = new Map();
      at = getAttributes(text, nameEnd, attributes);
      if (at === undefined) return undefined;
      const encoding = opening === '<meta' ? metaEncoding(attributes) : undefined;
      if (encoding !== undefined) return encoding;
    }
    MARKUP.lastIndex = at;
  }
  return undefined;
}

// "Get an attribute": a > if there is none, or a name, and a value that may be quoted. What has to
// follow has to be there, else the octets have run out.
const BLANK = '[\\t\\n\\f\\r ]';
const VALUE = `${BLANK}*=${BLANK}*(?:"([^"]*)"|'([^']*)'|(?!${BLANK}|["'])([^\\t\\n\\f\\r >]*)(?=${BLANK}|>))`;
const NO_VALUE = `(?=[/>])|${BLANK}+(?=[^\\t\\n\\f\\r =])`;
const ATTRIBUTE = new RegExp(
  `[\\t\\n\\f\\r /]*(?:(>)|([^\\t\\n\\f\\r />][^\\t\\n\\f\\r />=]*)(?:${VALUE}|${NO_VALUE}))`,
  'y',
);

/** Puts the attributes of a tag, the first of each name, into a map, and returns where the tag ends. */
function getAttributes(text, at, attributes) {
  ATTRIBUTE.lastIndex = at;
  for (let match; (match = ATTRIBUTE.exec(text)) !== null; ) {
    const [, end, name, ...values] = match;
    if (end !== undefined) return ATTRIBUTE.lastIndex;
    if (!attributes.has(name)) attributes.set(name, values.find((value) => value !== undefined) ?? '');
  }
  return undefined;
}

function metaEncoding(attributes) {
  let encoding; // null where a label is unknown
  let needsPragma;
  for (const [name, value] of attributes) {
    if (name === 'charset') {
      encoding = encodingOf(value) ?? null;
      needsPragma = false;
    } else if (name === 'content' && encoding === undefined) {
      const found = contentEncoding(value);
      if (found === undefined) continue;
      encoding = found;
      needsPragma = true;
    }
  }
  if (needsPragma === undefined || !encoding) return undefined;
  if (needsPragma && attributes.get('http-equiv') !== 'content-type') return undefined;
  return declarable(encoding);
}

/** The "algorithm for extracting a character encoding from a meta element". */
function contentEncoding(content) {
  const value = /charset[\t\n\f\r ]*=[\t\n\f\r ]*([^]*)/i.exec(content)?.[1] ?? '';
  const match = /^(?:"([^"]*)"|'([^']*)'|(?!["'])([^\t\n\f\r ;]+))/.exec(value);
  return match === null ? undefined : encodingOf(match[1] ?? match[2] ?? match[3]);
}

/** "Get an XML encoding". */
function declarationEncoding(text) {
  const match = /^<\?xml(?=[^]*>)(?:(?!encoding)[^])*encoding[\0-\x20]*=[\0-\x20]*(["'])([^\0-\x20]*?)\1/.exec(text);
  const encoding = match === null ? undefined : encodingOf(match[2]);
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding;
}

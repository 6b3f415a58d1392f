// What HTML and XML have in common: blanks, lines, and the elements of HTML.

// What is called for between two pieces of text; the greatest counts.
export const NOTHING = 0;
export const BLANK = 1;
export const LINE = 2;
/** Nothing, whatever else is called for. */
export const JOIN = 3;
const SEPARATORS = ['', ' ', '\n', ''];

/** The names in a text. */
export const setOf = (names) => new Set(names.match(/\S+/g));

/** R11.4. */
const LEFT_OUT = setOf(`
  annotation annotation-xml applet area audio base basefont canvas datalist embed frame frameset head
  iframe img input link meta meter noembed noframes noscript object param progress rp rt rtc script
  select style svg template textarea title track video
`);

/** R11.7. */
const BLOCKS = setOf(`
  address article aside blockquote body br button caption center col colgroup dd details dialog dir
  div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li
  listing main menu nav ol p plaintext pre search section summary table tbody td tfoot th thead tr ul
  xmp
`);

/** R11.8. */
export const PREFORMATTED = setOf('listing plaintext pre xmp');

const LINES_OF_OCR = setOf('ocr_caption ocr_footer ocr_header ocr_line ocr_textfloat ocrx_line');

/** R11.4 and R11.5. `attribute` gives the value of an attribute by its name. */
export function isLeftOut(name, attribute) {
  if (LEFT_OUT.has(name) || attribute('hidden') !== undefined) return true;
  return name === 'dialog' && attribute('open') === undefined;
}

/** R11.7 and R11.10: what an element calls for before and after it. */
export function calls(name, attribute) {
  if (BLOCKS.has(name)) return LINE;
  const classes = attribute('class')?.split(/[\t\n\f\r ]/) ?? [];
  return classes.some((one) => LINES_OF_OCR.has(one)) ? LINE : NOTHING;
}

/** R11.8 and R11.9: the text in the making. */
export class Lines {
  #pieces = [];
  #called = NOTHING;

  /** How many pieces there are. */
  count = 0;

  /** An element of HTML begins, which calls for something. */
  enter(_element, called) {
    this.call(called);
  }

  /** The innermost element of HTML ends. */
  leave(called) {
    this.call(called);
  }

  call(what) {
    if (what > this.#called) this.#called = what;
  }

  /** Takes the characters of a text node. */
  add(text, preformatted) {
    let start = 0;
    for (const match of text.matchAll(/[\t\n\f\r ]+/g)) {
      this.#piece(text.slice(start, match.index));
      this.call(preformatted && /[\n\r]/.test(match[0]) ? LINE : BLANK);
      start = match.index + match[0].length;
    }
    this.#piece(text.slice(start));
  }

  #piece(text) {
    if (text === '') return;
    this.write(this.count > 0 ? SEPARATORS[this.#called] : '', text);
    this.count++;
    this.#called = NOTHING;
  }

  /** Takes a piece, and what stands between it and the piece before. */
  write(separator, text) {
    this.#pieces.push(separator, text);
  }

  toString() {
    return this.#pieces.join('');
  }
}

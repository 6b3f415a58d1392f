// What HTML and XML have in common: blanks, lines and the lists of XHTML.

const BLANK = 1;
const LINE = 2;

const setOf = (list) => new Set(list.trim().split(/\s+/));

/** R11.4. */
export const LEFT_OUT = setOf(`
  annotation annotation-xml applet area audio base basefont canvas datalist embed frame frameset head
  iframe img input link meta meter noembed noframes noscript object param progress rp rt rtc script
  select style svg template textarea title track video
`);

/** R11.7. */
export const BLOCKS = setOf(`
  address article aside blockquote body br button caption center col colgroup dd details dialog dir
  div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li
  listing main menu nav ol p plaintext pre search section summary table tbody td tfoot th thead tr ul
  xmp
`);

/** R11.8. */
export const PREFORMATTED = setOf('listing plaintext pre xmp');

/** R11.8 and R11.9: the text in the making. */
export class Lines {
  #pieces = [];
  #called = 0;

  /** Calls for a line end. */
  line() {
    this.#called = LINE;
  }

  /** Calls for a blank. */
  blank() {
    if (this.#called === 0) this.#called = BLANK;
  }

  /** Takes the characters of a text node. */
  add(text, preformatted) {
    let start = 0;
    for (const match of text.matchAll(/[\t\n\f\r ]+/g)) {
      this.#piece(text.slice(start, match.index));
      if (preformatted && /[\n\r]/.test(match[0])) this.line();
      else this.blank();
      start = match.index + match[0].length;
    }
    this.#piece(text.slice(start));
  }

  #piece(text) {
    if (text === '') return;
    if (this.#pieces.length > 0 && this.#called > 0) this.#pieces.push(this.#called === LINE ? '\n' : ' ');
    this.#pieces.push(text);
    this.#called = 0;
  }

  toString() {
    return this.#pieces.join('');
  }
}

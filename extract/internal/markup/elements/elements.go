// Package elements has the lists of elements that chapter 11 of SPEC.md and the HTML Standard's
// tree construction go by. The readers of HTML and XML all take them from here.
package elements

import (
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

var (
	// LeftOut is R11.4.
	LeftOut = lazy.Names(`annotation annotation-xml applet area audio base basefont canvas
		datalist embed frame frameset head iframe img input link meta meter noembed
		noframes noscript object param progress rp rt rtc script select style svg
		template textarea title track video`)
	// Blocks is R11.7.
	Blocks = lazy.Names(`address article aside blockquote body br button caption center col
		colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form
		h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p
		plaintext pre search section summary table tbody td tfoot th thead tr ul xmp`)
	// KeepLines are the preformatted elements of R11.8.
	KeepLines = lazy.Names(`pre listing plaintext xmp`)
)

var (
	// Formatting are the HTML Standard's formatting elements (13.2.4.2).
	Formatting = lazy.Names("a b big code em font i nobr s small strike strong tt u")
	// RawText are the elements in which the tokenizer sees no tags, unless they are of SVG or MathML.
	RawText = lazy.Names("iframe noembed noframes noscript plaintext script style textarea title xmp")
	// BreakOut are the start tags of HTML that end SVG and MathML (13.2.6.5).
	BreakOut = lazy.Names(`b big blockquote body br center code dd div dl dt em embed h1 h2 h3
		h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong
		strike sub sup table tt u ul var`)
)

// Lines are the classes of hOCR that are lines of a page: R11.10.
var Lines = lazy.Names(`ocr_caption ocr_footer ocr_header ocr_line ocr_textfloat ocrx_line`)

// IsLine reports whether an attribute class makes an element a line of hOCR: R11.10.
func IsLine(class string) bool {
	for c := range strings.FieldsFuncSeq(class, func(r rune) bool { return r < 0x80 && whatwg.IsBlank(byte(r)) }) {
		if Lines.Has(c) {
			return true
		}
	}
	return false
}

package tokenizer

import "github.com/lsh-interop/fpcheck/internal/rules"

// An oracle is what package rules says of chapters 1 to 4.
type oracle struct {
	decoder     *rules.Decoder
	identifiers *rules.Identifiers
	normaliser  *rules.Normaliser
	segmenter   *rules.Segmenter
}

// oracleOf returns the oracle of some rules.
func oracleOf(r Rules) oracle {
	s := rules.Scheme{
		Identifiers:    r.identifiers,
		Hyphens:        r.hyphens,
		Blanks:         r.blanks,
		ZeroWidthSpace: !r.zeroWidthSpace,
		Fold:           r.fold,
		Tatweel:        r.tatweel,
		IForms:         r.iForms,
		Categories:     r.words,
		Alphabetic:     r.alphabetic,
		Apostrophes:    r.apostrophes,
		Grams:          r.grams,
	}
	return oracle{rules.NewDecoder(), rules.NewIdentifiers(s), rules.NewNormaliser(s), rules.NewSegmenter(s)}
}

// tokens returns the tokens of a whole text.
func (o oracle) tokens(octets []byte) []string {
	text := o.identifiers.Text(o.decoder.Text(octets))
	return o.segmenter.Tokens(o.normaliser.Runs(text))
}

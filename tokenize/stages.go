package tokenize

import "strings"

// Text is stage 1 by itself: octets as text (R1.1 to R1.3).
func Text(octets []byte) string {
	var out capture
	run(&decoder{next: &out}, octets)
	return string(out)
}

// Identifiers is stage 2 by itself: text in which each identifier is one U+FFFD,
// and without what R2.9 and R2.10 delete, as far as the rules have them (chapter 2).
func (r Rules) Identifiers(text string) string {
	var out capture
	run(new(Tokenizer).chapter2(r, &out), []byte(text))
	return string(out)
}

// Normalise is stage 3 by itself: the runs of a text (chapter 3), none empty.
func (r Rules) Normalise(text string) []string {
	var out capture
	run(&normaliser{rules: r, next: &out}, []byte(text))
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == separator })
}

// Segment is stage 4 by itself: the tokens of a list of runs (chapter 4).
func (r Rules) Segment(runs []string) []string {
	var tokens []string
	s := new(Tokenizer).segmenter(r, func(t []byte) { tokens = append(tokens, string(t)) })
	for _, text := range runs {
		run(s, []byte(text))
	}
	return tokens
}

// Tokens are the tokens of a whole text.
func (r Rules) Tokens(octets []byte) []string {
	var tokens []string
	t := r.New(Func(func(t []byte) { tokens = append(tokens, string(t)) }))
	t.Write(octets)
	t.Close()
	return tokens
}

func run(s stage, p []byte) {
	s.write(p)
	s.close()
}

// capture is the end of a chain that stops early. Its room serves again.
type capture []byte

func (c *capture) write(p []byte) { *c = append(*c, p...) }
func (c *capture) close()         {}

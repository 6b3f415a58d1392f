package mutants

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// whole replaces how the tokens of a text in pieces are found.
func whole(tokens func(p *port.Port, pieces [][]byte) []string) func(p *port.Port) {
	return func(p *port.Port) {
		p.Whole = func(pieces [][]byte) (string, int) {
			found := tokens(p, pieces)
			return fingerprintOf(p, p.Features(found), featureCount(p, found))
		}
	}
}

// featureCount returns how many distinct features tokens have.
func featureCount(p *port.Port, tokens []string) int {
	_, n := rules.NewFeatures(rules.SchemeOf(p.Hello.Schemes[0]), p.Hash).Elements(tokens)
	return n
}

// eachText applies stage 1 to the text and calls f with the texts of the pieces,
// cut between code points.
func eachText(p *port.Port, pieces [][]byte, f func(text string)) {
	var held []byte
	for i, piece := range pieces {
		piece = append(held, piece...)
		end := len(piece)
		if i+1 < len(pieces) {
			for n := 1; n <= min(utf8.UTFMax, len(piece)); n++ {
				if last := piece[len(piece)-n:]; utf8.RuneStart(last[0]) {
					if !utf8.FullRune(last) {
						end -= n
					}
					break
				}
			}
		}
		f(p.Text(piece[:end]))
		held = bytes.Clone(piece[end:])
	}
}

// edge is a letter with nothing to decompose, to map or to compose. At the ends of
// a text it shows whether the text's own ends are in a run.
const edge = "\U00013000"

// normaliseEach normalises each text by itself and joins what comes out.
func normaliseEach(p *port.Port, texts []string) []string {
	var out strings.Builder
	for _, text := range texts {
		joined := strings.Join(p.Normalise(edge+text+edge), " ")
		out.WriteString(strings.TrimSuffix(strings.TrimPrefix(joined, edge), edge))
	}
	return strings.Split(out.String(), " ")
}

// wholeMutants are the mutants of chapter 9.
func wholeMutants() []Mutant {
	return []Mutant{
		{
			Name: "identifiers-after-normalisation", Rule: "R9.1",
			Mistake: "normalises first, after which no identifier can be found",
			mutate: whole(func(p *port.Port, pieces [][]byte) []string {
				runs := p.Normalise(p.Text(slices.Concat(pieces...)))
				for i, run := range runs {
					runs[i] = p.Identifiers(run)
				}
				return p.Segment(runs)
			}),
		},
		{
			Name: "locale", Rule: "R9.1",
			Mistake: "makes capitals small by the locale of the machine, here a Turkish one, before all else",
			mutate:  textAs(func(text string) string { return strings.ToLowerSpecial(unicode.TurkishCase, text) }),
		},
		{
			Name: "seed-from-length", Rule: "R9.1",
			Mistake: "lets the length of the text enter its sketch",
			mutate: func(p *port.Port) {
				p.Whole = func(pieces [][]byte) (string, int) {
					octets := slices.Concat(pieces...)
					elements := p.Features(tokensOf(p, octets))
					sketch := p.Sketch
					q := *p
					q.Sketch = func(counters []int64) []byte {
						s := sketch(counters)
						return binary.BigEndian.AppendUint64(nil, binary.BigEndian.Uint64(s)^uint64(len(octets)))
					}
					return fingerprintOf(&q, elements, len(elements))
				}
			},
		},
		{
			Name: "file-name", Rule: "R9.1",
			Mistake: "adds the words of the document's name to its text",
			mutate:  readAs(func(octets []byte) []byte { return append([]byte("document "), octets...) }),
		},
		{
			Name: "tokens-each-piece", Rule: "R9.2",
			Mistake: "finds the tokens of each piece by itself, as a loop over read buffers does",
			mutate: whole(func(p *port.Port, pieces [][]byte) (tokens []string) {
				for _, piece := range pieces {
					tokens = append(tokens, tokensOf(p, piece)...)
				}
				return tokens
			}),
		},
		{
			Name: "decoded-each-piece", Rule: "R9.2",
			Mistake: "decodes each piece by itself, which spoils a sequence across a cut",
			mutate: whole(func(p *port.Port, pieces [][]byte) []string {
				var text strings.Builder
				for _, piece := range pieces {
					text.WriteString(p.Text(piece))
				}
				return p.Segment(p.Normalise(p.Identifiers(text.String())))
			}),
		},
		{
			Name: "identifiers-each-piece", Rule: "R9.2",
			Mistake: "looks for identifiers in each piece by itself, and decodes well",
			mutate: whole(func(p *port.Port, pieces [][]byte) []string {
				var rest strings.Builder
				eachText(p, pieces, func(text string) { rest.WriteString(p.Identifiers(text)) })
				return p.Segment(p.Normalise(rest.String()))
			}),
		},
		{
			Name: "normalised-each-piece", Rule: "R9.2",
			Mistake: "normalises each piece by itself, so that no mark composes across a cut",
			mutate: whole(func(p *port.Port, pieces [][]byte) []string {
				// The text without identifiers, cut into as many pieces of one length.
				rest := p.Identifiers(p.Text(slices.Concat(pieces...)))
				size := max(1, len(rest)/len(pieces))
				var again [][]byte
				for len(rest) > size {
					again, rest = append(again, []byte(rest[:size])), rest[size:]
				}
				var texts []string
				eachText(p, append(again, []byte(rest)), func(text string) { texts = append(texts, text) })
				return p.Segment(normaliseEach(p, texts))
			}),
		},
		{
			Name: "features-each-piece", Rule: "R9.2",
			Mistake: "forgets at each cut which features it has counted",
			mutate:  featuresEachPiece,
		},
		{
			Name: "cut-separates", Rule: "R9.2",
			Mistake: "puts a line end at each cut, as a reader of lines does",
			mutate: whole(func(p *port.Port, pieces [][]byte) []string {
				return tokensOf(p, bytes.Join(pieces, []byte("\n")))
			}),
		},
		{
			Name: "empty-piece-ends", Rule: "R9.2",
			Mistake: "takes an empty piece for the end of the text, as read() means it",
			mutate: whole(func(p *port.Port, pieces [][]byte) []string {
				if i := slices.IndexFunc(pieces, func(piece []byte) bool { return len(piece) == 0 }); i >= 0 {
					pieces = pieces[:i]
				}
				return tokensOf(p, slices.Concat(pieces...))
			}),
		},
		{
			Name: "last-word-lost", Rule: "R9.2",
			Mistake: "never flushes what it holds back at the end",
			mutate: whole(func(p *port.Port, pieces [][]byte) []string {
				octets := slices.Concat(pieces...)
				if len(pieces) > 1 {
					octets = bytes.TrimRightFunc(octets, unicode.IsLetter)
				}
				return tokensOf(p, octets)
			}),
		},
		{
			Name: "lines-joined-each-piece", Rule: "R9.2", Scheme: "sm1",
			Mistake: "joins lines in each piece by itself, so that a word broken at a cut stays broken",
			mutate: whole(func(p *port.Port, pieces [][]byte) []string {
				i := rules.NewIdentifiers(rules.SchemeOf("sm1"))
				var rest strings.Builder
				for _, part := range evenly(i.Remove(p.Text(slices.Concat(pieces...))), len(pieces)) {
					rest.WriteString(i.JoinSpaces(i.JoinLines(part)))
				}
				return p.Segment(p.Normalise(rest.String()))
			}),
		},
		{
			Name: "grams-each-piece", Rule: "R9.2", Scheme: "sm1",
			Mistake: "makes grams of what it has, so that the one across a cut is missing",
			mutate: whole(func(p *port.Port, pieces [][]byte) (tokens []string) {
				for _, run := range p.Normalise(p.Identifiers(p.Text(slices.Concat(pieces...)))) {
					for _, part := range evenly(run, len(pieces)) {
						tokens = append(tokens, p.Segment([]string{part})...)
					}
				}
				return tokens
			}),
		},
		{
			Name: "weights-each-piece", Rule: "R9.2", Scheme: "sm1",
			Mistake: "forgets at each cut which features it has counted, and with what weight",
			mutate:  featuresEachPiece,
		},
		{
			Name: "shingles-each-piece", Rule: "R9.2", Scheme: "mh1",
			Mistake: "begins a new shingle at each cut",
			mutate:  featuresEachPiece,
		},
		{
			Name: "occurrences-each-piece", Rule: "R9.2", Scheme: "mw1",
			Mistake: "starts counting again in each piece, and merges the pieces",
			mutate:  featuresEachPiece,
		},
	}
}

// featuresEachPiece makes a port that knows at each cut nothing of the tokens before.
func featuresEachPiece(p *port.Port) {
	p.Whole = func(pieces [][]byte) (string, int) {
		tokens := tokensOf(p, slices.Concat(pieces...))
		var counted []uint64
		for part := range slices.Chunk(tokens, max(1, len(tokens)/len(pieces))) {
			counted = append(counted, p.Features(part)...)
		}
		return fingerprintOf(p, counted, featureCount(p, tokens))
	}
}

// evenly cuts a text into about n parts of one length, between code points.
func evenly(text string, n int) (parts []string) {
	runes := []rune(text)
	for part := range slices.Chunk(runes, max(1, len(runes)/n)) {
		parts = append(parts, string(part))
	}
	return parts
}

package sketch

import (
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A featurizer makes features of tokens (chapter 5).
type featurizer struct {
	method *Method
	emit   func(feature []byte, weight int)

	word []byte // a token without its digits

	// The window is the last def.Width tokens, of a shingle, or code points, of characters.
	window []byte
	starts []int // where they begin
	slid   bool  // the window has been full
}

func newFeaturizer(m *Method, emit func(feature []byte, weight int)) *featurizer {
	return &featurizer{method: m, emit: emit}
}

// Token takes the next token.
func (f *featurizer) Token(token []byte) {
	def := &f.method.def
	if def.Digits == "drop" {
		if token = f.withoutDigits(token); len(token) == 0 {
			return
		}
	}
	if f.method.stop != nil && f.method.stop[string(token)] {
		return
	}
	switch def.Features {
	case Shingles: // R5.5
		f.slide(token, " ")
	case Characters, CharactersAndBlanks:
		blank := ""
		if def.Features == CharactersAndBlanks {
			blank = " "
		}
		for i := 0; i < len(token); {
			_, size := utf8.DecodeRune(token[i:])
			if i == 0 && blank != "" && len(f.starts) > 0 {
				f.slide([]byte(blank), "")
			}
			f.slide(token[i:i+size], "")
			i += size
		}
	default: // R5.1
		f.emit(token, 1)
		if def.Clusters > 0 { // R5.4
			for cluster := range class.Clusters(token) {
				f.emit(cluster, def.clusterWeight(cluster))
			}
		}
	}
}

// clusterWeight returns the weight of a cluster (R5.4).
func (d *Definition) clusterWeight(cluster []byte) int {
	var first rune
	if len(cluster) >= 3 && cluster[0]&0xF0 == 0xE0 { // most are of 3 bytes, and all are well-formed
		first = rune(cluster[0]&0x0F)<<12 | rune(cluster[1]&0x3F)<<6 | rune(cluster[2]&0x3F)
	} else {
		first, _ = utf8.DecodeRune(cluster)
	}
	return d.weightOf(first)
}

// weightOf returns the weight of a cluster that begins with a code point.
func (d *Definition) weightOf(first rune) int {
	if d.KanaClusters == 0 || firstHan <= first && first <= lastHan {
		return d.Clusters
	}
	switch ucd.ScriptOf(first) {
	case ucd.Han, ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar:
		return d.Clusters
	}
	return d.KanaClusters
}

// areHan reports whether clusters of one code point each are all from firstHan to lastHan. They ascend.
func areHan(clusters []rune) bool {
	return firstHan <= clusters[0] && clusters[len(clusters)-1] <= lastHan
}

// Of the ideographs from firstHan to lastHan, all are of the script Han.
const (
	firstHan = 0x4E00
	lastHan  = 0x9FFF
)

// slide adds a token or code point to the window, and emits the window if it is full.
func (f *featurizer) slide(next []byte, between string) {
	if len(f.starts) == f.method.def.Width {
		first := len(f.window)
		if len(f.starts) > 1 {
			first = f.starts[1]
		}
		f.window = append(f.window[:0], f.window[first:]...)
		f.starts = append(f.starts[:0], f.starts[1:]...)
		for i := range f.starts {
			f.starts[i] -= first
		}
	}
	if len(f.starts) > 0 {
		f.window = append(f.window, between...)
	}
	f.starts = append(f.starts, len(f.window))
	f.window = append(f.window, next...)
	if len(f.starts) == f.method.def.Width {
		f.emit(f.window, 1)
		f.slid = true
	}
}

// withoutDigits returns a token without its decimal digits, or nothing without an Alphabetic code point.
func (f *featurizer) withoutDigits(token []byte) []byte {
	f.word = f.word[:0]
	alphabetic := false
	for _, r := range string(token) {
		if p := ucd.Lookup(r); p.Category != ucd.Nd {
			f.word = utf8.AppendRune(f.word, r)
			alphabetic = alphabetic || p.Alphabetic
		}
	}
	if !alphabetic {
		return nil
	}
	return f.word
}

// close ends the text. A window that was never full is a feature too (R5.5).
func (f *featurizer) close() {
	if len(f.starts) > 0 && !f.slid {
		f.emit(f.window, 1)
	}
	f.reset()
}

// reset begins another text.
func (f *featurizer) reset() { f.window, f.starts, f.slid = f.window[:0], f.starts[:0], false }

// featuresOf returns the features of tokens, with their weights, in order.
func (m *Method) featuresOf(tokens []string) []Feature {
	var list []Feature
	f := newFeaturizer(m, func(feature []byte, weight int) {
		list = append(list, Feature{Text: string(feature), Hash: m.hash(feature), Weight: weight})
	})
	for _, t := range tokens {
		f.Token([]byte(t))
	}
	f.close()
	return list
}

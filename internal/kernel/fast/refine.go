package fast

import (
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// refine cuts runs of class K into grams (R4.8), and rewrites the words that changed.
func (t *Tokenizer) refine(p []byte, bounds []uint16) []uint16 {
	t.rewriter.out = rewritten
	t.refined, t.clusters, t.runs = t.refined[:0], t.clusters[:0], t.runs[:0]
	var changes mask // a bit for each word that does not stay as it is, or more
	rewrites := uint64(0)
	for b := range (len(p) + 63) / 64 {
		changes[b] = t.rewrite[b] | t.cluster[b]
		rewrites |= t.rewrite[b]
	}
	for ; len(bounds) > 0; bounds = bounds[2:] {
		start, end := bounds[0], bounds[1]
		switch {
		case rewrites != 0 && t.rewrite.anyBetween(int(start), int(end)):
			t.rewriteWord(p[start:end])
		case !t.cluster.has(int(start)): // most often, those after it stay as they are, too
			change, n := changes.next(int(end), len(p), 1), 2
			for n < len(bounds) && int(bounds[n+1]) <= change {
				n += 2
			}
			t.refined = append(t.refined, bounds[:n]...)
			bounds = bounds[n-2:]
		case t.mustJoin && t.join.anyBetween(int(start), int(end)):
			t.joinClusters(int(start), int(end))
		default:
			t.addGrams(start, end)
		}
	}
	return t.refined
}

// rewriteWord adds the tokens of a word, which ends at separators or changes of class. The rewriter
// makes them, or else the stages.
func (t *Tokenizer) rewriteWord(word []byte) {
	w := &t.rewriter
	if w.out+2*len(word) > len(t.text)-2*Padding {
		t.flush()
	}
	bounds, clusters, out := len(t.refined), len(t.clusters), w.out
	*w = rewriter{out: out, to: t}
	if !t.mayExceedMarks(word) && w.write(word) {
		w.end()
		return
	}
	t.refined, t.clusters, w.out = t.refined[:bounds], t.clusters[:clusters], out
	if t.stages == nil {
		t.stages = t.rules.Stages(t.add)
	}
	t.stages.Write(word)
	t.stages.Close()
	t.stages.Reset()
}

// mayExceedMarks reports whether a word may have more marks than R3.4 and R3.8 allow; deleted ones
// count as well. Only a letter that stays unchanged ends a sequence of marks. Of other code points,
// the first may add 3 marks, and each that continues the sequence 2.
func (t *Tokenizer) mayExceedMarks(word []byte) bool {
	if len(word) <= t.rules.MaxMarks { // at most half as many marks, each of 2 bytes or more
		return false
	}
	const begun = 2 // with the first they are 3
	marks := begun
	for len(word) > 0 {
		r, size := utf8.DecodeRune(word)
		word = word[size:]
		marks++
		if p := ucd.Lookup(r); p.Stable && class.Letters.Contains(p.Category) && r != 0x0640 { // R3.6
			marks = begun
		}
		if marks > t.rules.MaxMarks/2 {
			return true
		}
	}
	return false
}

// add adds a token from the stages.
func (t *Tokenizer) add(token []byte) {
	w := &t.rewriter
	if w.out+len(token) > len(t.text)-2*Padding {
		t.flush()
	}
	end := w.out + copy(t.text[w.out:], token)
	t.addClustersOf(w.out, end)
	t.refined = append(t.refined, uint16(w.out), uint16(end))
	w.out = end
}

// flush emits the tokens so far, to make room for others.
func (t *Tokenizer) flush() {
	t.emitTokens(t.refined)
	t.refined, t.clusters, t.runs, t.rewriter.out = t.refined[:0], t.clusters[:0], t.runs[:0], rewritten
}

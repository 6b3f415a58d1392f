package main

import (
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

// pipeline draws the stages of SPEC.md, with what each makes of a text.
func pipeline() string {
	const text = "The LAMP is lit at 7: 灯台の灯, see www.x.org"
	r := rules.Of("sm1")
	plain := r.Identifiers.Text(r.Decoder.Text([]byte(text)))
	runs := r.Normaliser.Runs(plain)
	tokens := r.Segmenter.Tokens(runs)
	elements, features := r.Features.Elements(tokens)
	fingerprint, _ := r.Fingerprint([]byte(text))
	minhash, _ := rules.Of("mh1").Fingerprint([]byte(text))
	rows := []struct{ arrow, name, value string }{
		{"", "document", "bytes of a file, a page or a record"},
		{"11  a reader extracts the text", "text", text},
		{"2  identifiers are replaced", "text without identifiers", strings.ReplaceAll(plain, "\uFFFD", "�")},
		{"3  letters are folded, the rest separates", "runs", strings.Join(runs, " | ")},
		{"4  runs are cut into words and pairs", "tokens", strings.Join(tokens, " | ")},
		{"5  tokens are chosen, joined and weighted", "features", fmt.Sprintf("%d features (sm1)", features)},
		{"6  each is hashed", "64-bit hashes", fmt.Sprintf("%016x, ...", elements[0])},
		{"7  hashes are sketched", "sketch", "sm1, sd1: 64 bits; mh1, mw1: 128 slots of 8 bits"},
		{"8  the sketch is written", "fingerprint", fingerprint},
	}
	const step, left, width = 74, 16, 448
	c := newCanvas(480, step*len(rows)+16, "From a document to a fingerprint",
		"Nine boxes from top to bottom, joined by arrows. The number at an arrow is the chapter of SPEC.md. "+
			"A document becomes text, text without identifiers, runs, tokens, features, 64-bit hashes, a sketch and a fingerprint.")
	for i, row := range rows {
		y := float64(i*step) + 12
		if row.arrow != "" {
			c.arrow(left+20, y-step+46, left+20, y)
			c.text(left+34, y-9, "small quiet", row.arrow)
		}
		c.rect(left, y, width, 46, 5, "box")
		c.text(left+10, y+18, "bold", row.name)
		class := "mono"
		if i == 0 || i == 5 || i == 7 {
			class = "quiet"
		}
		value := row.value
		if i == len(rows)-1 {
			value += "   or, by mh1, " + minhash[:9] + "..."
		}
		c.text(left+10, y+37, class, value)
	}
	return c.String()
}

// bits draws how two sentences become bits. It shows the votes of words and their sums for 16 bits, and
// then all 64 bits.
func bits() string {
	r := rules.Of("sm1")
	sentences := []string{"The keeper lit the old lamp.", "The keeper lit the old fire."}
	tokens := make([][]string, 2)
	sketches := make([][]byte, 2)
	counters := make([][]int64, 2)
	var words []string
	in := make([]map[string]bool, 2)
	for i, s := range sentences {
		tokens[i] = r.Segmenter.Tokens(r.Normaliser.Runs(r.Identifiers.Text(r.Decoder.Text([]byte(s)))))
		elements, _ := r.Features.Elements(tokens[i])
		counters[i] = r.SimHash.Counters(elements)
		sketches[i] = r.Sketch(elements)
		in[i] = make(map[string]bool)
		for _, word := range tokens[i] {
			in[i][word] = true
			if known := strings.Join(words, " ") + " "; !strings.Contains(" "+known, " "+word+" ") {
				words = append(words, word)
			}
		}
	}
	bit := func(sketch []byte, i int) bool { return sketch[7-i/8]>>(i%8)&1 == 1 }
	distance := 0
	for i := range 64 {
		if bit(sketches[0], i) != bit(sketches[1], i) {
			distance++
		}
	}
	const shown, cell, left = 16, 20.0, 138.0
	rows := len(words) + 4
	top := 96.0
	c := newCanvas(480, int(top)+rows*24+220, "Two texts become bits",
		fmt.Sprintf("The words of two sentences vote for 16 of 64 bits: plus where their hash has a 1, minus where it has a 0. "+
			"The sums of each sentence follow, and the bits: 1 where a sum is above 0. The sentences differ in one word. "+
			"Of the 64 bits, %d differ.", distance))
	for i, s := range sentences {
		c.text(16, 26+float64(i)*22, "bold", "AB"[i:i+1])
		c.text(36, 26+float64(i)*22, "", s)
	}
	c.text(16, 80, "small quiet", "Votes for the 16 highest bits: + if the hash of a word has a 1 there")
	x := func(i int) float64 { return left + float64(i)*cell }
	y := top
	for i := range shown { // columns that differ
		if bit(sketches[0], 63-i) != bit(sketches[1], 63-i) {
			c.rect(x(i), y-2, cell, float64(rows)*24+6, 3, "band")
		}
	}
	row := func(label, class string, value func(bit int) string) {
		c.text(16, y+16, class, label)
		for i := range shown {
			c.text(x(i)+cell/2, y+16, "mono middle", value(63-i))
		}
		y += 24
	}
	for _, word := range words {
		hash := r.Hash.Sum([]byte(word))
		label, class := word, ""
		switch {
		case !in[1][word]:
			label, class = word+" (A only)", "changed"
		case !in[0][word]:
			label, class = word+" (B only)", "changed"
		}
		row(label, class, func(bit int) string {
			if hash>>bit&1 == 1 {
				return "+"
			}
			return "−"
		})
	}
	c.line("line", 16, y, x(shown), y)
	for i := range sentences {
		row("sum "+"AB"[i:i+1], "bold", func(bit int) string {
			return strings.ReplaceAll(fmt.Sprint(counters[i][bit]), "-", "−")
		})
	}
	for s := range sentences {
		c.text(16, y+16, "bold", "bit "+"AB"[s:s+1])
		for i := range shown {
			class := "zero"
			if bit(sketches[s], 63-i) {
				class = "one"
			}
			c.rect(x(i)+3, y+4, 14, 14, 2, class)
		}
		y += 24
	}
	y += 26
	c.text(16, y, "small quiet", "All 64 bits, the highest first. A sum of 0 gives the bit 0.")
	y += 12
	for s := range sentences {
		c.text(16, y+25, "bold", "AB"[s:s+1])
		for i := range 64 {
			class := "zero"
			if bit(sketches[s], 63-i) {
				class = "one"
			}
			if bit(sketches[0], 63-i) != bit(sketches[1], 63-i) {
				class += " differs"
			}
			c.rect(40+float64(i%32)*13.4, y+8+float64(i/32)*14, 10, 10, 1.5, class)
		}
		y += 46
	}
	y += 26
	a, _ := r.Fingerprint([]byte(sentences[0]))
	b, _ := r.Fingerprint([]byte(sentences[1]))
	c.text(16, y, "mono", a)
	c.text(16, y+20, "mono", b)
	c.text(464, y, "bold end", fmt.Sprintf("distance: %d of 64", distance))
	c.text(464, y+20, "small quiet end", "one word of five is a large share")
	return c.String()
}

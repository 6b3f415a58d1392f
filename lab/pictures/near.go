package main

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/engine/bandkey"
	"github.com/lsh-interop/fpcheck/scheme"
)

// What dedupe does without flags: --min-similarity for mh1, and --recall.
const defaultRecall = bandkey.DefaultRecall

func defaultSimilarity() float64 { return scheme.MH1.Advice().Close }

// bands draws two sketches in bands, and the share of pairs that the default bands find.
func bands() string {
	threshold := defaultSimilarity()
	b := index.BandsFor(threshold, defaultRecall, 8)
	const left, right, top, bottom = 56.0, 456.0, 220.0, 470.0
	c := newCanvas(480, 540, "Bands and the S-curve",
		fmt.Sprintf("Above, two sketches of 128 slots in %d bands of %d slots. Two bands agree in all their slots, so the pair is compared. "+
			"Below, the share of pairs that are compared, by their resemblance: nearly none at 0.2, %.0f %% at 0.5, and %.4f %% at the threshold %.2f.",
			b.Bands, b.Rows, 100*b.Recall(0.5, 8), 100*b.Recall(threshold, 8), threshold))
	c.text(16, 28, "bold", fmt.Sprintf("%d bands of %d slots", b.Bands, b.Rows))
	c.text(16, 48, "small quiet", "Two documents are compared if all slots of one band agree.")
	const shown = 5
	equal := [shown][]int{} // slots that agree
	for band := range equal {
		for row := range b.Rows {
			if band == 1 || (band*7+row*5)%6 != 0 {
				equal[band] = append(equal[band], row)
			}
		}
	}
	size := 400.0 / float64(shown*b.Rows)
	for band := range shown {
		x := 24 + float64(band)*(float64(b.Rows)*size+8)
		if len(equal[band]) == b.Rows {
			c.rect(x-4, 62, float64(b.Rows)*size+6, 92, 4, "band")
		}
		for row := range b.Rows {
			same := false
			for _, r := range equal[band] {
				same = same || r == row
			}
			for line := range 2 {
				class := "one"
				if line == 1 && !same {
					class = "zero"
				}
				c.rect(x+float64(row)*size, 68+float64(line)*30, size-2, 22, 1.5, class)
			}
		}
		label := "differs"
		if len(equal[band]) == b.Rows {
			label = "agrees"
		}
		c.text(x+float64(b.Rows)*size/2-1, 144, "small middle", label)
	}
	c.text(16, 180, "bold", "Share of pairs that are compared")
	c.text(16, 200, "small quiet", fmt.Sprintf("for bands chosen by dedupe: threshold %.2f, recall %g", threshold, defaultRecall))
	x := func(s float64) float64 { return left + s*(right-left) }
	y := func(p float64) float64 { return bottom - p*(bottom-top) }
	for i := range 6 {
		v := float64(i) / 5
		c.line("faint", left, y(v), right, y(v))
		c.line("faint", x(v), top, x(v), bottom)
		c.text(left-8, y(v)+4, "small end", fmt.Sprintf("%d %%", i*20))
		c.text(x(v), bottom+18, "small middle", fmt.Sprintf("%.1f", v))
	}
	var points []float64
	for i := range 101 {
		v := float64(i) / 100
		points = append(points, x(v), y(b.Recall(v, 8)))
	}
	c.line("limit", x(threshold), top, x(threshold), bottom)
	c.line("curve", points...)
	c.text(x(threshold)-6, bottom-10, "small end changed", fmt.Sprintf("threshold %.2f", threshold))
	c.text((left+right)/2, bottom+40, "small middle", "resemblance: the share of shingles that two texts have in common")
	c.text(16, 530, "mono small", fmt.Sprintf("1 - (1 - p^%d)^%d,  p = s + (1 - s) / 256", b.Rows, b.Bands))
	return c.String()
}

// decision draws what dedupe decides about a document, in the order of ledger.decide.
func decision() string {
	threshold := defaultSimilarity()
	type step struct{ question, more, answer, reason string }
	steps := []step{
		{"Can it be read, and has it text?", "", "no", "failed; no text to compare"},
		{"Is another document in its group?", fmt.Sprintf("same text, or resemblance %.2f or more", threshold), "no", "unique; too short to compare"},
		{"Does it come first in its group?", "whole, --prefer, --keep, read first", "yes", "best of group"},
		{"With --keep-numbers: other numbers?", "than the first, and the best with its text", "yes", "near, numbers differ"},
		{"With --against: is the first", "not in the reference?", "yes", "not in the reference"},
		{"Is a part of it unread?", "or a page, or a character", "yes", "a part cannot be read"},
		{"Do their attachments differ?", "", "yes", "attachments differ"},
	}
	const left, width, pitch, height, kept = 16.0, 284.0, 74.0, 50.0, 204.0
	c := newCanvas(554, int(pitch)*len(steps)+108, "What dedupe decides about a document",
		"Questions from top to bottom. One answer of each keeps the document, with a reason. The other leads to the next question. "+
			"A document that no question keeps is removed, with the reason same text, near, or near, numbers differ.")
	c.text(left, 28, "bold", "Each document")
	y := 44.0
	for i, s := range steps {
		c.arrow(left+24, y-14, left+24, y)
		if i > 0 {
			other := map[string]string{"yes": "no", "no": "yes"}[steps[i-1].answer]
			c.text(left+34, y-8, "small quiet", other)
		}
		c.rect(left, y, width, height, 5, "box")
		if s.more == "" {
			c.text(left+10, y+30, "", s.question)
		} else {
			c.text(left+10, y+21, "", s.question)
			c.text(left+10, y+40, "small", s.more)
		}
		c.arrow(left+width, y+25, left+width+34, y+25)
		c.text(left+width+4, y+18, "small quiet", s.answer)
		c.rect(left+width+34, y, kept, height, 5, "keep")
		c.text(left+width+44, y+20, "bold", "keep")
		c.text(left+width+44, y+39, "small", s.reason)
		if i < len(steps)-1 {
			c.line("line", left+24, y+height, left+24, y+pitch-14)
		}
		y += pitch
	}
	c.line("line", left+24, y-pitch+height, left+24, y-12)
	c.arrow(left+24, y-14, left+24, y)
	c.text(left+34, y-8, "small quiet", "no")
	c.rect(left, y, width, height, 5, "remove")
	c.text(left+10, y+20, "bold", "remove")
	c.text(left+10, y+39, "small", "same text; near; near, numbers differ")
	return c.String()
}

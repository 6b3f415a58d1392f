//go:build linux

package main

import (
	"strings"
	"testing"
)

func sampleWeb() webReport {
	pages := sampleReport().texts
	for i := range pages {
		pages[i].rows = append([]measured(nil), pages[i].rows...)
		for j := range pages[i].rows {
			pages[i].rows[j].like = ""
		}
		pages[i].rows[0].subject.answer, pages[i].rows[0].answer = octetsOfText, 100
		pages[i].rows[1].subject.answer, pages[i].rows[1].answer = octetsOfText, 150
		pages[i].rows[1].like, pages[i].rows[1].same = "fpcheck", spread{70, 60, 80}
	}
	archive := result{text: text{name: "crawl", responses: 7, unpacked: 2e6, documents: [][]byte{make([]byte, 5e5)}},
		rows: pages[0].rows, clock: spread{1, 1, 1.05}}
	return webReport{plan: plan{rounds: 5}, machine: "A processor", pages: pages, archive: archive}
}

func TestWebBlock(t *testing.T) {
	r := sampleWeb()
	block := r.block()
	for _, tt := range []struct{ want, why string }{
		{"A processor, one core, Go ", "on what"},
		{"| `sm1` speed-up (English) | text speed-up (English) | English | Chinese | text |", "the columns"},
		{"| fpcheck `sm1` | x | 1.00 (0.900 to 1.10) |  | 200 | 30.0 | 1.00 |", "a row"},
		{"| a < b & c 2.1, PyPI | x | 140 (140 to 140) | 70.0 (60.0 to 80.0) | 1.50 | 1.50 | 1.50 |", "the speed-up of the row that makes the same, and half as much text again as we find"},
		{"| gone | x | – |  | – | – |  |", "what was not measured has a row"},
		{"7 responses, 0.500 MB in gzip, 2.00 MB decompressed", "the archive"},
		{"**These figures are provisional**", "the clock ran 1.1 times as long"},
		{"Not available where this was measured: gone.", "and is named"},
	} {
		if !strings.Contains(block, tt.want) {
			t.Errorf("no %q: %s\n%s", tt.want, tt.why, block)
		}
	}
	for i := range r.pages {
		r.pages[i].clock = spread{1, 1, 1}
	}
	if strings.Contains(r.block(), "provisional") {
		t.Error("provisional, though nobody else used the core")
	}
	if err := r.failure(); err == nil || !strings.Contains(err.Error(), "English: gone: no such file") {
		t.Errorf("failure: %v", err)
	}
	if picture := string(r.picture()); !strings.Contains(picture, "a &lt; b &amp; c") || strings.Contains(picture, "gone") {
		t.Error("the picture has other rows than what was measured")
	}
}

//go:build linux

package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func sampleReport() report {
	row := func(name, version string, k kind, rate, times float64) measured {
		return measured{subject: subject{name: name, makes: "x", kind: k, from: "PyPI"}, version: version,
			rate: spread{rate, rate / 2, rate * 2}, times: spread{times, times - .1, times + .1}}
	}
	gone := row("gone", "", peer, 0, 0)
	gone.failure = errors.New("no such file")
	rows := []measured{row("fpcheck `sm1`", "", own, 200e6, 1), row("a < b & c", "2.1", peer, 1.5e6, 140), gone, row("`utf8.Valid`", "", floor, 4e10, .005)}
	for i := range rows {
		rows[i].like, rows[i].same = "fpcheck `sm1`, AVX2", spread{rows[i].times.median * 2, rows[i].times.least * 2, rows[i].times.most * 2}
	}
	narrow := row("fpcheck `sm1`, AVX2", "", own, 100e6, 2)
	rows = append(rows, narrow, row("`wc -w`, C", "", floor, 50e6, 4))
	slower := append([]measured(nil), rows...)
	slower[0].rate.median = 30e6
	return report{
		plan: plan{rounds: 5}, machine: "A processor", vectors: avx512,
		texts: []result{
			{text: text{name: "English", documents: [][]byte{make([]byte, 10_000)}}, rows: rows, clock: spread{1.1, 1, 2}},
			{text: text{name: "Chinese", documents: [][]byte{make([]byte, 9_999)}}, rows: slower, clock: spread{1.1, 1, 2}},
		},
		words: result{text: text{name: "English"}, clock: spread{1.1, 1, 2}, rows: []measured{row("fpcheck `mh1`", "", own, 70e6, 1)}},
		shingles: result{text: text{shingles: 1000, documents: [][]byte{nil, nil}}, clock: spread{1.1, 1, 2},
			rows: []measured{row("fpcheck `mh1`", "", own, 5e7, 1), row("rensa", "0.5.0", peer, 1e8, .5)}},
	}
}

func TestBlock(t *testing.T) {
	block := sampleReport().block()
	for _, tt := range []struct{ want, why string }{
		{"A processor, one core, Go ", "on what"},
		{"5 rounds", "how often"},
		{"| `sm1` speed-up (English) | with AVX2 (English) | English | Chinese |", "the columns"},
		{"| fpcheck `sm1` | x | 1.00 (0.900 to 1.10) | 2.00 (1.80 to 2.20) | 200 | 30.0 |", "a row: both ratios with their spread, and each text"},
		{"| a < b & c 2.1, PyPI | x | 140 (140 to 140) | 280 (280 to 280) | 1.50 | 1.50 |", "a peer with its version"},
		{"| gone | x | – | – | – | – |", "what was not measured has a row"},
		{"Not available where this was measured: gone.", "and is named"},
		{"| rensa 0.5.0, PyPI | x | 100,000 (50,000 to 200,000) | 0.500 (0.400 to 0.600) |  |", "thousands of shingles"},
		{"| fpcheck `mh1` | x | 70.0 (35.0 to 140) | 1.00 (0.900 to 1.10) |  |", "the words of a text"},
		{"**These figures are provisional**", "the clock ran 1.1 times as long"},
	} {
		if !strings.Contains(block, tt.want) {
			t.Errorf("no %q: %s\n%s", tt.want, tt.why, block)
		}
	}
	page := sampleReport().page()
	for _, want := range []string{"## Chinese: 1 documents, 10.0 kB", "| fpcheck `sm1` | x | 30.0 (100 to 400) | 1.00 (0.900 to 1.10) | 2.00 (1.80 to 2.20) |", "1.10 (1.10 to 1.10) times as long"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q on the page\n%s", want, page)
		}
	}
}

func TestPicture(t *testing.T) {
	octets := sampleReport().picture()
	var text strings.Builder
	for d := xml.NewDecoder(bytes.NewReader(octets)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, octets)
		}
		if c, ok := token.(xml.CharData); ok {
			text.Write(c)
		}
	}
	for _, want := range []string{"a < b & c", "fpcheck sm1", "rensa", "Throughput", "40,000"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no text %q", want)
		}
	}
	for _, never := range []string{"gone", "`", "NaN", "Inf"} {
		if strings.Contains(string(octets), never) {
			t.Errorf("%q is in the picture", never)
		}
	}
	if !bytes.Equal(octets, sampleReport().picture()) {
		t.Error("drawn again, other octets")
	}
	size := regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`).FindSubmatch(octets)
	width, _ := strconv.ParseFloat(string(size[1]), 64)
	height, _ := strconv.ParseFloat(string(size[2]), 64)
	for _, at := range regexp.MustCompile(`(?:[ML]|x="|cx=")(-?[\d.]+)(?: |" c?y=")(-?[\d.]+)`).FindAllSubmatch(octets, -1) {
		x, _ := strconv.ParseFloat(string(at[1]), 64)
		y, _ := strconv.ParseFloat(string(at[2]), 64)
		if x < 0 || x > width || y < 0 || y > height {
			t.Errorf("%s is outside %v by %v", at[0], width, height)
		}
	}
}

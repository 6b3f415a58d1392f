//go:build linux

package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/lab/bench/chart"
	"github.com/lsh-interop/fpcheck/scheme"
)

func TestPages(t *testing.T) {
	line := strings.Repeat("x", 99) + "\n"
	for _, tt := range []struct {
		text string
		want []int
		why  string
	}{
		{"", nil, "nothing"},
		{"short", []int{5}, "one page"},
		{strings.Repeat(line, 40), []int{4000}, "just one"},
		{strings.Repeat(line, 100), []int{4100, 4100, 1800}, "cut at ends of lines"},
		{strings.Repeat("y", 9000), []int{9000}, "there is no end of a line"},
	} {
		var got []int
		all := pages([]byte(tt.text))
		for _, p := range all {
			got = append(got, len(p))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
		if string(bytes.Join(all, nil)) != tt.text {
			t.Errorf("%s: the pages are not the text", tt.why)
		}
	}
}

// sampleFile has pages 0 to 25.
func sampleFile() (file []byte) {
	for c := byte('a'); c <= 'z'; c++ {
		file = append(file, bytes.Repeat([]byte{c}, int(c-'a')+1)...)
		file = append(file, separator)
	}
	return file
}

func TestText(t *testing.T) {
	const cycle = 26 * 27 / 2
	read := func(r io.Reader) string {
		b := make([]byte, 2*cycle)
		if _, err := io.ReadFull(r, b); err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	all := read(newText(sampleFile()))
	for i, once := range []string{all[:cycle], all[cycle:]} {
		for c := 'a'; c <= 'z'; c++ {
			n := int(c-'a') + 1
			if !strings.Contains(once, strings.Repeat(string(c), n)) || strings.Count(once, string(c)) != n {
				t.Errorf("time %d: page %c is not there once and whole", i+1, c)
			}
		}
	}
	if all[:cycle] == all[cycle:] {
		t.Error("the second time the order is the same")
	}
	if again := read(newText(sampleFile())); again != all {
		t.Error("another text from the same file")
	}
	if bytewise := read(iotest.OneByteReader(newText(sampleFile()))); bytewise != all {
		t.Error("another text if it is read octet by octet")
	}
}

func TestAgain(t *testing.T) {
	b := make([]byte, 8)
	if _, err := io.ReadFull(&again{text: []byte("abc")}, b); err != nil || string(b) != "abcabcab" {
		t.Errorf("%q, %v", b, err)
	}
}

// What the other end says is what process reads.
func TestDrive(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages")
	if err := os.WriteFile(file, []byte("one two three\n\x00four five six\n\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args     []string
		features int
		why      string
	}{
		{[]string{file, "sm1", "0", "10000"}, 6, "no more words than there are"},
		{[]string{file, "sm1", "14", "10000"}, 3, "the same page again and again"},
	} {
		var out strings.Builder
		if err := drive(tt.args, &out); err != nil {
			t.Fatal(err)
		}
		fields := strings.Fields(out.String())
		if len(fields) != 3 || fields[2] != map[int]string{3: "3", 6: "6"}[tt.features] {
			t.Errorf("%q, want %d features: %s", out.String(), tt.features, tt.why)
		}
	}
	for _, args := range [][]string{{"/nowhere", "sm1", "0", "1"}, {file, "sd9", "0", "1"}, {file, "sm1", "x", "1"}, {file, "sm1", "0", ""}} {
		if err := drive(args, io.Discard); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

// Memory does not grow with a text that says the same again: what is published, in small.
func TestHeapOfTheSameWords(t *testing.T) {
	words := []byte("the same words of one sentence, said again and again.\n")
	measure := func(octets int) int {
		before := heap()
		h := scheme.SM1.New()
		io.CopyN(h, &again{text: words}, int64(octets))
		h.CountFeatures()
		return heap() - before
	}
	measure(1000)
	if short, long := measure(100_000), measure(10_000_000); long > short+short/2 {
		t.Errorf("%d octets of heap for 100 kB, %d for 10 MB", short, long)
	}
}

func TestSize(t *testing.T) {
	for _, tt := range []struct{ got, want, why string }{
		{size(1000), "1 kB", "a kilobyte has 1,000 octets"},
		{size(999), "999 B", "less than one"},
		{size(1500), "1500 B", "no fraction"},
		{size(1_000_000_000), "1 GB", "the largest"},
		{about(1234), "1.2 kB", "two digits"},
		{about(12_345_678), "12 MB", "two digits"},
		{about(512), "512 B", "octets"},
		{chart.Grouped(999), "999", "no comma"},
		{chart.Grouped(1234567), "1,234,567", "two commas"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q: %s", tt.got, tt.want, tt.why)
		}
	}
}

func sampleCurves() []curve {
	var curves []curve
	for i, s := range all {
		c := curve{series: s}
		for n, at := 1000, 0; n <= 1_000_000_000; n, at = n*10, at+1 {
			c.points = append(c.points, point{n, []float64{5, 7, 6 + float64(at)/10}, 500_000 + at*1000*(i+1), 10 * at})
		}
		curves = append(curves, c)
	}
	return curves
}

func TestPicture(t *testing.T) {
	octets := picture(sampleCurves())
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
	for _, want := range []string{"1 kB", "1 GB", "sm1, 10 kB repeated", "mh1", "Heap"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no text %q", want)
		}
	}
	if s := string(octets); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
		t.Error("something that is no number")
	}
	if !bytes.Equal(octets, picture(sampleCurves())) {
		t.Error("drawn again, other octets")
	}
}

func TestBlockAndTable(t *testing.T) {
	block := block(sampleCurves())
	for _, want := range []string{"The texts have 1 kB to 1 GB", "`sm1` costs 6.0 to 6.6 ns", "of 10 kB takes 503 kB of heap, and 518 kB if it is repeated to 1 GB.", "of 1 GB has 60 distinct features and takes 506 kB.", "For `mh1`, it has 60 distinct shingles and takes 512 kB"} {
		if !strings.Contains(strings.ReplaceAll(block, "\n", " "), want) {
			t.Errorf("no %q in\n%s", want, block)
		}
	}
	rows := strings.Split(table(sampleCurves()), "\n")
	if !slices.Contains(rows, "| mh1 | 10 kB | 6.10 (5.00 to 7.00) | 502000 | 10 | 50200 |") {
		t.Errorf("no such row in\n%s", strings.Join(rows, "\n"))
	}
}

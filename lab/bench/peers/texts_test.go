//go:build linux

package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestPieces(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
		why  string
	}{
		{"", nil, "nothing"},
		{"abc", nil, "too short for one"},
		{"abcd", []string{"abcd"}, "just one"},
		{"abcdefghij", []string{"abcd", "efgh"}, "the rest is dropped"},
		{"abcéfgh", []string{"abc", "éfg"}, "no code point is cut"},
		{"漢字かな", []string{"漢", "字", "か"}, "three octets each: one of four is left"},
	} {
		var got []string
		for _, p := range pieces([]byte(tt.text), 4) {
			got = append(got, string(p))
			if !utf8.Valid(p) {
				t.Errorf("%q: %q is no UTF-8", tt.text, p)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q: %s (-want +got):\n%s", tt.text, tt.why, diff)
		}
	}
}

func TestOnlyASCII(t *testing.T) {
	if got, want := string(onlyASCII([]byte("one\ntwo é\nthree\n\nfour"))), "one\nthree\n\nfour"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestShinglings(t *testing.T) {
	words := "one two three four five one two three four five six seven"
	var got []string
	for _, d := range shinglings([]byte(words), 3, 2) {
		got = append(got, string(d))
	}
	for _, d := range got {
		lines := strings.Split(d, "\n")
		distinct := make(map[string]bool)
		for _, l := range lines {
			distinct[l] = true
		}
		if len(lines) != 3 || len(distinct) != 3 {
			t.Errorf("%q: want three lines, each another", d)
		}
	}
	if len(got) != 2 {
		t.Errorf("%d documents, want 2", len(got))
	}
	if all := shinglings([]byte("one two three"), 3, 2); len(all) != 0 {
		t.Errorf("%q of too few words", all)
	}
}

func TestUnits(t *testing.T) {
	documents := [][]byte{[]byte("a\nb"), []byte("c\nd")}
	if got := (text{documents: documents}).units(); got != 6 {
		t.Errorf("%v octets, want 6", got)
	}
	if got := (text{documents: documents, shingles: 2}).units(); got != 4 {
		t.Errorf("%v shingles, want 4", got)
	}
}

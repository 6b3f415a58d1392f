package ucd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

func TestScriptNames(t *testing.T) {
	const scripts = 164
	seen := map[string]bool{}
	for s := ucd.Unknown; s < scripts; s++ {
		seen[s.String()] = true
	}
	want := map[string]bool{}
	for _, name := range load().script {
		want[name] = true
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("names (-Scripts.txt +String):\n%s", diff)
	}
	if diff := cmp.Diff("Script(164)", ucd.Script(scripts).String()); diff != "" {
		t.Errorf("no script (-want +got):\n%s", diff)
	}
}

func TestScriptOf(t *testing.T) {
	for _, tt := range []struct {
		why  string
		r    rune
		want ucd.Script
	}{
		{"an ideograph", '字', ucd.Han},
		{"inside a range, beyond the BMP", 0x20BB7, ucd.Han},
		{"the iteration mark", '々', ucd.Han},
		{"the ideographic full stop", '。', ucd.Common},
		{"a letter", 'あ', ucd.Hiragana},
		{"hentaigana", 0x1B002, ucd.Hiragana},
		{"a letter", 'ア', ucd.Katakana},
		{"a halfwidth letter", 0xFF71, ucd.Katakana},
		{"a circled letter", 0x32D0, ucd.Katakana},
		{"a sound mark of both kana", 0x3099, ucd.Inherited},
		{"the length mark of both kana", 'ー', ucd.Common},
		{"a letter", 'ก', ucd.Thai},
		{"a vowel sign", 0x0E31, ucd.Thai},
		{"a digit", '๐', ucd.Thai},
		{"the baht sign", '฿', ucd.Common},
		{"a letter", 'ກ', ucd.Lao},
		{"a hole in the block", 0x0E83, ucd.Unknown},
		{"a letter", 'ក', ucd.Khmer},
		{"a lunar date symbol", 0x19E0, ucd.Khmer},
		{"a letter", 'က', ucd.Myanmar},
		{"extended block A", 0xAA60, ucd.Myanmar},
		{"extended block B", 0xA9E0, ucd.Myanmar},
		{"a surrogate", 0xD800, ucd.Unknown},
		{"private use", 0xE000, ucd.Unknown},
		{"a noncharacter", 0xFFFF, ucd.Unknown},
	} {
		if got := ucd.ScriptOf(tt.r); got != tt.want {
			t.Errorf("%s: ScriptOf(%U) = %v, want %v", tt.why, tt.r, got, tt.want)
		}
	}
}

// TestScriptTotals compares with the count that Scripts.txt has after each script.
func TestScriptTotals(t *testing.T) {
	got := map[string]int{}
	for r := rune(0); r <= maxRune; r++ {
		if s := ucd.ScriptOf(r); s != ucd.Unknown {
			got[s.String()]++
		}
	}
	want, name := map[string]int{}, ""
	for line := range strings.Lines(scriptsTxt) {
		var n int
		if _, err := fmt.Sscanf(line, "# Total code points: %d", &n); err == nil {
			want[name] = n
		}
		for f := range fields(line) {
			name = f[1]
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("code points (-Scripts.txt +ScriptOf):\n%s", diff)
	}
}

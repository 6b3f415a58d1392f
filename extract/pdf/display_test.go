package pdf

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/bidi"
	"pgregory.net/rapid"
)

func TestLogical(t *testing.T) {
	for _, tt := range []struct {
		why           string
		right         bool
		logical, seen string
	}{
		{"a line from left to right", false, "abc 12", "abc 12"},
		{"a line from right to left", true, "אבג דה.", ".הד גבא"},
		{"numbers in it run from left to right", true, "אב 1948 גד", "דג 1948 בא"},
		{"with their separators", true, "אב 1,234.5 גד", "דג 1,234.5 בא"},
		{"but one after the other from right to left", true, "אב 12 34 גד", "דג 34 12 בא"},
		{"Arabic digits", true, "عام ١٩٤٨", "١٩٤٨ ماع"},
		{"Latin words keep their order", true, "אב Human Rights גד", "דג Human Rights בא"},
		{"with a number behind them", true, "אב Windows 10 גד", "דג Windows 10 בא"},
		{"and one that is part of a word", true, "אב mp3 גד", "דג mp3 בא"},
		{"words from right to left in a line from left to right", false, "see אבג דה here", "see הד גבא here"},
		{"with a number between them", false, "see אב 12 גד here", "see דג 12 בא here"},
		{"nothing", true, "", ""},

		{"a hyphen joins numbers after Hebrew", true, "אב 10-20 גד", "דג 10-20 בא"},
		{"but not after Arabic", true, "اب 10-20 جد", "دج 20-10 با"},
		{"as in dates", true, "اب 2024-05-01", "01-05-2024 با"},
		{"a point, a slash, a colon and a comma join numbers in both", true, "اب 1.5 1/2 3:45 1,000", "1,000 3:45 1/2 1.5 با"},
		{"also Arabic ones", true, "اب ٣:٢", "٣:٢ با"},
		{"a percent sign is part of a number after Hebrew", true, "אב 5% גד", "דג 5% בא"},
		{"but not after Arabic", true, "اب 5% جد", "دج %5 با"},
		{"a currency before and after a number", true, "אב $5 6€ גד", "דג 6€ $5 בא"},
		{"a sign before a number is not part of it", true, "אב -7 גד", "דג 7- בא"},
		{"the last letter counts, not the script of the line", true, "اب אב 10-20", "10-20 בא با"},
		{"a number before the first letter", true, "10-20 اب", "با 10-20"},
		{"a number after Latin words is part of them", true, "اب ABC 10-20 جد", "دج ABC 10-20 با"},
		{"an Arabic one is not", true, "اب ABC ١٢ جد", "دج ١٢ ABC با"},
		{"brackets around Latin words", true, "אב (ABC) גד", "דג (ABC) בא"},
		{"brackets after them", true, "אב ABC (DEF) גד", "דג ABC (DEF) בא"},
		{"brackets around a number after them", true, "אב ABC (5) גד", "דג ABC (5) בא"},
		{"brackets around letters of both directions", true, "אב ABC (אב) DEF גד", "דג DEF (בא) ABC בא"},
		{"an accent is part of its letter", true, "אב cafe\u0301 גד", "דג cafe\u0301 בא"},
		{"a vowel sign of Arabic before a range", true, "ابً 10-20", "20-10 ًبا"},
		{"a range in a line from left to right", false, "see اب 10-20 جد here", "see دج 20-10 با here"},
		{"brackets in it, after a word", false, "see אב (גד) here", "see (דג) בא here"},
		{"brackets around words of both directions", false, "see (אב here) גד", "see (בא here) דג"},
		{"an Arabic number after a word in it", false, "see اب ١٢ here", "see ١٢ با here"},
	} {
		if diff := cmp.Diff(tt.seen, display(tt.logical, tt.right, false)); diff != "" {
			t.Errorf("%s: what UAX #9 shows (-want +got):\n%s", tt.why, diff)
		}
		for _, meant := range []bool{false, true} {
			got := read(display(tt.logical, tt.right, meant), tt.right, meant)
			if diff := cmp.Diff(tt.logical, got); diff != "" {
				t.Errorf("%s, brackets as they are meant %v (-want +got):\n%s", tt.why, meant, diff)
			}
		}
	}
}

// read reads a line as it is displayed, with its brackets.
func read(seen string, right, meant bool) string {
	line := []rune(seen)
	leftward := logical(line, right, bidi.R, meant)
	if !meant {
		mirror(line, leftward)
	}
	return string(line)
}

// If one line alone has a look, it is read. If several have it, one of them is read.
func TestAllShortLines(t *testing.T) {
	length := 5
	if testing.Short() {
		length = 4
	}
	for _, tt := range []struct {
		why   string
		right bool
		signs string
	}{
		{"numbers and their signs", true, "אب12-.% ()"},
		{"numbers of two kinds", true, "אب12٣٤-. ()"},
		{"numbers beside Latin letters", true, "אبaz12-. ()"},
		{"numbers in lines from left to right", false, "אبaz12-.% "},
	} {
		for _, meant := range []bool{false, true} {
			lines := make(map[string][]string) // by their look
			eachLine(nil, []rune(tt.signs), length, func(line string) {
				if unmatched([][]rune{[]rune(line)}) == 0 {
					seen := display(line, tt.right, meant)
					lines[seen] = append(lines[seen], line)
				}
			})
			for seen, origins := range lines {
				if got := read(seen, tt.right, meant); !slices.Contains(origins, got) {
					t.Errorf("%s, brackets as they are meant %v: %q is read as %q, not one of %q",
						tt.why, meant, seen, got, origins)
				}
			}
		}
	}
}

// eachLine visits all continuations of a line to at most a length.
func eachLine(line, signs []rune, length int, visit func(line string)) {
	visit(string(line))
	if len(line) == length {
		return
	}
	for _, r := range signs {
		eachLine(append(slices.Clip(line), r), signs, length, visit)
	}
}

// Long lines have the same look after they are read.
func TestLongLines(t *testing.T) {
	letters := rapid.SampledFrom([]string{"א", "שלום", "ب", "كتاب", "(شكرا)"})
	signs := rapid.SampledFrom(strings.Split("7|12|3.5|1,000|-|+|.|,|/|:|!|\"| | | | ", "|"))
	var lines []*rapid.Generator[string]
	for _, more := range [][]string{{"5%", "$5", "€", "(15)"}, {"a", "word", "mp3"}} {
		lines = append(lines, rapid.OneOf(letters, signs, signs, rapid.SampledFrom(more)))
	}
	rapid.Check(t, func(t *rapid.T) {
		meant := rapid.Bool().Draw(t, "meant")
		part := lines[rapid.IntRange(0, len(lines)-1).Draw(t, "kind")]
		line := strings.Join(rapid.SliceOfN(part, 0, 30).Draw(t, "parts"), "")
		seen := display(line, true, meant)
		if got := read(seen, true, meant); display(got, true, meant) != seen {
			t.Errorf("%q is read as %q, which looks like %q", seen, got, display(got, true, meant))
		}
	})
}

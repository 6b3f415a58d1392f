package pdf

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCharMap(t *testing.T) {
	const head = "begincmap 1 begincodespacerange<0000><FFFF>endcodespacerange\n"
	for _, tt := range []struct {
		why, in, want string
	}{
		{"a blank becomes another character", "1 beginbfchar\n<03> <0020>\nendbfchar", head + "1 beginbfchar\n<03><E020>\nendbfchar\nendcmap\n"},
		{"in a range, too", "1 beginbfrange <1F><21><001F> endbfrange",
			head + "3 beginbfchar\n<1F><001F>\n<20><E020>\n<21><0021>\nendbfchar\nendcmap\n"},
		{"and in a list", "1 beginbfrange <0001> <0002> [<05D0> <00A0>] endbfrange",
			head + "2 beginbfchar\n<0001><05D0>\n<0002><E020>\nendbfchar\nendcmap\n"},
		{"the letters of a ligature are put as they would be drawn", "2 beginbfchar <01> <06440627> <02> <00660069> endbfchar",
			head + "2 beginbfchar\n<01><06270644>\n<02><00660069>\nendbfchar\nendcmap\n"},
		{"ranges stay", "% a remark\n1 beginbfrange\n<0010> <0020> <0905>\nendbfrange", head + "1 beginbfrange\n<0010><0020><0905>\nendbfrange\nendcmap\n"},
		{"letters beyond 16 bits", "1 beginbfchar <01> <D83ADD00D83ADD01> endbfchar", head + "1 beginbfchar\n<01><D83ADD01D83ADD00>\nendbfchar\nendcmap\n"},
		{"a map of another map is not known", "/Other usecmap 1 beginbfchar <03> <0020> endbfchar", ""},
		{"nor a name", "1 beginbfchar <03> /space endbfchar", ""},
		{"a map that is cut off", "1 beginbfchar <03> <0020", ""},
		{"nothing", "", ""},
	} {
		got := ""
		if m, ok := readCharMap([]byte(tt.in)); ok {
			got = string(m.drawn())
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// A map as it is written is read as the same, and nothing in it is a blank.
func FuzzCharMap(f *testing.F) {
	f.Add([]byte("1 beginbfchar <01> <06440627> endbfchar 1 beginbfrange <1f> <21> <001F> <30> <31> [<0041> <0042>] endbfrange"))
	f.Add([]byte("beginbfrange <00000000> <ffffffff> <0000> <[<beginbfchar<<<"))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, ok := readCharMap(text)
		if !ok {
			return
		}
		again, ok := readCharMap(m.drawn())
		if !ok {
			t.Fatalf("%q became %q", text, m.drawn())
		}
		for _, e := range again.entries {
			if len(e.to) == 1 && e.to[0] <= ' ' && ' ' <= e.to[0]+rune(min(e.last-e.first, 0xff)) {
				t.Errorf("%q became %q", text, m.drawn())
			}
		}
	})
}

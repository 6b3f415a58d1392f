package pdf

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWithoutMarks(t *testing.T) {
	const tex = "ET /Span<</ActualText<FEFF09B009CD09AC>>>BDC BT /F21 9.96 Tf "
	for _, tt := range []struct {
		why      string
		in, want string
	}{
		{"a mark above its letter, by TeX",
			tex + "1 0 0 1 194.8 741.9 Tm [<0020>]TJ 1 0 0 1 200 741.4 Tm [<01BB>]TJ ET EMC BT",
			tex + "1 0 0 1 194.8 741.9 Tm [<0020>]TJ ET EMC BT"},
		{"by LibreOffice, which names the font again, and places what comes after it",
			"/Span<</ActualText<FEFF179F17D2>>> BDC 1 0 0 1 185.6 713.9 Tm /F3 12 Tf<0E>Tj 1 0 0 1 196.9 713.6 Tm /F3 12 Tf<0F>Tj EMC 1 0 0 1 200 713 Tm",
			"/Span<</ActualText<FEFF179F17D2>>> BDC 1 0 0 1 185.6 713.9 Tm /F3 12 Tf<0E>Tj EMC 1 0 0 1 200 713 Tm"},
		{"level glyphs stay",
			tex + "1 0 0 1 194.8 741.9 Tm [<0020>]TJ 1 0 0 1 200 741.4 Tm [<01BB>]TJ 1 0 0 1 204 741.9 Tm [<0021>]TJ ET EMC",
			tex + "1 0 0 1 194.8 741.9 Tm [<0020>]TJ 1 0 0 1 204 741.9 Tm [<0021>]TJ ET EMC"},
		{"what comes after it goes by where the mark ends",
			"/Span<</ActualText<FEFF179F>>>BDC 1 0 0 1 185.6 713.9 Tm <0E>Tj 1 0 0 1 196.9 713.6 Tm <0F>Tj EMC <0A>Tj", ""},
		{"the mark has another font, which stays in force",
			tex + "1 0 0 1 194.8 741.9 Tm [<0020>]TJ 1 0 0 1 200 741.4 Tm /F2 9 Tf [<01BB>]TJ ET EMC", ""},
		{"something else happens between them",
			tex + "1 0 0 1 194.8 741.9 Tm [<0020>]TJ 0 g 1 0 0 1 200 741.4 Tm [<01BB>]TJ ET EMC", ""},
		{"or after them", tex + "1 0 0 1 194.8 741.9 Tm [<0020>]TJ 1 0 0 1 200 741.4 Tm [<01BB>]TJ <05>Tj ET EMC", ""},
		{"one glyph", tex + "1 0 0 1 194.8 741.9 Tm [<0020>]TJ ET EMC", ""},
		{"no glyph", tex + "ET EMC", ""},
		{"the span does not end", tex + "1 0 0 1 1 2 Tm [<00>]TJ 1 0 0 1 1 3 Tm [<00>]TJ", ""},
	} {
		if tt.want == "" {
			tt.want = tt.in
		}
		if diff := cmp.Diff(tt.want, string(withoutMarks([]byte(tt.in)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

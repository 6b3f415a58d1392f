//go:build linux

package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestByVectors(t *testing.T) {
	r := sampleReport()
	for i := range r.texts {
		r.texts[i].rows[5].like, r.texts[i].rows[5].same = r.texts[i].rows[0].like, spread{2, 1, 3}
	}
	narrow := sampleReport()
	narrow.vectors = "AVX2"
	for _, tt := range []struct {
		r    report
		want string
		why  string
	}{
		{r, `|  | English | Chinese |
| --- | ---: | ---: |
| ` + "`sm1`" + `, AVX-512 | 200 | 30.0 |
| ` + "`sm1`" + `, AVX2 | 100 | 100 |
| ` + "`wc -w`" + `, C | 50.0 | 50.0 |
| AVX-512 to ` + "`wc -w`" + ` | 4.00 (3.90 to 4.10) | 4.00 (3.90 to 4.10) |
| AVX2 to ` + "`wc -w`" + ` | 2.00 (1.00 to 3.00) | 2.00 (1.00 to 3.00) |
`, "AVX-512 and AVX2"},
		{narrow, `|  | English | Chinese |
| --- | ---: | ---: |
| ` + "`sm1`" + `, AVX2 | 200 | 30.0 |
| ` + "`wc -w`" + `, C | 50.0 | 50.0 |
| AVX2 to ` + "`wc -w`" + ` | 4.00 (3.90 to 4.10) | 4.00 (3.90 to 4.10) |
`, "a processor that has no more than AVX2"},
	} {
		if diff := cmp.Diff(tt.want, tt.r.byVectors()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
	for i := range r.texts {
		r.texts[i].rows = r.texts[i].rows[:1]
	}
	const want = "| `wc -w`, C | – | – |\n"
	if got := r.byVectors(); !strings.Contains(got, want) {
		t.Errorf("without wc: %s, want %s", got, want)
	}
}

func TestLike(t *testing.T) {
	for _, subjects := range [][]subject{ofText("self"), ofWords("self"), ofShingles("self"), ofPages("self"), ofArchives("self")} {
		for _, s := range subjects {
			if s.like != "" && !slices.ContainsFunc(subjects, func(o subject) bool { return o.name == s.like && o.kind == own }) {
				t.Errorf("%s is compared with %q, which is no row of ours", s.name, s.like)
			}
		}
	}
}

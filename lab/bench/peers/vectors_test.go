//go:build linux

package main

import (
	"slices"
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
		r      report
		ratios bool
		names  []string
		want   string
		why    string
	}{
		{r, true, nil, `|  | English | Chinese |
| --- | ---: | ---: |
| ` + "`sm1`" + `, AVX-512 | 200 | 30.0 |
| ` + "`sm1`" + `, AVX2 | 100 | 100 |
| ` + "`wc -w`" + `, C | 50.0 | 50.0 |
| AVX-512 to ` + "`wc -w`" + ` | 4.00 (3.90 to 4.10) | 4.00 (3.90 to 4.10) |
| AVX2 to ` + "`wc -w`" + ` | 2.00 (1.00 to 3.00) | 2.00 (1.00 to 3.00) |
`, "all, and both ratios"},
		{r, false, []string{"Chinese"}, `|  | Chinese |
| --- | ---: |
| ` + "`sm1`" + `, AVX-512 | 30.0 |
| ` + "`sm1`" + `, AVX2 | 100 |
| ` + "`wc -w`" + `, C | 50.0 |
`, "one text, without ratios"},
		{narrow, false, []string{"Chinese"}, `|  | Chinese |
| --- | ---: |
| ` + "`sm1`" + `, AVX2 | 30.0 |
| ` + "`wc -w`" + `, C | 50.0 |
`, "a processor that has no more than AVX2"},
	} {
		if diff := cmp.Diff(tt.want, tt.r.byVectors(tt.ratios, tt.names...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
	for i := range r.texts {
		r.texts[i].rows = r.texts[i].rows[:1]
	}
	const want = "| `wc -w`, C | – | – |\n"
	if got := r.byVectors(false); got[len(got)-len(want):] != want {
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

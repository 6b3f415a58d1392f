package spreadsheet

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/numfmt"
)

func TestWriter(t *testing.T) {
	var b strings.Builder
	w := To(flow.To(&b))
	for _, tt := range []struct {
		why   string
		write func()
		want  string
	}{
		{"a number by its format", func() { w.Number("0.0%", 0.5) }, "50.0%"},
		{"General", func() { w.Number("", 1.5) }, "1.5"},
		{"a text", func() { w.Text("0.00", "a  b") }, "a b"},
		{"a text by its format", func() { w.Text(`"<"@">"`, "a") }, "<a>"},
		{"a text that is hidden", func() { w.Text(";;;", "a") }, ""},
		{"a date", func() { w.Date("yyyy", "2023-03-15") }, "2023"},
		{"a date without a format", func() { w.Date("General", "2023-03-15") }, "3/15/2023"},
		{"with a time", func() { w.Date("", "2023-03-15T12:30:00Z") }, "3/15/2023 12:30"},
		{"at midnight", func() { w.Date("", "2023-03-15T00:00:00.000") }, "3/15/2023"},
		{"a time", func() { w.Date("General", "12:30:01") }, "12:30:01"},
		{"no date", func() { w.Date("", "yesterday") }, "yesterday"},
		{"no time", func() { w.Date("", "2023-03-15T12:xx") }, "2023-03-15T12:xx"},
		{"a date since 1904", func() { w.Days = numfmt.Since1904; w.Date("yyyy-mm-dd", "2023-03-15") }, "2023-03-15"},
		{"a date of Excel", func() { w.Days = numfmt.Since1900; w.Date("yyyy-mm-dd", "2023-03-15") }, "2023-03-15"},
		{"the last day of February 1900", func() { w.Date("yyyy-mm-dd", "1900-02-28") }, "1900-02-28"},
		{"the first of March", func() { w.Date("yyyy-mm-dd", "1900-03-01") }, "1900-03-01"},
		{"an elapsed time of Excel", func() { w.Date("[h]:mm", "1899-12-31T12:30:00") }, "12:30"},
		{"an elapsed time of another program", func() { w.Date("[h]:mm", "1899-12-30T12:30:00") }, "12:30"},
		{"a time of Excel", func() { w.Date("h:mm", "1899-12-31T12:30:00") }, "12:30"},
		{"truth", func() { w.Shown(Truth(true) + Truth(false)) }, "TRUEFALSE"},
	} {
		b.Reset()
		w.flow = flow.To(&b)
		tt.write()
		if diff := cmp.Diff(tt.want, b.String()); diff != "" {
			t.Errorf("%s: %s", tt.why, diff)
		}
	}
}

// Parsed codes are not kept without end.
func TestCodes(t *testing.T) {
	w := To(flow.To(&strings.Builder{}))
	for i := range 500 {
		w.Number(strings.Repeat("0", i), 1)
	}
	if w.octets > mostCodes || len(w.codes) > mostCodes {
		t.Errorf("%d codes of %d octets", len(w.codes), w.octets)
	}
}

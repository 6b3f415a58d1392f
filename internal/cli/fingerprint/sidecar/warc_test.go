package sidecar

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/archive/warc"
)

// The same records give the same file, which is valid.
func TestWriter(t *testing.T) {
	write := func() string {
		var b bytes.Buffer
		w := NewWriter(&b)
		w.Write("warcinfo", "2024-01-02T03:04:05Z", nil, []Field{{"software", "x\r\ny"}})
		w.Write("metadata", "2024-01-02T03:04:05Z", []Field{{"WARC-Refers-To", "<urn:x:a>"}}, []Field{{"a", "b"}})
		return b.String()
	}
	file := write()
	if file != write() {
		t.Error("two runs differ")
	}
	checked, err := warc.Check(t.Context(), strings.NewReader(file), 0, func(f warc.Finding) { t.Error(f) })
	if err != nil || checked.Records != 2 || checked.Digests != 2 {
		t.Errorf("%+v, %v: expected 2 records with 2 digests", checked, err)
	}
	ids := map[string]bool{}
	w := warc.Walk[int]{Filter: warc.Filter{Types: []string{"warcinfo", "metadata"}}}
	for it, err := range w.Items(strings.NewReader(file)) {
		if err != nil || len(it.Notes) > 0 {
			t.Fatalf("%v %q", err, it.Notes)
		}
		ids[it.RecordID] = true
	}
	if len(ids) != 2 {
		t.Error(ids)
	}
}

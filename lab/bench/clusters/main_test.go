//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The same sketches are drawn each time, and the clusters in them are the same, too.
func TestMeasure(t *testing.T) {
	measured := func() (f figures) {
		var out bytes.Buffer
		if err := run(t.Context(), []string{"-drive", "20000"}, &out, t.Output()); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out.Bytes(), &f); err != nil {
			t.Fatal(err)
		}
		return f
	}
	f, again := measured(), measured()
	if diff := cmp.Diff(f.Stats, again.Stats); diff != "" || f.Clusters != again.Clusters || f.Largest != again.Largest {
		t.Errorf("two runs differ: %d and %d clusters (-first +second):\n%s", f.Clusters, again.Clusters, diff)
	}
	if s := f.Stats; s.Documents != 20000 || s.Copies == 0 || s.Links == 0 || s.Candidates < s.Links || f.Clusters < 500 || f.Octets == 0 {
		t.Errorf("%+v: expected copies, links and clusters", f)
	}
}

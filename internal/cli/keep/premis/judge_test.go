package premis

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// verdict is what testdata/judge.py says of a document.
type verdict struct {
	Errors []string
	Files  [][]string // of METS: a path, and the identifier of its event
	Events [][]string // identifier, type, time, outcome, note
}

func judge(t *testing.T, names ...string) (verdicts []verdict) {
	t.Helper()
	const python = "../../../../.cache/premis/bin/python"
	if _, err := os.Stat(python); err != nil {
		if testing.Short() {
			t.Skip("needs what lab/scripts/premis.sh installs")
		}
		t.Fatalf("%v: lab/scripts/premis.sh installs it", err)
	}
	c := exec.Command(python, append([]string{"testdata/judge.py"}, names...)...)
	c.Stderr = new(bytes.Buffer)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, c.Stderr)
	}
	d := json.NewDecoder(bytes.NewReader(out))
	for d.More() {
		var v verdict
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

// Documents are valid by the schemas, and other programs read what they say.
func TestJudged(t *testing.T) {
	var names []string
	for _, d := range documents {
		names = append(names, filepath.Join("testdata", d.name))
	}
	verdicts := judge(t, names...)
	for i, test := range documents {
		got := verdicts[i]
		if len(got.Errors) > 0 {
			t.Errorf("%s, %s: not valid: %q", test.name, test.why, got.Errors)
		}
		var events, files [][]string
		for _, r := range test.results {
			e := test.check.event(&r, nil)
			events = append(events, []string{e.id(), e.kind.name, e.time, e.outcome.name, e.note})
			if o := objectOf(&r); o.found && test.form == METS {
				path := string([]rune(r.Path)) // metsrw has U+FFFD for what is no UTF-8
				files = append(files, []string{path, e.id()})
			}
		}
		less := func(a, b []string) bool { return a[1] < b[1] }
		if diff := cmp.Diff(events, got.Events, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s, %s: premisrw reads other events (-want +got):\n%s", test.name, test.why, diff)
		}
		if diff := cmp.Diff(files, got.Files, cmpopts.EquateEmpty(), cmpopts.SortSlices(less)); diff != "" {
			t.Errorf("%s, %s: metsrw reads other files (-want +got):\n%s", test.name, test.why, diff)
		}
	}
}

// What the schemas do not allow is found.
func TestJudgeCan(t *testing.T) {
	for _, test := range []struct {
		name     string
		old, new string
		why      string
	}{
		{"premis.xml", "premis:eventDateTime>", "premis:eventTime>", "no element of PREMIS"},
		{"premis.xml", `version="3.0"`, `version="2.0"`, "another version"},
		{"mets.xml", "mets:digiprovMD", "mets:provMD", "no element of METS"},
		{"mets.xml", "premis:eventDateTime>", "premis:eventTime>", "no element of PREMIS, within METS"},
		{"mets.xml", `<mets:fptr FILEID="file`, `<mets:fptr FILEID="document`, "no such file"},
		{"mets.xml", `xlink:href`, `xlink:ref`, "no attribute of XLink"},
	} {
		text, err := os.ReadFile(filepath.Join("testdata", test.name))
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), test.name)
		if err := os.WriteFile(name, []byte(strings.ReplaceAll(string(text), test.old, test.new)), 0o666); err != nil {
			t.Fatal(err)
		}
		if v := judge(t, name); len(v) != 1 || len(v[0].Errors) == 0 {
			t.Errorf("%s, %s: valid", test.name, test.why)
		}
	}
}

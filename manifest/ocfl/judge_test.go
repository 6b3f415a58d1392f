//go:build unix

package ocfl

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// judgeName is the Python for which lab/scripts/repositories.sh installs ocfl-py.
const judgeName = "../../.cache/repositories/bin/python"

// disagreements lists the cases in which ocfl-py finds other codes, one a line. A line has the
// case, the codes that only we find, and those that only ocfl-py finds. The sentence that decides
// comes last.
//
//go:embed testdata/disagreements.tsv
var disagreements string

type verdict struct {
	Codes     []string
	Exception string
}

func TestJudgedByOcflPy(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Python")
	}
	if _, err := os.Stat(judgeName); errors.Is(err, fs.ErrNotExist) {
		t.Fatal("no ocfl-py: expected lab/scripts/repositories.sh to have installed it")
	}
	listed := make(map[string]string)
	for line := range strings.Lines(disagreements) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(fields) != 4 || fields[3] == "" {
			t.Fatalf("%q: expected four fields", line)
		}
		for spec := range strings.FieldsSeq(strings.Trim(fields[0][strings.LastIndex(fields[0], "/")+1:], " ")) {
			listed[fields[0][:strings.LastIndex(fields[0], "/")+1]+spec] = fields[1] + "\t" + fields[2]
		}
	}
	var cases []one
	var names strings.Builder
	dir := t.TempDir()
	for o := range eachCase {
		kind := "object"
		if o.root != nil {
			kind = "root"
		}
		name := filepath.Join(dir, strings.ReplaceAll(o.id(), "/", " "), kind)
		o.tree.write(t, name)
		if _, lines := codesOf(Validate(context.Background(), os.DirFS(name), Options{})); len(lines) == 0 && o.want != "" {
			t.Errorf("%s: nothing found on the disk", o.id())
		}
		cases = append(cases, o)
		names.WriteString(name + "\n")
	}
	c := exec.CommandContext(t.Context(), judgeName, "testdata/judge.py")
	c.Stdin = strings.NewReader(names.String())
	var complaints strings.Builder
	c.Stderr = &complaints
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaints.String())
	}
	answers := bufio.NewScanner(strings.NewReader(string(out)))
	for _, o := range cases {
		if !answers.Scan() {
			t.Fatalf("%s: no answer\n%s", o.id(), complaints.String())
		}
		var v verdict
		if err := json.Unmarshal(answers.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if v.Exception != "" {
			v.Codes = []string{v.Exception}
		}
		ours := slices.DeleteFunc(strings.Fields(o.want), func(c string) bool { return c == "note" })
		got := difference(ours, v.Codes) + "\t" + difference(v.Codes, ours)
		want, known := listed[o.id()]
		delete(listed, o.id())
		switch {
		case got == "-\t-" && known:
			t.Errorf("%s: agrees, but %q is listed", o.id(), want)
		case got != "-\t-" && got != want:
			t.Errorf("not listed, or otherwise: %s\t%s\t%s", o.id(), got, o.why)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(listed)) {
		t.Errorf("%s: listed, but no case", id)
	}
}

// difference returns the elements of a that are not in b.
func difference(a, b []string) string {
	only := slices.DeleteFunc(slices.Clone(a), func(c string) bool { return slices.Contains(b, c) })
	if len(only) == 0 {
		return "-"
	}
	return strings.Join(only, " ")
}

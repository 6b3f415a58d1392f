package bagit

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
)

var update = flag.Bool("update", false, "write testdata/disagreements.txt again")

// namedCase is a case for one version.
type namedCase struct {
	*testCase
	name  string // "1.0/asterisk"
	files map[string]string
}

func namedCases() []namedCase {
	var named []namedCase
	for i := range testCases {
		c := &testCases[i]
		versions := c.versions
		if versions == "" {
			versions = "1.0"
		}
		for _, v := range strings.Fields(versions) {
			named = append(named, namedCase{c, v + "/" + c.name, c.build(v)})
		}
	}
	return named
}

// onDisk writes a bag and returns its directory.
func onDisk(t testing.TB, dir string, files, links map[string]string) string {
	t.Helper()
	check := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	for name, contents := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			check(os.MkdirAll(full, 0o777))
			continue
		}
		check(os.MkdirAll(filepath.Dir(full), 0o777))
		check(os.WriteFile(full, []byte(contents), 0o666))
	}
	for name, target := range links {
		check(os.Symlink(target, filepath.Join(dir, name)))
	}
	return dir
}

func root(t testing.TB, dir string) durable.Root {
	t.Helper()
	r, err := durable.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// validate returns the bag and the findings.
func validate(t testing.TB, dir string, o Options) (*Bag, []Finding) {
	t.Helper()
	var findings []Finding
	b, err := Validate(context.Background(), root(t, dir), o, func(f Finding) { findings = append(findings, f) })
	if err != nil {
		t.Fatal(err)
	}
	return b, findings
}

// kinds returns the severities and rules of findings, each once.
func kinds(findings []Finding) []string {
	var k []string
	for _, f := range findings {
		k = append(k, f.Severity.String()+" "+f.Rule)
	}
	slices.Sort(k)
	return slices.Compact(k)
}

func inWords(findings []Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "\n\t%s %s: %s: %s", f.Severity, f.Rule, f.Path, f)
	}
	return b.String()
}

// verdict returns the verdict for sorted kinds of findings.
func verdict(kinds []string) string {
	switch first := strings.Join(kinds, " "); {
	case strings.HasPrefix(first, "error"):
		return "invalid"
	case strings.HasPrefix(first, "not judged"):
		return "cannot be judged"
	}
	return "valid"
}

// TestCases compares each case with its sentence in the RFC.
func TestCases(t *testing.T) {
	seen := make(map[string]bool)
	for _, c := range namedCases() {
		t.Run(c.name, func(t *testing.T) {
			if seen[c.name] {
				t.Fatal("two cases of that name")
			}
			seen[c.name] = true
			dir := onDisk(t, t.TempDir(), c.files, c.links)
			b, findings := validate(t, dir, Options{})
			if diff := cmp.Diff(c.want, kinds(findings)); diff != "" {
				t.Fatalf("%s\n%s%s", c.sentence, diff, inWords(findings))
			}
			if want := verdict(c.want); b.Valid != (want == "valid") || (b.Errors > 0) != (want == "invalid") {
				t.Errorf("valid %v, %d errors: expected %s", b.Valid, b.Errors, want)
			}
			for _, f := range findings {
				if f.What == "" || f.Section == "" || f.Path == "" && f.Rule != ruleNoManifest && f.Rule != ruleAlgorithm {
					t.Errorf("a finding says not all: %+v", f)
				}
			}
			if len(c.links) > 0 {
				return
			}
			// Another file system and little memory give the same findings.
			defer func(octets, runs int) { maxHeld, maxRuns = octets, runs }(maxHeld, maxRuns)
			maxHeld, maxRuns = 1, 2
			memory := make(fstest.MapFS)
			for name, contents := range c.files {
				if n, isDir := strings.CutSuffix(name, "/"); isDir {
					memory[n] = &fstest.MapFile{Mode: os.ModeDir | 0o777}
					continue
				}
				memory[name] = &fstest.MapFile{Data: []byte(contents), Mode: 0o666}
			}
			var again []Finding
			if _, err := Validate(context.Background(), memory, Options{Workers: 3}, func(f Finding) { again = append(again, f) }); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(c.name, "not-in-the-encoding") { // fstest.MapFS does not open such names
				if diff := cmp.Diff(inWords(findings), inWords(again)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// judge is a Python program that validates bags with bagit from PyPI. It reads the names of
// directories and prints a line for each.
const judge = `
import json, logging, sys
import bagit
logging.disable(logging.CRITICAL)
for line in sys.stdin:
    d = json.loads(line)
    try:
        bagit.Bag(d).validate()
        verdict = "valid"
    except bagit.BagError as e:
        verdict = "invalid"
    except Exception as e:
        verdict = "fails: " + type(e).__name__
    print(verdict, flush=True)
`

// python is the interpreter for which lab/scripts/repositories.sh installs bagit.
const python = "../../.cache/repositories/bin/python3"

// TestDisagreements also validates every case with Python's bagit. The file
// testdata/disagreements.txt lists the cases in which the two differ, with the sentence that
// decides.
func TestDisagreements(t *testing.T) {
	if testing.Short() {
		t.Skip("needs bagit of PyPI")
	}
	const name = "testdata/disagreements.txt"
	cases := namedCases()
	judge := startJudge(t)
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString("# The cases of RFC 8493 on which this package and bagit.py 1.9.0 disagree: the case, what\n" +
		"# each says, the section, and the sentence that decides. In brackets is what the RFC\n" +
		"# does not say. TestDisagreements -update writes this file.\n")
	for i, c := range cases {
		ours := verdict(c.want)
		bag := onDisk(t, filepath.Join(dir, fmt.Sprint(i), "bag"), c.files, c.links)
		if theirs := judge(bag); theirs != ours {
			fmt.Fprintf(&b, "\n%s\n  here %s, bagit.py %s\n  %s %s\n", c.name, ours, theirs, c.section, c.sentence)
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("other disagreements than are listed:\n%s", diff)
	}
}

// startJudge starts bagit.py and returns a function that validates a bag with it. In short tests,
// all bags are valid.
func startJudge(t *testing.T) func(dir string) string {
	t.Helper()
	if testing.Short() {
		return func(string) string { return "valid" }
	}
	cmd := exec.Command(python, "-c", judge)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v: lab/scripts/repositories.sh installs bagit.py", err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	verdicts := bufio.NewScanner(out)
	return func(dir string) string {
		if err := json.NewEncoder(in).Encode(dir); err != nil {
			t.Fatal(err)
		}
		if !verdicts.Scan() {
			t.Fatalf("no verdict of %s: %v", dir, verdicts.Err())
		}
		return verdicts.Text()
	}
}

// whirlpool adds a manifest whose checksums cannot be verified here.
func whirlpool(b map[string]string) { b["manifest-whirlpool.txt"] = b["manifest-sha256.txt"] }

// TestDepths distinguishes complete and valid.
func TestDepths(t *testing.T) {
	for _, c := range []struct {
		name            string
		edit            func(map[string]string)
		options         Options
		complete, valid bool
		want            []string
	}{
		{"full", nil, Options{}, true, true, nil},
		{"complete", nil, Options{SkipChecksums: true}, true, false, nil},
		{"fast", nil, Options{OxumOnly: true}, false, false, nil},
		{"altered, full", put("data/a.txt", "jello\n"), Options{}, true, false, []string{"error checksum"}},
		{"altered, complete", put("data/a.txt", "jello\n"), Options{SkipChecksums: true}, true, false, nil},
		{"altered, fast", put("data/a.txt", "jello\n"), Options{OxumOnly: true}, false, false, nil},
		{"longer, fast", put("data/a.txt", "hello there\n"), Options{OxumOnly: true}, false, false, []string{"error oxum"}},
		{"missing, complete", drop("data/a.txt"), Options{SkipChecksums: true}, false, false, []string{"error missing"}},
		{"missing, fast", drop("data/a.txt"), Options{OxumOnly: true}, false, false, []string{"error oxum"}},
		{"no Payload-Oxum, fast", drop("bag-info.txt"), Options{OxumOnly: true}, false, false, []string{"not judged no-oxum"}},
		{"no Payload-Oxum and no payload, fast", all(drop("bag-info.txt"), drop("data/a.txt"), drop("data/sub/b.txt"), drop("data/more.txt"), drop("data/prose.txt")), Options{OxumOnly: true}, false, false, []string{"error no-payload", "not judged no-oxum"}},
		{"unknown algorithm, complete", all(whirlpool, drop("tagmanifest-md5.txt"), drop("tagmanifest-sha256.txt")), Options{SkipChecksums: true}, true, false, []string{"warning algorithm"}},
		{"no declaration, fast", drop("bagit.txt"), Options{OxumOnly: true}, false, false, []string{"error declaration"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := plain()
			if c.edit != nil {
				c.edit(files)
			}
			b, findings := validate(t, onDisk(t, t.TempDir(), files, nil), c.options)
			if diff := cmp.Diff(c.want, kinds(findings)); diff != "" {
				t.Error(diff + inWords(findings))
			}
			if b.Complete != c.complete || b.Valid != c.valid {
				t.Errorf("complete %v, valid %v: expected %v, %v", b.Complete, b.Valid, c.complete, c.valid)
			}
		})
	}
}

// TestMetadata checks values and their order.
func TestMetadata(t *testing.T) {
	for _, c := range []struct {
		why, text, version string
		want               []Tag
	}{
		{"order and repetition are kept", "B: 1\nA: 2\nB: 3\n", "1.0", []Tag{{"B", "1"}, {"A", "2"}, {"B", "3"}}},
		{"a line end is of the value, white space after it is not", "A: one\n  two\n\tthree  \nB: x\n", "1.0", []Tag{{"A", "one\ntwo\nthree"}, {"B", "x"}}},
		{"CR and CR LF end lines", "A: 1\r\nB: 2\r  3\rC: 4", "1.0", []Tag{{"A", "1"}, {"B", "2\n3"}, {"C", "4"}}},
		{"white space around the colon, before 1.0", "A \t:  1\n", "0.97", []Tag{{"A", "1"}}},
		{"a value may be empty", "A: \nB:\n", "0.97", []Tag{{"A", ""}, {"B", ""}}},
		{"a value may have a colon", "A: b: c\n", "1.0", []Tag{{"A", "b: c"}}},
	} {
		v, _ := parseVersion(c.version)
		p := tagParser{version: v}
		for _, l := range splitText(c.text) {
			p.line(l)
		}
		p.end()
		if diff := cmp.Diff(c.want, p.tags); diff != "" {
			t.Errorf("%s: %s", c.why, diff)
		}
	}
}

// TestDeterministic checks that findings and their order do not depend on the number of workers.
func TestDeterministic(t *testing.T) {
	files := plain()
	for i := range 200 {
		name := fmt.Sprintf("data/%d/%d", i%5, i)
		files[name] = "x"
		sum := "x"
		if i%3 == 0 {
			sum = "y"
		}
		files["manifest-md5.txt"] += sumOf("md5", sum) + "  " + name + "\n"
		if i%7 == 0 {
			delete(files, name)
		}
	}
	dir := onDisk(t, t.TempDir(), files, nil)
	_, want := validate(t, dir, Options{Workers: 1})
	if len(want) < 100 {
		t.Fatal(len(want))
	}
	for _, workers := range []int{2, 16} {
		if _, got := validate(t, dir, Options{Workers: workers}); inWords(got) != inWords(want) {
			t.Errorf("%d workers: %s", workers, cmp.Diff(inWords(want), inWords(got)))
		}
	}
}

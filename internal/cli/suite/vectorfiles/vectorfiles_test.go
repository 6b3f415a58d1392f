package vectorfiles

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/rules/frozen"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

func TestEmbeddedVectorsAreClean(t *testing.T) {
	for _, problem := range Lint(vectors.FS) {
		t.Error(problem)
	}
	if n := len(vectors.All()); n < 200 {
		t.Errorf("%d vectors, want at least 200", n)
	}
	if without := RulesWithout(vectors.All()); len(without) > 0 {
		t.Errorf("rules without a vector: %v", without)
	}
}

// TestEverySchemeHasItsRules checks the vectors of each scheme. It needs its own vector for every
// rule that makes it (SPEC.md, chapter 15).
func TestEverySchemeHasItsRules(t *testing.T) {
	minHash := []string{"R6.7", "R7.4", "R7.5", "R7.6", "R7.7", "R7.8", "R7.9", "R7.10", "R10.4", "R10.5", "R13.3"}
	simHash := []string{"R5.1", "R7.1", "R7.2", "R7.3", "R10.2", "R10.3"}
	others := map[string][]string{ // rules that are not for a scheme, or change nothing in it
		"sd1": append([]string{"R2.9", "R2.10", "R3.6", "R3.7", "R4.4", "R4.5", "R4.6", "R4.7", "R4.8", "R5.4", "R5.5", "R5.6"}, minHash...),
		"sm1": append([]string{"R4.1", "R5.5"}, minHash...),
		"mh1": append([]string{"R4.1", "R5.4"}, simHash...),
		"mw1": append([]string{"R4.1", "R5.4"}, simHash...),
	}
	for _, s := range scheme.All() {
		own := slices.DeleteFunc(vectors.All(), func(v vectors.Vector) bool { return !slices.Contains(v.Schemes, s.ID()) })
		for _, r := range RulesWithout(own) {
			if !slices.Contains(others[s.ID()], r.ID) {
				t.Errorf("%s: no vector of the scheme pins %s %s", s.ID(), r.ID, r.Name)
			}
		}
	}
}

const header = "# Comment.\nstage: hash\nschemes: [sd1]\nvectors:\n"

const good = header + `  - id: hash-a
    rules: [R6.1]
    why: "a reason, long enough"
    input:
      octets: "a"
    expect:
      hash: "0123456789abcdef"
`

func TestLint(t *testing.T) {
	for _, tt := range []struct{ old, new, want, lock string }{
		{"R6.1", "R6.99", "SPEC.md has no rule R6.99", ""},
		{"hash-a", "hash_a", "expected an id of a-z, 0-9 and single hyphens that begins with hash-", ""},
		{"hash-a", "text-a", "begins with hash-", ""},
		{"why: \"a reason, long enough\"", "why: \"short\"", "'/vectors/0/why'", ""},
		{"0123456789abcdef", "0123", "'/vectors/0/expect/hash'", ""},
		{"      hash:", "      distance: 1\n      hash:", "additional properties 'distance' not allowed", ""},
		{"octets: \"a\"", "octets: a", "x.yaml:9: not in the form that update writes", ""},
		{"octets: \"a\"", "octets: 7", "line 9: 7: expected a quoted string", ""},
		{"octets: \"a\"", "octets: {hex: \"xy\"}", "hex \"xy\"", ""},
		{"octets: \"a\"", "octets: {hex: \"61\", text: \"a\"}", "expected one of text, hex and texts", ""},
		{"    expect:", "    expects:", "field expects not found", ""},
		{"stage: hash", "stage: hush", `stage "hush": expected one of`, ""},
		{good[len(header):], good[len(header):] + good[len(header):], "hash-a: the id is in x.yaml, too", ""},
		{good[len(header):], good[len(header):] + strings.Replace(good[len(header):], "hash-a", "hash-b", 1), "hash-b: same input as hash-a", ""},
		{"schemes: [sd1]", "schemes: [zz9]", `schemes: unknown scheme "zz9"`, ""},
		{"    why:", "    with: [zz9]\n    why:", `hash-a: unknown scheme "zz9"`, ""},
		{"R6.1", "R6.2", "R6.1 Start: no vector pins this rule", ""},
		{"", "", "vector sd1 hash-z is frozen since 1.0.0 and is missing", "[1.0.0]\n" + strings.Repeat("0", 64) + "  vector hash-z sd1\n"},
		{"", "", "frozen.lock:1: expected a SHA-256, two blanks and a name", "what"},
	} {
		fsys := fstest.MapFS{
			"x.yaml":             {Data: []byte(strings.Replace(good, tt.old, tt.new, 1))},
			"ucd/SHA256SUMS.txt": {},
			frozen.FileName:      {Data: []byte(tt.lock)},
		}
		if err := errors.Join(Lint(fsys)...); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: lint says %v, want %s", tt.new, err, tt.want)
		}
	}
	for name, fsys := range map[string]fstest.MapFS{
		"no files":     {},
		"no YAML":      {"x.yaml": {Data: []byte("[")}},
		"unreadable":   {"x.yaml": {Mode: os.ModeDir}},
		"another type": {"x.yaml": {Data: []byte("- a")}},
	} {
		if len(Lint(fsys)) == 0 {
			t.Errorf("%s: lint says nothing", name)
		}
	}
}

func TestUpdate(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("x.yaml", strings.Replace(good, `octets: "a"`, `octets: a`, 1))
	write(frozen.FileName, "# Lock.\n")
	write("ucd/SHA256SUMS.txt", "")
	expect := func(vectors.Vector) (vectors.Data, error) { return vectors.Data{Hash: "00000000000000ff"}, nil }

	changed, err := Update(dir, nil, expect)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"hash-a"}, changed); diff != "" {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	got, err := os.ReadFile(filepath.Join(dir, "x.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(good, "0123456789abcdef", "00000000000000ff", 1)
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("updated file (-want +got):\n%s", diff)
	}
	// Locked things stay, and then nothing is written.
	write(frozen.FileName, "[1.0.0]\n"+strings.Repeat("0", 64)+"  vector hash-z sd1\n")
	other := func(vectors.Vector) (vectors.Data, error) { return vectors.Data{Hash: "00000000000000fe"}, nil }
	if _, err := Update(dir, nil, other); err == nil || !strings.Contains(err.Error(), "vector sd1 hash-z is frozen since 1.0.0 and is missing") {
		t.Errorf("a locked vector: error %v", err)
	}
	if again, _ := os.ReadFile(filepath.Join(dir, "x.yaml")); !bytes.Equal(got, again) {
		t.Error("the files were written all the same")
	}
	if _, err := Update(dir, nil, func(vectors.Vector) (vectors.Data, error) { return vectors.Data{}, errors.New("no sense") }); err == nil {
		t.Error("an input that makes no sense was passed over")
	}
}

// load returns the file with this source.
func load(t *testing.T, source string) *vectors.File {
	files, err := vectors.Load(fstest.MapFS{"x.yaml": {Data: []byte(source)}})
	if err != nil {
		t.Fatal(err)
	}
	return files[0]
}

// TestState checks that what a frozen scheme depends on is locked: its entry, its vectors, their
// rules, and the tables. The reasons of vectors may be reworded.
func TestState(t *testing.T) {
	def := scheme.SD1.Method().Definition()
	def.Status = sketch.Frozen
	f := load(t, good)
	rules := []fpcheck.Rule{{ID: "R6.1", Source: "**R6.1 Start.** Two words."}, {ID: "R9.9", Source: "Not pinned."}}
	tables := frozen.State{"ucd/Alphabetic": "11"}
	now := func(d sketch.Definition, rules []fpcheck.Rule, tables frozen.State, files ...*vectors.File) frozen.State {
		return stateOf([]sketch.Definition{d}, rules, tables, files)
	}
	before := now(def, rules, tables, f)
	var names []string
	for name := range before {
		names = append(names, name)
	}
	slices.Sort(names)
	want := []string{"rule R6.1", "scheme sd1", "table ucd/Alphabetic", "vector sd1 hash-a"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Fatalf("names (-want +got):\n%s", diff)
	}

	draft, changed := def, def
	draft.Status = sketch.Draft
	changed.Categories = changed.Categories[1:]
	said := func(words string) []fpcheck.Rule { return []fpcheck.Rule{{ID: "R6.1", Source: words}} }
	digests := strings.NewReplacer("stage: hash", "stage: text-digest", "hash-a", "text-digest-a", "hash: \"0123456789abcdef\"", "outcome: no-digest")
	for _, tt := range []struct {
		why  string
		now  frozen.State
		want []string // names that are different or have gone
	}{
		{"a vector is explained better", now(def, rules, tables, load(t, strings.Replace(good, "long enough", "short enough", 1))), nil},
		{"a rule has other line ends", now(def, said("**R6.1 Start.** Two\n\nwords."), tables, f), nil},
		{"a scheme is a draft again", now(draft, rules, tables, f), want},
		{"another entry", now(changed, rules, tables, f), []string{"scheme sd1"}},
		{"another word", now(def, said("**R6.1 Start.** Three words."), tables, f), []string{"rule R6.1"}},
		{"another table", now(def, rules, frozen.State{"ucd/Alphabetic": "12"}, f), []string{"table ucd/Alphabetic"}},
		{"another result", now(def, rules, tables, load(t, strings.Replace(good, "0123", "0124", 1))), []string{"vector sd1 hash-a"}},
		{"another input", now(def, rules, tables, load(t, strings.Replace(good, `"a"`, `"b"`, 1))), []string{"vector sd1 hash-a"}},
		{"only for those who have sm1", now(def, rules, tables, load(t, strings.Replace(good, "    why", "    with: [sm1]\n    why", 1))), []string{"vector sd1 hash-a"}},
		{"for another scheme", now(def, rules, tables, load(t, strings.Replace(good, "[sd1]", "[sm1]", 1))), []string{"rule R6.1", "vector sd1 hash-a"}},
		{"of a text digest", now(def, rules, tables, load(t, digests.Replace(good))), []string{"vector sd1 hash-a"}},
	} {
		var different []string
		for _, name := range names {
			if tt.now[name] != before[name] {
				different = append(different, name)
			}
		}
		if diff := cmp.Diff(tt.want, different); diff != "" {
			t.Errorf("%s: different (-want +got):\n%s", tt.why, diff)
		}
	}
}

// TestFrozenIsLocked checks that frozen schemes are locked, and locked things have not changed.
func TestFrozenIsLocked(t *testing.T) {
	files, err := vectors.Load(vectors.FS)
	if err != nil {
		t.Fatal(err)
	}
	lock, now, err := CheckLock(vectors.FS, files)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range lock.Broken(now) {
		t.Error(err)
	}
	for _, name := range lock.Unlocked(now) {
		t.Errorf("%s is frozen and not locked: run make vectors", name)
	}
}

func TestCopy(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "vendor")
	if err := Copy(dir); err != nil {
		t.Fatal(err)
	}
	if problems := Lint(os.DirFS(dir)); len(problems) > 0 {
		t.Error(errors.Join(problems...))
	}
	version, err := os.ReadFile(filepath.Join(dir, "VERSION"))
	if err != nil || string(version) != fpcheck.Version+"\n"+vectors.Digest()+"\n" {
		t.Errorf("VERSION is %q, %v", version, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "ucd", "Alphabetic.txt")); err != nil {
		t.Error(err)
	}
}

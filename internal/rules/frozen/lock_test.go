package frozen

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var one, two = strings.Repeat("1", 64), strings.Repeat("2", 64)

func parse(t *testing.T, source string) *Lock {
	t.Helper()
	l, err := Parse([]byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestParse(t *testing.T) {
	for _, tt := range []struct{ source, want, why string }{
		{"abc\n", "frozen.lock:1: expected a SHA-256, two blanks and a name", "no digest"},
		{"# x\n\n[1.0.0]\n" + one + "  rule\n", "frozen.lock:4: expected a SHA-256, two blanks and a name", "a kind without a name"},
		{one + "  rule R1.1\n", "frozen.lock:1: expected the version first, in brackets", "no version"},
		{"[1.0.0\n", `frozen.lock:1: "[1.0.0": expected a new version in brackets`, "half a bracket"},
		{"[1.0.0]\n[1.1.0]\n[1.0.0]\n", "frozen.lock:3: ", "the lines of a version would be in two places"},
		{"[1.0.0]\n" + one + "  scheme a1\n[1.1.0]\n" + one + "  scheme a1\n", "scheme a1 appears twice", "a line is never changed"},
		{"[1.0.0]\n" + one + "  rule R1.1\n" + two + "  rule R1.1\n", "rule R1.1 appears twice", "a version has one wording"},
		{"[1.0.0]\n" + one + "  vector hash-a a1 b1 a1\n", "vector a1 hash-a appears twice", "a scheme named twice"},
	} {
		if _, err := Parse([]byte(tt.source)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.why, err, tt.want)
		}
	}
}

const source = `# The lock.
[1.0.0]
` + "1111111111111111111111111111111111111111111111111111111111111111  rule R1.1\n" +
	"1111111111111111111111111111111111111111111111111111111111111111  vector hash-a a1 b1\n"

func TestBroken(t *testing.T) {
	l := parse(t, source)
	for _, tt := range []struct {
		why       string
		now       State
		clarified []string
		want      string // "" for none
	}{
		{"nothing changed", State{"rule R1.1": one, "vector a1 hash-a": one, "vector b1 hash-a": one}, nil, ""},
		{"something was added", State{"rule R1.1": one, "rule R1.2": one, "vector a1 hash-a": one, "vector b1 hash-a": one}, nil, ""},
		{"a scheme has lost a vector", State{"rule R1.1": one, "vector a1 hash-a": one}, nil,
			"vector b1 hash-a is frozen since 1.0.0 and is missing"},
		{"a vector changed", State{"rule R1.1": one, "vector a1 hash-a": two, "vector b1 hash-a": one}, nil,
			"vector a1 hash-a is frozen since 1.0.0 and has changed"},
		{"other words", State{"rule R1.1": two, "vector a1 hash-a": one, "vector b1 hash-a": one}, nil,
			"rule R1.1: its frozen words changed after 1.0.0"},
		{"clarified", State{"rule R1.1": two, "vector a1 hash-a": one, "vector b1 hash-a": one}, []string{"R1.1"}, ""},
		{"a rule that has gone cannot be clarified", State{"vector a1 hash-a": one, "vector b1 hash-a": one}, []string{"R1.1"},
			"rule R1.1 is frozen since 1.0.0 and is missing"},
	} {
		err := errors.Join(l.Broken(tt.now, tt.clarified...)...)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.why, err, tt.want)
		}
	}
}

func TestClarified(t *testing.T) {
	l := parse(t, source)
	for _, tt := range []struct{ version, rule, now, want string }{
		{"1.0.1", "R1.1", two, ""},
		{"1.0.1", "R1.1", one, "have not changed"},
		{"1.0.0", "R1.1", two, "raise the version first"},
		{"1.0.1", "R9.9", two, "expected a rule that is frozen"},
	} {
		err := l.Clarified(State{"rule R1.1": tt.now}, tt.version, tt.rule)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s in %s: %v, want %q", tt.rule, tt.version, err, tt.want)
		}
	}
}

// What is added is read back, and what a version held stays the same.
func TestAppend(t *testing.T) {
	now := State{"rule R1.1": two, "scheme c1": one, "vector c1 hash-a": one, "vector c1 hash-b": two,
		"vector a1 hash-b": two, "vector a1 hash-a": one, "vector b1 hash-a": one}
	l := parse(t, source)
	want := []string{"scheme c1", "vector a1 hash-b", "vector c1 hash-a", "vector c1 hash-b"}
	if diff := cmp.Diff(want, l.Unlocked(now)); diff != "" {
		t.Errorf("unlocked (-want +got):\n%s", diff)
	}
	later := l.Append("1.1.0", now, append(want, "rule R1.1"))
	if !strings.HasPrefix(string(later), source) {
		t.Errorf("the lines before have changed:\n%s", later)
	}
	if !strings.Contains(string(later), "  vector hash-b a1 c1\n") {
		t.Errorf("a vector has not one line:\n%s", later)
	}
	l = parse(t, string(later))
	if err := errors.Join(l.Broken(now)...); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"1.0.0", "1.1.0"}, l.Versions()); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
	for _, tt := range []struct {
		version, name string
		want          bool
	}{
		{"1.0.0", "vector a1 hash-a", true}, {"1.1.0", "vector a1 hash-a", true},
		{"1.0.0", "vector c1 hash-a", false}, {"1.1.0", "vector c1 hash-a", true},
		{"2.0.0", "vector a1 hash-a", false},
	} {
		if got := l.Holds(tt.version, tt.name); got != tt.want {
			t.Errorf("%s holds %s: %v", tt.version, tt.name, got)
		}
	}
	if again := l.Append("1.1.0", now, nil); !cmp.Equal(again, later) {
		t.Error("nothing was added, and the file has changed")
	}
}

package manifest

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/scheme"
)

// comparable makes entries comparable.
var comparable = cmp.Options{
	cmp.Comparer(func(a, b scheme.Fingerprint) bool { return a == b }), cmp.AllowUnexported(Entry{}),
}

// Pages in windows-1256 that declare no encoding, so that they are read in windows-1252. There ED and CD are a letter
// and its capital.
const (
	arabic        = "<p>\xcc\xed\xcf x"
	changedArabic = "<p>\xcc\xcd\xcf x"
)

// Two texts whose encodings are guesses are the same only if they have the same characters.
func TestGuess(t *testing.T) {
	byPath, err := ParseMapping("path")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ why, then, now, want string }{
		{"the same bytes", arabic, arabic, "OK"},
		{"another letter", arabic, changedArabic, "SAME FINGERPRINT"},
		{"only the markup", arabic, "<div>" + arabic, "SAME TEXT"},
		{"only blanks and line ends", arabic, "<p>\xcc\xed\xcf\n\n  x", "SAME TEXT"},
		{"migrated to UTF-8", "<p>caf\xe9 noir", "<p>café noir", "SAME TEXT"},
		{"migrated from UTF-8", "<p>café noir", "<p>caf\xe9 noir", "SAME TEXT"},
		{"declared in both, so that capitals are capitals", "<meta charset=latin1><p>\xcc\xed\xcf x",
			"<meta charset=latin1><p>\xcc\xcd\xcf x", "SAME TEXT"},
		{"declared in one", "<meta charset=latin1><p>\xcc\xed\xcf x", changedArabic, "SAME TEXT"},
		{"numbers only, and a sign", "<p>12 \xab13", "<p>12 \xbb13", "DIFFERENT"},
	} {
		then, now := tree("a.html", tt.then), tree("a.html", tt.now)
		for how, json := range map[string]bool{"in text form": inText, "in JSON form": inJSON} {
			var m strings.Builder
			if err := Write(t.Context(), &m, then, inForm(json, header), sm1, nil); err != nil {
				t.Fatal(err)
			}
			if lines, _ := verify(t, m.String(), now, Options{}); lines[0] != "a.html: "+tt.want {
				t.Errorf("%s: by a manifest %s: %q, want %s", tt.why, how, lines, tt.want)
			}
		}
		if lines := compared(then, now, Options{}); lines[0] != "a.html: "+tt.want {
			t.Errorf("%s: by Compare: %q, want %s", tt.why, lines, tt.want)
		}
		for r, err := range VerifyTrees(t.Context(), then, now, []Mapping{byPath}, sm1) {
			if err != nil || r.Status.String() != tt.want {
				t.Errorf("%s: by VerifyTrees: %s, %v, want %s", tt.why, r.Status, err, tt.want)
			}
			if r.Status == OK && r.Err != nil {
				t.Errorf("%s: a doubt about the same bytes: %v", tt.why, r.Err)
			}
		}
		moved := "b.html: MOVED (" + tt.want + ", from a.html)"
		if lines := compared(then, tree("b.html", tt.now), Options{}); tt.want == "SAME TEXT" && lines[0] != moved {
			t.Errorf("%s: moved: %q", tt.why, lines)
		}
		archived := func(body string) fstest.MapFS {
			return tree("x.warc", warcOf(page{"http://a/", "text/html", body}))
		}
		lines, _ := verifyRecords(t, manifestOfArchives(t, archived(tt.then), sm1), archived(tt.now))
		if !strings.Contains(lines[0], tt.want) {
			t.Errorf("%s: as a record: %q, want %s", tt.why, lines, tt.want)
		}
	}
}

// A scan has a doubt about each text whose encoding is a guess, also when it is resumed.
func TestGuessScanned(t *testing.T) {
	record := page{"http://a/", "text/html", arabic}
	fsys := tree("a.html", arabic, "b.html", "<p>a word", "c.warc", warcOf(record), "d.warc", warcOf(record, record))
	want := map[string]string{
		"a.html": "the encoding is a guess: windows-1252",
		"c.warc": "the encoding of a record is a guess: windows-1252",
		"d.warc": "the encoding of 2 records is a guess: windows-1252 first",
	}
	doubts := func(o Options) map[string]string {
		found := make(map[string]string)
		var earlier []Scanned
		for s, err := range Scan(t.Context(), fsys, o) {
			if err != nil {
				t.Fatal(err)
			}
			earlier = append(earlier, s)
			var doubt *guess.Error
			if errors.As(s.Err, &doubt) {
				found[s.Path] = doubt.Error()
			}
		}
		return found
	}
	if diff := cmp.Diff(want, doubts(sm1)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	m, err := NewReader(strings.NewReader(manifestOfArchives(t, fsys, sm1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	o := sm1
	if o.Earlier, err = Earlier(m, header); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, doubts(o)); diff != "" {
		t.Errorf("resumed (-want +got):\n%s", diff)
	}
}

// A manifest with digests of characters is of version 4. It is refused where it is not as it would be written.
func TestGuessForms(t *testing.T) {
	h := header
	h.exact, h.records = true, true
	exact := []Entry{entries[2], entries[3]}
	exact[1].exact = sum(9)
	text := write(t, inText, h, exact)
	line := digits("03") + "+" + digits("09") + " 1  c"
	if !strings.HasPrefix(text, "# fpcheck manifest 4\n") || !strings.Contains(text, line) {
		t.Errorf("%s", text)
	}
	for _, form := range []bool{inText, inJSON} {
		_, back, err := read(write(t, form, h, exact))
		if diff := cmp.Diff(exact, back, comparable); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	for _, tt := range []struct{ why, old, new string }{
		{"an older version", "manifest 4", "manifest 3"},
		{"no digest after the plus sign", "+" + digits("09"), "+"},
		{"a dash after it", "+" + digits("09"), "+-"},
		{"no text digest before it", line, "-+" + digits("09") + " 1  c"},
		{"half a digest", digits("09"), digits("09")[:32]},
	} {
		if _, _, err := read(strings.Replace(text, tt.old, tt.new, 1)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v", tt.why, err)
		}
	}
	if text := manifestOfArchives(t, tree("a.html", "<p>café"), sm1); !strings.HasPrefix(text, "# fpcheck manifest 1\n") {
		t.Errorf("without guesses:\n%s", text)
	}
	if text := manifestOfArchives(t, tree("a.html", arabic), sm1); !strings.HasPrefix(text, "# fpcheck manifest 4\n") {
		t.Errorf("with a guess:\n%s", text)
	}
}

// A manifest of an older version does not show that an encoding was a guess. Its texts are compared as before.
func TestGuessThen(t *testing.T) {
	e := Entry{Text: sum(1), exact: sum(2)}
	for _, tt := range []struct {
		why  string
		then Entry
		want bool
	}{
		{"the same characters", Entry{Text: sum(1), exact: sum(2)}, true},
		{"other characters", Entry{Text: sum(1), exact: sum(3)}, false},
		{"none, in an older manifest or a known encoding", Entry{Text: sum(1)}, true},
		{"another text", Entry{Text: sum(4), exact: sum(2)}, false},
		{"no text", Entry{}, false},
	} {
		if got := tt.then.sameText(&e); got != tt.want || e.sameText(&tt.then) != got {
			t.Errorf("%s: %t, want %t", tt.why, got, tt.want)
		}
	}
}

package manifest

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/scheme"
)

// verify returns the results, and a line for each.
func verify(t *testing.T, text string, fsys fs.FS, o Options) (lines []string, results []Result) {
	t.Helper()
	r, err := NewReader(strings.NewReader(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	for result, err := range Verify(context.Background(), r, fsys, o) {
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, result)
		lines = append(lines, result.String())
	}
	return lines, results
}

func TestVerify(t *testing.T) {
	text := prose(1)
	words := strings.Fields(text)
	swapped := strings.Join(append(words[60:], words[:60]...), " ")
	edited := strings.Join(words[:118], " ") + " two words"
	ten, none := 64, 0
	for _, test := range []struct {
		then, now fstest.MapFS
		o         Options
		want      []string
		why       string
	}{
		{tree("a", text), tree("a", text), Options{}, []string{"a: OK"}, "nothing changed"},
		{tree("a", text), tree("a", "<!DOCTYPE html><p>"+text), Options{}, []string{"a: SAME TEXT"}, "another format under the old name"},
		{tree("a", text), tree("a", swapped), Options{}, []string{"a: SAME FINGERPRINT"}, "two halves changed places"},
		{tree("a", text+"5"), tree("a", text+"6"), Options{}, []string{"a: SAME FINGERPRINT"}, "an altered number"},
		{tree("a", text), tree("a", edited), Options{}, []string{"a: SIMILAR (d=4)"}, "an edited text"},
		{tree("a", text), tree("a", edited), Options{Similar: scheme.Thresholds{MaxDistance: &none}}, []string{"a: DIFFERENT (d=4)"}, "the same, by a strict threshold"},
		{tree("a", text), tree("a", prose(2)), Options{}, []string{"a: DIFFERENT (d=27)"}, "another text"},
		{tree("a", text), tree("a", prose(2)), Options{Similar: scheme.Thresholds{MaxDistance: &ten}}, []string{"a: SIMILAR (d=27)"}, "the same, by no threshold"},
		{tree("a", "few words"), tree("a", "few word"), Options{Similar: scheme.Thresholds{MaxDistance: &ten}}, []string{"a: DIFFERENT (d=16)"}, "too short to be called similar"},
		{tree("a", "12 13"), tree("a", "12\n13"), Options{}, []string{"a: SAME TEXT"}, "numbers only"},
		{tree("a", "12 13"), tree("a", "13 12"), Options{}, []string{"a: DIFFERENT"}, "other numbers"},
		{tree("a", text), tree("a", ""), Options{}, []string{"a: NO TEXT (empty file: no text to fingerprint)"}, "all is gone"},
		{tree("a", ""), tree("a", text), Options{}, []string{"a: NO TEXT (no-text then)"}, "none was there"},
		{tree("a.png", "\x89PNG\r\n\x1a\nx"), tree("a.png", "\x89PNG\r\n\x1a\ny"), Options{}, []string{"a.png: NO TEXT (no reader for this medium: image/png)"}, "another picture"},
		{tree("a.pdf", text), tree("a.pdf", "%PDF-1.4 nothing"), Options{}, []string{"a.pdf: UNREADABLE"}, "what cannot be read is no difference, but an error"},
		{tree("a", text, "b", text), tree("b", text, "c", ""), Options{}, []string{"b: OK", "a: MISSING", "c: NEW"}, "the rest comes after, in order"},
		{tree("a", text), tree("b", text), Options{}, []string{"b: MOVED (from a)"}, "another name"},
		{tree("a", text), tree("b.html", "<p>"+text), Options{}, []string{"b.html: MOVED (SAME TEXT, from a)"}, "another name and another format"},
		{tree("a", text), tree("b", swapped), Options{}, []string{"b: MOVED (SAME FINGERPRINT, from a)"}, "another name and another order"},
		{tree("a", text), tree("a", text, "b", text), Options{}, []string{"a: OK", "b: NEW"}, "a copy has not moved"},
		{tree("1/x", text, "2/y", text), tree("3/y", text, "4/x", text), Options{},
			[]string{"3/y: MOVED (from 2/y)", "4/x: MOVED (from 1/x)"}, "of equal octets, equal names belong together"},
		{tree("1", text, "2", text), tree("3", text), Options{}, []string{"2: MISSING", "3: MOVED (from 1)"}, "one file takes the place of one"},
		{tree("a\nb", text), tree("c\\d", text), Options{}, []string{`\c\\d: MOVED (from a\nb)`}, "paths that are escaped"},
		{tree("a", ""), tree("b", ""), Options{}, []string{"a: MISSING", "b: NEW"}, "an empty file says nothing"},
		{tree("1/a", ""), tree("2/a", ""), Options{}, []string{"2/a: MOVED (from 1/a)"}, "but for its name"},
		{tree("a", "few"), tree("b", "few."), Options{}, []string{"b: MOVED (SAME TEXT, from a)"}, "a short text, equal all the same"},
		{tree("a", "few 1"), tree("b", "few 2"), Options{}, []string{"a: MISSING", "b: NEW"}, "a short text, of which a fingerprint says nothing"},
		{tree("A", text, "a", prose(2)), tree("A", prose(2)), Options{}, []string{"A: DIFFERENT (d=27)", "a: MISSING"}, "copied to where capitals and small letters are one"},
	} {
		lines, _ := verify(t, manifestOf(t, test.then, sm1), test.now, test.o)
		if diff := cmp.Diff(test.want, lines); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.why, diff)
		}
		if diff := cmp.Diff(test.want, compared(test.then, test.now, test.o)); diff != "" {
			t.Errorf("%s: by Compare (-want +got):\n%s", test.why, diff)
		}
	}
}

// compared returns a line for each result of Compare.
func compared(then, now fs.FS, o Options) (lines []string) {
	o.Scheme = sm1.Scheme
	var sides [2][]Scanned
	for i, fsys := range []fs.FS{then, now} {
		for s := range Scan(context.Background(), fsys, sm1) {
			sides[i] = append(sides[i], s)
		}
	}
	for _, r := range Compare(sides[0], sides[1], o) {
		lines = append(lines, r.String())
	}
	return lines
}

func TestStatuses(t *testing.T) {
	words := strings.Fields(prose(1))
	edited := strings.Join(words[:118], " ") + " two words"
	then := tree("a", prose(1), "b", prose(1), "c", prose(1), "d", prose(1))
	now := tree("a", prose(1), "b", prose(1)+" 5", "c", edited, "d", edited)
	_, results := verify(t, manifestOf(t, then, sm1), now, Options{})
	type found struct {
		Status   Status
		Distance int
	}
	var got []found
	for _, r := range results {
		got = append(got, found{r.Status, r.Distance})
	}
	if diff := cmp.Diff([]found{{OK, -1}, {SameFingerprint, 0}, {Similar, 4}, {Similar, 4}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A text is only read where bytes differ.
func TestVerifyReadsOctets(t *testing.T) {
	then := tree("a", prose(1), "b", prose(2), "c", prose(3))
	text := manifestOf(t, then, sm1)
	now := faulty{MapFS: tree("a", prose(1), "b", prose(4), "d", prose(3)), reads: map[string]int{}}
	o := Options{}
	o.Workers = 1
	verify(t, text, now, o)
	delete(now.reads, ".")
	if diff := cmp.Diff(map[string]int{"a": 1, "b": 2, "d": 1}, now.reads); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestVerifyMinHash(t *testing.T) {
	var all []Entry
	for s := range Scan(context.Background(), tree("a", prose(1)), Options{Scheme: scheme.MH1}) {
		all = append(all, s.Entry)
	}
	text := write(t, inJSON, Header{Scheme: scheme.MH1}, all)
	words := strings.Fields(prose(1))
	lines, _ := verify(t, text, tree("a", strings.Join(words[5:], " ")), Options{})
	if !strings.Contains(lines[0], "SIMILAR") {
		t.Errorf("%q: expected to be similar by its similarity", lines)
	}
	one := 1.0
	lines, _ = verify(t, text, tree("a", strings.Join(words[5:], " ")), Options{Similar: scheme.Thresholds{MinSimilarity: &one}})
	if !strings.Contains(lines[0], "DIFFERENT") {
		t.Errorf("%q: expected to be different by the least similarity asked for", lines)
	}
}

func TestVerifyDamaged(t *testing.T) {
	whole := manifestOf(t, tree("a", "one", "b", "two"), sm1)
	cut := whole[:strings.Index(whole, "# end")]
	r, err := NewReader(strings.NewReader(cut), nil)
	if err != nil {
		t.Fatal(err)
	}
	var last error
	for result, err := range Verify(context.Background(), r, tree("a", "one", "b", "two", "c", "three"), Options{}) {
		if last = err; err == nil && result.Status != OK {
			t.Errorf("%s: %s, though the manifest is cut short", result.Path, result.Status)
		}
	}
	if last == nil {
		t.Error("no error")
	}
}

func TestNotRecorded(t *testing.T) {
	broken := faulty{MapFS: tree("a", prose(1))}
	broken.open = func(name string, f fs.File) (fs.File, error) {
		if name == "a" {
			return nil, fs.ErrPermission
		}
		return f, nil
	}
	lines, _ := verify(t, manifestOf(t, broken, sm1), tree("a", prose(1)), Options{})
	if diff := cmp.Diff([]string{"a: NOT COMPARED"}, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	lines, _ = verify(t, manifestOf(t, tree("a", prose(1)), sm1), broken, Options{})
	if diff := cmp.Diff([]string{"a: UNREADABLE"}, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestReadNeither compares files that have no bytes. Only a kind or a target can show that they are the same.
func TestReadNeither(t *testing.T) {
	of := func(mode fs.FileMode, target string) fstest.MapFS {
		return fstest.MapFS{"a": {Data: []byte(target), Mode: mode}}
	}
	none := func(state State) []Entry { return []Entry{{Path: "a", State: state, Size: -1}} }
	for _, test := range []struct {
		why  string
		then any // a tree, or the entries of an older manifest
		now  fs.FS
		want []string
	}{
		{"the same kind", of(fs.ModeNamedPipe, ""), of(fs.ModeNamedPipe, ""), []string{"a: OK (pipe, not opened)"}},
		{"the same kind", of(fs.ModeSocket, ""), of(fs.ModeSocket, ""), []string{"a: OK (socket, not opened)"}},
		{"the same kind", of(fs.ModeDevice, ""), of(fs.ModeDevice|fs.ModeCharDevice, ""), []string{"a: OK (device, not opened)"}},
		{"another kind", of(fs.ModeNamedPipe, ""), of(fs.ModeSocket, ""), []string{"a: UNREADABLE"}},
		{"kinds that are not known", of(fs.ModeIrregular, ""), of(fs.ModeIrregular, ""), []string{"a: UNREADABLE AS BEFORE"}},
		{"a manifest without kinds", none(irregular), of(fs.ModeNamedPipe, ""), []string{"a: UNREADABLE AS BEFORE"}},
		{"a file for a pipe", of(fs.ModeNamedPipe, ""), tree("a", "one"), []string{"a: NOT COMPARED"}},
		{"a pipe for a file", tree("a", "one"), of(fs.ModeNamedPipe, ""), []string{"a: UNREADABLE"}},
		{"a new pipe", tree("b", "one"), fstest.MapFS{"a": {Mode: fs.ModeNamedPipe}, "b": tree("b", "one")["b"]}, []string{"a: UNREADABLE", "b: OK"}},
		{"the same target", of(fs.ModeSymlink, "gone"), of(fs.ModeSymlink, "gone"), []string{"a: OK (link-broken, not followed)"}},
		{"another target", of(fs.ModeSymlink, "gone"), of(fs.ModeSymlink, "lost"), []string{"a: UNREADABLE"}},
		{"a manifest without targets", none(Unreadable), of(fs.ModeSymlink, "gone"), []string{"a: UNREADABLE AS BEFORE"}},
		{"a file for a broken link", of(fs.ModeSymlink, "gone"), tree("a", "one"), []string{"a: NOT COMPARED"}},
		{"the target of a broken link as a file", of(fs.ModeSymlink, "gone"), tree("a", "gone"), []string{"a: NOT COMPARED"}},
		{"the target of a broken link as a directory", of(fs.ModeSymlink, "d"), fstest.MapFS{"a": link("d"), "d/x": tree("x", "one")["x"]},
			[]string{"a: OK (link, not followed)", "d/x: NEW"}},
		{"a broken link for a file", tree("a", "gone"), of(fs.ModeSymlink, "gone"), []string{"a: UNREADABLE"}},
		{"a link to a directory that is gone", fstest.MapFS{"a": {Data: []byte("d"), Mode: fs.ModeSymlink}, "d/x": tree("x", "one")["x"]},
			of(fs.ModeSymlink, "d"), []string{"a: UNREADABLE", "d/x: MISSING"}},
		{"a moved file with the target as its text", of(fs.ModeSymlink, "gone"), tree("b", "gone"), []string{"a: MISSING", "b: NEW"}},
		{"a new broken link", tree("b", "gone"), of(fs.ModeSymlink, "gone"), []string{"a: UNREADABLE", "b: MISSING"}},
	} {
		text := ""
		switch then := test.then.(type) {
		case fstest.MapFS:
			text = manifestOf(t, then, sm1)
		case []Entry:
			text = write(t, inText, header, then)
		}
		lines, _ := verify(t, text, test.now, Options{})
		if diff := cmp.Diff(test.want, lines); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.why, diff)
		}
	}
}

// TestStillNotRead checks files that could not be read then, and cannot now.
func TestStillNotRead(t *testing.T) {
	files := tree("a", prose(1), "b/x", "two")
	failing := func(err error) faulty {
		return faulty{MapFS: files, open: func(name string, f fs.File) (fs.File, error) {
			if name == "a" {
				return nil, err
			}
			return f, nil
		}}
	}
	text := manifestOf(t, failing(fs.ErrPermission), sm1)
	lines, _ := verify(t, text, failing(fs.ErrPermission), Options{})
	if diff := cmp.Diff([]string{"a: UNREADABLE AS BEFORE", "b/x: OK"}, lines); diff != "" {
		t.Errorf("a file (-want +got):\n%s", diff)
	}
	text = manifestOf(t, unlisted{files}, sm1)
	lines, _ = verify(t, text, unlisted{files}, Options{})
	if diff := cmp.Diff([]string{"a: OK", "b/: UNREADABLE AS BEFORE"}, lines); diff != "" {
		t.Errorf("a directory (-want +got):\n%s", diff)
	}
}

// Below a directory that cannot be read, nothing is said to be missing.
func TestVerifyUnlisted(t *testing.T) {
	then := tree("a", "one", "b/x", "two", "b/y/z", "three", "b-", "four", "c", "five")
	text := manifestOf(t, then, sm1)
	lines, _ := verify(t, text, unlisted{then}, Options{})
	want := []string{"a: OK", "b-: OK", "b/: UNREADABLE", "b/x: UNREADABLE", "b/y/z: UNREADABLE", "c: OK"}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	lines, _ = verify(t, text, Dir("/nowhere/at/all"), Options{})
	for _, line := range lines {
		if !strings.HasSuffix(line, ": UNREADABLE") {
			t.Errorf("%s, though there is no tree", line)
		}
	}
	if len(lines) != 6 {
		t.Errorf("%q", lines)
	}
	// It was so when the manifest was made.
	lines, _ = verify(t, manifestOf(t, unlisted{then}, sm1), then, Options{})
	want = []string{"a: OK", "b-: OK", "b/: NOT COMPARED", "c: OK", "b/x: NEW", "b/y/z: NEW"}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

package bagit

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

var header = manifest.Header{Scheme: scheme.SM1, Tool: "fpcheck test"}

const fingerprints = "fingerprints/sm1.txt"

// prose is a text with enough words for a fingerprint.
const prose = "Two keepers of the light wrote down the weather every day for forty years, " +
	"and when the house was sold their books went to an archive on the mainland.\n"

// plain is a valid bag of 1.0 with two tag manifests.
func plain() map[string]string {
	c := testCase{algs: "md5 sha256", edit: func(b map[string]string) {
		for _, f := range [][2]string{{"data/prose.txt", prose}, {"data/more.txt", prose + "And 7 more.\n"}} {
			b[f[0]] = f[1]
			for _, alg := range []string{"md5", "sha256"} {
				b["manifest-"+alg+".txt"] += sumOf(alg, f[1]) + "  " + f[0] + "\n"
			}
		}
	}}
	return c.build("1.0")
}

func writeFingerprints(dir string) (bool, error) {
	r, err := durable.OpenRoot(dir)
	if err != nil {
		return false, err
	}
	defer r.Close()
	return writeApart(r, dir)
}

// writeApart writes the changed tag files of a bag into a directory.
func writeApart(fsys fs.FS, dir string) (bool, error) {
	b, err := Validate(context.Background(), fsys, Options{Workers: 1}, nil)
	if err != nil {
		return false, err
	}
	return b.WriteFingerprints(context.Background(), fsys, dir, header, manifest.Options{Workers: 1}, nil)
}

func writeTo(fsys fs.FS, to durable.Storage) (bool, error) {
	b, err := Validate(context.Background(), fsys, Options{Workers: 1}, nil)
	if err != nil {
		return false, err
	}
	return b.writeFingerprints(context.Background(), fsys, to, header, manifest.Options{Workers: 1}, nil)
}

// contents returns the files below a directory, except those of an unfinished run.
func contents(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		octets, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = string(octets)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestWriteFingerprints(t *testing.T) {
	for _, c := range []struct {
		name  string
		why   string
		edit  func(map[string]string)
		check func(t *testing.T, before, after map[string]string)
	}{
		{"whole", "the ordinary case", nil, func(t *testing.T, before, after map[string]string) {
			if want := before["bag-info.txt"] + "Fingerprint-Scheme: sm1\n"; after["bag-info.txt"] != want {
				t.Errorf("bag-info.txt: %q", after["bag-info.txt"])
			}
			if !strings.Contains(after["tagmanifest-md5.txt"], sumOf("md5", after[fingerprints])+"  "+fingerprints+"\n") {
				t.Errorf("tagmanifest-md5.txt: %s", after["tagmanifest-md5.txt"])
			}
		}},
		{"no tag manifests", "none are made", func(b map[string]string) {
			delete(b, "tagmanifest-md5.txt")
			delete(b, "tagmanifest-sha256.txt")
		}, func(t *testing.T, before, after map[string]string) {
			if len(after) != len(before)+1 {
				t.Errorf("files: %v", slices.Sorted(maps.Keys(after)))
			}
		}},
		{"no metadata", "they are optional, and then made", func(b map[string]string) {
			delete(b, "bag-info.txt")
			b["tagmanifest-md5.txt"] = without(b["tagmanifest-md5.txt"], "bag-info.txt")
			b["tagmanifest-sha256.txt"] = without(b["tagmanifest-sha256.txt"], "bag-info.txt")
		}, func(t *testing.T, before, after map[string]string) {
			if after["bag-info.txt"] != "Fingerprint-Scheme: sm1\n" {
				t.Errorf("bag-info.txt: %q", after["bag-info.txt"])
			}
		}},
		{"CR LF", "line ends stay as they are", func(b map[string]string) {
			b["bag-info.txt"] = strings.ReplaceAll(b["bag-info.txt"], "\n", "\r\n")
			resum("bag-info.txt")(b)
			b["tagmanifest-md5.txt"] = strings.ReplaceAll(b["tagmanifest-md5.txt"], "\n", "\r\n")
		}, func(t *testing.T, before, after map[string]string) {
			for _, name := range []string{"bag-info.txt", "tagmanifest-md5.txt"} {
				if strings.Count(after[name], "\n") != strings.Count(after[name], "\r\n") {
					t.Errorf("%s: %q", name, after[name])
				}
			}
		}},
		{"no last line end", "a line is not glued to another", func(b map[string]string) {
			b["bag-info.txt"] = strings.TrimSuffix(b["bag-info.txt"], "\n")
			resum("bag-info.txt")(b)
			b["tagmanifest-md5.txt"] = strings.TrimSuffix(b["tagmanifest-md5.txt"], "\n")
		}, nil},
		{"comments of others", "what is not ours stays", func(b map[string]string) {
			b["bag-info.txt"] += "Contact-Name: A\nContact-Name: B\n  and C\n"
			resum("bag-info.txt")(b)
		}, func(t *testing.T, before, after map[string]string) {
			if !strings.HasPrefix(after["bag-info.txt"], before["bag-info.txt"]) {
				t.Errorf("bag-info.txt: %q", after["bag-info.txt"])
			}
		}},
		{"version 0.97", "it has tag directories, too", func(b map[string]string) {
			b["bagit.txt"] = strings.Replace(b["bagit.txt"], "1.0", "0.97", 1)
			resum("bagit.txt")(b)
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := plain()
			if c.edit != nil {
				c.edit(files)
			}
			dir := onDisk(t, t.TempDir(), files, nil)
			changed, err := writeFingerprints(dir)
			if err != nil || !changed {
				t.Fatalf("changed %v, %v", changed, err)
			}
			after := contents(t, dir)
			if c.check != nil {
				c.check(t, files, after)
			}
			for name, octets := range files {
				if strings.HasPrefix(name, "data/") && after[name] != octets {
					t.Errorf("%s was changed", name)
				}
			}
			b, findings := validate(t, dir, Options{})
			if !b.Valid || len(findings) > 0 {
				t.Errorf("valid %v%s", b.Valid, inWords(findings))
			}
			if !slices.Contains(b.Info, Tag{"Fingerprint-Scheme", "sm1"}) {
				t.Errorf("metadata: %v", b.Info)
			}
			verifyAll(t, dir)
			// A second run changes nothing, not even a time of modification.
			stamp := stamps(t, dir)
			if changed, err := writeFingerprints(dir); err != nil || changed {
				t.Fatalf("again: changed %v, %v", changed, err)
			}
			if diff := cmp.Diff(stamp, stamps(t, dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func stamps(t *testing.T, dir string) map[string]int64 {
	m := make(map[string]int64)
	for name := range contents(t, dir) {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		m[name] = info.ModTime().UnixNano()
	}
	return m
}

// verifyAll compares the payload with the fingerprints.
func verifyAll(t *testing.T, dir string) {
	t.Helper()
	r := root(t, dir)
	names, err := FindFingerprints(r)
	if err != nil || !slices.Equal(names, []string{fingerprints}) {
		t.Fatalf("%v, %v", names, err)
	}
	f, err := r.Open(names[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := manifest.NewReader(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for result, err := range manifest.Verify(context.Background(), m, r, manifest.Options{Skip: func(p string) bool { return !inPayload(p) }}) {
		if err != nil || result.Status != manifest.OK {
			t.Errorf("%v, %v", result, err)
		}
	}
}

// TestWriteFingerprintsAgain checks that fingerprints are replaced if the payload and the bag were
// changed.
func TestWriteFingerprintsAgain(t *testing.T) {
	files := plain()
	dir := onDisk(t, t.TempDir(), files, nil)
	if _, err := writeFingerprints(dir); err != nil {
		t.Fatal(err)
	}
	first := contents(t, dir)
	fresh := maps.Clone(first)
	fresh["data/prose.txt"] = prose + "A line.\n"
	for _, alg := range []string{"md5", "sha256"} {
		name := "manifest-" + alg + ".txt"
		fresh[name] = strings.Replace(fresh[name], sumOf(alg, prose), sumOf(alg, fresh["data/prose.txt"]), 1)
		resum(name)(fresh)
	}
	fresh["bag-info.txt"] = strings.Replace(fresh["bag-info.txt"], "Payload-Oxum", "Old-Oxum", 1)
	resum("bag-info.txt")(fresh)
	onDisk(t, dir, fresh, nil)
	changed, err := writeFingerprints(dir)
	if err != nil || !changed {
		t.Fatalf("changed %v, %v", changed, err)
	}
	after := contents(t, dir)
	if after[fingerprints] == first[fingerprints] || after["bag-info.txt"] != fresh["bag-info.txt"] {
		t.Error("expected other fingerprints and the same metadata")
	}
	if b, findings := validate(t, dir, Options{}); len(findings) > 0 || !b.Valid {
		t.Error(inWords(findings))
	}
	verifyAll(t, dir)
}

// TestWriteFingerprintsApart checks that the tag files of a bag in a container are written
// elsewhere.
func TestWriteFingerprintsApart(t *testing.T) {
	bag, apart := onDisk(t, t.TempDir(), plain(), nil), t.TempDir()
	before := contents(t, bag)
	if changed, err := writeApart(os.DirFS(bag), apart); !changed || err != nil {
		t.Fatalf("changed %v, %v", changed, err)
	}
	if diff := cmp.Diff(before, contents(t, bag)); diff != "" {
		t.Error("the bag itself changed:", diff)
	}
	if _, err := writeFingerprints(bag); err != nil {
		t.Fatal(err)
	}
	want := contents(t, bag)
	maps.DeleteFunc(want, func(name, content string) bool { return before[name] == content })
	if diff := cmp.Diff(want, contents(t, apart)); diff != "" {
		t.Error(diff)
	}
}

func TestWriteFingerprintsRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func(map[string]string)
		want error
	}{
		{"altered payload", put("data/a.txt", "jello\n"), errInvalid},
		{"file that is not listed", put("data/c.txt", ""), errInvalid},
		{"no bag", drop("bagit.txt"), errInvalid},
		{"0.96", func(b map[string]string) {
			b["bagit.txt"] = strings.Replace(b["bagit.txt"], "1.0", "0.96", 1)
			resum("bagit.txt")(b)
		}, errVersion},
		{"UTF-16", func(b map[string]string) {
			swap("bagit.txt", "UTF-8", "UTF-16")(b)
			for name := range b {
				if strings.HasSuffix(name, ".txt") && !strings.HasPrefix(name, "data/") && name != "bagit.txt" {
					if strings.HasPrefix(name, "tag") {
						delete(b, name)
						continue
					}
					b[name] = utf16le(b[name])
				}
			}
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := plain()
			c.edit(files)
			dir := onDisk(t, t.TempDir(), files, nil)
			before := contents(t, dir)
			_, err := writeFingerprints(dir)
			if err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%v: expected %v", err, c.want)
			}
			if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestLinkedPayload checks that no manifest leaves out a payload because data is a link.
func TestLinkedPayload(t *testing.T) {
	files := plain()
	linkedPayload(files)
	dir := onDisk(t, t.TempDir(), files, map[string]string{"data": "real"})
	if b, findings := validate(t, dir, Options{}); !b.Valid || b.Files != 4 || len(findings) == 0 || findings[0].What != "the payload directory is a symbolic link" {
		t.Errorf("valid %v, %d files%s", b.Valid, b.Files, inWords(findings))
	}
	if _, err := writeFingerprints(dir); !errors.Is(err, errLinked) {
		t.Errorf("%v: expected %v", err, errLinked)
	}
	if names, err := FindFingerprints(root(t, dir)); err != nil || len(names) > 0 {
		t.Errorf("%v, %v: expected no fingerprints", names, err)
	}
}

// errKilled is what a storage returns once it was killed.
var errKilled = errors.New("killed")

// mortal is a storage on which every operation fails after some number, as if the process had been
// killed. Half-written files stay.
type mortal struct {
	durable.Storage
	left *int
}

func (m mortal) step() error {
	if *m.left--; *m.left < 0 {
		return errKilled
	}
	return nil
}

func (m mortal) Create(name string) (io.WriteCloser, error) {
	if err := m.step(); err != nil {
		return nil, err
	}
	return m.Storage.Create(name)
}

func (m mortal) Rename(oldName, newName string) error {
	if err := m.step(); err != nil {
		return err
	}
	return m.Storage.Rename(oldName, newName)
}

func (m mortal) Remove(name string) error {
	if err := m.step(); err != nil {
		return err
	}
	return m.Storage.Remove(name)
}

func (m mortal) Replace(name string, write func(io.Writer) error) error {
	if err := m.step(); err != nil {
		w, err := m.Storage.Create(name + ".tmp")
		if err == nil {
			w.Write([]byte("half of"))
			w.Close()
		}
		return errKilled
	}
	return m.Storage.Replace(name, write)
}

// TestInterruptedAnywhere interrupts a run, and the run after it, at every operation. The bag is
// valid each time, and in the end as after one clean run.
func TestInterruptedAnywhere(t *testing.T) {
	clean := onDisk(t, t.TempDir(), plain(), nil)
	if _, err := writeFingerprints(clean); err != nil {
		t.Fatal(err)
	}
	want := contents(t, clean)
	steps := 0
	for first := 0; ; first++ {
		finished := false
		for second := range 14 {
			dir := onDisk(t, t.TempDir(), plain(), nil)
			for _, n := range []int{first, second} {
				r := root(t, dir)
				left := n
				_, err := writeTo(r, mortal{r.Storage(), &left})
				finished = finished || err == nil && n == first
				if err != nil && !errors.Is(err, errKilled) {
					t.Fatalf("%d, %d: %v", first, second, err)
				}
				if b, findings := validate(t, dir, Options{}); !b.Valid {
					t.Fatalf("%d, %d: invalid%s", first, second, inWords(findings))
				}
			}
			if _, err := writeFingerprints(dir); err != nil {
				t.Fatalf("%d, %d: %v", first, second, err)
			}
			got := contents(t, dir)
			for name := range got {
				if strings.HasSuffix(name, ".tmp") {
					delete(got, name) // a later run overwrites it
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%d, %d: %s", first, second, diff)
			}
			steps++
		}
		if finished {
			break
		}
	}
	t.Logf("%d interruptions", steps)
}

// TestAlteredAfterInterruption checks that files must not change while no tag manifest protects
// them.
func TestAlteredAfterInterruption(t *testing.T) {
	for left := 0; ; left++ {
		dir := onDisk(t, t.TempDir(), plain(), nil)
		r := root(t, dir)
		n := left
		if _, err := writeTo(r, mortal{r.Storage(), &n}); err == nil {
			t.Fatal("no moment at which bag-info.txt was listed nowhere")
		}
		now := contents(t, dir)
		if strings.Contains(now["tagmanifest-md5.txt"]+now["tagmanifest-sha256.txt"], "bag-info.txt") {
			continue
		}
		onDisk(t, dir, map[string]string{"bag-info.txt": now["bag-info.txt"] + "Contact-Name: Mallory\n"}, nil)
		if _, err := writeFingerprints(dir); !errors.Is(err, errAltered) {
			t.Errorf("%v: expected %v", err, errAltered)
		}
		return
	}
}

func TestRootStaysInside(t *testing.T) {
	dir := t.TempDir()
	onDisk(t, dir, map[string]string{"secret": "x", "bag/a": "y"}, map[string]string{"bag/out": "..", "bag/file": "../secret"})
	r := root(t, filepath.Join(dir, "bag"))
	for _, name := range []string{"../secret", "out/secret", "file", "/etc/hostname", "", "a/", "./a", "a\x00"} {
		if f, err := r.Open(name); err == nil {
			f.Close()
			t.Errorf("%q was opened", name)
		}
		if err := r.Storage().Replace(name, func(w io.Writer) error { _, err := io.WriteString(w, "z"); return err }); err == nil && name != "file" {
			t.Errorf("%q was written", name)
		}
	}
	if octets, err := os.ReadFile(filepath.Join(dir, "secret")); err != nil || string(octets) != "x" {
		t.Errorf("%q, %v", octets, err)
	}
}

// TestUnfinished checks that files of an interrupted run do not count as unlisted tag files.
func TestUnfinished(t *testing.T) {
	seen := make(map[string]bool)
	for left := range 16 {
		dir := onDisk(t, t.TempDir(), plain(), nil)
		r := root(t, dir)
		n := left
		_, err := writeTo(r, mortal{r.Storage(), &n})
		_, findings := validate(t, dir, Options{})
		for _, f := range findings {
			switch {
			case f.Rule == ruleUnfinished && err != nil, f.Rule == ruleUnlisted && (f.Path == fingerprints || f.Path == "bag-info.txt"), f.Rule == ruleDifferentTagLists:
				seen[f.Rule] = true
			default:
				t.Errorf("%d: %s", left, inWords(findings))
			}
		}
	}
	if !seen["unfinished"] || !seen["unlisted"] {
		t.Errorf("seen: %v", seen)
	}
}

// TestAlteredFingerprints checks that altered fingerprints are not trusted, but computed again.
func TestAlteredFingerprints(t *testing.T) {
	files := plain()
	delete(files, "tagmanifest-md5.txt")
	delete(files, "tagmanifest-sha256.txt")
	dir := onDisk(t, t.TempDir(), files, nil)
	if _, err := writeFingerprints(dir); err != nil {
		t.Fatal(err)
	}
	want := contents(t, dir)
	altered := strings.Replace(want[fingerprints], " 27 ", " 28 ", 1)
	if altered == want[fingerprints] {
		t.Fatalf("nothing to alter in %s", altered)
	}
	onDisk(t, dir, map[string]string{fingerprints: altered}, nil)
	if changed, err := writeFingerprints(dir); err != nil || !changed {
		t.Fatalf("changed %v, %v", changed, err)
	}
	if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
		t.Error(diff)
	}
}

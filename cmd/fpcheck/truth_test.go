package main

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/manifest"
)

// told is the content of all forms of a verification.
type told struct {
	code                       int
	last, json, title          string // the verdict
	premis, mets               []string
	statuses                   []string // of each file, in JSON
	files, noted, marks        []string // the verdict on each file, in JSON, PREMIS and the table of the page
	review, summary            int64    // files to review, by the verdict of JSON and by its summary
	premisFile, metsFile, page string
}

var (
	outcomes = regexp.MustCompile(`<premis:eventOutcome [^>]*>([^<]*)<`)
	titles   = regexp.MustCompile(`<title>([A-Z ]+): [^<]*</title>`)
	notes    = regexp.MustCompile(`; outcome=&#34;([A-Z ]+)&#34;`)
	marks    = regexp.MustCompile(`<td role="cell" data-label="Status"><span><span class="status ([a-z]+)">`)
	heads    = regexp.MustCompile(`<h1 class="([a-z]+)">`)
	lasts    = regexp.MustCompile(`fpcheck: .*: ([A-Z ]+) \([^\n]*\)\n$`)
)

// tell verifies in every form.
func tell(t *testing.T, dir string, args ...string) *told {
	t.Helper()
	out := t.TempDir()
	f := &told{premisFile: filepath.Join(out, "p.xml"), metsFile: filepath.Join(out, "m.xml"), page: filepath.Join(out, "r.html")}
	table, metrics := filepath.Join(out, "r.csv"), filepath.Join(out, "r.prom")
	verify := func(more ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		code := cli.Run(append(append([]string{"verify", "--time", "2026-01-02T03:04:05Z"}, more...), args...),
			strings.NewReader(""), &stdout, &stderr, commands.All)
		return code, stdout.String(), stderr.String()
	}
	code, lines, errs := verify("--emit", "premis", "--output", f.premisFile, "--report", "html="+f.page)
	again, stdout, _ := verify("--emit", "mets", "--output", f.metsFile, "--json", "--report", "csv="+table, "--report", "prometheus="+metrics)
	if code != again {
		t.Fatalf("%s: exit codes %d and %d", dir, code, again)
	}
	f.code = code
	if m := lasts.FindStringSubmatch(errs); m != nil {
		f.last = m[1]
	} else {
		t.Fatalf("%s: no verdict at the end of %q after %q", dir, errs, lines)
	}
	for line := range strings.Lines(stdout) {
		var object struct {
			Status  string
			Outcome string
			Record  any
			Summary struct{ Outcomes map[string]int64 }
			Verdict struct {
				Verdict string
				Review  int64
			}
		}
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatalf("%s: %v: %q", dir, err, stdout)
		}
		if object.Outcome != "" && object.Record == nil {
			f.files, f.statuses = append(f.files, object.Outcome), append(f.statuses, object.Status)
		}
		f.json, f.review = object.Verdict.Verdict, object.Verdict.Review
		f.summary += object.Summary.Outcomes["REVIEW"]
	}
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatalf("%s: %v", dir, err)
		}
		return string(text)
	}
	rows, err := csv.NewReader(strings.NewReader(read(table))).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	var tabled []string
	counted := map[string]int{}
	for _, row := range rows[1:] {
		if row[2] != "VALID" { // --quiet lists only valid files
			tabled = append(tabled, row[2])
		}
		counted[strings.ToLower(row[2])]++
	}
	listed := slices.DeleteFunc(slices.Clone(f.files), func(o string) bool { return o == "VALID" })
	if diff := cmp.Diff(listed, tabled, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s: outcomes of --json and of the table (-want +got):\n%s", dir, diff)
	}
	for o, n := range counted {
		if line := fmt.Sprintf(",outcome=%q} %d\n", o, n); !strings.Contains(read(metrics), line) {
			t.Errorf("%s: the metrics lack %q:\n%s", dir, line, read(metrics))
		}
	}
	if valid := fmt.Sprintf("} %d\n# HELP fpcheck_verify_timestamp", map[bool]int{true: 1}[f.json == "VALID"]); !strings.Contains(read(metrics), valid) {
		t.Errorf("%s: %s, and the metrics:\n%s", dir, f.json, read(metrics))
	}
	if m := titles.FindStringSubmatch(read(f.page)); m != nil {
		f.title = m[1]
	}
	if m := heads.FindStringSubmatch(read(f.page)); m == nil || m[1] != colors[f.title] {
		t.Errorf("%s: the page has the title %s in the color %q", dir, f.title, m)
	}
	for _, m := range marks.FindAllStringSubmatch(read(f.page), -1) {
		f.marks = append(f.marks, m[1])
	}
	for _, m := range notes.FindAllStringSubmatch(read(f.premisFile), -1) {
		f.noted = append(f.noted, m[1])
	}
	for _, m := range outcomes.FindAllStringSubmatch(read(f.premisFile), -1) {
		f.premis = append(f.premis, m[1])
	}
	for _, m := range outcomes.FindAllStringSubmatch(read(f.metsFile), -1) {
		f.mets = append(f.mets, m[1])
	}
	return f
}

// colors maps verdicts to the classes of the page.
var colors = map[string]string{"VALID": "yes", "REVIEW": "maybe", "INVALID": "no", "CANNOT BE JUDGED": "unknown"}

// check finds contradictions between the forms.
func (f *told) check(t *testing.T, what string) {
	t.Helper()
	codes := map[string]int{"VALID": 0, "REVIEW": 1, "INVALID": 1, "CANNOT BE JUDGED": 2}
	if code, ok := codes[f.last]; !ok || f.code != code || f.json != f.last || f.title != f.last {
		t.Errorf("%s: exit code %d, the last line says %q, JSON %q, the page %q", what, f.code, f.last, f.json, f.title)
	}
	if f.review != f.summary {
		t.Errorf("%s: %d files to review, and %d in the summary", what, f.review, f.summary)
	}
	if !slices.Equal(f.premis, f.mets) {
		t.Errorf("%s: PREMIS has %q, METS %q", what, f.premis, f.mets)
	}
	if len(f.premis) == 0 {
		t.Errorf("%s: no event", what)
	}
	if failed := slices.Contains(f.premis, "fail"); failed != (f.code == 1) {
		t.Errorf("%s: exit code %d, and the outcomes are %q", what, f.code, f.premis)
	}
	if f.code == 2 && !slices.Contains(f.premis, "warning") {
		t.Errorf("%s: not judged, and the outcomes are %q", what, f.premis)
	}
}

// contents are the files of a bag or an object.
type contents map[string]string

func (f contents) write(t testing.TB, dir string) {
	t.Helper()
	for name, text := range f {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

const (
	firstText  = "The keeper of the light wrote down the weather every day for forty years.\n"
	secondText = "When the house was sold the books went to an archive on the mainland.\n"
)

// smallBag returns a bag with two files, an identifier, and all lists of checksums.
func smallBag() contents {
	sum := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	f := contents{
		"bagit.txt":    "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
		"bag-info.txt": "External-Identifier: urn:example:deposit:1\nBagging-Date: 2026-01-02\nPayload-Oxum: " + fmt.Sprint(len(firstText)+len(secondText)) + ".2\n",
		"data/a.txt":   firstText, "data/b.txt": secondText,
	}
	f["manifest-sha256.txt"] = sum(firstText) + "  data/a.txt\n" + sum(secondText) + "  data/b.txt\n"
	for _, name := range []string{"bag-info.txt", "bagit.txt", "manifest-sha256.txt"} {
		f["tagmanifest-sha256.txt"] += sum(f[name]) + "  " + name + "\n"
	}
	return f
}

// smallObject returns an object with one version.
func smallObject() contents {
	sum := func(text string) string { return fmt.Sprintf("%x", sha512.Sum512([]byte(text))) }
	a, b := sum(firstText), sum(secondText)
	inventory := fmt.Sprintf(`{"id": "urn:example:object:1", "type": "https://ocfl.io/1.1/spec/#inventory", "digestAlgorithm": "sha512", "head": "v1",
"manifest": {"%s": ["v1/content/a.txt"], "%s": ["v1/content/b.txt"]},
"versions": {"v1": {"created": "2026-01-02T03:04:05Z", "message": "first", "user": {"name": "A", "address": "mailto:a@example.org"}, "state": {"%s": ["a.txt"], "%s": ["b.txt"]}}}}
`, a, b, a, b)
	sidecar := sum(inventory) + " inventory.json\n"
	return contents{
		"0=ocfl_object_1.1": "ocfl_object_1.1\n", "inventory.json": inventory, "inventory.json.sha512": sidecar,
		"v1/inventory.json": inventory, "v1/inventory.json.sha512": sidecar,
		"v1/content/a.txt": firstText, "v1/content/b.txt": secondText,
	}
}

func edited(f contents, name, old, new string) contents {
	f = maps.Clone(f)
	text := strings.Replace(f[name], old, new, 1)
	if text == f[name] {
		panic(name + " is not edited")
	}
	f[name] = text
	return f
}

func without(f contents, name string) contents {
	f = maps.Clone(f)
	delete(f, name)
	return f
}

func with(f contents, name, text string) contents {
	f = maps.Clone(f)
	f[name] = text
	return f
}

var brokenStores = []struct {
	why   string
	files contents
	flags []string
	code  int
	id    string // the subject of events
	note  string // of one of them
}{
	{"a bag as it should be", smallBag(), nil, 0, "urn:example:deposit:1", `verdict="VALID"`},
	{"an altered tag file", edited(smallBag(), "bag-info.txt", "2026", "2025"), nil, 1, "urn:example:deposit:1", `severity="error"; code="checksum"; source="RFC 8493, 3"; path="bag-info.txt"`},
	{"an altered payload", edited(smallBag(), "data/a.txt", "forty", "sixty"), nil, 1, "urn:example:deposit:1", `path="data/a.txt"`},
	{"a missing payload", without(smallBag(), "data/a.txt"), nil, 1, "urn:example:deposit:1", `code="missing"`},
	{"a file that nobody listed", with(smallBag(), "data/c.txt", "c"), nil, 1, "urn:example:deposit:1", `code="unlisted"`},
	{"no bag-info.txt: the directory names it", without(smallBag(), "bag-info.txt"), nil, 1, "store", `code="missing"`},
	{"no payload manifest", without(smallBag(), "manifest-sha256.txt"), nil, 1, "urn:example:deposit:1", `verdict="INVALID"`},
	{"the checksums are not asked for", edited(smallBag(), "data/a.txt", "forty", "sixty"), []string{"--completeness-only"}, 0, "urn:example:deposit:1", `verdict="VALID"`},
	{"there is no Payload-Oxum", edited(smallBag(), "bag-info.txt", "Payload-Oxum", "Payload-Sum"), []string{"--fast"}, 2, "urn:example:deposit:1", `code="no-oxum"`},
	{"an unknown algorithm", without(with(smallBag(), "manifest-whirlpool.txt", smallBag()["manifest-sha256.txt"]), "tagmanifest-sha256.txt"), nil, 2, "urn:example:deposit:1", `severity="not judged"; code="algorithm"`},
	{"an empty line in a manifest", edited(smallBag(), "tagmanifest-sha256.txt", "", "\n"), nil, 1, "urn:example:deposit:1", `code="line"`},
	{"an object as it should be", smallObject(), nil, 0, "urn:example:object:1", `verdict="VALID"`},
	{"altered content", edited(smallObject(), "v1/content/a.txt", "forty", "sixty"), nil, 1, "urn:example:object:1", `severity="error"; code="E092"; source="https://ocfl.io/1.1/spec/#E092"; path="v1/content/a.txt"`},
	{"a file that is not in the inventory", with(smallObject(), "v1/content/c.txt", "c"), nil, 1, "urn:example:object:1", `code="E023"`},
	{"an inventory that is no JSON: the directory names it", with(smallObject(), "inventory.json", "x"), nil, 1, "store", `code="E033"`},
	{"no inventory", without(smallObject(), "inventory.json"), nil, 1, "store", `verdict="INVALID"`},
	{"a directory that should not be there", with(smallObject(), "v1/extra/x", "x"), nil, 0, "urn:example:object:1", `severity="warning"; code="W002"`},
	{"a directory that should not be there, strictly", with(smallObject(), "v1/extra/x", "x"), []string{"--strict"}, 1, "urn:example:object:1", `verdict="INVALID"`},
}

// TestTruth checks that no form reports success if the exit code reports a failure. metsrw also
// reads the verdict.
func TestTruth(t *testing.T) {
	var documents []string
	for _, test := range brokenStores {
		dir := filepath.Join(t.TempDir(), "store")
		test.files.write(t, dir)
		f := tell(t, test.why, append(test.flags, dir)...)
		f.check(t, test.why)
		if f.code != test.code {
			t.Errorf("%s: exit code %d, want %d", test.why, f.code, test.code)
		}
		documents = append(documents, f.premisFile, f.metsFile)
		text, err := os.ReadFile(f.premisFile)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{">" + test.id + "</premis:objectIdentifierValue>", ">" + test.id + "</premis:linkingObjectIdentifierValue>"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: no %s", test.why, want)
			}
		}
		if strings.Contains(string(text), ">./<") {
			t.Errorf("%s: something is called ./", test.why)
		}
	}
	for i, read := range readBack(t, documents...) {
		test := brokenStores[i/2]
		if len(read.Errors) > 0 {
			t.Errorf("%s: %s is not valid: %q", test.why, documents[i], read.Errors)
		}
		failed, noted := false, false
		for _, e := range read.Events {
			failed = failed || e[3] == "fail"
			noted = noted || strings.Contains(e[4], test.note)
		}
		if failed != (test.code == 1) || !noted {
			t.Errorf("%s: metsrw reads %q: expected a note %q", test.why, read.Events, test.note)
		}
	}
}

// readBack returns what metsrw and the schemas report about documents.
func readBack(t *testing.T, names ...string) (all []struct {
	Errors []string
	Events [][]string // identifier, type, time, outcome, note
}) {
	t.Helper()
	const python = "../../.cache/premis/bin/python"
	if _, err := os.Stat(python); err != nil {
		if testing.Short() {
			t.Skip("needs what lab/scripts/premis.sh installs")
		}
		t.Fatalf("%v: lab/scripts/premis.sh installs it", err)
	}
	c := exec.Command(python, append([]string{"../../internal/cli/keep/premis/testdata/judge.py"}, names...)...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &errs)
	}
	for line := range strings.Lines(string(out)) {
		var v struct {
			Errors []string
			Events [][]string
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// TestTruthOfArchives is like TestTruth for web archives.
func TestTruthOfArchives(t *testing.T) {
	for _, test := range []struct {
		why, digest string
		code        int
	}{
		{"the digest is right", "sha1:Q336IN72UWT7ZYK5DXOLT2XK5I3XMZ5Y", 0}, // of "a"
		{"the digest is another", "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 1},
	} {
		name := filepath.Join(t.TempDir(), "a.warc")
		contents{"a.warc": "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\n" +
			"WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Target-URI: https://example.org/\r\nWARC-Block-Digest: " + test.digest +
			"\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\na\r\n\r\n"}.write(t, filepath.Dir(name))
		said := tell(t, test.why, name)
		said.check(t, test.why)
		if said.code != test.code {
			t.Errorf("%s: exit code %d, want %d", test.why, said.code, test.code)
		}
	}
}

// TestTruthOfStatuses checks that every form reports each status in the same way, with any flags.
func TestTruthOfStatuses(t *testing.T) {
	const link, loop, png = "-> nowhere", "-> a", "\x89PNG\r\n\x1a\n"
	long := "-> " + strings.Repeat("a", 300) // no system looks up such a name
	edited := strings.Replace(firstText+secondText, "mainland", "island", 1)
	settings := []struct {
		flags []string
		outcome.Rules
	}{
		{nil, outcome.Rules{}},
		{[]string{"--accept", "text"}, outcome.Rules{Accept: outcome.AcceptText}},
		{[]string{"--accept", "similar"}, outcome.Rules{Accept: outcome.AcceptSimilar}},
		{[]string{"--strict"}, outcome.Rules{Strict: true}},
		{[]string{"--strict", "--accept", "similar"}, outcome.Rules{Strict: true, Accept: outcome.AcceptSimilar}},
		{[]string{"--map", "path"}, outcome.Rules{Meant: true}},
		{[]string{"--map", "path", "--accept", "similar"}, outcome.Rules{Meant: true, Accept: outcome.AcceptSimilar}},
	}
	seen := make(map[manifest.Status]bool)
	for _, test := range []struct {
		then, now contents
		want      manifest.Result
	}{
		{contents{"a": firstText}, contents{"a": firstText}, manifest.Result{Status: manifest.OK}},
		{contents{"a": firstText}, contents{"a": firstText + "\n"}, manifest.Result{Status: manifest.SameText}},
		{contents{"a": firstText + secondText}, contents{"a": secondText + firstText},
			manifest.Result{Status: manifest.SameFingerprint}},
		{contents{"a": firstText + secondText}, contents{"a": edited}, manifest.Result{Status: manifest.Similar}},
		{contents{"a": firstText}, contents{"a": secondText}, manifest.Result{Status: manifest.Different}},
		{contents{"a": firstText}, nil, manifest.Result{Status: manifest.Missing}},
		{contents{"0": secondText}, contents{"0": secondText, "a": firstText}, manifest.Result{Status: manifest.New}}, // 0 is OK
		{contents{"a": firstText}, contents{"b": firstText}, manifest.Result{Status: manifest.Moved}},
		{contents{"a": firstText}, contents{"b": firstText + "\n"},
			manifest.Result{Status: manifest.Moved, MovedStatus: manifest.SameText}},
		{contents{"a": loop}, contents{"a": loop}, manifest.Result{Status: manifest.OK}},
		{contents{"a": long}, contents{"a": long}, manifest.Result{Status: manifest.StillNotRead}},
		{contents{"a.png": png}, contents{"a.png": png + "1"}, manifest.Result{Status: manifest.WithoutText}},
		{contents{"a": firstText}, contents{"a": link}, manifest.Result{Status: manifest.NotRead}},
		{contents{"a": long}, contents{"a": firstText}, manifest.Result{Status: manifest.NotCompared}},
		{contents{"a": link}, contents{"a": firstText}, manifest.Result{Status: manifest.NotCompared}},
	} {
		seen[test.want.Status] = true
		dirs := make([]string, 2)
		for i, files := range []contents{test.then, test.now} {
			dirs[i] = t.TempDir()
			for name, text := range files {
				if target, is := strings.CutPrefix(text, "-> "); is {
					if err := os.Symlink(target, filepath.Join(dirs[i], name)); err != nil {
						t.Skip(err)
					}
					continue
				}
				contents{name: text}.write(t, dirs[i])
			}
		}
		list := filepath.Join(t.TempDir(), "m.fpm")
		var errs bytes.Buffer
		if cli.Run([]string{"manifest", "create", "--quiet", "-o", list, dirs[0]}, strings.NewReader(""), new(bytes.Buffer),
			&errs, commands.All); len(test.then) == 0 && errs.Len() > 0 {
			t.Fatalf("%s: %s", test.want.Status, &errs)
		}
		for _, setting := range settings {
			if setting.Meant && slices.Contains([]manifest.Status{manifest.Moved, manifest.New}, test.want.Status) {
				continue // no file moves in a migration, and new files alone have no verdict
			}
			what := fmt.Sprintf("%s %q", test.want.Status, setting.flags)
			want := setting.Of(&test.want, nil).String()
			f := tell(t, what, append(slices.Clone(setting.flags), list, dirs[1])...)
			f.check(t, what)
			statuses, verdicts := []string{test.want.Status.String()}, []string{want}
			if _, kept := test.then["0"]; kept {
				statuses, verdicts = []string{"OK", statuses[0]}, []string{"VALID", want}
			}
			if diff := cmp.Diff(statuses, f.statuses); diff != "" {
				t.Errorf("%s: statuses (-want +got):\n%s", what, diff)
			}
			if diff := cmp.Diff([][]string{verdicts, verdicts, {want}}, [][]string{f.files, f.noted, {f.last}}); diff != "" {
				t.Errorf("%s: JSON, PREMIS and the last line (-want +got):\n%s", what, diff)
			}
			if len(f.marks) == 0 && want != "VALID" || len(f.marks) > 0 && !slices.Equal(f.marks, []string{colors[want]}) {
				t.Errorf("%s: the page has %q, want %s", what, f.marks, colors[want])
			}
		}
	}
	for _, s := range manifest.Statuses() {
		if !seen[s] {
			t.Errorf("%s: no row", s)
		}
	}
}

// mutated applies a random change.
func mutated(f contents, random *rand.Rand) (contents, string) {
	f = maps.Clone(f)
	names := slices.Sorted(maps.Keys(f))
	for {
		name := names[random.IntN(len(names))]
		text := []byte(f[name])
		switch kind := random.IntN(6); {
		case kind == 0 && name != "bagit.txt" && !strings.HasPrefix(name, "0="):
			delete(f, name)
			return f, "without " + name
		case kind == 1:
			other := names[random.IntN(len(names))]
			f[name+".copy"] = f[other]
			return f, "with " + name + ".copy"
		case kind == 2 && len(text) > 1:
			f[name] = string(text[:random.IntN(len(text))])
			return f, name + " cut short"
		case len(text) > 0:
			at := random.IntN(len(text))
			text[at] ^= byte(1 << random.IntN(8))
			f[name] = string(text)
			return f, fmt.Sprintf("%s altered at %d", name, at)
		}
	}
}

// TestTruthOfMutations mutates bags and objects, with or without fingerprints, and trees with a
// manifest. All forms must agree.
func TestTruthOfMutations(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 1))
	n := 150
	if testing.Short() {
		n = 25
	}
	fingerprinted := filepath.Join(t.TempDir(), "bag")
	smallBag().write(t, fingerprinted)
	if code := cli.Run([]string{"manifest", "bagit", "--quiet", fingerprinted}, strings.NewReader(""), new(bytes.Buffer),
		new(bytes.Buffer), commands.All); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	third := make(contents)
	err := filepath.WalkDir(fingerprinted, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(fingerprinted, path)
		third[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	tree := contents{"a.txt": firstText, "b/b.txt": secondText, "c.png": "\x89PNG"}
	recorded := filepath.Join(t.TempDir(), "tree")
	tree.write(t, recorded)
	list := recorded + ".fpm"
	if code := cli.Run([]string{"manifest", "create", "--quiet", "-o", list, recorded}, strings.NewReader(""),
		new(bytes.Buffer), new(bytes.Buffer), commands.All); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	codes := make(map[int]int)
	for i := range n {
		f, what := mutated([]contents{smallBag(), smallObject(), third, tree}[i%4], random)
		dir := filepath.Join(t.TempDir(), "store")
		f.write(t, dir)
		args := [][]string{nil, {"--strict"}, {"--quiet"}}[random.IntN(3)]
		if i%4 == 3 {
			args = append(args, list)
		}
		said := tell(t, what, append(args, dir)...)
		said.check(t, fmt.Sprintf("%d: %s", i, what))
		codes[said.code]++
	}
	if codes[0] == 0 || codes[1] == 0 {
		t.Errorf("%v by exit code: expected some of each", codes)
	}
	t.Log(codes)
}

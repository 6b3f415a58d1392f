package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck"
)

const root = "../.."

// TestPlaces checks that every place says the version that the constant has.
func TestPlaces(t *testing.T) {
	for _, p := range places {
		versions, err := p.versions(read(t, p.file))
		if err != nil {
			t.Error(err)
		}
		for _, v := range versions {
			if v != fpcheck.Version {
				t.Errorf("%s says version %s after %q: expected %s; see docs/releasing.md", p.file, v, p.before, fpcheck.Version)
			}
		}
	}
	if m := heading.FindStringSubmatch(read(t, "CHANGELOG.md")); m == nil || m[1] != fpcheck.Version {
		t.Errorf("CHANGELOG.md begins with %q: expected a section for %s", m, fpcheck.Version)
	}
}

// The version stands in these files as data of an example, where any number would do.
var examples = []string{
	"SPEC.md", "docs/porting.md", "ports/javascript/test/vectors.test.js", "ports/python/tests/test_port.py",
}

// TestNoOtherPlace checks that no package or page says the version where the command does not set
// it.
func TestNoOtherPlace(t *testing.T) {
	const next = "98.76.54"
	contents, err := set(root, next, "")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, dir := range []string{"README.md", "SPEC.md", "CITATION.cff", "spec.go", "docs", "ports", "lab/scripts"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if slices.Contains([]string{"target", "build", "node_modules", ".venv", "evaluation", "__pycache__"}, d.Name()) {
					return fs.SkipDir
				}
				return nil
			}
			file, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			file = filepath.ToSlash(file)
			content, ok := contents[file]
			if !ok {
				content = read(t, file)
			}
			seen++
			for i, line := range strings.Split(content, "\n") {
				if says(line, fpcheck.Version) && !slices.Contains(examples, file) && !strings.Contains(file, "lock") {
					t.Errorf("%s:%d: %q says the version, and is not in the table of places", file, i+1, line)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 100 {
		t.Errorf("%d files: expected those of the ports", seen)
	}
}

// says reports whether a line has a version of the project, not a number that it is part of.
func says(line, version string) bool {
	for before, after, ok := strings.Cut(line, version); ok; before, after, ok = strings.Cut(after, version) {
		if !strings.ContainsAny(last(before), ".0123456789=~^@") && !strings.ContainsAny(first(after), "0123456789") {
			return true
		}
	}
	return false
}

func first(s string) string { return s[:min(1, len(s))] }
func last(s string) string  { return s[max(0, len(s)-1):] }

func TestRun(t *testing.T) {
	dir := t.TempDir()
	files := []string{"CHANGELOG.md", "ports/java/pom.xml", "ports/lucene/pom.xml", "ports/spark/pom.xml"}
	for _, p := range places {
		files = append(files, p.file)
	}
	for _, file := range files {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(file)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(read(t, file)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, wrong := range []struct {
		args []string
		date string
	}{{nil, ""}, {[]string{"1.2"}, ""}, {[]string{"v1.2.3"}, ""}, {[]string{"1.2.3", "1.2.4"}, ""}, {[]string{"1.2.3"}, "today"}} {
		if err := run(dir, wrong.args, wrong.date); err == nil {
			t.Errorf("%q of %q: no error", wrong.args, wrong.date)
		}
	}
	if err := run(dir, []string{"12.3.4"}, "2031-02-03"); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"spec.go":              `const Version = "12.3.4"`,
		"CHANGELOG.md":         "\n## 12.3.4 (2031-02-03)\n",
		"CITATION.cff":         "\nversion: 12.3.4\ndate-released: 2031-02-03\n",
		"ports/java/pom.xml":   "<project.build.outputTimestamp>2031-02-03T00:00:00Z<",
		"ports/lucene/pom.xml": "<project.build.outputTimestamp>2031-02-03T00:00:00Z<",
		"ports/spark/pom.xml":  "<project.build.outputTimestamp>2031-02-03T00:00:00Z<",
	} {
		b, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(b), want) {
			t.Errorf("%s does not say %q", file, want)
		}
	}
	for _, p := range places {
		b, err := os.ReadFile(filepath.Join(dir, p.file))
		if err != nil {
			t.Fatal(err)
		}
		if versions, err := p.versions(string(b)); err != nil || slices.ContainsFunc(versions, func(v string) bool { return v != "12.3.4" }) {
			t.Errorf("%s says %q, %v", p.file, versions, err)
		}
	}
}

func TestSetChangelog(t *testing.T) {
	for _, test := range []struct{ reason, content, version, date, want string }{
		{"a version in the making comes out", "# C\n\n## 1.1.0 (unreleased)\n\n- a\n", "1.1.0", "2026-12-01", "# C\n\n## 1.1.0 (2026-12-01)\n\n- a\n"},
		{"it gets another number", "## 0.2.0 (unreleased)\n", "1.0.0", "", "## 1.0.0 (unreleased)\n"},
		{"the day was another one", "## 1.0.0 (2026-12-01)\n", "1.0.0", "2026-12-02", "## 1.0.0 (2026-12-02)\n"},
		{"the next begins", "# C\n\n## 1.0.0 (2026-12-01)\n\n- a\n", "1.1.0", "", "# C\n\n## 1.1.0 (unreleased)\n\n## 1.0.0 (2026-12-01)\n\n- a\n"},
	} {
		got, err := setChangelog(test.content, test.version, test.date)
		if err != nil {
			t.Errorf("%s: %v", test.reason, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
	if _, err := setChangelog("# C\n", "1.0.0", ""); err == nil {
		t.Error("no section: no error")
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

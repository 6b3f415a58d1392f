package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var date = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

const commit = "0123456789abcdef0123456789abcdef01234567"

// TestImage writes a layout twice, from files with other times, reads it back, and damages it.
func TestImage(t *testing.T) {
	tree, other := program(t, "one"), program(t, "one")
	if err := os.Chtimes(filepath.Join(other, "usr/bin/fpcheck"), date, date); err != nil {
		t.Fatal(err)
	}
	dir, again := t.TempDir(), t.TempDir()
	described := annotations("1.2.3", commit, []string{"Apache-2.0", "MIT"}, date)
	for layout, tree := range map[string]string{dir: tree, again: other} {
		if err := writeImage(layout, described, date, []string{"linux/amd64=" + tree, "linux/arm64=" + tree}); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := read(t, dir, "index.json"), read(t, again, "index.json"); a != b {
		t.Errorf("two builds differ:\n%s\n%s", a, b)
	}

	out := t.TempDir()
	if err := checkImage(dir, "1.2.3", commit, "linux/arm64", out); err != nil {
		t.Fatal(err)
	}
	if got := read(t, out, "usr/bin/fpcheck"); got != "one" {
		t.Errorf("the image's program is %q", got)
	}
	for _, dir := range []string{"data", "tmp"} {
		if _, err := os.Stat(filepath.Join(out, dir)); err != nil {
			t.Error(err)
		}
	}
	if err := checkImage(dir, "1.2.4", commit, "linux/arm64", t.TempDir()); err == nil {
		t.Error("another version: no error")
	}
	if err := checkImage(dir, "1.2.3", "0123", "linux/arm64", t.TempDir()); err == nil || !strings.Contains(err.Error(), "revision") {
		t.Errorf("another commit: error %v", err)
	}
	for _, lost := range []string{"licenses", "created", "description", "source"} {
		other, without := t.TempDir(), maps.Clone(described)
		delete(without, annotation+lost)
		if err := writeImage(other, without, date, []string{"linux/arm64=" + tree}); err != nil {
			t.Fatal(err)
		}
		if err := checkImage(other, "1.2.3", commit, "linux/arm64", t.TempDir()); err == nil || !strings.Contains(err.Error(), lost) {
			t.Errorf("no annotation %s: error %v", lost, err)
		}
	}
	if err := checkImage(dir, "1.2.3", commit, "linux/s390x", t.TempDir()); err == nil {
		t.Error("a platform that is not there: no error")
	}

	blobs, err := filepath.Glob(filepath.Join(dir, "blobs/sha256/*"))
	if err != nil || len(blobs) == 0 {
		t.Fatalf("%d blobs, %v", len(blobs), err)
	}
	for _, blob := range blobs {
		content, err := os.ReadFile(blob)
		if err != nil {
			t.Fatal(err)
		}
		damaged := append([]byte(nil), content...)
		damaged[len(damaged)/2] ^= 1
		if err := os.WriteFile(blob, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := checkImage(dir, "1.2.3", commit, "linux/arm64", t.TempDir()); err == nil {
			t.Errorf("%s is damaged: no error", filepath.Base(blob))
		}
		if err := os.WriteFile(blob, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestModules writes an SBOM of this test's own program.
func TestModules(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "sbom.json")
	if err := writeSBOM(file, "1.2.3", date, []string{self, self}); err != nil {
		t.Fatal(err)
	}
	if err := checkSBOM(file, "1.2.3", self); err != nil {
		t.Error(err)
	}
	if err := checkSBOM(file, "1.2.4", self); err == nil {
		t.Error("another version: no error")
	}
	unlicensed := strings.Replace(read(t, filepath.Dir(file), "sbom.json"), `"licenses"`, `"evidence of"`, 2)
	other := filepath.Join(t.TempDir(), "sbom.json")
	if err := os.WriteFile(other, []byte(unlicensed), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := checkSBOM(other, "1.2.3", self); err == nil || !strings.Contains(err.Error(), "has no licence") {
		t.Errorf("a component without a licence: error %v", err)
	}
	const known = "github.com/CycloneDX/cyclonedx-go"
	without := strings.ReplaceAll(read(t, filepath.Dir(file), "sbom.json"), `"`+known+`"`, `"another"`)
	if err := os.WriteFile(file, []byte(without), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := checkSBOM(file, "1.2.3", self); err == nil || !strings.Contains(err.Error(), known) {
		t.Errorf("a module is missing: error %v", err)
	}
	if _, _, err := modulesOf([]string{"main.go"}); err == nil {
		t.Error("no program: no error")
	}
}

// TestIdentify reads the licences of this repository's parts, and texts that must not get into a release.
func TestIdentify(t *testing.T) {
	for _, p := range ours {
		if p.text == "" || p.text == "NOTICE" {
			continue
		}
		if ids, err := identify(read(t, "../..", p.text)); err != nil || len(ids) != 1 || ids[0] != p.id {
			t.Errorf("%s: %v, %v: expected %s", p.text, ids, err, p.id)
		}
		if notice := read(t, "../..", "NOTICE"); !strings.Contains(notice, p.text) {
			t.Errorf("NOTICE does not name %s", p.text)
		}
	}
	const bsd = "Redistributions of source code must retain the above copyright notice. "
	for _, c := range []struct{ reason, text, want string }{
		{"two conditions", bsd, "BSD-2-Clause"},
		{"a third condition about names", bsd + "Neither the name of X", "BSD-3-Clause"},
		{"lines break anywhere", "Apache License,\n  Version 2.0", "Apache-2.0"},
		{"a file with two licences", bsd + "Neither the name of X. Apache License Version 2.0", "Apache-2.0 BSD-3-Clause"},
		{"a licence that asks for more", "GNU General Public License", ""},
		{"no licence", "All rights reserved", ""},
	} {
		ids, err := identify(c.text)
		if got := strings.Join(ids, " "); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v: expected %q", c.reason, got, err, c.want)
		}
	}
}

func TestLicence(t *testing.T) {
	for name, want := range map[string]bool{
		"LICENSE": true, "LICENCE.md": true, "LICENSE-MIT": true, "COPYING": true, "NOTICE": true, "license.go": true,
		"README.md": false, "licensing": false, "LICENSES.x/y": false,
	} {
		if licence.MatchString(name) != want {
			t.Errorf("%s: expected %v", name, want)
		}
	}
	if _, err := licenceOf("m", t.TempDir()); err == nil {
		t.Error("a module without a licence: no error")
	}
}

func program(t *testing.T, content string) string {
	t.Helper()
	tree := t.TempDir()
	if err := os.MkdirAll(filepath.Join(tree, "usr/bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tree, "usr/bin/fpcheck"), []byte(content), 0o777); err != nil {
		t.Fatal(err)
	}
	return tree
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

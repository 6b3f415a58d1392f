package bagit

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// inside reports that a path cannot lead out of a bag.
func inside(p string) bool { return p != "" && filepath.IsLocal(filepath.FromSlash(p)) }

var fuzzVersions = []version{{0, 93}, {0, 97}, {1, 0}}

func FuzzManifestLine(f *testing.F) {
	for _, c := range namedCases() {
		for l := range strings.SplitSeq(c.files["manifest-sha256.txt"], "\n") {
			f.Add(l)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, v := range fuzzVersions {
			l, ok := parseListed(s, 32, v)
			if ok && (!inside(l.path) || len(l.checksum) != 64 || strings.HasPrefix(l.path, "~")) {
				t.Errorf("%v: %q is %+v", v, s, l)
			}
			if !ok && len(l.wrong) == 0 && l.path != "." {
				t.Errorf("%v: %q: nothing is wrong, and yet it has no path", v, s)
			}
		}
	})
}

func FuzzFetchLine(f *testing.F) {
	for _, c := range namedCases() {
		for l := range strings.SplitSeq(c.files["fetch.txt"], "\n") {
			f.Add(l)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, v := range fuzzVersions {
			l, ok := parseFetched(s, v)
			if ok && (!inside(l.path) || !inPayload(l.path)) {
				t.Errorf("%v: %q is %+v", v, s, l)
			}
			if !ok && len(l.wrong) == 0 {
				t.Errorf("%v: %q: nothing is wrong, and yet it has no path", v, s)
			}
		}
	})
}

func FuzzMetadata(f *testing.F) {
	for _, c := range namedCases() {
		f.Add(c.files["bag-info.txt"])
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, v := range fuzzVersions {
			p := tagParser{version: v}
			for _, l := range splitText(s) {
				p.line(l)
			}
			p.end()
			for _, tag := range p.tags {
				if strings.Trim(tag.Label, " \t") != tag.Label || strings.ContainsAny(tag.Label, ":\r\n") {
					t.Errorf("label %q", tag.Label)
				}
				parseOxum(tag.Value)
			}
		}
	})
}

func FuzzDeclaration(f *testing.F) {
	for _, c := range namedCases() {
		f.Add([]byte(c.files["bagit.txt"]))
	}
	f.Fuzz(func(t *testing.T, octets []byte) {
		ver, encoding, wrong := parseDeclaration(octets)
		if len(wrong) > 0 {
			return
		}
		lines := splitText(string(octets))
		if lines[0] != "BagIt-Version: "+ver || lines[1] != "Tag-File-Character-Encoding: "+encoding {
			t.Errorf("%q: version %q, encoding %q", octets, ver, encoding)
		}
	})
}

// FuzzBag validates whole bags of odd tag files.
func FuzzBag(f *testing.F) {
	for _, c := range namedCases() {
		f.Add(c.files["bagit.txt"], c.files["manifest-sha256.txt"], c.files["tagmanifest-sha256.txt"], c.files["bag-info.txt"], c.files["fetch.txt"])
	}
	f.Fuzz(func(t *testing.T, declaration, list, tags, info, fetch string) {
		bag := fstest.MapFS{}
		for name, contents := range map[string]string{
			"bagit.txt": declaration, "manifest-sha256.txt": list, "tagmanifest-sha256.txt": tags,
			"bag-info.txt": info, "fetch.txt": fetch, "data/a.txt": "hello\n",
		} {
			bag[name] = &fstest.MapFile{Data: []byte(contents), Mode: 0o666}
		}
		var findings []Finding
		b, err := Validate(context.Background(), bag, Options{Workers: 1}, func(f Finding) { findings = append(findings, f) })
		if err != nil {
			t.Fatal(err)
		}
		if b.Valid && (b.Errors > 0 || !b.Complete || !strings.Contains(strings.ToLower(list), hello) && b.Encoding == "UTF-8") {
			t.Errorf("valid: %+v%s", b, inWords(findings))
		}
	})
}

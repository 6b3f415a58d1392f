package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/go-cmp/cmp"
)

const (
	unicodeText = "UNICODE LICENSE V3"
	whatwgText  = "Redistributions of source code must retain this. Neither the name of the holder"
	apacheText  = "Apache License, Version 2.0"
	version     = "#define LEXBOR_VERSION_MAJOR 3\n#define LEXBOR_VERSION_MINOR 1\n#define LEXBOR_VERSION_PATCH 0\n"
)

// artefacts returns the artefacts of all ports as small archives: file by file.
func artefacts() map[string]map[string]string {
	jar := func(artefact, licences, dependencies string) map[string]string {
		return map[string]string{
			"META-INF/maven/io.github.lsh-interop/" + artefact + "/pom.xml": "<project><artifactId>" + artefact + "</artifactId><version>1.2.3</version><licenses>" +
				licences + "</licenses><properties><of>9</of></properties><dependencies>" + dependencies + "</dependencies></project>",
		}
	}
	licence := func(id string) string { return "<license><name>" + id + "</name></license>" }
	dependency := func(group, artefact, version, more string) string {
		return "<dependency><groupId>" + group + "</groupId><artifactId>" + artefact + "</artifactId><version>" + version + "</version>" + more + "</dependency>"
	}
	all := map[string]map[string]string{
		"fpcheck-1.2.3-py3-none-any.whl": {
			"fpcheck-1.2.3.dist-info/METADATA": "Name: fpcheck\nLicense-Expression: Apache-2.0 AND Unicode-3.0\n" +
				"Requires-Dist: selectolax>=1.0.2,<2; extra == \"html\"\nRequires-Dist: ruff; extra == \"dev\"\n\n",
			"fpcheck-1.2.3.dist-info/licenses/LICENSE-UNICODE": unicodeText,
		},
		"fpcheck-1.2.3.tar.gz": {
			"fpcheck-1.2.3/PKG-INFO":                  "Name: fpcheck\nLicense-Expression: Apache-2.0 AND Unicode-3.0\n\n",
			"fpcheck-1.2.3/LICENSE":                   apacheText,
			"fpcheck-1.2.3/core/lexbor/LICENSE":       apacheText,
			"fpcheck-1.2.3/core/lexbor/NOTICE":        apacheText,
			"fpcheck-1.2.3/core/lexbor/core/base.h":   version,
			"fpcheck-1.2.3/core/lexbor/core/string.c": "",
		},
		"fpcheck-1.2.3.tgz": {
			"package/package.json":   `{"license":"Apache-2.0 AND BSD-3-Clause","peerDependencies":{"parse5":"~8.1.1"},"peerDependenciesMeta":{"parse5":{"optional":true}},"devDependencies":{"yaml":"1"}}`,
			"package/LICENSE-WHATWG": whatwgText,
		},
		"fpcheck-1.2.3.crate": {
			"fpcheck-1.2.3/Cargo.toml": "[package]\nlicense = \"Apache-2.0\"\n[dependencies.sha2]\nversion = \"0.10\"\noptional = true\n[dev-dependencies.serde_json]\nversion = \"1\"\n",
			"fpcheck-1.2.3/LICENSE":    apacheText,
		},
		"fpcheck-1.2.3.jar":                jar("fpcheck", licence("Apache-2.0"), dependency("nu.validator", "htmlparser", "1.4.16", "<optional>true</optional>")+dependency("org.junit", "junit", "5", "<scope>test</scope>")),
		"fpcheck-1.2.3-javadoc.jar":        {"legal/jquery.md": "jQuery v3.7.1: Permission is hereby granted, free of charge, to any person obtaining a copy of this software"},
		"fpcheck-lucene-1.2.3.jar":         jar("fpcheck-lucene", licence("Apache-2.0"), dependency("io.github.lsh-interop", "fpcheck", "${project.version}", "")+dependency("org.apache.lucene", "lucene-core", "${of}", "<scope>provided</scope>")),
		"fpcheck-lucene-1.2.3-sources.jar": {},
		"fpcheck-spark-1.2.3.jar":          jar("fpcheck-spark", licence("MIT")+licence("BSD-3-Clause"), dependency("nu.validator", "htmlparser", "1.4.16", "")),
		"fpcheck-spark-1.2.3-sources.jar":  {},
		"fpcheck-c-1.2.3.tar.gz": {
			"fpcheck-c-1.2.3/fpcheck.pc.in":        "License: Apache-2.0 AND Unicode-3.0\n",
			"fpcheck-c-1.2.3/fpcheck_markup.pc.in": "License: Apache-2.0 AND BSD-3-Clause\nRequires.private: lexbor\n",
		},
	}
	all["fpcheck-spark-1.2.3.jar"]["nu/validator/htmlparser/impl/Tokenizer.class"] = ""
	return all
}

// packed writes artefacts and SHA256SUMS into a folder.
func packed(t *testing.T, artefacts map[string]map[string]string) (dist string) {
	t.Helper()
	dist = t.TempDir()
	for name, files := range artefacts {
		f, err := os.Create(filepath.Join(dist, name))
		if err != nil {
			t.Fatal(err)
		}
		var add func(string, int) (io.Writer, error)
		var closers []io.Closer
		if ext := filepath.Ext(name); ext == ".whl" || ext == ".jar" {
			z := zip.NewWriter(f)
			add, closers = func(name string, _ int) (io.Writer, error) { return z.Create(name) }, []io.Closer{z, f}
		} else {
			z := gzip.NewWriter(f)
			w := tar.NewWriter(z)
			add, closers = func(name string, size int) (io.Writer, error) {
				return w, w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(size), Mode: 0o644})
			}, []io.Closer{w, z, f}
		}
		for _, file := range slices.Sorted(maps.Keys(files)) {
			w, err := add(file, len(files[file]))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(w, files[file]); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range closers {
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	sum(t, dist)
	return dist
}

// TestPortSBOMs compares the SBOMs of small artefacts with what the artefacts say.
func TestPortSBOMs(t *testing.T) {
	dist := packed(t, artefacts())
	if err := writePortSBOMs(dist, "1.2.3", date); err != nil {
		t.Fatal(err)
	}
	if err := checkPortSBOMs(dist, "1.2.3"); err != nil {
		t.Fatal(err)
	}
	got := make(map[string][]string)
	for _, p := range ports {
		bom, err := readSBOM(filepath.Join(dist, p.file("1.2.3")))
		if err != nil {
			t.Fatal(err)
		}
		describe := func(c cdx.Component) string {
			licence := (*c.Licenses)[0].Expression
			if l := (*c.Licenses)[0].License; l != nil {
				licence = l.ID
			}
			words := []string{c.Name, c.Version, c.VersionRange, string(c.Scope), licence}
			if c.IsExternal != nil {
				words = append(words, "external")
			}
			return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), " ")
		}
		got[p.name] = []string{describe(*bom.Metadata.Component)}
		for _, c := range *bom.Components {
			got[p.name] = append(got[p.name], describe(c))
		}
	}
	want := map[string][]string{
		"python": {
			"fpcheck 1.2.3 Apache-2.0 AND Unicode-3.0", "Unicode Character Database 15.0.0 Unicode-3.0", "lexbor 3.1.0 Apache-2.0",
			"selectolax vers:pypi/>=1.0.2|<2 optional MIT external",
		},
		"javascript": {
			"fpcheck 1.2.3 Apache-2.0 AND BSD-3-Clause", "Encoding Standard and HTML Standard BSD-3-Clause",
			"parse5 vers:npm/>=8.1.1|<8.2.0 optional MIT external",
		},
		"rust":   {"fpcheck 1.2.3 Apache-2.0", "sha2 vers:cargo/>=0.10.0|<0.11.0 optional MIT OR Apache-2.0 external"},
		"java":   {"fpcheck 1.2.3 Apache-2.0", "jquery 3.7.1 MIT", "htmlparser 1.4.16 optional MIT AND BSD-3-Clause external"},
		"lucene": {"fpcheck-lucene 1.2.3 Apache-2.0", "fpcheck 1.2.3 required Apache-2.0 AND Unicode-3.0 AND BSD-3-Clause external", "lucene-core 9 required Apache-2.0 external"},
		"spark":  {"fpcheck-spark 1.2.3 MIT AND BSD-3-Clause", "htmlparser 1.4.16 required MIT AND BSD-3-Clause"},
		"c":      {"fpcheck-c 1.2.3 Apache-2.0 AND BSD-3-Clause AND Unicode-3.0", "lexbor optional Apache-2.0 external"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestPortSBOMsRefuse changes a file of an artefact, so that it has a part without a known licence.
func TestPortSBOMsRefuse(t *testing.T) {
	for _, c := range []struct{ reason, artefact, file, content, want string }{
		{"data whose licence is not declared", "fpcheck-1.2.3.crate", "fpcheck-1.2.3/LICENSE-UNICODE", unicodeText, "expected Unicode-3.0 too"},
		{"an included package whose licence is not declared", "fpcheck-1.2.3.jar", "nu/validator/htmlparser/impl/Tokenizer.class", "", "expected MIT too"},
		{"a licence of an unknown part", "fpcheck-1.2.3.tgz", "package/vendor/COPYING", apacheText, "add a row to materials"},
		{"another licence in a known file", "fpcheck-1.2.3.tgz", "package/LICENSE-WHATWG", unicodeText, "expected BSD-3-Clause"},
		{"a dependency whose licence is unknown", "fpcheck-1.2.3.crate", "fpcheck-1.2.3/Cargo.toml", "[package]\nlicense = \"MIT\"\n[dependencies.another]\nversion = \"1\"\n", "cargo/another: an unknown licence"},
		{"versions that no rule reads", "fpcheck-1.2.3.tgz", "package/package.json", `{"license":"MIT","dependencies":{"parse5":"8.x"}}`, "expected ^ or ~"},
		{"no licence", "fpcheck-1.2.3.tgz", "package/package.json", `{}`, "no licence is declared"},
		{"artefacts that differ", "fpcheck-1.2.3.tar.gz", "fpcheck-1.2.3/PKG-INFO", "License-Expression: MIT\n\n", "expected Apache-2.0 AND Unicode-3.0, as in"},
		{"vendored code without a version", "fpcheck-1.2.3.tar.gz", "fpcheck-1.2.3/core/lexbor/core/base.h", "", "no version"},
		{"a jar without its description", "fpcheck-spark-1.2.3.jar", "META-INF/maven/io.github.lsh-interop/fpcheck-spark/pom.xml", "<project/>", "no licence is declared"},
	} {
		all := artefacts()
		all[c.artefact][c.file] = c.content
		if err := writePortSBOMs(packed(t, all), "1.2.3", date); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v: expected one with %q", c.reason, err, c.want)
		}
	}
	all := artefacts()
	delete(all, "fpcheck-1.2.3.crate")
	if err := writePortSBOMs(packed(t, all), "1.2.3", date); err == nil || !strings.Contains(err.Error(), "rust: no artefact") {
		t.Errorf("an artefact is missing: error %v", err)
	}
	dist := packed(t, artefacts())
	if err := writePortSBOMs(dist, "1.2.3", date); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ reason, artefact, want string }{
		{"an artefact after the SBOM", "fpcheck-1.2.3-cp310-abi3-win_amd64.whl", "is in no SBOM"},
		{"another artefact of a name in the SBOM", "fpcheck-1.2.3.tgz", "expected the digest"},
	} {
		if err := os.WriteFile(filepath.Join(dist, c.artefact), []byte("another"), 0o666); err != nil {
			t.Fatal(err)
		}
		sum(t, dist)
		if err := checkPortSBOMs(dist, "1.2.3"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v: expected one with %q", c.reason, err, c.want)
		}
	}
}

// TestMaterials compares the version of Unicode with NOTICE.
func TestMaterials(t *testing.T) {
	notice := strings.Join(strings.Fields(read(t, "../..", "NOTICE")), " ")
	if m := materials[0]; !strings.Contains(notice, m.name+" "+m.version) {
		t.Errorf("NOTICE does not name %s %s", m.name, m.version)
	}
}

func TestCompatible(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"^1", ">=1.0.0|<2.0.0"},
		{"^1.2.3", ">=1.2.3|<2.0.0"},
		{"^0.10", ">=0.10.0|<0.11.0"},
		{"^0.8.35", ">=0.8.35|<0.9.0"},
		{"^0.0.3", ">=0.0.3|<0.0.4"},
		{"^0", ">=0.0.0|<1.0.0"},
		{"~8.1.1", ">=8.1.1|<8.2.0"},
		{"~8", ">=8.0.0|<9.0.0"},
		{"8.1.1", ""},
		{"^1.x", ""},
		{"^1.2.3.4", ""},
		{"^^1", ""},
	} {
		got, err := compatible(c.text)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v: expected %q", c.text, got, err, c.want)
		}
	}
}

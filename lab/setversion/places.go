package main

import (
	"fmt"
	"regexp"
	"strings"
)

// A place is where a file says the version: between two texts. It may say it more than once.
type place struct {
	file, before, after string
}

// The place that counts is the first: everything in Go reads it there. The others are copies, where
// a language's own tools look, and where a page shows what is printed.
var places = []place{
	{"spec.go", "const Version = \"", "\""},

	{"SPEC.md", "\n\nVersion ", ""},
	{"CITATION.cff", "\nversion: ", "\n"},
	{"testdata/api/fpcheck.txt", "const Version = \"", "\""},
	{"cmd/fpcheck/testdata/script/conform.txtar", `"language":"Go","version":"`, `"`},
	{"conformance/example_test.go", "// fpcheck ", " conforms"},
	{"docs/releasing.md", "fpcheck-", "-"},
	{"docs/releasing.md", "fpcheck_", "-1_"},
	{"docs/releasing.md", "fpcheck-doc_", "-1_"},
	{"docs/releasing.md", "fpcheck:", ""},
	{"docs/releasing.md", "--branch v", " "},
	{"docs/serve/compose.yaml", "image: fpcheck:", "\n"},
	{"docs/tutorial-port.md", "\nfpcheck-python ", " "},

	{"ports/c/CMakeLists.txt", "project(fpcheck VERSION ", " "},
	{"ports/c/Makefile", "\nVERSION = ", "\n"},
	{"ports/c/README.md", "specification ", "."},
	{"ports/c/fpcheck.h", "specification, version ", ","},
	{"ports/c/fpcheck.h", "#define FPCHECK_VERSION \"", "\""},
	{"ports/c/README.md", "fpcheck-c-", ""},

	{"ports/java/README.md", "fpcheck specification](https://github.com/lsh-interop/fpcheck) ", ","},
	{"ports/java/README.md", "fpcheck-", ".jar"},
	{"ports/java/README.md", "<artifactId>fpcheck</artifactId>\n  <version>", "<"},
	{"ports/java/pom.xml", "<artifactId>fpcheck</artifactId>\n  <version>", "<"},
	{"ports/java/src/main/java/io/github/lsh_interop/fpcheck/package-info.java", "version ", ","},
	{"ports/java/src/test/java/io/github/lsh_interop/fpcheck/Port.java", `hello.put("version", "`, `"`},

	{"ports/lucene/README.md", "fpcheck-lucene-", ".jar"},
	{"ports/lucene/README.md", "fpcheck-", ".jar"},
	{"ports/lucene/pom.xml", "<artifactId>fpcheck-lucene</artifactId>\n  <version>", "<"},

	{"ports/spark/README.md", "fpcheck-spark-", ".jar"},
	{"ports/spark/pom.xml", "<artifactId>fpcheck-spark</artifactId>\n  <version>", "<"},

	{"ports/javascript/README.md", "fpcheck-", ".tgz"},
	{"ports/javascript/package.json", "\n  \"version\": \"", "\""},
	{"ports/javascript/port.js", "version: '", "'"},

	{"ports/python/README.md", "SPEC.md), version ", ","},
	{"ports/python/src/fpcheck/__init__.py", "__version__ = \"", "\""},

	{"ports/rust/README.md", "fpcheck-", ""},
	{"ports/rust/Cargo.toml", "\nname = \"fpcheck\"\nversion = \"", "\""},
}

const number = `[0-9]+\.[0-9]+\.[0-9]+`

func (p place) regexp() *regexp.Regexp {
	return regexp.MustCompile("(" + regexp.QuoteMeta(p.before) + ")(" + number + ")(" + regexp.QuoteMeta(p.after) + ")")
}

// versions returns what a file says at the place, each time.
func (p place) versions(content string) ([]string, error) {
	var versions []string
	for _, m := range p.regexp().FindAllStringSubmatch(content, -1) {
		versions = append(versions, m[2])
	}
	if versions == nil {
		return nil, fmt.Errorf("%s: no version after %q: expected one", p.file, p.before)
	}
	return versions, nil
}

// set returns the content of the file with another version at the place.
func (p place) set(content, version string) (string, error) {
	if _, err := p.versions(content); err != nil {
		return "", err
	}
	return p.regexp().ReplaceAllString(content, "${1}"+version+"${3}"), nil
}

var (
	heading  = regexp.MustCompile(`(?m)^## (` + number + `) \(([^)]*)\)$`)
	released = regexp.MustCompile(`(?m)^date-released: .*\n`)
	stamp    = regexp.MustCompile(`(<project.build.outputTimestamp>)[^<]*(<)`)
)

const unreleased = "unreleased"

// setChangelog names the newest section. A section with a date describes a released version.
// Another version then begins a new section above it.
func setChangelog(content, version, date string) (string, error) {
	m := heading.FindStringSubmatchIndex(content)
	if m == nil {
		return "", fmt.Errorf("CHANGELOG.md: no section: expected \"## %s (%s)\"", version, unreleased)
	}
	if date == "" {
		date = unreleased
	}
	title := fmt.Sprintf("## %s (%s)", version, date)
	if content[m[4]:m[5]] != unreleased && content[m[2]:m[3]] != version {
		title += "\n\n"
		m[1] = m[0]
	}
	return content[:m[0]] + title + content[m[1]:], nil
}

// setCitation says when the version came out, if it did.
func setCitation(content, date string) string {
	content = released.ReplaceAllString(content, "")
	if date == "" {
		return content
	}
	return strings.Replace(content, "\nlicense:", "\ndate-released: "+date+"\nlicense:", 1)
}

// setStamp sets the time of the files in a jar, which has to be the same wherever it is built.
func setStamp(content, date string) string {
	if date == "" {
		return content
	}
	return stamp.ReplaceAllString(content, "${1}"+date+"T00:00:00Z${2}")
}

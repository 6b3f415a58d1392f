package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// clauses lists a sentence of each licence that a part may have, with the licence's SPDX identifier.
// A text without any of them is an error, so a new licence cannot get into a release unseen.
var clauses = []struct{ sentence, id string }{
	{"apache license version 2.0", "Apache-2.0"},
	{"permission is hereby granted, free of charge, to any person obtaining a copy of this software", "MIT"},
	{"neither the name of", "BSD-3-Clause"},
	{"names of its contributors may be used to endorse", "BSD-3-Clause"},
	{"permission to use, copy, modify, and/or distribute this software for any purpose", "ISC"},
	{"permission to use, copy, modify, and distribute this software for any purpose", "ISC"},
	{"this is free and unencumbered software released into the public domain", "Unlicense"},
	{"cc0 1.0 universal", "CC0-1.0"},
	{"unicode license v3", "Unicode-3.0"},
	{"mozilla public license version 2.0", "MPL-2.0"},
	{"zero-clause bsd", "0BSD"},
	{"gnu general public license", "GPL"},
	{"gnu lesser general public license", "LGPL"},
	{"gnu affero general public license", "AGPL"},
}

const conditions = "redistributions of source code must retain"

// identify returns the SPDX identifiers of the licences in a text, in order.
func identify(text string) ([]string, error) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	text = strings.ReplaceAll(text, "apache license, version", "apache license version")
	var ids []string
	for _, c := range clauses {
		if strings.Contains(text, c.sentence) && !slices.Contains(ids, c.id) {
			ids = append(ids, c.id)
		}
	}
	if strings.Contains(text, conditions) && !slices.Contains(ids, "BSD-3-Clause") {
		ids = append(ids, "BSD-2-Clause")
	}
	slices.Sort(ids)
	if len(ids) == 0 {
		return nil, errors.New("an unknown licence: add a sentence of it to clauses")
	}
	if i := slices.IndexFunc(ids, func(id string) bool { return strings.HasSuffix(id, "GPL") }); i >= 0 {
		return nil, fmt.Errorf("licence %s: expected a licence that permits a release under Apache-2.0", ids[i])
	}
	return ids, nil
}

// A part is code or data with a licence of its own.
type part struct {
	files     string // as Debian's copyright file names them
	copyright string
	id        string
	text      string // a file of this repository, or "" if Debian has the text
}

// ours lists the parts of this repository that are in the program, in the order of NOTICE.
var ours = []part{
	{"*", "2026 The fpcheck authors", "Apache-2.0", ""},
	{"vectors/* examples/*", "2026 The fpcheck authors", "CC0-1.0", ""},
	{"internal/unicode/ucd/* vectors/ucd/*", "1991-2022 Unicode, Inc.", "Unicode-3.0", "internal/unicode/ucd/data/LICENSE"},
	{"extract/internal/numfmt/names/*", "2004-2025 Unicode, Inc.", "Unicode-3.0", "extract/internal/numfmt/names/LICENSE"},
	{"scheme/stopwords/data/*", "2020 Gene Diaz", "MIT", "scheme/stopwords/data/LICENSE"},
	{"vectors/encodings/*", "WHATWG (Apple, Google, Mozilla, Microsoft)", "BSD-3-Clause", "vectors/encodings/LICENSE"},
	{
		"manifest/ocfl/codes.txt",
		"Andrew Hankinson, Neil Jefferies, Rosalyn Metz, Julian Morley, Simeon Warner and Andrew Woods", "CC-BY-4.0", "NOTICE",
	},
}

// common lists licences whose texts are on every Debian system.
var common = []string{"Apache-2.0", "CC0-1.0"}

// apache matches the whole text of Apache-2.0, which Debian's copyright files must not repeat.
var apache = regexp.MustCompile(`(?s)\s*Apache License\s+Version 2\.0, January 2004.*?\n[^\n]*limitations under the License\.\s*`)

// debianName returns Debian's name of a licence.
func debianName(id string) string {
	if id == "MIT" {
		return "Expat"
	}
	return id
}

// writeCopyright writes Debian's copyright file for programs, with every part and module. The texts that
// Debian has are referred to.
func writeCopyright(file string, programs []string) error {
	licensed, err := licensedModules(programs)
	if err != nil {
		return err
	}
	b := bytes.NewBufferString("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n" +
		"Upstream-Name: fpcheck\nSource: https://" + self + "\n")
	for _, p := range ours {
		fmt.Fprintf(b, "\nFiles: %s\nCopyright: %s\nLicense: %s\n", p.files, p.copyright, debianName(p.id))
		if p.text != "" {
			text, err := os.ReadFile(filepath.Join("..", p.text))
			if err != nil {
				return err
			}
			b.WriteString(indented(string(text)))
		}
	}
	for _, m := range licensed {
		var names []string
		for _, id := range m.ids {
			names = append(names, debianName(id))
		}
		copyright := strings.Join(m.copyrights(), "\n           ")
		fmt.Fprintf(b, "\nFiles: vendor/%s/*\nCopyright: %s\nLicense: %s\n", m.path, copyright, strings.Join(names, " and "))
		if !slices.Equal(m.ids, []string{"Apache-2.0"}) {
			b.WriteString(indented(apache.ReplaceAllString(m.text, "\n\n[The text of Apache-2.0 is in /usr/share/common-licenses/Apache-2.0.]\n\n")))
		}
	}
	for _, id := range common {
		fmt.Fprintf(b, "\nLicense: %s\n On Debian systems, the text of this licence is in\n /usr/share/common-licenses/%s.\n", id, id)
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

// indented returns a text as lines of a field.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		if line = strings.TrimRight(line, " \t\r\n\f"); line == "" {
			line = "."
		}
		b.WriteString(" " + line + "\n")
	}
	return b.String()
}

// A licensedModule is a module with the text of its licences.
type licensedModule struct {
	module
	ids  []string
	text string
}

var holder = regexp.MustCompile(`(?im)^[\s*/#]*copyright +((?:\(c\)|©|[12][0-9]{3}).*)$`)

// copyrights returns who has the copyright, after the text, or "the authors" of the module.
func (m licensedModule) copyrights() []string {
	var found []string
	for _, match := range holder.FindAllStringSubmatch(m.text, -1) {
		if who := strings.TrimSpace(match[1]); !slices.Contains(found, who) {
			found = append(found, who)
		}
	}
	if len(found) == 0 {
		found = []string{"the authors of " + m.path}
	}
	return found
}

// licensedModules returns Go and all modules of programs with their licences.
func licensedModules(programs []string) ([]licensedModule, error) {
	modules, goVersion, err := modulesOf(programs)
	if err != nil {
		return nil, err
	}
	dirs, err := moduleDirs()
	if err != nil {
		return nil, err
	}
	var all []licensedModule
	for _, m := range slices.Concat([]module{{path: "std", version: goVersion}}, modules) {
		text, err := licenceOf(m.path, dirs[m.path])
		if err != nil {
			return nil, err
		}
		ids, err := identify(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.path, err)
		}
		all = append(all, licensedModule{m, ids, text})
	}
	return all, nil
}

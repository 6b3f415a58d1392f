package extract

import (
	"context"
	"slices"
)

// Level says how much of a medium's text is certain.
type Level string

const (
	// Exact says that any two readers find the same text: a specification says what
	// it is.
	Exact Level = "exact"
	// Tolerant says that readers find nearly the same text, so that fingerprints may
	// be a few bits apart.
	Tolerant Level = "tolerant"
)

// Medium is what documents of some media types are read by.
type Medium struct {
	MediaTypes []string // the first is the usual one
	Endings    []string // of file names, ascending: ".htm", ".html"
	Level      Level
	Program    string // that must be installed: "pdftotext"; "" if none must
	Package    string // of Debian, that the program is in: "poppler-utils"
	Tool       string // the program with its version: "poppler pdftotext 22.12.0"; "" if it is not installed
}

// Media lists the media that have a reader. It asks the installed programs for their
// versions, until ctx is done.
func Media(ctx context.Context) []Medium {
	var all []Medium
	for _, m := range media {
		one := Medium{MediaTypes: slices.Clone(m.types), Endings: slices.Clone(m.endings), Level: m.level}
		for ending, t := range endings {
			if slices.Contains(m.types, t) {
				one.Endings = append(one.Endings, ending)
			}
		}
		slices.Sort(one.Endings)
		if p := m.program; p != nil {
			one.Program, one.Package = p.command, p.debian
			if path, err := p.installed(); err == nil {
				one.Tool = p.tool(ctx, path)
			}
		}
		all = append(all, one)
	}
	return all
}

// MediaTypes lists the media types that have a reader.
func MediaTypes() []string {
	var types []string
	for _, m := range media {
		types = append(types, m.types...)
	}
	return types
}

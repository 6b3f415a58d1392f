package outcome

import (
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/cli"
)

// A Subject is what is validated as a whole: a bag, an object of OCFL, a web archive.
type Subject struct {
	Kind   string // "bag", "OCFL object"
	Name   string // of its directory or file: "0001"
	Path   string // in the tree that is validated; "" or "." for the tree itself
	File   bool   // it is a file, and no directory
	Format string // of a file, as a media type, or ""
	// ID is the subject's own name, and IDType the kind of it: "External-Identifier". Both may be "".
	ID, IDType string
	Rules      string // the specification: "BagIt 1.0"
	Scope      string // the part of it that was checked; "" for everything
}

// A Finding is a problem that a validation found.
type Finding struct {
	Severity validation.Severity
	Code     string // of the rule: "checksum", "E092"
	Source   string // of the rule: "RFC 8493, 3"
	Path     string // of the file, in the tree; "" for the subject
	At       string // place in the file, or ""
	What     string // the problem
	Expected string // what was expected, or ""
	Sentence string // of the rule, or ""
	Fixity   bool   // bytes were compared with a digest
}

// String returns f as a line without the path.
func (f Finding) String() string {
	s := f.What
	if f.At != "" {
		s = f.At + ": " + s
	}
	if f.Expected != "" {
		s += ": expected " + f.Expected
	}
	if f.Source != "" {
		s += " (" + f.Source + ")"
	}
	return s
}

// CountFindings returns the numbers of findings in words: "1 error, 2 warnings".
func CountFindings(n validation.Counts) string {
	var parts []string
	if n.Errors > 0 {
		parts = append(parts, cli.Count(n.Errors, "error"))
	}
	if n.Warnings > 0 {
		parts = append(parts, cli.Count(n.Warnings, "warning"))
	}
	if n.Unjudged > 0 {
		parts = append(parts, fmt.Sprintf("%d not judged", n.Unjudged))
	}
	return strings.Join(parts, ", ")
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// readHelp builds the command and returns its help and its manual pages.
func readHelp(root string) ([]source, error) {
	scratch, err := os.MkdirTemp("", "prose")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	program := filepath.Join(scratch, "fpcheck")
	if _, err := execute(root, "go", "build", "-o", program, "./cmd/fpcheck"); err != nil {
		return nil, err
	}
	if _, err := execute(root, program, "man", scratch); err != nil {
		return nil, err
	}
	pages, err := filepath.Glob(filepath.Join(scratch, "*.1"))
	if err != nil || len(pages) == 0 {
		return nil, fmt.Errorf("fpcheck man: %d pages, expected one for each command (%v)", len(pages), err)
	}
	var sources []source
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(page), ".1")
		help, err := execute(root, program, append(strings.Split(name, "-")[1:], "--help")...)
		if err != nil {
			return nil, err
		}
		sources = append(sources, readPage("man/"+name+".1", string(text)), readScreen("help/"+name, help))
	}
	return sources, nil
}

var columns = regexp.MustCompile(`\s{2,}`)

// readScreen returns the text of what --help prints: paragraphs, and the last column of tables.
// Usage and examples are code.
func readScreen(name, text string) source {
	s := source{name: name}
	for i, l := range strings.Split(text, "\n") {
		cells := columns.Split(strings.TrimSpace(l), -1)
		switch {
		case strings.TrimSpace(l) == "", strings.HasPrefix(l, "Usage:"):
			s.pause()
		case !strings.HasPrefix(l, " "):
			s.add(i+1, l)
		case len(cells) > 1:
			s.paragraph(i+1, cells[len(cells)-1])
		}
	}
	return s
}

var (
	bold    = regexp.MustCompile(`\\fB(.*?)\\fR`)
	escapes = strings.NewReplacer(`\fB`, "", `\fI`, "", `\fR`, "", `\-`, "-", `\(aq`, "'", `\&`, "", `\e`, `\`)
)

// readPage returns the text of a manual page, in which what is bold is code.
func readPage(name, text string) source {
	s := source{name: name}
	code, tag := false, false
	for i, l := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(l, ".SH "):
			s.pause()
			code = l == ".SH SYNOPSIS"
		case l == ".EX", l == ".EE":
			code = l == ".EX"
		case strings.HasPrefix(l, "."), l == "":
			s.pause()
			tag = l == ".TP"
		case tag:
			tag = false
		case !code:
			s.add(i+1, escapes.Replace(bold.ReplaceAllString(l, "code")))
		}
	}
	return s
}

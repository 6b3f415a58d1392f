package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A source is a text that people read. The list left.txt has its name. A name is the path of a file,
// the path and a part, help/fpcheck-COMMAND, man/fpcheck-COMMAND.1 or commits.
type source struct {
	name     string
	markdown string // of a Markdown file
	lines    []line // of another source
}

// A line is one of a paragraph, or empty between paragraphs.
type line struct {
	number int // in the source
	text   string
}

// notOurs lists folders with files that are built or are data.
var notOurs = []string{"bin", "build", "dist", "man", "node_modules", "target", "testdata"}

// collect returns the sources of a repository.
func collect(root string) ([]source, error) {
	var sources []source
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil, name == ".":
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") || slices.Contains(notOurs, d.Name())):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".md") || d.IsDir():
			return nil
		}
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		parts := []source{{name: name, markdown: string(data)}}
		if strings.HasSuffix(name, ".go") {
			parts, err = readGo(name, data)
		}
		sources = append(sources, parts...)
		return err
	})
	help, helpErr := readHelp(root)
	commits, commitsErr := readCommits(root)
	return slices.Concat(sources, help, commits), errors.Join(err, helpErr, commitsErr)
}

// paragraph adds the lines of a text to the source, as a paragraph that begins in a line.
func (s *source) paragraph(number int, text string) {
	s.pause()
	for i, t := range strings.Split(text, "\n") {
		s.add(number+i, t)
	}
	s.pause()
}

// add adds a line of text to the last paragraph.
func (s *source) add(number int, text string) {
	s.lines = append(s.lines, line{number, plain(text)})
}

// pause ends the last paragraph.
func (s *source) pause() {
	if n := len(s.lines); n > 0 && s.lines[n-1].text != "" {
		s.lines = append(s.lines, line{})
	}
}

// text returns the source as Markdown.
func (s *source) text() string {
	if s.markdown != "" {
		return s.markdown
	}
	var b strings.Builder
	for _, l := range s.lines {
		b.WriteString(l.text + "\n")
	}
	return b.String()
}

// number returns the line of the source that is in a line of its Markdown.
func (s *source) number(n int) int {
	if s.markdown != "" || n < 1 || n > len(s.lines) {
		return n
	}
	return s.lines[n-1].number
}

var (
	links   = strings.NewReplacer("[", "", "]", "")
	marks   = regexp.MustCompile("[<>*_`&#|$~=+\\\\]")
	bullets = regexp.MustCompile(`^(-|\d+[.)])`)
)

// plain returns a line of text in which nothing means something in Markdown.
func plain(text string) string {
	text = marks.ReplaceAllString(links.Replace(strings.TrimSpace(text)), "·")
	return bullets.ReplaceAllString(text, "·")
}

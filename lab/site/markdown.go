package main

import (
	"fmt"
	"html"
	"path"
	"regexp"
	"strings"
)

var (
	code    = regexp.MustCompile("(?s)``.+?``|`[^`]*`")
	link    = regexp.MustCompile(`(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)`)
	mention = regexp.MustCompile(`\bR([0-9]+\.[0-9]+)\b`)
	item    = regexp.MustCompile(`^ *(?:[-*]|[0-9]+\.) `)
	fence   = regexp.MustCompile("^ *```")
)

// convert turns the Markdown of a file into the Markdown of a page, which MkDocs reads. Links lead to
// pages, and rules that the text mentions become links.
func (s *stage) convert(name, page, text string) (string, error) {
	var out, block []string
	var failed error
	flush := func() {
		if len(block) > 0 {
			converted, err := s.prose(name, page, strings.Join(block, "\n"))
			if err != nil && failed == nil {
				failed = err
			}
			out, block = append(out, converted), nil
		}
	}
	fenced := false
	before := ""
	for _, line := range strings.Split(text, "\n") {
		switch {
		case fence.MatchString(line):
			flush()
			if !fenced && before != "" {
				out = append(out, "")
			}
			// MkDocs wants the blocks of a list item four columns in.
			out = append(out, indented(line))
			fenced = !fenced
		case fenced:
			out = append(out, indented(line))
		case strings.HasPrefix(line, "<!--") && strings.HasSuffix(line, "-->"): // marks for tests
			continue
		case line == "":
			flush()
			out = append(out, "")
		default:
			// A list needs a blank line before it.
			if item.MatchString(line) && before != "" && !item.MatchString(before) && !strings.HasPrefix(before, " ") {
				flush()
				out = append(out, "")
			}
			block = append(block, line)
		}
		before = line
	}
	flush()
	return strings.Join(out, "\n"), failed
}

// indented returns a line of code in a list item four columns in, and any other unchanged.
func indented(line string) string {
	if strings.HasPrefix(line, "   ") && !strings.HasPrefix(line, "    ") {
		return " " + line
	}
	return line
}

// prose converts a paragraph, a list or a table.
func (s *stage) prose(name, page, text string) (string, error) {
	if strings.HasPrefix(text, "<") { // HTML with links of the site
		return text, nil
	}
	table := strings.HasPrefix(text, "|")
	heading := strings.HasPrefix(text, "#")
	var kept []string // code and links, which stay as they are
	keep := func(part string) string {
		kept = append(kept, part)
		return fmt.Sprintf("\x00%d\x00", len(kept)-1)
	}
	text = code.ReplaceAllStringFunc(text, func(span string) string {
		if table {
			span = strings.ReplaceAll(span, `\|`, "|")
		}
		return keep(span)
	})
	var failed error
	text = link.ReplaceAllStringFunc(text, func(found string) string {
		m := link.FindStringSubmatch(found)
		target, err := s.target(name, page, m[3], m[1] == "!")
		if err != nil {
			failed = err
		}
		return keep(fmt.Sprintf("%s[%s](%s)", m[1], m[2], target))
	})
	if !heading {
		text = mention.ReplaceAllStringFunc(text, func(id string) string {
			if s.rules[id] == nil {
				return id
			}
			return fmt.Sprintf("[%s](%s#%s)", id, relative(page, "SPEC.md"), id)
		})
	}
	restored := regexp.MustCompile("\x00([0-9]+)\x00")
	for restored.MatchString(text) { // a link may have code in it
		text = restored.ReplaceAllStringFunc(text, func(found string) string {
			var i int
			fmt.Sscanf(found, "\x00%d\x00", &i)
			return kept[i]
		})
	}
	return text, failed
}

// target returns where a link of a file leads from its page.
func (s *stage) target(name, page, to string, image bool) (string, error) {
	if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
		return to, nil
	}
	file, anchor, found := strings.Cut(to, "#")
	if found {
		anchor = "#" + anchor
	}
	if file == "" {
		return anchor, nil
	}
	file = path.Join(path.Dir(name), file)
	if image {
		data, err := s.read(file)
		if err != nil {
			return "", fmt.Errorf("%s: image %s: %w", name, to, err)
		}
		s.files[file] = []byte(data)
		return relative(page, file), nil
	}
	place, err := s.place(file)
	if err != nil {
		return "", fmt.Errorf("%s: link to %s: %w", name, to, err)
	}
	return relative(page, place) + anchor, nil
}

// place returns the page of a file or a folder. If there is none, it asks for a page of the source.
func (s *stage) place(file string) (string, error) {
	if page, ok := s.pages[file]; ok {
		return page, nil
	}
	if page, ok := s.pages[path.Join(file, "README.md")]; ok {
		return page, nil
	}
	if path.Ext(file) == ".svg" && s.tracked[file] {
		data, err := s.read(file)
		s.files[file] = []byte(data)
		return file, err
	}
	s.sources[file] = true
	if s.tracked[file] {
		return sourcePage(file), nil
	}
	for name := range s.tracked {
		if strings.HasPrefix(name, file+"/") {
			return sourceFolder(file), nil
		}
	}
	return "", fmt.Errorf("expected a file or a folder that git knows")
}

// sourcePage returns the page of a source file. MkDocs leaves out names that begin with a dot.
func sourcePage(file string) string {
	return strings.ReplaceAll("source/"+file, "/.", "/dot.") + ".md"
}

func sourceFolder(folder string) string {
	return strings.ReplaceAll("source/"+folder, "/.", "/dot.") + "/index.md"
}

// relative returns the path from one page to another.
func relative(from, to string) string {
	up := strings.Count(from, "/")
	a, b := strings.Split(from, "/"), strings.Split(to, "/")
	same := 0
	for same < up && same < len(b)-1 && a[same] == b[same] {
		same++
	}
	return strings.Repeat("../", up-same) + strings.Join(b[same:], "/")
}

// href returns a link in HTML, which MkDocs does not rewrite, from one page to another.
func href(from, to, anchor, text string) string {
	to = strings.TrimSuffix(relative(from, to), ".md") + ".html"
	if path.Base(to) == "README.html" {
		to = strings.TrimSuffix(to, "README.html") + "index.html"
	}
	if anchor != "" {
		to += "#" + anchor
	}
	return fmt.Sprintf(`<a href="%s">%s</a>`, html.EscapeString(to), html.EscapeString(text))
}

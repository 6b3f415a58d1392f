package main

import (
	"fmt"
	"html"
	"os"
	"strings"

	parser "golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/scheme"
)

// leastFeatures is how many features of sm1 a work has, at least: fewer say little, and more
// make larger files.
const leastFeatures = 220

// work is the beginning of a declaration.
type work struct {
	name, direction string
	parts           []part
	text            string // of its page
}

// part is a heading or a paragraph.
type part struct{ element, text string }

// beginning reads as much of a declaration as has the features.
func beginning(path, name string) (work, error) {
	w := work{name: name, direction: "ltr"}
	f, err := os.Open(path)
	if err != nil {
		return w, err
	}
	defer f.Close()
	root, err := parser.Parse(f)
	if err != nil {
		return w, err
	}
	features := 0
	for n := range root.Descendants() {
		if n.Type != parser.ElementNode || features >= leastFeatures {
			continue
		}
		switch n.Data {
		case "html":
			for _, a := range n.Attr {
				if a.Key == "dir" {
					w.direction = a.Val
				}
			}
		case "h1", "h2", "p", "li":
			if n.Data == "li" && n.FirstChild != nil && n.FirstChild.Type == parser.ElementNode {
				continue // its paragraphs come by themselves
			}
			if text := textOf(n); text != "" {
				w.parts = append(w.parts, part{strings.Replace(n.Data, "li", "p", 1), text})
			}
			if w.text, _, err = extract.VisibleText([]byte(w.page()), ""); err != nil {
				return w, err
			}
			h := scheme.SM1.New()
			h.Write([]byte(w.text))
			features = h.CountFeatures()
		}
	}
	if features < leastFeatures {
		return w, fmt.Errorf("%s: %d features, expected %d at least", path, features, leastFeatures)
	}
	return w, nil
}

// textOf returns the text within an element, with one blank where it has white space.
func textOf(n *parser.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == parser.TextNode {
			b.WriteString(c.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// page returns a work as HTML.
func (w work) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=%q dir=%q>\n<meta charset=\"utf-8\">\n<title>%s</title>\n", w.name, w.direction, w.name)
	for _, p := range w.parts {
		fmt.Fprintf(&b, "<%s>%s</%[1]s>\n", p.element, html.EscapeString(p.text))
	}
	return b.String()
}

// slides returns a work as a presentation of flat XML, a slide for each heading.
func (w work) slides() string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>
`)
	for i, p := range w.parts {
		if i == 0 || p.element != "p" {
			if i > 0 {
				b.WriteString("</draw:text-box></draw:frame></draw:page>\n")
			}
			b.WriteString(`<draw:page><draw:frame svg:x="1cm" svg:y="1cm" svg:width="24cm" svg:height="12cm"><draw:text-box>`)
		}
		fmt.Fprintf(&b, "<text:p>%s</text:p>", html.EscapeString(p.text))
	}
	b.WriteString("</draw:text-box></draw:frame></draw:page>\n</office:presentation></office:body></office:document>\n")
	return b.String()
}

// Package templates renders articles in many languages as pages in many
// designs. The pages measure whether the main text of an article is the same in
// each design. The articles and phrases were written for this test and are in
// the public domain (CC0).
package templates

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

// The kinds of blocks an article is made of.
const (
	Paragraph = "p"
	Heading   = "h"
	Quotation = "q"
	List      = "l"
)

//go:embed articles/*.txt edits/*.txt phrases/*.txt pages/*.html
var files embed.FS

// Block is one paragraph, sub-heading or quotation, or a list with its items.
type Block struct {
	Kind  string
	Text  string
	Items []string
}

// Article is one text with what a page tells about it.
type Article struct {
	Name    string
	Lang    string
	Title   string
	Author  string
	Date    string
	Caption string
	Tags    []string
	Blocks  []Block
}

// Articles returns all articles, sorted by name.
func Articles() []Article {
	entries, err := files.ReadDir("articles")
	if err != nil {
		panic(err)
	}
	var all []Article
	for _, entry := range entries {
		name := strings.TrimSuffix(entry.Name(), ".txt")
		all = append(all, parseArticle(name, read("articles", entry.Name())))
	}
	return all
}

// Text returns the blocks of the article, one block or list item per line.
func (a Article) Text() string {
	var lines []string
	for _, b := range a.Blocks {
		if b.Kind == List {
			lines = append(lines, b.Items...)
		} else {
			lines = append(lines, b.Text)
		}
	}
	return strings.Join(lines, "\n")
}

// read returns an embedded file; a missing one is a mistake in this package.
func read(folder, name string) string {
	data, err := files.ReadFile(path.Join(folder, name))
	if err != nil {
		panic(err)
	}
	return string(data)
}

// parseArticle reads the head lines and the blocks after the first empty line.
func parseArticle(name, text string) Article {
	head, body, _ := strings.Cut(text, "\n\n")
	a := Article{Name: name, Lang: name[:strings.LastIndex(name, "-")]}
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		a.setHead(key, value)
	}
	for chunk := range strings.SplitSeq(body, "\n\n") {
		if chunk = strings.TrimSpace(chunk); chunk != "" {
			a.Blocks = append(a.Blocks, parseBlock(chunk))
		}
	}
	return a
}

func (a *Article) setHead(key, value string) {
	switch key {
	case "title":
		a.Title = value
	case "author":
		a.Author = value
	case "date":
		a.Date = value
	case "caption":
		a.Caption = value
	case "tags":
		a.Tags = strings.Split(value, ", ")
	default:
		panic(fmt.Sprintf("article %s: unknown head line %q", a.Name, key))
	}
}

func parseBlock(chunk string) Block {
	if text, ok := strings.CutPrefix(chunk, "## "); ok {
		return Block{Kind: Heading, Text: text}
	}
	if text, ok := strings.CutPrefix(chunk, "> "); ok {
		return Block{Kind: Quotation, Text: text}
	}
	if !strings.HasPrefix(chunk, "- ") {
		return Block{Kind: Paragraph, Text: chunk}
	}
	list := Block{Kind: List}
	for line := range strings.SplitSeq(chunk, "\n") {
		list.Items = append(list.Items, strings.TrimPrefix(line, "- "))
	}
	return list
}

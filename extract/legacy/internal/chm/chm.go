// Package chm reads Microsoft's HTML Help: pages of HTML in a container that LZX compresses. Microsoft
// has not published the form; other people have described it.
//
// Debian's extract_chmLib is not used. It has no maintainer, and a small document can make it write any
// number of long files. This package unpacks in memory, within the document's budget.
package chm

import (
	"bytes"
	"cmp"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// MediaType is the media type of HTML Help.
const MediaType = "application/vnd.ms-htmlhelp"

// help is a document of several pages.
type help struct {
	*container
	d        *medium.Reading
	charset  string // of pages that declare none
	texts    map[string]*medium.Text
	length   int64    // of all texts
	contents []string // the pages that tables of contents list, in their order
	damaged  int
	pictures bool
}

// Open reads the pages in the order of the table of contents. The others follow in the order of the
// directory.
func Open(d *medium.Reading) error {
	file, size, remove, err := d.Seekable("CHM")
	if err != nil {
		return err
	}
	defer remove()
	c, err := newContainer(d, file, size)
	if err != nil {
		return err
	}
	h := &help{container: c, d: d, charset: charsetOf(c.locale), texts: make(map[string]*medium.Text)}
	if err := h.read(); err != nil {
		return err
	}
	if h.damaged > 0 {
		d.Lose("damaged pages are left out, in whole or in part: %d", h.damaged)
	}
	return h.found()
}

// wanted reports whether a file in the container is read.
func wanted(name string) bool {
	return isPage(name) || isContents(name) || strings.HasPrefix(name, packed)
}

func isPage(name string) bool {
	if !strings.HasPrefix(name, "/") || strings.HasPrefix(name, "/#") || strings.HasPrefix(name, "/$") {
		return false // what is for the program
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".htm", ".html", ".xht", ".xhtml":
		return true
	}
	return false
}

func isContents(name string) bool {
	return strings.HasPrefix(name, "/") && strings.EqualFold(path.Ext(name), ".hhc")
}

// read reads pages and tables of contents in the order of their packing, so that each part is unpacked
// once.
func (h *help) read() error {
	files := slices.DeleteFunc(slices.Clone(h.entries), func(e entry) bool { return !isPage(e.name) && !isContents(e.name) })
	slices.SortStableFunc(files, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.section, b.section), cmp.Compare(a.offset, b.offset))
	})
	var packed *content
	last := entry{}
	for _, e := range files {
		var octets io.Reader
		switch {
		case e.section == last.section && e.offset < last.offset+last.length:
			h.damaged++ // they share bytes
			continue
		case e.section == 0:
			octets = io.NewSectionReader(h.file, h.content+min(e.offset, h.size), max(0, h.size))
		case e.section == 1:
			if packed == nil {
				var err error
				if packed, err = h.unpacked(h.d); err != nil {
					return err
				}
			}
			octets = packed.at(e.offset)
		default:
			h.damaged++
			continue
		}
		last = e
		if err := h.one(e, octets); err != nil {
			return err
		}
	}
	return nil
}

// one reads a page, or a table of contents.
func (h *help) one(e entry, r io.Reader) error {
	if err := h.d.Budget.Member(); err != nil {
		return err
	}
	octets, err := h.d.Whole(io.LimitReader(r, e.length), e.name)
	defer h.d.Budget.Release(int64(len(octets)))
	switch {
	case medium.IsFinal(err):
		return err
	case err != nil || int64(len(octets)) < e.length:
		h.damaged++
	}
	if isContents(e.name) {
		return h.list(octets, e.name)
	}
	return h.page(octets, e.name)
}

func (h *help) page(octets []byte, name string) error {
	charset := h.charset
	if markup.SaysEncoding(octets) {
		charset = ""
	}
	text := h.d.NewText()
	pictures, err := markup.Page(h.d, octets, charset, flow.To(text))
	h.pictures = h.pictures || pictures
	if err != nil {
		return err
	}
	if h.length += int64(len(text.String())); text.String() == "" {
		return nil
	}
	if err := h.d.Budget.Text(h.length); err != nil {
		return err
	}
	h.texts[key(name)] = text
	return nil
}

// key returns a name as others refer to it.
func key(name string) string { return strings.ToLower(strings.TrimPrefix(name, "/")) }

// list reads a table of contents: a page of objects whose parameters are names of pages.
func (h *help) list(octets []byte, name string) error {
	charset := h.charset
	if markup.SaysEncoding(octets) {
		charset = ""
	}
	decoded, _, _ := markup.Decode(octets, charset)
	z := html.NewTokenizer(bytes.NewReader(decoded))
	for i := 0; ; i++ {
		switch z.Next() {
		case html.ErrorToken:
			return nil
		case html.StartTagToken, html.SelfClosingTagToken:
			if target := local(z); target != "" {
				if target = within(target, path.Dir(name)); target == "" {
					continue
				}
				if err := h.d.Budget.Hold(int64(len(target))+64, "a table of contents"); err != nil {
					return err
				}
				h.contents = append(h.contents, target)
			}
		}
		if i%1024 == 0 {
			if err := h.d.Check(); err != nil {
				return err
			}
		}
	}
}

// local returns the page that a parameter names, or "".
func local(z *html.Tokenizer) string {
	tag, more := z.TagName()
	if string(tag) != "param" {
		return ""
	}
	name, value := "", ""
	for more {
		var k, v []byte
		k, v, more = z.TagAttr()
		switch string(k) {
		case "name":
			name = string(v)
		case "value":
			value = string(v)
		}
	}
	if !strings.EqualFold(name, "Local") {
		return ""
	}
	return value
}

// within returns the page that a table of contents in a folder refers to, or "" for other documents.
func within(target, folder string) string {
	target = strings.ReplaceAll(target, `\`, "/")
	if i := strings.Index(target, "::/"); i >= 0 { // in a document that it names, usually itself
		target = target[i+2:]
	} else if strings.Contains(target, "://") {
		return ""
	}
	target, _, _ = strings.Cut(target, "#")
	if plain, err := url.PathUnescape(target); err == nil {
		target = plain
	}
	if !strings.HasPrefix(target, "/") {
		target = path.Join(folder, target)
	}
	return key(path.Clean(target))
}

// found passes the texts of the pages to the document.
func (h *help) found() error {
	var all []io.Reader
	pages := 0
	add := func(name string) {
		text := h.texts[name]
		if text == nil {
			return
		}
		delete(h.texts, name)
		if pages++; pages > 1 {
			all = append(all, strings.NewReader("\n"))
		}
		all = append(all, strings.NewReader(text.String()))
	}
	for _, name := range h.contents {
		add(name)
	}
	for _, e := range h.entries {
		add(key(e.name))
	}
	if pages == 0 {
		return h.without()
	}
	h.d.Text = io.MultiReader(all...)
	return nil
}

package zipped

import (
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// The text of an EPUB is the visible text of the documents in its spine. See EPUB 3.3, and Open Packaging
// Format 2.0.1 for old books. Each is read once, in order, including nonlinear ones, to which links lead. Of
// several renditions, the first counts. A table of contents, a cover or an NCX outside the spine is left out.
// Any other page with text outside the spine is a lost part.
//
// A document in SVG or other XML is read like a file of that kind. Any other is read as XHTML by R11.12 and the
// following rules of SPEC.md. If it is not well-formed, it is read as HTML. Empty elements, CDATA sections and the
// document type declaration are still read as in XML.

const (
	containerFile  = "META-INF/container.xml"
	encryptionFile = "META-INF/encryption.xml"
)

// container returns the name of the container file, or "". Some books are in a folder of their archive.
func (p *reader) container() string {
	if p.has(containerFile) {
		return containerFile
	}
	for _, f := range p.files {
		if name := memberName(f.Name); strings.HasSuffix(name, "/"+containerFile) && strings.Count(name, "/") == 2 {
			return name
		}
	}
	return ""
}

func (p *reader) epub() error {
	container := p.container()
	if container == "" {
		return fmt.Errorf("%w: the archive has no %q", medium.ErrMalformed, containerFile)
	}
	top := strings.TrimSuffix(container, containerFile)
	root, err := p.rootFile(container)
	if err != nil {
		return err
	}
	if root, err = resolve(top, root); err != nil {
		return err
	}
	encrypted, err := p.encrypted(top)
	if err != nil {
		return err
	}
	chapters, others, err := p.spine(root)
	if err != nil {
		return err
	}
	read := make(map[string]bool)
	for _, c := range chapters {
		if read[c.name] {
			continue // a spine may list sections of one page
		}
		read[c.name] = true
		switch {
		case c.isXML() && p.has(c.name) && !encrypted[c.name]:
			p.pictures = p.pictures || c.mediaType == svg
			if err := p.show(c.name, c.mediaType); err != nil {
				return err
			}
		case strings.HasPrefix(c.mediaType, "image/") && c.mediaType != svg && p.has(c.name):
			if p.pictures = true; isPage(c.name) {
				p.document.Lose("%q of the spine is left out: its name has the ending of a page, but its type is %s", c.name, c.mediaType)
			}
		case encrypted[c.name]:
			p.leaveOut(c.name, medium.ErrEncrypted)
		default:
			if err := p.chapter(c.name); err != nil {
				p.leaveOut(c.name, err)
			}
		}
		if err := p.flow.Err(); err != nil {
			return err
		}
	}
	return p.unlisted(others, read)
}

// unlisted notes pages with text that the manifest lists and the spine does not.
func (p *reader) unlisted(others []chapter, read map[string]bool) error {
	for _, c := range others {
		if read[c.name] || !p.has(c.name) {
			continue
		}
		read[c.name] = true
		text := p.document.NewText()
		err := p.into(text, func() error { return p.chapter(c.name) })
		shows := strings.ContainsFunc(text.String(), unicode.IsLetter)
		text.Reset()
		switch {
		case medium.IsFinal(err):
			return err
		case err != nil || shows:
			p.document.Lose("%q is left out: the manifest lists it, and the spine does not", c.name)
		}
	}
	return nil
}

// isPage reports whether a name ends as the names of pages do.
func isPage(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".xhtml", ".html", ".htm":
		return true
	}
	return false
}

// rootFile returns the name of the package document of the first rendition.
func (p *reader) rootFile(container string) (string, error) {
	root := ""
	err := p.walk(container, elements{start: func(name string, e xml.StartElement) bool {
		if e.Name.Local == "rootfile" && root == "" {
			root = attr(e, "full-path")
		}
		return true
	}})
	if err == nil && root == "" {
		err = fmt.Errorf("%w: %q names no package", medium.ErrMalformed, container)
	}
	return root, err
}

// encrypted returns the members that need a key. A font that is only obfuscated needs none.
func (p *reader) encrypted(top string) (map[string]bool, error) {
	found := make(map[string]bool)
	if !p.has(top + encryptionFile) {
		return found, nil
	}
	obfuscated := false
	err := p.walk(top+encryptionFile, elements{start: func(_ string, e xml.StartElement) bool {
		switch e.Name.Local {
		case "EncryptedData":
			obfuscated = false
		case "EncryptionMethod":
			switch attr(e, "Algorithm") {
			case "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC":
				obfuscated = true
			}
		case "CipherReference":
			if href, err := url.PathUnescape(attr(e, "URI")); err == nil && !obfuscated {
				found[path.Join(top, href)] = true
				p.hold(len(href)+entryCost, "names of encrypted members")
			}
		}
		return true
	}})
	return found, err
}

// chapter is a document of a book.
type chapter struct{ name, mediaType string }

const svg = "image/svg+xml"

// isXML reports whether a document is XML but no page of XHTML, such as a picture in SVG with text.
func (c chapter) isXML() bool {
	switch c.mediaType {
	case svg:
		return true
	case "application/xhtml+xml", "application/x-dtbook+xml":
		return false
	case "application/xml", "text/xml":
		return !isPage(c.name)
	}
	return strings.HasSuffix(c.mediaType, "+xml") && !isPage(c.name)
}

// spine returns the documents of a package in reading order. It also returns other pages in the manifest,
// except a table of contents and a cover.
func (p *reader) spine(root string) (chapters, others []chapter, err error) {
	items := make(map[string]chapter)
	var refs, pages []string
	guide := make(map[string]bool)
	err = p.walk(root, elements{start: func(_ string, e xml.StartElement) bool {
		switch e.Name.Local {
		case "item":
			id, item := attr(e, "id"), chapter{attr(e, "href"), attr(e, "media-type")}
			items[id] = item
			p.hold(len(id)+len(item.name)+len(item.mediaType)+entryCost, "items of a book")
			if properties := strings.Fields(attr(e, "properties")); isPage(item.name) && !slices.Contains(properties, "nav") {
				pages = append(pages, id)
				p.hold(len(id)+4*stringCost, "the pages of a book")
			}
		case "itemref":
			ref := attr(e, "idref")
			refs = append(refs, ref)
			p.hold(len(ref)+4*stringCost, "the spine of a book")
		case "reference": // of the guide
			if kind := attr(e, "type"); kind == "toc" || kind == "cover" {
				href, _, _ := strings.Cut(attr(e, "href"), "#")
				guide[href] = true
				p.hold(len(href)+entryCost, "the guide of a book")
			}
		}
		return true
	}})
	if err != nil {
		return nil, nil, err
	}
	if len(refs) == 0 {
		return nil, nil, fmt.Errorf("%w: %q has no spine", medium.ErrMalformed, root)
	}
	for _, ref := range refs {
		item, ok := items[ref]
		if !ok {
			p.document.Lose("%q: the spine lists %q, which the manifest does not", root, ref)
			continue
		}
		u, err := url.Parse(item.name)
		if err != nil || u.IsAbs() || u.Host != "" || u.Path == "" {
			p.document.Lose("%q: %q of the spine is at %q: expected a path in the archive", root, ref, item.name)
			continue
		}
		if item.name, err = resolve(path.Dir(root), u.Path); err != nil {
			p.document.Lose("%q: %q of the spine: %w", root, ref, err)
			continue
		}
		chapters = append(chapters, item)
	}
	for _, id := range pages {
		item := items[id]
		u, err := url.Parse(item.name)
		if err != nil || guide[item.name] || u.IsAbs() || u.Host != "" {
			continue // it is no page of the book
		}
		if item.name, err = resolve(path.Dir(root), u.Path); err == nil {
			others = append(others, item)
		}
	}
	return chapters, others, nil
}

func (p *reader) chapter(name string) error {
	r, err := p.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	octets, err := p.document.Whole(r, name)
	if err != nil {
		return err
	}
	p.flow.Line()
	defer p.document.Budget.Release(int64(len(octets)))
	text := p.document.NewText()
	defer text.Reset()
	pictures, err := markup.XHTML(p.document, octets, text)
	if errors.Is(err, medium.ErrMalformed) {
		broken, cut, wrong := markup.BrokenXHTML(p.document, octets, p.flow)
		if cut {
			p.document.Lose("%q is cut short or damaged: read up to there: %w", name, err)
		}
		pictures, err = broken, wrong
	} else if err == nil && text.String() != "" {
		p.flow.Piece(text.String())
	}
	p.pictures = p.pictures || pictures
	if err != nil {
		return fmt.Errorf("%q: %w", name, err)
	}
	return p.flow.Err()
}

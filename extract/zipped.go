package extract

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// zipped is a document that is a ZIP archive of XML.
type zipped struct {
	*archive
	document *Document
	in       *inner
	text     limited
	flow     flow
	pictures bool // something else than text is shown
}

// openZipped reads a ZIP archive that is a document. What it is its members say, not
// its media type, which only must be of the same family.
func openZipped(d *Document, source *bufio.Reader, in *inner) error {
	if in.depth > in.limits.Depth {
		return fmt.Errorf("%w: more than %d documents in one another", ErrTooDeep, in.limits.Depth)
	}
	a, err := openArchive(in.ctx, source, in.limits)
	if err != nil {
		return err
	}
	defer a.close()
	p := &zipped{archive: a, document: d, in: in}
	p.text = limited{archive: a}
	p.flow.w = &p.text
	found, read, err := p.kind()
	if err != nil {
		return err
	}
	if want := d.MediaType; want != zipType && family(want) != family(found) {
		return fmt.Errorf("%w: %s: expected %s", ErrMalformed, found, want)
	}
	d.MediaType = found
	if err := read(); err != nil {
		return err
	}
	if p.flow.err != nil {
		return p.flow.err
	}
	if !p.flow.begun && p.pictures {
		return fmt.Errorf("%w: %s of nothing but pictures", ErrNoText, found)
	}
	d.Encoding, d.text = "", strings.NewReader(p.text.String())
	return nil
}

const zipType = "application/zip"

// kind finds what document the archive is.
func (p *zipped) kind() (mediaType string, read func() error, err error) {
	if p.has("mimetype") {
		octets, err := p.read("mimetype")
		if err != nil {
			return "", nil, err
		}
		switch t := strings.TrimSpace(string(octets[:min(len(octets), 200)])); {
		case t == epubType:
			return t, p.epub, nil
		case strings.HasPrefix(t, openDocument):
			return t, p.openDocument, nil
		}
	}
	switch {
	case p.has(contentTypes):
		return p.officeOpenXML()
	case p.container() != "":
		return epubType, p.epub, nil
	case p.has("content.xml") && p.has(manifestFile):
		return openDocument + "text", p.openDocument, nil
	}
	return "", nil, fmt.Errorf("%w: %s that is none of DOCX, XLSX, PPTX, ODT, ODS, ODP, EPUB", ErrUnsupported, zipType)
}

// family is what media types have in common that differ in macros or as templates.
func family(mediaType string) string {
	for _, f := range []struct{ name, of string }{
		{"wordprocessingml", "word"}, {"ms-word", "word"},
		{"spreadsheetml", "excel"}, {"ms-excel", "excel"},
		{"presentationml", "powerpoint"}, {"ms-powerpoint", "powerpoint"},
		{"opendocument", "opendocument"},
	} {
		if strings.Contains(mediaType, f.name) {
			return f.of
		}
	}
	return mediaType
}

// walk reads an XML member.
func (p *zipped) walk(name string, e elements) error {
	r, err := p.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	return e.walk(r, name, &p.flow.err)
}

// embed reads a document within, which a reader is shown as part of this one.
func (p *zipped) embed(name string) error {
	r, err := p.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	within := &Document{Profile: p.document.Profile, ctx: p.in.ctx, source: p.document.source}
	in := &inner{ctx: p.in.ctx, name: path.Base(name), profile: p.in.profile, limits: p.in.limits, depth: p.in.depth + 1}
	if in.depth > in.limits.Depth {
		return fmt.Errorf("%w: more than %d documents in one another, at %q", ErrTooDeep, in.limits.Depth, name)
	}
	err = within.open(r, "", in)
	if errors.Is(err, ErrUnsupported) || errors.Is(err, ErrNoText) {
		p.document.Notes = append(p.document.Notes, fmt.Sprintf("%q is left out: %v", name, err))
		return nil
	}
	if err != nil {
		return fmt.Errorf("%q: %w", name, err)
	}
	text, err := whole(within, in.limits, name)
	if err != nil {
		return err
	}
	p.flow.line()
	p.flow.characters(strings.ToValidUTF8(string(text), "\uFFFD"), true)
	p.flow.line()
	return nil
}

// limited holds a text, within the limits of the archive it comes of.
type limited struct {
	strings.Builder
	*archive
}

func (l *limited) WriteString(s string) (int, error) {
	length := int64(l.Len() + len(s))
	switch {
	case length > l.limits.Size:
		return 0, fmt.Errorf("%w: more than %d octets of text", ErrTooLarge, l.limits.Size)
	case l.limits.expands(l.packed, length):
		return 0, fmt.Errorf("%w: more than %d octets of text of one", ErrExpansion, l.limits.Ratio)
	}
	return l.Builder.WriteString(s)
}

var _ io.StringWriter = (*limited)(nil)

package pdf

import (
	"errors"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/pdf/internal/objects"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

const (
	// mostLevels bounds the levels of the tree of pages.
	mostLevels = 256
	// seenCost is the memory of the number of an object that was read, in bytes.
	seenCost = 32
	// notShown are the flags of annotations that are not shown: Hidden and NoView (ISO 32000-1, 12.5.3).
	notShown = 1<<1 | 1<<5
)

// noComments are the types of annotations whose Contents only describe what they show or do.
var noComments = lazy.Names("Link Widget Movie Screen PrinterMark TrapNet Watermark 3D RichMedia")

// commentReader reads comments: the Contents of annotations, which pdftotext does not print.
type commentReader struct {
	document *medium.Reading
	file     *objects.File
	seen     map[uint32]bool // objects that were read
	text     *medium.Text
	wrong    error // the first thing that cannot be read
}

// comments returns the comments in the order of the pages, if they are asked for. Each ends its line.
func comments(d *medium.Reading, octets io.ReaderAt, size int64) (string, error) {
	if !d.Include.Comments {
		return "", nil
	}
	held := d.Budget.Held()
	r := commentReader{document: d}
	file, err := readObjects(d, octets, size, func(file *objects.File) error {
		r.file = file
		return r.read()
	})
	switch {
	case errors.Is(err, objects.ErrEncrypted), errors.Is(err, objects.ErrDamaged) && file.Encrypted():
		d.Lose("%w: PDF: its comments are not read; remove its password", medium.ErrEncrypted)
	case errors.Is(err, objects.ErrDamaged):
		d.Lose("not all comments of the PDF are read: %w", err)
	case err != nil:
		return "", err
	}
	text := ""
	if r.text != nil {
		text = r.text.String()
	}
	d.Budget.Release(d.Budget.Held() - held)
	return text, d.Budget.Hold(int64(len(text)), "text")
}

// read reads the comments on all pages, and returns the first thing that is wrong.
func (r *commentReader) read() error {
	r.seen, r.text, r.wrong = make(map[uint32]bool), r.document.NewText(), nil
	root, err := r.file.GetEntry(r.file.Trailer, "Root")
	if err == nil {
		err = r.page(root.Entry("Pages"), 0)
	}
	if err := r.skip(err); err != nil {
		return err
	}
	return r.wrong
}

// skip notes what is wrong with the file, and returns other errors.
func (r *commentReader) skip(err error) error {
	if objects.IsOfFile(err) {
		if r.wrong == nil {
			r.wrong = err
		}
		return nil
	}
	return err
}

// get returns what a value leads to, and false if that is to be read only once and has been.
func (r *commentReader) get(v objects.Value) (objects.Value, bool, error) {
	if number, ok := v.Ref(); ok {
		if r.seen[number] {
			return nil, false, nil
		}
		r.seen[number] = true
		if err := r.document.Budget.Hold(seenCost, "the objects of PDF"); err != nil {
			return nil, false, err
		}
	}
	found, err := r.file.Get(v)
	return found, true, r.skip(err)
}

// page reads the comments on a page, or on the pages of a node of their tree.
func (r *commentReader) page(v objects.Value, level int) error {
	node, isNew, err := r.get(v)
	if err != nil || !isNew {
		return err
	}
	if len(node) == 0 {
		return r.skip(fmt.Errorf("%w: a page is missing", objects.ErrDamaged))
	}
	if level == mostLevels {
		return r.skip(fmt.Errorf("%w: the pages are in more than %d levels", objects.ErrDamaged, mostLevels))
	}
	kids, err := r.file.GetEntry(node, "Kids")
	if err := r.skip(err); err != nil {
		return err
	}
	held := int64(cap(node) + cap(kids))
	if err := r.document.Budget.Hold(held, "the pages of PDF"); err != nil {
		return err
	}
	defer r.document.Budget.Release(held)
	for kid := range kids.Elements() {
		if err := r.page(kid, level+1); err != nil {
			return err
		}
	}
	annotations, _, err := r.get(node.Entry("Annots"))
	if err != nil {
		return err
	}
	for v := range annotations.Elements() {
		annotation, isNew, err := r.get(v)
		if err == nil && isNew {
			err = r.annotation(annotation)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// annotation reads a comment. Free text that is shown is part of its page. A popup shows the text of its parent.
func (r *commentReader) annotation(v objects.Value) error {
	subtype, flags, parent, plain, rich := "", int64(0), false, "", ""
	for key, v := range v.Entries() {
		switch key {
		case "Subtype", "F", "Parent", "Contents", "RC":
		default:
			continue
		}
		value, err := r.file.Get(v)
		if err := r.skip(err); err != nil {
			return err
		}
		switch key {
		case "Subtype":
			subtype = value.Name()
		case "F":
			flags, _ = value.Int()
		case "Parent":
			parent = len(value) > 0
		case "Contents":
			plain = value.Text()
		case "RC":
			rich = value.Text()
		}
	}
	if noComments.Has(subtype) || subtype == "Popup" && parent || subtype == "FreeText" && flags&notShown == 0 {
		return nil
	}
	if strings.TrimSpace(plain) == "" {
		plain = withoutTags(rich)
	}
	if plain == "" {
		return nil
	}
	if r.file.Encrypted() {
		return r.skip(objects.ErrEncrypted)
	}
	_, err := r.text.WriteString(plain + "\n")
	return err
}

var (
	lineTag = lazy.Regexp(`</?(p|div|br)\b[^>]*>`)
	tag     = lazy.Regexp(`<[^>]*>`)
)

// withoutTags returns the text of rich text (12.7.3.4).
func withoutTags(rich string) string {
	return strings.TrimSpace(html.UnescapeString(tag().ReplaceAllString(lineTag().ReplaceAllString(rich, "\n"), "")))
}

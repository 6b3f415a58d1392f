// Package iwork reads documents of Apple's Pages, Numbers and Keynote. Until 2009 they are one XML file
// in a ZIP archive. Since 2013 they are many messages of Protocol Buffers.
//
// Apple published the first form only. Other people found the second in the programs themselves.
package iwork

import (
	"bufio"
	"fmt"
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/spreadsheet"
	"github.com/lsh-interop/fpcheck/extract/office/internal/zipped"
)

// title is what notes and errors call the documents.
const title = "iWork"

// reader reads a document of either form.
type reader struct {
	d        *medium.Reading
	text     *medium.Text
	flow     *flow.Flow
	sheet    *spreadsheet.Writer
	sheets   bool // rows of cells are lines: it is of Numbers
	margins  *margins.Margins
	pictures bool // something that is no text is shown

	// Since 2013:
	objects map[uint64]object
	shown   map[uint64]bool // objects; each is read once
	lists   map[uint64]map[uint32]entry
	menus   map[uint64][]string
	rich    map[uint64]string    // texts of cells
	formats map[formatKey]format // of cells
	own     map[[2]uint64]format // formats of the user's own, by their identifiers
	notes   []uint64             // footnotes that are to come
	depth   int                  // objects in one another
}

// Open reads a document. Its members tell whether it is of Pages, Numbers or Keynote.
func Open(d *medium.Reading) error {
	m, err := zipped.OpenMembers(d)
	if err != nil {
		return err
	}
	defer m.Close()
	text := d.NewText()
	r := &reader{d: d, text: text, flow: flow.To(text), margins: margins.Of(d)}
	r.sheet = spreadsheet.To(r.flow)
	r.objects, r.shown = make(map[uint64]object), make(map[uint64]bool)
	r.lists, r.menus, r.rich = make(map[uint64]map[uint32]entry), make(map[uint64][]string), make(map[uint64]string)
	r.formats, r.own = make(map[formatKey]format), make(map[[2]uint64]format)
	if err := r.read(m); err != nil {
		return err
	}
	r.margins.WriteTo(r.flow)
	if err := r.flow.Err(); err != nil {
		return err
	}
	if !r.flow.Begun() && r.pictures {
		return fmt.Errorf("%w: %s of nothing but pictures", medium.ErrNoText, title)
	}
	d.Text = strings.NewReader(text.String())
	return nil
}

// read finds the member that has the text, or those.
func (r *reader) read(m *zipped.Members) error {
	var index, archive string
	components := false
	for _, name := range m.Names() {
		switch base := path.Base(name); base {
		case ".iwpv2", ".iwph":
			return fmt.Errorf("%w: it needs a password", medium.ErrEncrypted)
		case "index.xml", "index.apxl", "presentation.apxl", "index.xml.gz", "index.apxl.gz", "presentation.apxl.gz":
			if index == "" || len(name) < len(index) {
				index = name
			}
		case "Index.zip":
			archive = name
		default:
			components = components || strings.HasSuffix(name, componentEnding)
		}
	}
	switch {
	case components:
		if err := r.readComponents(m); err != nil {
			return err
		}
		return r.document()
	case archive != "":
		return r.inner(m, archive)
	case index != "":
		return r.readXML(m, index)
	}
	return fmt.Errorf("%w: %s: the archive has neither %q nor %q", medium.ErrMalformed, title, "index.xml", "Index/Document.iwa")
}

// inner reads the archive within a document that was a folder.
func (r *reader) inner(m *zipped.Members, name string) error {
	member, err := m.Open(name)
	if err != nil {
		return err
	}
	defer member.Close()
	within, err := r.d.Within(name)
	if err != nil {
		return err
	}
	within.Source = bufio.NewReaderSize(member, medium.SourceSize)
	inside, err := zipped.OpenMembers(within)
	if err != nil {
		return fmt.Errorf("%q: %w", name, err)
	}
	defer inside.Close()
	if err := r.readComponents(inside); err != nil {
		return err
	}
	return r.document()
}

// elsewhere is where a part of a text is written, and where it went on before.
type elsewhere struct {
	text   *medium.Text
	before *flow.Flow
}

// begin lets what comes now be written elsewhere.
func (r *reader) begin() elsewhere {
	e := elsewhere{r.d.NewText(), r.flow}
	r.flow = flow.To(e.text)
	r.sheet.Into(r.flow)
	return e
}

// end continues what begin started, and returns the text written elsewhere, which is no longer counted.
func (r *reader) end(e elsewhere) string {
	if err := r.flow.Err(); err != nil {
		e.before.Fail(err)
	}
	r.flow = e.before
	r.sheet.Into(e.before)
	s := e.text.String()
	e.text.Reset()
	return s
}

// aside returns the text that the function writes.
func (r *reader) aside(write func()) string {
	e := r.begin()
	write()
	return r.end(e)
}

// margin reads what the function writes as part of the margins, not of the text.
func (r *reader) margin(write func()) {
	if err := r.margins.Add(r.aside(write)); err != nil {
		r.flow.Fail(err)
	}
}

// hold counts bytes of memory. If there are too many, reading ends.
func (r *reader) hold(n int, what string) {
	if err := r.d.Budget.Hold(int64(n), what); err != nil {
		r.flow.Fail(err)
	}
}

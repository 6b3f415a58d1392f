package word

import (
	"encoding/binary"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// What Word allows bounds the cost of a field. All fields may refer to one form.
const (
	mostEntries = 25
	mostEntry   = 255 // characters
)

// formData reads the form of the innermost field: see FFData in [MS-DOC]. A character in the field's
// instruction has the place of the form in another stream.
func (w *reader) formData() error {
	n := len(w.fields)
	if n == 0 || !w.fields[n-1].instruction {
		return nil
	}
	f := &w.fields[n-1]
	switch field.Name(f.code()) {
	case field.CheckBox, field.List:
	default: // a link, for example
		return nil
	}
	if !w.opened {
		var err error
		if w.data, err = w.open("Data"); medium.IsFinal(err) {
			return err
		}
		w.opened = true
	}
	if f.form = formAt(w.data, w.now.place); f.form == "" {
		w.document.Lose("what a form shows is not in the stream Data")
	}
	return nil
}

// formAt returns what a form shows, and "" if it is cut short or of another kind.
func formAt(data []byte, place uint32) string {
	const header = 68 // bytes before the form: see NilPICFAndBinData
	r := &formFields{data[min(int64(place)+header, int64(len(data))):]}
	r.octets(4) // the version
	bits := r.word()
	r.word()     // the longest text
	r.word()     // the size of the box
	r.skipText() // the name
	var form field.Form
	switch bits & 3 {
	case 1:
		form = field.NewForm(field.CheckBox)
	case 2:
		form = field.NewForm(field.List)
	default:
		return ""
	}
	if chosen := int(bits >> 2 & 31); chosen != field.Undefined {
		form.Choose(chosen)
	}
	form.Preset(int(r.word()))
	for range 5 { // a format, help, status, and two macros
		r.skipText()
	}
	r.word() // marks a list of strings in UTF-16
	count := min(int(r.word()), mostEntries)
	r.word() // bytes after each string
	for range count {
		form.Entry(r.string(int(r.word())))
	}
	return form.Text()
}

// formFields reads the fields of a form. Those beyond its end are empty.
type formFields struct{ left []byte }

func (r *formFields) octets(n int) []byte {
	octets := r.left[:min(n, len(r.left))]
	r.left = r.left[len(octets):]
	return octets
}

func (r *formFields) word() uint16 {
	if octets := r.octets(2); len(octets) == 2 {
		return binary.LittleEndian.Uint16(octets)
	}
	return 0
}

// string reads a string of n characters, up to the most that an entry has.
func (r *formFields) string(n int) string {
	octets := r.octets(2 * n)
	return utf16text.Text(octets[:min(len(octets), 2*mostEntry)])
}

// skipText skips a string after its length, and the zero after it.
func (r *formFields) skipText() { r.octets(2*int(r.word()) + 2) }

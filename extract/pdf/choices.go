package pdf

import (
	"maps"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
	"github.com/lsh-interop/fpcheck/extract/pdf/internal/objects"
)

const (
	// combo is the flag of a choice field that shows only what is chosen (ISO 32000-1, 12.7.4.4).
	combo = 1 << 17
	// mostAbove bounds the fields above a field that it inherits from.
	mostAbove = 16
)

// chosen returns what is chosen in a list, each after a box that is ticked. pdftotext prints all entries of a list. It
// returns "" for other fields.
func (r *treeReader) chosen(annotation objects.Value) (string, error) {
	above, isKid := annotation.Entry("Parent").Ref()
	// A field with many kids is read once.
	if isKid = isKid && annotation.Entry("FT") == nil; isKid && r.unlisted[above] {
		return "", nil
	}
	kind, err := r.inherited(annotation, "FT")
	if err != nil {
		return "", err
	}
	if kind.Name() != "Ch" {
		if isKid {
			r.unlisted[above] = true
			err = r.document.Budget.Hold(seenCost, "the form of PDF")
		}
		return "", err
	}
	flags, err := r.inherited(annotation, "Ff")
	if n, _ := flags.Int(); err != nil || n&combo != 0 {
		return "", err
	}
	values, err := r.inherited(annotation, "V")
	if err != nil {
		return "", err
	}
	entries, err := r.inherited(annotation, "Opt")
	if err != nil {
		return "", err
	}
	left := make(map[string]bool)
	err = r.each(values, func(v objects.Value) error {
		left[v.Text()] = true
		return r.document.Budget.Hold(boxCost+int64(len(v)), "the form of PDF")
	})
	if err != nil {
		return "", err
	}
	delete(left, "")
	if len(left) > 0 && r.file.Encrypted() {
		return "", objects.ErrEncrypted
	}
	var places map[int64]bool
	if len(left) == 0 {
		if places, err = r.chosenPlaces(annotation); err != nil {
			return "", err
		}
	}
	var all []string
	place := int64(-1)
	err = r.each(entries, func(v objects.Value) error { // a text, or the value and the text
		place++
		value, text := "", ""
		err := r.each(v, func(v objects.Value) error {
			if text = v.Text(); value == "" {
				value = text
			}
			return nil
		})
		if left[value] || left[text] || places[place] {
			delete(left, value)
			delete(left, text)
			all = append(all, field.Box(true)+" "+text)
		}
		return err
	})
	for _, value := range slices.Sorted(maps.Keys(left)) {
		all = append(all, field.Box(true)+" "+value)
	}
	return strings.Map(withoutControls, strings.Join(all, " ")), err
}

// chosenPlaces returns the places of the chosen entries of a list, from 0. They count if its values do not say them.
func (r *treeReader) chosenPlaces(annotation objects.Value) (map[int64]bool, error) {
	values, err := r.inherited(annotation, "I")
	if err != nil || len(values) == 0 {
		return nil, err
	}
	places := make(map[int64]bool)
	return places, r.each(values, func(v objects.Value) error {
		if n, ok := v.Int(); ok {
			places[n] = true
		}
		return r.document.Budget.Hold(boxCost, "the form of PDF")
	})
}

// each calls use with what each element of an array leads to, or with a value that is no array.
func (r *treeReader) each(v objects.Value, use func(objects.Value) error) error {
	if len(v) == 0 || v[0] != '[' {
		return use(v)
	}
	for element := range v.Elements() {
		element, err := r.file.Get(element)
		if err == nil {
			err = use(element)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// inherited returns an entry of a field, or of the nearest field above it that has one.
func (r *treeReader) inherited(field objects.Value, key string) (objects.Value, error) {
	for range mostAbove {
		if v := field.Entry(key); v != nil {
			return r.file.Get(v)
		}
		above, err := r.file.GetEntry(field, "Parent")
		if err != nil || len(above) == 0 {
			return nil, err
		}
		field = above
	}
	return nil, nil
}

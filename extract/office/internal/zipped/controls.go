package zipped

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// Controls are forms that are filled in. Those of a sheet have a part each. ActiveX controls have one too, and most
// have their state in another, in binary.

var errControl = errors.New("unknown form")

// controls writes a line for each control of a sheet or slide.
func (p *reader) controls(links relationships) error {
	for _, r := range links {
		if r.target == "" || r.kind != "ctrlProp" && r.kind != "control" {
			continue
		}
		text, err := p.control(r.target)
		if err != nil {
			return err
		}
		p.flow.Line()
		p.flow.Characters(text, false)
		p.flow.Line()
	}
	return nil
}

// control returns what a control shows. A damaged control is left out.
func (p *reader) control(part string) (string, error) {
	text, err := p.controlText(part)
	if err != nil && !medium.IsFinal(err) {
		p.document.Lose("a form control cannot be read: %q: %v", part, err)
		return "", nil
	}
	return text, err
}

func (p *reader) controlText(part string) (text string, err error) {
	var class, persistence, state string
	properties := make(map[string]string)
	err = p.walk(part, elements{start: func(name string, e xml.StartElement) bool {
		switch name {
		case "formControlPr":
			text = sheetControl(e)
		case "ocx":
			class, persistence, state = attr(e, "classid"), attr(e, "persistence"), attrIn(e, "r:id")
		case "ocxPr":
			if property := attr(e, "name"); property == "Value" || property == "Caption" {
				properties[property] = attr(e, "value")
			}
		}
		return name != "ocxPr"
	}})
	kind := formOf(class)
	if err != nil || kind == noForm {
		return text, err
	}
	if persistence != "persistPropertyBag" {
		links, err := p.relationships(part)
		if err != nil {
			return "", err
		}
		if properties, err = p.morph(links.byID()[state].target); err != nil {
			return "", err
		}
	}
	value := properties["Value"]
	if kind == boxForm {
		value = field.Box(value == "1" || strings.EqualFold(value, "true")) + " " + properties["Caption"]
	}
	return strings.TrimSpace(value), nil
}

// sheetControl returns the state of a control of a sheet. The entries of a list are in cells, so its choice is a
// number.
func sheetControl(e xml.StartElement) string {
	switch attr(e, "objectType") {
	case "CheckBox", "Radio":
		return field.Box(attrOr(e, "checked", "Unchecked") != "Unchecked")
	case "Drop", "List":
		if choice := attrOr(e, "sel", "0"); choice != "0" {
			return field.Box(true) + " " + choice
		}
	}
	return ""
}

// morph returns the properties of an ActiveX control in a part. They are in a stream of their own, or behind the
// control's class.
func (p *reader) morph(part string) (map[string]string, error) {
	if part == "" {
		return nil, errControl
	}
	r, err := p.open(part)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	octets, err := p.document.Whole(r, part)
	if err != nil {
		return nil, err
	}
	defer p.document.Budget.Release(int64(len(octets)))
	compound, err := ole.New(bytes.NewReader(octets))
	if err != nil { // not a compound file
		const class = 16
		return morphed(octets[min(class, len(octets)):])
	}
	for _, f := range compound.File {
		if ole.Fold(f.Name) == ole.Fold("contents") {
			octets, err = io.ReadAll(io.LimitReader(f, 2*longestOfControl))
			if err != nil {
				return nil, err
			}
			return morphed(octets)
		}
	}
	return nil, errControl
}

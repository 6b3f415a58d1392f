package zipped

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// flatPart is a part of a package in one XML file ("Flat OPC"). Its bytes are a piece of the file.
type flatPart struct {
	contentType string
	octets      []byte
	binary      bool // bytes is base64
}

func (f *flatPart) reader() io.ReadCloser {
	if f.binary {
		return io.NopCloser(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(f.octets)))
	}
	return io.NopCloser(bytes.NewReader(f.octets))
}

// OpenFlatPackage reads a package of Office Open XML that is one XML file.
func OpenFlatPackage(d *medium.Reading) error {
	octets, err := d.Whole(d.Source, "package in XML")
	if err != nil {
		return err
	}
	a := &archive{within: d, flat: make(map[string]*flatPart), twice: make(map[string]bool)}
	if err := a.listFlat(bytes.TrimPrefix(octets, []byte("\xef\xbb\xbf"))); err != nil {
		return err
	}
	if len(a.flat) == 0 {
		return fmt.Errorf("%w: package in XML: it has no parts", medium.ErrMalformed)
	}
	text := d.NewText()
	p := &reader{archive: a, document: d, flow: flow.To(text)}
	_, read, err := p.officeOpenXML()
	if err != nil {
		return err
	}
	return p.read(read, text)
}

// listFlat finds where the parts are.
func (a *archive) listFlat(octets []byte) error {
	const where = "package in XML"
	d := &decoder{within: a.within, r: bytes.NewReader(octets)}
	s := &source{in: bufio.NewReader(d), where: where}
	d.source, d.Decoder = s, xml.NewDecoder(s)
	d.CharsetReader = func(label string, r io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("encoding %q: expected UTF-8", label)
	}
	var path []string
	var part *flatPart
	var begin int64
	for n := 0; ; n++ {
		if n%1024 == 0 {
			if err := a.within.Check(); err != nil {
				return err
			}
		}
		before := s.at
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return badXML(where, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			name := prefixed(t.Name)
			switch len(path) {
			case 0:
				if name != "pkg:package" {
					return fmt.Errorf("%w: <%s>: expected the element pkg:package", medium.ErrMalformed, name)
				}
			case 1:
				if part, err = a.flatPart(t); err != nil {
					return err
				}
			case 2:
				part.binary, begin = name == "pkg:binaryData", s.at
				if err := d.skim(mostElements - 3); err != nil {
					return err
				}
			}
			path = append(path, name)
		case xml.EndElement:
			if path = path[:len(path)-1]; len(path) == 2 {
				part.octets = octets[begin:before]
			}
		}
	}
	a.folded = foldNames(a.list)
	return nil
}

func (a *archive) flatPart(e xml.StartElement) (*flatPart, error) {
	name := strings.Clone(memberName(attrIn(e, "pkg:name")))
	f := &flatPart{contentType: strings.Clone(attrIn(e, "pkg:contentType"))}
	a.twice[name] = a.flat[name] != nil
	a.flat[name] = f
	a.list = append(a.list, name)
	if len(a.flat) > mostMembers {
		return nil, fmt.Errorf("%w: more than %d parts in a package in XML", medium.ErrTooLarge, mostMembers)
	}
	return f, a.within.Budget.Hold(int64(2*entryCost+len(name)+len(f.contentType)), "parts")
}

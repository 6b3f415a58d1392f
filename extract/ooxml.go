package extract

import (
	"encoding/xml"
	"fmt"
	"path"
	"slices"
	"strings"
)

// The media types of documents that are ZIP archives.
var (
	wordTypes = []string{
		wordML + "document", wordML + "template",
		"application/vnd.ms-word.document.macroEnabled.12", "application/vnd.ms-word.template.macroEnabled.12",
	}
	sheetTypes = []string{
		sheetML + "sheet", sheetML + "template",
		"application/vnd.ms-excel.sheet.macroEnabled.12", "application/vnd.ms-excel.template.macroEnabled.12",
	}
	slideTypes = []string{
		slideML + "presentation", slideML + "slideshow", slideML + "template",
		"application/vnd.ms-powerpoint.presentation.macroEnabled.12",
		"application/vnd.ms-powerpoint.slideshow.macroEnabled.12",
		"application/vnd.ms-powerpoint.template.macroEnabled.12",
	}
	openDocumentTypes = []string{
		openDocument + "text", openDocument + "text-template", openDocument + "text-master",
		openDocument + "spreadsheet", openDocument + "spreadsheet-template",
		openDocument + "presentation", openDocument + "presentation-template",
		openDocument + "graphics", openDocument + "graphics-template",
	}
)

const (
	officeML     = "application/vnd.openxmlformats-officedocument."
	wordML       = officeML + "wordprocessingml."
	sheetML      = officeML + "spreadsheetml."
	slideML      = officeML + "presentationml."
	contentTypes = "[Content_Types].xml"
)

// officeOpenXML finds the main part of an Office Open XML package (ISO/IEC 29500-2)
// and what it is.
func (p *zipped) officeOpenXML() (mediaType string, read func() error, err error) {
	top, err := p.relationships("")
	if err != nil {
		return "", nil, err
	}
	main := top.first("officeDocument")
	if main == "" {
		return "", nil, fmt.Errorf("%w: %s whose parts include no document of Office Open XML", ErrUnsupported, zipType)
	}
	if mediaType, err = p.contentType(main); err != nil {
		return "", nil, err
	}
	mediaType = strings.TrimSuffix(strings.TrimSuffix(mediaType, "+xml"), ".main")
	if strings.HasPrefix(mediaType, "application/vnd.ms-") {
		mediaType = strings.TrimSuffix(mediaType, "Template") + ".12"
	}
	switch {
	case slices.Contains(wordTypes, mediaType):
		return mediaType, func() error { return p.wordprocessing(main) }, nil
	case slices.Contains(sheetTypes, mediaType):
		return mediaType, func() error { return p.spreadsheet(main) }, nil
	case slices.Contains(slideTypes, mediaType):
		return mediaType, func() error { return p.slides(main) }, nil
	}
	return "", nil, fmt.Errorf("%w: Office Open XML of type %q", ErrUnsupported, mediaType)
}

// contentType finds the media type of a part.
func (p *zipped) contentType(part string) (string, error) {
	var override, ending string
	err := p.walk(contentTypes, elements{start: func(name string, e xml.StartElement) bool {
		switch {
		case name == "ct:Override" && strings.EqualFold(memberName(attr(e, "PartName")), part):
			override = attr(e, "ContentType")
		case name == "ct:Default" && strings.EqualFold("."+attr(e, "Extension"), path.Ext(part)):
			ending = attr(e, "ContentType")
		}
		return true
	}})
	if override == "" {
		override = ending
	}
	return override, err
}

// relationship is of one part to another.
type relationship struct{ id, kind, target string }

type relationships []relationship

// relationships reads those of a part, "" for the package.
func (p *zipped) relationships(part string) (relationships, error) {
	name := path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
	if part == "" {
		name = "_rels/.rels"
	}
	if p.part(name) == "" {
		return nil, nil
	}
	var list relationships
	err := p.walk(p.part(name), elements{start: func(element string, e xml.StartElement) bool {
		if element == "rel:Relationship" && attr(e, "TargetMode") != "External" {
			target, err := resolve(path.Dir(part), strings.ReplaceAll(attr(e, "Target"), `\`, "/"))
			if err != nil {
				target = "" // it matters if the part is asked for
			}
			list = append(list, relationship{attr(e, "Id"), path.Base(attr(e, "Type")), p.part(target)})
		}
		return true
	}})
	return list, err
}

// part is the name of a member for the name of a part, whose case does not matter.
func (p *zipped) part(name string) string {
	if p.has(name) {
		return name
	}
	for _, f := range p.files {
		if n := memberName(f.Name); strings.EqualFold(n, name) {
			return n
		}
	}
	return ""
}

// first is the target of the first relationship of a kind, "" if there is none.
func (l relationships) first(kind string) string {
	for _, r := range l {
		if r.kind == kind {
			return r.target
		}
	}
	return ""
}

// of is the relationship of an id.
func (l relationships) of(id string) relationship {
	for _, r := range l {
		if r.id == id {
			return r
		}
	}
	return relationship{}
}

// choices are the open elements mc:AlternateContent: of each, whether one of its
// choices was taken. The first is, and no other.
type choices []bool

// start reports whether an element is read.
func (c *choices) start(name string) bool {
	switch name {
	case "mc:AlternateContent":
		*c = append(*c, false)
	case "mc:Choice", "mc:Fallback":
		if n := len(*c); n > 0 {
			if (*c)[n-1] {
				return false
			}
			(*c)[n-1] = true
		}
	}
	return true
}

func (c *choices) end(name string) {
	if n := len(*c); n > 0 && name == "mc:AlternateContent" {
		*c = (*c)[:n-1]
	}
}

// isOn is the value of a property that is on where it has no value.
func isOn(value string) bool {
	switch value {
	case "0", "false", "off":
		return false
	}
	return true
}

// symbol is a character of a symbol font: Greek letters are in Symbol where Latin
// ones are elsewhere; other such fonts hold pictures.
func symbol(font string, r rune) string {
	if r >= 0xF000 && r <= 0xF0FF {
		r -= 0xF000
	}
	if r >= 0xE000 && r <= 0xF8FF {
		return ""
	}
	if !strings.EqualFold(font, "Symbol") {
		if r < 0x100 {
			return ""
		}
		return string(r)
	}
	const upper, lower = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
	switch {
	case 'A' <= r && r <= 'Z':
		return string([]rune(upper)[r-'A'])
	case 'a' <= r && r <= 'z':
		return string([]rune(lower)[r-'a'])
	case r >= 0x100:
		return string(r)
	}
	return ""
}

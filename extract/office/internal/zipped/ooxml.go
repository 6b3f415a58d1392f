package zipped

import (
	"cmp"
	"encoding/xml"
	"path"
	"slices"
	"strings"
	"unicode"
)

// contentTypes is the member that lists the media types of the others.
const contentTypes = "[Content_Types].xml"

func (p *reader) contentType(part string) (string, error) {
	if f := p.flat[part]; f != nil {
		return f.contentType, nil
	}
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
	override = cmp.Or(override, ending)
	return override, err
}

// relationship leads from one part to another.
type relationship struct{ id, kind, target string }

type relationships []relationship

// relationships reads the relationships of a part, "" for the package.
func (p *reader) relationships(part string) (relationships, error) {
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
				target = "" // an error only if the part is needed
			}
			r := relationship{attr(e, "Id"), path.Base(attr(e, "Type")), p.part(target)}
			if r.target == "" && p.reads(r.kind) {
				p.document.Lose("the archive has no %q, to which %q refers", cmp.Or(target, attr(e, "Target")), cmp.Or(part, name))
			}
			list = append(list, r)
			p.hold(3*stringCost+len(r.id)+len(r.kind), "relationships")
		}
		return true
	}})
	return list, err
}

// reads reports whether parts to which relationships of a kind lead are read.
func (p *reader) reads(kind string) bool {
	switch kind {
	case "styles", "settings", "footnotes", "endnotes", "header", "footer", "aFChunk", "chart", "chartEx", "chartUserShapes",
		"diagramData", "worksheet", "chartsheet", "sharedStrings", "drawing", "slide", "slideLayout", "slideMaster",
		"ctrlProp", "control",
		"package", "oleObject": // named by embedded
		return true
	case "comments", "threadedComment":
		return p.document.Include.Comments
	case "notesSlide":
		return p.document.Include.Notes
	}
	return false
}

// linked returns the relationship that an element refers to. It notes a missing one.
func (p *reader) linked(links map[string]relationship, id, what string) relationship {
	r, ok := links[id]
	if !ok {
		p.document.Lose("a %s is not in the package: no relationship %q", what, id)
	}
	return r
}

// part returns the member that a part's name means in any case, or "".
func (p *reader) part(name string) string {
	if p.has(name) {
		return name
	}
	return p.folded()[foldCase(name)]
}

// foldCase returns the same for names that differ in case only.
func foldCase(name string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, name)
}

// first returns the target of the first relationship of a kind, "" if there is none.
func (l relationships) first(kind string) string {
	for _, r := range l {
		if r.kind == kind {
			return r.target
		}
	}
	return ""
}

// has reports whether there is one of a kind, whatever its target.
func (l relationships) has(kind string) bool {
	return slices.ContainsFunc(l, func(r relationship) bool { return r.kind == kind })
}

func (l relationships) byID() map[string]relationship {
	ids := make(map[string]relationship, len(l))
	for _, r := range l {
		if _, ok := ids[r.id]; !ok {
			ids[r.id] = r
		}
	}
	return ids
}

// isOn reports whether a property is on, as it is without a value.
func isOn(value string) bool {
	switch value {
	case "0", "false", "off":
		return false
	}
	return true
}

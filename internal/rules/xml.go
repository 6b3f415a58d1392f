package rules

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
	"github.com/lsh-interop/fpcheck/vectors/markup"
)

// XML is the part of chapter 11 for XML: from a document to its visible text. It builds the tree of
// the whole document and then reads the tree.
type XML struct {
	Encodings []func(octets []byte, declared string) string // R11.11: the first that is not ""
	Mark      bool                                          // R11.2: the byte order mark is dropped

	Decoded func(text string) string // before all that follows

	Comment, Instruction, CDATA, Doctype *regexp.Regexp // R11.12
	DoctypeAnywhere                      bool
	CDATAText                            func(text string) string
	BetweenText                          string // what a comment or an instruction gives

	Name, Attribute, TagEnd, EndTag *regexp.Regexp // R11.13
	FirstCounts                     bool
	KeepValues                      bool                          // references in values stay
	ValueKey                        func(reference string) string // what means nothing in a value
	Local                           func(name string) string
	AttributeName                   func(name string) string

	Reference *regexp.Regexp // R11.14
	Key       []func(x *XML, key string) (text string, ok bool)

	Entity       *regexp.Regexp // R11.15
	Declaration  *regexp.Regexp
	EntityLength int
	Forgetful    bool // an entity without a text is not declared
	EntityFirst  bool
	EntityText   func(x *XML, literal string) (text string, ok bool)
	Subset       bool // it is read

	Deepest    int // R11.16
	Matches    func(end, open string) bool
	LenientEnd bool // the document may end anywhere
	Outside    func(text string) bool
	SecondRoot bool
	SpareEnds  bool // an end tag that ends nothing is skipped

	Vocabularies map[string]*Vocabulary // R11.17
	Other        *Vocabulary
	RootName     func(root *Node) string
	Shaped       func(v *Vocabulary, n *Node) // R11.18: each element of the tree, before it is read

	Declared map[string]EntityValue // R11.15, of the document that is read
}

// EntityValue is the replacement of a declared entity, if it is a text.
type EntityValue struct {
	Text string
	Ok   bool
}

// A Node is an element, or text.
type Node struct {
	Name, Local string // "" for text
	Text        string
	attrs       [][2]string
	Within      []*Node
}

// Get returns the value of an attribute, and whether the element has the attribute.
func (n *Node) Get(name string) (string, bool) {
	for _, a := range n.attrs {
		if a[0] == name {
			return a[1], true
		}
	}
	return "", false
}

// Value returns the value of an attribute, or "".
func (n *Node) Value(name string) string {
	v, _ := n.Get(name)
	return v
}

// Patterns of R11.12 and R11.13.
const (
	XMLBlanks = `[\t\n\f\r ]`
	NameStart = `A-Za-z_:\x{80}-\x{10FFFF}`
	XMLName   = `[` + NameStart + `][` + NameStart + `0-9.-]*`
)

var errXML = errors.New("refused")

// Construct returns a regular expression that matches a pattern at the start of the rest. Each is
// compiled once.
func Construct(pattern string) *regexp.Regexp {
	re, ok := constructs.Load(pattern)
	if !ok {
		re, _ = constructs.LoadOrStore(pattern, regexp.MustCompile(`^(?:`+pattern+`)`))
	}
	return re.(*regexp.Regexp)
}

var constructs sync.Map

// NewXML returns the rules unchanged.
func NewXML() *XML {
	return &XML{
		Encodings: []func([]byte, string) string{ByMark, byTransport, ByNulls, ByDeclaration, byDefault},
		Mark:      true,
		Decoded:   func(text string) string { return text },

		Comment:     Construct(`<!--(?s:.*?)-->`),
		Instruction: Construct(`<\?(?s:.*?)\?>`),
		CDATA:       Construct(`<!\[CDATA\[((?s:.*?))\]\]>`),
		Doctype:     Construct(`<!DOCTYPE`),
		CDATAText:   func(text string) string { return text },

		Name:        Construct(XMLName),
		Attribute:   Construct(XMLBlanks + `*(` + XMLName + `)` + XMLBlanks + `*=` + XMLBlanks + `*(?:"([^"]*)"|'([^']*)')`),
		TagEnd:      Construct(XMLBlanks + `*(/?)>`),
		EndTag:      Construct(`</(` + XMLName + `)` + XMLBlanks + `*>`),
		FirstCounts: true,
		Local:       func(name string) string { return name[strings.LastIndex(name, ":")+1:] },

		AttributeName: func(name string) string { return name },

		Reference: Construct(`&([#` + NameStart + `0-9.-]*);`),
		ValueKey:  func(reference string) string { return reference },
		Key:       []func(*XML, string) (string, bool){TheFive, TheNumber, TheDeclared, TheNamed},

		Entity:       Construct(`<!ENTITY` + XMLBlanks + `*(` + XMLName + `)(?:` + XMLBlanks + `*(?:"([^"]*)"|'([^']*)'))?`),
		Declaration:  Construct(`<(?:[^"'>]|"[^"]*"|'[^']*')*>`),
		EntityLength: 256, EntityFirst: true, EntityText: PlainEntity, Subset: true,

		Deepest: 500,
		Matches: func(end, open string) bool { return end == open },
		Outside: func(text string) bool { return strings.Trim(text, "\t\n\f\r ") == "" },

		Vocabularies: NewVocabularies(), Other: otherXML(),
		RootName: func(root *Node) string { return root.Local },
		Shaped:   func(*Vocabulary, *Node) {},
	}
}

// R11.11.

// ByMark is (a) of R11.1.
func ByMark(octets []byte, _ string) string {
	switch {
	case bytes.HasPrefix(octets, []byte("\xEF\xBB\xBF")):
		return "utf-8"
	case bytes.HasPrefix(octets, []byte("\xFE\xFF")):
		return "utf-16be"
	case bytes.HasPrefix(octets, []byte("\xFF\xFE")):
		return "utf-16le"
	}
	return ""
}

func byTransport(_ []byte, declared string) string { return whatwg.Lookup(declared) }

// ByNulls is (c) of R11.11.
func ByNulls(octets []byte, _ string) string {
	switch {
	case bytes.HasPrefix(octets, []byte{0x3C, 0, 0x3F, 0}):
		return "utf-16le"
	case bytes.HasPrefix(octets, []byte{0, 0x3C, 0, 0x3F}):
		return "utf-16be"
	}
	return ""
}

// ByDeclaration is (d) of R11.11.
func ByDeclaration(octets []byte, _ string) string {
	head, _, ok := bytes.Cut(octets[:min(len(octets), 1024)], []byte(">"))
	if !ok {
		return ""
	}
	return DeclaredIn(head)
}

// xmlLabel is the HTML Standard's "get an XML encoding", in which only the first
// "encoding" counts.
const (
	xmlLabel      = `^<\?xml(?s:.*?)encoding((?s:.*))$`
	xmlLabelValue = `^[\x00-\x20]*=[\x00-\x20]*(?:"([^"\x00-\x20]*)"|'([^'\x00-\x20]*)')`
)

func DeclaredIn(head []byte) string {
	m := regexp.MustCompile(xmlLabel).FindSubmatch(bytes.ToValidUTF8(head, []byte("?")))
	if m == nil {
		return ""
	}
	v := regexp.MustCompile(xmlLabelValue).FindSubmatch(m[1])
	if v == nil {
		return ""
	}
	name := whatwg.Lookup(string(v[1]) + string(v[2]))
	if strings.HasPrefix(name, "utf-16") {
		return "utf-8"
	}
	return name
}

func byDefault([]byte, string) string { return "utf-8" }

// R11.14.

// TheFive has the references that XML itself defines.
func TheFive(_ *XML, key string) (string, bool) {
	text, ok := map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}[key]
	return text, ok
}

const number = `#(?:x0*([0-9A-Fa-f]{1,6})|0*([0-9]{1,7}))$`

// TheNumber resolves a reference by number.
func TheNumber(_ *XML, key string) (string, bool) {
	m := Construct(number).FindStringSubmatch(key)
	if m == nil {
		return "", false
	}
	n, _ := strconv.ParseInt(m[1]+m[2], map[bool]int{true: 16, false: 10}[m[1] != ""], 32)
	if n == 0 || !utf8.ValidRune(rune(n)) {
		return "", false
	}
	return string(rune(n)), true
}

// TheDeclared finds a declared entity with a text. A declared entity without a text hides the one of
// HTML; [TheNamed] does that.
func TheDeclared(x *XML, key string) (string, bool) {
	e := x.Declared[key]
	return e.Text, e.Ok
}

// TheNamed resolves a reference that HTML names.
func TheNamed(x *XML, key string) (string, bool) {
	if _, ok := x.Declared[key]; ok {
		return "", false
	}
	text, ok := NamedReferences()[key]
	return text, ok
}

// NamedReferences are the references in vectors/markup/entities.txt.
var NamedReferences = sync.OnceValue(func() map[string]string {
	m := make(map[string]string)
	for line := range strings.Lines(markupdata.Entities) {
		fields := strings.Fields(line)
		for _, h := range fields[1:] {
			if n, err := strconv.ParseInt(h, 16, 32); err == nil && fields[0] != "#" {
				m[fields[0]] += string(rune(n))
			}
		}
	}
	return m
})

func (x *XML) meaning(key string) (string, bool) {
	for _, of := range x.Key {
		if text, ok := of(x, key); ok {
			return text, true
		}
	}
	return "", false
}

// R11.15.

// PlainEntity returns the text of an entity, unless it contains markup.
func PlainEntity(x *XML, literal string) (string, bool) {
	if utf8.RuneCountInString(literal) > x.EntityLength || strings.Contains(literal, "<") {
		return "", false
	}
	var text strings.Builder
	for s := literal; s != ""; {
		if s[0] != '&' {
			n := strings.IndexByte(s+"&", '&')
			text.WriteString(s[:n])
			s = s[n:]
			continue
		}
		m := x.Reference.FindStringSubmatch(s)
		if m == nil {
			return "", false
		}
		means, ok := TheFive(x, m[1])
		if !ok {
			means, ok = TheNumber(x, m[1])
			ok = ok && means != "&" && means != "<"
		}
		if !ok {
			return "", false
		}
		text.WriteString(means)
		s = s[len(m[0]):]
	}
	return text.String(), true
}

// documentType reads the text after <!DOCTYPE, and returns the rest.
func (x *XML) documentType(s string) (string, error) {
	for s != "" {
		var err error
		switch c := s[0]; {
		case c == '>':
			return s[1:], nil
		case c == '"' || c == '\'':
			s, err = afterLiteral(s)
		case c == '[' && x.Subset:
			s, err = x.internalSubset(s[1:])
		default:
			s = s[1:]
		}
		if err != nil {
			return "", err
		}
	}
	return "", errXML
}

func afterLiteral(s string) (string, error) {
	_, rest, ok := strings.Cut(s[1:], s[:1])
	if !ok {
		return "", errXML
	}
	return rest, nil
}

func (x *XML) internalSubset(s string) (string, error) {
	for s != "" {
		switch {
		case s[0] == ']':
			return s[1:], nil
		case s[0] != '<':
			s = s[1:]
			continue
		}
		declaration := x.Declaration
		switch {
		case strings.HasPrefix(s, "<!--"):
			declaration = x.Comment
		case strings.HasPrefix(s, "<?"):
			declaration = x.Instruction
		}
		m := declaration.FindString(s)
		if m == "" {
			return "", errXML
		}
		if e := x.Entity.FindStringSubmatchIndex(m); e != nil && declaration == x.Declaration {
			x.declare(m, e)
		}
		s = s[len(m):]
	}
	return "", errXML
}

func (x *XML) declare(declaration string, e []int) {
	name := declaration[e[2]:e[3]]
	if _, ok := x.Declared[name]; ok && x.EntityFirst {
		return
	}
	var text EntityValue
	for _, group := range []int{4, 6} {
		if e[group] >= 0 {
			text.Text, text.Ok = x.EntityText(x, declaration[e[group]:e[group+1]])
		}
	}
	if text.Ok || !x.Forgetful {
		x.Declared[name] = text
	}
}

// tree reads the document: R11.12 to R11.16. It returns the text before, in and after the root
// element.
func (x *XML) tree(s string) (*Node, error) {
	document := &Node{}
	open := []*Node{document}
	give := func(text string) error {
		in := open[len(open)-1]
		if in == document && !x.Outside(text) {
			return errXML
		}
		in.Within = append(in.Within, &Node{Text: text})
		return nil
	}
	rooted := false
	for s != "" {
		if s[0] != '<' && s[0] != '&' {
			n := strings.IndexAny(s+"<", "<&")
			if err := give(s[:n]); err != nil {
				return nil, err
			}
			s = s[n:]
			continue
		}
		if m := x.Reference.FindStringSubmatch(s); m != nil {
			text, ok := x.meaning(m[1])
			if !ok {
				return nil, errXML
			}
			if err := give(text); err != nil {
				return nil, err
			}
			s = s[len(m[0]):]
		} else if m := x.Comment.FindString(s); m != "" {
			give(x.BetweenText)
			s = s[len(m):]
		} else if m := x.Instruction.FindString(s); m != "" {
			give(x.BetweenText)
			s = s[len(m):]
		} else if m := x.CDATA.FindStringSubmatch(s); m != nil {
			if err := give(x.CDATAText(m[1])); err != nil {
				return nil, err
			}
			s = s[len(m[0]):]
		} else if m := x.Doctype.FindString(s); m != "" && (!rooted || x.DoctypeAnywhere) {
			var err error
			if s, err = x.documentType(s[len(m):]); err != nil {
				return nil, err
			}
		} else if m := x.EndTag.FindStringSubmatch(s); m != nil {
			if len(open) > 1 && x.Matches(m[1], open[len(open)-1].Name) {
				open = open[:len(open)-1]
			} else if !x.SpareEnds {
				return nil, errXML
			}
			s = s[len(m[0]):]
		} else if name := x.Name.FindString(s[1:]); s[0] == '<' && name != "" {
			n := &Node{Name: name, Local: x.Local(name)}
			in := open[len(open)-1]
			if in == document && rooted && !x.SecondRoot || len(open)-1 == x.Deepest {
				return nil, errXML
			}
			rooted = true
			in.Within = append(in.Within, n)
			s = s[1+len(name):]
			for m := x.Attribute.FindStringSubmatch(s); m != nil; m = x.Attribute.FindStringSubmatch(s) {
				x.addAttribute(n, x.AttributeName(m[1]), strings.Join(m[2:], ""))
				s = s[len(m[0]):]
			}
			end := x.TagEnd.FindStringSubmatch(s)
			if end == nil {
				return nil, errXML
			}
			s = s[len(end[0]):]
			if end[1] == "" {
				open = append(open, n)
			}
		} else {
			if x.LenientEnd && rooted {
				break
			}
			return nil, errXML
		}
	}
	if !rooted || len(open) > 1 && !x.LenientEnd {
		return nil, errXML
	}
	return document, nil
}

var inValue = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`&([#` + NameStart + `0-9.-]*);`) })

func (x *XML) addAttribute(n *Node, name, value string) {
	if _, ok := n.Get(name); ok && x.FirstCounts {
		return
	}
	if !x.KeepValues {
		value = inValue().ReplaceAllStringFunc(value, func(reference string) string {
			if text, ok := x.meaning(reference[1 : len(reference)-1]); ok {
				return text
			}
			return x.ValueKey(reference)
		})
	}
	n.attrs = append([][2]string{{name, value}}, n.attrs...)
}

// Text returns the visible text of a document, or an error if it is refused.
func (x XML) Text(octets []byte, declared string) (string, error) { // a copy of its own
	x.Declared = make(map[string]EntityValue)
	encoding := ""
	for _, by := range x.Encodings {
		if encoding = by(octets, declared); encoding != "" {
			break
		}
	}
	if x.Mark {
		octets = WithoutMark(octets)
	}
	b, _ := whatwg.NewDecoder(encoding).Bytes(octets) // replaces ill-formed bytes and does not fail
	document, err := x.tree(x.Decoded(string(b)))
	if err != nil {
		return "", err
	}
	var f Flow
	for _, n := range document.Within {
		if n.Name == "" {
			continue
		}
		v, ok := x.Vocabularies[x.RootName(n)]
		if !ok {
			v = x.Other
		}
		x.shape(v, n)
		f.element(v, document, n, 0, v.TextIn == "*", false)
	}
	return f.out.String(), nil
}

// shape passes the elements of a tree to Shaped, inner ones last.
func (x *XML) shape(v *Vocabulary, n *Node) {
	x.Shaped(v, n)
	for _, c := range n.Within {
		if c.Name != "" {
			x.shape(v, c)
		}
	}
}

// Flow writes the pieces of a text: R11.8 and R11.9.
type Flow struct {
	out         strings.Builder
	Pieces      int
	Blank, line bool
	Joined      bool
	Whole       bool // R11.23: the last String was its SUBS_CONTENT
}

// call requests a blank or a line end before the next piece, or neither.
func (f *Flow) call(c string) {
	f.Blank = f.Blank || c == " "
	f.line = f.line || c == "\n"
	f.Joined = f.Joined || c == NoBreak
}

// Piece writes a piece of text, after what was called for.
func (f *Flow) Piece(s string) {
	if f.Pieces > 0 && !f.Joined {
		if f.line {
			f.out.WriteByte('\n')
		} else if f.Blank {
			f.out.WriteByte(' ')
		}
	}
	f.out.WriteString(s)
	f.Pieces++
	f.Blank, f.line, f.Joined = false, false, false
}

func (f *Flow) characters(v *Vocabulary, s string, pre bool) {
	for s != "" {
		n := strings.IndexFunc(s, func(r rune) bool { return !v.IsBlank(r) })
		if n < 0 {
			n = len(s)
		}
		if n > 0 {
			if pre && strings.ContainsAny(s[:n], "\n\r") {
				f.call("\n")
			} else {
				f.call(" ")
			}
			s = s[n:]
			continue
		}
		if n = strings.IndexFunc(s, v.IsBlank); n < 0 {
			n = len(s)
		}
		f.Piece(s[:n])
		s = s[n:]
	}
}

// element reads an element in its parent. before is the number of pieces written since the parent's
// start tag. It reports whether the element was not left out.
func (f *Flow) element(v *Vocabulary, in, n *Node, before int, text, pre bool) bool {
	if v.Omit(v, n) || v.Replaces != nil && v.Replaces(f, n, f.Pieces-before) {
		return false
	}
	if kept, ok := v.Only[in.Local]; ok && in.Name != "" && !slices.Contains(kept, n.Local) {
		return false
	}
	called := v.Calls(v, n)
	if v.Before {
		f.call(called)
	}
	if v.Spoken != nil {
		v.Spoken(f, n)
	}
	text = text || n.Local == v.TextIn
	pre = pre || slices.Contains(v.Preformatted, n.Local)
	one, before := false, f.Pieces
	for _, c := range n.Within {
		switch {
		case c.Name == "" && text:
			f.characters(v, c.Text, pre)
		case c.Name != "" && !(one && slices.Contains(v.First, n.Local)):
			one = f.element(v, n, c, before, text, pre) || one
		}
	}
	if v.After {
		f.call(called)
	}
	return true
}

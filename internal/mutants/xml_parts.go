package mutants

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/whatwg"
	"github.com/lsh-interop/fpcheck/vectors"
)

// xmlParts is the part on XML of chapter 11 once more, with parts to replace: it holds
// the document, builds its tree, and then reads that. It is the oracle of the reference,
// and what the mutants of R11.11 to R11.24 are made of.
type xmlParts struct {
	encodings []func(octets []byte, declared string) string // R11.11: the first that is not ""
	mark      bool                                          // R11.2: the byte order mark is dropped

	decoded func(text string) string // before all that follows

	comment, instruction, cdata, doctype *regexp.Regexp // R11.12
	doctypeAnywhere                      bool
	cdataText                            func(text string) string
	betweenText                          string // what a comment or an instruction gives

	name, attribute, tagEnd, endTag *regexp.Regexp // R11.13
	firstCounts                     bool
	keepValues                      bool                          // references in values stay
	valueKey                        func(reference string) string // what means nothing in a value
	local                           func(name string) string
	attributeName                   func(name string) string

	reference *regexp.Regexp // R11.14
	key       []func(x *xmlParts, key string) (text string, ok bool)

	entity       *regexp.Regexp // R11.15
	declaration  *regexp.Regexp
	entityLength int
	forgetful    bool // an entity without a text is not declared
	entityFirst  bool
	entityText   func(x *xmlParts, literal string) (text string, ok bool)
	subset       bool // it is read

	deepest    int // R11.16
	matches    func(end, open string) bool
	lenientEnd bool // the document may end anywhere
	outside    func(text string) bool
	secondRoot bool
	spareEnds  bool // an end tag that ends nothing is skipped

	vocabularies map[string]*vocabulary // R11.17
	other        *vocabulary
	rootName     func(root *xmlNode) string
	shaped       func(v *vocabulary, n *xmlNode) // R11.18: each element of the tree, before it is read

	declared map[string]entityText // R11.15, of the document that is read
}

type entityText struct {
	text string
	ok   bool
}

// xmlNode is an element, or text.
type xmlNode struct {
	name, local string // "" for text
	text        string
	attrs       [][2]string
	within      []*xmlNode
}

func (n *xmlNode) get(name string) (string, bool) {
	for _, a := range n.attrs {
		if a[0] == name {
			return a[1], true
		}
	}
	return "", false
}

func (n *xmlNode) value(name string) string {
	v, _ := n.get(name)
	return v
}

// vocabulary is R11.18, with the lists of R11.20 to R11.22, or what stands for them in
// R11.19, R11.23 and R11.24.
type vocabulary struct {
	leftOut, inline, preformatted, first, breaks []string
	only                                         map[string][]string

	omit          func(v *vocabulary, n *xmlNode) bool
	calls         func(v *vocabulary, n *xmlNode) string // " ", "\n", "" or noBreak
	textIn        string                                 // character data is text within this only; "*": anywhere
	spoken        func(f *xmlFlow, n *xmlNode)           // what an element gives at its start tag
	replaces      func(f *xmlFlow, n *xmlNode, before int) bool
	isBlank       func(rune) bool
	before, after bool // called for

	stringText func(n *xmlNode, whole bool) (text string, nowWhole bool) // R11.23
	hyphen     func(f *xmlFlow, n *xmlNode)
}

const noBreak = "no"

var (
	xmlBlanks = `[\t\n\f\r ]`
	nameStart = `A-Za-z_:\x{80}-\x{10FFFF}`
	xmlName   = `[` + nameStart + `][` + nameStart + `0-9.-]*`
	errXML    = errors.New("refused")
)

// construct matches a pattern at the start of what is to be read. Each is compiled once.
func construct(pattern string) *regexp.Regexp {
	re, ok := constructs.Load(pattern)
	if !ok {
		re, _ = constructs.LoadOrStore(pattern, regexp.MustCompile(`^(?:`+pattern+`)`))
	}
	return re.(*regexp.Regexp)
}

var constructs sync.Map

func newXMLParts() *xmlParts {
	return &xmlParts{
		encodings: []func([]byte, string) string{byMark, byTransport, byNulls, byDeclaration, byDefault},
		mark:      true,
		decoded:   func(text string) string { return text },

		comment:     construct(`<!--(?s:.*?)-->`),
		instruction: construct(`<\?(?s:.*?)\?>`),
		cdata:       construct(`<!\[CDATA\[((?s:.*?))\]\]>`),
		doctype:     construct(`<!DOCTYPE`),
		cdataText:   func(text string) string { return text },

		name:        construct(xmlName),
		attribute:   construct(xmlBlanks + `*(` + xmlName + `)` + xmlBlanks + `*=` + xmlBlanks + `*(?:"([^"]*)"|'([^']*)')`),
		tagEnd:      construct(xmlBlanks + `*(/?)>`),
		endTag:      construct(`</(` + xmlName + `)` + xmlBlanks + `*>`),
		firstCounts: true,
		local:       func(name string) string { return name[strings.LastIndex(name, ":")+1:] },

		attributeName: func(name string) string { return name },

		reference: construct(`&([#` + nameStart + `0-9.-]*);`),
		valueKey:  func(reference string) string { return reference },
		key:       []func(*xmlParts, string) (string, bool){theFive, theNumber, theDeclared, theNamed},

		entity:       construct(`<!ENTITY` + xmlBlanks + `*(` + xmlName + `)(?:` + xmlBlanks + `*(?:"([^"]*)"|'([^']*)'))?`),
		declaration:  construct(`<(?:[^"'>]|"[^"]*"|'[^']*')*>`),
		entityLength: 256, entityFirst: true, entityText: plainEntity, subset: true,

		deepest: 500,
		matches: func(end, open string) bool { return end == open },
		outside: func(text string) bool { return strings.Trim(text, "\t\n\f\r ") == "" },

		vocabularies: newVocabularies(), other: otherXML(),
		rootName: func(root *xmlNode) string { return root.local },
		shaped:   func(*vocabulary, *xmlNode) {},
	}
}

// R11.11.

func byMark(octets []byte, _ string) string {
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

func byNulls(octets []byte, _ string) string {
	switch {
	case bytes.HasPrefix(octets, []byte{0x3C, 0, 0x3F, 0}):
		return "utf-16le"
	case bytes.HasPrefix(octets, []byte{0, 0x3C, 0, 0x3F}):
		return "utf-16be"
	}
	return ""
}

func byDeclaration(octets []byte, _ string) string {
	head, _, ok := bytes.Cut(octets[:min(len(octets), 1024)], []byte(">"))
	if !ok {
		return ""
	}
	return declaredIn(head)
}

// xmlLabel is the HTML Standard's "get an XML encoding", in which only the first
// "encoding" counts.
var xmlLabel = regexp.MustCompile(`^<\?xml(?s:.*?)encoding((?s:.*))$`)
var xmlLabelValue = regexp.MustCompile(`^[\x00-\x20]*=[\x00-\x20]*(?:"([^"\x00-\x20]*)"|'([^'\x00-\x20]*)')`)

func declaredIn(head []byte) string {
	m := xmlLabel.FindSubmatch(bytes.ToValidUTF8(head, []byte("?")))
	if m == nil {
		return ""
	}
	v := xmlLabelValue.FindSubmatch(m[1])
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

func theFive(_ *xmlParts, key string) (string, bool) {
	text, ok := map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}[key]
	return text, ok
}

var number = regexp.MustCompile(`^#(?:x0*([0-9A-Fa-f]{1,6})|0*([0-9]{1,7}))$`)

func theNumber(_ *xmlParts, key string) (string, bool) {
	m := number.FindStringSubmatch(key)
	if m == nil {
		return "", false
	}
	n, _ := strconv.ParseInt(m[1]+m[2], map[bool]int{true: 16, false: 10}[m[1] != ""], 32)
	if n == 0 || !utf8.ValidRune(rune(n)) {
		return "", false
	}
	return string(rune(n)), true
}

// theDeclared finds an entity that has a text. One that has none hides those of HTML,
// which theNamed sees to.
func theDeclared(x *xmlParts, key string) (string, bool) {
	e := x.declared[key]
	return e.text, e.ok
}

func theNamed(x *xmlParts, key string) (string, bool) {
	if _, ok := x.declared[key]; ok {
		return "", false
	}
	text, ok := namedReferences()[key]
	return text, ok
}

// namedReferences are those of vectors/markup/entities.txt.
var namedReferences = sync.OnceValue(func() map[string]string {
	b, err := vectors.FS.ReadFile("markup/entities.txt")
	if err != nil {
		panic(err) // it is embedded
	}
	m := make(map[string]string)
	for line := range strings.Lines(string(b)) {
		fields := strings.Fields(line)
		for _, h := range fields[1:] {
			if n, err := strconv.ParseInt(h, 16, 32); err == nil && fields[0] != "#" {
				m[fields[0]] += string(rune(n))
			}
		}
	}
	return m
})

func (x *xmlParts) meaning(key string) (string, bool) {
	for _, of := range x.key {
		if text, ok := of(x, key); ok {
			return text, true
		}
	}
	return "", false
}

// R11.15.

func plainEntity(x *xmlParts, literal string) (string, bool) {
	if utf8.RuneCountInString(literal) > x.entityLength || strings.Contains(literal, "<") {
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
		m := x.reference.FindStringSubmatch(s)
		if m == nil {
			return "", false
		}
		means, ok := theFive(x, m[1])
		if !ok {
			means, ok = theNumber(x, m[1])
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

// documentType reads what follows <!DOCTYPE, and returns what follows that.
func (x *xmlParts) documentType(s string) (string, error) {
	for s != "" {
		var err error
		switch c := s[0]; {
		case c == '>':
			return s[1:], nil
		case c == '"' || c == '\'':
			s, err = afterLiteral(s)
		case c == '[' && x.subset:
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

func (x *xmlParts) internalSubset(s string) (string, error) {
	for s != "" {
		switch {
		case s[0] == ']':
			return s[1:], nil
		case s[0] != '<':
			s = s[1:]
			continue
		}
		declaration := x.declaration
		switch {
		case strings.HasPrefix(s, "<!--"):
			declaration = x.comment
		case strings.HasPrefix(s, "<?"):
			declaration = x.instruction
		}
		m := declaration.FindString(s)
		if m == "" {
			return "", errXML
		}
		if e := x.entity.FindStringSubmatchIndex(m); e != nil && declaration == x.declaration {
			x.declare(m, e)
		}
		s = s[len(m):]
	}
	return "", errXML
}

func (x *xmlParts) declare(declaration string, e []int) {
	name := declaration[e[2]:e[3]]
	if _, ok := x.declared[name]; ok && x.entityFirst {
		return
	}
	var text entityText
	for _, group := range []int{4, 6} {
		if e[group] >= 0 {
			text.text, text.ok = x.entityText(x, declaration[e[group]:e[group+1]])
		}
	}
	if text.ok || !x.forgetful {
		x.declared[name] = text
	}
}

// tree reads the document: R11.12 to R11.16. It returns what stands before, in and
// after the root element.
func (x *xmlParts) tree(s string) (*xmlNode, error) {
	document := &xmlNode{}
	open := []*xmlNode{document}
	give := func(text string) error {
		in := open[len(open)-1]
		if in == document && !x.outside(text) {
			return errXML
		}
		in.within = append(in.within, &xmlNode{text: text})
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
		if m := x.reference.FindStringSubmatch(s); m != nil {
			text, ok := x.meaning(m[1])
			if !ok {
				return nil, errXML
			}
			if err := give(text); err != nil {
				return nil, err
			}
			s = s[len(m[0]):]
		} else if m := x.comment.FindString(s); m != "" {
			give(x.betweenText)
			s = s[len(m):]
		} else if m := x.instruction.FindString(s); m != "" {
			give(x.betweenText)
			s = s[len(m):]
		} else if m := x.cdata.FindStringSubmatch(s); m != nil {
			if err := give(x.cdataText(m[1])); err != nil {
				return nil, err
			}
			s = s[len(m[0]):]
		} else if m := x.doctype.FindString(s); m != "" && (!rooted || x.doctypeAnywhere) {
			var err error
			if s, err = x.documentType(s[len(m):]); err != nil {
				return nil, err
			}
		} else if m := x.endTag.FindStringSubmatch(s); m != nil {
			if len(open) > 1 && x.matches(m[1], open[len(open)-1].name) {
				open = open[:len(open)-1]
			} else if !x.spareEnds {
				return nil, errXML
			}
			s = s[len(m[0]):]
		} else if name := x.name.FindString(s[1:]); s[0] == '<' && name != "" {
			n := &xmlNode{name: name, local: x.local(name)}
			in := open[len(open)-1]
			if in == document && rooted && !x.secondRoot || len(open)-1 == x.deepest {
				return nil, errXML
			}
			rooted = true
			in.within = append(in.within, n)
			s = s[1+len(name):]
			for m := x.attribute.FindStringSubmatch(s); m != nil; m = x.attribute.FindStringSubmatch(s) {
				x.addAttribute(n, x.attributeName(m[1]), strings.Join(m[2:], ""))
				s = s[len(m[0]):]
			}
			end := x.tagEnd.FindStringSubmatch(s)
			if end == nil {
				return nil, errXML
			}
			s = s[len(end[0]):]
			if end[1] == "" {
				open = append(open, n)
			}
		} else {
			if x.lenientEnd && rooted {
				break
			}
			return nil, errXML
		}
	}
	if !rooted || len(open) > 1 && !x.lenientEnd {
		return nil, errXML
	}
	return document, nil
}

var inValue = regexp.MustCompile(`&([#` + nameStart + `0-9.-]*);`)

func (x *xmlParts) addAttribute(n *xmlNode, name, value string) {
	if _, ok := n.get(name); ok && x.firstCounts {
		return
	}
	if !x.keepValues {
		value = inValue.ReplaceAllStringFunc(value, func(reference string) string {
			if text, ok := x.meaning(reference[1 : len(reference)-1]); ok {
				return text
			}
			return x.valueKey(reference)
		})
	}
	n.attrs = append([][2]string{{name, value}}, n.attrs...)
}

// Text is all of it.
func (x xmlParts) text(octets []byte, declared string) (string, error) { // a copy of its own
	x.declared = make(map[string]entityText)
	encoding := ""
	for _, by := range x.encodings {
		if encoding = by(octets, declared); encoding != "" {
			break
		}
	}
	if x.mark {
		octets = withoutMark(octets)
	}
	b, _ := whatwg.NewDecoder(encoding).Bytes(octets) // replaces, does not fail
	document, err := x.tree(x.decoded(string(b)))
	if err != nil {
		return "", err
	}
	var f xmlFlow
	for _, n := range document.within {
		if n.name == "" {
			continue
		}
		v, ok := x.vocabularies[x.rootName(n)]
		if !ok {
			v = x.other
		}
		x.shape(v, n)
		f.element(v, document, n, 0, v.textIn == "*", false)
	}
	return f.out.String(), nil
}

// shape hands the elements of a tree to the part shaped, the inner ones last.
func (x *xmlParts) shape(v *vocabulary, n *xmlNode) {
	x.shaped(v, n)
	for _, c := range n.within {
		if c.name != "" {
			x.shape(v, c)
		}
	}
}

// xmlFlow is R11.8 and R11.9.
type xmlFlow struct {
	out         strings.Builder
	pieces      int
	blank, line bool
	joined      bool
	whole       bool // R11.23: the last String gave its SUBS_CONTENT
}

func (f *xmlFlow) call(c string) {
	f.blank = f.blank || c == " "
	f.line = f.line || c == "\n"
	f.joined = f.joined || c == noBreak
}

func (f *xmlFlow) piece(s string) {
	if f.pieces > 0 && !f.joined {
		if f.line {
			f.out.WriteByte('\n')
		} else if f.blank {
			f.out.WriteByte(' ')
		}
	}
	f.out.WriteString(s)
	f.pieces++
	f.blank, f.line, f.joined = false, false, false
}

func (f *xmlFlow) characters(v *vocabulary, s string, pre bool) {
	for s != "" {
		n := strings.IndexFunc(s, func(r rune) bool { return !v.isBlank(r) })
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
		if n = strings.IndexFunc(s, v.isBlank); n < 0 {
			n = len(s)
		}
		f.piece(s[:n])
		s = s[n:]
	}
}

// element reads an element within another, since whose start tag a number of pieces was
// written. It reports whether it was not left out.
func (f *xmlFlow) element(v *vocabulary, in, n *xmlNode, before int, text, pre bool) bool {
	if v.omit(v, n) || v.replaces != nil && v.replaces(f, n, f.pieces-before) {
		return false
	}
	if kept, ok := v.only[in.local]; ok && in.name != "" && !slices.Contains(kept, n.local) {
		return false
	}
	called := v.calls(v, n)
	if v.before {
		f.call(called)
	}
	if v.spoken != nil {
		v.spoken(f, n)
	}
	text = text || n.local == v.textIn
	pre = pre || slices.Contains(v.preformatted, n.local)
	one, before := false, f.pieces
	for _, c := range n.within {
		switch {
		case c.name == "" && text:
			f.characters(v, c.text, pre)
		case c.name != "" && !(one && slices.Contains(v.first, n.local)):
			one = f.element(v, n, c, before, text, pre) || one
		}
	}
	if v.after {
		f.call(called)
	}
	return true
}

// The vocabularies, with the lists as they are in SPEC.md.

// specList returns the names that SPEC.md lists after some words of a rule. Every mutant
// of XML asks for all of them, so each is looked for once.
func specList(rule, after string) []string {
	key := [2]string{rule, after}
	names, ok := specLists.Load(key)
	if !ok {
		names, _ = specLists.LoadOrStore(key, findSpecList(rule, after))
	}
	return slices.Clone(names.([]string))
}

var specLists sync.Map

func findSpecList(rule, after string) []string {
	_, text, _ := strings.Cut(fpcheck.Spec, "**"+rule+" ")
	text, _, _ = strings.Cut(text, "\n**R")
	text = strings.Join(strings.Fields(text), " ")
	_, text, ok := strings.Cut(text, after)
	if !ok {
		panic(rule + " does not say " + after)
	}
	var names []string
	for _, name := range listedName.FindAllStringSubmatch(listedNames.FindString(text), -1) {
		names = append(names, name[1])
	}
	if len(names) == 0 {
		panic(rule + " lists nothing after " + after)
	}
	return names
}

var (
	listedName  = regexp.MustCompile("`([^`]+)`")
	listedNames = regexp.MustCompile("^(?: ?`[^`]+`)+")
)

func newVocabularies() map[string]*vocabulary {
	m := map[string]*vocabulary{"html": xhtml(), "alto": altoXML(), "PcGts": pageXML()}
	article, tei := articles(), teiXML()
	for _, root := range append(specList("R11.17", "`html`: R11.19."), specList("R11.17", "`pmc-articleset`")...) {
		m[root] = article
	}
	m["pmc-articleset"] = article
	for _, root := range specList("R11.17", "JATS, BITS and DocBook.") {
		m[root] = tei
	}
	return m
}

// listing is R11.18, of a vocabulary that lists elements.
func listing(v *vocabulary) *vocabulary {
	v.leftOut = append(specList("R11.18", "listed too. Left out:"), v.leftOut...)
	v.inline = append(specList("R11.18", "Inline:"), v.inline...)
	v.omit = func(v *vocabulary, n *xmlNode) bool { return slices.Contains(v.leftOut, n.local) }
	v.calls = func(v *vocabulary, n *xmlNode) string {
		switch {
		case slices.Contains(v.breaks, n.local) && n.value("break") == "no":
			return noBreak
		case slices.Contains(v.inline, n.local):
			return ""
		}
		return "\n"
	}
	v.textIn, v.isBlank, v.before, v.after = "*", oneOf("\t\n\f\r "), true, true
	return v
}

func otherXML() *vocabulary { return listing(&vocabulary{}) }

func articles() *vocabulary {
	v := listing(&vocabulary{
		leftOut: specList("R11.20", "R11.18:"), inline: specList("R11.20", "Inline, besides those of R11.18:"),
		first: specList("R11.20", "The first only, of"), preformatted: specList("R11.20", "Preformatted:"),
		only: make(map[string][]string),
	})
	kept := specList("R11.20", "`sidebarinfo`:")
	for _, in := range specList("R11.20", "directly in each of") {
		v.only[in] = kept
	}
	return v
}

func teiXML() *vocabulary {
	return listing(&vocabulary{
		leftOut: specList("R11.21", "R11.18:"), inline: specList("R11.21", "Inline, besides those of R11.18:"),
		first: specList("R11.21", "The first only, of"), preformatted: specList("R11.21", "Preformatted:"),
		breaks: specList("R11.21", "Each of"),
		only: map[string][]string{
			"teiHeader": {"fileDesc", "profileDesc"}, "fileDesc": {"titleStmt"}, "titleStmt": {"author", "title"},
			"profileDesc": {"abstract"}, "choice": specList("R11.21", "in `choice`,"),
		},
	})
}

func xhtml() *vocabulary {
	return &vocabulary{
		leftOut: specList("R11.4", "the parser put it):"), preformatted: []string{"pre", "listing", "plaintext", "xmp"},
		inline: specList("R11.7", "before and after each of these elements:"), // of those that are not
		omit: func(v *vocabulary, n *xmlNode) bool {
			_, hidden := n.get("hidden")
			_, open := n.get("open")
			return hidden || n.local == "dialog" && !open || slices.Contains(v.leftOut, n.local)
		},
		calls: func(v *vocabulary, n *xmlNode) string {
			classes := strings.FieldsFunc(n.value("class"), v.isBlank)
			if slices.Contains(v.inline, n.local) || slices.ContainsFunc(classes, lineClasses) {
				return "\n"
			}
			return ""
		},
		textIn: "*", isBlank: oneOf("\t\n\f\r "), before: true, after: true,
	}
}

func altoXML() *vocabulary {
	v := &vocabulary{
		omit: func(*vocabulary, *xmlNode) bool { return false },
		calls: func(_ *vocabulary, n *xmlNode) string {
			return map[string]string{"TextLine": "\n", "String": " ", "SP": " "}[n.local]
		},
		isBlank: oneOf("\t\n\f\r "), before: true, after: true,
		stringText: func(n *xmlNode, _ bool) (string, bool) { return altoText(n) },
		hyphen:     func(f *xmlFlow, _ *xmlNode) { f.joined = true; f.piece("-") },
	}
	v.spoken = func(f *xmlFlow, n *xmlNode) {
		switch n.local {
		case "String":
			var text string
			text, f.whole = v.stringText(n, f.whole)
			f.characters(v, text, false)
		case "HYP":
			if !f.whole {
				v.hyphen(f, n)
			}
		}
	}
	return v
}

// altoText is what a String gives, and whether that is its SUBS_CONTENT.
func altoText(n *xmlNode) (text string, whole bool) {
	if word := n.value("SUBS_CONTENT"); word != "" {
		switch n.value("SUBS_TYPE") {
		case "HypPart1":
			return word, true
		case "HypPart2":
			return "", false
		}
	}
	return n.value("CONTENT"), false
}

func pageXML() *vocabulary {
	return &vocabulary{
		leftOut: []string{"Glyph"}, preformatted: []string{"Unicode"}, textIn: "Unicode",
		omit: func(v *vocabulary, n *xmlNode) bool { return slices.Contains(v.leftOut, n.local) },
		calls: func(_ *vocabulary, n *xmlNode) string {
			return map[string]string{"TextLine": "\n", "TextRegion": "\n", "Word": " "}[n.local]
		},
		replaces: func(_ *xmlFlow, n *xmlNode, written int) bool { return n.local == "TextEquiv" && written > 0 },
		isBlank:  oneOf("\t\n\f\r "), before: true, after: true,
	}
}

package mutants

import (
	"bytes"
	"encoding/xml"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// parsing returns a mutation of the part on XML of chapter 11.
func parsing(change func(x *rules.XML)) func(p *port.Port) {
	return func(p *port.Port) {
		x := rules.NewXML()
		change(x)
		p.XML = x.Text
	}
}

// understanding returns a mutation of what a root element stands for; "" is any other.
func understanding(root string, change func(v *rules.Vocabulary)) func(p *port.Port) {
	return parsing(func(x *rules.XML) {
		if root == "" {
			change(x.Other)
		} else {
			change(x.Vocabularies[root])
		}
	})
}

// unrooted returns a mutation of R11.17: roots that stand for other XML.
func unrooted(names ...string) func(p *port.Port) {
	return parsing(func(x *rules.XML) {
		for _, name := range names {
			delete(x.Vocabularies, name)
		}
	})
}

// unlisted removes elements from a list. It panics if they are not in it.
func unlisted(list *[]string, names ...string) {
	for _, name := range names {
		i := slices.Index(*list, name)
		if i < 0 {
			panic(name + " is not in the list")
		}
		*list = slices.Delete(slices.Clone(*list), i, i+1)
	}
}

func unlistedInline(root string, names ...string) func(p *port.Port) {
	return understanding(root, func(v *rules.Vocabulary) { unlisted(&v.Inline, names...) })
}

func unlistedLeftOut(root string, names ...string) func(p *port.Port) {
	return understanding(root, func(v *rules.Vocabulary) { unlisted(&v.LeftOut, names...) })
}

// calling returns a mutation of what elements call for.
func calling(root string, by func(n *rules.Node, called string) string) func(p *port.Port) {
	return understanding(root, func(v *rules.Vocabulary) {
		calls := v.Calls
		v.Calls = func(v *rules.Vocabulary, n *rules.Node) string { return by(n, calls(v, n)) }
	})
}

// omitting returns a mutation of what is left out.
func omitting(root string, by func(n *rules.Node, omitted bool) bool) func(p *port.Port) {
	return understanding(root, func(v *rules.Vocabulary) {
		omit := v.Omit
		v.Omit = func(v *rules.Vocabulary, n *rules.Node) bool { return by(n, omit(v, n)) }
	})
}

// encoded returns a mutation of R11.11: by in place of the i-th way to find the encoding.
func encoded(i int, by func(octets []byte, declared string) string) func(p *port.Port) {
	return parsing(func(x *rules.XML) { x.Encodings[i] = by })
}

// keyed returns a mutation of R11.14: keys that the parts do not know, or know wrongly.
func keyed(by func(key string) (string, bool)) func(p *port.Port) {
	return parsing(func(x *rules.XML) {
		x.Key = slices.Insert(x.Key, 0, func(_ *rules.XML, key string) (string, bool) { return by(key) })
	})
}

// entityAs returns a mutation of R11.15: what the literal of an entity means.
func entityAs(by func(x *rules.XML, literal string) (string, bool)) func(p *port.Port) {
	return parsing(func(x *rules.XML) { x.EntityText = by })
}

// before returns a mutation that changes the decoded document: for what no part does.
func before(change func(text string) string) func(p *port.Port) {
	return parsing(func(x *rules.XML) { x.Decoded = change })
}

// shaping returns a mutation of the tree: what elements are where.
func shaping(by func(v *rules.Vocabulary, n *rules.Node)) func(p *port.Port) {
	return parsing(func(x *rules.XML) { x.Shaped = by })
}

func elementsOf(n *rules.Node) []*rules.Node {
	var elements []*rules.Node
	for _, c := range n.Within {
		if c.Name != "" {
			elements = append(elements, c)
		}
	}
	return elements
}

// numbered reads the number of a key, and whether it is too big for 64 bits.
func numbered(key string) (n uint64, big, ok bool) {
	digits, base := strings.TrimPrefix(key, "#"), 10
	if strings.HasPrefix(digits, "x") {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 64)
	big = err != nil && err.(*strconv.NumError).Err == strconv.ErrRange
	return n, big, strings.HasPrefix(key, "#") && (err == nil || big)
}

const nameOf, moreOf = `A-Za-z_:\x{80}-\x{10FFFF}`, `A-Za-z_:\x{80}-\x{10FFFF}0-9.-`

// namedBy returns a mutation of R11.13: other names, in all tags.
func namedBy(pattern string) func(p *port.Port) {
	return parsing(func(x *rules.XML) {
		x.Name = rules.Construct(pattern)
		x.EndTag = rules.Construct(`</(` + pattern + `)` + rules.XMLBlanks + `*>`)
		x.Attribute = rules.Construct(rules.XMLBlanks + `*(` + pattern + `)` + rules.XMLBlanks + `*=` + rules.XMLBlanks + `*(?:"([^"]*)"|'([^']*)')`)
	})
}

// attributed returns a mutation of R11.13: another pattern of an attribute.
func attributed(pattern string) func(p *port.Port) {
	return parsing(func(x *rules.XML) {
		x.Attribute = rules.Construct(strings.NewReplacer("NAME", rules.XMLName, "BLANK", rules.XMLBlanks).Replace(pattern))
	})
}

// xmlMutants are the mutants of R11.10 to R11.24.
func xmlMutants() []Mutant {
	return slices.Concat(encodingXMLMutants(), constructMutants(), tagMutants(), referenceMutants(), doctypeMutants(),
		refusalMutants(), rootMutants(), elementMutants(), vocabularyMutants(), ocrMutants())
}

func encodingXMLMutants() []Mutant {
	return []Mutant{
		{
			Name: "ocr-lines-run-on", Rule: "R11.10",
			Mistake: "knows no lines of hOCR: what a line cuts stays cut",
			mutate:  reading(func(g *rules.HTML) { g.Block = rules.BlockNames }),
		},
		{
			Name: "ocr-class-by-substring", Rule: "R11.10",
			Mistake: "looks for ocr_line anywhere in the class",
			mutate: reading(func(g *rules.HTML) {
				block := g.Block
				g.Block = func(n *html.Node) bool {
					class, _ := rules.AttributeOf(n, "class")
					return block(n) || strings.Contains(class, "ocr_line")
				}
			}),
		},
		{
			Name: "ocr-class-alone", Rule: "R11.10",
			Mistake: "compares the whole class",
			mutate: reading(func(g *rules.HTML) {
				g.Block = func(n *html.Node) bool {
					class, _ := rules.AttributeOf(n, "class")
					return rules.BlockNames(n) || rules.LineClasses(class)
				}
			}),
		},
		{
			Name: "ocr-class-cut-at-white-space", Rule: "R11.10",
			Mistake: "cuts the class at every white space of Unicode",
			mutate: reading(func(g *rules.HTML) {
				g.Block = func(n *html.Node) bool {
					class, _ := rules.AttributeOf(n, "class")
					return rules.BlockNames(n) || slices.ContainsFunc(strings.Fields(class), rules.LineClasses)
				}
			}),
		},
		{
			Name: "ocr-class-in-any-case", Rule: "R11.10",
			Mistake: "compares the class without case",
			mutate: reading(func(g *rules.HTML) {
				block := g.Block
				g.Block = func(n *html.Node) bool {
					class, _ := rules.AttributeOf(n, "class")
					return block(n) || slices.ContainsFunc(strings.Fields(strings.ToLower(class)), rules.LineClasses)
				}
			}),
		},
		{
			Name: "ocr-line-only", Rule: "R11.10",
			Mistake: "knows ocr_line and ocrx_line only",
			mutate: reading(func(g *rules.HTML) {
				g.Block = func(n *html.Node) bool {
					class, _ := rules.AttributeOf(n, "class")
					return rules.BlockNames(n) || slices.ContainsFunc(strings.Fields(class), func(c string) bool { return c == "ocr_line" || c == "ocrx_line" })
				}
			}),
		},
		{
			Name: "ocr-words-are-lines", Rule: "R11.10",
			Mistake: "calls for line ends around ocrx_word too",
			mutate: reading(func(g *rules.HTML) {
				block := g.Block
				g.Block = func(n *html.Node) bool {
					class, _ := rules.AttributeOf(n, "class")
					return block(n) || class == "ocrx_word"
				}
			}),
		},
		{
			Name: "xml-declaration-before-transport", Rule: "R11.11",
			Mistake: "believes the XML declaration before the transport",
			mutate:  parsing(func(x *rules.XML) { x.Encodings[1], x.Encodings[3] = x.Encodings[3], x.Encodings[1] }),
		},
		{
			Name: "xml-transport-before-mark", Rule: "R11.11",
			Mistake: "believes the transport before the byte order mark",
			mutate:  parsing(func(x *rules.XML) { x.Encodings[0], x.Encodings[1] = x.Encodings[1], x.Encodings[0] }),
		},
		{
			Name: "xml-declaration-before-mark", Rule: "R11.11",
			Mistake: "believes the XML declaration before the byte order mark",
			mutate: parsing(func(x *rules.XML) {
				x.Encodings = slices.Insert(x.Encodings, 0, func(octets []byte, _ string) string { return rules.ByDeclaration(rules.WithoutMark(octets), "") })
			}),
		},
		{
			Name: "xml-mark-kept", Rule: "R11.11",
			Mistake: "keeps the byte order mark, and refuses it as text",
			mutate:  parsing(func(x *rules.XML) { x.Mark = false }),
		},
		{
			Name: "xml-marks-of-utf-8-only", Rule: "R11.11",
			Mistake: "knows no mark of UTF-16",
			mutate: encoded(0, func(octets []byte, _ string) string {
				return strings.TrimPrefix(rules.ByMark(octets[:min(len(octets), 3)], ""), "utf-16le")
			}),
		},
		{
			Name: "xml-transport-unread", Rule: "R11.11",
			Mistake: "does not read the charset of the transport",
			mutate:  encoded(1, func([]byte, string) string { return "" }),
		},
		{
			Name: "xml-transport-unknown", Rule: "R11.11",
			Mistake: "takes a charset that it does not know for UTF-8",
			mutate: encoded(1, func(_ []byte, declared string) string {
				if name := whatwg.Lookup(declared); name != "" || declared == "" {
					return name
				}
				return "utf-8"
			}),
		},
		{
			Name: "xml-declaration-unread", Rule: "R11.11",
			Mistake: "takes XML for UTF-8, whatever it declares",
			mutate:  encoded(3, func([]byte, string) string { return "" }),
		},
		{
			Name: "xml-declaration-anywhere", Rule: "R11.11",
			Mistake: "looks for encoding in the first 1,024 octets, beyond the end of the declaration",
			mutate:  encoded(3, func(octets []byte, _ string) string { return rules.DeclaredIn(octets[:min(len(octets), 1024)]) }),
		},
		{
			Name: "xml-declaration-any-length", Rule: "R11.11",
			Mistake: "reads a declaration of any length",
			mutate: encoded(3, func(octets []byte, _ string) string {
				head, _, _ := bytes.Cut(octets, []byte(">"))
				return rules.DeclaredIn(head)
			}),
		},
		{
			Name: "xml-declaration-1023", Rule: "R11.11",
			Mistake: "reads a declaration within 1,023 octets",
			mutate:  encoded(3, func(octets []byte, _ string) string { return rules.ByDeclaration(octets[:min(len(octets), 1023)], "") }),
		},
		{
			Name: "xml-declaration-after-blanks", Rule: "R11.11",
			Mistake: "reads a declaration after blanks",
			mutate:  encoded(3, func(octets []byte, _ string) string { return rules.ByDeclaration(bytes.TrimSpace(octets), "") }),
		},
		{
			Name: "xml-declaration-utf-16", Rule: "R11.11",
			Mistake: "believes a declaration, read as ASCII, that says UTF-16",
			mutate: encoded(3, func(octets []byte, _ string) string {
				if bytes.HasPrefix(octets, []byte("<?xml")) && bytes.Contains(octets, []byte("'UTF-16'")) {
					return "utf-16le"
				}
				return rules.ByDeclaration(octets, "")
			}),
		},
		{
			Name: "xml-declaration-double-quotes", Rule: "R11.11",
			Mistake: "reads labels in double quotation marks only",
			mutate: encoded(3, func(octets []byte, _ string) string {
				head, _, _ := bytes.Cut(octets, []byte(">"))
				return rules.ByDeclaration(bytes.ReplaceAll(append(head, '>'), []byte("'"), nil), "")
			}),
		},
		{
			Name: "xml-declaration-without-blanks", Rule: "R11.11",
			Mistake: "knows no blanks around the = of a declaration",
			mutate: encoded(3, func(octets []byte, _ string) string {
				head, _, _ := bytes.Cut(octets, []byte(">"))
				if !regexp.MustCompile(`encoding=["']`).Match(head) {
					return ""
				}
				return rules.ByDeclaration(octets, "")
			}),
		},
		{
			Name: "xml-meta-read", Rule: "R11.11",
			Mistake: "reads a meta, as for HTML",
			mutate: encoded(4, func(octets []byte, _ string) string {
				if m := anyLabel().FindSubmatch(octets); m != nil {
					return whatwg.Lookup(string(m[1]))
				}
				return "utf-8"
			}),
		},
		{
			Name: "xml-utf-16-unseen", Rule: "R11.11",
			Mistake: "knows UTF-16 by its mark only",
			mutate:  encoded(2, func([]byte, string) string { return "" }),
		},
		{
			Name: "xml-utf-16-little-endian", Rule: "R11.11",
			Mistake: "knows UTF-16 without a mark in one order only",
			mutate:  encoded(2, func(octets []byte, _ string) string { return strings.TrimSuffix(rules.ByNulls(octets, ""), "utf-16be") }),
		},
		{
			Name: "xml-utf-16-by-any-tag", Rule: "R11.11",
			Mistake: "takes 3C 00 for UTF-16, whatever follows",
			mutate: encoded(2, func(octets []byte, _ string) string {
				if bytes.HasPrefix(octets, []byte{0x3C, 0}) {
					return "utf-16le"
				}
				return rules.ByNulls(octets, "")
			}),
		},
		{
			Name: "xml-windows-1252", Rule: "R11.11",
			Mistake: "guesses windows-1252, as for HTML",
			mutate: encoded(4, func(octets []byte, _ string) string {
				if utf8.Valid(octets) {
					return "utf-8"
				}
				return "windows-1252"
			}),
		},
	}
}

func constructMutants() []Mutant {
	return []Mutant{
		{
			Name: "comments-are-blanks", Rule: "R11.12",
			Mistake: "puts a blank where a comment was",
			mutate:  parsing(func(x *rules.XML) { x.BetweenText = " " }),
		},
		{
			Name: "comments-without-hyphens", Rule: "R11.12",
			Mistake: "refuses -- in a comment, as XML does",
			mutate:  parsing(func(x *rules.XML) { x.Comment = rules.Construct(`<!--(?:[^-]|-[^-])*-->`) }),
		},
		{
			Name: "comments-end-early", Rule: "R11.12",
			Mistake: "ends a comment at the first >",
			mutate:  parsing(func(x *rules.XML) { x.Comment = rules.Construct(`<!--[^>]*>`) }),
		},
		{
			Name: "comments-short", Rule: "R11.12",
			Mistake: "takes <!--> for a comment, as HTML does",
			mutate:  parsing(func(x *rules.XML) { x.Comment = rules.Construct(`<!--(?:-?>|(?s:.*?)-->)`) }),
		},
		{
			Name: "comments-end-at-bang", Rule: "R11.12",
			Mistake: "ends a comment at --!>, as HTML does",
			mutate:  parsing(func(x *rules.XML) { x.Comment = rules.Construct(`<!--(?s:.*?)--!?>`) }),
		},
		{
			Name: "comments-on-a-line", Rule: "R11.12",
			Mistake: "knows comments of one line only: . is not a line end",
			mutate:  parsing(func(x *rules.XML) { x.Comment = rules.Construct(`<!--.*?-->`) }),
		},
		{
			Name: "comments-greedy", Rule: "R11.12",
			Mistake: "ends a comment at the last -->",
			mutate:  parsing(func(x *rules.XML) { x.Comment = rules.Construct(`<!--(?s:.*)-->`) }),
		},
		{
			Name: "instructions-end-early", Rule: "R11.12",
			Mistake: "ends an instruction at the first >, as HTML and SGML do",
			mutate:  parsing(func(x *rules.XML) { x.Instruction = rules.Construct(`<\?[^>]*>`) }),
		},
		{
			Name: "instructions-short", Rule: "R11.12",
			Mistake: "takes <?> for an instruction",
			mutate:  parsing(func(x *rules.XML) { x.Instruction = rules.Construct(`<\?(?:>|(?s:.*?)\?>)`) }),
		},
		{
			Name: "instructions-named", Rule: "R11.12",
			Mistake: "refuses an instruction without a name",
			mutate:  parsing(func(x *rules.XML) { x.Instruction = rules.Construct(`<\?[A-Za-z_](?s:.*?)\?>`) }),
		},
		{
			Name: "declaration-first-only", Rule: "R11.12",
			Mistake: "refuses an XML declaration that is not at the start",
			mutate: before(func(text string) string {
				return text[:min(1, len(text))] + strings.ReplaceAll(text[min(1, len(text)):], "<?xml ", "<!")
			}),
		},
		{
			Name: "cdata-forgotten", Rule: "R11.12",
			Mistake: "leaves out CDATA sections",
			mutate:  parsing(func(x *rules.XML) { x.CDATAText = func(string) string { return "" } }),
		},
		{
			Name: "cdata-trimmed", Rule: "R11.12",
			Mistake: "drops the blanks at the ends of a CDATA section",
			mutate:  parsing(func(x *rules.XML) { x.CDATAText = strings.TrimSpace }),
		},
		{
			Name: "cdata-resolved", Rule: "R11.12",
			Mistake: "resolves references in CDATA sections",
			mutate:  parsing(func(x *rules.XML) { x.CDATAText = html.UnescapeString }),
		},
		{
			Name: "cdata-ends-early", Rule: "R11.12",
			Mistake: "ends a CDATA section at ]]",
			mutate:  parsing(func(x *rules.XML) { x.CDATA = rules.Construct(`<!\[CDATA\[((?s:.*?))\]\]>?`) }),
		},
		{
			Name: "cdata-in-any-case", Rule: "R11.12",
			Mistake: "reads <![cdata[",
			mutate:  parsing(func(x *rules.XML) { x.CDATA = rules.Construct(`<!\[(?i:CDATA)\[((?s:.*?))\]\]>`) }),
		},
		{
			Name: "cdata-end-refused", Rule: "R11.12",
			Mistake: "refuses ]]> in character data, as XML does",
			mutate: parsing(func(x *rules.XML) {
				sections := regexp.MustCompile(`<!\[CDATA\[(?s:.*?)\]\]>`)
				x.Decoded = func(text string) string {
					if strings.Contains(sections.ReplaceAllString(text, ""), " ]]>") {
						return ""
					}
					return text
				}
			}),
		},
		{
			Name: "doctype-in-any-case", Rule: "R11.12",
			Mistake: "reads <!doctype, which is HTML's",
			mutate:  parsing(func(x *rules.XML) { x.Doctype = rules.Construct(`(?i)<!DOCTYPE`) }),
		},
		{
			Name: "doctype-anywhere", Rule: "R11.12",
			Mistake: "reads a document type in the root element and after it",
			mutate:  parsing(func(x *rules.XML) { x.DoctypeAnywhere = true }),
		},
		{
			Name: "doctype-once", Rule: "R11.12",
			Mistake: "refuses a second document type",
			mutate: before(func(text string) string {
				if strings.Count(text, "<!DOCTYPE") > 1 {
					return ""
				}
				return text
			}),
		},
		{
			Name: "tags-unread-in-comments", Rule: "R11.12",
			Mistake: "looks for tags before it looks for comments",
			mutate:  before(func(text string) string { return strings.ReplaceAll(text, "<!-- > <a> &", "<!-- > <a> -->&") }),
		},
	}
}

func tagMutants() []Mutant {
	return []Mutant{
		{Name: "names-of-ascii", Rule: "R11.13", Mistake: "knows names of ASCII only", mutate: namedBy(`[A-Za-z_:][A-Za-z_:0-9.-]*`)},
		{Name: "names-without-points", Rule: "R11.13", Mistake: "knows no point in a name", mutate: namedBy(`[` + nameOf + `][` + nameOf + `0-9-]*`)},
		{Name: "names-without-hyphens", Rule: "R11.13", Mistake: "knows no hyphen in a name", mutate: namedBy(`[` + nameOf + `][` + nameOf + `0-9.]*`)},
		{Name: "names-without-underscores", Rule: "R11.13", Mistake: "begins no name with _", mutate: namedBy(`[A-Za-z:\x{80}-\x{10FFFF}][` + moreOf + `]*`)},
		{Name: "names-begin-with-digits", Rule: "R11.13", Mistake: "begins a name with a digit", mutate: namedBy(`[` + moreOf + `]+`)},
		{Name: "names-of-anything", Rule: "R11.13", Mistake: "ends a name at a blank, / or > only, as HTML does", mutate: namedBy(`[` + nameOf + `][^\t\n\f\r />=]*`)},
		{
			Name: "names-of-xml", Rule: "R11.13",
			Mistake: "knows the names of XML only, in which U+00D7 is not",
			mutate:  namedBy(`[A-Za-z_:\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{10FFFF}][A-Za-z_:\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{10FFFF}0-9.-]*`),
		},
		{Name: "attributes-apart", Rule: "R11.13", Mistake: "wants a blank before an attribute", mutate: attributed(`BLANK+(NAME)BLANK*=BLANK*(?:"([^"]*)"|'([^']*)')`)},
		{Name: "attributes-in-double-quotes", Rule: "R11.13", Mistake: "knows double quotation marks only", mutate: attributed(`BLANK*(NAME)BLANK*=BLANK*"([^"]*)"`)},
		{Name: "attributes-in-any-quotes", Rule: "R11.13", Mistake: "ends a value at any quotation mark", mutate: attributed(`BLANK*(NAME)BLANK*=BLANK*["']([^"']*)["']`)},
		{Name: "attributes-without-tags", Rule: "R11.13", Mistake: "refuses < in a value, as XML does", mutate: attributed(`BLANK*(NAME)BLANK*=BLANK*(?:"([^"<]*)"|'([^'<]*)')`)},
		{Name: "attributes-end-at-tag-end", Rule: "R11.13", Mistake: "ends a tag at the first >", mutate: attributed(`BLANK*(NAME)BLANK*=BLANK*(?:"([^">]*)"|'([^'>]*)')`)},
		{Name: "attributes-without-values", Rule: "R11.13", Mistake: "allows attributes without a value", mutate: attributed(`BLANK*(NAME)(?:BLANK*=BLANK*(?:"([^"]*)"|'([^']*)'))?`)},
		{Name: "attributes-without-quotes", Rule: "R11.13", Mistake: "allows values without quotation marks", mutate: attributed(`BLANK*(NAME)BLANK*=BLANK*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)},
		{Name: "attributes-tight", Rule: "R11.13", Mistake: "knows no blanks around =", mutate: attributed(`BLANK*(NAME)=(?:"([^"]*)"|'([^']*)')`)},
		{Name: "tags-without-form-feed", Rule: "R11.13", Mistake: "does not take U+000C for a blank in a tag, as XML", mutate: attributed(`[\t\n\r ]*(NAME)BLANK*=BLANK*(?:"([^"]*)"|'([^']*)')`)},
		{Name: "attributes-last", Rule: "R11.13", Mistake: "lets the last of two attributes count", mutate: parsing(func(x *rules.XML) { x.FirstCounts = false })},
		{
			Name: "attributes-twice-refused", Rule: "R11.13",
			Mistake: "refuses two attributes of one name, as XML does",
			mutate: parsing(func(x *rules.XML) {
				twice := regexp.MustCompile(`class='[^']*' class=`)
				x.Decoded = func(text string) string { return twice.ReplaceAllString(text, "<") }
			}),
		},
		{
			Name: "attributes-local", Rule: "R11.13",
			Mistake: "drops the prefixes of attributes",
			mutate:  parsing(func(x *rules.XML) { x.AttributeName = x.Local }),
		},
		{
			Name: "attributes-in-any-case", Rule: "R11.13",
			Mistake: "compares attributes without case, as HTML does",
			mutate:  parsing(func(x *rules.XML) { x.AttributeName = strings.ToLower }),
		},
		{
			Name: "attributes-unresolved", Rule: "R11.13",
			Mistake: "takes attributes as they are written",
			mutate:  parsing(func(x *rules.XML) { x.KeepValues = true }),
		},
		{
			Name: "attributes-unresolved-dropped", Rule: "R11.13",
			Mistake: "drops what means nothing in a value",
			mutate: parsing(func(x *rules.XML) {
				x.ValueKey = func(string) string { return "" }
			}),
		},
		{
			Name: "end-tags-tight", Rule: "R11.13", Mistake: "knows no blanks in an end tag",
			mutate: parsing(func(x *rules.XML) { x.EndTag = rules.Construct(`</(` + rules.XMLName + `)>`) }),
		},
		{
			Name: "end-tags-loose", Rule: "R11.13", Mistake: "allows a blank before the name of an end tag",
			mutate: parsing(func(x *rules.XML) {
				x.EndTag = rules.Construct(`</` + rules.XMLBlanks + `*(` + rules.XMLName + `)` + rules.XMLBlanks + `*>`)
			}),
		},
		{
			Name: "end-tags-with-attributes", Rule: "R11.13", Mistake: "skips attributes in an end tag, as HTML does",
			mutate: parsing(func(x *rules.XML) { x.EndTag = rules.Construct(`</(` + rules.XMLName + `)[^>]*>`) }),
		},
		{
			Name: "empty-tags-loose", Rule: "R11.13", Mistake: "allows a blank between / and >",
			mutate: parsing(func(x *rules.XML) { x.TagEnd = rules.Construct(rules.XMLBlanks + `*(/?)` + rules.XMLBlanks + `*>`) }),
		},
		{
			Name: "empty-tags-tight", Rule: "R11.13", Mistake: "knows no blank before />",
			mutate: parsing(func(x *rules.XML) { x.TagEnd = rules.Construct(`(?:` + rules.XMLBlanks + `*()>|(/)>)`) }),
		},
		{
			Name: "names-after-first-colon", Rule: "R11.13", Mistake: "cuts a name at its first colon",
			mutate: parsing(func(x *rules.XML) { x.Local = func(name string) string { return name[strings.Index(name, ":")+1:] } }),
		},
		{
			Name: "prefix-kept", Rule: "R11.13", Mistake: "keeps prefixes",
			mutate: parsing(func(x *rules.XML) { x.Local = func(name string) string { return name } }),
		},
		{
			Name: "names-in-any-case", Rule: "R11.13", Mistake: "compares elements without case, as HTML does",
			mutate: parsing(func(x *rules.XML) {
				x.Local = func(name string) string { return strings.ToLower(name[strings.LastIndex(name, ":")+1:]) }
			}),
		},
	}
}

func referenceMutants() []Mutant {
	return []Mutant{
		{
			Name: "references-only-five", Rule: "R11.14", Mistake: "knows none of HTML's names",
			mutate: parsing(func(x *rules.XML) { x.Key = x.Key[:3] }),
		},
		{
			Name: "references-of-html-4", Rule: "R11.14", Mistake: "knows HTML 4's names only",
			mutate: parsing(func(x *rules.XML) {
				x.Key[3] = func(x *rules.XML, key string) (string, bool) {
					if xml.HTMLEntity[key] == "" {
						return "", false
					}
					return rules.TheNamed(x, key)
				}
			}),
		},
		{
			Name: "references-one-code-point", Rule: "R11.14", Mistake: "gives the first code point of names that mean two",
			mutate: keyed(func(key string) (string, bool) {
				text := rules.NamedReferences()[key]
				_, n := utf8.DecodeRuneInString(text)
				return text[:n], n < len(text)
			}),
		},
		{
			Name: "references-of-html-first", Rule: "R11.14", Mistake: "takes HTML's names before those that are declared",
			mutate: keyed(func(key string) (string, bool) { text, ok := rules.NamedReferences()[key]; return text, ok }),
		},
		{
			Name: "references-declared-first", Rule: "R11.14", Mistake: "lets a declaration change one of the five",
			mutate: parsing(func(x *rules.XML) { x.Key = slices.Insert(x.Key, 0, rules.TheDeclared) }),
		},
		{
			Name: "references-numbers-of-five", Rule: "R11.14", Mistake: "knows no apos, as HTML 4",
			mutate: parsing(func(x *rules.XML) {
				x.Key[0] = func(x *rules.XML, key string) (string, bool) {
					text, ok := rules.TheFive(x, key)
					return text, ok && key != "apos"
				}
				x.Key[3] = func(x *rules.XML, key string) (string, bool) {
					text, ok := rules.TheNamed(x, key)
					return text, ok && key != "apos"
				}
			}),
		},
		{
			Name: "references-in-any-case", Rule: "R11.14", Mistake: "compares names without case",
			mutate: keyed(func(key string) (string, bool) {
				text, ok := rules.NamedReferences()[strings.ToLower(key)]
				return text, ok
			}),
		},
		{
			Name: "references-mended", Rule: "R11.14", Mistake: "reads &#150; as windows-1252, as HTML does",
			mutate: keyed(func(key string) (string, bool) {
				n, _, ok := numbered(key)
				return html.UnescapeString("&" + key + ";"), ok && 0x80 <= n && n < 0xA0
			}),
		},
		{
			Name: "references-of-html", Rule: "R11.14", Mistake: "reads HTML's names without their semicolon",
			mutate: before(func(text string) string { return strings.ReplaceAll(text, "&eacute ", "&eacute; ") }),
		},
		{
			Name: "references-by-prefix", Rule: "R11.14", Mistake: "reads the name that a key begins with, as HTML does",
			mutate: keyed(func(key string) (string, bool) {
				text := html.UnescapeString("&" + key + ";")
				return text, text != "&"+key+";" && !strings.HasPrefix(key, "#") && rules.NamedReferences()[key] == ""
			}),
		},
		{
			Name: "references-replaced", Rule: "R11.14", Mistake: "puts U+FFFD for what is no character, as HTML does",
			mutate: keyed(func(key string) (string, bool) {
				n, big, ok := numbered(key)
				return "\uFFFD", ok && (big || n == 0 || n > utf8.MaxRune || utf16.IsSurrogate(rune(n)))
			}),
		},
		{
			Name: "references-to-nul", Rule: "R11.14", Mistake: "allows U+0000",
			mutate: keyed(func(key string) (string, bool) { n, big, ok := numbered(key); return "\x00", ok && !big && n == 0 }),
		},
		{
			Name: "references-to-halves", Rule: "R11.14", Mistake: "allows surrogates",
			mutate: keyed(func(key string) (string, bool) {
				n, big, ok := numbered(key)
				return "\uFFFD", ok && !big && n < 0x10000 && utf16.IsSurrogate(rune(n))
			}),
		},
		{
			Name: "references-wrap", Rule: "R11.14", Mistake: "computes with integers that wrap at 32 bits",
			mutate: keyed(func(key string) (string, bool) {
				n, big, ok := numbered(key)
				return string(rune(n & 0xFFFFFFFF)), ok && !big && n > 0xFFFFFFFF && utf8.ValidRune(rune(n&0xFFFFFFFF))
			}),
		},
		{
			Name: "references-wrap-64", Rule: "R11.14", Mistake: "computes with integers that wrap at 64 bits",
			mutate: keyed(func(key string) (string, bool) { _, big, ok := numbered(key); return "A", ok && big }),
		},
		{
			Name: "references-short", Rule: "R11.14", Mistake: "allows seven digits, zeros included",
			mutate: parsing(func(x *rules.XML) {
				x.Key[1] = func(x *rules.XML, key string) (string, bool) {
					if len(key) > 9 {
						return "", false
					}
					return rules.TheNumber(x, key)
				}
			}),
		},
		{
			Name: "references-lower-case-digits", Rule: "R11.14", Mistake: "knows hexadecimal digits in lower case only",
			mutate: parsing(func(x *rules.XML) {
				x.Key[1] = func(x *rules.XML, key string) (string, bool) {
					if strings.ContainsAny(key, "ABCDEF") {
						return "", false
					}
					return rules.TheNumber(x, key)
				}
			}),
		},
		{
			Name: "references-capital-x", Rule: "R11.14", Mistake: "reads &#X41;, as HTML does",
			mutate: keyed(func(key string) (string, bool) {
				if !strings.HasPrefix(key, "#X") {
					return "", false
				}
				return rules.TheNumber(nil, strings.ToLower(key))
			}),
		},
		{
			Name: "references-with-signs", Rule: "R11.14", Mistake: "takes the sign of a number",
			mutate: keyed(func(key string) (string, bool) { return "A", key == "#-65" }),
		},
		{
			Name: "references-any-digits", Rule: "R11.14", Mistake: "takes digits of every script",
			mutate: keyed(func(key string) (string, bool) {
				rest, ok := strings.CutPrefix(key, "#")
				return "A", ok && rest != "" && rest[0] >= 0x80 && strings.TrimFunc(rest, unicode.IsDigit) == ""
			}),
		},
		{
			Name: "references-of-ascii", Rule: "R11.14", Mistake: "knows keys of ASCII only",
			mutate: parsing(func(x *rules.XML) { x.Reference = rules.Construct(`&([#A-Za-z_:0-9.-]*);`) }),
		},
		{
			Name: "references-end-digits", Rule: "R11.14", Mistake: "takes the digits that a number begins with",
			mutate: keyed(func(key string) (string, bool) {
				m := regexp.MustCompile(`^#([0-9]+)[a-z]`).FindStringSubmatch(key)
				if m == nil {
					return "", false
				}
				return rules.TheNumber(nil, "#"+m[1])
			}),
		},
		{
			Name: "references-read-again", Rule: "R11.14", Mistake: "reads again what a reference means",
			mutate: before(func(text string) string {
				return strings.NewReplacer("&lt;", "<", "&#60;", "<", "&gt;", ">").Replace(text)
			}),
		},
		{
			Name: "references-resolved-twice", Rule: "R11.14", Mistake: "resolves references twice",
			mutate: before(func(text string) string { return strings.NewReplacer("&#38;", "&", "&amp;", "&").Replace(text) }),
		},
		{
			Name: "references-unknown-kept", Rule: "R11.14", Mistake: "keeps what means nothing",
			mutate: parsing(func(x *rules.XML) {
				x.Key = append(x.Key, func(_ *rules.XML, key string) (string, bool) { return "&" + key + ";", true })
			}),
		},
		{
			Name: "references-unknown-dropped", Rule: "R11.14", Mistake: "drops what means nothing",
			mutate: parsing(func(x *rules.XML) { x.Key = append(x.Key, func(*rules.XML, string) (string, bool) { return "", true }) }),
		},
	}
}

func doctypeMutants() []Mutant {
	return []Mutant{
		{Name: "entity-last-counts", Rule: "R11.15", Mistake: "lets the last declaration of a name count", mutate: parsing(func(x *rules.XML) { x.EntityFirst = false })},
		{
			Name: "entity-in-comment-counts", Rule: "R11.15", Mistake: "finds declarations in comments",
			mutate: before(func(text string) string { return strings.NewReplacer("[<!-- ", "[", "> -->]", ">]").Replace(text) }),
		},
		{
			Name: "entity-in-instruction-counts", Rule: "R11.15", Mistake: "finds declarations in instructions",
			mutate: before(func(text string) string { return strings.NewReplacer("[<?x ", "[", "> ?>]", ">]").Replace(text) }),
		},
		{
			Name: "entities-nest", Rule: "R11.15", Mistake: "opens entities in entities",
			mutate: entityAs(func(x *rules.XML, literal string) (string, bool) {
				if e, ok := x.Declared[strings.Trim(literal, "&;")]; ok {
					return e.Text, e.Ok
				}
				return rules.PlainEntity(x, literal)
			}),
		},
		{
			Name: "entities-of-html", Rule: "R11.15", Mistake: "resolves HTML's names in entities",
			mutate: entityAs(func(x *rules.XML, literal string) (string, bool) {
				if text, ok := rules.NamedReferences()[strings.Trim(literal, "&;")]; ok {
					return text, true
				}
				return rules.PlainEntity(x, literal)
			}),
		},
		{
			Name: "entities-ignored", Rule: "R11.15", Mistake: "reads no declarations",
			mutate: parsing(func(x *rules.XML) { x.Entity = rules.Construct(`<!NONE( )( )( )`) }),
		},
		{
			Name: "subset-ignored", Rule: "R11.15", Mistake: "ends a document type at its first >",
			mutate: parsing(func(x *rules.XML) { x.Subset = false }),
		},
		{Name: "entity-255", Rule: "R11.15", Mistake: "allows 255 code points", mutate: parsing(func(x *rules.XML) { x.EntityLength = 255 })},
		{Name: "entity-257", Rule: "R11.15", Mistake: "allows 257 code points", mutate: parsing(func(x *rules.XML) { x.EntityLength = 257 })},
		{
			Name: "entity-octets", Rule: "R11.15", Mistake: "counts octets",
			mutate: entityAs(func(x *rules.XML, literal string) (string, bool) {
				if len(literal) > 256 {
					return "", false
				}
				return rules.PlainEntity(x, literal)
			}),
		},
		{
			Name: "entity-utf-16", Rule: "R11.15", Mistake: "counts units of UTF-16",
			mutate: entityAs(func(x *rules.XML, literal string) (string, bool) {
				if len(utf16.Encode([]rune(literal))) > 256 {
					return "", false
				}
				return rules.PlainEntity(x, literal)
			}),
		},
		{
			Name: "entity-text-counted", Rule: "R11.15", Mistake: "counts what the literal means",
			mutate: entityAs(func(x *rules.XML, literal string) (string, bool) {
				y := *x
				y.EntityLength = 1 << 20
				text, ok := rules.PlainEntity(&y, literal)
				return text, ok && utf8.RuneCountInString(text) <= 256
			}),
		},
		{
			Name: "entity-markup-is-text", Rule: "R11.15", Mistake: "takes markup in an entity for text",
			mutate: entityAs(func(x *rules.XML, literal string) (string, bool) {
				return rules.PlainEntity(x, strings.ReplaceAll(literal, "<", "&lt;"))
			}),
		},
		{
			Name: "entity-disguises-resolved", Rule: "R11.15", Mistake: "allows &#60; in an entity",
			mutate: entityAs(func(x *rules.XML, literal string) (string, bool) {
				return rules.PlainEntity(x, strings.ReplaceAll(literal, "&#60;", "&lt;"))
			}),
		},
		{
			Name: "entity-ampersands-resolved", Rule: "R11.15", Mistake: "allows &#x26; in an entity",
			mutate: entityAs(func(x *rules.XML, literal string) (string, bool) {
				return rules.PlainEntity(x, strings.NewReplacer("&#x26;", "&amp;", "&#38;", "&amp;").Replace(literal))
			}),
		},
		{
			Name: "entity-as-written", Rule: "R11.15", Mistake: "resolves nothing in an entity",
			mutate: entityAs(func(x *rules.XML, literal string) (string, bool) {
				_, ok := rules.PlainEntity(x, literal)
				return literal, ok
			}),
		},
		{
			Name: "entity-ampersand-is-text", Rule: "R11.15", Mistake: "takes an ampersand in an entity that begins no reference for text",
			mutate: entityAs(func(x *rules.XML, literal string) (string, bool) {
				return rules.PlainEntity(x, strings.ReplaceAll(literal, "& ", "&amp; "))
			}),
		},
		{
			Name: "entity-without-text-is-none", Rule: "R11.15", Mistake: "forgets entities that have no text, so that HTML's names or later ones count",
			mutate: parsing(func(x *rules.XML) {
				x.EntityText = func(x *rules.XML, literal string) (string, bool) { return rules.PlainEntity(x, literal) }
				x.Forgetful = true
			}),
		},
		{
			Name: "entity-external-is-empty", Rule: "R11.15", Mistake: "takes an external entity for empty",
			mutate: parsing(func(x *rules.XML) {
				x.Key = append(x.Key, func(x *rules.XML, key string) (string, bool) { _, ok := x.Declared[key]; return "", ok })
			}),
		},
		{
			Name: "entity-external-by-name", Rule: "R11.15", Mistake: "takes the system literal for the text",
			mutate: parsing(func(x *rules.XML) {
				x.Entity = rules.Construct(`<!ENTITY` + rules.XMLBlanks + `*(` + rules.XMLName + `)(?:` + rules.XMLBlanks + `*(?:SYSTEM|PUBLIC)?` + rules.XMLBlanks + `*(?:"([^"]*)"|'([^']*)'))?`)
			}),
		},
		{
			Name: "entity-parameter-counts", Rule: "R11.15", Mistake: "takes a parameter entity for one",
			mutate: parsing(func(x *rules.XML) {
				x.Entity = rules.Construct(`<!ENTITY` + rules.XMLBlanks + `*(?:%` + rules.XMLBlanks + `*)?(` + rules.XMLName + `)(?:` + rules.XMLBlanks + `*(?:"([^"]*)"|'([^']*)'))?`)
			}),
		},
		{
			Name: "entity-parameter-opened", Rule: "R11.15", Mistake: "opens parameter entities",
			mutate: before(func(text string) string {
				return strings.ReplaceAll(text, "%a;", "<!ENTITY b 'c'>")
			}),
		},
		{
			Name: "entity-apart", Rule: "R11.15", Mistake: "wants a blank before the name, as XML does",
			mutate: parsing(func(x *rules.XML) {
				x.Entity = rules.Construct(`<!ENTITY` + rules.XMLBlanks + `+(` + rules.XMLName + `)(?:` + rules.XMLBlanks + `*(?:"([^"]*)"|'([^']*)'))?`)
			}),
		},
		{
			Name: "entity-in-double-quotes", Rule: "R11.15", Mistake: "knows texts in single quotation marks only",
			mutate: parsing(func(x *rules.XML) {
				x.Entity = rules.Construct(`<!ENTITY` + rules.XMLBlanks + `*(` + rules.XMLName + `)(?:` + rules.XMLBlanks + `*(?:'([^']*)'|'([^']*)'))?`)
			}),
		},
		{
			Name: "entity-ends-tight", Rule: "R11.15", Mistake: "wants > after the literal",
			mutate: parsing(func(x *rules.XML) {
				x.Entity = rules.Construct(`<!ENTITY` + rules.XMLBlanks + `*(` + rules.XMLName + `)` + rules.XMLBlanks + `*(?:"([^"]*)"|'([^']*)')` + rules.XMLBlanks + `*>`)
			}),
		},
		{
			Name: "entity-of-ascii", Rule: "R11.15", Mistake: "knows entities with names of ASCII only",
			mutate: parsing(func(x *rules.XML) {
				x.Entity = rules.Construct(`<!ENTITY` + rules.XMLBlanks + `*([A-Za-z_:][A-Za-z_:0-9.-]*)(?:` + rules.XMLBlanks + `*(?:"([^"]*)"|'([^']*)'))?`)
			}),
		},
		{
			Name: "entity-outside-subset", Rule: "R11.15", Mistake: "finds declarations outside the internal subset",
			mutate: before(func(text string) string {
				return strings.NewReplacer(`'<!ENTITY a "b">'`, `[<!ENTITY a "b">]`).Replace(text)
			}),
		},
		{
			Name: "literals-unread", Rule: "R11.15", Mistake: "ends a declaration at the first >, in a literal too",
			mutate: parsing(func(x *rules.XML) { x.Declaration = rules.Construct(`<[^>]*>`) }),
		},
		{
			Name: "subset-ends-in-declaration", Rule: "R11.15", Mistake: "ends the internal subset at the first ]",
			mutate: parsing(func(x *rules.XML) { x.Declaration = rules.Construct(`<(?:[^"'>\]]|"[^"\]]*"|'[^'\]]*')*>`) }),
		},
		{
			Name: "subset-quotes", Rule: "R11.15", Mistake: "reads literals in the internal subset outside declarations",
			mutate: before(func(text string) string { return strings.Replace(text, "[ ' ]", "[ ' ", 1) }),
		},
		{
			Name: "doctype-literals-unread", Rule: "R11.15", Mistake: "reads no literals in a document type",
			mutate: before(func(text string) string {
				return doctypeHead().ReplaceAllStringFunc(text, func(s string) string { return strings.NewReplacer("'", "", `"`, "").Replace(s) })
			}),
		},
		{
			Name: "doctype-named", Rule: "R11.15", Mistake: "wants a name in a document type",
			mutate: parsing(func(x *rules.XML) { x.Doctype = rules.Construct(`<!DOCTYPE` + rules.XMLBlanks + `+` + rules.XMLName) }),
		},
	}
}

var doctypeHead = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<!DOCTYPE[^\[<]*(?:'\[')?`) })

func refusalMutants() []Mutant {
	return []Mutant{
		{
			Name: "ends-are-mended", Rule: "R11.16", Mistake: "takes what was read when a document is cut off",
			mutate: parsing(func(x *rules.XML) { x.LenientEnd = true }),
		},
		{
			Name: "end-tags-of-any", Rule: "R11.16", Mistake: "ends the innermost element at any end tag",
			mutate: parsing(func(x *rules.XML) { x.Matches = func(string, string) bool { return true } }),
		},
		{
			Name: "end-tags-in-any-case", Rule: "R11.16", Mistake: "compares end tags without case",
			mutate: parsing(func(x *rules.XML) { x.Matches = strings.EqualFold }),
		},
		{
			Name: "end-tags-local", Rule: "R11.16", Mistake: "compares local names",
			mutate: parsing(func(x *rules.XML) { x.Matches = func(end, open string) bool { return x.Local(end) == x.Local(open) } }),
		},
		{
			Name: "end-tags-skipped", Rule: "R11.16", Mistake: "skips an end tag that ends nothing",
			mutate: parsing(func(x *rules.XML) { x.SpareEnds = true }),
		},
		{Name: "any-depth", Rule: "R11.16", Mistake: "opens any number of elements", mutate: parsing(func(x *rules.XML) { x.Deepest = 1 << 20 })},
		{Name: "depth-501", Rule: "R11.16", Mistake: "opens 501 elements", mutate: parsing(func(x *rules.XML) { x.Deepest = 501 })},
		{Name: "depth-499", Rule: "R11.16", Mistake: "opens 499 elements", mutate: parsing(func(x *rules.XML) { x.Deepest = 499 })},
		{
			Name: "depth-in-all", Rule: "R11.16", Mistake: "counts elements, whether they are open or not",
			mutate: before(func(text string) string {
				if strings.Count(text, "<") > 1500 {
					return text
				}
				if strings.Count(text, "/>") > 500 {
					return ""
				}
				return text
			}),
		},
		{Name: "roots", Rule: "R11.16", Mistake: "reads several root elements", mutate: parsing(func(x *rules.XML) { x.SecondRoot = true })},
		{
			Name: "text-outside", Rule: "R11.16", Mistake: "ignores text outside the root element",
			mutate: parsing(func(x *rules.XML) { x.Outside = func(string) bool { return true } }),
		},
		{
			Name: "no-blanks-outside", Rule: "R11.16", Mistake: "refuses blanks outside the root element, if a reference or CDATA gives them",
			mutate: parsing(func(x *rules.XML) {
				x.Outside = func(text string) bool { return text == "" || text == "\n" }
			}),
		},
		{
			Name: "white-space-outside", Rule: "R11.16", Mistake: "allows every white space of Unicode outside the root element",
			mutate: parsing(func(x *rules.XML) { x.Outside = func(text string) bool { return strings.TrimSpace(text) == "" } }),
		},
		{
			Name: "controls-outside", Rule: "R11.16", Mistake: "allows U+0000 at the end, as trim does",
			mutate: parsing(func(x *rules.XML) {
				x.Outside = func(text string) bool {
					return strings.TrimFunc(text, func(r rune) bool { return r <= ' ' }) == ""
				}
			}),
		},
		{
			Name: "marks-outside", Rule: "R11.16", Mistake: "allows U+FEFF outside the root element",
			mutate: parsing(func(x *rules.XML) {
				x.Outside = func(text string) bool { return strings.Trim(text, "\uFEFF\t\n\f\r ") == "" }
			}),
		},
		{
			Name: "no-root", Rule: "R11.16", Mistake: "gives no text for a document without a root element",
			mutate: before(func(text string) string {
				if strings.Trim(text, " \n") == "" || strings.HasSuffix(text, "-->\n") {
					return text + "<r/>"
				}
				return text
			}),
		},
		{
			Name: "stray-tags-are-text", Rule: "R11.16", Mistake: "takes a < that begins nothing for text, as HTML does",
			mutate: before(func(text string) string { return strings.NewReplacer("< ", "&lt; ", "<3", "&lt;3").Replace(text) }),
		},
		{
			Name: "stray-ampersands-are-text", Rule: "R11.16", Mistake: "takes a & that begins nothing for text, as HTML does",
			mutate: before(func(text string) string { return strings.ReplaceAll(text, "& b", "&amp; b") }),
		},
		{
			Name: "text-in-comments-refused", Rule: "R11.16", Mistake: "refuses control characters, as XML does",
			mutate: before(func(text string) string {
				if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\r", r) }) {
					return ""
				}
				return text
			}),
		},
		{
			Name: "by-encoding-xml", Rule: "R11.16",
			Mistake: "refuses what a parser refuses",
			mutate: parsing(func(x *rules.XML) {
				x.Decoded = func(text string) string {
					d := xml.NewDecoder(strings.NewReader(text))
					d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
					d.Strict = false
					for {
						if _, err := d.Token(); err == io.EOF {
							return text
						} else if err != nil {
							return ""
						}
					}
				}
			}),
		},
	}
}

func rootMutants() []Mutant {
	return []Mutant{
		{
			Name: "root-with-prefix", Rule: "R11.17", Mistake: "knows roots without a prefix only",
			mutate: parsing(func(x *rules.XML) {
				x.RootName = func(n *rules.Node) string { return n.Name }
			}),
		},
		{
			Name: "root-in-any-case", Rule: "R11.17", Mistake: "compares the root without case",
			mutate: parsing(func(x *rules.XML) {
				for name, v := range maps.Clone(x.Vocabularies) {
					x.Vocabularies[strings.ToLower(name)] = v
				}
			}),
		},
		{
			Name: "root-anywhere", Rule: "R11.17", Mistake: "takes the first element that it knows for the root",
			mutate: parsing(func(x *rules.XML) {
				x.RootName = func(n *rules.Node) string {
					for _, c := range n.Within {
						if x.Vocabularies[n.Local] == nil && x.Vocabularies[c.Local] != nil {
							return c.Local
						}
					}
					return n.Local
				}
			}),
		},
		{
			Name: "root-by-namespace", Rule: "R11.17", Mistake: "knows DocBook 5 only, by its namespace",
			mutate: parsing(func(x *rules.XML) {
				x.RootName = func(n *rules.Node) string {
					if x.Vocabularies[n.Local] == x.Vocabularies["book"] && n.Value("xmlns") == "" {
						return ""
					}
					return n.Local
				}
			}),
		},
		{
			Name: "root-html-only", Rule: "R11.17", Mistake: "reads all XML as XHTML",
			mutate: parsing(func(x *rules.XML) { x.RootName = func(*rules.Node) string { return "html" } }),
		},
		{Name: "root-html", Rule: "R11.17", Mistake: "knows no XHTML", mutate: unrooted("html")},
		{Name: "root-article", Rule: "R11.17", Mistake: "knows no articles", mutate: unrooted("article")},
		{Name: "root-appendix", Rule: "R11.17", Mistake: "knows no parts of books: the first in the list", mutate: unrooted("appendix")},
		{Name: "root-book-part-wrapper", Rule: "R11.17", Mistake: "does not know BITS's wrapper", mutate: unrooted("book-part-wrapper")},
		{Name: "root-refentry", Rule: "R11.17", Mistake: "does not know pages of manuals", mutate: unrooted("refentry")},
		{Name: "root-sect5", Rule: "R11.17", Mistake: "knows four levels of sections", mutate: unrooted("sect5")},
		{Name: "root-pmc-articleset", Rule: "R11.17", Mistake: "does not know a set of articles", mutate: unrooted("pmc-articleset")},
		{Name: "root-sub-article", Rule: "R11.17", Mistake: "does not know the last in the list", mutate: unrooted("sub-article")},
		{Name: "root-tei", Rule: "R11.17", Mistake: "knows no TEI P5", mutate: unrooted("TEI")},
		{Name: "root-tei-2", Rule: "R11.17", Mistake: "knows no TEI P4", mutate: unrooted("TEI.2")},
		{Name: "root-tei-corpus", Rule: "R11.17", Mistake: "knows no corpora", mutate: unrooted("teiCorpus")},
		{Name: "root-alto", Rule: "R11.17", Mistake: "knows no ALTO", mutate: unrooted("alto")},
		{Name: "root-pcgts", Rule: "R11.17", Mistake: "knows no PAGE", mutate: unrooted("PcGts")},
	}
}

func elementMutants() []Mutant {
	return []Mutant{
		{
			Name: "left-out-unread", Rule: "R11.18", Mistake: "skips to the end tag of what is left out, and reads nothing in between",
			mutate: before(func(text string) string {
				return regexp.MustCompile(`(<(?:teiHeader|article-meta)>)(?s:.*?)(</(?:teiHeader|article-meta)>)`).ReplaceAllString(text, "$1$2")
			}),
		},
		{
			Name: "left-out-separates", Rule: "R11.18", Mistake: "calls for line ends where it leaves out",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				for _, c := range n.Within {
					if slices.Contains(v.LeftOut, c.Local) {
						c.Local, c.Within = "p", nil
					}
				}
			}),
		},
		{
			Name: "left-out-own-text", Rule: "R11.18", Mistake: "leaves out the text of an element, not that of the elements in it",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				for i := 0; i < len(n.Within); i++ {
					if c := n.Within[i]; slices.Contains(v.LeftOut, c.Local) {
						n.Within = slices.Replace(n.Within, i, i+1, elementsOf(c)...)
						i--
					}
				}
			}),
		},
		{
			Name: "alternatives-all", Rule: "R11.18", Mistake: "gives each of several alternatives",
			mutate: understanding("article", func(v *rules.Vocabulary) { v.First = nil }),
		},
		{
			Name: "alternatives-left-out-count", Rule: "R11.18", Mistake: "gives none if the first alternative is left out",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				if slices.Contains(v.First, n.Local) {
					n.Within = elementsOf(n)[:min(1, len(elementsOf(n)))]
				}
			}),
		},
		{
			Name: "alternatives-text-dropped", Rule: "R11.18", Mistake: "leaves out text that stands directly among alternatives",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				if slices.Contains(v.First, n.Local) {
					n.Within = elementsOf(n)
				}
			}),
		},
		{
			Name: "alternatives-once", Rule: "R11.18", Mistake: "gives the first alternative of the document",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				seen := map[string]bool{}
				for _, c := range n.Within {
					if slices.Contains(v.First, c.Local) && seen[c.Local] {
						c.Within = nil
					}
					seen[c.Local] = true
				}
			}),
		},
		{
			Name: "alternatives-deep", Rule: "R11.18", Mistake: "gives the first of the elements at any depth in alternatives",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				if slices.Contains(v.First, n.Local) {
					for _, c := range elementsOf(n) {
						inner := elementsOf(c)
						c.Within = slices.DeleteFunc(c.Within, func(d *rules.Node) bool { return d.Name != "" && d != inner[0] })
					}
				}
			}),
		},
		{
			Name: "kept-only-ignored", Rule: "R11.18", Mistake: "keeps all elements",
			mutate: understanding("article", func(v *rules.Vocabulary) { v.Only = nil }),
		},
		{
			Name: "kept-only-deep", Rule: "R11.18", Mistake: "keeps of all in an element only what is listed, at any depth",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				if kept, ok := v.Only[n.Local]; ok {
					for _, c := range elementsOf(n) {
						c.Within = slices.DeleteFunc(c.Within, func(d *rules.Node) bool { return d.Name != "" && !slices.Contains(kept, d.Local) })
					}
				}
			}),
		},
		{
			Name: "kept-only-anywhere", Rule: "R11.18", Mistake: "keeps what is listed at any depth in what is not",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				if kept, ok := v.Only[n.Local]; ok {
					for i := 0; i < len(n.Within); i++ {
						if c := n.Within[i]; c.Name != "" && !slices.Contains(kept, c.Local) {
							n.Within = slices.Replace(n.Within, i, i+1, elementsOf(c)...)
							i--
						}
					}
				}
			}),
		},
		{
			Name: "kept-only-text-dropped", Rule: "R11.18", Mistake: "leaves out text that stands directly in an element of kept only",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				if _, ok := v.Only[n.Local]; ok {
					n.Within = elementsOf(n)
				}
			}),
		},
		{
			Name: "empty-elements-silent", Rule: "R11.18", Mistake: "calls for nothing at an empty element",
			mutate: calling("", func(n *rules.Node, called string) string {
				if len(n.Within) == 0 {
					return ""
				}
				return called
			}),
		},
		{
			Name: "line-ends-after-only", Rule: "R11.18", Mistake: "calls for line ends after elements, not before",
			mutate: understanding("", func(v *rules.Vocabulary) { v.Before = false }),
		},
		{
			Name: "line-ends-before-only", Rule: "R11.18", Mistake: "calls for line ends before elements, not after",
			mutate: understanding("", func(v *rules.Vocabulary) { v.After = false }),
		},
		{
			Name: "elements-separate", Rule: "R11.18", Mistake: "calls for line ends at every element",
			mutate: understanding("", func(v *rules.Vocabulary) { v.Inline = nil }),
		},
		{
			Name: "elements-join", Rule: "R11.18", Mistake: "calls for nothing at any element",
			mutate: calling("", func(*rules.Node, string) string { return "" }),
		},
		{
			Name: "preformatted-not-inherited", Rule: "R11.18", Mistake: "looks at preformatted only where it is the parent",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				for _, c := range elementsOf(n) {
					if slices.Contains(v.Preformatted, n.Local) {
						for _, d := range c.Within {
							d.Text = strings.ReplaceAll(d.Text, "\n", " ")
						}
					}
				}
			}),
		},
		{
			Name: "preformatted-blanks-kept", Rule: "R11.18", Mistake: "calls for a line end at every blank that is preformatted",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				for _, c := range n.Within {
					if slices.Contains(v.Preformatted, n.Local) {
						c.Text = strings.ReplaceAll(c.Text, " ", "\n")
					}
				}
			}),
		},
		{
			Name: "no-break-spaces-are-blanks", Rule: "R11.18", Mistake: "takes every white space of Unicode for a blank",
			mutate: understanding("", func(v *rules.Vocabulary) { v.IsBlank = unicode.IsSpace }),
		},
		{Name: "common-annotation", Rule: "R11.18", Mistake: "does not leave out annotation", mutate: unlistedLeftOut("", "annotation")},
		{Name: "common-annotation-xml", Rule: "R11.18", Mistake: "does not leave out annotation-xml", mutate: unlistedLeftOut("article", "annotation-xml")},
		{Name: "common-script", Rule: "R11.18", Mistake: "does not leave out script", mutate: unlistedLeftOut("TEI", "script")},
		{Name: "common-bold", Rule: "R11.18", Mistake: "cuts at bold", mutate: unlistedInline("", "bold")},
		{Name: "common-italic", Rule: "R11.18", Mistake: "cuts at italic", mutate: unlistedInline("article", "italic")},
		{Name: "common-mi", Rule: "R11.18", Mistake: "cuts formulae at mi", mutate: unlistedInline("", "mi")},
		{Name: "common-mtable", Rule: "R11.18", Mistake: "cuts formulae at mtable", mutate: unlistedInline("TEI", "mtable")},
		{Name: "common-underline", Rule: "R11.18", Mistake: "cuts at underline", mutate: unlistedInline("", "underline")},
	}
}

func vocabularyMutants() []Mutant {
	return []Mutant{
		{
			Name: "xhtml-in-any-case", Rule: "R11.19", Mistake: "takes an element in capitals for the one in small letters",
			mutate: parsing(func(x *rules.XML) {
				x.Local = func(name string) string {
					name = name[strings.LastIndex(name, ":")+1:]
					if strings.ToUpper(name) == name {
						name = strings.ToLower(name)
					}
					return name
				}
			}),
		},
		{
			Name: "xhtml-hidden-shown", Rule: "R11.19", Mistake: "forgets R11.5",
			mutate: omitting("html", func(n *rules.Node, omitted bool) bool {
				_, hidden := n.Get("hidden")
				return omitted && !hidden
			}),
		},
		{
			Name: "xhtml-dialogs-shown", Rule: "R11.19", Mistake: "shows a dialog that is not open",
			mutate: omitting("html", func(n *rules.Node, omitted bool) bool { return omitted && n.Local != "dialog" }),
		},
		{
			Name: "xhtml-scripts-shown", Rule: "R11.19", Mistake: "forgets R11.4",
			mutate: omitting("html", func(n *rules.Node, omitted bool) bool { return omitted && n.Local != "script" }),
		},
		{
			Name: "xhtml-head-shown", Rule: "R11.19", Mistake: "shows the title",
			mutate: omitting("html", func(n *rules.Node, omitted bool) bool { return omitted && n.Local != "head" && n.Local != "title" }),
		},
		{
			Name: "xhtml-other-elements", Rule: "R11.19", Mistake: "calls for line ends at every element",
			mutate: calling("html", func(*rules.Node, string) string { return "\n" }),
		},
		{
			Name: "xhtml-without-blocks", Rule: "R11.19", Mistake: "calls for line ends at no element",
			mutate: calling("html", func(*rules.Node, string) string { return "" }),
		},
		{
			Name: "xhtml-inline-of-others", Rule: "R11.19", Mistake: "reads XHTML by the lists of R11.18",
			mutate: parsing(func(x *rules.XML) { x.Vocabularies["html"] = x.Other }),
		},
		{
			Name: "xhtml-pre-ignored", Rule: "R11.19", Mistake: "collapses line ends in pre",
			mutate: understanding("html", func(v *rules.Vocabulary) { v.Preformatted = nil }),
		},
		{
			Name: "xhtml-plaintext-ignored", Rule: "R11.19", Mistake: "knows pre only",
			mutate: understanding("html", func(v *rules.Vocabulary) { v.Preformatted = v.Preformatted[:1] }),
		},
		{
			Name: "xhtml-ocr-lines-run-on", Rule: "R11.19", Mistake: "knows lines of hOCR in HTML only",
			mutate: understanding("html", func(v *rules.Vocabulary) {
				v.Calls = func(v *rules.Vocabulary, n *rules.Node) string {
					if slices.Contains(v.Inline, n.Local) {
						return "\n"
					}
					return ""
				}
			}),
		},
		{
			Name: "xhtml-ocr-anywhere", Rule: "R11.19", Mistake: "takes the classes of hOCR in other XML too",
			mutate: calling("", func(n *rules.Node, called string) string {
				if rules.LineClasses(n.Value("class")) {
					return "\n"
				}
				return called
			}),
		},
		{
			Name: "article-metadata", Rule: "R11.20", Mistake: "gives metadata as text",
			mutate: understanding("article", func(v *rules.Vocabulary) { v.Only = nil }),
		},
		{
			Name: "article-front-left-out", Rule: "R11.20", Mistake: "leaves out all metadata, titles and names too",
			mutate: understanding("article", func(v *rules.Vocabulary) {
				for in := range v.Only {
					v.Only[in] = nil
				}
			}),
		},
		{
			Name: "article-as-other", Rule: "R11.20", Mistake: "cuts words at elements of their type",
			mutate: parsing(func(x *rules.XML) { x.Vocabularies["article"] = x.Other; x.Vocabularies["section"] = x.Other }),
		},
		{
			Name: "article-docbook-4", Rule: "R11.20", Mistake: "knows DocBook 5's info only",
			mutate: understanding("book", func(v *rules.Vocabulary) { delete(v.Only, "bookinfo"); delete(v.Only, "articleinfo") }),
		},
		{
			Name: "article-listings-flow", Rule: "R11.20", Mistake: "collapses line ends in listings",
			mutate: understanding("article", func(v *rules.Vocabulary) { v.Preformatted = nil }),
		},
		{Name: "article-alt-shown", Rule: "R11.20", Mistake: "shows descriptions", mutate: unlistedLeftOut("article", "alt", "alt-text")},
		{Name: "article-index-shown", Rule: "R11.20", Mistake: "shows entries of the index", mutate: unlistedLeftOut("article", "indexterm")},
		{Name: "article-tex-shown", Rule: "R11.20", Mistake: "shows formulae in TeX", mutate: unlistedLeftOut("article", "tex-math")},
		{Name: "article-identifiers-shown", Rule: "R11.20", Mistake: "shows identifiers of publications", mutate: unlistedLeftOut("article", "pub-id")},
		{Name: "article-titleabbrev-shown", Rule: "R11.20", Mistake: "shows the short title: the last in the list", mutate: unlistedLeftOut("article", "titleabbrev")},
		{
			Name: "article-index-left-out", Rule: "R11.20", Mistake: "leaves out xref, as a list of numbers",
			mutate: omitting("article", func(n *rules.Node, omitted bool) bool { return omitted || n.Local == "xref" }),
		},
		{
			Name: "article-references-left-out", Rule: "R11.20", Mistake: "leaves out the list of references",
			mutate: omitting("article", func(n *rules.Node, omitted bool) bool { return omitted || n.Local == "ref-list" }),
		},
		{Name: "article-abbrev-cut", Rule: "R11.20", Mistake: "cuts at abbrev", mutate: unlistedInline("article", "abbrev")},
		{Name: "article-inline-formula-cut", Rule: "R11.20", Mistake: "cuts at inline-formula", mutate: unlistedInline("article", "inline-formula")},
		{Name: "article-citation-cut", Rule: "R11.20", Mistake: "cuts at citation", mutate: unlistedInline("article", "citation")},
		{Name: "article-ulink-cut", Rule: "R11.20", Mistake: "cuts at ulink", mutate: unlistedInline("article", "ulink")},
		{Name: "article-xref-cut", Rule: "R11.20", Mistake: "cuts at xref", mutate: unlistedInline("article", "xref")},
		{
			Name: "article-sectioninfo", Rule: "R11.20", Mistake: "does not know sectioninfo",
			mutate: understanding("article", func(v *rules.Vocabulary) { delete(v.Only, "sectioninfo") }),
		},
		{
			Name: "article-abstract-left-out", Rule: "R11.20", Mistake: "leaves out the abstract",
			mutate: understanding("article", func(v *rules.Vocabulary) {
				for in, kept := range v.Only {
					unlisted(&kept, "abstract")
					v.Only[in] = kept
				}
			}),
		},
		{
			Name: "article-keywords-left-out", Rule: "R11.20", Mistake: "leaves out the keywords",
			mutate: understanding("article", func(v *rules.Vocabulary) {
				for in, kept := range v.Only {
					unlisted(&kept, "kwd-group")
					v.Only[in] = kept
				}
			}),
		},
		{
			Name: "article-name-alternatives", Rule: "R11.20", Mistake: "gives all forms of a name",
			mutate: understanding("article", func(v *rules.Vocabulary) { unlisted(&v.First, "name-alternatives") }),
		},
		{
			Name: "article-synopsis-flows", Rule: "R11.20", Mistake: "collapses line ends in synopsis",
			mutate: understanding("article", func(v *rules.Vocabulary) { unlisted(&v.Preformatted, "synopsis") }),
		},
		{
			Name: "tei-header", Rule: "R11.21", Mistake: "gives all of the header",
			mutate: understanding("TEI", func(v *rules.Vocabulary) { clear(v.Only) }),
		},
		{
			Name: "tei-header-left-out", Rule: "R11.21", Mistake: "leaves out the header, title and abstract too",
			mutate: omitting("TEI", func(n *rules.Node, omitted bool) bool { return omitted || n.Local == "teiHeader" }),
		},
		{
			Name: "tei-break-cuts", Rule: "R11.21", Mistake: `does not read break="no"`,
			mutate: understanding("TEI", func(v *rules.Vocabulary) { v.Breaks = nil }),
		},
		{
			Name: "tei-break-of-lines", Rule: "R11.21", Mistake: `reads break="no" of lb and pb only`,
			mutate: understanding("TEI", func(v *rules.Vocabulary) { v.Breaks = []string{"lb", "pb"} }),
		},
		{
			Name: "tei-break-of-all", Rule: "R11.21", Mistake: `reads break="no" of any element`,
			mutate: calling("TEI", func(n *rules.Node, called string) string {
				if n.Value("break") == "no" {
					return rules.NoBreak
				}
				return called
			}),
		},
		{
			Name: "tei-break-calls-nothing", Rule: "R11.21", Mistake: `calls for nothing at break="no", and leaves blanks around it`,
			mutate: calling("TEI", func(_ *rules.Node, called string) string { return strings.TrimPrefix(called, rules.NoBreak) }),
		},
		{
			Name: "tei-break-any-value", Rule: "R11.21", Mistake: "takes any value of break for no",
			mutate: calling("TEI", func(n *rules.Node, called string) string {
				if _, ok := n.Get("break"); ok {
					return rules.NoBreak
				}
				return called
			}),
		},
		{
			Name: "tei-breaks-are-inline", Rule: "R11.21", Mistake: "calls for nothing at lb",
			mutate: calling("TEI", func(n *rules.Node, called string) string {
				if n.Local == "lb" && called == "\n" {
					return ""
				}
				return called
			}),
		},
		{
			Name: "tei-both-of-a-choice", Rule: "R11.21", Mistake: "gives what was wrong and what is right",
			mutate: understanding("TEI", func(v *rules.Vocabulary) { delete(v.Only, "choice"); unlisted(&v.First, "choice") }),
		},
		{
			Name: "tei-first-of-a-choice", Rule: "R11.21", Mistake: "gives the first of a choice, whatever it is",
			mutate: understanding("TEI", func(v *rules.Vocabulary) { delete(v.Only, "choice") }),
		},
		{
			Name: "tei-all-that-is-kept", Rule: "R11.21", Mistake: "gives all of a choice that is kept",
			mutate: understanding("TEI", func(v *rules.Vocabulary) { unlisted(&v.First, "choice") }),
		},
		{
			Name: "tei-all-readings", Rule: "R11.21", Mistake: "gives all readings",
			mutate: understanding("TEI", func(v *rules.Vocabulary) { unlisted(&v.First, "app", "rdgGrp") }),
		},
		{
			Name: "tei-wrong-left-out", Rule: "R11.21", Mistake: "leaves out sic and orig outside a choice too",
			mutate: omitting("TEI", func(n *rules.Node, omitted bool) bool { return omitted || n.Local == "sic" || n.Local == "orig" }),
		},
		{Name: "tei-deletions-shown", Rule: "R11.21", Mistake: "shows what is deleted", mutate: unlistedLeftOut("TEI", "del")},
		{Name: "tei-running-heads-shown", Rule: "R11.21", Mistake: "shows running heads", mutate: unlistedLeftOut("TEI", "fw")},
		{Name: "tei-descriptions-shown", Rule: "R11.21", Mistake: "shows descriptions of figures", mutate: unlistedLeftOut("TEI", "figDesc")},
		{Name: "tei-timeline-shown", Rule: "R11.21", Mistake: "shows the timeline: the last in the list", mutate: unlistedLeftOut("TEI", "timeline")},
		{
			Name: "tei-notes-left-out", Rule: "R11.21", Mistake: "leaves out notes",
			mutate: omitting("TEI", func(n *rules.Node, omitted bool) bool { return omitted || n.Local == "note" }),
		},
		{Name: "tei-abbr-cut", Rule: "R11.21", Mistake: "cuts at abbr", mutate: unlistedInline("TEI", "abbr")},
		{Name: "tei-hi-cut", Rule: "R11.21", Mistake: "cuts at hi", mutate: unlistedInline("TEI", "hi")},
		{Name: "tei-persname-cut", Rule: "R11.21", Mistake: "cuts at persName", mutate: unlistedInline("TEI", "persName")},
		{Name: "tei-supplied-cut", Rule: "R11.21", Mistake: "cuts at supplied", mutate: unlistedInline("TEI", "supplied")},
		{Name: "tei-words-cut", Rule: "R11.21", Mistake: "cuts at w: the last in the list", mutate: unlistedInline("TEI", "w")},
		{
			Name: "tei-lines-of-verse-join", Rule: "R11.21", Mistake: "takes l, a line of verse, for inline",
			mutate: calling("TEI", func(n *rules.Node, called string) string {
				if n.Local == "l" {
					return ""
				}
				return called
			}),
		},
		{
			Name: "tei-examples-flow", Rule: "R11.21", Mistake: "collapses line ends in examples",
			mutate: understanding("TEI", func(v *rules.Vocabulary) { v.Preformatted = nil }),
		},
		{
			Name: "tei-egxml-flows", Rule: "R11.21", Mistake: "collapses line ends in egXML",
			mutate: understanding("TEI", func(v *rules.Vocabulary) { unlisted(&v.Preformatted, "egXML") }),
		},
		{
			Name: "other-all-inline", Rule: "R11.22", Mistake: "lets the words of other XML run together",
			mutate: calling("", func(*rules.Node, string) string { return "" }),
		},
		{
			Name: "other-separates", Rule: "R11.22", Mistake: "calls for line ends at elements of type",
			mutate: understanding("", func(v *rules.Vocabulary) { v.Inline = nil }),
		},
		{
			Name: "other-scripts", Rule: "R11.22", Mistake: "gives scripts and styles as text",
			mutate: unlistedLeftOut("", "script", "style"),
		},
		{
			Name: "other-base64", Rule: "R11.22", Mistake: "gives the octets of a certificate as text",
			mutate: unlistedLeftOut("", "X509Certificate"),
		},
		{
			Name: "other-as-html", Rule: "R11.22", Mistake: "reads other XML by R11.19",
			mutate: parsing(func(x *rules.XML) { x.Other = x.Vocabularies["html"] }),
		},
		{
			Name: "other-as-articles", Rule: "R11.22", Mistake: "reads other XML by R11.20",
			mutate: parsing(func(x *rules.XML) { x.Other = x.Vocabularies["article"] }),
		},
		{
			Name: "other-pre", Rule: "R11.22", Mistake: "takes pre for preformatted",
			mutate: understanding("", func(v *rules.Vocabulary) { v.Preformatted = []string{"pre"} }),
		},
		{
			Name: "other-blanks-kept", Rule: "R11.22", Mistake: "calls for blanks where line ends are called for",
			mutate: calling("", func(_ *rules.Node, called string) string { return strings.ReplaceAll(called, "\n", " ") }),
		},
	}
}

func ocrMutants() []Mutant {
	return []Mutant{
		{
			Name: "alto-halves", Rule: "R11.23", Mistake: "gives the halves of a hyphenated word",
			mutate: altoAs(func(n *rules.Node, _ bool) (string, bool) { return n.Value("CONTENT"), false }),
		},
		{
			Name: "alto-twice", Rule: "R11.23", Mistake: "gives the whole word at both halves",
			mutate: altoAs(func(n *rules.Node, _ bool) (string, bool) {
				if whole := n.Value("SUBS_CONTENT"); whole != "" && strings.HasPrefix(n.Value("SUBS_TYPE"), "HypPart") {
					return whole, true
				}
				return n.Value("CONTENT"), false
			}),
		},
		{
			Name: "alto-second-half", Rule: "R11.23", Mistake: "gives the whole word, and its second half",
			mutate: altoAs(func(n *rules.Node, _ bool) (string, bool) {
				if whole := n.Value("SUBS_CONTENT"); whole != "" && n.Value("SUBS_TYPE") == "HypPart1" {
					return whole, true
				}
				return n.Value("CONTENT"), false
			}),
		},
		{
			Name: "alto-second-half-dropped", Rule: "R11.23", Mistake: "gives nothing of a second half, whether there is a whole word or not",
			mutate: altoAs(func(n *rules.Node, whole bool) (string, bool) {
				if n.Value("SUBS_TYPE") == "HypPart2" {
					return "", whole
				}
				return rules.AltoText(n)
			}),
		},
		{
			Name: "alto-empty-whole", Rule: "R11.23", Mistake: "takes an empty SUBS_CONTENT for a word",
			mutate: altoAs(func(n *rules.Node, _ bool) (string, bool) {
				if whole, ok := n.Get("SUBS_CONTENT"); ok && whole == "" {
					return "", n.Value("SUBS_TYPE") == "HypPart1"
				}
				return rules.AltoText(n)
			}),
		},
		{
			Name: "alto-abbreviations", Rule: "R11.23", Mistake: "gives SUBS_CONTENT of an abbreviation too",
			mutate: altoAs(func(n *rules.Node, _ bool) (string, bool) {
				if n.Value("SUBS_TYPE") == "Abbreviation" {
					return n.Value("SUBS_CONTENT"), false
				}
				return rules.AltoText(n)
			}),
		},
		{
			Name: "alto-abbreviations-whole", Rule: "R11.23", Mistake: "drops the HYP after any String that has SUBS_CONTENT",
			mutate: altoAs(func(n *rules.Node, _ bool) (string, bool) {
				text, _ := rules.AltoText(n)
				return text, n.Value("SUBS_CONTENT") != ""
			}),
		},
		{
			Name: "alto-whole-stays", Rule: "R11.23", Mistake: "drops every HYP after a whole word",
			mutate: altoAs(func(n *rules.Node, whole bool) (string, bool) {
				text, now := rules.AltoText(n)
				return text, whole || now
			}),
		},
		{
			Name: "alto-no-hyphen", Rule: "R11.23", Mistake: "gives nothing for HYP",
			mutate: understanding("alto", func(v *rules.Vocabulary) {
				spoken := v.Spoken
				v.Spoken = func(f *rules.Flow, n *rules.Node) {
					if n.Local != "HYP" {
						spoken(f, n)
					}
				}
			}),
		},
		{
			Name: "alto-hyphen-content", Rule: "R11.23", Mistake: "gives the CONTENT of a HYP",
			mutate: altoHyphen(func(f *rules.Flow, n *rules.Node) { f.Joined = true; f.Piece(n.Value("CONTENT")) }),
		},
		{
			Name: "alto-hyphen-apart", Rule: "R11.23", Mistake: "gives a HYP after the blank that its String calls for",
			mutate: altoHyphen(func(f *rules.Flow, _ *rules.Node) { f.Piece("-") }),
		},
		{
			Name: "alto-hyphen-after-lines", Rule: "R11.23", Mistake: "drops the blank before a HYP, but no line end",
			mutate: altoHyphen(func(f *rules.Flow, _ *rules.Node) { f.Blank = false; f.Piece("-") }),
		},
		{
			Name: "alto-soft-hyphen", Rule: "R11.23", Mistake: "gives U+00AD for a HYP",
			mutate: altoHyphen(func(f *rules.Flow, _ *rules.Node) { f.Joined = true; f.Piece("\u00AD") }),
		},
		{
			Name: "alto-hyphen-always", Rule: "R11.23", Mistake: "gives the HYP after a whole word",
			mutate: understanding("alto", func(v *rules.Vocabulary) {
				spoken := v.Spoken
				v.Spoken = func(f *rules.Flow, n *rules.Node) { f.Whole = f.Whole && n.Local != "HYP"; spoken(f, n) }
			}),
		},
		{
			Name: "alto-spaces-only", Rule: "R11.23", Mistake: "parts words where there is an SP only",
			mutate: calling("alto", func(n *rules.Node, called string) string {
				if n.Local == "String" {
					return ""
				}
				return called
			}),
		},
		{
			Name: "alto-lines-run-on", Rule: "R11.23", Mistake: "calls for a blank at the end of a line",
			mutate: calling("alto", func(_ *rules.Node, called string) string { return strings.ReplaceAll(called, "\n", " ") }),
		},
		{
			Name: "alto-blocks", Rule: "R11.23", Mistake: "calls for line ends at blocks, pages and glyphs",
			mutate: calling("alto", func(_ *rules.Node, called string) string {
				if called == "" {
					return "\n"
				}
				return called
			}),
		},
		{
			Name: "alto-character-data", Rule: "R11.23", Mistake: "gives character data",
			mutate: understanding("alto", func(v *rules.Vocabulary) { v.TextIn = "*" }),
		},
		{
			Name: "alto-alternatives", Rule: "R11.23", Mistake: "gives ALTERNATIVE",
			mutate: understanding("alto", func(v *rules.Vocabulary) { v.TextIn = "ALTERNATIVE" }),
		},
		{
			Name: "alto-content-as-piece", Rule: "R11.23", Mistake: "takes CONTENT for one piece, whatever blanks are in it",
			mutate: understanding("alto", func(v *rules.Vocabulary) {
				spoken := v.Spoken
				v.Spoken = func(f *rules.Flow, n *rules.Node) {
					if text := n.Value("CONTENT"); n.Local == "String" && n.Value("SUBS_TYPE") == "" && text != "" {
						f.Piece(text)
						return
					}
					spoken(f, n)
				}
			}),
		},
		{
			Name: "page-glyphs", Rule: "R11.24", Mistake: "reads glyphs",
			mutate: understanding("PcGts", func(v *rules.Vocabulary) { v.LeftOut = nil }),
		},
		{
			Name: "page-all-levels", Rule: "R11.24", Mistake: "gives the text of words, lines and regions",
			mutate: understanding("PcGts", func(v *rules.Vocabulary) { v.Replaces = nil }),
		},
		{
			Name: "page-regions-first", Rule: "R11.24", Mistake: "gives the text of a region or a line rather than that of its words",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				if i := slices.IndexFunc(n.Within, func(c *rules.Node) bool { return c.Local == "TextEquiv" }); i >= 0 {
					n.Within = n.Within[i:]
				}
			}),
		},
		{
			Name: "page-lines-only", Rule: "R11.24", Mistake: "gives the text of lines only",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				if n.Local != "TextLine" {
					n.Within = slices.DeleteFunc(n.Within, func(c *rules.Node) bool { return c.Local == "TextEquiv" })
				}
			}),
		},
		{
			Name: "page-first-of-all", Rule: "R11.24", Mistake: "leaves out each TextEquiv after the first, whether that has text or not",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				one := false
				n.Within = slices.DeleteFunc(n.Within, func(c *rules.Node) bool {
					was := one
					one = one || c.Local == "TextEquiv"
					return was && c.Local == "TextEquiv"
				})
			}),
		},
		{
			Name: "page-last", Rule: "R11.24", Mistake: "leaves out a TextEquiv if anything was written at all",
			mutate: understanding("PcGts", func(v *rules.Vocabulary) {
				v.Replaces = func(f *rules.Flow, n *rules.Node, _ int) bool { return n.Local == "TextEquiv" && f.Pieces > 0 }
			}),
		},
		{
			Name: "page-pieces-pass-tags", Rule: "R11.24", Mistake: "goes on with a piece at a start tag, so that an element seems to have no text",
			mutate: shaping(func(v *rules.Vocabulary, n *rules.Node) {
				for i, c := range n.Within[min(1, len(n.Within)):] {
					before := n.Within[i]
					if n.Local == "Unicode" && before.Name == "" && c.Name != "" && len(c.Within) > 0 && c.Within[0].Name == "" {
						before.Text += c.Within[0].Text
						c.Within = c.Within[1:]
					}
				}
			}),
		},
		{
			Name: "page-plain-text", Rule: "R11.24", Mistake: "reads PlainText",
			mutate: understanding("PcGts", func(v *rules.Vocabulary) { v.TextIn = "TextEquiv" }),
		},
		{
			Name: "page-own-text", Rule: "R11.24", Mistake: "gives all character data",
			mutate: understanding("PcGts", func(v *rules.Vocabulary) { v.TextIn = "*" }),
		},
		{
			Name: "page-line-ends-blank", Rule: "R11.24", Mistake: "takes the line ends in Unicode for blanks",
			mutate: understanding("PcGts", func(v *rules.Vocabulary) { v.Preformatted = nil }),
		},
		{
			Name: "page-words-join", Rule: "R11.24", Mistake: "calls for nothing at a Word",
			mutate: calling("PcGts", func(_ *rules.Node, called string) string { return strings.TrimPrefix(called, " ") }),
		},
		{
			Name: "page-words-are-lines", Rule: "R11.24", Mistake: "calls for line ends at a Word",
			mutate: calling("PcGts", func(_ *rules.Node, called string) string { return strings.ReplaceAll(called, " ", "\n") }),
		},
		{
			Name: "page-regions-join", Rule: "R11.24", Mistake: "calls for nothing at a TextRegion",
			mutate: calling("PcGts", func(n *rules.Node, called string) string {
				if n.Local == "TextRegion" {
					return ""
				}
				return called
			}),
		},
		{
			Name: "page-lines-join", Rule: "R11.24", Mistake: "calls for nothing at a TextLine",
			mutate: calling("PcGts", func(n *rules.Node, called string) string {
				if n.Local == "TextLine" {
					return ""
				}
				return called
			}),
		},
		{
			Name: "page-other-elements", Rule: "R11.24", Mistake: "calls for line ends at every element",
			mutate: calling("PcGts", func(*rules.Node, string) string { return "\n" }),
		},
	}
}

// altoAs returns a mutation of R11.23: what a String gives.
func altoAs(by func(n *rules.Node, whole bool) (string, bool)) func(p *port.Port) {
	return understanding("alto", func(v *rules.Vocabulary) { v.StringText = by })
}

// altoHyphen returns a mutation of R11.23: what a HYP gives that gives something.
func altoHyphen(by func(f *rules.Flow, n *rules.Node)) func(p *port.Port) {
	return understanding("alto", func(v *rules.Vocabulary) { v.Hyphen = by })
}

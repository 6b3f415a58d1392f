package mutants

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// encodingOf is R11.1, by the reference.
func encodingOf(octets []byte, declared string) string {
	_, name, _ := extract.VisibleText(octets, declared)
	return name
}

// decodedBy returns bytes decoded by an encoding.
func decodedBy(name string, octets []byte) []byte {
	text, _ := rules.DecoderOf(name).Bytes(octets)
	return text
}

// firstEncodingOf is R11.1 (a) to (d), and reports whether the encoding is tentative. It is exact if
// the tree has no additional meta in the first 1,024 bytes, as in the vectors.
func firstEncodingOf(octets []byte, declared string) (name string, tentative bool) {
	start := octets[:min(len(octets), 1024)]
	name = encodingOf(start, declared)
	known := encodingOf(nil, declared) != "utf-8" || encodingOf([]byte{0xFF}, declared) == "utf-8"
	if known || len(rules.WithoutMark(octets)) < len(octets) || strings.HasPrefix(name, "utf-16") {
		return name, false
	}
	if !labelled(start) && !utf8.Valid(octets) {
		name = "windows-1252"
	}
	return name, true
}

// reading returns a mutation of chapter 11.
func reading(change func(g *rules.HTML)) func(p *port.Port) {
	g := rules.NewHTML()
	g.Encoding = func(octets []byte, declared string) (string, bool) { return encodingOf(octets, declared), false }
	change(g)
	return func(p *port.Port) { p.HTML = g.Text }
}

// encodingAs returns a mutation of R11.1.
func encodingAs(encoding func(octets []byte, declared string) string) func(p *port.Port) {
	return reading(func(g *rules.HTML) {
		g.Encoding = func(octets []byte, declared string) (string, bool) { return encoding(octets, declared), false }
	})
}

// heading returns a mutation of R11.1 from the tentative encoding on.
func heading(change func(g *rules.HTML)) func(p *port.Port) {
	return reading(func(g *rules.HTML) {
		g.Encoding = firstEncodingOf
		change(g)
	})
}

// shown returns a mutation of R11.4: elements that are not left out.
func shown(names ...string) func(p *port.Port) {
	return reading(func(g *rules.HTML) {
		leftOut := g.LeftOut
		g.LeftOut = func(n *html.Node) bool { return leftOut(n) && !slices.Contains(names, n.Data) }
	})
}

// hiding returns a mutation of R11.5.
func hiding(hidden func(n *html.Node) bool) func(p *port.Port) {
	return reading(func(g *rules.HTML) { g.Hidden = hidden })
}

// blocks returns a mutation of R11.7.
func blocks(block func(n *html.Node, reference bool) bool) func(p *port.Port) {
	return reading(func(g *rules.HTML) {
		reference := g.Block
		g.Block = func(n *html.Node) bool { return block(n, reference(n)) }
	})
}

// joined returns a mutation of R11.9.
func joined(between func(first bool, blanks, lines int) string) func(p *port.Port) {
	return reading(func(g *rules.HTML) { g.Between = between })
}

// labelled reports that a document names an encoding in some way.
func labelled(octets []byte) bool {
	return len(rules.WithoutMark(octets)) < len(octets) || bytes.Contains(octets, []byte("charset")) || bytes.Contains(octets, []byte("encoding"))
}

var anyLabel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)<meta[^>]*charset=["']?([a-z0-9_-]+)`) })

// htmlMutants are the mutants of chapter 11.
func htmlMutants() []Mutant {
	return []Mutant{
		{
			Name: "meta-before-declared", Rule: "R11.1",
			Mistake: "believes the document before the transport",
			mutate: encodingAs(func(octets []byte, declared string) string {
				if labelled(octets) {
					declared = ""
				}
				return encodingOf(octets, declared)
			}),
		},
		{
			Name: "mark-after-declared", Rule: "R11.1",
			Mistake: "believes the transport before a byte order mark, as HTML 4 says",
			mutate: encodingAs(func(octets []byte, declared string) string {
				if declared != "" {
					octets = rules.WithoutMark(octets)
				}
				return encodingOf(octets, declared)
			}),
		},
		{
			Name: "declared-unknown-counts", Rule: "R11.1",
			Mistake: "falls back to UTF-8 where it does not know the declared charset, and reads no meta",
			mutate: encodingAs(func(octets []byte, declared string) string {
				if e, _ := charset.Lookup(declared); declared != "" && e == nil {
					return "utf-8"
				}
				return encodingOf(octets, declared)
			}),
		},
		{
			Name: "label-compared-exactly", Rule: "R11.1",
			Mistake: "knows labels only as the Encoding Standard writes them, without blanks around",
			mutate: encodingAs(func(octets []byte, declared string) string {
				if strings.TrimSpace(declared) != declared {
					declared = ""
				}
				return encodingOf(octets, declared)
			}),
		},
		{
			Name: "meta-by-pattern", Rule: "R11.1",
			Mistake: "finds meta by a regular expression, in comments and attributes too",
			mutate: encodingAs(func(octets []byte, declared string) string {
				if m := anyLabel().FindSubmatch(octets[:min(len(octets), 1024)]); m != nil && declared == "" {
					declared = string(m[1])
				}
				return encodingOf(octets, declared)
			}),
		},
		{
			Name: "meta-anywhere", Rule: "R11.1",
			Mistake: "looks for meta by a pattern in the whole document, as if it were head",
			mutate: encodingAs(func(octets []byte, declared string) string {
				if m := anyLabel().FindSubmatch(octets[min(len(octets), 1024):]); m != nil && declared == "" {
					declared = string(m[1])
				}
				return encodingOf(octets, declared)
			}),
		},
		{
			Name: "meta-prescan-alone", Rule: "R11.1",
			Mistake: "looks for meta in the first 1,024 octets only",
			mutate: encodingAs(func(octets []byte, declared string) string {
				name, _ := firstEncodingOf(octets, declared)
				return name
			}),
		},
		{
			Name: "meta-prescan-certain", Rule: "R11.1",
			Mistake: "believes what the prescan finds in a script, whatever the head declares",
			mutate: heading(func(g *rules.HTML) {
				g.Encoding = func(octets []byte, declared string) (string, bool) {
					name, tentative := firstEncodingOf(octets, declared)
					return name, tentative && !labelled(octets[:min(len(octets), 1024)])
				}
			}),
		},
		{
			Name: "meta-after-certain", Rule: "R11.1",
			Mistake: "believes a meta in the head although a mark or the transport was before it",
			mutate: heading(func(g *rules.HTML) {
				g.Encoding = func(octets []byte, declared string) (string, bool) { return encodingOf(octets, declared), true }
			}),
		},
		{
			Name: "meta-after-utf-16", Rule: "R11.1",
			Mistake: "believes a meta in a document that the prescan found to be UTF-16",
			mutate: heading(func(g *rules.HTML) {
				g.Encoding = func(octets []byte, declared string) (string, bool) {
					name, tentative := firstEncodingOf(octets, declared)
					return name, tentative || bytes.HasPrefix(octets, []byte("<\x00?\x00"))
				}
			}),
		},
		{
			Name: "meta-in-body", Rule: "R11.1",
			Mistake: "believes a meta in the body, as the HTML Standard's parser does",
			mutate: heading(func(g *rules.HTML) {
				g.Metas = func(tree *html.Node) []*html.Node {
					return slices.DeleteFunc(rules.AllMetas(tree), func(n *html.Node) bool {
						return slices.ContainsFunc(slices.Collect(n.Ancestors()), func(n *html.Node) bool { return n.Data == "template" })
					})
				}
			}),
		},
		{
			Name: "meta-in-template", Rule: "R11.1",
			Mistake: "believes a meta in a template",
			mutate: heading(func(g *rules.HTML) {
				g.Metas = func(tree *html.Node) []*html.Node {
					return slices.DeleteFunc(rules.AllMetas(tree), func(n *html.Node) bool {
						return !slices.ContainsFunc(slices.Collect(n.Ancestors()), func(n *html.Node) bool { return n.Data == "head" })
					})
				}
			}),
		},
		{
			Name: "meta-not-in-noscript", Rule: "R11.1",
			Mistake: "passes over a meta in noscript, as with scripting",
			mutate: heading(func(g *rules.HTML) {
				g.Metas = func(tree *html.Node) []*html.Node {
					return slices.DeleteFunc(rules.HeadMetas(tree), func(n *html.Node) bool { return n.Parent.Data == "noscript" })
				}
			}),
		},
		{
			Name: "meta-last", Rule: "R11.1",
			Mistake: "believes the last meta of the head",
			mutate: heading(func(g *rules.HTML) {
				g.Metas = func(tree *html.Node) []*html.Node {
					all := rules.HeadMetas(tree)
					slices.Reverse(all)
					return all
				}
			}),
		},
		{
			Name: "meta-first-unknown", Rule: "R11.1",
			Mistake: "looks at the first meta of the head only, though it declares nothing",
			mutate: heading(func(g *rules.HTML) {
				g.Metas = func(tree *html.Node) []*html.Node { return rules.HeadMetas(tree)[:min(1, len(rules.HeadMetas(tree)))] }
			}),
		},
		{
			Name: "meta-charset-hides-content", Rule: "R11.1",
			Mistake: "takes no content where charset has an unknown label, as the prescan does",
			mutate: heading(func(g *rules.HTML) {
				g.Declared = func(meta *html.Node) string {
					if _, has := rules.AttributeOf(meta, "charset"); has {
						meta = &html.Node{Attr: slices.DeleteFunc(slices.Clone(meta.Attr), func(a html.Attribute) bool { return a.Key == "content" })}
					}
					return rules.DeclaredBy(meta)
				}
			}),
		},
		{
			Name: "meta-content-alone", Rule: "R11.1",
			Mistake: "takes content of any http-equiv",
			mutate: heading(func(g *rules.HTML) {
				g.Declared = func(meta *html.Node) string {
					attributes := slices.DeleteFunc(slices.Clone(meta.Attr), func(a html.Attribute) bool { return a.Key == "http-equiv" })
					return rules.DeclaredBy(&html.Node{Attr: append(attributes, html.Attribute{Key: "http-equiv", Val: "content-type"})})
				}
			}),
		},
		{
			Name: "meta-user-defined-believed", Rule: "R11.1",
			Mistake: "reads a document as x-user-defined because its head says so",
			mutate: heading(func(g *rules.HTML) {
				g.Declared = func(meta *html.Node) string {
					if label, _ := rules.AttributeOf(meta, "charset"); label == "x-user-defined" {
						return label
					}
					return rules.DeclaredBy(meta)
				}
			}),
		},
		{
			Name: "meta-by-windows-1252", Rule: "R11.1",
			Mistake: "finds the head by windows-1252, whatever the prescan found",
			mutate: heading(func(g *rules.HTML) {
				g.Encoding = func(octets []byte, declared string) (string, bool) {
					name, tentative := firstEncodingOf(octets, declared)
					if !tentative {
						return name, false
					}
					tree, err := html.ParseWithOptions(strings.NewReader(g.Decoded(string(decodedBy("windows-1252", octets)))), html.ParseOptionEnableScripting(false))
					if err != nil {
						return name, false
					}
					for _, meta := range rules.HeadMetas(tree) {
						if found := rules.DeclaredBy(meta); found != "" {
							return found, false
						}
					}
					return name, false
				}
			}),
		},
		{
			Name: "meta-utf-16-believed", Rule: "R11.1",
			Mistake: "reads a document as UTF-16 because a meta in ASCII says so",
			mutate: encodingAs(func(octets []byte, declared string) string {
				if bytes.Contains(octets, []byte("charset=utf-16")) {
					return "utf-16le"
				}
				return encodingOf(octets, declared)
			}),
		},
		{
			Name: "xml-declaration-ignored", Rule: "R11.1",
			Mistake: "does not read an XML declaration, as the Standard did not before 2022",
			mutate: encodingAs(func(octets []byte, declared string) string {
				return encodingOf(bytes.Replace(octets, []byte("<?xml"), []byte("<?x"), 1), declared)
			}),
		},
		{
			Name: "no-default-windows-1252", Rule: "R11.1",
			Mistake: "takes UTF-8 for what nothing declares, ill-formed or not",
			mutate: encodingAs(func(octets []byte, declared string) string {
				if declared == "" && !labelled(octets) {
					return "utf-8"
				}
				return encodingOf(octets, declared)
			}),
		},
		{
			Name: "default-without-guess", Rule: "R11.1",
			Mistake: "takes windows-1252 for what nothing declares, as browsers do for the web",
			mutate: encodingAs(func(octets []byte, declared string) string {
				if declared == "" && !labelled(octets) {
					return "windows-1252"
				}
				return encodingOf(octets, declared)
			}),
		},
		{
			Name: "iso-8859-1-as-named", Rule: "R11.1",
			Mistake: "decodes windows-1252 as ISO 8859-1, with controls in place of quotation marks",
			mutate: reading(func(g *rules.HTML) {
				g.Decoder = func(name string) *encoding.Decoder {
					if name == "windows-1252" {
						return charmap.ISO8859_1.NewDecoder()
					}
					return rules.DecoderOf(name)
				}
			}),
		},
		{
			Name: "mark-kept", Rule: "R11.2",
			Mistake: "leaves the byte order mark in the text",
			mutate:  reading(func(g *rules.HTML) { g.Mark = false }),
		},
		{
			Name: "replaced-by-runs", Rule: "R11.2",
			Mistake: "replaces ill-formed octets by rule R1.2 in place of the Encoding Standard's",
			mutate: reading(func(g *rules.HTML) {
				g.Decoder = func(name string) *encoding.Decoder {
					if name == "utf-8" {
						return encoding.Nop.NewDecoder()
					}
					return rules.DecoderOf(name)
				}
				g.Decoded = func(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
			}),
		},
		{
			Name: "decoders-of-a-library", Rule: "R11.2",
			Mistake: "decodes as its library does, which is nearly as the Encoding Standard does",
			mutate: reading(func(g *rules.HTML) {
				g.Decoder = func(name string) *encoding.Decoder {
					e, _ := charset.Lookup(name)
					return e.NewDecoder()
				}
			}),
		},
		{
			Name: "gb18030-without-four-octets", Rule: "R11.2",
			Mistake: "decodes GB 18030 as GBK, which has no sequences of four octets",
			mutate: reading(func(g *rules.HTML) {
				g.Decoder = func(name string) *encoding.Decoder {
					if name == "gb18030" {
						return simplifiedchinese.GBK.NewDecoder()
					}
					return rules.DecoderOf(name)
				}
			}),
		},
		{
			Name: "tags-stripped", Rule: "R11.3",
			Mistake: "builds no tree: deletes tags by a regular expression",
			mutate: func(p *port.Port) {
				tag := regexp.MustCompile(`<[^>]*>`)
				p.HTML = func(octets []byte, _ string) (string, error) {
					text := html.UnescapeString(tag.ReplaceAllString(string(octets), "\n"))
					return strings.Join(strings.FieldsFunc(text, rules.OneOf("\n")), "\n"), nil
				}
			},
		},
		{
			Name: "scripting-on", Rule: "R11.3",
			Mistake: "parses with scripting on, as parsers do by default, so that noscript holds raw text",
			mutate:  reading(func(g *rules.HTML) { g.Scripting = true }),
		},
		{
			Name: "references-kept", Rule: "R11.3",
			Mistake: "leaves character references as they are",
			mutate: reading(func(g *rules.HTML) {
				g.Decoded = func(text string) string { return strings.ReplaceAll(text, "&", "&amp;") }
			}),
		},
		{
			Name: "references-need-semicolon", Rule: "R11.3",
			Mistake: "knows character references with a semicolon only, as XML does",
			mutate: reading(func(g *rules.HTML) {
				reference := regexp.MustCompile(`&[a-z]+;?`)
				g.Decoded = func(text string) string {
					return reference.ReplaceAllStringFunc(text, func(ref string) string {
						if strings.HasSuffix(ref, ";") && !strings.HasSuffix(html.UnescapeString(ref), ";") {
							return ref
						}
						return "&amp;" + ref[1:]
					})
				}
			}),
		},
		{
			Name: "nul-replaced", Rule: "R11.3",
			Mistake: "makes U+FFFD of U+0000 in the body too",
			mutate: reading(func(g *rules.HTML) {
				g.Decoded = func(text string) string { return strings.ReplaceAll(text, "\x00", "\uFFFD") }
			}),
		},
		{
			Name: "ends-at-html", Rule: "R11.3",
			Mistake: "stops at the end tag of the body",
			mutate: reading(func(g *rules.HTML) {
				g.Decoded = func(text string) string { text, _, _ = strings.Cut(text, "</body>"); return text }
			}),
		},
		{
			Name: "title-kept", Rule: "R11.4",
			Mistake: "takes the title into the text, as search engines do",
			mutate:  shown("head", "title"),
		},
		{
			Name: "script-kept", Rule: "R11.4",
			Mistake: "takes scripts and styles into the text, as textContent does",
			mutate:  shown("script", "style"),
		},
		{
			Name: "noscript-kept", Rule: "R11.4",
			Mistake: "takes noscript into the text, as a reader without scripts sees it",
			mutate:  shown("noscript"),
		},
		{
			Name: "template-kept", Rule: "R11.4",
			Mistake: "takes templates into the text, as parsers that know no HTML 5 do",
			mutate:  shown("template"),
		},
		{
			Name: "ruby-kept", Rule: "R11.4",
			Mistake: "takes the annotations of ruby into the text",
			mutate:  shown("rt", "rp"),
		},
		{
			Name: "form-controls-kept", Rule: "R11.4",
			Mistake: "takes the text of controls into the text",
			mutate:  shown("select", "textarea"),
		},
		{
			Name: "fallback-kept", Rule: "R11.4",
			Mistake: "takes the fallback of media into the text",
			mutate:  shown("video", "audio", "canvas", "object"),
		},
		{
			Name: "svg-kept", Rule: "R11.4",
			Mistake: "takes the text of graphics into the text",
			mutate:  shown("svg"),
		},
		{
			Name: "annotation-kept", Rule: "R11.4",
			Mistake: "takes the source of formulae into the text",
			mutate:  shown("annotation"),
		},
		{
			Name: "alt-included", Rule: "R11.4",
			Mistake: "takes alt texts into the text, as browsers in text mode do",
			mutate: reading(func(g *rules.HTML) {
				g.Extra = func(n *html.Node) string { alt, _ := rules.AttributeOf(n, "alt"); return alt }
			}),
		},
		{
			Name: "hidden-shown", Rule: "R11.5",
			Mistake: "does not look at hidden",
			mutate:  hiding(func(n *html.Node) bool { return n.Data == "dialog" && rules.IsHidden(n) }),
		},
		{
			Name: "hidden-by-value", Rule: "R11.5",
			Mistake: "takes hidden=false for not hidden",
			mutate: hiding(func(n *html.Node) bool {
				value, _ := rules.AttributeOf(n, "hidden")
				return value != "false" && rules.IsHidden(n)
			}),
		},
		{
			Name: "hidden-until-found-shown", Rule: "R11.5",
			Mistake: "shows hidden=until-found, since a search would",
			mutate: hiding(func(n *html.Node) bool {
				value, _ := rules.AttributeOf(n, "hidden")
				return value != "until-found" && rules.IsHidden(n)
			}),
		},
		{
			Name: "hidden-in-html-only", Rule: "R11.5",
			Mistake: "looks at hidden only where the element is HTML's",
			mutate:  hiding(func(n *html.Node) bool { return n.Namespace == "" && rules.IsHidden(n) }),
		},
		{
			Name: "closed-dialog-shown", Rule: "R11.5",
			Mistake: "shows a dialog that is not open",
			mutate: hiding(func(n *html.Node) bool {
				_, hidden := rules.AttributeOf(n, "hidden")
				return hidden
			}),
		},
		{
			Name: "aria-hidden-hides", Rule: "R11.5",
			Mistake: "leaves aria-hidden out, as readers of the screen do",
			mutate: hiding(func(n *html.Node) bool {
				value, _ := rules.AttributeOf(n, "aria-hidden")
				return value == "true" || rules.IsHidden(n)
			}),
		},
		{
			Name: "style-hides", Rule: "R11.5",
			Mistake: "reads display:none in style attributes, as innerText does",
			mutate: hiding(func(n *html.Node) bool {
				value, _ := rules.AttributeOf(n, "style")
				return strings.Contains(value, "display:none") || rules.IsHidden(n)
			}),
		},
		{
			Name: "comment-kept", Rule: "R11.6",
			Mistake: "takes comments into the text",
			mutate: reading(func(g *rules.HTML) {
				g.Extra = func(n *html.Node) string {
					if n.Type == html.CommentNode {
						return n.Data
					}
					return ""
				}
			}),
		},
		{
			Name: "deleted-left-out", Rule: "R11.6",
			Mistake: "leaves out what del marks as deleted",
			mutate:  hiding(func(n *html.Node) bool { return n.Data == "del" || rules.IsHidden(n) }),
		},
		{
			Name: "quotation-marks-added", Rule: "R11.6",
			Mistake: "writes quotation marks around q, as browsers show it",
			mutate: reading(func(g *rules.HTML) {
				g.Extra = func(n *html.Node) string {
					if n.Data == "q" {
						return "\u201C"
					}
					return ""
				}
			}),
		},
		{
			Name: "blocks-ignored", Rule: "R11.7",
			Mistake: "joins the texts of blocks, as textContent does",
			mutate:  blocks(func(*html.Node, bool) bool { return false }),
		},
		{
			Name: "inline-separated", Rule: "R11.7",
			Mistake: "separates at every element, as replacing tags by blanks does",
			mutate:  blocks(func(n *html.Node, _ bool) bool { return n.Type == html.ElementNode }),
		},
		{
			Name: "br-joins", Rule: "R11.7",
			Mistake: "separates at blocks and not at br",
			mutate:  blocks(func(n *html.Node, block bool) bool { return block && n.Data != "br" }),
		},
		{
			Name: "wbr-separates", Rule: "R11.7",
			Mistake: "separates at wbr, where a line may end but a word does not",
			mutate:  blocks(func(n *html.Node, block bool) bool { return block || n.Data == "wbr" }),
		},
		{
			Name: "cells-joined", Rule: "R11.7",
			Mistake: "joins the cells of a row",
			mutate:  blocks(func(n *html.Node, block bool) bool { return block && n.Data != "td" && n.Data != "th" }),
		},
		{
			Name: "button-inline", Rule: "R11.7",
			Mistake: "takes a button for inline, as the list of block elements in old HTML has it",
			mutate:  blocks(func(n *html.Node, block bool) bool { return block && n.Data != "button" }),
		},
		{
			Name: "hidden-block-separates", Rule: "R11.7",
			Mistake: "calls for a line end where it leaves a block out",
			mutate:  reading(func(g *rules.HTML) { g.HiddenBlock = true }),
		},
		{
			Name: "closed-details-hidden", Rule: "R11.7",
			Mistake: "leaves out what closed details hold beside their summary",
			mutate: hiding(func(n *html.Node) bool {
				in := n.Parent != nil && n.Parent.Data == "details" && n.Data != "summary"
				return in || rules.IsHidden(n)
			}),
		},
		{
			Name: "no-break-space-is-blank", Rule: "R11.8",
			Mistake: "collapses every white space of Unicode, U+00A0 too, as trim and split do",
			mutate:  reading(func(g *rules.HTML) { g.IsBlank = unicode.IsSpace }),
		},
		{
			Name: "form-feed-no-blank", Rule: "R11.8",
			Mistake: "does not know U+000C as a blank",
			mutate:  reading(func(g *rules.HTML) { g.IsBlank = rules.OneOf("\t\n\r ") }),
		},
		{
			Name: "pre-ignored", Rule: "R11.8",
			Mistake: "collapses line ends in pre as elsewhere",
			mutate:  reading(func(g *rules.HTML) { g.Pre = func(*html.Node) bool { return false } }),
		},
		{
			Name: "pre-not-inherited", Rule: "R11.8",
			Mistake: "looks at pre only where it is the parent",
			mutate: reading(func(g *rules.HTML) {
				pre := g.Pre
				g.Pre = func(n *html.Node) bool {
					for c := range n.ChildNodes() {
						if c.Type == html.ElementNode && pre(n) {
							for text := range c.Descendants() {
								text.Data = strings.ReplaceAll(text.Data, "\n", " ")
							}
						}
					}
					return pre(n)
				}
			}),
		},
		{
			Name: "plaintext-not-pre", Rule: "R11.8",
			Mistake: "keeps line ends in pre and in none of the older elements like it",
			mutate:  reading(func(g *rules.HTML) { g.Pre = func(n *html.Node) bool { return n.Data == "pre" } }),
		},
		{
			Name: "not-collapsed", Rule: "R11.9",
			Mistake: "writes as many blanks as there were",
			mutate: joined(func(first bool, blanks, lines int) string {
				switch {
				case first:
					return ""
				case lines > 0:
					return "\n"
				}
				return strings.Repeat(" ", blanks)
			}),
		},
		{
			Name: "line-ends-doubled", Rule: "R11.9",
			Mistake: "writes an empty line between paragraphs, as innerText does",
			mutate: joined(func(first bool, blanks, lines int) string {
				if first {
					return ""
				}
				if lines == 0 && blanks > 0 {
					return " "
				}
				return strings.Repeat("\n", min(lines, 2))
			}),
		},
		{
			Name: "blank-wins", Rule: "R11.9",
			Mistake: "writes a blank where a line end was called for too",
			mutate: joined(func(first bool, blanks, lines int) string {
				switch {
				case first:
					return ""
				case blanks > 0:
					return " "
				case lines > 0:
					return "\n"
				}
				return ""
			}),
		},
		{
			Name: "ends-not-trimmed", Rule: "R11.9",
			Mistake: "writes the blank before the first piece and after the last",
			mutate: reading(func(g *rules.HTML) {
				between := g.Between
				g.Between = func(_ bool, blanks, lines int) string { return between(false, blanks, lines) }
				g.End = func(blanks, lines int) string { return between(false, blanks, lines) }
			}),
		},
	}
}

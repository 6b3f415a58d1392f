package fuzz

import (
	"bytes"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/inputs"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A deviation is a difference of the reference's tree builder from the HTML Standard that chapter 15 lists.
// By the Standard, a document and its avoided form have the same text. The reference reads the avoided
// form as the Standard says.
type deviation struct {
	name  string
	avoid func(document []byte) []byte
}

// deviations lists what chapter 15 allows. The last row is for documents with several of the others.
var deviations = append(single, deviation{"several of these", func(doc []byte) []byte {
	for _, d := range single {
		doc = d.avoid(doc)
	}
	return doc
}})

var single = []deviation{
	{"`search` is not special", func(doc []byte) []byte { // the role is for the main text (R11.28)
		return endOfSearch(startOfSearch(withRole(doc)))
	}},
	{"`<th>` does not end a caption", replacing(`(?i)<th([\s/>])`, "</caption><th$1")},
	{"a `<` without a name after `<!--` in a script", replacing(`<+(<[A-Za-z/]|[^A-Za-z/!<])`, "x$1")},
	{"a `template` in MathML or SVG", func(doc []byte) []byte {
		if !foreign().Match(doc) {
			return doc
		}
		return withoutTemplates(doc)
	}},
	{"a reference in a CDATA section", func(doc []byte) []byte {
		return section().ReplaceAllFunc(doc, func(s []byte) []byte { return bytes.ReplaceAll(s, []byte("&"), []byte("&amp;")) })
	}},
}

// section is a CDATA section, which may lack its end.
var section = lazy.Regexp(`(?s)<!\[CDATA\[.*?(?:\]\]>|$)`)

var (
	withRole      = replacing(`(?i)<search(\s(?:[^>]*\s)?role\s*=\s*["']?)`, "<center${1}search-")
	startOfSearch = replacing(`(?i)<search([\s/>])`, "<center role=search$1")
	endOfSearch   = replacing(`(?i)</search([\s/>])`, "</center$1")
)

var foreign = lazy.Regexp(`(?i)<(?:math|svg)[\s/>]`)

func replacing(pattern, with string) func([]byte) []byte {
	expr := lazy.Regexp(pattern)
	return func(doc []byte) []byte { return expr().ReplaceAll(doc, []byte(with)) }
}

// withoutTemplates leaves out each template and its contents, which are never visible.
func withoutTemplates(doc []byte) []byte {
	tokens := html.NewTokenizer(bytes.NewReader(doc))
	var out []byte
	within := false // MathML or SVG, where the content of a title is markup
	for depth := 0; ; {
		kind := tokens.Next()
		raw := bytes.Clone(tokens.Raw())
		name, _ := tokens.TagName()
		if string(name) == "math" || string(name) == "svg" {
			within = kind == html.StartTagToken
		}
		if within && kind == html.StartTagToken {
			tokens.NextIsNotRawText()
		}
		switch template := string(name) == "template"; {
		case kind == html.ErrorToken:
			return out
		case template && kind == html.StartTagToken:
			depth++
		case template && kind == html.EndTagToken:
			depth = max(0, depth-1)
		case depth == 0:
			out = append(out, raw...)
		}
	}
}

// allowed names the deviation of chapter 15 that explains an answer that is not the reference's, "" if none
// does. An answer is explained if the reference gives it for the avoided form of the document.
func allowed(r protocol.Request, got vectors.Data) string {
	if r.Stage != vectors.HTML && r.Stage != vectors.Main {
		return ""
	}
	r.Scheme = scheme.SM1.ID() // which changes nothing
	doc := r.Input.Raw.Bytes()
	if text, ok := inputs.FromUTF16(doc); ok {
		doc, r.Input.Charset = text, "utf-8"
	}
	for _, d := range deviations {
		avoided := d.avoid(doc)
		if bytes.Equal(avoided, doc) {
			continue
		}
		r.Input.Raw = vectors.BytesOf(avoided)
		if cases.Agree(conformance.NewReference(scheme.SM1).Answer(r).Result, got) {
			return d.name
		}
	}
	return ""
}

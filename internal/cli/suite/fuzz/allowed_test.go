package fuzz

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/vectors"
)

// TestAllowed checks that answers of the HTML Standard are allowed where the reference differs by chapter 15.
// No other answer is.
func TestAllowed(t *testing.T) {
	const (
		search   = "`search` is not special"
		caption  = "`<th>` does not end a caption"
		script   = "a `<` without a name after `<!--` in a script"
		template = "a `template` in MathML or SVG"
		section  = "a reference in a CDATA section"
	)
	for _, tt := range []struct{ document, text, name, why string }{
		{"<ada><search hidden></ada>a", "", search, "an end tag passes no special element"},
		{"<a><search>a<a>a", "aa", search, "the second link is within the search"},
		{"<a><SEARCH>a<a>a", "aa", search, "names have any case"},
		{"<a><searching>a<a>a", "aa", "", "another element"},
		{"<a><search>a<a>a", "a a", "", "wrong in another way: the Standard says aa"},
		{"<table><caption>a<th>a", "a\na", caption, "a cell is a line"},
		{"<table><caption>a<thead><td>b", "ab", "", "both end a caption at another tag"},
		{"<script><!--<<script </script>a", "", script, "the script goes on: it has a script within"},
		{"<script><!--< <script </script>a", "", script, "the same with a blank"},
		{"<script><!--<<<SCRIPT </script>a", "", script, "the same with three"},
		{"<script><!--<script </script>a", "a", "", "both read a script within"},
		{"<math><mi><template></template>a", "a", template, "the text after it is lost"},
		{"a<math><annotation-xml encoding=text/html><template></template><HTML hidden>", "", template,
			"a tag after it hides all"},
		{"<svg><title><template></template></svg>a", "a", template, "the same in SVG, where a title has elements"},
		{"<math><mi><template></mi>a", "", template, "the text is within the template"},
		{"<math><mi><template><template></template>b</template>a", "a", template, "one within another"},
		{"<p><template>b</template>a", "ba", "", "shows a template: no MathML or SVG is near"},
		{"<math><mi><template>b</template>a", "ba", "", "shows a template of MathML"},
		{"<a><search>a<a>a<math><mi><template></template>b", "aab", "several of these", "two at once"},
		{"<math><![CDATA[a&amp;b]]>c", "a&amp;bc", section, "a section has no references"},
		{"<math><mi><![CDATA[&lt;", "&lt;", section, "a section without an end"},
		{"<math><![CDATA[a&amp;b]]>&amp;", "a&amp;b&amp;", "", "there is one behind the section"},
		{"<p>a<p>b", "ab", "", "an ordinary fault"},
	} {
		r := protocol.Request{ID: "1", Stage: vectors.HTML, Scheme: "sd1"}
		r.Input.Raw = vectors.BytesOf([]byte(tt.document))
		got := vectors.Data{Text: vectors.BytesOf([]byte(tt.text))}
		if tt.name != "" && cases.Agree(referenceOf("sd1").Answer(r).Result, got) {
			t.Errorf("%s: the reference has the same text", tt.document)
		}
		if name := allowed(r, got); name != tt.name {
			t.Errorf("%s\nas %q: %q, want %q: %s", tt.document, tt.text, name, tt.name, tt.why)
		}
		wide := []byte("\xFF\xFE")
		for _, u := range utf16.Encode([]rune(tt.document)) {
			wide = append(wide, byte(u), byte(u>>8))
		}
		r.Input.Raw = vectors.BytesOf(wide)
		if name := allowed(r, got); name != tt.name {
			t.Errorf("%s in UTF-16\nas %q: %q, want %q: %s", tt.document, tt.text, name, tt.name, tt.why)
		}
	}
}

// TestAllowedMain checks the same for the main text, by what the reference answers for a page without `search`.
func TestAllowedMain(t *testing.T) {
	answer := func(document string) (protocol.Request, vectors.Data) {
		r := protocol.Request{ID: "1", Stage: vectors.Main, Scheme: "sd1"}
		r.Input.Raw = vectors.BytesOf([]byte(document))
		return r, referenceOf("sd1").Answer(r).Result
	}
	for _, tt := range []struct{ document, special, wrong, why string }{
		{"<a>a<search>a<a>a</search>b", "<a>a<center role=search>a<a>a</center>b", "<a>a<center>a<a>a</center>b", "the flags of search"},
		{"<li><search role=main><li>a", "<li><center role='search main'><li>a", "<li><center role=search><li>a", "and of its role"},
		{`<a><search id=x role = "article">a<a>a`, `<a><center id=x role="search article">a<a>a`, "<a><center role=article>a<a>a", "in quotes"},
	} {
		r, want := answer(tt.document)
		_, special := answer(tt.special)
		_, wrong := answer(tt.wrong)
		if cases.Agree(want, special) {
			t.Errorf("%s: the reference has the same answer", tt.document)
		}
		if name := allowed(r, special); name != "`search` is not special" {
			t.Errorf("%s: an answer by the Standard: %q: %s", tt.document, name, tt.why)
		}
		if name := allowed(r, wrong); name != "" {
			t.Errorf("%s: an answer without them: %q: %s", tt.document, name, tt.why)
		}
	}
}

// searching is the reference, but with `search` special, as the Standard says. It hides text after an image,
// if wrong says so.
type searching struct {
	protocol.Implementation
	wrong bool
}

func (s searching) Answer(r protocol.Request) protocol.Reply {
	if r.Stage == vectors.HTML {
		doc := string(r.Input.Raw.Bytes())
		r.Input.Raw = vectors.BytesOf(single[0].avoid([]byte(doc)))
		if s.wrong && strings.Contains(doc, "<img") {
			return protocol.Reply{Result: vectors.Data{Text: vectors.BytesOf(nil)}}
		}
	}
	return s.Implementation.Answer(r)
}

// A port that reads HTML better than the reference agrees, and a fault of its own is found beside that.
func TestFuzzAllows(t *testing.T) {
	for _, tt := range []struct {
		wrong bool
		kinds int
		why   string
	}{
		{false, 0, "all differences are allowed"},
		{true, 1, "one is a fault of the port"},
	} {
		o := Options{Seed: 1, Cases: 1500, Generators: []string{"html"}, MostAlike: 2}
		r := run(t, o, searching{referenceOf("sm1"), tt.wrong})
		kinds := make(map[string]bool)
		for _, d := range r.Disagreements {
			kinds[d.Kind] = true
		}
		if r.Allowed[single[0].name] == 0 || r.Agrees() == tt.wrong || len(kinds) != tt.kinds {
			t.Errorf("%s: %q", tt.why, r.Summary())
		}
	}
}

package main

import (
	"cmp"
	"context"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/scheme"
)

// measured is all that the page has.
type measured struct {
	versions string
	tikas    []judged
	manuals  []judged
	declared []declared
	costs    []costs
}

// declared is the result for a document of a declaration. Its judge is the HTML from which it was
// made.
type declared struct {
	judged
	maker    maker
	language string
	tikas    int // the bits of Tika's text
}

// measure reads all documents, and measures time and memory if it is to.
func (l *lab) measure(ctx context.Context, timed bool) (*measured, error) {
	m := &measured{versions: versions(ctx)}
	documents, err := l.tikas()
	if err != nil {
		return nil, err
	}
	if m.tikas, err = l.judge(ctx, documents); err != nil {
		return nil, err
	}
	if documents, err = l.manuals(); err != nil {
		return nil, err
	}
	if m.manuals, err = l.judge(ctx, documents); err != nil {
		return nil, err
	}
	if m.declared, err = l.declare(ctx); err != nil {
		return nil, err
	}
	if m.costs, err = l.keptCosts(); err == nil && timed {
		m.costs, err = l.measureCosts(ctx, m.costs, slices.Concat(m.tikas, m.manuals))
	}
	return m, err
}

// declare judges the declarations.
func (l *lab) declare(ctx context.Context) ([]declared, error) {
	all, err := l.declarations(ctx)
	if err != nil {
		return nil, err
	}
	var documents, sources []document
	for _, d := range all {
		documents = append(documents, d.document)
		source, err := openDocument(d.html, d.html)
		if err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	ours, err := readOurs(ctx, documents)
	if err != nil {
		return nil, err
	}
	pages, err := readOurs(ctx, slices.CompactFunc(slices.SortedFunc(slices.Values(sources),
		func(a, b document) int { return cmp.Compare(a.key, b.key) }), func(a, b document) bool { return a.key == b.key }))
	if err != nil {
		return nil, err
	}
	tika, err := l.readings(ctx, judges[0], documents)
	if err != nil {
		return nil, err
	}
	var table []declared
	for i, d := range all {
		page := pages[sources[i].key].Text
		j := judged{document: d.document, ours: ours[d.key], bits: bits(page, ours[d.key].Text)}
		j.lined = bits(divided(page, ours[d.key].Text), ours[d.key].Text)
		j.plain = compare(j.ours.Text, [][]string{{page}}, plain)
		j.tokens = compare(j.ours.Text, [][]string{{page}}, tokens)
		j.cause, j.known = l.causes.of(j.Name)
		table = append(table, declared{judged: j, maker: d.maker, language: d.language, tikas: bits(page, tika[d.key].Text)})
	}
	return table, nil
}

// divided returns a text with its words divided where lines of another text divide them. So it does
// not differ from that text by line ends alone.
func divided(text, lines string) string {
	parts := make(map[string][]string) // of words, as often as they are divided
	last := ""
	for line := range strings.Lines(lines) {
		if words := strings.Fields(line); len(words) > 0 {
			if whole := last + words[0]; last != "" {
				parts[whole] = append(parts[whole], last+" "+words[0])
			}
			last = words[len(words)-1]
		}
	}
	words := strings.Fields(text)
	for i, w := range words {
		if of := parts[w]; len(of) > 0 {
			words[i], parts[w] = of[0], of[1:]
		}
	}
	return strings.Join(words, " ")
}

// bits is the distance of the SimHashes of two texts.
func bits(a, b string) int {
	f, err := scheme.SM1.Sum([]byte(a))
	if err != nil {
		return none
	}
	g, err := scheme.SM1.Sum([]byte(b))
	if err != nil {
		return none
	}
	d, err := f.Distance(g)
	if err != nil {
		return none
	}
	return d
}

// all returns every document that is judged.
func (m *measured) all() []judged {
	all := slices.Concat(m.tikas, m.manuals)
	for _, d := range m.declared {
		all = append(all, d.judged)
	}
	return all
}

// versions says what the judges and the printers are.
func versions(ctx context.Context) string {
	all := []string{"Apache Tika " + tikaVersion}
	for _, c := range []struct{ name, flag string }{{"soffice", "--version"}, {"mutool", "-v"}, {"pdftotext", "-v"}, {"chromium", "--version"}, {"lualatex", "--version"}} {
		out, err := exec.CommandContext(ctx, c.name, c.flag).CombinedOutput()
		if v := versionPattern.Find(out); err == nil && v != nil {
			all = append(all, string(v))
		}
	}
	return strings.Join(all, ", ")
}

var versionPattern = regexp.MustCompile(`(LibreOffice|mutool version|pdftotext version|Chromium|LuaHBTeX, Version) [0-9.]*[0-9]`)

const tikaVersion = "3.2.2"

// byMedium groups documents by their medium, in the order of the table media.
func byMedium(all []judged) (names []string, groups map[string][]judged) {
	groups = make(map[string][]judged)
	for _, j := range all {
		name := mediumOf(j.document)
		groups[name] = append(groups[name], j)
	}
	for _, m := range media {
		if groups[m.name] != nil {
			names = append(names, m.name)
		}
	}
	return names, groups
}

package near

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/near/grouppage"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// Limits of the page of --report.
const (
	reportedGroups    = 100
	reportedDocuments = 20       // of a group, beside the kept one
	reportedTexts     = 3        // of a group, beside that of the one to keep
	reportedPlaces    = 5        // where two texts differ
	reportedText      = 64 << 10 // bytes of a text
)

// dedupeReport is the page of --report.
type dedupeReport struct {
	*dedupeRun
	page  grouppage.Page
	texts map[string]*reportedDocument // by id: those to show
}

// reportedDocument is a document whose text is shown.
type reportedDocument struct {
	text []byte
	cut  bool
	read bool
	err  error
}

var errNotAtHand = errors.New("its text is not at hand: its fingerprint was given, or it came from standard input")

// writeReport writes the page. The texts are read again.
func writeReport(run *dedupeRun, args []string, page grouppage.Page) error {
	r := &dedupeReport{dedupeRun: run, page: page, texts: make(map[string]*reportedDocument)}
	r.choose()
	if err := r.readTexts(append(slices.Clone(run.against), args...)); err != nil {
		return err
	}
	if err := r.compare(); err != nil {
		return err
	}
	return cli.WriteFile(run.html, r.page.WriteHTML)
}

// choose finds the largest groups, and their documents farthest from the kept one.
func (r *dedupeReport) choose() {
	groups := 0
	p := &r.page
	for c := range r.ledger.groups() {
		if c = shown(c); len(c) == 1 {
			continue
		}
		groups++
		if len(p.Groups) == reportedGroups && len(c) <= p.Groups[reportedGroups-1].Size {
			continue
		}
		at, _ := slices.BinarySearchFunc(p.Groups, len(c), func(g grouppage.Group, size int) int {
			if g.Size >= size { // of equal ones the first stays first
				return -1
			}
			return 1
		})
		p.Groups = slices.Insert(p.Groups, at, r.group(c))
		p.Groups = p.Groups[:min(len(p.Groups), reportedGroups)]
	}
	p.More = groups - len(p.Groups)
	for _, g := range p.Groups {
		r.texts[g.Keep] = new(reportedDocument)
		for _, d := range g.Others[:min(len(g.Others), reportedTexts)] {
			r.texts[d.ID] = new(reportedDocument)
		}
	}
}

func (r *dedupeReport) group(c []decision) grouppage.Group {
	g := grouppage.Group{Keep: r.ledger.name(c[0].document), Features: r.reportedFeatures(c[0]), Size: len(c)}
	others := slices.Clone(c[1:])
	slices.SortStableFunc(others, func(x, y decision) int { return cmp.Compare(x.similarity, y.similarity) })
	g.Weakest = others[0].similarity
	for _, d := range others[:min(len(others), reportedDocuments)] {
		reason := d.reason
		if d.kept != c[0].document {
			reason += " as " + cli.Display(r.ledger.name(d.kept))
		}
		g.Others = append(g.Others, grouppage.Document{
			ID: r.ledger.name(d.document), Similarity: d.similarity, Features: r.reportedFeatures(d), Reason: reason,
		})
	}
	return g
}

// reportedFeatures returns the number of features of a document, or 0 if unknown.
func (r *dedupeReport) reportedFeatures(d decision) int64 {
	return max(0, int64(r.ledger.features(d.document)))
}

// readTexts reads the inputs again, if they contain texts to show.
func (r *dedupeReport) readTexts(args []string) error {
	if len(r.texts) == 0 {
		return nil
	}
	archives := documents.NewArchives(r.a, &r.ReadFlags, true)
	defer archives.Walk.Close()
	kinds := documents.Collections(r.a, &r.ReadFlags, archives)
	for in := range r.Own.Apart(documents.Files(args, os.ReadDir, r.Excludes)) {
		if err := r.a.Ctx.Err(); err != nil {
			return err
		}
		if in.Err != nil || in.Stdin {
			continue
		}
		r.readInput(in, kinds)
	}
	return nil
}

func (r *dedupeReport) readInput(in documents.Input, kinds []documents.Collection) {
	file, err := in.Open(nil)
	if err == nil {
		defer file.Close()
		var head []byte
		head, err = file.Telling(in.Path)
		recorded := slices.ContainsFunc(r.Recorded.Kinds, func(c documents.Collection) bool {
			return in.Given && c.Holds(head, in.Path)
		})
		packages := documents.PackagesAmong(kinds)
		for _, kind := range kinds {
			if err == nil && !recorded && kind.Holds(head, in.Path) &&
				!(kind == documents.Collection(packages) && packages.IsDocument(r.a.Ctx, in, file, head, r.Limits())) {
				in.File = file
				r.readMembers(in, kind)
				return
			}
		}
		if recorded {
			return
		}
	}
	wanted := r.texts[in.Path]
	if wanted == nil || wanted.read {
		return
	}
	if err != nil {
		wanted.read, wanted.err = true, err
		return
	}
	wanted.take(r.a.Ctx, r.options(in.Path), func(ctx context.Context, o extract.Options) (*extract.Document, error) {
		return extract.Open(ctx, file, o)
	})
}

// readMembers reads the members whose texts are shown. The names of records are known only once
// they are opened.
func (r *dedupeReport) readMembers(in documents.Input, kind documents.Collection) {
	_, records := kind.(documents.DataSet)
	for m := range kind.Members(in) {
		r.readMember(m, records)
		m.Member.End(nil)
	}
}

func (r *dedupeReport) readMember(m documents.Input, records bool) {
	if m.Err != nil || !m.Member.HasText() || r.a.Ctx.Err() != nil {
		return
	}
	if wanted := r.texts[m.Member.Name()]; wanted == nil && !records {
		return
	}
	var doc *extract.Document
	err := opened(func() (err error) {
		doc, err = m.Member.Open(r.a.Ctx, r.options(""))
		return err
	})
	wanted := r.texts[m.Member.Name()]
	if wanted == nil || wanted.read {
		return
	}
	wanted.take(r.a.Ctx, r.options(""), func(context.Context, extract.Options) (*extract.Document, error) {
		return doc, err
	})
}

// opened calls open, and turns a panic into an error.
func opened(open func() error) (err error) {
	defer recovery.Catch(&err, "the reading of a text")
	return open()
}

func (r *dedupeReport) options(name string) extract.Options {
	return extract.Options{Name: name, MediaType: r.Media, Profile: r.Profile, Limits: r.Limits()}
}

// take reads the part of the text that is shown.
func (d *reportedDocument) take(ctx context.Context, o extract.Options, open func(context.Context, extract.Options) (*extract.Document, error)) {
	d.read = true
	d.err = opened(func() error {
		doc, err := open(ctx, o)
		if err != nil {
			return err
		}
		d.text, err = io.ReadAll(io.LimitReader(doc, reportedText+1))
		if len(d.text) > reportedText {
			d.cut = true
			end := reportedText
			for end > reportedText-utf8.UTFMax && !utf8.RuneStart(d.text[end]) {
				end--
			}
			d.text = d.text[:end]
		}
		return err
	})
}

// compare finds where the texts differ.
func (r *dedupeReport) compare() error {
	for _, g := range r.page.Groups {
		for i := range g.Others[:min(len(g.Others), reportedTexts)] {
			other := &g.Others[i]
			if err := r.compareTexts(g.Keep, other); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *dedupeReport) compareTexts(keep string, other *grouppage.Document) error {
	old, new := r.texts[keep], r.texts[other.ID]
	for _, d := range []*reportedDocument{old, new} {
		switch {
		case !d.read:
			other.Note = errNotAtHand.Error()
			return nil
		case d.err != nil:
			other.Note = "its text cannot be read again: " + cli.Message(d.err)
			return nil
		}
	}
	between, err := difference.Between(r.a.Ctx, old.text, new.text)
	if err != nil {
		return err
	}
	other.Texts = between.Excerpt(reportedPlaces)
	if old.cut || new.cut {
		other.Cut = reportedText
	}
	return nil
}

// reportPage returns the page without its groups.
func reportPage(title string, o index.Settings, r *dedupeRun) grouppage.Page {
	p := grouppage.Page{Title: title}
	compared := r.scheme.ID() + ", without numbers"
	if r.numbers {
		compared = "words, numbers, signs and operators"
	}
	p.Facts = append(p.Facts,
		grouppage.Fact{Name: "Compared", Value: compared},
		grouppage.Fact{Name: "Near", Value: fmt.Sprintf("a similarity of at least %s", number(o.Threshold))},
		grouppage.Fact{Name: "To what is kept", Value: fmt.Sprintf("at least %s", number(o.Floor))})
	if r.contained != nil {
		p.Facts = append(p.Facts, grouppage.Fact{Name: "Contained", Value: r.contained.summary(r.containment)})
	}
	return p
}

package report

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/page/frame"
	"github.com/lsh-interop/fpcheck/vectors"
)

//go:embed render/page.html
var pageTemplates string

//go:embed render/page.css
var pageStyle string

var pageFrame = frame.New(pageTemplates, pageStyle, nil)

// page is the data of the template.
type page struct {
	Verdict  string
	Version  string
	Ports    []*pagePort
	Stages   []pageRow
	Chapters []pageChapter
}

// pagePort is one run.
type pagePort struct {
	Rank     int
	Name     string
	Language string
	Version  string
	Level    protocol.Level
	Suite    string
	Schemes  string
	Protocol int
	Conforms bool
	Passed   int
	Tested   int
	Failed   int
	Known    int
	Untested []vectors.Stage
	First    *pageGroup // nil: nothing differs
	Faults   []string
	Stale    []string
	Groups   []*pageGroup

	report    *Report
	diagnosed bool            // failures of the whole pipeline were diagnosed by stage
	failed    map[string]bool // ids of the cases that failed
}

// pageGroup has the failures of a port for one rule of one stage.
type pageGroup struct {
	Anchor string
	Stage  vectors.Stage
	Rule   *pageRule // nil: the cases test no rule of that stage
	Note   string    // in place of a rule
	Cases  []pageCase
	Open   bool
}

type pageRule struct {
	ID       string
	Name     string
	Sentence template.HTML
}

// pageCase is one failure.
type pageCase struct {
	ID       string
	Badge    string // "known failure", "no answer"
	Why      string
	Request  string
	Reason   string
	Rules    []string
	Stage    vectors.Stage
	Whole    *diffTable // of the whole case, if the difference below is of one of its stages
	Stages   int
	Given    []diffRow
	Table    *diffTable
	Open     bool
	Joined   bool // every stage agrees by itself
	Measured vectors.Stage
}

// pageChapter has the rules of one chapter.
type pageChapter struct {
	Number string
	Title  string
	Rows   []pageRow
}

type pageRow struct {
	Name  string
	Rule  *pageRule
	Cells []pageCell
}

// pageCell has the number of failed cases and of all.
type pageCell struct {
	Failed int
	Cases  int
	Kind   string // "pass", "fail", "elsewhere", "none"
	Href   string
}

// writeHTML writes a page that compares runs. It is one file, without scripts, and needs no
// network.
func writeHTML(w io.Writer, reports ...*Report) error {
	p := &page{Version: fpcheck.Version}
	for _, r := range reports {
		p.Ports = append(p.Ports, pagePortOf(r))
	}
	slices.SortStableFunc(p.Ports, func(a, b *pagePort) int {
		return cmp.Or(boolOrder(b.Conforms, a.Conforms), cmp.Compare(b.Passed*max(a.Tested, 1), a.Passed*max(b.Tested, 1)))
	})
	for i, port := range p.Ports {
		port.Rank = i + 1
		port.group()
	}
	p.verdict()
	p.matrices()
	return pageFrame.Write(w, p.Verdict, p.Version, p)
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func (p *page) verdict() {
	conforming := 0
	for _, port := range p.Ports {
		if port.Conforms {
			conforming++
		}
	}
	switch {
	case len(p.Ports) == 0:
		p.Verdict = "No runs"
	case len(p.Ports) == 1:
		p.Verdict = escape.Text(p.Ports[0].report.Headline())
	default:
		p.Verdict = fmt.Sprintf("%d of %d ports conform", conforming, len(p.Ports))
		if conforming == 1 {
			p.Verdict += "s"
		}
	}
}

func pagePortOf(r *Report) *pagePort {
	p := &pagePort{
		report: r, Name: escape.Text(r.Hello.Name), Language: escape.Text(r.Hello.Language), Version: escape.Text(r.Hello.Version),
		Level: protocol.Level(escape.Text(string(r.Level))), Suite: escape.Text(r.Suite), Schemes: escape.Text(strings.Join(r.Schemes, ", ")), Protocol: r.Hello.Protocol,
		Conforms: r.Conforms(), Passed: r.count(Passed), Tested: r.tested(), Failed: r.count(Failing, Unanswered, Known),
		Known: r.count(Known), Untested: r.untested(),
	}
	p.Name = cmp.Or(p.Name, "(no name)")
	p.failed = make(map[string]bool)
	for _, res := range r.Results {
		if res.failed() {
			p.failed[res.ID] = true
			p.diagnosed = p.diagnosed || res.whole() && (res.Divergence != nil || res.StagesAsked > 0)
		}
	}
	for _, s := range r.Faults {
		p.Faults = append(p.Faults, escape.Lines(s))
	}
	for _, s := range r.Stale {
		p.Stale = append(p.Stale, escape.Text(s))
	}
	return p
}

// blamed returns the rules that a failure is about. An undiagnosed failure of the whole pipeline
// may be about any rule of its vector. This holds only if the port has no single stages. R9.2 is
// among them if the uncut text passed.
func (p *pagePort) blamed(res *Result) []fpcheck.Rule {
	if !res.undiagnosed() {
		return res.ownRules()
	}
	if p.diagnosed {
		return nil
	}
	uncut, _, cut := strings.Cut(res.ID, "/cut-")
	onlyCut := cut && !p.failed[uncut]
	var rules []fpcheck.Rule
	for _, id := range res.Rules {
		if rule := ruleOf(id); rule.ID != "" && (!cut || onlyCut == (id == "R9.2")) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// groupOrder is the order of the pipeline, except that features come before hashes.
var groupOrder = slices.Insert(slices.DeleteFunc(slices.Clone(stageOrder), func(s vectors.Stage) bool {
	return s == vectors.Hash
}), slices.Index(stageOrder, vectors.Features), vectors.Hash)

// group sorts the failures into groups, in the order of the pipeline and the rules.
func (p *pagePort) group() {
	type key struct {
		stage int
		rule  int // no rule: after all others
		note  string
	}
	rules := fpcheck.Rules()
	groups := make(map[key]*pageGroup)
	var keys []key
	for _, res := range p.report.Results {
		if !res.failed() {
			continue
		}
		d, blamed := res.divergence(), p.blamed(res)
		k := key{slices.Index(groupOrder, d.Stage), len(rules), ""}
		switch {
		case res.Status == Unanswered:
			k.note = "no answer"
		case res.Got.Outcome == wire.Crashed:
			k.note = "the port ended"
		case res.Got.Outcome == wire.Malformed:
			k.note = "the reply is malformed"
		case res.Divergence == nil && res.StagesAsked > 0:
			k.note = "every stage agrees by itself: they are joined wrongly"
		case len(blamed) > 0:
			k.rule = slices.IndexFunc(rules, func(r fpcheck.Rule) bool { return r.ID == blamed[0].ID })
		case res.undiagnosed():
			k.note = "not taken apart"
		default:
			k.note = "in cases about other rules"
		}
		g := groups[k]
		if g == nil {
			g = &pageGroup{Stage: d.Stage, Note: k.note}
			if k.rule < len(rules) {
				g.Rule = pageRuleOf(rules[k.rule])
			}
			groups[k] = g
			keys = append(keys, k)
		}
		g.Cases = append(g.Cases, pageCaseOf(res))
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.stage, b.stage), cmp.Compare(a.rule, b.rule), strings.Compare(a.note, b.note))
	})
	for i, k := range keys {
		g := groups[k]
		g.Anchor = fmt.Sprintf("p%d-g%d", p.Rank, i+1)
		p.Groups = append(p.Groups, g)
	}
	if len(p.Groups) > 0 {
		p.Groups[0].Open = true
		p.Groups[0].Cases[0].Open = true
		p.First = p.Groups[0]
		for _, g := range p.Groups { // the rule with the most failures in the first stage
			if g.Stage == p.First.Stage && g.Rule != nil && (p.First.Rule == nil || len(g.Cases) > len(p.First.Cases)) {
				p.First = g
			}
		}
	}
}

func pageCaseOf(res *Result) pageCase {
	d := res.divergence()
	c := pageCase{
		ID: escape.Text(res.ID), Why: escape.Text(res.Why), Reason: escape.Lines(res.Reason), Rules: res.Rules, Stage: res.Stage,
		Stages: res.StagesAsked, Joined: res.Divergence == nil && res.StagesAsked > 0, Measured: d.Stage,
	}
	if res.Request != res.ID {
		c.Request = escape.Text(res.Request)
	}
	switch {
	case res.Status == Known:
		c.Badge = "known failure"
	case res.Status == Unanswered:
		c.Badge = "no answer"
	case res.Got.Outcome == wire.Crashed:
		c.Badge = "port ended"
	case res.Got.Outcome == wire.Malformed:
		c.Badge = "malformed reply"
	}
	c.Given = given(d.Input)
	if res.Status == Unanswered {
		return c
	}
	t := tableOf(d.Want, d.Got)
	c.Table = &t
	if d.Stage != res.Stage {
		whole := tableOf(res.Want, res.Got)
		c.Whole = &whole
	}
	return c
}

func (p *page) matrices() {
	for _, stage := range stageOrder {
		row := pageRow{Name: string(stage)}
		for _, port := range p.Ports {
			row.Cells = append(row.Cells, port.cell(
				func(res *Result) bool { return res.Stage == stage },
				func(res *Result) bool {
					return res.divergence().Stage == stage && (!port.diagnosed || !res.undiagnosed())
				},
				func(g *pageGroup) bool { return g.Stage == stage }))
		}
		if row.any() {
			p.Stages = append(p.Stages, row)
		}
	}
	for _, rule := range fpcheck.Rules() {
		row := pageRow{Rule: pageRuleOf(rule)}
		for _, port := range p.Ports {
			row.Cells = append(row.Cells, port.cell(
				func(res *Result) bool { return slices.Contains(res.Rules, rule.ID) },
				func(res *Result) bool {
					return slices.ContainsFunc(port.blamed(res), func(r fpcheck.Rule) bool { return r.ID == rule.ID })
				},
				func(g *pageGroup) bool { return g.Rule != nil && g.Rule.ID == rule.ID }))
		}
		if !row.any() {
			continue
		}
		of := chapterOfRule(rule.ID)
		if n := len(p.Chapters); n == 0 || p.Chapters[n-1].Number != of.number {
			p.Chapters = append(p.Chapters, pageChapter{Number: of.number, Title: of.title})
		}
		last := &p.Chapters[len(p.Chapters)-1]
		last.Rows = append(last.Rows, row)
	}
}

func (row pageRow) any() bool {
	return slices.ContainsFunc(row.Cells, func(c pageCell) bool { return c.Kind != "none" })
}

// cell counts the cases of a row. Failures that first differ at another stage do not count.
func (p *pagePort) cell(belongs, blamed func(*Result) bool, group func(*pageGroup) bool) pageCell {
	t := p.report.tally("", belongs)
	own := slices.ContainsFunc(p.report.Results, func(res *Result) bool {
		return belongs(res) && res.failed() && blamed(res)
	})
	c := pageCell{Failed: t.Failed, Cases: t.Cases}
	switch {
	case t.Cases == 0:
		c.Kind = "none"
	case t.Failed == 0:
		c.Kind = "pass"
	case own:
		c.Kind = "fail"
	default:
		c.Kind = "elsewhere"
	}
	if t.Failed > 0 {
		c.Href = fmt.Sprintf("#p%d", p.Rank)
		if i := slices.IndexFunc(p.Groups, group); i >= 0 {
			c.Href = "#" + p.Groups[i].Anchor
		}
	}
	return c
}

func pageRuleOf(r fpcheck.Rule) *pageRule {
	return &pageRule{r.ID, r.Name, inlineMarkdown(r.Text)}
}

// inlineMarkdown renders code spans, the only markup in rules.
func inlineMarkdown(s string) template.HTML {
	s = template.HTMLEscapeString(s)
	return template.HTML(markdownCode().ReplaceAllStringFunc(s, func(code string) string {
		ticks := len(code) - len(strings.TrimLeft(code, "`"))
		return "<code>" + strings.TrimSpace(code[ticks:len(code)-ticks]) + "</code>"
	}))
}

var markdownCode = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("`` .+? ``|`[^`]+`") })

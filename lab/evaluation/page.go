package evaluation

import (
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/scheme"
)

// writer puts a page of Markdown together.
type writer struct{ strings.Builder }

// p writes a paragraph.
func (w *writer) p(format string, args ...any) {
	fmt.Fprintf(w, format, args...)
	w.WriteString("\n\n")
}

// table writes a table. All columns after the first ones are numbers.
func (w *writer) table(head []string, text int, rows [][]string) {
	w.WriteString("| " + strings.Join(head, " | ") + " |\n|")
	for i := range head {
		if i < text {
			w.WriteString("---|")
		} else {
			w.WriteString("---:|")
		}
	}
	w.WriteString("\n")
	for _, row := range rows {
		w.WriteString("| " + strings.Join(row, " | ") + " |\n")
	}
	w.WriteString("\n")
}

// page is evaluation.md.
func (r *run) page() string {
	w := &writer{}
	advice := r.advices()
	r.writeAnswer(w, advice)
	r.writeMeasured(w)
	for i, s := range r.full() {
		r.writeScheme(w, s, advice[i])
	}
	r.writeSideBySide(w, advice)
	r.writeShort(w, advice)
	r.writeWidths(w)
	r.writeMethod(w)
	r.writeAnnex(w)
	return strings.TrimRight(w.String(), "\n") + "\n"
}

func (r *run) writeAnswer(w *writer, advice []derived) {
	w.p("# What the schemes find, measured")
	w.p("<!-- Written by `make evaluate`. Edit lab/evaluation, not this page. -->")
	w.p("This page is for readers who choose a scheme and a threshold. It shows how many copies of "+
		"a text each scheme finds. The copies are edited, in another medium or in another version. "+
		"Recall is the share of copies found. The page also shows how many other texts a scheme "+
		"mistakes for copies. It shows how many words a text needs, and how the script matters. The "+
		"texts are %s pages of %d manuals in %d languages, and %d translations of one declaration. "+
		"It is the Universal Declaration of Human Rights.", grouped(r.counted.pages), r.counted.manuals, r.counted.languages, len(r.library.declarations))
	if r.options.Quick {
		w.p("This is a quick run, on a sample. The full one is `make evaluate`.")
	}
	w.p("## The answer")
	for i, s := range r.full() {
		w.WriteString("- " + r.verdict(s, advice[i]) + "\n")
	}
	w.WriteString("\n")
	if targets := r.targets(); len(targets) > 0 {
		w.p("### Targets")
		var rows [][]string
		for _, t := range targets {
			rows = append(rows, []string{"`" + t.scheme + "`", t.what, t.want, t.measured, yes(t.met)})
		}
		w.table([]string{"scheme", "measured", "target", "result (95 % interval)", "met"}, 5, rows)
	}
	w.p("### Advice read from these results")
	var rows [][]string
	for _, d := range advice {
		rows = append(rows, []string{"`" + d.scheme.ID() + "`", d.close.label, d.loose.label,
			fmt.Sprint(d.WarnBelow), fmt.Sprint(d.RefuseBelow)})
	}
	w.table([]string{"scheme", "close", "loose", "warn below", "refuse below"}, 1, rows)
	w.p("For programs, the same advice is in [advice.yaml](evaluation/advice.yaml). It follows " +
		"these rules:")
	w.WriteString(fmt.Sprintf("- **Loose** is the widest threshold that finds few enough unrelated "+
		"pairs. Of the pairs of pages of different works, it finds certainly no more than %s in a "+
		"million. Of the pairs of pages of one manual, it finds certainly no more than %s in a "+
		"million. The upper end of the 95 %% interval counts. For a MinHash, loose is at least %s: "+
		"texts with less in common are not copies.\n", perMillion(otherRate), perMillion(sameRate), decimal(half, 1)))
	w.WriteString(fmt.Sprintf("- **Close** is the widest threshold that finds none of these pairs. "+
		"For a MinHash, that would not be a limit. There, close is the strictest threshold that "+
		"finds %s of the texts with 1 %% of their words edited. It must do so for declarations and "+
		"for pages.\n", decimal(nearRecall, 2)))
	w.WriteString(fmt.Sprintf("- **Refuse below** is a number of features, a power of two. From "+
		"this number on, certainly no more than %s in a million windows of different works are "+
		"close. There is no evidence of more among windows with fewer than twice as many features. "+
		"**Warn below** is the number from which on no more than that are loose. Also, at least %s "+
		"of the windows with one word replaced are found.\n\n", perMillion(otherRate), decimal(floorRecall, 2)))
}

// verdict is a sentence or two on a scheme.
func (r *run) verdict(s subject, d derived) string {
	k := d.loose.distance
	found := func(where func(c cell) bool) string {
		h := r.sum(s.name(), where)
		return fixed(share(h.within(k), h.total()).Rate())
	}
	worst, low := "", 2.
	for _, g := range groups[:len(groups)-1] {
		h := r.sum(s.name(), inGroup(g, inEdits(ofDeclarations, usual)))
		if rate := share(h.within(k), h.total()).Rate(); rate < low {
			worst, low = g, rate
		}
	}
	other, same := r.sum(s.name(), inSet(otherWork, page)), r.sum(s.name(), inSet(sameManual, page))
	return fmt.Sprintf("**`%s`** is %s. At %s, its recall is %s for declarations with 5 %% of their "+
		"words edited. It is %s in the worst group of scripts (%s). It is %s for pages and %s for "+
		"whole manuals that went through PDF. Of %s pairs of pages of different works, it mistakes "+
		"%s for copies. Of %s pairs of pages of one manual, it mistakes %s for copies.",
		s.name(), title(s.scheme), d.loose.label, found(inEdits(ofDeclarations, usual)), fixed(low), worst,
		found(inMedium(corpus.PDF, page)), found(inMedium(corpus.PDF, 0)),
		grouped(other.total()), orNone(other.within(k)), grouped(same.total()), orNone(same.within(k)))
}

func orNone(n int) string {
	if n == 0 {
		return "none"
	}
	return grouped(n)
}

// title returns the title of a scheme, for use before a comma.
func title(s *scheme.Scheme) string {
	t := s.Method().Definition().Title
	if strings.HasPrefix(t, "SimHash") || strings.HasPrefix(t, "MinHash") {
		return t
	}
	return strings.ToLower(t[:1]) + t[1:]
}

func (r *run) writeMeasured(w *writer) {
	w.p("## What was measured")
	w.p("A true pair is two forms of one text. An unrelated pair is two different texts. " +
		"`lab/corpus/install.sh evaluation` installed all documents. Their versions are in the annex.")
	count := func(where func(c cell) bool) string {
		return grouped(r.sum(r.reference(), where).total())
	}
	var rows [][]string
	for _, x := range []struct{ what, of string }{
		{"declarations, 1, 5 and 10 % of the words edited", count(func(c cell) bool { return c.set == edits && c.source == ofDeclarations })},
		{"pages, the same", count(func(c cell) bool { return c.set == edits && c.source == ofPages })},
		{"pages with the titles of another manual of the language in front, 15 % more words", count(func(c cell) bool { return c.set == boilerplate })},
		{"manuals in HTML and TXT, EPUB or PDF, whole", count(func(c cell) bool { return c.set == media && c.words == 0 })},
		{"the same, passages of a page and of five", count(func(c cell) bool { return c.set == media && c.words > 0 })},
		{"documents and earlier or other versions", count(func(c cell) bool { return c.set == versions })},
		{"texts of three paragraphs to 1,000 pages, edited", count(func(c cell) bool { return c.set == lengths })},
	} {
		rows = append(rows, []string{x.what, x.of})
	}
	w.table([]string{"true pairs", "pairs"}, 1, rows)
	rows = nil
	for _, x := range []struct{ what, of string }{
		{"pages of different works in one language, all pairs", count(inSet(otherWork, page))},
		{"pages of one manual, all pairs", count(inSet(sameManual, page))},
		{"declarations in different languages, all pairs", count(inSet(translations, 0))},
		{"whole manuals in one language, all pairs", count(inSet(otherManual, 0))},
		{"texts of other lengths, of different works", count(func(c cell) bool { return c.set == otherAtLength && c.detail == "" })},
	} {
		rows = append(rows, []string{x.what, x.of})
	}
	w.table([]string{"unrelated pairs", "pairs"}, 1, rows)
	w.p("%s pairs of pages quote the same text, such as a licence or the output of a program. They "+
		"are counted separately (see the method). Of %s revisions of Django's documentation, %s are "+
		"the same text in both releases.",
		count(func(c cell) bool { return c.detail == quoted && c.words == page }),
		grouped(len(r.library.revisions)), grouped(r.counted.revisionsSame))
}

// relatedTable shows what a subject finds of true pairs.
func (r *run) relatedTable(w *writer, s subject, first string, rows []row, against histogram) {
	head := []string{first, "pairs", "p50/p90/p99/max"}
	for _, t := range s.thresholds() {
		head = append(head, t.label)
	}
	if against != nil {
		head = append(head, "AUC")
	}
	var lines [][]string
	for _, row := range rows {
		h := r.sum(s.name(), row.where)
		n := h.total()
		if n == 0 {
			continue
		}
		line := []string{row.label, grouped(n), fmt.Sprintf("%d/%d/%d/%d", h.quantile(.5), h.quantile(.9), h.quantile(.99), h.quantile(1))}
		for _, t := range s.thresholds() {
			line = append(line, share(h.within(t.distance), n).recall())
		}
		if against != nil {
			line = append(line, areaUnder(h, against).String())
		}
		lines = append(lines, line)
	}
	w.table(head, 1, lines)
}

// unrelatedTable shows what a subject finds of unrelated pairs.
func (r *run) unrelatedTable(w *writer, s subject, first string, rows []row) {
	head := []string{first, "pairs", "min/p0.1/p1/p5"}
	for _, t := range s.thresholds() {
		head = append(head, t.label)
	}
	var lines [][]string
	for _, row := range rows {
		h := r.sum(s.name(), row.where)
		n := h.total()
		if n == 0 {
			continue
		}
		line := []string{row.label, grouped(n), fmt.Sprintf("%d/%d/%d/%d", h.quantile(0), h.quantile(.001), h.quantile(.01), h.quantile(.05))}
		for _, t := range s.thresholds() {
			line = append(line, rare(h.within(t.distance), n).falsePositives())
		}
		lines = append(lines, line)
	}
	w.table(head, 1, lines)
}

func (r *run) writeScheme(w *writer, s subject, d derived) {
	w.p("## %s", s.name())
	unit := "bits"
	if s.width > 0 {
		unit = "differing slots of 128"
	}
	w.p("%s. Distances are in %s. Each recall has its 95 %% interval. AUC is against pages of "+
		"different works.", s.scheme.Method().Definition().Title, unit)
	r.relatedTable(w, s, "true pairs: recall", r.related(), r.sum(s.name(), inSet(otherWork, page)))
	r.unrelatedTable(w, s, "unrelated pairs: found per million", r.unrelated())
	w.p("By script, for declarations with 5 %% of their words edited:")
	var byGroup []row
	for _, g := range groups {
		byGroup = append(byGroup, row{groupName(g), inGroup(g, inEdits(ofDeclarations, usual))})
	}
	byGroup[len(byGroup)-1].where = func(c cell) bool {
		return c.set == edits && c.source == ofDeclarations && c.group == noDictionary && c.detail == percent(usual)
	}
	r.relatedTable(w, s, "scripts", byGroup, nil)
	w.p("By script, for pages in HTML and PDF:")
	byGroup = nil
	for _, g := range groups {
		byGroup = append(byGroup, row{g, inGroup(g, inMedium(corpus.PDF, page))})
	}
	r.relatedTable(w, s, "scripts", byGroup, nil)
	w.p("By length, for texts with 5 %% of their words edited, and for unrelated pairs of that " +
		"length:")
	var byLength, unrelated []row
	for _, length := range ofLength {
		byLength = append(byLength, row{lengthName(length.words), func(c cell) bool {
			return c.set == lengths && c.words == length.words && c.detail == percent(usual)
		}})
		in := inSet(otherAtLength, length.words)
		if length.words == page {
			in = inSet(otherWork, page)
		}
		unrelated = append(unrelated, row{lengthName(length.words), in})
	}
	r.relatedTable(w, s, "length", byLength, nil)
	r.unrelatedTable(w, s, "length", unrelated)
}

func groupName(g string) string {
	if g == noDictionary {
		return "languages without a dictionary (see the method)"
	}
	return g
}

// The number of compared pairs for each true pair, for precision.
const oneIn = 10_000

func (r *run) writeSideBySide(w *writer, advice []derived) {
	w.p("## The schemes side by side")
	w.p("Precision is the share of true pairs among the pairs found, if one in %s compared pairs is "+
		"true. Recall is for pages in HTML and PDF. False positives are for pages of the same "+
		"manual. Where there are none, the upper end of the 95 %% interval counts.", grouped(oneIn))
	var rows [][]string
	for i, s := range r.full() {
		found, wrong := r.sum(s.name(), inMedium(corpus.PDF, page)), r.sum(s.name(), inSet(sameManual, page))
		for _, t := range []struct {
			name string
			threshold
		}{{"close", advice[i].close}, {"loose", advice[i].loose}} {
			recall, fp := share(found.within(t.distance), found.total()), rare(wrong.within(t.distance), wrong.total())
			rate, least := fp.Rate(), ""
			if fp.Hits == 0 {
				rate, least = fp.High, "at least "
			}
			rows = append(rows, []string{"`" + s.name() + "`", t.name + ", " + t.label, recall.recall(), fp.falsePositives(),
				least + fixed(precision(recall.Rate(), rate, 1.0/oneIn))})
		}
	}
	w.table([]string{"scheme", "threshold", "recall", "false positives per million", "precision"}, 2, rows)
}

func (r *run) writeShort(w *writer, advice []derived) {
	w.p("## How short a text may be")
	w.p("The windows have %s words. The tables group them by their number of features. A pair "+
		"counts by the window that has fewer. A true pair is a window and an edited copy. In the "+
		"copy, one word is replaced, or 5 %% of the words are edited, at least one. An unrelated "+
		"pair is two windows of the same length from different works.", listOf(windowLengths))
	for i, s := range r.full() {
		of, a := r.meter.find(s.name()), advice[i]
		var rows [][]string
		for b := range bins {
			u, one, some := r.floors.unrelated[of][b], r.floors.replaced[of][b], r.floors.edited[of][b]
			if u.total() == 0 && one.total() == 0 {
				continue
			}
			rows = append(rows, []string{binLabel(b), grouped(u.total()),
				rare(u.within(a.close.distance), u.total()).falsePositives(), rare(u.within(a.loose.distance), u.total()).falsePositives(),
				grouped(one.total()), share(one.within(a.close.distance), one.total()).recall(),
				share(one.within(a.loose.distance), one.total()).recall(), share(some.within(a.loose.distance), some.total()).recall()})
		}
		w.p("`%s`, close at %s and loose at %s:", s.name(), a.close.label, a.loose.label)
		w.table([]string{"features", "unrelated", "close, per million", "loose, per million", "true", "one word: close", "one word: loose", "5 %: loose"}, 1, rows)
	}
}

func listOf(numbers []int) string {
	var all []string
	for _, n := range numbers {
		all = append(all, fmt.Sprint(n))
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " and " + all[last]
}

// writeWidths compares mh1 with its fingerprints that have fewer bits a slot.
func (r *run) writeWidths(w *writer) {
	if r.meter.find("mh1b4") < 0 {
		return
	}
	w.p("## mh1 with fewer bits a slot")
	w.p("The table compares `mh1` with its fingerprints of 4, 2 and 1 bits a slot. It shows recall, " +
		"and false positives per million, for the same pairs of texts.")
	names := []string{"mh1", "mh1b4", "mh1b2", "mh1b1"}
	head := []string{"scheme", "threshold"}
	for _, x := range comparedRows {
		head = append(head, x.head)
	}
	for _, x := range comparedWrong {
		head = append(head, x.head)
	}
	var rows [][]string
	for _, name := range names {
		t := r.meter.subjects[r.meter.find(name)].atLeast(half)
		line := []string{"`" + name + "`", t.label}
		for _, x := range comparedRows {
			h := r.sum(name, x.where)
			line = append(line, fixed(share(h.within(t.distance), h.total()).Rate()))
		}
		for _, x := range comparedWrong {
			h := r.sum(name, x.where)
			line = append(line, rare(h.within(t.distance), h.total()).estimate())
		}
		rows = append(rows, line)
	}
	w.table(head, 1, rows)
}

// comparedRows are the true pairs by which mh1 and its narrower forms are compared.
var comparedRows = []struct {
	head  string
	where func(c cell) bool
}{
	{"5 %: with blanks", func(c cell) bool {
		return c.group != string(corpus.HanAndJapanese) && c.group != string(corpus.SoutheastAsian) && inEdits(ofDeclarations, usual)(c)
	}},
	{"5 %: Thai, Lao, Khmer, Burmese", inGroup(string(corpus.SoutheastAsian), inEdits(ofDeclarations, usual))},
	{"5 %: Han, Japanese", inGroup(string(corpus.HanAndJapanese), inEdits(ofDeclarations, usual))},
	{"TXT, pages: Han, Japanese", inGroup(string(corpus.HanAndJapanese), inMedium(corpus.TXT, page))},
	{"PDF, pages", inMedium(corpus.PDF, page)},
	{"PDF, whole", inMedium(corpus.PDF, 0)},
}

// comparedWrong are the unrelated ones.
var comparedWrong = []struct {
	head  string
	where func(c cell) bool
}{
	{"wrong: different works", inSet(otherWork, page)},
	{"wrong: one manual", inSet(sameManual, page)},
	{"wrong: whole manuals", inSet(otherManual, 0)},
}

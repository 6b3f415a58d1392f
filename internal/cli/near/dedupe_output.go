package near

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/near/grouppage"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// print prints what is decided, in the form that is asked for.
func (r *dedupeRun) print() error {
	switch {
	case r.csv:
		return r.printCSV()
	case r.json:
		return r.printJSON()
	case r.null && r.removed == "":
		r.printNull()
	case !r.null:
		for g := range r.ledger.groups() {
			if g = shown(g); len(g) > 1 {
				r.a.Out.Line("%s", r.groupLine(g))
			}
			if r.a.Out.Broken() {
				return nil
			}
		}
		return r.printContained()
	}
	return nil
}

// printNull prints the paths of files to remove. What is in a file has no path that a program could move.
func (r *dedupeRun) printNull() {
	inside := 0
	for d := range r.ledger.decisions() {
		switch {
		case !d.remove:
		case r.ledger.entries.at(d.document).isFile:
			fmt.Fprintf(r.a.Out.Data(), "%s\x00", r.ledger.name(d.document))
		default:
			inside++
		}
		if r.a.Out.Broken() {
			return
		}
	}
	if inside > 0 {
		r.a.Out.Complain("", fmt.Errorf(
			"--print0: %s to remove inside of files left out: expected --output, --removed or --csv for these",
			cli.Count(inside, "document")))
	}
}

// shown returns the one to keep and those to remove.
func shown(group []decision) []decision {
	return slices.DeleteFunc(group, func(d decision) bool { return !d.remove && d.document != group[0].document })
}

// csvHead names the columns of --csv and --parquet.
var csvHead = []string{"path", "record", "row", "group", "similarity", "keep", "status", "reason"}

func (r *dedupeRun) printCSV() error {
	rows := cli.NewCSVWriter(r.a.Out.Data())
	defer rows.Flush()
	head := csvHead
	if r.contained != nil {
		head = slices.Concat(head, containedHead)
	}
	rows.Write(head...)
	for d := range r.ledger.decisions() {
		path, record := r.ledger.parts(d.document)
		row, similarity := "", ""
		if n := r.ledger.entries.at(d.document).row; n > 0 {
			row = strconv.FormatInt(n, 10)
		}
		if d.compared {
			similarity = number(d.similarity)
		}
		all := []string{path, record, row, r.ledger.name(d.kept), similarity, strconv.FormatBool(!d.remove), d.status(),
			d.reason}
		if r.contained != nil {
			c, err := r.columns(d.document)
			if err != nil {
				return err
			}
			all = append(all, c.row()...)
		}
		rows.Write(all...)
		if r.a.Out.Broken() {
			return nil
		}
	}
	return nil
}

func (d *decision) status() string {
	if d.remove {
		return "removed"
	}
	return "kept"
}

// jsonRow is a document in JSON. Strings are Unicode; the exact bytes of those that are not are given in
// base64.
type jsonRow struct {
	cli.JSONPath
	Record       string   `json:"record,omitempty"`
	RecordBase64 []byte   `json:"record_base64,omitempty"`
	Row          int64    `json:"row,omitempty"`
	Group        string   `json:"group"`
	GroupBase64  []byte   `json:"group_base64,omitempty"`
	Similarity   *float64 `json:"similarity,omitempty"`
	Keep         bool     `json:"keep"`
	Status       string   `json:"status"`
	Reason       string   `json:"reason"`

	Containment string            `json:"containment,omitempty"`
	Contained   []jsonContainment `json:"contained,omitempty"`
	Left        int               `json:"containers_left,omitempty"` // not compared, at least
}

func (r *dedupeRun) printJSON() error {
	for d := range r.ledger.decisions() {
		path, record := r.ledger.parts(d.document)
		row := jsonRow{
			JSONPath: cli.NewJSONPath(path), Row: r.ledger.entries.at(d.document).row,
			Keep: !d.remove, Status: d.status(), Reason: d.reason,
		}
		row.Record, row.RecordBase64 = cli.UnicodeName(record)
		row.Group, row.GroupBase64 = cli.UnicodeName(r.ledger.name(d.kept))
		if d.compared {
			row.Similarity = &d.similarity
		}
		if r.contained != nil {
			if err := r.addContained(&row, d.document); err != nil {
				return err
			}
		}
		r.a.Out.WriteJSON(row)
		if r.a.Out.Broken() {
			return nil
		}
	}
	return nil
}

// addContained adds the containers of a document to its row.
func (r *dedupeRun) addContained(row *jsonRow, document int) error {
	status, rows, err := r.containedIn(document)
	row.Containment = status
	for _, c := range rows {
		row.Contained = append(row.Contained, newJSONContainment(c, r.container(c), r.keptWhy(c)))
	}
	if text := r.ledger.entries.at(document).text; text >= 0 {
		row.Left = r.contained.found.Left()[int(text)]
	}
	return err
}

// writeRemoved writes the documents to remove. A record is written as its id in the data, any other
// document as its path.
func (r *dedupeRun) writeRemoved() error {
	end := byte('\n')
	if r.null {
		end = 0
	}
	return cli.WriteFile(r.removed, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		files := make(map[string]uint32) // by the id of a record
		for d := range r.ledger.decisions() {
			e := r.ledger.entries.at(d.document)
			id := r.ledger.name(d.document)
			if d.remove && strings.HasPrefix(string(r.ledger.nameOf(e)), "row=") && e.kind == unnamed {
				return fmt.Errorf("%s has no id: expected --csv, which has the rows too", cli.Display(id))
			}
			if e.kind == ofRecord {
				id = string(r.ledger.nameOf(e))
			}
			if e.kind == ofRecord && e.state == sameName {
				return fmt.Errorf("%s has two records %s: expected ids that differ, or --csv, which has the rows too",
					cli.Display(r.ledger.files[e.file]), cli.Display(id))
			}
			if e.kind == ofRecord && !r.ledger.against {
				if file, ok := files[id]; ok && file != e.file {
					return fmt.Errorf("%s and %s have a record %s: expected --csv, which has the paths too",
						cli.Display(r.ledger.files[file]), cli.Display(r.ledger.files[e.file]), cli.Display(id))
				}
				files[id] = e.file
			}
			if !d.remove {
				continue
			}
			if bytes.IndexByte([]byte(id), end) >= 0 {
				if r.null {
					return fmt.Errorf("the id %s has a NUL: expected no --print0, or --csv", cli.Display(id))
				}
				return fmt.Errorf("the id %s has a line feed: expected --print0 too, which ends ids with NUL", cli.Display(id))
			}
			out.WriteString(id)
			out.WriteByte(end)
		}
		return out.Flush()
	})
}

// printPairs prints the pairs of documents that are near.
func (r *dedupeRun) printPairs(o index.Settings) error {
	l := &r.ledger
	copies := make(map[uint32][]int) // by text, its documents but for the best
	left := 0
	line := func(similarity float64, first, other int) {
		a, _ := escape.Path(l.name(first))
		b, _ := escape.Path(l.name(other))
		r.a.Out.Line("%s\t%s\t%s", number(similarity), a, b)
	}
	for i, e := range l.entries.all() {
		if e.text < 0 || l.texts.at(int(e.text)).documents < 2 {
			continue
		}
		t := l.texts.at(int(e.text))
		if int(t.best) != i {
			copies[uint32(e.text)] = append(copies[uint32(e.text)], i)
		}
	}
	for place := range l.texts.n {
		others := copies[uint32(place)]
		for i, other := range others {
			line(1, l.best(uint32(place)), other)
			if !r.all {
				left += i
				continue
			}
			for _, before := range others[:i] {
				line(1, before, other)
			}
		}
		if r.a.Out.Broken() {
			return nil
		}
	}
	for p, err := range r.set.Pairs(r.a.Ctx, o) {
		if err != nil {
			return err
		}
		a, b := r.inSet[p.First], r.inSet[p.Other]
		line(p.Similarity, l.best(a), l.best(b))
		if x, y := copies[a], copies[b]; r.all {
			for _, first := range append([]int{l.best(a)}, x...) {
				for _, other := range append([]int{l.best(b)}, y...) {
					if first != l.best(a) || other != l.best(b) {
						line(p.Similarity, first, other)
					}
				}
			}
		} else {
			left += (len(x)+1)*(len(y)+1) - 1
		}
		if r.a.Out.Broken() {
			return nil
		}
	}
	if left > 0 && !r.Quiet {
		r.a.Out.Note("fpcheck: " + cli.Count(left, "pair") + " of copies left out (--all prints them)")
	}
	return nil
}

// mostNamed is how many documents of a group a line names.
const mostNamed = 5

// groupLine is a group for people: what to keep, and what is near it, the nearest first.
func (r *dedupeRun) groupLine(group []decision) string {
	others := slices.Clone(group[1:])
	slices.SortStableFunc(others, func(x, y decision) int { return cmp.Compare(y.similarity, x.similarity) })
	var b strings.Builder
	fmt.Fprintf(&b, "keep %s:", cli.Display(r.ledger.name(group[0].document)))
	for i, d := range others {
		if i == mostNamed && !r.Verbose && len(others) > mostNamed+1 {
			fmt.Fprintf(&b, " and %d more, at least %s", len(others)-i, grouppage.Similarity(others[len(others)-1].similarity))
			break
		}
		fmt.Fprintf(&b, " %s %s", grouppage.Similarity(d.similarity), cli.Display(r.ledger.name(d.document)))
		if d.reason == reasonNumbers {
			b.WriteString(" (numbers differ)")
		}
		if d.reason == reasonUnknown {
			b.WriteString(" (characters unknown)")
		}
		if d.reason == reasonInside {
			b.WriteString(" (contained)")
		}
		if d.kept != group[0].document {
			fmt.Fprintf(&b, " (same text as %s)", cli.Display(r.ledger.name(d.kept)))
		}
		if i < len(others)-1 {
			b.WriteByte(',')
		}
	}
	return b.String()
}

// number spells a similarity for programs.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// summary says what was found, in a line.
func (r *dedupeRun) summary() string {
	s := r.ledger.summary()
	line := cli.Count(s.documents, "document")
	if s.documents > 0 {
		line += fmt.Sprintf(": %d to keep and %d to remove", s.documents-s.remove, s.remove)
	}
	if r.ledger.against {
		line += "; " + cli.Count(s.references, "document") + " in the reference"
	} else {
		line += "; " + cli.Count(s.kept[reasonBest], "group") + " of near duplicates"
		if r.removeContained {
			line += " and contained texts"
		}
	}
	for _, n := range []struct {
		n    int
		what string
	}{
		{s.kept[reasonShort], "too short to compare"}, {s.kept[reasonNoText], "without text (kept)"},
		{s.kept[reasonLinked], "left out as a link to a directory"}, {s.kept[reasonSameFile], "the same file as another"},
		{s.kept[reasonSameName], "with the id of another"}, {s.kept[reasonNotUTF8], "not UTF-8 (kept)"},
		{s.kept[reasonFailed], "failed"},
		{s.kept[reasonAttachments] + s.kept[reasonNotCompared], "kept for attachments"},
		{s.kept[reasonPages], "kept for pages without text"},
	} {
		if n.n > 0 {
			line += fmt.Sprintf("; %d %s", n.n, n.what)
		}
	}
	return line
}

// cutBuckets returns a line if large buckets may hide near documents. Where texts are compared, mostly they
// hide none.
func cutBuckets(s index.Stats, texts bool) []string {
	line := cli.Count(s.Hot, "bucket") + " of very similar documents cut: "
	switch {
	case s.Hot == 0 || texts && s.Recall == 1:
		return nil
	case texts:
		return []string{line + fmt.Sprintf("up to %.1f %% of the documents there may be kept beside another near them",
			math.Ceil(1000*(1-s.Recall))/10)}
	}
	return []string{line + fmt.Sprintf("about %.0f %% of the pairs just at the threshold were compared there",
		math.Floor(100*s.Recall))}
}

// remarks say what a person should know about what was found.
func (r *dedupeRun) remarks(o index.Settings) (lines []string) {
	if n := r.stats.Just; n > 0 {
		least := ""
		if r.stats.Hot > 0 {
			least = "at least "
		}
		lines = append(lines, fmt.Sprintf("%s%s between %s and %s (--min-similarity)", least, cli.Count(n, "more pair"),
			grouppage.Similarity(o.Just), grouppage.Similarity(o.Threshold)))
	}
	lines = append(lines, cutBuckets(r.stats, o.Elements != nil)...)
	if r.contained != nil {
		lines = append(lines, r.contained.summary(r.containment))
	}
	s := r.ledger.summary()
	for _, differ := range []struct {
		n         int
		one, many string
	}{
		{s.removed[reasonNumbers], "has other numbers", "have other numbers"},
		{s.removed[reasonUnknown], "differs in unknown characters", "differ in unknown characters"},
	} {
		if differ.n > 0 {
			verb := differ.many
			if differ.n == 1 {
				verb = differ.one
			}
			lines = append(lines, fmt.Sprintf("%s to remove %s (--keep-numbers keeps such documents)",
				cli.Count(int64(differ.n), "document"), verb))
		}
	}
	for i, pattern := range r.prefer {
		if !r.matched[i] {
			lines = append(lines, fmt.Sprintf("warning: --prefer %q matches no document", pattern))
		}
	}
	if !r.numbers && r.ledger.texts.n > 0 {
		lines = append(lines, "numbers were not compared")
	}
	return lines
}

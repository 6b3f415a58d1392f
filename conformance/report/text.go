package report

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/spell"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/vectors"
)

// mostShown bounds the failures, and the differences of one failure, that are written by default.
const mostShown = 10

// WriteText writes the report for people. It has the failures, each with the first stage that
// differs, then counts by rule and stage, and the verdict. It writes at most ten failures unless
// all is set.
func (r *Report) WriteText(w io.Writer, all bool) error {
	b := bufio.NewWriter(w)
	shown := 0
	for _, res := range r.Results {
		if res.Status != Failing && res.Status != Unanswered {
			continue
		}
		if shown++; shown <= mostShown || all {
			res.writeText(b)
		}
	}
	if !all && shown > mostShown {
		fmt.Fprintf(b, "and %d more failures: --verbose shows them all\n\n", shown-mostShown)
	}
	writeTallies(b, "by rule", r.byRule())
	writeTallies(b, "by stage", r.byStage())
	for _, f := range r.Faults {
		fmt.Fprintf(b, "FAULT   %s\n", escape.Indent(escape.Lines(f), "        "))
	}
	for _, s := range r.Stale {
		fmt.Fprintf(b, "STALE   %s\n", escape.Text(s))
	}
	for _, s := range r.untested() {
		fmt.Fprintf(b, "untested: the port does not have the stage %s\n", s)
	}
	fmt.Fprintf(b, "%d cases: %d passed, %d failed", r.count(Passed, Failing, Unanswered, Known), r.count(Passed), r.count(Failing, Unanswered))
	if n := r.count(Known); n > 0 {
		fmt.Fprintf(b, ", %d known failures", n)
	}
	fmt.Fprintln(b)
	if asked := r.countApart(statuses...); asked > 0 {
		fmt.Fprintf(b, "annex A: %d of %d odd requests answered as it says\n", r.countApart(Passed), asked)
	}
	fmt.Fprintln(b, r.Headline())
	return b.Flush()
}

func writeTallies(b *bufio.Writer, title string, tallies []tally) {
	tallies = slices.DeleteFunc(tallies, func(t tally) bool { return t.Failed == 0 })
	if len(tallies) == 0 {
		return
	}
	fmt.Fprintf(b, "failures %s\n", title)
	for _, t := range tallies {
		fmt.Fprintf(b, "  %s: %d of %d\n", t.Name, t.Failed, t.Cases)
	}
	fmt.Fprintln(b)
}

func (res *Result) writeText(b *bufio.Writer) {
	fmt.Fprintf(b, "FAILED  %s\n        %s\n", res.ID, res.Why)
	if res.Stage == cases.Request {
		fmt.Fprintf(b, "        request  %s\n", escape.Text(res.Request[:min(len(res.Request), mostSaid)]))
	} else if res.Request != "" && res.Request != res.ID {
		fmt.Fprintf(b, "        first at %s\n", res.Request)
	}
	if res.Reason != "" {
		fmt.Fprintf(b, "        the port: %s\n", escape.Indent(res.said(), "        "))
	}
	switch d := res.Divergence; {
	case res.Status == Unanswered:
		fmt.Fprintf(b, "        no answer\n")
	case res.broken():
	case d != nil:
		if d.Stage != res.Stage {
			fmt.Fprintf(b, "        first difference at stage %s (SPEC.md, chapter %s)\n", d.Stage, chapterOf(d.Stage))
		}
		fmt.Fprintf(b, "        %s\n", escape.Indent(d.Describe(), "        "))
	case res.StagesAsked > 0:
		fmt.Fprintf(b, "        every stage agrees by itself (%d requests): they are joined wrongly\n", res.StagesAsked)
		fallthrough
	default:
		fmt.Fprintf(b, "        %s\n", escape.Indent(res.divergence().Describe(), "        "))
	}
	for _, rule := range res.rules() {
		fmt.Fprintf(b, "        %s %s: %s\n", rule.ID, rule.Name, rule.Text)
	}
	fmt.Fprintln(b)
}

// featureLines describes how the features of lines differ, by number.
func featureLines(want, got [][]int64) (lines []string) {
	if len(want) != len(got) {
		return []string{fmt.Sprintf("expected %d lines", len(want)), fmt.Sprintf("got      %d", len(got))}
	}
	for i := range want {
		for _, l := range byNumber("feature", want[i], got[i]) {
			lines = append(lines, fmt.Sprintf("line %d, %s", i, l))
		}
	}
	return lines
}

// Describe returns the expected and the actual result side by side, as lines.
func (d *Divergence) Describe() string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	want, got := d.Want, d.Got
	switch {
	case got.Outcome != want.Outcome:
		add("expected %s", brief(want))
		add("got      %s", brief(got))
	case want.Lines != nil && got.Lines != nil && !slices.EqualFunc(want.Lines, got.Lines, slices.Equal):
		lines = featureLines(want.Lines, got.Lines)
	case want.Scores != nil && !slices.Equal(want.Scores, got.Scores):
		lines = byNumber("score of line", want.Scores, got.Scores)
	case want.Runs != nil:
		lines = sideBySide("run", want.Runs, got.Runs)
	case want.Tokens != nil:
		lines = sideBySide("token", want.Tokens, got.Tokens)
	case want.Items != nil && got.Items != nil && !slices.EqualFunc(want.Items, got.Items, vectors.Bytes.Equal):
		lines = sideBySide("item", want.Items, got.Items)
	case want.Weights != nil && got.Weights != nil && !slices.Equal(want.Weights, got.Weights):
		lines = byNumber("weight of item", want.Weights, got.Weights)
	case want.Places != nil && !slices.Equal(want.Places, got.Places) && slices.Equal(want.Elements, got.Elements) &&
		slices.Equal(rowsOf(want), rowsOf(got)):
		lines = byNumber("end of place", want.Places, got.Places)
	case want.Passages != nil:
		for _, p := range align(rowsOf(want), rowsOf(got)) {
			switch {
			case p.b < 0:
				add("expected %s", rowsOf(want)[p.a])
			case p.a < 0:
				add("got      %s", rowsOf(got)[p.b])
			case rowsOf(want)[p.a] != rowsOf(got)[p.b]:
				add("expected %s", rowsOf(want)[p.a])
				add("got      %s", rowsOf(got)[p.b])
			}
		}
	case want.Elements != nil:
		lines = sideBySide("element", hexOctets(want.Elements), hexOctets(got.Elements))
	case want.Counters != nil:
		lines = byNumber("counter", want.Counters, got.Counters)
	case want.Full != nil:
		lines = byNumber("slot", slotsOf(want.Full), slotsOf(got.Full))
	case want.Keys != nil:
		lines = byNumber("band", want.Keys, got.Keys)
	case want.Clusters != nil:
		lines = rowLines(want, got)
	case want.Compared != nil:
		lines = comparedLines(want, got)
	case want.Counts != nil && len(want.Counts) == len(got.Counts):
		for i, name := range []string{"weight of the reference", "contained weight", "cover", "run", "first item", "item after the last"} {
			if want.Counts[i] != got.Counts[i] {
				add("%s: expected %d, got %d", name, want.Counts[i], got.Counts[i])
			}
		}
	case want.Text != nil && want.Distance != nil:
		if got.Distance != nil {
			add("expected a text at most %d bits from this, by sm1; got one of %d bits", *want.Distance, *got.Distance)
		}
		lines = append(lines, around(want.Text.Bytes(), got.Text.Bytes())...)
	case want.Text != nil:
		lines = around(want.Text.Bytes(), got.Text.Bytes())
	case want.String != nil:
		lines = around(want.String.Bytes(), got.String.Bytes())
	default:
		add("expected %s", brief(want))
		add("got      %s", brief(got))
		if d := difference(want.Sketch+want.Hash, got.Sketch+got.Hash); d != "" {
			add("%s", d)
		}
	}
	if len(lines) > 2*mostShown {
		lines = append(lines[:2*mostShown:2*mostShown], "…")
	}
	return strings.Join(lines, "\n")
}

// brief spells a result of a short kind.
func brief(d vectors.Data) string {
	if d.Outcome != "" {
		return escape.Word(d.Outcome)
	}
	var parts []string
	for _, f := range []struct{ name, value string }{
		{"", d.Fingerprint}, {"", d.Digest}, {"", d.Hash}, {"", d.Sketch}, {"scheme ", d.Scheme}, {"profile ", d.Profile},
	} {
		if f.value != "" {
			parts = append(parts, f.name+escape.Word(f.value))
		}
	}
	if d.Features != nil {
		parts = append(parts, fmt.Sprintf("%d features", *d.Features))
	}
	if d.Distance != nil {
		parts = append(parts, fmt.Sprintf("distance %d", *d.Distance))
	}
	if d.Similarity != nil {
		parts = append(parts, "similarity "+strconv.FormatFloat(*d.Similarity, 'f', -1, 64))
	}
	for _, x := range []struct {
		is        *bool
		yes, none string
	}{{d.Same, "the same", "not the same"}, {d.Numbers, "the same numbers", "other numbers"}} {
		switch {
		case x.is == nil:
		case *x.is:
			parts = append(parts, x.yes)
		default:
			parts = append(parts, x.none)
		}
	}
	if d.Counts != nil {
		parts = append(parts, fmt.Sprint("counts ", d.Counts))
	}
	if d.Text != nil {
		parts = append(parts, show(d.Text.Bytes()))
	}
	if d.String != nil {
		parts = append(parts, show(d.String.Bytes()))
	}
	if d.Full != nil {
		parts = append(parts, fmt.Sprintf("%d bytes", len(d.Full.Bytes())))
	}
	for _, list := range []struct {
		name  string
		items []vectors.Bytes
	}{{"runs", d.Runs}, {"tokens", d.Tokens}, {"items", d.Items}, {"rows", d.Clusters}} {
		if list.items != nil {
			parts = append(parts, fmt.Sprintf("%d %s", len(list.items), list.name))
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// rowsOf spells the rows of passages.
func rowsOf(d vectors.Data) []string {
	rows := make([]string, len(d.Passages))
	for i, row := range d.Passages {
		rows[i] = fmt.Sprint("holder, text, from, to, frequency: ", row)
	}
	return rows
}

// rowLines describes where the rows of documents differ.
func rowLines(want, got vectors.Data) []string {
	rows := func(d vectors.Data) []string {
		list := make([]string, len(d.Clusters))
		for i, id := range d.Clusters {
			list[i] = "cluster " + show(id.Bytes())
			if i < len(d.Similarities) {
				list[i] += " at " + fraction(d.Similarities[i])
			}
		}
		return list
	}
	return byNumber("document", rows(want), rows(got))
}

// comparedLines describes where two texts differ in their compared elements.
func comparedLines(want, got vectors.Data) (lines []string) {
	for i := range min(len(want.Compared), len(got.Compared)) {
		if !slices.EqualFunc(want.Compared[i], got.Compared[i], vectors.Bytes.Equal) {
			lines = append(lines, fmt.Sprintf("text %d:", i))
			lines = append(lines, sideBySide("item", want.Compared[i], got.Compared[i])...)
		}
	}
	lines = append(lines, byNumber("compared elements of text", want.Counts, got.Counts)...)
	lines = append(lines, byNumber("sketch of text", want.Sketches, got.Sketches)...)
	if a, b := brief(want), brief(got); a != b {
		lines = append(lines, "expected "+a, "got      "+b)
	}
	return lines
}

// byNumber describes where two lists of a fixed length differ.
func byNumber[T comparable](name string, want, got []T) []string {
	if len(got) != len(want) {
		return []string{fmt.Sprintf("expected %d %ss, got %d", len(want), name, len(got))}
	}
	var lines []string
	for i := range want {
		if want[i] != got[i] {
			lines = append(lines, fmt.Sprintf("%s %d: expected %v, got %v", name, i, want[i], got[i]))
		}
	}
	return lines
}

// slotsOf spells the slots of a full form (R7.7), or all of any other value.
func slotsOf(full vectors.Bytes) []string {
	b := full.Bytes()
	const start = "fpmh\x01"
	if len(b) != len(start)+8*minhash.Slots || string(b[:len(start)]) != start {
		return []string{hex.EncodeToString(b)}
	}
	var slots []string
	for slot := range slices.Chunk(b[len(start):], 8) {
		spelled := hex.EncodeToString(slot)
		if spelled == "ffffffffffffffff" {
			spelled = "empty"
		}
		slots = append(slots, spelled)
	}
	return slots
}

// difference describes how two hashes or sketches in hexadecimal differ. It returns "" for other
// values.
func difference(want, got string) string {
	a, errA := hex.DecodeString(want)
	b, errB := hex.DecodeString(got)
	if errA != nil || errB != nil || len(a) != len(b) {
		return ""
	}
	if bytes.Equal(a, b) {
		return ""
	}
	if len(a) == 8 {
		d := binary.BigEndian.Uint64(a) ^ binary.BigEndian.Uint64(b)
		return fmt.Sprintf("%d bits differ: %016x", bits.OnesCount64(d), d)
	}
	width := minhash.Bits(a)
	if width == 0 {
		return ""
	}
	lines := byNumber("slot", unpacked(a, width), unpacked(b, width))
	if len(lines) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d slots differ, first %s", len(lines), minhash.Slots, lines[0])
}

// unpacked returns the slots of a sketch with width bits a slot.
func unpacked(sketch []byte, width int) []byte {
	list := make([]byte, minhash.Slots)
	for i := range list {
		at := i * width
		list[i] = sketch[at/8] >> (8 - width - at%8) & (1<<width - 1)
	}
	return list
}

func hexOctets(hashes []string) []vectors.Bytes {
	out := make([]vectors.Bytes, len(hashes))
	for i, h := range hashes {
		out[i] = spell.Bytes(h)
	}
	return out
}

// sideBySide aligns two lists and describes where they differ.
func sideBySide(name string, want, got []vectors.Bytes) []string {
	a, b := spell.Strings(want), spell.Strings(got)
	var lines []string
	for _, p := range align(a, b) {
		switch {
		case p.a >= 0 && p.b >= 0 && a[p.a] == b[p.b]:
			continue
		case p.b < 0:
			lines = append(lines, fmt.Sprintf("%s %d: expected %s", name, p.a+1, spelled(a[p.a])), "    got nothing in its place")
		case p.a < 0:
			lines = append(lines, fmt.Sprintf("%s %d: expected nothing", name, p.b+1), "    got      "+spelled(b[p.b]))
		default:
			x, y := fromDifference(a[p.a], b[p.b])
			lines = append(lines, fmt.Sprintf("%s %d: expected %s", name, p.a+1, x), "    got      "+y)
		}
	}
	return append(lines, fmt.Sprintf("(%d expected, %d came)", len(a), len(b)))
}

// fromDifference spells two texts. If they are long, it leaves out what is equal at their
// beginning.
func fromDifference(a, b string) (string, string) {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	from := max(0, same-4)
	for from > 0 && !utf8.RuneStart(a[from]) {
		from--
	}
	if from < 24 {
		return spelled(a), spelled(b)
	}
	alike := fmt.Sprintf("(%d bytes alike) ", from)
	return alike + spelled(a[from:]), alike + spelled(b[from:])
}

// place is a row of an alignment: an index into each list, or -1.
type place struct{ a, b int }

// mostAligned bounds the length of lists to align. Items of longer lists are compared by number.
const mostAligned = 2000

// align finds the longest common subsequence of two lists and pairs the items in between.
func align(a, b []string) []place {
	var rows []place
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		rows = append(rows, place{start, start})
		start++
	}
	i, j := start, start
	pair := func(toA, toB int) {
		for i < toA || j < toB {
			p := place{-1, -1}
			if i < toA {
				p.a = i
				i++
			}
			if j < toB {
				p.b = j
				j++
			}
			rows = append(rows, p)
		}
	}
	if n, m := len(a)-start, len(b)-start; n <= mostAligned && m <= mostAligned {
		common := make([][]int32, n+1)
		for x := range common {
			common[x] = make([]int32, m+1)
		}
		for x := n - 1; x >= 0; x-- {
			for y := m - 1; y >= 0; y-- {
				if a[start+x] == b[start+y] {
					common[x][y] = common[x+1][y+1] + 1
				} else {
					common[x][y] = max(common[x+1][y], common[x][y+1])
				}
			}
		}
		x, y := 0, 0
		for x < n && y < m {
			switch {
			case a[start+x] == b[start+y]:
				pair(start+x, start+y)
				rows = append(rows, place{i, j})
				i, j, x, y = i+1, j+1, x+1, y+1
			case common[x+1][y] >= common[x][y+1]:
				x++
			default:
				y++
			}
		}
	}
	pair(len(a), len(b))
	return rows
}

// around shows where two texts begin to differ, with the text before.
func around(want, got []byte) []string {
	at := 0
	for at < len(want) && at < len(got) && want[at] == got[at] {
		at++
	}
	for at > 0 && at < len(want) && !utf8.RuneStart(want[at]) {
		at--
	}
	from := max(0, at-20)
	for from > 0 && !utf8.RuneStart(want[from]) {
		from--
	}
	before := show(want[from:at])
	return []string{
		fmt.Sprintf("the same up to byte %d: …%s", at, before),
		"expected " + spelled(string(want[at:])),
		"got      " + spelled(string(got[min(at, len(got)):])),
		fmt.Sprintf("(%d bytes expected, %d came)", len(want), len(got)),
	}
}

// show quotes the beginning of a text, with invisible characters escaped.
func show(b []byte) string {
	const most = 60
	if len(b) > most {
		end := most
		for end > 0 && !utf8.RuneStart(b[end]) {
			end--
		}
		return escape.YAML(string(b[:end])) + "…"
	}
	return escape.YAML(string(b))
}

// spelled quotes a text and spells its first code points.
func spelled(s string) string {
	const most = 12
	var points []string
	for i := range s {
		if len(points) == most {
			points = append(points, "…")
			break
		}
		points = append(points, pointOf(s[i:]))
	}
	return show([]byte(s)) + "  " + strings.Join(points, " ")
}

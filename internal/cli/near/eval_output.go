package near

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/near/curve"
	"github.com/lsh-interop/fpcheck/internal/cli/near/interval"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/page/svg"
)

// evaluation is the result of all methods on the same pairs.
type evaluation struct {
	methods        []*method
	missing, short int // pairs that no method judges
}

func (e *evaluation) summary(pairs int) string {
	text := cli.Count(pairs, "labelled pair")
	if e.missing > 0 {
		text += fmt.Sprintf("; %d with a document missing or not read", e.missing)
	}
	if e.short > 0 {
		text += fmt.Sprintf("; %d with one too short to tell", e.short)
	}
	for _, m := range e.methods {
		if m.tooLong > 0 {
			text += fmt.Sprintf("; %d too long for %s", m.tooLong, m.name)
		}
	}
	return text
}

// mark is a threshold to show, with the reason. It has none if a wanted value was not reached.
type mark struct {
	why   string
	none  bool
	point curve.Point
}

// The thresholds that are always shown: similarities, and bits of 64.
var (
	shownSimilarities = []float64{.9, .8, .7, .6, .5}
	shownBits         = []int{3, 7, 10, 13}
)

// bits returns the number of bits of the method's fingerprints. It is 0 for slots and for
// baselines.
func (m *method) bits() int {
	if m.scheme == nil || m.scheme.IsMinHash() {
		return 0
	}
	return m.scheme.MaxDistance()
}

// marks returns the thresholds to show.
func (m *method) marks(f *evalFlags) (all []mark) {
	if bits := m.bits(); bits > 0 {
		for _, k := range shownBits {
			all = append(all, mark{point: m.curve.At(1 - float64(k)/simhash.Bits)})
		}
	} else {
		for _, s := range shownSimilarities {
			all = append(all, mark{point: m.curve.At(s)})
		}
	}
	if best, ok := m.curve.Best(); ok {
		all = append(all, mark{why: "best F1", point: best})
	}
	if f.precision > 0 {
		p, ok := m.curve.Precise(f.precision)
		all = append(all, mark{"precision " + decimal(f.precision), !ok, p})
	}
	if f.recall > 0 {
		p, ok := m.curve.Complete(f.recall)
		all = append(all, mark{"recall " + decimal(f.recall), !ok, p})
	}
	return all
}

// threshold spells a similarity, rounded down so that the same pairs still reach it. For a SimHash
// it spells a distance.
func (m *method) threshold(similarity float64) string {
	if bits := m.bits(); bits > 0 {
		return cli.Count(int(math.Round((1-similarity)*float64(bits))), "bit")
	}
	return decimal(math.Floor(similarity*1000+1e-9) / 1000)
}

func printEvaluation(a *cli.App, f *evalFlags, e *evaluation) error {
	if f.csv {
		return printPoints(a, e)
	}
	for i, m := range e.methods {
		marks := m.marks(f)
		for _, k := range marks {
			if k.none {
				a.Out.Raise(cli.ExitDifferent)
			}
		}
		if f.json {
			if err := a.Out.WriteJSON(newJSONMethod(e, m, marks)); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			a.Out.Line("")
		}
		printMethod(a, m, marks)
	}
	return nil
}

func printMethod(a *cli.App, m *method, marks []mark) {
	related, unrelated := m.curve.Pairs()
	text := fmt.Sprintf("%s: %s, %d of them related", m.name, cli.Count(related+unrelated, "pair"), related)
	if average := m.curve.AveragePrecision(); !math.IsNaN(average) {
		text += "; average precision " + decimal(average)
	}
	if area := m.curve.Area(); !math.IsNaN(area.Value) {
		text += fmt.Sprintf(", ROC area %s (%s to %s)", decimal(area.Value), decimal(area.Low), decimal(area.High))
	}
	a.Out.Line("%s", text)
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "THRESHOLD\tFOUND\tPRECISION\tRECALL\tF1\t\t")
	for _, k := range marks {
		if k.none {
			fmt.Fprintf(w, "none\t\t\t\t\t%s\t\n", k.why)
			continue
		}
		p := k.point
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t\n", m.threshold(p.Threshold), p.Precision.N, ranged(p.Precision), ranged(p.Recall), decimal(p.F1()), k.why)
	}
	w.Flush()
	for line := range strings.Lines(table.String()) {
		a.Out.Line("%s", strings.TrimRight(line, " \n"))
	}
}

// decimal spells a share with three decimals; only exact values become 0 and 1.
func decimal(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	text := strconv.FormatFloat(x, 'f', 3, 64)
	switch {
	case x > 0 && text == "0.000":
		return "<0.001"
	case x < 1 && text == "1.000":
		return "0.999"
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// ranged spells a share with its interval.
func ranged(s interval.Share) string {
	return fmt.Sprintf("%s (%s to %s)", decimal(s.Rate()), decimal(s.Low), decimal(s.High))
}

// printPoints prints a row for each threshold at which something changes.
func printPoints(a *cli.App, e *evaluation) error {
	rows := cli.NewCSVWriter(a.Out.Data())
	rows.Write("method", "threshold", "found", "found_related", "precision", "precision_low", "precision_high",
		"recall", "recall_low", "recall_high", "f1")
	number := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	for _, m := range e.methods {
		for _, p := range m.curve.Points() {
			rows.Write(m.name, number(p.Threshold), strconv.Itoa(p.Precision.N), strconv.Itoa(p.Precision.Hits),
				number(p.Precision.Rate()), number(p.Precision.Low), number(p.Precision.High),
				number(p.Recall.Rate()), number(p.Recall.Low), number(p.Recall.High), number(p.F1()))
		}
	}
	return rows.Flush()
}

// printJudged prints a line for each pair: its label, the result of each method, and its documents.
func printJudged(a *cli.App, e *evaluation, l *labelled, pairs []labelledPair) {
	for i, p := range pairs {
		label := "0"
		if p.related {
			label = "1"
		}
		fields := []string{label}
		for _, m := range e.methods {
			score := ""
			if s := m.scores[i]; !math.IsNaN(s) {
				score = strconv.FormatFloat(s, 'f', -1, 64)
			}
			fields = append(fields, score)
		}
		for _, name := range []string{l.names[p.a], l.names[p.b]} {
			name, _ = escape.Path(name)
			fields = append(fields, name)
		}
		a.Out.Line("%s", strings.Join(fields, "\t"))
		if a.Out.Broken() {
			return
		}
	}
}

// jsonMethod is how a method judges, in JSON.
type jsonMethod struct {
	Method           string      `json:"method"`
	Pairs            int         `json:"pairs"`
	Related          int         `json:"related"`
	Missing          int         `json:"missing"`
	Short            int         `json:"short"`
	TooLong          int         `json:"too_long"`
	AveragePrecision *float64    `json:"average_precision,omitempty"`
	Area             *jsonShare  `json:"area,omitempty"`
	Thresholds       []jsonPoint `json:"thresholds"`
}

type jsonPoint struct {
	Why       string     `json:"why,omitempty"`
	Reached   bool       `json:"reached"`
	Threshold *float64   `json:"threshold,omitempty"`
	Found     int        `json:"found"`
	Precision *jsonShare `json:"precision,omitempty"`
	Recall    *jsonShare `json:"recall,omitempty"`
	F1        *float64   `json:"f1,omitempty"`
}

// jsonShare is a share with its interval of 95 %.
type jsonShare struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func known(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

func newJSONShare(s interval.Share) *jsonShare {
	if s.N == 0 {
		return nil
	}
	return &jsonShare{s.Rate(), s.Low, s.High}
}

func newJSONMethod(e *evaluation, m *method, marks []mark) jsonMethod {
	related, unrelated := m.curve.Pairs()
	j := jsonMethod{Method: m.name, Pairs: related + unrelated, Related: related, Missing: e.missing, Short: e.short,
		TooLong: m.tooLong, AveragePrecision: known(m.curve.AveragePrecision())}
	if area := m.curve.Area(); !math.IsNaN(area.Value) {
		j.Area = &jsonShare{area.Value, area.Low, area.High}
	}
	for _, k := range marks {
		p := jsonPoint{Why: k.why, Reached: !k.none}
		if !k.none {
			p.Threshold, p.Found, p.F1 = &k.point.Threshold, k.point.Precision.N, known(k.point.F1())
			p.Precision, p.Recall = newJSONShare(k.point.Precision), newJSONShare(k.point.Recall)
		}
		j.Thresholds = append(j.Thresholds, p)
	}
	return j
}

// Measures of the picture, in pixels.
const (
	pictureSide   = 420
	pictureTop    = 40
	pictureLeft   = 60
	pictureLegend = 230
)

// Curves differ in colours and dashes.
var (
	curveColours = []string{"#3b82f6", "#d97706", "#16a34a", "#db2777", "#7c3aed", "#0891b2"}
	curveDashes  = []string{"", "7 3", "2 3"}
)

// picture draws precision over recall.
func (e *evaluation) picture() []byte {
	p := svg.New(pictureLeft+pictureSide+pictureLegend, pictureTop+pictureSide+60, "Precision and recall")
	x := func(share float64) float64 { return pictureLeft + share*pictureSide }
	y := func(share float64) float64 { return pictureTop + (1-share)*pictureSide }
	for tick := range 6 {
		share := float64(tick) / 5
		p.Rule(x(0), y(share), x(1), y(share), tick > 0)
		p.Rule(x(share), y(0), x(share), y(1), tick > 0)
		p.Text(x(0)-8, y(share)+4, svg.End, decimal(share))
		p.Text(x(share), y(0)+18, svg.Middle, decimal(share))
	}
	p.Text(x(.5), y(0)+40, svg.Middle, "recall")
	p.Text(8, pictureTop-8, svg.Start, "precision")
	for i, m := range e.methods {
		colour, dash := curveColours[i%len(curveColours)], curveDashes[i/len(curveColours)%len(curveDashes)]
		var line []svg.Point
		for _, q := range m.curve.Points() {
			at := svg.Point{X: x(q.Recall.Rate()), Y: y(q.Precision.Rate())}
			const near = .5 // smaller distances are invisible
			if n := len(line); n > 0 && math.Abs(line[n-1].X-at.X) < near && math.Abs(line[n-1].Y-at.Y) < near || q.Recall.N == 0 {
				continue
			}
			line = append(line, at)
		}
		p.Curve(line, colour, dash, 2)
		for _, q := range line[:min(len(line), 1)] {
			p.Dot(q.X, q.Y, 3, colour, false)
		}
		at := float64(pictureTop + 10 + 22*i)
		p.Curve([]svg.Point{{X: x(1) + 16, Y: at}, {X: x(1) + 42, Y: at}}, colour, dash, 2)
		p.Text(x(1)+50, at+4, svg.Start, m.name+", average "+decimal(m.curve.AveragePrecision()))
	}
	return p.Bytes()
}

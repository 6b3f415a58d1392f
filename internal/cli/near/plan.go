package near

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/bandkey"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/scheme"
)

// planFlags are the flags of the command plan.
type planFlags struct {
	documents, memory string
	similarity        float64
	recall            float64
	background        float64
	rate              float64
	bands             string
	bits              int
	distance          int
	simhash           bool // a distance is given
	json, quiet       bool
	passages          bool
	size              string
	bytes             int64 // of a text

	goal banding.Goal
	try  banding.Bands // zero: choose them
}

// At most one pair in a hundred of different works in one language has a greater similarity by mh1:
// docs/measured/evaluation.md.
const usualBackground = .02

func PlanCommand(a *cli.App) *cobra.Command {
	var f planFlags
	c := &cobra.Command{
		Use:   "plan --documents N",
		Short: "Estimate settings, memory and time of an index",
		Long: `Print which settings of an index find near duplicates among a number of
documents. Each has its cost in memory, comparisons and time.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(c.Flags()); err != nil {
				return cli.Usage(err)
			}
			if f.passages {
				return planPassages(a, &f)
			}
			if f.simhash {
				return planSimHash(a, &f)
			}
			return plan(a, &f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.documents, "documents", "", "`number` of documents, such as 3e8")
	flags.Float64Var(&f.similarity, "similarity", scheme.MH1.Advice().Close, "minimum similarity of pairs to find")
	flags.IntVar(&f.distance, "distance", 0, "plan for SimHash: maximum distance, `n` bits")
	flags.Float64Var(&f.recall, "recall", bandkey.DefaultRecall, "share of these pairs to find")
	flags.Float64Var(&f.background, "background", usualBackground, "similarity of unrelated documents")
	flags.StringVar(&f.memory, "memory", "", "available memory, in `bytes`, such as 100GB")
	flags.Float64Var(&f.rate, "rate", 0, "`n` documents arrive per second")
	flags.StringVar(&f.bands, "bands", "", "evaluate these bands, `BxR`, such as 16x8")
	flags.IntVar(&f.bits, "bits", 8, "with --bands: `n` bits per slot")
	flags.BoolVar(&f.passages, "passages", false, "plan for fpcheck passages")
	flags.StringVar(&f.size, "size", "", "with --passages: mean size of a text, in `bytes`")
	flags.BoolVar(&f.json, "json", false, "print a JSON object on each line")
	flags.BoolVar(&f.quiet, "quiet", false, "print no warnings or notes")
	return c
}

func (f *planFlags) check(flags *pflag.FlagSet) error {
	if f.documents == "" {
		return errors.New("--documents: none given: expected how many there are, such as 3e8")
	}
	n, err := cli.WholeNumber(f.documents)
	if err != nil {
		return fmt.Errorf("--documents %w", err)
	}
	f.goal = banding.Goal{Documents: n, Similarity: f.similarity, Recall: f.recall, Background: f.background}
	if flags.Changed("memory") {
		if f.goal.Memory, err = cli.ByteSize(f.memory); err != nil {
			return fmt.Errorf("--memory %w", err)
		}
	}
	if f.passages {
		return f.checkPassages(flags)
	}
	if flags.Changed("size") {
		return errors.New("--size: expected --passages, too")
	}
	if !(f.rate >= 0) || math.IsInf(f.rate, 0) {
		return fmt.Errorf("--rate %v: expected 0 or more", f.rate)
	}
	if f.simhash = flags.Changed("distance"); f.simhash {
		return f.checkDistance(flags)
	}
	if flags.Changed("bands") {
		layout, err := bandkey.Parse(f.bands)
		if err != nil {
			return fmt.Errorf("--bands %w", err)
		}
		f.try = banding.Bands{Bands: layout.Parts, Rows: layout.Each}
	} else if flags.Changed("bits") {
		return errors.New("--bits: expected --bands, too")
	}
	return nil
}

// A plan warns of more candidates: by chance, as a share of all pairs, and for each query.
const (
	mostChance     = .001
	mostCandidates = 1000
)

func plan(a *cli.App, f *planFlags) error {
	var all []banding.Choice
	var err error
	if f.try == (banding.Bands{}) {
		all, err = f.goal.Choose()
	} else {
		var c banding.Choice
		c, err = f.goal.Try(f.try, f.bits)
		all = []banding.Choice{c}
	}
	if err != nil {
		return cli.Usage(err)
	}
	if f.json {
		for i, c := range all {
			if err := a.Out.WriteJSON(newJSONChoice(f, c, i == 0)); err != nil {
				return err
			}
		}
	} else {
		printChoices(a, f, all)
	}
	warnOf(a, f, f.warnings(all[0]))
	if !f.quiet {
		a.Out.Note("fpcheck: " + f.note(all[0]))
	}
	return nil
}

// warnOf warns that the goal is missed.
func warnOf(a *cli.App, f *planFlags, texts []string) {
	for _, w := range texts {
		a.Out.Raise(cli.ExitDifferent)
		if !f.quiet {
			a.Out.Caution(w)
		}
	}
}

// tooMany warns of more documents than an index can have.
func (f *planFlags) tooMany() []string {
	n := f.goal.Documents
	if n <= banding.MostDocuments {
		return nil
	}
	return []string{fmt.Sprintf("%s documents: an index has at most %s: make %d of them, and ask each",
		grouped(n), grouped(banding.MostDocuments), (n-1)/banding.MostDocuments+1)}
}

// machines returns the number of machines whose memory together suffices.
func machines(octets float64, memory int64) int64 {
	return int64(math.Ceil(octets / float64(memory)))
}

// warnings describe how a choice misses the goal.
func (f *planFlags) warnings(c banding.Choice) (texts []string) {
	g := f.goal
	texts = f.tooMany()
	if c.Recall < g.Recall {
		texts = append(texts, fmt.Sprintf("%s find %s of the pairs of similarity %v, and %s was asked for: %s", describeBands(c), percent(c.Recall), g.Similarity,
			percent(g.Recall), f.instead()))
	}
	if c.Chance >= mostChance {
		texts = append(texts, fmt.Sprintf("%s make %s of the pairs that have nothing in common candidates, by chance: %s", describeBands(c), percent(c.Chance), f.instead()))
	} else if c.Candidates > mostCandidates {
		texts = append(texts, fmt.Sprintf("%s: each query is compared with %s documents of the background: %s", describeBands(c), rounded(c.Candidates), f.instead()))
	}
	if !c.Fits {
		texts = append(texts, fmt.Sprintf("%s do not fit in %s: expected %s, or %d machines with a part of the documents each",
			describeBands(c), cli.Size(float64(g.Memory)), cli.Size(float64(c.Bytes)), machines(float64(c.Bytes), g.Memory)))
	}
	return texts
}

// instead suggests better bands than the given ones.
func (f *planFlags) instead() string {
	if f.try == (banding.Bands{}) {
		return "ask for more similarity"
	}
	all, err := f.goal.Choose()
	if err != nil {
		return cli.Message(err)
	}
	return "expected " + describeBands(all[0])
}

func describeBands(c banding.Choice) string {
	return fmt.Sprintf("%s of %s of %s", cli.Count(c.Bands.Bands, "band"), cli.Count(c.Bands.Rows, "slot"),
		cli.Count(c.Bits, "bit"))
}

// note describes the goal of the choices, and how long it takes to read the documents.
func (f *planFlags) note(best banding.Choice) string {
	g := f.goal
	return fmt.Sprintf("%s documents; similarity %v; background %v; sizes without the ids; build is an estimate%s",
		grouped(g.Documents), g.Similarity, g.Background, f.arrival(best.Bands.Bands))
}

// arrival describes how long the documents take to arrive, with a number of tables.
func (f *planFlags) arrival(tables int) string {
	seconds := f.arrivalSeconds()
	if seconds == nil {
		return ""
	}
	last := time.Duration(min(*seconds*float64(time.Second), math.MaxInt64/2)) // at most 146 years
	return fmt.Sprintf("; at %v documents a second they arrive in %s, with %s entries a second", f.rate, duration(last), rounded(f.rate*float64(tables)))
}

func (f *planFlags) arrivalSeconds() *float64 {
	if f.rate == 0 {
		return nil
	}
	seconds := float64(f.goal.Documents) / f.rate
	return &seconds
}

func printChoices(a *cli.App, f *planFlags, all []banding.Choice) {
	a.Out.Table(tabwriter.AlignRight, func(w io.Writer) {
		fmt.Fprintln(w, "\tFORM\tBANDS\tRECALL\tOCTETS\tIN ALL\tPROBES\tCANDIDATES\tFALSE\tBUILD\t")
		for i, c := range all {
			mark := ""
			if i == 0 && len(all) > 1 {
				mark = "best"
			}
			fmt.Fprintf(w, "%s\t%s\t%dx%d\t%s\t%.0f\t%s\t%d\t%s\t%s\t%s\t\n", mark, form(c.Bits), c.Bands.Bands, c.Bands.Rows,
				strconv.FormatFloat(math.Floor(c.Recall*1e4)/1e4, 'f', -1, 64), c.Sketch+c.Tables, cli.Size(float64(c.Bytes)),
				c.Bands.Bands, rounded(c.Candidates), rounded(c.False), duration(c.Build))
		}
	})
}

// form returns the form of mh1 with a number of bits a slot.
func form(bits int) string {
	if bits == 8 {
		return scheme.MH1.ID()
	}
	return fmt.Sprintf("%sb%d", scheme.MH1.ID(), bits)
}

// jsonChoice is a choice in JSON.
type jsonChoice struct {
	Form       string   `json:"form"`
	Bits       int      `json:"bits"`
	Bands      int      `json:"bands"`
	Rows       int      `json:"rows"`
	Recall     float64  `json:"recall"`
	Sketch     float64  `json:"bytes_sketch"`
	Tables     float64  `json:"bytes_tables"`
	Bytes      int64    `json:"bytes"`
	Fits       bool     `json:"fits"`
	Machines   int64    `json:"machines,omitempty"`
	Probes     int      `json:"probes"`
	Chance     float64  `json:"chance"`
	Candidates float64  `json:"candidates"`
	False      float64  `json:"false"`
	Build      float64  `json:"build_seconds_estimated"`
	Arrive     *float64 `json:"arrive_seconds,omitempty"`
	Best       bool     `json:"best"`
}

func newJSONChoice(f *planFlags, c banding.Choice, best bool) jsonChoice {
	j := jsonChoice{
		Form: form(c.Bits), Bits: c.Bits, Bands: c.Bands.Bands, Rows: c.Bands.Rows, Recall: c.Recall,
		Sketch: c.Sketch, Tables: c.Tables, Bytes: c.Bytes, Fits: c.Fits, Probes: c.Bands.Bands,
		Chance: c.Chance, Candidates: c.Candidates, False: c.False, Build: c.Build.Seconds(),
		Arrive: f.arrivalSeconds(), Best: best && f.try == (banding.Bands{}),
	}
	if f.goal.Memory > 0 {
		j.Machines = machines(float64(c.Bytes), f.goal.Memory)
	}
	return j
}

// grouped spells a number with commas: 1,234,567.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// rounded spells an expectation with two digits.
func rounded(x float64) string {
	switch {
	case x < .01:
		return "<0.01"
	case x < 10:
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	unit := math.Pow10(int(math.Log10(x)) - 1)
	return grouped(int64(math.Round(x/unit) * unit))
}

// percent spells a share with two digits, and exactly if it is near 1.
func percent(share float64) string {
	if share > .99 {
		return strconv.FormatFloat(100*share, 'g', 9, 64) + " %"
	}
	return strconv.FormatFloat(100*share, 'g', 2, 64) + " %"
}

// duration spells a time in its largest unit.
func duration(d time.Duration) string {
	for _, unit := range []struct {
		name string
		of   time.Duration
	}{{"days", 24 * time.Hour}, {"h", time.Hour}, {"min", time.Minute}} {
		if d >= 2*unit.of {
			return fmt.Sprintf("%.0f %s", d.Round(unit.of).Hours()/unit.of.Hours(), unit.name)
		}
	}
	return fmt.Sprintf("%.0f s", math.Ceil(d.Seconds()))
}

package near

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/internal/store/hamming"
	"github.com/lsh-interop/fpcheck/scheme"
)

// layoutChoice is a layout of tables for SimHashes of 64 bits, with its expected costs.
type layoutChoice struct {
	hamming.Layout
	octets   float64 // of a document, beside its id
	all      float64 // bytes of all documents
	fits     bool
	unwanted float64 // expected documents that are found by chance
	query    time.Duration
	build    time.Duration
}

// checkDistance returns an error for flags that do not fit a plan of SimHash.
func (f *planFlags) checkDistance(flags *pflag.FlagSet) error {
	if f.distance < 0 || f.distance > simhash.Bits {
		return fmt.Errorf("--distance %d: expected 0 to %d bits", f.distance, simhash.Bits)
	}
	for _, name := range []string{"similarity", "recall", "background", "bands", "bits"} {
		if flags.Changed(name) {
			return fmt.Errorf("--distance, --%s: expected one of them: a SimHash has no bands, and finds all pairs within the distance", name)
		}
	}
	return nil
}

// layouts returns the choices of tables, the best first. Choices that fit in the memory come first.
// Among them, the least product of time and bytes wins.
func (f *planFlags) layouts() []layoutChoice {
	n := int(min(f.goal.Documents, banding.MostDocuments, math.MaxInt))
	documents := float64(f.goal.Documents)
	var all []layoutChoice
	for _, l := range hamming.Layouts(f.distance) {
		c := layoutChoice{Layout: l, octets: l.Octets(n)}
		c.all = c.octets * documents
		c.fits = f.goal.Memory == 0 || c.all <= float64(f.goal.Memory)
		c.unwanted = (documents - 1) * byChance(f.distance)
		c.query = time.Duration(l.Nanoseconds(n))
		c.build = f.goal.Build(len(l.Tables))
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(x, y layoutChoice) int {
		switch {
		case x.fits && !y.fits:
			return -1
		case y.fits && !x.fits:
			return 1
		}
		return cmp.Compare(x.octets*x.Nanoseconds(n), y.octets*y.Nanoseconds(n))
	})
	return all[:min(len(all), mostLayouts)]
}

// mostLayouts is the number of layouts to show.
const mostLayouts = 5

// byChance returns the share of pairs of unrelated SimHashes that differ in at most distance bits.
// Each bit is random.
func byChance(distance int) (share float64) {
	choices := 1.
	for k := range distance + 1 {
		share += math.Ldexp(choices, -simhash.Bits)
		choices = choices * float64(simhash.Bits-k) / float64(k+1)
	}
	return min(1, share)
}

func planSimHash(a *cli.App, f *planFlags) error {
	all := f.layouts()
	if f.json {
		for i, c := range all {
			if err := a.Out.WriteJSON(newJSONLayout(f, c, i == 0)); err != nil {
				return err
			}
		}
	} else {
		printLayouts(a, f, all)
	}
	best := all[0]
	warnings := f.tooMany()
	if !best.fits {
		warnings = append(warnings, fmt.Sprintf("no tables fit in %s: expected %s for %s, or %d machines with a part of the documents each",
			cli.Size(float64(f.goal.Memory)), cli.Size(best.all), best.Name, machines(best.all, f.goal.Memory)))
	}
	if best.unwanted > mostCandidates {
		warnings = append(warnings, fmt.Sprintf("within %s a document finds %s others by chance: expected a smaller distance",
			cli.Count(f.distance, "bit"), rounded(best.unwanted)))
	}
	warnOf(a, f, warnings)
	if !f.quiet {
		a.Out.Note(fmt.Sprintf("fpcheck: %s documents; %s; sizes without the ids; query and build are estimates%s",
			grouped(f.goal.Documents),
			cli.Count(f.distance, "bit"), f.arrival(len(best.Tables))))
	}
	return nil
}

func printLayouts(a *cli.App, f *planFlags, all []layoutChoice) {
	n := int(min(f.goal.Documents, banding.MostDocuments, math.MaxInt))
	a.Out.Table(tabwriter.AlignRight, func(w io.Writer) {
		fmt.Fprintln(w, "\tFORM\tLAYOUT\tTABLES\tOCTETS\tIN ALL\tPROBES\tCANDIDATES\tFALSE\tQUERY\tBUILD\t")
		for i, c := range all {
			mark := ""
			if i == 0 {
				mark = "best"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%.1f\t%s\t%.0f\t%s\t%s\t%s\t%s\t\n", mark, scheme.SM1.ID(), c.Name, len(c.Tables),
				c.octets, cli.Size(c.all),
				c.Probes(n), rounded(c.Candidates(n)), rounded(c.unwanted), shortly(c.query), duration(c.build))
		}
	})
}

// shortly spells a time of less than some seconds.
func shortly(d time.Duration) string {
	switch {
	case d < 10*time.Millisecond:
		return rounded(float64(d)/1e3) + " us"
	case d < 10*time.Second:
		return rounded(float64(d)/1e6) + " ms"
	}
	return duration(d)
}

// jsonLayout is a layout in JSON.
type jsonLayout struct {
	Form       string   `json:"form"`
	Distance   int      `json:"distance"`
	Layout     string   `json:"layout"`
	Tables     int      `json:"tables"`
	Bytes      float64  `json:"bytes_document"`
	All        int64    `json:"bytes"`
	Fits       bool     `json:"fits"`
	Machines   int64    `json:"machines,omitempty"`
	Probes     float64  `json:"probes"`
	Candidates float64  `json:"candidates"`
	False      float64  `json:"false"`
	Query      float64  `json:"query_seconds_estimated"`
	Build      float64  `json:"build_seconds_estimated"`
	Arrive     *float64 `json:"arrive_seconds,omitempty"`
	Best       bool     `json:"best"`
}

func newJSONLayout(f *planFlags, c layoutChoice, best bool) jsonLayout {
	n := int(min(f.goal.Documents, banding.MostDocuments, math.MaxInt))
	j := jsonLayout{
		Form: scheme.SM1.ID(), Distance: f.distance, Layout: c.Name, Tables: len(c.Tables), Bytes: c.octets, All: int64(math.Ceil(c.all)),
		Fits: c.fits, Probes: c.Probes(n), Candidates: c.Candidates(n), False: c.unwanted,
		Query: c.query.Seconds(), Build: c.build.Seconds(), Arrive: f.arrivalSeconds(), Best: best,
	}
	if f.goal.Memory > 0 {
		j.Machines = machines(c.all, f.goal.Memory)
	}
	return j
}

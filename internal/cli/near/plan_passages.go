package near

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/repeats"
	"github.com/lsh-interop/fpcheck/internal/store/library"
)

// mostText is how many bytes of text a plan of passages is for.
const mostText = 1e17

// checkPassages finds what a plan of passages cannot have.
func (f *planFlags) checkPassages(flags *pflag.FlagSet) (err error) {
	for _, name := range []string{"similarity", "recall", "background", "bands", "bits", "distance", "rate"} {
		if flags.Changed(name) {
			return fmt.Errorf("--passages, --%s: expected one of them", name)
		}
	}
	if f.size == "" {
		return errors.New("--passages: expected --size too, the mean size of a text, such as 850")
	}
	if f.bytes, err = cli.ByteSize(f.size); err != nil {
		return fmt.Errorf("--size %w", err)
	}
	if float64(f.goal.Documents)*float64(f.bytes) > mostText {
		return fmt.Errorf("--documents %s, --size %s: expected at most 100 PB of text", f.documents, f.size)
	}
	return nil
}

// jsonPassagesPlan is the cost of passages in JSON.
type jsonPassagesPlan struct {
	Windows int64   `json:"windows"`
	Disk    int64   `json:"bytes_temporary"`
	Memory  int64   `json:"bytes_memory"`
	Seconds float64 `json:"processor_seconds_estimated"`
	Fits    bool    `json:"fits"`
}

// planPassages prints what it takes to find passages.
func planPassages(a *cli.App, f *planFlags) error {
	c := repeats.CostOf(f.goal.Documents, f.bytes)
	fits := f.goal.Memory == 0 || c.Memory <= f.goal.Memory
	if f.json {
		if err := a.Out.WriteJSON(jsonPassagesPlan{c.Windows, c.Disk, c.Memory, c.Time.Seconds(), fits}); err != nil {
			return err
		}
	} else {
		a.Out.Table(tabwriter.AlignRight, func(w io.Writer) {
			fmt.Fprintln(w, "WINDOWS\tTEMPORARY\tMEMORY\tPROCESSOR\t")
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t\n", grouped(c.Windows), cli.Size(float64(c.Disk)), cli.Size(float64(c.Memory)),
				duration(c.Time))
		})
	}
	var warnings []string
	if !fits {
		warnings = append(warnings, fmt.Sprintf("passages of %s documents do not fit in %s: expected %s",
			grouped(f.goal.Documents), cli.Size(float64(f.goal.Memory)), cli.Size(float64(c.Memory))))
	}
	if f.goal.Documents > library.MaxDocuments {
		warnings = append(warnings, fmt.Sprintf("%s documents: passages are found among at most %s",
			grouped(f.goal.Documents), grouped(library.MaxDocuments)))
	}
	warnOf(a, f, warnings)
	if !f.quiet {
		a.Out.Note(fmt.Sprintf("fpcheck: %s documents of %s; passages of 16 words; estimates for English texts; "+
			"repeated passages take more disk and time", grouped(f.goal.Documents), cli.Size(float64(f.bytes))))
	}
	return nil
}

package fingerprint

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// frequenciesFlags are the flags of the command frequencies.
type frequenciesFlags struct {
	documents.ReadFlags
	output string
}

func FrequenciesCommand(a *cli.App) *cobra.Command {
	var f frequenciesFlags
	c := &cobra.Command{
		Use:   "frequencies [PATH... | -]",
		Short: "Count the documents that have each feature",
		Long: `Print the document frequencies of a corpus, for a private scheme with
weights: tf-idf.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.Check(c.Flags()); err != nil {
				return err
			}
			if c.Flags().Changed("output") && f.output == "" {
				return cli.Usage(errors.New("--output: none given: expected the file to write"))
			}
			return frequencies(a, &f, args)
		},
	}
	f.AddFlags(c, "`id` of the scheme (default "+documents.DefaultScheme+")")
	c.Flags().StringVarP(&f.output, "output", "o", "", "`file` to write (default standard output)")
	return c
}

func frequencies(a *cli.App, f *frequenciesFlags, args []string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	f.Uncounted, f.Places = true, new(documents.Places)
	s, err := f.Loaded()
	if err != nil {
		return err
	}
	if err := documents.Writable([]documents.Written{{Flag: "--output", Name: f.output}}, args); err != nil {
		return err
	}
	total := 0
	counts := make(map[string]int)
	for d, err := range documents.Read(a, args, &f.ReadFlags, pipeline.Options{Schemes: []*scheme.Scheme{s}, Distinct: true}) {
		if err != nil {
			return err
		}
		if documents.Complain(a, d) {
			total++
			for _, feature := range d.Found.Results[0].Distinct {
				counts[feature]++
			}
		}
	}
	if total == 0 {
		return errors.New("nothing to count: no document has features")
	}
	write := func(w io.Writer) error { return writeFrequencies(w, total, counts) }
	if f.output == "" {
		return write(a.Out.Data())
	}
	return cli.WriteFile(f.output, write)
}

func writeFrequencies(w io.Writer, total int, counts map[string]int) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%d\n", total)
	for _, feature := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(b, "%d\t%s\n", counts[feature], feature)
	}
	return b.Flush()
}

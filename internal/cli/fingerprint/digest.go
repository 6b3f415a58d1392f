package fingerprint

import (
	"encoding/hex"
	"errors"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// digestFlags are the flags of the command digest.
type digestFlags struct {
	documents.ReadFlags
	json, embedded, null bool
}

func DigestCommand(a *cli.App) *cobra.Command {
	f := digestFlags{ReadFlags: documents.ReadFlags{Warns: true, Yield: "a digest"}}
	c := &cobra.Command{
		Use:   "digest [PATH... | -]",
		Short: "Print the text digests of files",
		Long: `Print the text digest and the path of each document. Equal digests mean that two
texts have the same words, numbers and signs in the same order.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.Check(c.Flags()); err != nil {
				return err
			}
			if f.null && f.json {
				return cli.Usage(errors.New("--null: expected no --json"))
			}
			for d, err := range documents.Read(a, args, &f.ReadFlags, pipeline.Options{Digest: true, Embedded: f.embedded}) {
				if err != nil {
					return err
				}
				f.print(a, d)
			}
			return nil
		},
	}
	f.AddFlags(c, "")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object on each line")
	c.Flags().BoolVar(&f.embedded, "embedded", false, "also print documents embedded in a document")
	c.Flags().BoolVarP(&f.null, "null", "z", false, "end lines with NUL and do not escape paths")
	return c
}

func (f *digestFlags) print(a *cli.App, d *documents.Document) {
	digest := ""
	if d.IsSound() {
		digest = textdigest.Name + ":" + hex.EncodeToString(d.Found.Digest[:])
	}
	if f.json {
		j := newJSONDocument(d)
		j.Digest = digest
		a.Out.WriteJSON(j, d.Fields())
	} else if digest != "" {
		printLine(a, []byte(digest), d.Name(), f.null)
	}
	complain(a, d, f.Quiet)
}

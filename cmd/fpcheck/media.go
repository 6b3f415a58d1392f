package main

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/extract"
)

func (a *app) mediaCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "media",
		Short: "List the media that documents are read of, and what must be installed for them",
		Long: `List the media that documents are read of: the media type, the endings of file
names, how certain the text is, and by what it is found.

LEVEL is exact where any implementation finds the same text, and tolerant where
another program, or another version, finds nearly the same: fingerprints may then
be a few bits apart.

TOOL is the program that finds the text, with its version, and INSTALL the Debian
package to install where it is missing. Documents of other media do not need it.`,
		Example: `  fpcheck media
  fpcheck media --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return a.printMediaJSON(extract.Media(a.ctx))
			}
			return a.printMedia(extract.Media(a.ctx))
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object a line")
	return c
}

func (a *app) printMedia(media []extract.Medium) error {
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "MEDIA TYPE\tENDINGS\tLEVEL\tTOOL\tINSTALL")
	for _, m := range media {
		tool, install := "built in", "-"
		if m.Program != "" {
			tool = cmp.Or(m.Tool, m.Program)
		}
		if m.Program != "" && m.Tool == "" {
			install = m.Package
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", m.MediaTypes[0], strings.Join(m.Endings, " "), m.Level, tool, install)
	}
	w.Flush()
	_, err := a.out.Write(table.Bytes())
	return err
}

func (a *app) printMediaJSON(media []extract.Medium) error {
	for _, m := range media {
		err := a.out.writeJSON(struct {
			MediaTypes []string      `json:"media_types"`
			Endings    []string      `json:"endings"`
			Level      extract.Level `json:"level"`
			Program    string        `json:"program,omitempty"`
			Package    string        `json:"debian_package,omitempty"`
			Tool       string        `json:"tool,omitempty"`
			Ready      bool          `json:"ready"`
		}{m.MediaTypes, m.Endings, m.Level, m.Program, m.Package, m.Tool, m.Program == "" || m.Tool != ""})
		if err != nil {
			return err
		}
	}
	return nil
}

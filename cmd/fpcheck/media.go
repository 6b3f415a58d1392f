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
		Short: "List the media types that can be read",
		Long: `List the media types that text is read from: the endings of file names, how
exact the text is, and the programs that some of them need. What holds documents
of its own, each of which is read, is a container.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return a.printMediaJSON(append(extract.Media(a.ctx), holders()...))
			}
			return a.printMedia(append(extract.Media(a.ctx), holders()...))
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object on each line")
	return c
}

// holders are the media that hold documents, each of which is read.
func holders() []extract.Medium {
	const container = "container"
	return []extract.Medium{
		{MediaTypes: []string{"application/x-tar"}, Endings: []string{".tar", ".tar.bz2", ".tar.gz", ".tar.xz", ".tar.zst"}, Level: container},
		{MediaTypes: []string{"application/zip"}, Endings: []string{".zip"}, Level: container},
		{MediaTypes: []string{"application/warc"}, Endings: []string{".arc", ".warc"}, Level: container},
		{MediaTypes: []string{"application/wacz"}, Endings: []string{".wacz"}, Level: container},
	}
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
			MediaTypes []string `json:"media_types"`
			Endings    []string `json:"endings"`
			Level      string   `json:"level"`
			Program    string   `json:"program,omitempty"`
			Package    string   `json:"debian_package,omitempty"`
			Tool       string   `json:"tool,omitempty"`
			Ready      bool     `json:"ready"`
		}{m.MediaTypes, m.Endings, m.Level, m.Program, m.Package, m.Tool, m.Program == "" || m.Tool != ""})
		if err != nil {
			return err
		}
	}
	return nil
}

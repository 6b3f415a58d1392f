package fingerprint

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
)

func MediaCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "media",
		Short: "List the media types that can be read",
		Long: `List the media types that fpcheck reads. Each has its file name endings, the
level of its text, and the external program that it needs. A container holds
documents, and each of them is read.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return printMediaJSON(a, append(extract.Media(a.Ctx), holders()...))
			}
			return printMedia(a, append(extract.Media(a.Ctx), holders()...))
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object on each line")
	return c
}

// holders returns the media that contain documents. Each document is read.
func holders() []extract.Medium {
	const container = "container"
	return []extract.Medium{
		{MediaTypes: []string{"application/x-tar"}, Endings: []string{".tar", ".tar.bz2", ".tar.gz", ".tar.xz", ".tar.zst"}, Level: container},
		{MediaTypes: []string{"application/zip"}, Endings: []string{".zip"}, Level: container},
		{MediaTypes: []string{"application/warc"}, Endings: []string{".arc", ".warc"}, Level: container},
		{MediaTypes: []string{"application/wacz"}, Endings: []string{".wacz"}, Level: container},
	}
}

func printMedia(a *cli.App, media []extract.Medium) error {
	return a.Out.Table(0, func(w io.Writer) {
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
	})
}

func printMediaJSON(a *cli.App, media []extract.Medium) error {
	for _, m := range media {
		err := a.Out.WriteJSON(struct {
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

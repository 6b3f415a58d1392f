// Command sheets measures whether a sheet has one text in all of its media. LibreOffice converts
// each sheet to XLSX, XLS and ODS, and to CSV as it is shown. The text digests of the sheet and of
// the conversions are compared with the digest of the CSV.
//
//	go -C lab run ./media/sheets [-work DIRECTORY] [-write FILE] PATH...
//
// A PATH is a sheet, or a directory of sheets. A text that differs is printed with its first
// differences. It fails if a sheet differs for which causes.yaml has no cause. What LibreOffice made
// is kept in the work directory, where a later run finds it.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/textdigest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "sheets:", err)
		os.Exit(1)
	}
}

// marked is where the tables stand.
const marked = corpus.Block("sheets")

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("sheets", flag.ContinueOnError)
	flags.SetOutput(stderr)
	work := flags.String("work", "../.cache/media/sheets", "the `directory` for what LibreOffice makes")
	write := flags.String("write", "", "write the tables into this `file`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("expected the paths of sheets")
	}
	sheets, err := list(flags.Args())
	if err != nil {
		return err
	}
	r := &report{w: stdout}
	if r.causes, err = readCauses(); err != nil {
		return err
	}
	o, err := newOffice(*work, stderr)
	if err != nil {
		return err
	}
	if r.office, err = o.version(ctx); err != nil {
		return err
	}
	staged, err := o.stage(sheets)
	if err != nil {
		return err
	}
	for _, medium := range media {
		if err := o.convert(ctx, medium, staged); err != nil {
			return err
		}
	}
	for i, name := range staged {
		if err := r.sheet(ctx, o, sheets[i], name); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(stdout, r.tables()); err != nil {
		return err
	}
	if *write != "" {
		if err := marked.ReplaceIn(*write, r.tables()); err != nil {
			return err
		}
	}
	return r.sound()
}

// endings are the endings of sheets to read.
var endings = []string{".xlsx", ".xlsm", ".xls", ".xlsb", ".ods", ".fods"}

// list returns the paths of the sheets, one of those with the same bytes.
func list(roots []string) (sheets []string, err error) {
	seen := make(map[string]bool)
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() || !slices.Contains(endings, strings.ToLower(filepath.Ext(path))) {
				return err
			}
			octets, err := os.ReadFile(path)
			if err == nil && !seen[string(octets)] {
				seen[string(octets)] = true
				sheets = append(sheets, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return sheets, nil
}

// own stands for the medium that the sheet was in.
const own = "as found"

// compared are the media whose texts are compared with the CSV.
var compared = []string{own, "xlsx", "xls", "ods"}

// measured is a sheet that LibreOffice converted.
type measured struct {
	source  string // whose sheet it is
	name    string
	kinds   []string          // of values
	differs map[string]string // by medium, a description of the difference
	cause   *cause
}

// sheet compares the texts of a sheet.
func (r *report) sheet(ctx context.Context, o *office, path, name string) error {
	csv, err := o.csv(name)
	if err != nil {
		fmt.Fprintf(r.w, "%s: not converted: %v\n", path, err)
		return nil
	}
	m := measured{source: sourceOf(path), name: filepath.Base(path), differs: make(map[string]string)}
	if m.kinds, err = kindsOf(filepath.Join(o.work, "ods", stem(name)+".ods")); err != nil {
		return err
	}
	for _, medium := range compared {
		file := filepath.Join(o.work, medium, stem(name)+"."+medium)
		if medium == own {
			file = filepath.Join(o.work, "in", name)
		}
		text, err := textOf(ctx, file)
		if err != nil {
			m.differs[medium] = err.Error()
			fmt.Fprintf(r.w, "%s, %s: %v\n", path, medium, err)
			continue
		}
		found, _ := textdigest.Sum(text)
		if shown, _ := textdigest.Sum(csv); found == shown {
			continue
		}
		d, err := difference.Between(ctx, csv, text)
		if err != nil {
			return err
		}
		m.differs[medium] = fmt.Sprint(d.Count())
		fmt.Fprintf(r.w, "%s, %s: %v\n", path, medium, d.Count())
		for i, h := range d.Hunks(difference.Layout{}) {
			if i == 3 {
				break
			}
			fmt.Fprintf(r.w, "    %.300s\n", strings.Join(strings.Fields(fmt.Sprint(h)), " "))
		}
	}
	if len(m.differs) > 0 {
		m.cause = r.causes.of(m.name)
	}
	r.sheets = append(r.sheets, m)
	return nil
}

// sourceOf returns whose sheet a file is.
func sourceOf(path string) string {
	if strings.Contains(filepath.ToSlash(path), "/tika/") {
		return "Apache Tika"
	}
	return filepath.Base(filepath.Dir(path))
}

func textOf(ctx context.Context, file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := extract.Open(ctx, f, extract.Options{Name: file})
	if errors.Is(err, extract.ErrNoText) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = b.ReadFrom(d)
	return b.Bytes(), err
}

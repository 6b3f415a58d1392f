// Command sheets measures whether a sheet has one text in all of its media. LibreOffice converts
// each sheet to XLSX, XLS and ODS, and to CSV as it is shown; the text digests of the sheet and
// of what it became are compared with that of the CSV.
//
//	go -C lab run ./media/sheets [-work DIRECTORY] PATH...
//
// A PATH is a sheet, or a directory of sheets. A text that differs is printed with its first
// differences. A text that has all of the CSV and more is counted by itself: text boxes and charts
// are not in the CSV. What LibreOffice made is kept in the work directory, where a later run finds
// it.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/textdigest"
	"github.com/lsh-interop/fpcheck/textdigest/difference"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "sheets:", err)
		os.Exit(1)
	}
}

// endings are those of sheets that are read.
var endings = []string{".xlsx", ".xlsm", ".xls", ".xlsb", ".ods", ".fods"}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("sheets", flag.ContinueOnError)
	flags.SetOutput(stderr)
	work := flags.String("work", "../.cache/media/sheets", "the `directory` for what LibreOffice makes")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("expected the paths of sheets")
	}
	var sheets []string
	for _, root := range flags.Args() {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() && slices.Contains(endings, strings.ToLower(filepath.Ext(path))) {
				sheets = append(sheets, path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	o, err := newOffice(*work, stderr)
	if err != nil {
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
	r := &report{w: stdout, read: make(map[string]int), equal: make(map[string]int), more: make(map[string]int)}
	for i, name := range staged {
		if err := r.sheet(ctx, o, sheets[i], name); err != nil {
			return err
		}
	}
	return r.end()
}

// report counts which texts are those of the CSV.
type report struct {
	w           io.Writer
	sheets, one int
	read, equal map[string]int // by medium
	more        map[string]int // those that have more than the CSV
}

// own stands for the medium that the sheet was in.
const own = "as found"

// sheet compares the texts of a sheet.
func (r *report) sheet(ctx context.Context, o *office, path, name string) error {
	csv, err := o.csv(name)
	if err != nil {
		fmt.Fprintf(r.w, "%s: not converted: %v\n", path, err)
		return nil
	}
	r.sheets++
	one := true
	for _, medium := range append([]string{own}, media[:3]...) {
		file := filepath.Join(o.work, medium, stem(name)+"."+medium)
		if medium == own {
			file = filepath.Join(o.work, "in", name)
		}
		text, err := textOf(ctx, file)
		if err != nil {
			one = false
			fmt.Fprintf(r.w, "%s, %s: %v\n", path, medium, err)
			continue
		}
		r.read[medium]++
		found, _ := textdigest.Sum(text)
		if shown, _ := textdigest.Sum(csv); found == shown {
			r.equal[medium]++
			continue
		}
		one = false
		d, err := difference.Between(ctx, csv, text)
		if err != nil {
			return err
		}
		if n := d.Count(); n.Went+n.Moved == 0 {
			r.more[medium]++
		}
		fmt.Fprintf(r.w, "%s, %s: %v\n", path, medium, d.Count())
		for i, h := range d.Hunks(difference.Layout{}) {
			if i == 3 {
				break
			}
			fmt.Fprintf(r.w, "    %.300s\n", strings.Join(strings.Fields(fmt.Sprint(h)), " "))
		}
	}
	if one {
		r.one++
	}
	return nil
}

func (r *report) end() error {
	_, err := fmt.Fprintf(r.w, "%d sheets, %d of them with one text digest in all media\n", r.sheets, r.one)
	for _, medium := range slices.Sorted(maps.Keys(r.read)) {
		fmt.Fprintf(r.w, "%s: %d read, %d with the text digest of the CSV, %d with that and more\n", medium, r.read[medium], r.equal[medium], r.more[medium])
	}
	return err
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

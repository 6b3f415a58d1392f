package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/lab/internal/libreoffice"
)

// media are those that LibreOffice converts sheets to; the last is the judge.
var media = []string{"xlsx", "xls", "ods", "csv"}

// asShown is the filter for CSV: tabs, quotation marks, UTF-8, cells as they are shown, a file for
// each sheet.
const asShown = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,true,false,false,-1"

// calculates is a setting that makes LibreOffice compute formulas of XLSX again. It does not write
// stored results into XLS, where they would become zeros.
const calculates = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>
`

// office converts sheets by LibreOffice.
type office struct {
	work   string
	stderr io.Writer
}

func newOffice(work string, stderr io.Writer) (*office, error) {
	work, err := filepath.Abs(work)
	if err != nil {
		return nil, err
	}
	for _, dir := range append(media, "in", "profile") {
		if err := os.MkdirAll(filepath.Join(work, dir), 0o777); err != nil {
			return nil, err
		}
	}
	settings := filepath.Join(work, "calculator", "user")
	if err := os.MkdirAll(settings, 0o777); err != nil {
		return nil, err
	}
	o := &office{work, stderr}
	return o, os.WriteFile(filepath.Join(settings, "registrymodifications.xcu"), []byte(calculates), 0o666)
}

// version returns that of LibreOffice.
func (o *office) version(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "soffice", "-env:UserInstallation=file://"+filepath.Join(o.work, "profile"), "--version").Output()
	if fields := strings.Fields(string(out)); err == nil && len(fields) > 1 {
		return strings.Join(fields[:2], " "), nil
	}
	return "", fmt.Errorf("soffice --version: %q, %v", out, err)
}

// source returns the file that a sheet is converted to a medium from. XLS is made of the XLSX, with
// all formulas computed.
func (o *office) source(medium, name string) string {
	if medium == "xls" {
		return filepath.Join(o.work, "xlsx", stem(name)+".xlsx")
	}
	return filepath.Join(o.work, "in", name)
}

// stage copies the sheets, and returns their names, which differ even without their endings.
func (o *office) stage(sheets []string) (names []string, err error) {
	taken := make(map[string]bool)
	for _, path := range sheets {
		ending := filepath.Ext(path)
		base := strings.TrimSuffix(filepath.Base(path), ending)
		name := base + "_" + ending[1:] + ending
		for i := 2; taken[name]; i++ {
			name = fmt.Sprintf("%s_%s%d%s", base, ending[1:], i, ending)
		}
		taken[name] = true
		names = append(names, name)
		octets, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(o.work, "in", name), octets, 0o666); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// stem returns a name without its ending.
func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// convert converts the sheets that were not converted yet. If LibreOffice ends early, it is started
// again with the rest, without the sheet at which it ended.
func (o *office) convert(ctx context.Context, medium string, names []string) error {
	marker := func(name string) string { return filepath.Join(o.work, medium, stem(name)+".done") }
	var left []string
	for _, name := range names {
		if _, err := os.Stat(marker(name)); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if _, err := os.Stat(o.source(medium, name)); err == nil {
			left = append(left, name)
		}
	}
	for len(left) > 0 {
		batch := left[:min(len(left), 20)]
		filter := medium
		if medium == "csv" {
			filter = asShown
		}
		written, err := o.start(ctx, filter, medium, batch)
		if err != nil {
			return err
		}
		last := 0
		for i, name := range batch {
			if paths := written[name]; len(paths) > 0 {
				last = i + 1
				if err := os.WriteFile(marker(name), []byte(strings.Join(paths, "\n")), 0o666); err != nil {
					return err
				}
			}
		}
		if last < len(batch) { // this one was not converted
			if err := os.WriteFile(marker(batch[last]), nil, 0o666); err != nil {
				return err
			}
			last++
		}
		left = left[last:]
	}
	return nil
}

// start converts sheets with one start of LibreOffice. It returns what LibreOffice wrote for each, in
// the order of the tabs.
func (o *office) start(ctx context.Context, filter, medium string, names []string) (map[string][]string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(60+10*len(names))*time.Second)
	defer cancel()
	profile := "profile"
	if medium == "xls" {
		profile = "calculator"
	}
	command := libreoffice.Command(filepath.Join(o.work, profile), "--convert-to", filter, "--outdir", filepath.Join(o.work, medium))
	for _, name := range names {
		command = append(command, o.source(medium, name))
	}
	soffice := exec.CommandContext(ctx, command[0], command[1:]...)
	var out bytes.Buffer
	soffice.Stdout, soffice.Stderr = &out, &out
	if err := soffice.Run(); err != nil {
		fmt.Fprintf(o.stderr, "soffice: %v\n", err) // it may end at any sheet
	}
	written := make(map[string][]string)
	lines := bufio.NewScanner(&out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		from, path, ok := strings.Cut(line, " -> ")
		if !ok {
			continue
		}
		path, _, _ = strings.Cut(path, " using filter")
		for _, name := range names {
			base := filepath.Join(o.work, medium, stem(name))
			if strings.HasPrefix(from, "convert ") && path == base+"."+medium ||
				strings.HasPrefix(from, "Writing sheet ") && strings.HasPrefix(path, base+"-") {
				written[name] = append(written[name], path)
			}
		}
	}
	return written, nil
}

// csv returns the cells of the sheets that are not hidden, a row a line.
func (o *office) csv(name string) ([]byte, error) {
	list, err := os.ReadFile(filepath.Join(o.work, "csv", stem(name)+".done"))
	if err != nil || len(list) == 0 {
		return nil, fmt.Errorf("no CSV of %s", name)
	}
	hidden, err := hiddenSheets(filepath.Join(o.work, "xlsx", stem(name)+".xlsx"))
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	for i, path := range strings.Split(string(list), "\n") {
		if hidden[i] || !strings.HasSuffix(path, ".csv") {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		r := csv.NewReader(f)
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = '\t', -1, true
		rows, err := r.ReadAll()
		f.Close()
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			text.WriteString(strings.Join(row, " ") + "\n")
		}
	}
	return text.Bytes(), nil
}

// hiddenSheets says which sheets of an XLSX are hidden, by their place: the CSV has those too.
func hiddenSheets(path string) (map[int]bool, error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	f, err := z.Open("xl/workbook.xml")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var book struct {
		Sheets []struct {
			State string `xml:"state,attr"`
		} `xml:"sheets>sheet"`
	}
	if err := xml.NewDecoder(f).Decode(&book); err != nil {
		return nil, err
	}
	hidden := make(map[int]bool)
	for i, s := range book.Sheets {
		hidden[i] = s.State != "" && s.State != "visible"
	}
	return hidden, nil
}

package keep

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
	"github.com/lsh-interop/fpcheck/manifest"
)

// reportFlags are the files of --report: a page, a table of files, and metrics for Prometheus.
type reportFlags struct {
	reports               []string // FORMAT=FILE
	html, csv, prometheus string   // FILE
}

func (f *reportFlags) addFlags(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.reports, "report", nil, "also write html=, csv= or prometheus=`file`")
}

func (f *reportFlags) check() error {
	files := map[string]*string{"html": &f.html, "csv": &f.csv, "prometheus": &f.prometheus}
	for _, report := range f.reports {
		format, name, _ := strings.Cut(report, "=")
		file := files[format]
		if file == nil || name == "" {
			return cli.Usage(fmt.Errorf("--report %q: expected html=FILE, csv=FILE or prometheus=FILE", report))
		}
		if *file != "" {
			return cli.Usage(fmt.Errorf("--report %q: expected one file for each format", report))
		}
		*file = name
	}
	return nil
}

// outputs are the files that are written.
func (f *reportFlags) outputs() (files []string) {
	for _, file := range []string{f.html, f.csv, f.prometheus} {
		if file != "" {
			files = append(files, file)
		}
	}
	return files
}

// fileTable is a row for each file, in a file without a name until the command ends.
type fileTable struct {
	spool *scratch.File
	rows  *cli.CSVWriter
}

var tableHead = []string{"path", "status", "outcome", "distance", "similarity", "from", "kinds", "negations", "error"}

func newFileTable(file string) (*fileTable, error) {
	spool, err := scratch.In(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	t := &fileTable{spool, cli.NewCSVWriter(spool)}
	return t, t.rows.Write(tableHead...)
}

func (t *fileTable) add(r manifest.Result, verdict outcome.Verdict, d *difference.Excerpt) error {
	row := []string{r.Path, r.Status.String(), verdict.String(), "", "", r.From, "", "", ""}
	if r.Distance >= 0 {
		row[3], row[4] = strconv.Itoa(r.Distance), strconv.FormatFloat(r.Similarity, 'f', -1, 64)
	}
	if d != nil {
		var kinds []string
		for _, k := range difference.Kinds() {
			if n := d.Kinds[k]; n > 0 {
				kinds = append(kinds, fmt.Sprintf("%s=%d", string(k), n))
			}
		}
		row[6], row[7] = strings.Join(kinds, " "), strconv.Itoa(d.Negations)
	}
	if r.Err != nil {
		row[8] = cli.Message(r.Err)
	}
	return t.rows.Write(row...)
}

// writeTo copies the rows into the file of the report.
func (t *fileTable) writeTo(w io.Writer) error {
	if err := t.rows.Flush(); err != nil {
		return err
	}
	if _, err := t.spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, t.spool)
	return err
}

// writeReports writes the page, the table and the metrics.
func (v *findings) writeReports(verdict outcome.Verdict) error {
	if v.report != nil {
		date, err := cli.SourceDate()
		if err != nil {
			return err
		}
		if date != cli.NoDate {
			v.report.Date = date.Format(time.DateOnly)
		}
		if err := cli.WriteFile(v.f.html, v.report.WriteHTML); err != nil {
			return err
		}
	}
	if v.table != nil {
		if err := cli.WriteFile(v.f.csv, v.table.writeTo); err != nil {
			return err
		}
	}
	if v.f.prometheus == "" {
		return nil
	}
	return v.writeMetricsFile(verdict)
}

// metricsHead begins a file of metrics.
const metricsHead = "# HELP fpcheck_verify_"

// writeFailure writes the metrics of a run that failed. Those of an earlier run may say that all is well. It
// replaces no other file, since the failure may be that the file is read, too.
func (v *findings) writeFailure() error {
	if v.f.prometheus == "" {
		return nil
	}
	switch info, err := os.Stat(v.f.prometheus); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil || !info.Mode().IsRegular():
		return nil
	default:
		if head, err := documents.HeadOf(v.f.prometheus); err != nil || !strings.HasPrefix(string(head), metricsHead) {
			return nil
		}
	}
	return v.writeMetricsFile(outcome.CannotBeJudged)
}

// writeMetricsFile writes the metrics of a run that ends now.
func (v *findings) writeMetricsFile(verdict outcome.Verdict) error {
	at, err := sourceDateOrNow()
	if err != nil {
		return err
	}
	return cli.WriteFile(v.f.prometheus, func(w io.Writer) error { return v.writeMetrics(w, verdict, at) })
}

// writeMetrics writes the text format that the node exporter of Prometheus collects from files.
func (v *findings) writeMetrics(w io.Writer, verdict outcome.Verdict, at time.Time) error {
	b := bufio.NewWriter(w)
	name := `name="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(strings.ToValidUTF8(v.name, "\uFFFD")) + `"`
	metric := func(metric, help string) {
		fmt.Fprintf(b, "# HELP fpcheck_verify_%s %s\n# TYPE fpcheck_verify_%[1]s gauge\n", metric, help)
	}
	metric("files", "Files by outcome.")
	for _, o := range outcome.Verdicts {
		fmt.Fprintf(b, "fpcheck_verify_files{%s,outcome=%q} %d\n", name, strings.ToLower(o.String()), v.summary.Verdicts[o])
	}
	metric("statuses", "Files by status.")
	for _, s := range manifest.Statuses() {
		fmt.Fprintf(b, "fpcheck_verify_statuses{%s,status=%q} %d\n", name, strings.ToLower(s.String()), v.summary.Statuses[s])
	}
	metric("errors", "Errors, invalid files among them.")
	fmt.Fprintf(b, "fpcheck_verify_errors{%s} %d\n", name, v.conclusion.Errors)
	metric("warnings", "Warnings.")
	fmt.Fprintf(b, "fpcheck_verify_warnings{%s} %d\n", name, v.conclusion.Warnings)
	metric("valid", "Whether the verdict is VALID.")
	valid := 0
	if verdict == outcome.Valid {
		valid = 1
	}
	fmt.Fprintf(b, "fpcheck_verify_valid{%s} %d\n", name, valid)
	metric("timestamp_seconds", "When the verification ended, or failed.")
	fmt.Fprintf(b, "fpcheck_verify_timestamp_seconds{%s} %d\n", name, at.Unix())
	return b.Flush()
}

package keep

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
)

// verifyArchive validates a web archive, if the file is one.
func (v *findings) verifyArchive(name string, file *documents.OpenFile, args []string) (is bool, err error) {
	head, err := begins(file)
	if err != nil || !warc.IsArchive(head, name) {
		return false, nil // the next reader reports the fault
	}
	if len(args) > 1 {
		return true, cli.Usage(fmt.Errorf("%s: a web archive: expected no directory beside it", cli.Display(name)))
	}
	if file.Regular {
		v.read.Expect(documents.Sizes([]string{name}, documents.Nothing))
	}
	if err := v.begin(outcome.Subject{Kind: "web archive", Name: baseName(name), File: true, Rules: "WARC and WACZ"}); err != nil {
		return true, err
	}
	var failed error
	report := func(f warc.Finding) {
		if failed == nil {
			failed = errors.Join(v.find(archiveFinding(name, f)), v.takeArchive(name, f))
		}
	}
	checked, err := v.checkArchive(file, warc.IsPackage(head, name), report)
	if err = errors.Join(err, failed); err != nil {
		return true, fmt.Errorf("%s: %s", cli.Display(name), cli.Message(err))
	}
	text := fmt.Sprintf("a web archive, %s, %s verified", cli.Count(checked.Records, "record"), cli.Count(checked.Digests, "digest"))
	if checked.Signature != "" {
		text += ", " + checked.Signature
	}
	if found := outcome.CountFindings(checked.Counts); found != "" {
		text += ", " + found
	}
	if err := v.finish(checked.Counts); err != nil {
		return true, err
	}
	if checked.Records == 0 {
		v.hollow = "record"
	}
	v.validated(checked.Counts, text)
	if v.f.json && !v.f.status {
		return true, v.a.Out.WriteJSON(map[string]any{"web_archive": jsonArchive{
			checked.Files, checked.Records, checked.Digests, checked.Signature,
			checked.Errors, checked.Warnings, checked.Unjudged,
		}})
	}
	return true, nil
}

// isPackage reports whether a container is a WACZ package.
func isPackage(name string) bool {
	file, err := documents.Input{Path: name, Given: true}.Open(nil)
	if err != nil {
		return false
	}
	defer file.Close()
	head, err := begins(file)
	return err == nil && warc.IsPackage(head, name)
}

// begins returns the first bytes without consuming them; the position in a file stays.
func begins(o *documents.OpenFile) ([]byte, error) {
	if !o.Regular {
		return o.Peek()
	}
	head := make([]byte, documents.HeadSize)
	n, err := o.File.ReadAt(head, 0)
	if err == io.EOF {
		err = nil
	}
	return head[:n], err
}

func (v *findings) checkArchive(file *documents.OpenFile, isPackage bool, report func(warc.Finding)) (warc.Checked, error) {
	if !isPackage {
		return warc.Check(v.a.Ctx, v.read.Reader(file), v.f.Workers, report)
	}
	if !file.Regular {
		return warc.Checked{}, errors.New("a WACZ package cannot be read from a stream: expected a file")
	}
	size, err := file.File.Seek(0, io.SeekEnd)
	if err != nil {
		return warc.Checked{}, err
	}
	return warc.CheckPackage(v.a.Ctx, file.File, size, v.f.Workers, report)
}

// placeOf returns the place of a finding: "crawl.warc.gz#375".
func placeOf(name string, f warc.Finding) string {
	place := documents.Within(name, f.Member)
	if f.Offset >= 0 {
		place += fmt.Sprintf("#%d", f.Offset)
	}
	return place
}

// archiveFinding returns a finding for events and pages.
func archiveFinding(name string, f warc.Finding) outcome.Finding {
	found := outcome.Finding{
		Severity: f.Severity, Code: f.Rule, Source: f.Section, Path: placeOf(baseName(name), f), At: f.ID, What: f.What, Expected: f.Expected,
		Fixity: strings.Contains(f.Rule, "digest"),
	}
	found.At = cmp.Or(found.At, f.URI)
	return found
}

// takeArchive prints a finding: as a line "crawl.warc.gz#375: INVALID: ...".
func (v *findings) takeArchive(name string, f warc.Finding) error {
	switch {
	case v.f.status:
		return nil
	case v.f.json:
		return v.a.Out.WriteJSON(map[string]any{"finding": newJSONArchiveFinding(name, f)})
	}
	printFinding(v.a, placeOf(name, f), wordOf(f.Severity), f.String())
	return v.a.Out.Failure()
}

// jsonArchiveFinding is a finding about a web archive.
type jsonArchiveFinding struct {
	Severity validation.Severity `json:"severity"`
	Rule     string              `json:"rule"`
	cli.JSONPath
	Member   string `json:"member,omitempty"`
	Offset   *int64 `json:"offset,omitempty"`
	RecordID string `json:"record_id,omitempty"`
	URI      string `json:"uri,omitempty"`
	What     string `json:"what"`
	Expected string `json:"expected,omitempty"`
	Section  string `json:"section,omitempty"`
}

func newJSONArchiveFinding(name string, f warc.Finding) jsonArchiveFinding {
	j := jsonArchiveFinding{f.Severity, f.Rule, cli.NewJSONPath(name), f.Member, nil, f.ID, f.URI, f.What, f.Expected, f.Section}
	if f.Offset >= 0 {
		j.Offset = &f.Offset
	}
	return j
}

// jsonArchive is the result for a web archive.
type jsonArchive struct {
	Files     int    `json:"files"`
	Records   int64  `json:"records"`
	Digests   int64  `json:"digests_verified"`
	Signature string `json:"signature,omitempty"`
	Errors    int64  `json:"errors"`
	Warnings  int64  `json:"warnings"`
	NotJudged int64  `json:"not_judged"`
}

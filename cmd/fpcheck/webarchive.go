package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// verifyArchive validates a web archive, if the file is one.
func (v *findings) verifyArchive(name string, file *openFile, args []string) (is bool, err error) {
	head, err := file.begins()
	if err != nil || !warc.Begins(head, name) {
		return false, nil // whoever reads on will say what is wrong
	}
	if len(args) > 1 {
		return true, usageError{fmt.Errorf("%s: a web archive: expected no directory beside it", display(name))}
	}
	if file.regular {
		v.read.expect(sizes([]string{name}, nothing))
	}
	if err := v.begin(validation.Subject{Kind: "web archive", Name: baseName(name), File: true, Rules: "WARC and WACZ"}); err != nil {
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
		return true, fmt.Errorf("%s: %s", display(name), message(err))
	}
	text := fmt.Sprintf("a web archive, %s, %s verified", count(checked.Records, "record"), count(checked.Digests, "digest"))
	if checked.Signature != "" {
		text += ", " + checked.Signature
	}
	if found := countFindings(checked.Counts); found != "" {
		text += ", " + found
	}
	if err := v.finish(checked.Counts); err != nil {
		return true, err
	}
	v.validated(checked.Counts, text)
	if v.f.json && !v.f.status {
		return true, v.a.out.writeJSON(struct {
			Archive jsonArchive `json:"web_archive"`
		}{jsonArchive{checked.Files, checked.Records, checked.Digests, checked.Signature, checked.Errors, checked.Warnings, checked.Unjudged}})
	}
	return true, nil
}

// isPackage reports whether a container is a WACZ package.
func isPackage(name string) bool {
	file, err := input{path: name, given: true}.open(nil)
	if err != nil {
		return false
	}
	defer file.Close()
	head, err := file.begins()
	return err == nil && warc.IsPackage(head, name)
}

// begins returns the first bytes, which are still to be read, and leaves a file as it is, for
// whoever seeks in it.
func (o *openFile) begins() ([]byte, error) {
	if !o.regular {
		return o.peek()
	}
	head := make([]byte, headSize)
	n, err := o.file.ReadAt(head, 0)
	if err == io.EOF {
		err = nil
	}
	return head[:n], err
}

func (v *findings) checkArchive(file *openFile, isPackage bool, report func(warc.Finding)) (warc.Checked, error) {
	if !isPackage {
		return warc.Check(v.a.ctx, v.read.reader(file), v.f.workers, report)
	}
	if !file.regular {
		return warc.Checked{}, errors.New("a WACZ package cannot be read from a stream: expected a file")
	}
	size, err := file.file.Seek(0, io.SeekEnd)
	if err != nil {
		return warc.Checked{}, err
	}
	return warc.CheckPackage(v.a.ctx, file.file, size, v.f.workers, report)
}

// placeOf is where a finding is: "crawl.warc.gz#375".
func placeOf(name string, f warc.Finding) string {
	place := within(name, f.Member)
	if f.Offset >= 0 {
		place += fmt.Sprintf("#%d", f.Offset)
	}
	return place
}

// archiveFinding is what events and pages tell of a finding.
func archiveFinding(name string, f warc.Finding) validation.Finding {
	found := validation.Finding{
		Severity: f.Severity, Code: string(f.Rule), Source: f.Section, Path: placeOf(baseName(name), f), At: f.ID, What: f.What, Expected: f.Expected,
		Fixity: strings.Contains(string(f.Rule), "digest"),
	}
	if found.At == "" {
		found.At = f.URI
	}
	return found
}

// takeArchive prints a finding: as a line "crawl.warc.gz#375: INVALID: ...".
func (v *findings) takeArchive(name string, f warc.Finding) error {
	place := placeOf(name, f)
	word := validation.Invalid.String()
	switch f.Severity {
	case validation.Warning:
		word = "WARNING"
	case validation.Unjudged:
		word = validation.CannotBeJudged.String()
	}
	switch {
	case v.f.status:
		return nil
	case v.f.json:
		return v.a.out.writeJSON(struct {
			Finding jsonArchiveFinding `json:"finding"`
		}{newJSONArchiveFinding(name, f)})
	}
	path, escaped := escape.Path(place)
	if escaped {
		path = `\` + path
	}
	v.a.out.line("%s: %s: %s", path, word, escape.Line(f.String()))
	return v.a.out.failure()
}

// jsonArchiveFinding is a finding about a web archive.
type jsonArchiveFinding struct {
	Severity validation.Severity `json:"severity"`
	Rule     warc.Rule           `json:"rule"`
	jsonPath
	Member   string `json:"member,omitempty"`
	Offset   *int64 `json:"offset,omitempty"`
	RecordID string `json:"record_id,omitempty"`
	URI      string `json:"uri,omitempty"`
	What     string `json:"what"`
	Expected string `json:"expected,omitempty"`
	Section  string `json:"section,omitempty"`
}

func newJSONArchiveFinding(name string, f warc.Finding) jsonArchiveFinding {
	j := jsonArchiveFinding{f.Severity, f.Rule, newJSONPath(name), f.Member, nil, f.ID, f.URI, f.What, f.Expected, f.Section}
	if f.Offset >= 0 {
		j.Offset = &f.Offset
	}
	return j
}

// jsonArchive is what a web archive comes to.
type jsonArchive struct {
	Files     int    `json:"files"`
	Records   int64  `json:"records"`
	Digests   int64  `json:"digests_verified"`
	Signature string `json:"signature,omitempty"`
	Errors    int64  `json:"errors"`
	Warnings  int64  `json:"warnings"`
	NotJudged int64  `json:"not_judged"`
}

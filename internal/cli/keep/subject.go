package keep

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/manifest/bagit"
	"github.com/lsh-interop/fpcheck/manifest/ocfl"
)

// begin begins the validation of a bag or an object. Its findings follow, and then finish.
func (v *findings) begin(s outcome.Subject) error {
	if v.events == nil {
		return nil
	}
	return v.events.begin(s)
}

// find passes a finding on to events and the report. It prints nothing.
func (v *findings) find(f outcome.Finding) error { return v.findMany(f, 1) }

// findMany passes on a finding that stands for n findings.
func (v *findings) findMany(f outcome.Finding, n int64) error {
	if v.report != nil {
		v.report.AddFinding(f, n)
	}
	if v.events == nil {
		return nil
	}
	return v.events.find(f)
}

// finish ends the validation that begin began. n has the numbers of findings.
func (v *findings) finish(n validation.Counts) error {
	if v.events == nil {
		return nil
	}
	return v.events.out.End(n)
}

// validated records what was validated, and the findings, which find had too.
func (v *findings) validated(n validation.Counts, text string) {
	v.conclusion.add(n, text)
	if v.report != nil {
		v.report.Validated = strings.Join(v.conclusion.parts, "; ")
	}
}

// brokenManifest means that a manifest is missing, malformed, cut short or altered.
type brokenManifest struct{ error }

func (b brokenManifest) Unwrap() error { return b.error }

// uncompared handles the error of comparing files with a manifest inside what was validated. The
// verdict on the validation stands, and the files cannot be judged.
func (v *findings) uncompared(name string, err error) error {
	var broken brokenManifest
	if !errors.As(err, &broken) || v.a.Ctx.Err() != nil {
		return err
	}
	v.a.Out.Report("", err)
	f := outcome.Finding{Severity: validation.Unjudged, Code: "comparison", Path: name, What: "no comparison: " + cli.OneLine(err.Error())}
	v.conclusion.add(validation.Counts{Unjudged: 1}, "not all files were compared")
	if v.f.json && !v.f.status {
		found := jsonUncompared{f.Severity, f.Code, cli.NewJSONPath(f.Path), f.What}
		if err := v.a.Out.WriteJSON(map[string]any{"finding": found}); err != nil {
			return err
		}
	}
	return v.find(f)
}

// jsonUncompared is that files cannot be compared.
type jsonUncompared struct {
	Severity validation.Severity `json:"severity"`
	Rule     string              `json:"rule"`
	cli.JSONPath
	What string `json:"what"`
}

// baseName returns the name of a directory or file, even if it is given as ".".
func baseName(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	return filepath.Base(path)
}

// identifierLabel is the metadata element of a bag that names it (RFC 8493, 2.2.2).
const identifierLabel = "External-Identifier"

func bagSubject(at site, d depthFlags) outcome.Subject {
	s := outcome.Subject{Kind: "bag", Name: baseName(at.name), File: at.held != nil, Rules: "BagIt"}
	version, tags := bagit.ReadMetadata(at.tree)
	if version != "" {
		s.Rules += " " + version
	}
	for _, t := range tags {
		if strings.EqualFold(t.Label, identifierLabel) && t.Value != "" {
			s.ID, s.IDType = t.Value, identifierLabel
			break
		}
	}
	switch {
	case d.fast:
		s.Scope = "Payload-Oxum alone"
	case d.completeness:
		s.Scope = "without checksums"
	}
	return s
}

func bagFinding(f bagit.Finding) outcome.Finding {
	source := "RFC 8493, " + f.Section
	switch {
	case f.Profile != "":
		source = f.Profile + ", " + f.Section
	case strings.HasPrefix(f.Section, "draft"):
		source = f.Section
	}
	return outcome.Finding{
		Severity: f.Severity, Code: f.Rule, Source: source, Path: f.Path, What: f.What, Expected: f.Expected,
		Fixity: f.Rule == "checksum",
	}
}

func ocflSubject(at site, part *ocfl.Part) outcome.Subject {
	s := outcome.Subject{Kind: "OCFL storage hierarchy", Name: baseName(at.name), Path: part.Root, File: at.held != nil && part.Root == ".", Rules: "OCFL"}
	if part.Spec != "" {
		s.Rules += " " + part.Spec
	}
	switch {
	case part.Object:
		s.Kind = "OCFL object"
		s.ID, s.IDType = part.ID, "OCFL object id"
	case part.Root == ".":
		s.Kind = "OCFL storage root"
	}
	return s
}

// ocflDigests are the codes of digests that differ.
var ocflDigests = []ocfl.Code{"E060", "E092", "E093"}

// ocflSource returns where the specification defines a code.
func ocflSource(c ocfl.Code, v string) string {
	return fmt.Sprintf("https://ocfl.io/%s/spec/#%s", v, c)
}

func ocflFinding(part *ocfl.Part, f ocfl.Finding) outcome.Finding {
	severity, _ := f.Severity()
	found := outcome.Finding{
		Severity: severity, Code: string(f.Code), Path: f.Path, At: f.At, What: f.Found, Expected: f.Expected,
	}
	if f.Err != nil {
		found.What = cli.Message(f.Err)
		return found
	}
	found.Sentence = f.Code.Sentence()
	found.Source = ocflSource(f.Code, part.Spec)
	found.Fixity = slices.Contains(ocflDigests, f.Code)
	return found
}

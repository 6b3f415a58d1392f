package keep

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/manifest/ocfl"
	"github.com/lsh-interop/fpcheck/scheme"
)

func manifestOCFLCommand(a *cli.App) *cobra.Command {
	var f createFlags
	var inRoot bool
	c := &cobra.Command{
		Use:   "ocfl ROOT|OBJECT",
		Short: "Write a manifest of OCFL objects",
		Long: `Write a manifest of the content files of an OCFL object, or of all objects of a
storage root.`,
		Args: cli.Exactly("ROOT|OBJECT"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			return manifestOCFL(a, &f, args[0], inRoot)
		},
	}
	f.addFlags(c)
	c.Flags().BoolVar(&inRoot, "in-root", false, "write the manifest into the storage root")
	c.MarkFlagsMutuallyExclusive("in-root", "output")
	return c
}

func manifestOCFL(a *cli.App, f *createFlags, dir string, inRoot bool) error {
	if err := documents.CheckTree(dir); err != nil {
		return err
	}
	isObject, err := ocfl.IsObject(manifest.Dir(dir))
	if err != nil {
		return fmt.Errorf("%s: %s", cli.Display(dir), cli.Message(err))
	}
	switch {
	case !isObject && !isOCFL(manifest.Dir(dir)):
		return fmt.Errorf("%s: neither a storage root nor an object of OCFL: expected a file 0=ocfl_1.1 or 0=ocfl_object_1.1, or one of 1.0", cli.Display(dir))
	case inRoot && isObject:
		return cli.Usage(fmt.Errorf("--in-root: %s is an object: OCFL does not allow the file in its root (E001): expected --output", cli.Display(dir)))
	case inRoot:
		h, err := f.header()
		if err != nil {
			return err
		}
		f.output = filepath.Join(dir, "fpcheck-"+h.Scheme.ID()+inRootEnd)
	case f.output != "":
		if err := mayBeIn(dir, isObject, f.output); err != nil {
			return err
		}
	}
	at := directory(dir)
	at.tree = ocfl.Content(at.tree)
	return createManifest(a, f, at)
}

func isOCFL(tree fs.FS) bool {
	isObject, err := ocfl.IsObject(tree)
	isRoot, _ := ocfl.IsStorageRoot(tree)
	return err == nil && (isObject || isRoot)
}

// isEmpty reports whether a tree is empty, like an OCFL object that has lost everything.
func isEmpty(tree fs.FS) bool {
	entries, err := fs.ReadDir(tree, ".")
	return err == nil && len(entries) == 0
}

// Manifests in the base directory of a storage root.
const (
	inRootEnd     = ".fpm"
	inRootPattern = "fpcheck-*" + inRootEnd
)

// mayBeIn refuses a file where it would make a storage root or an object invalid.
func mayBeIn(dir string, isObject bool, name string) error {
	for inside := range documents.Placed(dir, []string{name}) {
		parts := strings.Split(inside, "/")
		switch {
		case isObject:
			return cli.Usage(fmt.Errorf("--output %s: is in an OCFL object, where it is not allowed (E001): expected another place", cli.Display(name)))
		case len(parts) > 1 && (parts[0] != "extensions" || len(parts) == 2):
			return cli.Usage(fmt.Errorf("--output %s: is in an OCFL storage root, where it is not allowed (E072, E112): expected --in-root or another place", cli.Display(name)))
		}
	}
	return nil
}

// objects counts the results of ocfl.Validate.
type objects struct {
	validation.Counts                                   // of findings
	by                [outcome.CannotBeJudged + 1]int64 // objects, by verdict
	codes             map[ocfl.Code]string
}

// String returns the counts: "2 objects: 1 VALID, 1 INVALID; 2 errors".
func (n *objects) String() string {
	var verdicts []string
	all := int64(0)
	for v, of := range n.by {
		if all += of; of > 0 {
			verdicts = append(verdicts, fmt.Sprintf("%d %s", of, outcome.Verdict(v)))
		}
	}
	text := cli.Count(all, "object")
	if len(verdicts) > 0 {
		text += ": " + strings.Join(verdicts, ", ")
	}
	if findings := outcome.CountFindings(n.Counts); findings != "" {
		text += "; " + findings
	}
	return text
}

// verifyOCFL validates a tree, and compares its content with a manifest, or its versions.
func (v *findings) verifyOCFL(at site, manifests []string) error {
	given := manifests
	if len(manifests) == 0 {
		found, err := fs.Glob(at.tree, inRootPattern)
		if err != nil {
			return err
		}
		for _, name := range found {
			manifests = append(manifests, filepath.Join(at.name, name))
		}
	}
	switch empty := isEmpty(at.tree); {
	case empty && v.f.versions:
		return fmt.Errorf("%s: is empty: expected an OCFL storage root or object", cli.Display(at.name))
	case empty && !v.f.status:
		v.a.Out.Warn(at.name, "is empty: validated as an OCFL object")
	case v.f.versions:
		return v.compareVersions(at, manifests)
	}
	for _, name := range given { // checked now, before what may take hours
		if err := v.mayOpen(name, at); err != nil {
			return err
		}
	}
	if err := v.validateOCFL(at); err != nil {
		return err
	}
	for _, name := range manifests {
		open := func() (fs.File, error) { return at.open(name) }
		content := at
		content.tree = ocfl.Content(at.tree)
		if err := v.uncompared(filepath.Base(name), v.verifyStored(name, open, content)); err != nil {
			return err
		}
	}
	return nil
}

// mayOpen returns an error if a manifest cannot be opened, or its head cannot be read.
func (v *findings) mayOpen(name string, at site) error {
	file, err := at.open(name)
	if err != nil {
		return fmt.Errorf("%s: %s", cli.Display(name), cli.Message(err))
	}
	defer file.Close()
	_, err = v.open(name, file)
	return err
}

// validateOCFL prints the findings about a tree, and a line for each object.
func (v *findings) validateOCFL(at site) error {
	n := objects{codes: make(map[ocfl.Code]string)}
	o := ocfl.Options{Workers: v.f.Workers, Read: v.read.Add}
	v.read.Expect(at.sizes(documents.Nothing))
	for part, err := range ocfl.Validate(v.a.Ctx, at.tree, o) {
		if err != nil {
			return err
		}
		if v.a.Out.Broken() {
			return nil
		}
		if err := v.takePart(at, &part, &n); err != nil {
			return err
		}
	}
	if n.by == (objects{}).by {
		v.hollow = "object"
	}
	v.validated(n.Counts, n.String())
	if v.f.status {
		return nil
	}
	if v.f.json {
		return v.a.Out.WriteJSON(newJSONValidation(&n))
	}
	for _, code := range slices.Sorted(maps.Keys(n.codes)) {
		v.a.Out.Note(fmt.Sprintf("fpcheck: %s: %s (%s)", code, code.Sentence(), ocflSource(code, n.codes[code])))
	}
	return nil
}

func (v *findings) takePart(at site, part *ocfl.Part, n *objects) error {
	if !part.Object && part.Root != "." && len(part.Findings) == 0 {
		return nil // a directory without findings
	}
	if err := v.begin(ocflSubject(at, part)); err != nil {
		return err
	}
	if err := v.takeFindings(part, n); err != nil {
		return err
	}
	found := part.Counts()
	if err := v.finish(found); err != nil {
		return err
	}
	n.Join(found)
	if !part.Object {
		return nil
	}
	verdict := v.conclusion.rules.VerdictOf(found)
	n.by[verdict]++
	v.read.FileDone()
	if v.f.quiet && verdict == outcome.Valid {
		return nil
	}
	return v.printOCFL(jsonObject{cli.NewJSONPath(part.Root), part.ID, part.Spec, part.Versions, part.Files, verdict},
		cli.Display(part.Root)+": "+verdict.String())
}

func (v *findings) takeFindings(part *ocfl.Part, n *objects) error {
	for _, f := range part.Findings {
		if _, counts := f.Severity(); counts {
			if err := v.find(ocflFinding(part, f)); err != nil {
				return err
			}
		}
		switch {
		case f.Err != nil:
			v.a.Out.Report(f.Path, f.Err)
			continue
		case f.Note == "":
			n.codes[f.Code] = max(n.codes[f.Code], part.Spec)
		case v.f.quiet:
			continue
		}
		if err := v.printOCFL(newJSONOCFL(part, f), f.String()); err != nil {
			return err
		}
	}
	if more := part.More.Errors + part.More.Warnings + part.More.Unjudged; more > 0 {
		v.a.Out.Report(part.Root, fmt.Errorf("%s more, not shown", cli.Count(more, "finding")))
	}
	for _, more := range []struct {
		validation.Severity
		n int64
	}{{validation.Error, part.More.Errors}, {validation.Unjudged, part.More.Unjudged}, {validation.Warning, part.More.Warnings}} {
		if more.n == 0 {
			continue
		}
		f := outcome.Finding{Severity: more.Severity, Path: part.Root, What: cli.Count(more.n, "more finding") + ", not held"}
		if err := v.findMany(f, more.n); err != nil {
			return err
		}
	}
	return nil
}

func (v *findings) printOCFL(object any, line string) error {
	switch {
	case v.f.status:
		return nil
	case v.f.json:
		return v.a.Out.WriteJSON(object)
	}
	v.a.Out.Line("%s", escape.Line(line))
	if cli.IsTerminal(v.a.Out.Stdout) {
		v.a.Out.Flush()
	}
	return nil
}

// jsonObject is an object that was validated.
type jsonObject struct {
	cli.JSONPath
	ID       string          `json:"id"`
	OCFL     string          `json:"ocfl"`
	Versions int             `json:"versions"`
	Files    int             `json:"files"`
	Status   outcome.Verdict `json:"status"`
}

// jsonOCFL is a finding.
type jsonOCFL struct {
	cli.JSONPath
	Code     string              `json:"code"`
	Severity validation.Severity `json:"severity"`
	At       string              `json:"at,omitempty"`
	Found    string              `json:"found"`
	Expected string              `json:"expected"`
	Sentence string              `json:"sentence"`
	Object   cli.JSONPath        `json:"object"`
}

// jsonNote is a note, which the verdict does not cover.
type jsonNote struct {
	cli.JSONPath
	Note   string       `json:"note"`
	Object cli.JSONPath `json:"object"`
}

func newJSONOCFL(part *ocfl.Part, f ocfl.Finding) any {
	if f.Note != "" {
		return jsonNote{cli.NewJSONPath(f.Path), f.Note, cli.NewJSONPath(part.Root)}
	}
	severity, _ := f.Severity()
	return jsonOCFL{cli.NewJSONPath(f.Path), string(f.Code), severity, f.At, f.Found, f.Expected, f.Code.Sentence(), cli.NewJSONPath(part.Root)}
}

type jsonValidation struct {
	Objects  int64 `json:"objects"`
	Invalid  int64 `json:"invalid"`
	Unjudged int64 `json:"not_judged"`
	Errors   int64 `json:"errors"`
	Warnings int64 `json:"warnings"`
}

func newJSONValidation(n *objects) any {
	j := jsonValidation{Invalid: n.by[outcome.Invalid], Unjudged: n.by[outcome.CannotBeJudged], Errors: n.Errors, Warnings: n.Warnings}
	for _, of := range n.by {
		j.Objects += of
	}
	return map[string]any{"validation": j}
}

// compareVersions compares the versions of each object with those before them.
func (v *findings) compareVersions(at site, manifests []string) error {
	dir, tree := at.name, at.tree
	h := manifest.Header{}
	name := dir
	var m *manifest.Reader
	if len(manifests) > 0 {
		name = manifests[0]
		file, err := at.open(name)
		if err != nil {
			return fmt.Errorf("%s: %s", cli.Display(name), cli.Message(err))
		}
		defer file.Close()
		if m, err = manifest.NewReader(file, v.private); err != nil {
			return fmt.Errorf("%s: %w", cli.Display(name), err)
		}
		h = m.Header()
	} else {
		var err error
		if h.Scheme, err = scheme.Lookup(documents.DefaultScheme); err != nil {
			return err
		}
	}
	o, err := v.f.options(h.Scheme, nil)
	if err != nil {
		return err
	}
	o.Scheme, o.Profile, o.Read = h.Scheme, h.Profile, v.read.Add
	if err := v.about(h, dir); err != nil {
		return err
	}
	for r, err := range ocfl.Changes(v.a.Ctx, tree, m, o) {
		if err != nil {
			return fmt.Errorf("%s: %w", cli.Display(name), err)
		}
		if err := v.take(r); err != nil {
			return err
		}
	}
	if isObject, err := ocfl.IsObject(tree); v.summary.Files == 0 && err == nil && isObject {
		v.validated(validation.Counts{}, "an OCFL object, no difference between versions; checksums were not verified")
	}
	return nil
}

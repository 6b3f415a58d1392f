package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

// measured is everything the block says.
type measured struct {
	guide, pandoc, pdftotext string
	languages                []string
	docx, pdf, spoiled       map[string]result // by path
	counts                   map[string]int    // of the spoiled ones, by status
	edited                   string            // what the command prints
	editedResults            map[string]result
}

// result is a line of fpcheck verify --json.
type result struct {
	Path     string `json:"path"`
	Status   string `json:"status"`
	Distance *int   `json:"distance"`
	Uneven   bool   `json:"uneven"`
	From     *struct {
		Path string `json:"path"`
	} `json:"from"`
	Stored, Found *struct {
		Features int    `json:"features"`
		Tool     string `json:"tool"`
	}
	Diff  *difference.Count `json:"diff"`
	Error string            `json:"error"`
}

func (r result) String() string {
	switch {
	case r.Uneven:
		return fmt.Sprintf("%s (d=%d, with %d features of %d)", r.Status, *r.Distance, r.Found.Features, r.Stored.Features)
	case r.Distance != nil && (r.Status == "SIMILAR" || r.Status == "DIFFERENT"):
		return fmt.Sprintf("%s (d=%d)", r.Status, *r.Distance)
	}
	return r.Status
}

// command is fpcheck, built.
type command struct {
	ctx  context.Context
	path string
}

// run runs fpcheck, which may exit with such a code.
func (c command) run(code int, args ...string) (string, error) {
	cmd := exec.CommandContext(c.ctx, c.path, args...)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err := cmd.Run()
	var exit *exec.ExitError
	if got := 0; err == nil || errors.As(err, &exit) {
		if exit != nil {
			got = exit.ExitCode()
		}
		if got == code {
			return out.String(), nil
		}
		err = fmt.Errorf("exit code %d: expected %d", got, code)
	}
	return "", fmt.Errorf("fpcheck %s: %w: %s", strings.Join(args, " "), err, log.String())
}

// verify runs fpcheck verify --json, and returns the results by path.
func (c command) verify(code int, args ...string) (map[string]result, error) {
	out, err := c.run(code, append([]string{"verify", "--quiet", "--json"}, args...)...)
	if err != nil {
		return nil, err
	}
	results := make(map[string]result)
	for line := range strings.Lines(out) {
		var r result
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return nil, err
		}
		if r.Path != "" { // or it is the summary
			results[r.Path] = r
		}
	}
	return results, nil
}

func measure(ctx context.Context) (*measured, error) {
	dir, err := corpus.Dir()
	if err != nil {
		return nil, err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return nil, err
	}
	temporary, err := os.MkdirTemp("", "migration-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	w := &work{
		dir: temporary, cache: filepath.Join(filepath.Dir(dir), "migration"),
		pages: make(map[string][][]byte), manuals: make(map[string]corpus.Manual),
	}
	m := &measured{guide: c.GuideVersion}
	if m.pandoc, err = pandocVersion(ctx); err != nil {
		return nil, err
	}
	if err := errors.Join(w.read(c), w.bag(), w.docx(ctx, m.pandoc), w.edited()); err != nil {
		return nil, err
	}
	m.languages = w.languages
	fpcheck := command{ctx, w.path("fpcheck")}
	root, err := checkout.Root()
	if err != nil {
		return nil, err
	}
	build := exec.CommandContext(ctx, "go", "-C", root, "build", "-o", fpcheck.path, "./cmd/fpcheck")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, out)
	}
	return m, m.verify(fpcheck, w)
}

// payload is where a bag has its payload.
const payload = "data/"

// verify runs the commands.
func (m *measured) verify(fpcheck command, w *work) error {
	bag := w.path("bag")
	for _, args := range [][]string{{"manifest", "bagit", "--quiet", bag}, {"verify", "--status", bag}} {
		if _, err := fpcheck.run(0, args...); err != nil {
			return err
		}
	}
	var err error
	compare := func(code int, new, ending string) (map[string]result, error) {
		return fpcheck.verify(code, "--map", payload+"*.html=*"+ending, "--diff=0", "--originals", bag,
			w.path("bag", "fingerprints", "sm1.txt"), w.path(new))
	}
	if m.docx, err = compare(0, "docx", ".docx"); err != nil {
		return err
	}
	if m.pdf, err = compare(1, "pdf", ".pdf"); err != nil {
		return err
	}
	if m.spoiled, err = compare(1, "spoiled", ".docx"); err != nil {
		return err
	}
	m.counts = make(map[string]int)
	for _, r := range m.spoiled {
		m.counts[r.Status]++
	}
	m.pdftotext = m.pdf[name("en", ".pdf")].Found.Tool
	if m.edited, err = fpcheck.run(1, "verify", "--map", "path", "--diff", w.path("unedited"), w.path("edited")); err != nil {
		return err
	}
	m.editedResults, err = fpcheck.verify(1, "--map", "path", "--diff", w.path("unedited"), w.path("edited"))
	return err
}

// sound reports what is not as a keeper of these files may expect.
func (m *measured) sound() error {
	var wrong []error
	expect := func(r result, what string, statuses ...string) {
		for _, s := range statuses {
			if r.Status == s {
				return
			}
		}
		wrong = append(wrong, fmt.Errorf("%s is %q: expected %s", what, r, strings.Join(statuses, " or ")))
	}
	for _, l := range m.languages {
		for _, kind := range []struct {
			ending  string
			results map[string]result
		}{{".docx", m.docx}, {".pdf", m.pdf}} {
			r := kind.results[name(l, kind.ending)]
			expect(r, name(l, kind.ending), "SAME TEXT", "SAME FINGERPRINT", "SIMILAR")
			if r.Status != "" && r.From.Path != payload+name(l, ".html") {
				wrong = append(wrong, fmt.Errorf("%s comes from %s", r.Path, r.From.Path))
			}
		}
	}
	if n := len(m.languages) - touched; m.counts["SAME TEXT"] != n {
		wrong = append(wrong, fmt.Errorf("%d of what was not spoiled are SAME TEXT: expected %d", m.counts["SAME TEXT"], n))
	}
	for _, s := range []struct{ language, status string }{
		{swappedOne, "DIFFERENT"}, {swappedOther, "DIFFERENT"}, {cut, "UNREADABLE"}, {intruder, "NEW"},
	} {
		expect(m.spoiled[name(s.language, ".docx")], "spoiled "+s.language, s.status)
	}
	expect(m.spoiled[payload+name(gone, ".html")], "what is gone", "MISSING")
	expect(m.spoiled[name(halved, ".docx")], "the one without its second half", "DIFFERENT")
	if d := m.spoiled[name(halved, ".docx")].Diff; d == nil || d.Went < d.Old/4 {
		wrong = append(wrong, fmt.Errorf("the one without its second half: %v went", d))
	}
	for _, e := range edits {
		r := m.editedResults[e.name+".html"]
		expect(r, "edited: "+e.name, "SAME FINGERPRINT", "SIMILAR")
		if r.Diff == nil || r.Diff.Went+r.Diff.Came+r.Diff.Passages == 0 {
			wrong = append(wrong, fmt.Errorf("edited: %s: no word of it", e.name))
		}
	}
	return errors.Join(wrong...)
}

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

// pair is a document before and after a migration.
type pair struct {
	conversion       conversion
	language, damage string // damage is empty if the pair is clean
	old, new         string // paths
	result           result
}

// result is a line of fpcheck verify --json.
type result struct {
	Path    string              `json:"path"`
	Status  string              `json:"status"`
	Outcome string              `json:"outcome"`
	Diff    *difference.Excerpt `json:"diff"`
}

// passes reports whether no one has to look at the pair.
func (r result) passes() bool { return r.Outcome == "VALID" }

// has reports whether a change is of the kind.
func (r result) has(kind difference.Kind) bool { return r.Diff != nil && r.Diff.Kinds[kind] > 0 }

// measured is what the tables say.
type measured struct {
	versions       []string
	clean, damaged []pair
}

func measure(ctx context.Context, binary string, heldOut bool) (*measured, error) {
	root, err := checkout.Root()
	if err != nil {
		return nil, err
	}
	temporary, err := os.MkdirTemp("", "migrations-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	if binary == "" {
		binary = filepath.Join(temporary, "fpcheck")
		build := exec.CommandContext(ctx, "go", "-C", root, "build", "-o", binary, "./cmd/fpcheck")
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go build: %w: %s", err, out)
		}
	}
	make, err := newMaker(ctx, filepath.Join(root, ".cache", "migrations"))
	if err != nil {
		return nil, err
	}
	m := &measured{}
	for _, v := range make.versions {
		m.versions = append(m.versions, v)
	}
	slices.Sort(m.versions)
	dir, once := "testdata", "en" // the language of damaged pairs in one language
	if heldOut {
		dir, once = "testdata/held-out", "ko"
	}
	everywhere := []string{"pandoc-md-docx", "soffice-docx-pdf"}
	elsewhere := []string{"soffice-docx-odt", "soffice-docx-doc", "soffice-docx-rtf", "soffice-docx-html", "soffice-docx-txt"}
	all, err := texts(dir)
	if err != nil {
		return nil, err
	}
	for _, c := range conversions {
		clean, damaged, err := make.pairs(c, all, func(language string) bool {
			return slices.Contains(everywhere, c.name()) || language == once && slices.Contains(elsewhere, c.name())
		})
		if err != nil {
			return nil, err
		}
		pairs := slices.Concat(clean, damaged)
		if err := verify(ctx, binary, filepath.Join(temporary, c.name()), pairs); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name(), err)
		}
		m.clean = append(m.clean, pairs[:len(clean)]...)
		m.damaged = append(m.damaged, pairs[len(clean):]...)
	}
	return m, nil
}

// pairs makes the pairs of a conversion, damaged ones only in the chosen languages.
func (m *maker) pairs(c conversion, all []text, damagedIn func(language string) bool) (clean, damaged []pair, err error) {
	var olds, news []document
	var pairs []pair
	for _, t := range all {
		d := document{t.language, strings.TrimRight(t.language, "0123456789"), t.title(), t.body}
		olds, news = append(olds, d), append(news, d)
		pairs = append(pairs, pair{conversion: c, language: t.language})
		if !damagedIn(t.language) {
			continue
		}
		for _, damage := range damages {
			spoiled := d
			spoiled.name += "-" + strings.ReplaceAll(damage.name, " ", "-")
			if spoiled.body = damage.do(t); spoiled.body == d.body {
				return nil, nil, fmt.Errorf("%s: %s: the text is as before", t.language, damage.name)
			}
			olds, news = append(olds, d), append(news, spoiled)
			pairs = append(pairs, pair{conversion: c, language: t.language, damage: damage.name})
		}
	}
	oldPaths, err := m.sources(c, olds)
	if err != nil {
		return nil, nil, err
	}
	newPaths, err := m.convert(c, news)
	if err != nil {
		return nil, nil, err
	}
	for i, p := range pairs {
		p.old, p.new = oldPaths[i], newPaths[i]
		if p.damage == "" {
			clean = append(clean, p)
		} else {
			damaged = append(damaged, p)
		}
	}
	return clean, damaged, nil
}

// verify compares pairs by one run of fpcheck.
func verify(ctx context.Context, binary, dir string, pairs []pair) error {
	for i, p := range pairs {
		for side, path := range map[string]string{"old": p.old, "new": p.new} {
			octets, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			target := filepath.Join(dir, side, fmt.Sprintf("%03d%s", i, filepath.Ext(path)))
			if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
				return err
			}
			if err := os.WriteFile(target, octets, 0o666); err != nil {
				return err
			}
		}
	}
	cmd := exec.CommandContext(ctx, binary, "verify", "--map", "stem", "--diff=1000", "--json",
		filepath.Join(dir, "old"), filepath.Join(dir, "new"))
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return fmt.Errorf("fpcheck verify: %w: %s", err, log.String())
	}
	for line := range strings.Lines(out.String()) {
		var r result
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return err
		}
		if r.Path == "" { // the summary
			continue
		}
		var i int
		if _, err := fmt.Sscanf(r.Path, "%d.", &i); err != nil || i >= len(pairs) {
			return fmt.Errorf("fpcheck verify: unexpected line %s", line)
		}
		pairs[i].result = r
	}
	for i, p := range pairs {
		if p.result.Status == "" {
			return fmt.Errorf("fpcheck verify does not list file %d, %s", i, p.new)
		}
	}
	return nil
}

// mostAlarms is the greatest number of false alarms in ofClean clean pairs, and in proportion in the
// held-out ones: 235 pairs of 261 need no one to look at.
const (
	mostAlarms = 26
	ofClean    = 261
)

// sound returns an error if the figures are beyond the thresholds: there is a miss, or there are too many
// false alarms.
func (m *measured) sound() error {
	var wrong []error
	alarms := 0
	for _, p := range m.clean {
		switch what := p.conversion.changed(p.language); {
		case what != "" && p.result.passes():
			wrong = append(wrong, fmt.Errorf("%s of %s is VALID, but it %s", p.conversion.name(), p.language, what))
		case what == "" && !p.result.passes():
			alarms++
		}
	}
	if most := mostAlarms * len(m.clean) / ofClean; alarms > most {
		wrong = append(wrong, fmt.Errorf("%d false alarms in %d clean pairs: expected %d or fewer", alarms, len(m.clean), most))
	}
	for _, p := range m.damaged {
		if p.result.passes() {
			wrong = append(wrong, fmt.Errorf("%s of %s is VALID after this damage: %s", p.conversion.name(), p.language, p.damage))
		}
	}
	return errors.Join(wrong...)
}

// brackets show the pieces of a change. Others moved.
var brackets = map[difference.Change]string{"went": "[-%s-] ", "came": "{+%s+} ", "same": "%s "}

// alarms lists the changes of the clean pairs that do not pass.
func (m *measured) alarms() string {
	var b strings.Builder
	for _, p := range m.clean {
		if p.result.passes() {
			continue
		}
		fmt.Fprintf(&b, "## %s %s: %s %s\n", p.conversion.name(), p.language, p.result.Status, p.result.Outcome)
		if p.result.Diff != nil {
			for _, h := range p.result.Diff.Hunks {
				fmt.Fprintf(&b, "%s: ", h.Kind)
				for _, piece := range h.Pieces {
					fmt.Fprintf(&b, cmp.Or(brackets[piece.Change], "<%s> "), piece.Text)
				}
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}

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

// A family is texts that the same conversions and damages apply to.
type family struct {
	dir         string // of the texts
	conversions []conversion
	damages     []damage
	write       func(body string) string // returns a text in the format of the first conversion
	damagedIn   func(c conversion, language string) bool
}

// sets are the families to measure, by the names of the blocks with the tables.
var sets = map[string][]family{
	"migrations": {{"testdata", conversions, damages, asIs, damagedIn("en")}},
	"held-out":   {{"testdata/held-out", conversions, damages, asIs, damagedIn("ko")}},
	"office": {
		{"testdata/sheets", sheetConversions, sheetDamages, workbook, func(c conversion, text string) bool {
			return c.changed(text) == "" // CSV has none of the second sheet
		}},
		{"testdata/slides", slideConversions, slideDamages, slides, func(conversion, string) bool { return true }},
	},
}

func asIs(body string) string { return body }

// damagedIn chooses the damaged pairs: two conversions in all languages, and five in one.
func damagedIn(once string) func(conversion, string) bool {
	everywhere := []string{"pandoc-md-docx", "soffice-docx-pdf"}
	elsewhere := []string{"soffice-docx-odt", "soffice-docx-doc", "soffice-docx-rtf", "soffice-docx-html",
		"soffice-docx-txt"}
	return func(c conversion, language string) bool {
		return slices.Contains(everywhere, c.name()) || language == once && slices.Contains(elsewhere, c.name())
	}
}

func measure(ctx context.Context, binary string, set []family) (*measured, error) {
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
	make, err := newMaker(ctx, filepath.Join(root, ".cache", "migrations"), set)
	if err != nil {
		return nil, err
	}
	m := &measured{}
	for _, v := range make.versions {
		m.versions = append(m.versions, v)
	}
	slices.Sort(m.versions)
	for _, f := range set {
		all, err := texts(f.dir)
		if err != nil {
			return nil, err
		}
		for _, c := range f.conversions {
			clean, damaged, err := make.pairs(f, c, all)
			if err != nil {
				return nil, err
			}
			pairs := slices.Concat(clean, damaged)
			if err := verify(ctx, binary, filepath.Join(temporary, c.name()), c, pairs); err != nil {
				return nil, fmt.Errorf("%s: %w", c.name(), err)
			}
			m.clean = append(m.clean, pairs[:len(clean)]...)
			m.damaged = append(m.damaged, pairs[len(clean):]...)
		}
	}
	return m, nil
}

// pairs makes the pairs of a conversion. Damage that does not apply to a text is left out.
func (m *maker) pairs(f family, c conversion, all []text) (clean, damaged []pair, err error) {
	var olds, news []document
	var pairs []pair
	for _, t := range all {
		d := document{t.language, strings.TrimRight(t.language, "0123456789"), t.title(), f.write(t.body)}
		olds, news = append(olds, d), append(news, d)
		pairs = append(pairs, pair{conversion: c, language: t.language})
		if !f.damagedIn(c, t.language) {
			continue
		}
		for _, damage := range f.damages {
			spoiled := d
			spoiled.name += "-" + strings.ReplaceAll(damage.name, " ", "-")
			spoiled.body = f.write(damage.do(t))
			if spoiled.body == d.body || damage.aside && !c.keepsAsides() {
				continue
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
func verify(ctx context.Context, binary, dir string, c conversion, pairs []pair) error {
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
	args := []string{"verify", "--map", "stem", "--diff=1000", "--json",
		filepath.Join(dir, "old"), filepath.Join(dir, "new")}
	if c.keepsAsides() {
		args = append(args, "--include", "comments,notes")
	}
	cmd := exec.CommandContext(ctx, binary, args...)
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

// mostAlarms is the greatest number of false alarms in ofClean clean pairs. In other sets it is less, in
// proportion.
const (
	mostAlarms = 10
	ofClean    = 261
)

// sound returns an error if there is a miss, or if there are too many false alarms.
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
	if most := (mostAlarms*len(m.clean) + ofClean - 1) / ofClean; alarms > most {
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

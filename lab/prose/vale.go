package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A finding is a violation of a rule in a source.
type finding struct {
	source        string
	line          int
	rule, message string
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", f.source, f.line, f.rule, f.message)
}

// vale returns the findings in sources by their names.
func vale(sources []source) (map[string][]finding, error) {
	program, err := buildVale()
	if err != nil {
		return nil, err
	}
	config, err := filepath.Abs("vale.ini")
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "prose")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	byFile := make(map[string]source)
	for _, s := range sources {
		if s.text() == "" {
			continue
		}
		file := strings.TrimSuffix(s.name, ".md") + ".md"
		byFile[file] = s
		path := filepath.Join(scratch, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(s.text()), 0o666); err != nil {
			return nil, err
		}
	}
	printed, err := execute(scratch, program, "--no-global", "--no-exit", "--output=JSON", "--config="+config, ".")
	if err != nil {
		return nil, err
	}
	var alerts map[string][]struct {
		Check, Message string
		Line           int
	}
	if err := json.Unmarshal([]byte(printed), &alerts); err != nil {
		return nil, fmt.Errorf("vale: %w: %s", err, printed)
	}
	found := make(map[string][]finding)
	for file, all := range alerts {
		s := byFile[file]
		for _, a := range all {
			f := finding{s.name, s.number(a.Line), strings.TrimPrefix(a.Check, "fpcheck."), a.Message}
			found[s.name] = append(found[s.name], f)
		}
		slices.SortFunc(found[s.name], func(a, b finding) int {
			return cmp.Or(a.line-b.line, strings.Compare(a.String(), b.String()))
		})
	}
	return found, nil
}

// buildVale builds Vale, if it has changed, and returns its path. Its C code reads languages that
// are not read here, so it need not be fast.
func buildVale() (string, error) {
	c := exec.Command("go", "tool", "-n", "vale")
	c.Env = append(os.Environ(), "CGO_ENABLED=1", "CGO_CFLAGS=-O0 -w")
	c.Stderr = os.Stderr
	out, err := c.Output()
	return strings.TrimSpace(string(out)), err
}

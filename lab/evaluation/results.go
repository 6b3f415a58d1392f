package evaluation

import (
	"bytes"
	"os"
	"path/filepath"
)

// Results are what was measured.
type Results struct{ *run }

// files are the page and the data that the results are written as, by name.
func (r *Results) files() (map[string][]byte, error) {
	var advice bytes.Buffer
	if err := r.writeAdvice(&advice); err != nil {
		return nil, err
	}
	return map[string][]byte{"evaluation.md": []byte(r.page()), "evaluation/advice.yaml": advice.Bytes()}, nil
}

// Write writes evaluation.md and the folder evaluation into a directory.
func (r *Results) Write(dir string) error {
	files, err := r.files()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "evaluation"), 0o755); err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Page returns evaluation.md.
func (r *Results) Page() string { return r.page() }

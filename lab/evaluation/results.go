package evaluation

import (
	"bytes"
	"os"
	"path/filepath"
)

// Results are what was measured.
type Results struct{ *run }

// files are the pages, pictures and data that the results are written as, by name.
func (r *Results) files() (map[string][]byte, error) {
	advice := r.advices()
	files := map[string][]byte{"evaluation/roc.svg": r.drawROC().svg(), "evaluation/features.svg": r.drawFeatures(advice).svg()}
	for _, s := range r.full() {
		files["evaluation/thresholds-"+s.name()+".svg"] = r.drawThresholds(s).svg()
		files["evaluation/distances-"+s.name()+".svg"] = r.drawDistances(s).svg()
	}
	var b bytes.Buffer
	if err := r.writeAdvice(&b); err != nil {
		return nil, err
	}
	files["evaluation/advice.yaml"] = b.Bytes()
	files["evaluation.md"] = []byte(r.page())
	return files, nil
}

// Write writes evaluation.md and the folder evaluation into a directory. Pictures of
// other schemes that are there go.
func (r *Results) Write(dir string) error {
	files, err := r.files()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "evaluation"), 0o755); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, "evaluation", "*-*.svg"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if _, ok := files["evaluation/"+filepath.Base(path)]; !ok {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
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

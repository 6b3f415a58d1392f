package corpus

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Text returns the visible text, as [Declaration.WriteTo] writes it.
func (d Declaration) Text() (string, error) {
	var b strings.Builder
	_, err := d.WriteTo(&b)
	return b.String(), err
}

// Segment is a part of a text that ICU finds: a word, or what is between two.
type Segment struct {
	Text string
	Word bool
}

// UnmarshalJSON reads a segment as lab/corpus/words.mjs writes it: ["the", true].
func (s *Segment) UnmarshalJSON(octets []byte) error {
	return json.Unmarshal(octets, &[2]any{&s.Text, &s.Word})
}

// Words returns the segments of the text, which together are the text. ICU found them when the
// evaluation set was installed.
func (d Declaration) Words() ([]Segment, error) {
	path := filepath.Join(filepath.Dir(d.Path), "..", "..", udhrWords, d.ID+".json")
	octets, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrNoEvaluation, err)
	}
	var all []Segment
	if err := json.Unmarshal(octets, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var b strings.Builder
	for _, s := range all {
		b.WriteString(s.Text)
	}
	if text, err := d.Text(); err != nil {
		return nil, err
	} else if b.String() != text {
		return nil, fmt.Errorf("%s: the words of another text; remove the folder and run lab/corpus/install.sh evaluation", path)
	}
	return all, nil
}

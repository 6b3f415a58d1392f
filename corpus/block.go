package corpus

import (
	"fmt"
	"strings"
)

// Block is what a program writes into a Markdown file: all between the lines
// <!-- name --> and <!-- /name -->.
type Block string

func (b Block) begin() string { return "<!-- " + string(b) + " -->\n" }
func (b Block) end() string   { return "<!-- /" + string(b) + " -->" }

// Cut splits a file at the markers.
func (b Block) Cut(file string) (before, block, after string, err error) {
	before, rest, ok := strings.Cut(file, b.begin())
	if !ok {
		return "", "", "", fmt.Errorf("no line %q", strings.TrimSpace(b.begin()))
	}
	block, after, ok = strings.Cut(rest, b.end())
	if !ok || strings.Contains(after, b.begin()) {
		return "", "", "", fmt.Errorf("expected one line %q after one line %q", b.end(), strings.TrimSpace(b.begin()))
	}
	return before, block, after, nil
}

// Replace returns the file with another text between the markers.
func (b Block) Replace(file, text string) (string, error) {
	before, _, after, err := b.Cut(file)
	if err != nil {
		return "", err
	}
	return before + b.begin() + "\n" + text + "\n" + b.end() + after, nil
}

// FirstDifference says where a text that was printed and one that was measured part.
func FirstDifference(printed, measured string) string {
	a, b := strings.Split(printed, "\n"), strings.Split(measured, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "the table says\n  " + a[i] + "\nmeasured is\n  " + b[i]
		}
	}
	return fmt.Sprintf("the table has %d lines, measured are %d", len(a), len(b))
}

package corpus

import (
	"flag"
	"fmt"
	"io"
	"os"
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

// Keeper is a program that keeps a block.
type Keeper struct {
	Block Block
	What  string // what it calls the block: "table"
	// Measure makes the block, and what it prints after it.
	Measure func() (block, rest string, err error)
	// Compare holds the block of a file against what was measured.
	Compare func(file, block string) (note string, err error)
}

// Run prints the block, or does with that of a file what -readme or -check asks for.
func (k Keeper) Run(args []string, stdout, stderr io.Writer) error {
	name := string(k.Block)
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	readme := flags.String("readme", "", "replace the "+k.What+" in this `file`")
	check := flags.String("check", "", "fail if the "+k.What+" in this `file` is another")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *readme != "" && *check != "" {
		return fmt.Errorf("expected nothing, -readme FILE or -check FILE")
	}
	block, rest, err := k.Measure()
	if err != nil {
		return err
	}
	switch {
	case *readme != "":
		old, err := os.ReadFile(*readme)
		if err != nil {
			return err
		}
		text, err := k.Block.Replace(string(old), block)
		if err != nil {
			return fmt.Errorf("%s: %w", *readme, err)
		}
		return os.WriteFile(*readme, []byte(text), 0o644)
	case *check != "":
		old, err := os.ReadFile(*check)
		if err != nil {
			return err
		}
		note, err := k.Compare(string(old), block)
		if note != "" {
			fmt.Fprintf(stderr, "%s: %s: %s\n", name, *check, note)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", *check, err)
		}
		return nil
	}
	_, err = io.WriteString(stdout, block+rest)
	return err
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

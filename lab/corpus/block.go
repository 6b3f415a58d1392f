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

// ReplaceIn writes another text between the markers in a file.
func (b Block) ReplaceIn(path, text string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	file, err := b.Replace(string(old), text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(file), 0o644)
}

// Keeper is a program that measures what stands in a block.
type Keeper struct {
	Block   Block
	Measure func() (block string, err error)
	// Compare compares the block of a file with the measured one.
	Compare func(file, block string) (note string, err error)
}

// Run prints its measurements. With -write FILE it writes the block into that file. With -check
// FILE it compares the block with the one in that file.
func (k Keeper) Run(args []string, stdout, stderr io.Writer) error {
	name := string(k.Block)
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	write := flags.String("write", "", "write the figures into this `file`")
	check := flags.String("check", "", "fail if this `file` has other figures")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *write != "" && *check != "" {
		return fmt.Errorf("expected nothing, -write FILE or -check FILE")
	}
	block, err := k.Measure()
	if err != nil {
		return err
	}
	switch {
	case *write != "":
		return k.Block.ReplaceIn(*write, block)
	case *check != "":
		file, err := os.ReadFile(*check)
		if err != nil {
			return err
		}
		note, err := k.Compare(string(file), block)
		if note != "" {
			fmt.Fprintf(stderr, "%s: %s: %s\n", name, *check, note)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", *check, err)
		}
		return nil
	}
	_, err = io.WriteString(stdout, block)
	return err
}

// FirstDifference describes the first line in which the printed and the measured
// text differ.
func FirstDifference(printed, measured string) string {
	a, b := strings.Split(printed, "\n"), strings.Split(measured, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "the table says\n  " + a[i] + "\nmeasured is\n  " + b[i]
		}
	}
	return fmt.Sprintf("the table has %d lines, measured are %d", len(a), len(b))
}

// Command crossmedia measures how far apart the fingerprints of one work in several media are. It
// uses the documents that lab/corpus/install.sh evaluation installs:
//
//	go -C lab run ./corpus/crossmedia [-n 24] docs/measured/crossmedia.md
//
// pandoc makes the media that are not published from the HTML of a manual. They are kept in the
// folder pandoc of the corpus.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/lab/evaluation"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "crossmedia:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stderr io.Writer) error {
	flags := flag.NewFlagSet("crossmedia", flag.ContinueOnError)
	flags.SetOutput(stderr)
	n := flags.Int("n", 24, "measure this `number` of editions, of as many languages as there are")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 || *n < 1 {
		return errors.New("expected the file to write")
	}
	dir, err := corpus.Dir()
	if err != nil {
		return err
	}
	e, err := corpus.OpenEvaluation(dir)
	if err != nil {
		return err
	}
	chosen, err := choose(e.Documents, *n)
	if err != nil {
		return err
	}
	var editions []evaluation.Edition
	for i, of := range chosen {
		fmt.Fprintf(stderr, "reading %d of %d: %s\n", i+1, len(chosen), of[0])
		edition, err := read(ctx, filepath.Join(dir, "pandoc"), of)
		if err != nil {
			return err
		}
		editions = append(editions, edition)
	}
	page, err := evaluation.CrossMedia(ctx, editions, media(), nil)
	if err != nil {
		return err
	}
	return os.WriteFile(flags.Arg(0), []byte(page), 0o644)
}

// derived are the media that pandoc makes.
var derived = []struct {
	medium corpus.Medium
	format string // as pandoc calls it
	ending string
}{
	{"docx", "docx", ".docx"},
	{"odt", "odt", ".odt"},
	{"rtf", "rtf", ".rtf"},
	{"epub by pandoc", "epub", ".epub"},
	{"jats", "jats_archiving", ".jats"},
	{"tei", "tei", ".tei"},
	{"docbook", "docbook5", ".dbk"},
}

// media are the measured media; the first is the reference.
func media() []corpus.Medium {
	all := []corpus.Medium{corpus.HTML, corpus.TXT, corpus.PDF, corpus.EPUB}
	for _, d := range derived {
		all = append(all, d.medium)
	}
	return all
}

// largest is the HTML, in bytes, beyond which an edition is left out: pandoc would
// take minutes over it.
const largest = 3 << 20

// choose returns a number of editions, each as its documents, HTML first. It takes the languages in
// turn, and in each the next edition with the most media.
func choose(documents []corpus.Document, n int) ([][]corpus.Document, error) {
	var names []string
	editions := make(map[string][]corpus.Document)
	works := make(map[string]bool) // each in one version
	for _, d := range documents {
		name := d.Work + " " + d.Version + " " + d.Language
		if d.Medium == corpus.HTML && !works[d.Work+" "+d.Language] {
			paths, err := d.Pages()
			if err != nil {
				return nil, err
			}
			size, err := sizeOf(paths)
			if err != nil {
				return nil, err
			}
			if size > largest {
				continue
			}
			works[d.Work+" "+d.Language] = true
			names = append(names, name)
		}
		editions[name] = append(editions[name], d)
	}
	byLanguage := make(map[string][][]corpus.Document)
	var languages []string
	for most := 4; most > 0; most-- {
		for _, name := range names {
			of := editions[name]
			if len(of) != most {
				continue
			}
			l := of[0].Language
			if byLanguage[l] == nil {
				languages = append(languages, l)
			}
			byLanguage[l] = append(byLanguage[l], of)
		}
	}
	var chosen [][]corpus.Document
	for round := 0; len(chosen) < n; round++ {
		before := len(chosen)
		for _, l := range languages {
			if round < len(byLanguage[l]) && len(chosen) < n {
				chosen = append(chosen, htmlFirst(byLanguage[l][round]))
			}
		}
		if len(chosen) == before {
			break
		}
	}
	return chosen, nil
}

func htmlFirst(of []corpus.Document) []corpus.Document {
	for i, d := range of {
		if d.Medium == corpus.HTML {
			of[0], of[i] = of[i], of[0]
		}
	}
	return of
}

func sizeOf(paths []string) (int64, error) {
	var size int64
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return 0, err
		}
		size += info.Size()
	}
	return size, nil
}

// read reads all media of an edition; what pandoc is to make is made if it is not there.
func read(ctx context.Context, dir string, of []corpus.Document) (evaluation.Edition, error) {
	e := evaluation.Edition{Work: of[0].Work, Language: of[0].Language, Texts: make(map[corpus.Medium]string)}
	pages, err := of[0].Pages()
	if err != nil {
		return e, err
	}
	var texts []string
	for _, page := range pages {
		text, err := textOf(page)
		if err != nil {
			return e, err
		}
		texts = append(texts, text)
	}
	e.Texts[corpus.HTML] = strings.Join(texts, "\n")
	for _, d := range of[1:] {
		if e.Texts[d.Medium], err = textOf(d.Path()); err != nil {
			return e, err
		}
	}
	name := strings.NewReplacer(" ", "-", "/", "-").Replace(of[0].Work + " " + of[0].Language)
	for _, d := range derived {
		path := filepath.Join(dir, name+d.ending)
		if err := derive(ctx, pages, e.Language, d.format, path); err != nil {
			return e, err
		}
		if e.Texts[d.medium], err = textOf(path); err != nil {
			return e, err
		}
	}
	return e, nil
}

func textOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	d, err := extract.Open(context.Background(), bufio.NewReader(f), extract.Options{Name: path})
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	text, err := io.ReadAll(d)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return string(text), nil
}

// derive has pandoc make a document of HTML pages, unless it is there.
func derive(ctx context.Context, pages []string, language, format, path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	part := path + ".part"
	cmd := exec.CommandContext(ctx, "pandoc", append([]string{"--standalone", "--quiet", "--from", "html", "--to", format,
		"--metadata", "lang=" + language, "--metadata", "title=", "--output", part}, pages...)...)
	cmd.Dir = filepath.Dir(pages[0]) // for its pictures
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			err = errors.New("pandoc is missing (Debian: apt-get install pandoc)")
		}
		return fmt.Errorf("%s: %w: %s", path, err, log.String())
	}
	return os.Rename(part, path)
}

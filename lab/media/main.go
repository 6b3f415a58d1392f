// Command media compares the text that package extract finds with Apache Tika, LibreOffice and MuPDF,
// in every medium. It uses the documents of Tika's own tests and the Debian installation guide. It also
// uses the Universal Declaration of Human Rights in many languages, printed by Chromium, LuaTeX,
// WeasyPrint and LibreOffice.
//
//	go -C lab run ./media -times -write FILE    # write the tables into FILE
//	go -C lab run ./media -check                # write nothing
//	go -C lab run ./media PATH...               # judge these documents only, word by word
//
// It fails if a document differs from the judges without a cause in lab/media/causes.yaml. It also
// fails if a document with a cause does not differ. lab/scripts/media.sh installs the judges and their
// documents into .cache/media. What a judge found in a document is kept there: a later run reads with
// package extract only.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "media:", err)
		os.Exit(1)
	}
}

// marked is where the tables stand.
const marked = corpus.Block("media")

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 1 && args[0] == "-texts" {
		return texts(ctx, os.Stdin, stdout)
	}
	if len(args) > 2 && args[0] == "-weigh" {
		return weigh(args[1], args[2:])
	}
	flags := flag.NewFlagSet("media", flag.ContinueOnError)
	flags.SetOutput(stderr)
	write := flags.String("write", "", "write the tables into this `file`")
	times := flags.Bool("times", false, "measure time and memory too, of the media for which costs.json in the cache has none")
	check := flags.Bool("check", false, "only see whether every difference has a cause")
	cache := flags.String("cache", "", "the `directory` that lab/scripts/media.sh filled, if not .cache/media")
	if err := flags.Parse(args); err != nil {
		return err
	}
	files := flags.Args()
	if (*write != "" || *check) == (len(files) > 0) || *write != "" && *check {
		return errors.New("expected -write FILE, -check, or the paths of documents")
	}
	l, err := openLab(*cache, stderr)
	if err != nil {
		return err
	}
	defer l.close()
	if len(files) > 0 {
		return l.each(ctx, files, stdout)
	}
	m, err := l.measure(ctx, *times)
	if err != nil {
		return err
	}
	if *write != "" {
		if err := marked.ReplaceIn(*write, m.block()); err != nil {
			return err
		}
	}
	return l.causes.check(m.all())
}

// openLab finds what lab/scripts/media.sh installed.
func openLab(dir string, stderr io.Writer) (*lab, error) {
	root, err := checkout.Root()
	if err != nil {
		return nil, err
	}
	if dir == "" {
		dir = filepath.Join(root, ".cache", "media")
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	l := &lab{
		dir:    dir,
		tika:   filepath.Join(dir, "tika-app.jar"),
		driver: filepath.Join(root, "lab", "media", "Texts.java"),
		log:    func(format string, a ...any) { fmt.Fprintf(stderr, "media: "+format+"\n", a...) },
	}
	if _, err := os.Stat(l.tika); err != nil {
		return nil, fmt.Errorf("%w: run lab/scripts/media.sh", err)
	}
	if l.causes, err = readCauses(filepath.Join(root, "lab", "media", "causes.yaml")); err != nil {
		return nil, err
	}
	l.profile, err = os.MkdirTemp("", "media-office")
	return l, err
}

func (l *lab) close() { os.RemoveAll(l.profile) }

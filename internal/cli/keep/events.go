package keep

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/premis"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
	"github.com/lsh-interop/fpcheck/manifest"
)

// eventForms are the forms of --emit.
var eventForms = map[string]premis.Form{"premis": premis.PREMIS, "mets": premis.METS}

// eventFlags are the flags about events.
type eventFlags struct {
	emit, output, at string
	writing          []string // files, till the command ends
}

func (f *eventFlags) addFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.emit, "emit", "", "also write events, as `form` premis or mets")
	flags.StringVarP(&f.output, "output", "o", "", "`file` for --emit to write")
	flags.StringVar(&f.at, "time", "", "`time` of the events (default now)")
	cli.Complete(c, "emit", func() []string { return []string{"premis", "mets"} })
}

func (f *eventFlags) check() error {
	_, known := eventForms[f.emit]
	switch {
	case f.emit == "" && (f.output != "" || f.at != ""):
		return cli.Usage(errors.New("--output and --time: expected --emit, too"))
	case f.emit == "":
		return nil
	case !known:
		return cli.Usage(fmt.Errorf("--emit %q: expected premis or mets", f.emit))
	case f.output == "":
		return cli.Usage(fmt.Errorf("--emit %s: expected --output, the file to write", f.emit))
	case f.at != "":
		if _, err := time.Parse(time.RFC3339, f.at); err != nil {
			return cli.Usage(fmt.Errorf("--time %q: expected a time as in 2026-11-21T19:05:00Z", f.at))
		}
	}
	return nil
}

// time is when the events are said to have been.
func (f *eventFlags) time() (time.Time, error) {
	if f.at != "" {
		return time.Parse(time.RFC3339, f.at)
	}
	return sourceDateOrNow()
}

// sourceDateOrNow is the date of SOURCE_DATE_EPOCH, or now.
func sourceDateOrNow() (time.Time, error) {
	if date, err := cli.SourceDate(); err != nil || !date.Equal(cli.NoDate) {
		return date, err
	}
	return time.Now(), nil
}

// events writes an event for each result, each validation, and each of its findings.
type events struct {
	check premis.Check
	form  premis.Form
	w     io.Writer
	spool *scratch.File
	out   *premis.Writer // nil: not begun
}

// start writes the head, when all is known that it has.
func (e *events) start() (err error) {
	if e.out == nil {
		e.out, err = premis.NewWriter(e.w, e.spool, e.form, e.check)
	}
	return err
}

func (e *events) take(r manifest.Result, texts *difference.Excerpt) error {
	if err := e.start(); err != nil {
		return err
	}
	return e.out.Write(r, texts)
}

func (e *events) begin(s outcome.Subject) error {
	e.check.Tree = s.Name
	if err := e.start(); err != nil {
		return err
	}
	return e.out.Begin(s)
}

func (e *events) find(f outcome.Finding) error {
	if err := e.start(); err != nil {
		return err
	}
	return e.out.Finding(f)
}

// about names the manifest to compare with: that of source or reread, if any.
func (e *events) about(h manifest.Header, tree string) error {
	e.check.Header = h
	if e.out != nil {
		return e.out.Compare(e.check.Manifest, h)
	}
	e.check.Tree = baseName(tree)
	return nil
}

// source names the manifest to compare with, unless it can be read only once.
func (e *events) source(name string, file *documents.OpenFile) error {
	if e == nil || !file.Regular {
		return nil
	}
	err := e.read(name, file.File)
	if err == nil {
		_, err = file.File.Seek(0, io.SeekStart)
	}
	return err
}

// reread does the same for a manifest that can be opened more than once.
func (e *events) reread(name string, open func() (fs.File, error)) error {
	if e == nil {
		return nil
	}
	file, err := open()
	if err != nil {
		return err
	}
	defer file.Close()
	return e.read(name, file)
}

func (e *events) read(name string, r io.Reader) error {
	h := sha256.New()
	size, err := io.Copy(h, r)
	e.check.Manifest = premis.Source{Name: filepath.Base(name), Size: size, SHA256: manifest.Digest(h.Sum(nil))}
	return err
}

// keepEvents runs a verification and writes its events, unless it fails.
func (v *findings) keepEvents(run func() error) error {
	f := &v.f.eventFlags
	at, err := f.time()
	if err != nil {
		return err
	}
	var failed error
	err = cli.WriteFile(f.output, func(w io.Writer) error {
		spool, err := scratch.In(filepath.Dir(f.output))
		if err != nil {
			return cli.UnwrapPath(err)
		}
		defer spool.Close()
		f.writing = append(f.writing, f.output, spool.Name())
		if temporary, ok := w.(*os.File); ok {
			f.writing = append(f.writing, temporary.Name())
		}
		e := &events{form: eventForms[f.emit], w: w, spool: spool, check: premis.Check{
			Time: at, Tool: cli.ToolName, Tree: baseName(v.name),
			Options: manifest.Options{Similar: v.f.Given}, Rules: v.conclusion.rules,
		}}
		v.events = e
		v.also = append(v.also, e.take)
		if failed = run(); failed != nil {
			return failed
		}
		if err := e.start(); err != nil {
			return err
		}
		return e.out.Close()
	})
	if failed != nil {
		return failed // and not the file's
	}
	return err
}

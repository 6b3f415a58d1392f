// Command documents makes vectors/media/documents.zip. It has the beginning of the Universal
// Declaration of Human Rights in 30 languages. The documents are in the media that level media of
// the conformance suite tests. LibreOffice and Chromium make them from HTML.
//
//	go -C lab run ./documents ../vectors/media/documents.zip
//
// The documents contain the versions of both programs, and times. So a new run does not give the
// same bytes.
package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/lab/internal/libreoffice"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: documents FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "documents:", err)
		os.Exit(1)
	}
}

// languages are the declarations that are used, by the name of their files.
var languages = map[string]string{
	"am": "amh", "ar": "arb", "bn": "ben", "de": "deu_1996", "el": "ell_monotonic", "en": "eng",
	"es": "spa", "fa": "pes_1", "fr": "fra", "gu": "guj", "he": "heb", "hi": "hin", "hy": "hye",
	"ja": "jpn", "ka": "kat", "km": "khm", "ko": "kor", "lo": "lao", "ml": "mal", "my": "mya",
	"pa": "pan", "ru": "rus", "si": "sin", "ta": "tam", "te": "tel", "th": "tha", "tr": "tur",
	"ur": "urd", "vi": "vie", "zh": "cmn_hans",
}

func run(target string) error {
	dir, err := corpus.Dir()
	if err != nil {
		return err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "fpcheck-documents-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	out := filepath.Join(scratch, "out")
	if err := os.Mkdir(out, 0o777); err != nil {
		return err
	}
	var works []work
	for _, d := range c.Declarations {
		for name, id := range languages {
			if d.ID != id {
				continue
			}
			w, err := beginning(d.Path, name)
			if err != nil {
				return err
			}
			works = append(works, w)
		}
	}
	if len(works) != len(languages) {
		return fmt.Errorf("%d of the %d declarations are in the corpus", len(works), len(languages))
	}
	slices.SortFunc(works, func(a, b work) int { return cmp.Compare(a.name, b.name) })
	for _, w := range works {
		if err := os.WriteFile(filepath.Join(out, w.name+".txt"), []byte(w.text), 0o666); err != nil {
			return err
		}
	}
	if err := errors.Join(export(works, scratch, out), printed(works, scratch, out)); err != nil {
		return err
	}
	return pack(out, target)
}

// pack writes the files of a directory into an archive.
func pack(dir, target string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, e := range entries {
		octets, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		w, err := archive.Create(e.Name())
		if err != nil {
			return err
		}
		if _, err := w.Write(octets); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return os.WriteFile(target, b.Bytes(), 0o666)
}

// export makes the files that LibreOffice exports. These are a text of HTML, a sheet with a
// paragraph in each row, and slides of flat XML.
func export(works []work, scratch, out string) error {
	for _, kind := range []struct {
		ending, filter string // of what it is made from
		of             func(work) string
		to             []string
	}{
		{".html", "HTML (StarWriter)", work.page, []string{"odt", "docx", "doc", "rtf", "epub", "pdf:writer_pdf_Export"}},
		{".html", "HTML (StarCalc)", work.page, []string{"xlsx", "ods", "xls"}},
		{".fodp", "OpenDocument Presentation Flat XML", work.slides, []string{"odp", "pptx", "ppt"}},
	} {
		var sources []string
		for _, w := range works {
			source := filepath.Join(scratch, w.name+kind.ending)
			if err := os.WriteFile(source, []byte(kind.of(w)), 0o666); err != nil {
				return err
			}
			sources = append(sources, source)
		}
		for _, to := range kind.to {
			command := libreoffice.Command(scratch+"/profile", "--infilter="+kind.filter, "--convert-to", to, "--outdir", out)
			if err := program(command[0], append(command[1:], sources...)...); err != nil {
				return err
			}
		}
	}
	for _, w := range works { // beside those that Chromium prints
		if err := os.Rename(filepath.Join(out, w.name+".pdf"), filepath.Join(out, w.name+".writer.pdf")); err != nil {
			return err
		}
	}
	return nil
}

// printed makes the PDFs that Chromium prints.
func printed(works []work, scratch, out string) error {
	for _, w := range works {
		page := filepath.Join(scratch, w.name+".html")
		if err := os.WriteFile(page, []byte(w.page()), 0o666); err != nil {
			return err
		}
		target := filepath.Join(out, w.name+".chromium.pdf")
		err := program("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
			"--user-data-dir="+filepath.Join(scratch, "chromium"), "--print-to-pdf="+target, "file://"+page)
		if err != nil {
			return err
		}
	}
	return nil
}

func program(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(string(out)))
	}
	return nil
}

package corpus

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Manual is the Debian installation guide in one language.
type Manual struct {
	Language string // as Debian spells it: "zh_CN"
	Dir      string
}

func openManuals(dir string) (string, []Manual, error) {
	v, err := version(dir)
	if err != nil {
		return "", nil, err
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*", "index.html"))
	if err != nil {
		return "", nil, err
	}
	var all []Manual
	for _, path := range paths {
		d := filepath.Dir(path)
		all = append(all, Manual{filepath.Base(d), d})
	}
	return v, all, nil
}

// Pages returns the paths of the HTML pages in reading order: from index.html
// by the link rel=next in each page's head.
//
// All of them count. Some hold little but a table of contents, and each repeats
// the titles of its neighbours above and below its text; a reader is shown these
// words, the text file has the contents too, and a repeated word is one feature.
func (m Manual) Pages() ([]string, error) {
	var pages []string
	seen := make(map[string]bool)
	for page := "index.html"; page != ""; {
		if seen[page] {
			return nil, fmt.Errorf("%s: the pages go round: %s comes again", m.Dir, page)
		}
		seen[page] = true
		path := filepath.Join(m.Dir, page)
		pages = append(pages, path)
		page = ""
		err := readHead(path, func(tag, _ string, attr map[string]string) {
			if tag == "link" && attr["rel"] == "next" {
				page = attr["href"]
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// HTML is the manual as HTML: the visible text of its pages in reading order,
// with a line end between two of them.
func (m Manual) HTML() Edition { return Edition{m.writeHTML} }

func (m Manual) writeHTML(w io.Writer) (int64, error) {
	pages, err := m.Pages()
	if err != nil {
		return 0, err
	}
	var total int64
	for i, page := range pages {
		if i > 0 {
			n, err := io.WriteString(w, "\n")
			if total += int64(n); err != nil {
				return total, err
			}
		}
		n, err := copyText(w, page, extract.Options{})
		if total += n; err != nil {
			return total, err
		}
	}
	return total, nil
}

// Text is the manual as plain text, in UTF-8.
func (m Manual) Text() Edition { return Edition{m.writeText} }

func (m Manual) writeText(w io.Writer) (int64, error) {
	octets, charset, err := m.Octets()
	if err != nil {
		return 0, err
	}
	return copyDocument(w, bytes.NewReader(octets), m.textPath(),
		extract.Options{MediaType: "text/plain; charset=" + charset})
}

func (m Manual) textPath() string {
	return filepath.Join(m.Dir, "install."+m.Language+".txt.gz")
}

// legacy are the charsets of text files that are not UTF-8. Nothing in the
// package names them; the test holds them against the same words in HTML.
var legacy = map[string]string{"ru": "koi8-r"}

// Octets returns the text file as it is, unpacked, and its charset.
func (m Manual) Octets() (octets []byte, charset string, err error) {
	f, err := os.Open(m.textPath())
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", f.Name(), err)
	}
	if octets, err = io.ReadAll(z); err != nil {
		return nil, "", fmt.Errorf("%s: %w", f.Name(), err)
	}
	if utf8.Valid(octets) {
		return octets, "utf-8", nil
	}
	if charset = legacy[m.Language]; charset == "" {
		return nil, "", fmt.Errorf("%s: not UTF-8, and its charset is not known", f.Name())
	}
	return octets, charset, nil
}

// Edition is a manual in one medium.
type Edition struct {
	write func(io.Writer) (int64, error)
}

// WriteTo writes the text.
func (e Edition) WriteTo(w io.Writer) (int64, error) { return e.write(w) }

// Fingerprint returns the fingerprint of the text, and its features.
func (e Edition) Fingerprint() (scheme.Fingerprint, int, error) { return sum(e) }

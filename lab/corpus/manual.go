package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
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

// Pages returns the paths of the HTML pages in reading order. They follow link rel=next from
// index.html on.
func (m Manual) Pages() ([]string, error) { return pages(filepath.Join(m.Dir, "index.html")) }

// pages returns the paths of the HTML pages of a document from its first one.
func pages(first string) ([]string, error) {
	var pages []string
	dir, page := filepath.Split(first)
	seen := make(map[string]bool)
	for page != "" {
		if seen[page] {
			return nil, fmt.Errorf("%s: the pages go round: %s comes again", dir, page)
		}
		seen[page] = true
		path := filepath.Join(dir, page)
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

// HTML returns the visible text of the manual's HTML pages in reading order, with a line end
// between two pages.
func (m Manual) HTML() Edition { return Edition{m.writeHTML} }

func (m Manual) writeHTML(w io.Writer) (int64, error) {
	pages, err := m.Pages()
	if err != nil {
		return 0, err
	}
	return copyPages(w, pages)
}

// copyPages writes the visible text of HTML pages, with a line end between two.
func copyPages(w io.Writer, pages []string) (int64, error) {
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

// It returns the text file unchanged, unpacked, and its charset.
func (m Manual) Octets() (octets []byte, charset string, err error) {
	octets, charset, err = readText(m.textPath(), m.Language)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", m.textPath(), err)
	}
	return octets, charset, nil
}

// charsetOf returns the charset of a text in a language.
func charsetOf(octets []byte, language string) (string, error) {
	if utf8.Valid(octets) {
		return "utf-8", nil
	}
	if charset := legacy[language]; charset != "" {
		return charset, nil
	}
	return "", errors.New("not UTF-8, and its charset is not known")
}

// Edition is a manual in one medium.
type Edition struct {
	write func(io.Writer) (int64, error)
}

// WriteTo writes the text.
func (e Edition) WriteTo(w io.Writer) (int64, error) { return e.write(w) }

// Fingerprint returns the fingerprint of the text, and its features.
func (e Edition) Fingerprint() (scheme.Fingerprint, int, error) { return sum(e) }

// languageNames are the names of the guide's languages.
var languageNames = map[string]string{
	"ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English",
	"es": "Spanish", "fr": "French", "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean",
	"nl": "Dutch", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sv": "Swedish",
	"vi": "Vietnamese", "zh_CN": "Chinese",
}

// LanguageName is a language in Markdown: its code, as Debian spells it, and its name.
func LanguageName(code string) string {
	return strings.TrimSpace("`" + code + "` " + languageNames[code])
}

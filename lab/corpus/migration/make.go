package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// work is what is made, each in a directory of its own.
type work struct {
	dir       string // of all that follow, and of what is spoiled
	cache     string // of what pandoc made
	languages []string
	pages     map[string][][]byte // by language, in reading order
	manuals   map[string]corpus.Manual
}

func (w *work) path(elements ...string) string {
	return filepath.Join(append([]string{w.dir}, elements...)...)
}

func name(language, ending string) string { return "install." + language + ending }

func (w *work) write(octets []byte, elements ...string) error {
	path := w.path(elements...)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, octets, 0o666)
}

// read takes the manuals that are there as PDF, too, and makes the PDFs.
func (w *work) read(c *corpus.Corpus) error {
	for _, m := range c.Manuals {
		packed, err := os.Open(filepath.Join(m.Dir, name(m.Language, ".pdf.gz")))
		if errors.Is(err, os.ErrNotExist) {
			continue // Greek
		}
		if err != nil {
			return err
		}
		pdf, err := unpack(packed)
		if err != nil {
			return fmt.Errorf("%s: %w", packed.Name(), err)
		}
		if err := w.write(pdf, "pdf", name(m.Language, ".pdf")); err != nil {
			return err
		}
		paths, err := m.Pages()
		if err != nil {
			return err
		}
		for _, path := range paths {
			page, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			w.pages[m.Language] = append(w.pages[m.Language], page)
		}
		w.languages = append(w.languages, m.Language)
		w.manuals[m.Language] = m
	}
	return nil
}

func unpack(packed *os.File) ([]byte, error) {
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// bag makes a bag (RFC 8493): each manual is a file, its pages one after another.
func (w *work) bag() error {
	var sums strings.Builder
	for _, l := range w.languages {
		page := bytes.Join(w.pages[l], []byte("\n"))
		fmt.Fprintf(&sums, "%x  data/%s\n", sha256.Sum256(page), name(l, ".html"))
		if err := w.write(page, "bag", "data", name(l, ".html")); err != nil {
			return err
		}
	}
	if err := w.write([]byte("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"), "bag", "bagit.txt"); err != nil {
		return err
	}
	return w.write([]byte(sums.String()), "bag", "manifest-sha256.txt")
}

// derive has pandoc make DOCX of HTML, unless it did before.
func (w *work) derive(ctx context.Context, html []byte, language, version string) ([]byte, error) {
	key := sha256.Sum256(append([]byte(version+" "+language+" "), html...))
	kept := filepath.Join(w.cache, fmt.Sprintf("%s-%x.docx", language, key[:8]))
	if octets, err := os.ReadFile(kept); err == nil {
		return octets, nil
	}
	if err := os.MkdirAll(w.cache, 0o777); err != nil {
		return nil, err
	}
	part := kept + ".part"
	cmd := exec.CommandContext(ctx, "pandoc", "--standalone", "--quiet", "--from", "html", "--to", "docx",
		"--metadata", "lang="+strings.ReplaceAll(language, "_", "-"), "--metadata", "title=",
		"--resource-path", w.manuals[language].Dir, "--output", part)
	cmd.Stdin = bytes.NewReader(html)
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("pandoc: %s: %w: %s", language, err, log.String())
	}
	if err := os.Rename(part, kept); err != nil {
		return nil, err
	}
	return os.ReadFile(kept)
}

// pandocVersion is the first line of pandoc --version.
func pandocVersion(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "pandoc", "--version").Output()
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("pandoc is missing: run lab/scripts/programs.sh pandoc")
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(first), err
}

// Who is what in the spoiled copy.
const (
	swappedOne, swappedOther = "da", "de"
	halved                   = "fr" // the second half of its pages is missing
	cut                      = "es" // the second half of its bytes is
	gone                     = "it"
	intruder                 = "xx"

	touched = 5 // of the languages
)

// docx makes the DOCX, and a copy of them that is spoiled.
func (w *work) docx(ctx context.Context, version string) error {
	made := make(map[string][]byte)
	for _, l := range w.languages {
		octets, err := w.derive(ctx, bytes.Join(w.pages[l], []byte("\n")), l, version)
		if err != nil {
			return err
		}
		made[l] = octets
		if err := w.write(octets, "docx", name(l, ".docx")); err != nil {
			return err
		}
	}
	half, err := w.derive(ctx, bytes.Join(w.pages[halved][:len(w.pages[halved])/2], []byte("\n")), halved, version)
	if err != nil {
		return err
	}
	made[swappedOne], made[swappedOther] = made[swappedOther], made[swappedOne]
	made[halved] = half
	made[cut] = made[cut][:len(made[cut])/2]
	made[intruder] = made[gone]
	delete(made, gone)
	for l, octets := range made {
		if err := w.write(octets, "spoiled", name(l, ".docx")); err != nil {
			return err
		}
	}
	return nil
}

// edits are small ones, of the English manual.
var edits = []struct {
	name  string
	where *regexp.Regexp
	edit  func(found []string) string
}{
	{"not", regexp.MustCompile(`(<p>[^<]*\s)not\s([^<]*</p>)`), func(f []string) string { return f[1] + f[2] }},
	{"number", regexp.MustCompile(`(<p>[^<]*\s)([0-9]{2,4})(\s[^<]*</p>)`), func(f []string) string {
		n, _ := strconv.Atoi(f[2])
		return f[1] + strconv.Itoa(n+1) + f[3]
	}},
	{"paragraphs", regexp.MustCompile(`(<p>[^<]{80,}</p>)(\s*)(<p>[^<]{80,}</p>)`), func(f []string) string { return f[3] + f[2] + f[1] }},
}

// edited makes copies of the English manual, each with one edit, beside as many that
// have none.
func (w *work) edited() error {
	page := string(bytes.Join(w.pages["en"], []byte("\n")))
	for _, e := range edits {
		at := e.where.FindStringIndex(page)
		if at == nil {
			return fmt.Errorf("%s: nothing in the English manual to edit", e.name)
		}
		found := e.where.FindStringSubmatch(page[at[0]:at[1]])
		if err := w.write([]byte(page), "unedited", e.name+".html"); err != nil {
			return err
		}
		if err := w.write([]byte(page[:at[0]]+e.edit(found)+page[at[1]:]), "edited", e.name+".html"); err != nil {
			return err
		}
	}
	return nil
}

package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/internal/libreoffice"
)

// conversion is a kind of conversion by one program.
type conversion struct {
	program, from, to string
	args              []string
}

// name is also the name of a folder.
func (c conversion) name() string { return c.program + "-" + c.from + "-" + c.to }

// ending returns the ending of the files that the conversion writes.
func (c conversion) ending() string {
	switch c.to {
	case "docbook":
		return ".xml"
	case "pdfa":
		return ".pdf"
	}
	return "." + c.to
}

// titled makes the first heading the title.
const titled = "--shift-heading-level-by=-1"

// conversions are the kinds of conversion. What one reads, the first one above that writes it made.
var conversions = []conversion{
	{"pandoc", "md", "docx", nil},
	{"pandoc", "md", "html", []string{"--to=html5"}},
	{"pandoc", "md", "odt", nil},
	{"pandoc", "md", "epub", nil},
	{"pandoc", "md", "rtf", nil},
	{"pandoc", "md", "docbook", []string{"--to=docbook5"}},
	{"pandoc", "md", "fb2", []string{titled}},
	{"pandoc", "md", "rst", nil},
	{"pandoc", "md", "txt", []string{"--to=plain"}},
	{"pandoc", "docx", "html", []string{"--to=html5"}},
	{"pandoc", "docx", "odt", nil},
	{"pandoc", "docx", "md", []string{"--to=gfm+footnotes"}},
	{"soffice", "docx", "odt", nil},
	{"soffice", "docx", "doc", nil},
	{"soffice", "docx", "rtf", nil},
	{"soffice", "docx", "fodt", nil},
	{"soffice", "docx", "pdf", nil},
	{"soffice", "docx", "html", nil},
	{"soffice", "docx", "txt", []string{"txt:Text (encoded):UTF8"}},
	{"soffice", "odt", "docx", nil},
	{"soffice", "doc", "docx", nil},
	{"soffice", "doc", "pdf", nil},
	{"soffice", "rtf", "docx", nil},
	{"soffice", "odt", "pdf", nil},
	{"soffice", "html", "odt", nil},
	{"soffice", "html", "docx", nil},
	{"chromium", "html", "pdf", nil},
	{"gs", "pdf", "pdfa", []string{"-dPDFA=2", "-dPDFACompatibilityPolicy=1", "-sColorConversionStrategy=RGB"}},
	{"pdftotext", "pdf", "txt", []string{"-layout", "-enc", "UTF-8"}},
}

// sheetConversions convert workbooks, and slideConversions convert slides.
var (
	sheetConversions = []conversion{
		{"soffice", "fods", "xlsx", nil},
		{"soffice", "xlsx", "ods", nil},
		{"soffice", "xlsx", "xls", nil},
		{"soffice", "xlsx", "fods", nil},
		{"soffice", "xlsx", "csv", []string{"csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true"}},
		{"soffice", "xlsx", "pdf", nil},
	}
	slideConversions = []conversion{
		{"soffice", "fodp", "pptx", nil},
		{"soffice", "pptx", "odp", nil},
		{"soffice", "pptx", "ppt", nil},
		{"soffice", "pptx", "fodp", nil},
		{"soffice", "pptx", "pdf", nil},
	}
)

// written are the formats that no program makes documents of.
var written = []string{"md", "fods", "fodp"}

// keepsAsides reports whether comments and notes are read in what the conversion writes.
func (c conversion) keepsAsides() bool {
	return slices.Contains([]string{"xlsx", "ods", "fods", "pptx", "odp", "fodp"}, c.to)
}

// A change is what a program does to the text of some languages, or of all if none is named.
type change struct{ what, languages string }

// changes are what the programs are known to change, by the names of the conversions.
var changes = map[string]change{
	"pandoc-md-epub":    {"repeats the title on a page of its own", ""},
	"pandoc-md-docbook": {"moves the note to its mark", ""},
	"soffice-docx-txt":  {"loses the note", ""},
	"soffice-xlsx-csv":  {"keeps only the first sheet", "book"},
	"gs-pdf-pdfa":       {"replaces ligatures", "ar de en fr hi hi2 pl th"},
	"pdftotext-pdf-txt": {"turns ligatures round, and mixes the lines of cells", "ar de he th"},
}

// changed returns what the program changes in a text of the language, or "".
func (c conversion) changed(language string) string {
	change := changes[c.name()]
	if change.languages == "" || slices.Contains(strings.Fields(change.languages), language) {
		return change.what
	}
	return ""
}

// A document is a text or a damaged one, in a format that is written here. No two have the same name.
type document struct{ name, language, title, body string }

// maker converts documents. It keeps what programs wrote in the folder dir.
type maker struct {
	ctx      context.Context
	dir      string
	versions map[string]string // by program
}

func newMaker(ctx context.Context, dir string, set []family) (*maker, error) {
	m := &maker{ctx, dir, make(map[string]string)}
	var all []conversion
	for _, f := range set {
		all = append(all, f.conversions...)
	}
	for _, c := range all {
		if m.versions[c.program] != "" {
			continue
		}
		flag := "--version"
		if c.program == "pdftotext" {
			flag = "-v"
		}
		var out, log bytes.Buffer
		cmd := exec.CommandContext(ctx, c.program, flag)
		cmd.Stdout, cmd.Stderr = &out, &log
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("%s %s: %w", c.program, flag, err)
		}
		line, _, _ := strings.Cut(cmp.Or(out.String(), log.String()), "\n") // pdftotext writes to the second
		m.versions[c.program] = strings.TrimSpace(line)
		if c.program == "gs" {
			m.versions[c.program] = "Ghostscript " + m.versions[c.program]
		}
	}
	return m, nil
}

// sources returns the documents in the format that c converts.
func (m *maker) sources(c conversion, documents []document) ([]string, error) {
	if !slices.Contains(written, c.from) {
		for _, s := range slices.Concat(conversions, sheetConversions, slideConversions) {
			if s.to == c.from {
				return m.convert(s, documents)
			}
		}
	}
	paths := make([]string, len(documents))
	for i, d := range documents {
		paths[i] = m.path(c.from, d, "."+c.from, d.language+"\n"+d.body)
		if err := os.MkdirAll(filepath.Dir(paths[i]), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(paths[i], []byte(d.body), 0o666); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// path returns the place of a document in a folder. The key is everything that it is made of.
func (m *maker) path(folder string, d document, ending, key string) string {
	return filepath.Join(m.dir, folder, fmt.Sprintf("%s-%.6x%s", d.name, sha256.Sum256([]byte(key)), ending))
}

// convert returns the converted documents. It converts those that are not there yet.
func (m *maker) convert(c conversion, documents []document) ([]string, error) {
	sources, err := m.sources(c, documents)
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(documents))
	var missing []int
	for i, d := range documents {
		paths[i] = m.path(c.name(), d, c.ending(), fmt.Sprint(filepath.Base(sources[i]), m.versions[c.program], c.args))
		if _, err := os.Stat(paths[i]); err != nil {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return paths, nil
	}
	scratch, err := os.MkdirTemp("", "fpcheck-migrations-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	if err := os.MkdirAll(filepath.Join(m.dir, c.name()), 0o777); err != nil {
		return nil, err
	}
	made := make([]string, len(documents))
	for _, i := range missing {
		made[i] = filepath.Join(scratch, strings.TrimSuffix(filepath.Base(sources[i]), "."+c.from)+c.ending())
	}
	if c.program == "soffice" {
		to := c.to
		if len(c.args) > 0 {
			to = c.args[0]
		}
		args := []string{"--convert-to", to, "--outdir", scratch}
		if c.from == "html" {
			args = append([]string{"--infilter=HTML (StarWriter)", "--writer"}, args...)
		}
		for _, i := range missing {
			args = append(args, sources[i])
		}
		command := libreoffice.Command(filepath.Join(m.dir, "profile"), args...)
		if err := m.run(command[0], command[1:]...); err != nil {
			return nil, err
		}
	}
	for _, i := range missing {
		d := documents[i]
		var err error
		switch source, target := sources[i], made[i]; c.program {
		case "pandoc":
			title := "pagetitle=" + d.title
			if c.to == "epub" {
				title = "title=" + d.title
			}
			args := []string{"--standalone", "--quiet", "--metadata", "lang=" + d.language, "--metadata", title}
			if d.language == "ar" || d.language == "he" {
				args = append(args, "--metadata", "dir=rtl")
			}
			if c.from == "md" {
				args = append(args, "--from=markdown")
			}
			err = m.run("pandoc", append(append(args, c.args...), "--output", target, source)...)
		case "chromium":
			err = m.run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
				"--user-data-dir="+filepath.Join(m.dir, "chromium"), "--print-to-pdf="+target, "file://"+source)
		case "gs":
			err = m.run("gs", append(append([]string{"-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite"}, c.args...),
				"-sOutputFile="+target, source)...)
		case "pdftotext":
			err = m.run("pdftotext", append(c.args, source, target)...)
		}
		if err == nil {
			err = os.Rename(made[i], paths[i])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", c.name(), d.name, err)
		}
	}
	return paths, nil
}

func (m *maker) run(name string, args ...string) error {
	var log bytes.Buffer
	cmd := exec.CommandContext(m.ctx, name, args...)
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, log.String())
	}
	return nil
}

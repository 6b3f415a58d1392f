package main

import (
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// media are the names that documents are counted by.
var media = []struct{ name, endings string }{
	{"PDF", ".pdf"},
	{"DOCX", ".docx .docm .dotx .dotm"}, {"DOC", ".doc .dot"}, {"RTF", ".rtf"}, {"ODT", ".odt .ott .fodt"},
	{"XLSX", ".xlsx .xlsm .xltx .xltm"}, {"XLSB", ".xlsb"}, {"XLS", ".xls .xlt"}, {"ODS", ".ods .fods"},
	{"PPTX", ".pptx .pptm .ppsx .ppsm .potx .potm .thmx"}, {"PPT", ".ppt .pps"}, {"ODP, ODG", ".odp .fodp .odg"},
	{"Visio", ".vsd .vsdx .vsdm .vstx .vstm .vssx .vssm"}, {"Publisher", ".pub"}, {"OneNote", ".one"},
	{"Pages, Numbers, Keynote", ".pages .numbers .key"}, {"WordPerfect, Works, Quattro", ".wpd .wp .wps .xlr .wb1 .wb2 .wb3 .wq1 .wq2 .qpw"},
	{"HWP", ".hwp"}, {"XPS", ".xps .oxps"}, {"EPUB, FB2", ".epub .fb2"}, {"CHM", ".chm"},
	{"HTML", ".html .htm"}, {"MHTML, web archives", ".mhtml .mht .webarchive"}, {"XML", ".xml .xlf .tmx .svg"},
	{"MSG", ".msg"}, {"e-mail", ".eml .mbox .emlx"}, {"mail stores", ".pst"}, {"text", ".txt"},
}

// mediumOf returns the name of a document's medium, or "other".
func mediumOf(d document) string {
	if strings.HasPrefix(filepath.Base(d.Path), "testRFC822") {
		return "e-mail"
	}
	for _, m := range media {
		if slices.Contains(strings.Fields(m.endings), ending(d.Path)) {
			return m.name
		}
	}
	return other
}

const other = "other"

// tikas returns the documents of Tika's own tests that are of one of the media. The others are
// archives, databases, drawings of machines, fonts and the like.
func (l *lab) tikas() ([]document, error) {
	all, err := walk(filepath.Join(l.dir, "tika"), "tika")
	return slices.DeleteFunc(all, func(d document) bool { return mediumOf(d) == other }), err
}

// walk returns the files below a directory, by name.
func walk(dir, name string) (all []document, err error) {
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		inside, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		d, err := openDocument(path, filepath.ToSlash(filepath.Join(name, inside)))
		all = append(all, d)
		return err
	})
	slices.SortFunc(all, func(a, b document) int { return cmp.Compare(a.Name, b.Name) })
	return all, err
}

// manuals returns the Debian installation guide in all its languages. It is there as PDF, as text,
// and as its longest web page.
func (l *lab) manuals() ([]document, error) {
	dir, err := corpus.Dir()
	if err != nil {
		return nil, err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return nil, err
	}
	to := filepath.Join(l.dir, "manuals")
	if err := os.MkdirAll(to, 0o777); err != nil {
		return nil, err
	}
	for _, m := range c.Manuals {
		name := "install." + m.Language
		for _, ending := range []string{".pdf", ".txt"} {
			err := unpack(filepath.Join(m.Dir, name+ending+".gz"), filepath.Join(to, name+ending))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
		pages, err := m.Pages()
		if err != nil {
			return nil, err
		}
		var longest []byte
		for _, page := range pages {
			octets, err := os.ReadFile(page)
			if err != nil {
				return nil, err
			}
			if len(octets) > len(longest) {
				longest = octets
			}
		}
		if err := os.WriteFile(filepath.Join(to, name+".html"), longest, 0o666); err != nil {
			return nil, err
		}
	}
	return walk(to, "manuals")
}

func unpack(packed, to string) error {
	f, err := os.Open(packed)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("%s: %w", packed, err)
	}
	octets, err := io.ReadAll(z)
	if err != nil {
		return fmt.Errorf("%s: %w", packed, err)
	}
	return os.WriteFile(to, octets, 0o666)
}

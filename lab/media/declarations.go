package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/lab/internal/libreoffice"
)

// languages are the languages of the declarations to print and export. They cover every script that
// a printer is likely to get wrong, and several languages of common scripts.
var languages = strings.Fields("eng fra deu_1996 vie pol tur rus ell_monotonic hye kat amh swh " +
	"arb pes_1 urd uig_arab heb ydd hin ben tam mal mya khm tha lao bod sin jpn kor cmn_hans cmn_hant")

// maker is a program that makes documents of a declaration.
type maker struct {
	name    string // "LibreOffice"
	ending  string
	of      string // ".html", ".tex" for TeX, or ".fodp" for slides
	filters []string
}

// The makers: what has no filters is no LibreOffice.
var makers = []maker{
	{name: "Chromium", ending: ".pdf", of: ".html"},
	{name: "LuaTeX", ending: ".pdf", of: ".tex"},
	{name: "WeasyPrint", ending: ".pdf", of: ".html"},
	{name: "LibreOffice", ending: ".pdf", of: ".html", filters: []string{"HTML (StarWriter)", "pdf:writer_pdf_Export"}},
	{name: "LibreOffice", ending: ".docx", of: ".html", filters: []string{"HTML (StarWriter)", "docx:MS Word 2007 XML"}},
	{name: "LibreOffice", ending: ".doc", of: ".html", filters: []string{"HTML (StarWriter)", "doc:MS Word 97"}},
	{name: "LibreOffice", ending: ".odt", of: ".html", filters: []string{"HTML (StarWriter)", "odt:writer8"}},
	{name: "LibreOffice", ending: ".fodt", of: ".html", filters: []string{"HTML (StarWriter)", "fodt:OpenDocument Text Flat XML"}},
	{name: "LibreOffice", ending: ".rtf", of: ".html", filters: []string{"HTML (StarWriter)", "rtf:Rich Text Format"}},
	{name: "LibreOffice", ending: ".epub", of: ".html", filters: []string{"HTML (StarWriter)", "epub:EPUB"}},
	{name: "LibreOffice", ending: ".xlsx", of: ".html", filters: []string{"HTML (StarCalc)", "xlsx:Calc MS Excel 2007 XML"}},
	{name: "LibreOffice", ending: ".xls", of: ".html", filters: []string{"HTML (StarCalc)", "xls:MS Excel 97"}},
	{name: "LibreOffice", ending: ".ods", of: ".html", filters: []string{"HTML (StarCalc)", "ods:calc8"}},
	{name: "LibreOffice", ending: ".pptx", of: ".fodp", filters: []string{"", "pptx:Impress MS PowerPoint 2007 XML"}},
	{name: "LibreOffice", ending: ".ppt", of: ".fodp", filters: []string{"", "ppt:MS PowerPoint 97"}},
	{name: "LibreOffice", ending: ".odp", of: ".fodp", filters: []string{"", "odp:impress8"}},
}

// made is a document of a declaration, by one of the makers.
type made struct {
	document
	maker    maker
	language string
	html     string // the path of what it was made of
}

// declarations makes the documents, unless they are there.
func (l *lab) declarations(ctx context.Context) ([]made, error) {
	dir, err := corpus.Dir()
	if err != nil {
		return nil, err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return nil, err
	}
	to, err := filepath.Abs(filepath.Join(l.dir, "declarations"))
	if err != nil {
		return nil, err
	}
	sources := filepath.Join(to, "sources")
	if err := os.MkdirAll(sources, 0o777); err != nil {
		return nil, err
	}
	for _, d := range c.Declarations {
		if !slices.Contains(languages, d.ID) {
			continue
		}
		if err := writeSources(d, sources); err != nil {
			return nil, err
		}
	}
	var all []made
	for _, m := range makers {
		folder := filepath.Join(to, m.name)
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
		if err := l.make(ctx, m, sources, folder); err != nil {
			return nil, err
		}
		for _, id := range languages {
			name := id + m.ending
			d, err := openDocument(filepath.Join(folder, name), "declarations/"+m.name+"/"+name)
			if errors.Is(err, fs.ErrNotExist) {
				l.log("%s did not make %s", m.name, name)
				continue
			}
			if err != nil {
				return nil, err
			}
			all = append(all, made{document: d, maker: m, language: id, html: filepath.Join(sources, id+".html")})
		}
	}
	return all, nil
}

// writeSources writes a declaration as HTML that says how it is encoded, for TeX, and as slides.
func writeSources(d corpus.Declaration, dir string) error {
	octets, err := os.ReadFile(d.Path)
	if err != nil {
		return err
	}
	octets = bytes.Replace(octets, []byte("<head>"), []byte("<head>\n    <meta charset=\"utf-8\">"), 1)
	if err := os.WriteFile(filepath.Join(dir, d.ID+".html"), octets, 0o666); err != nil {
		return err
	}
	source, err := latex(octets, d.ID)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, d.ID+".tex"), []byte(source), 0o666); err != nil {
		return err
	}
	var text strings.Builder
	if _, err := d.WriteTo(&text); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, d.ID+".fodp"), []byte(slides(text.String())), 0o666)
}

// slides returns an OpenDocument presentation with a few paragraphs on each slide.
func slides(text string) string {
	const each = 4
	var paragraphs []string
	for line := range strings.Lines(norm.NFC.String(text)) {
		if line = strings.TrimSpace(line); line != "" {
			paragraphs = append(paragraphs, "<text:p>"+html.EscapeString(line)+"</text:p>")
		}
	}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>
`)
	n := 0
	for some := range slices.Chunk(paragraphs, each) {
		n++
		fmt.Fprintf(&b, `<draw:page draw:name="page%d"><draw:frame svg:x="1cm" svg:y="1cm" svg:width="24cm" svg:height="16cm">`+
			"<draw:text-box>%s</draw:text-box></draw:frame></draw:page>\n", n, strings.Join(some, ""))
	}
	b.WriteString("</office:presentation></office:body></office:document>\n")
	return b.String()
}

// make has a maker make what is not there yet.
func (l *lab) make(ctx context.Context, m maker, sources, folder string) error {
	var missing []string
	for _, id := range languages {
		if _, err := os.Stat(filepath.Join(folder, id+m.ending)); err != nil {
			missing = append(missing, filepath.Join(sources, id+m.of))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	l.log("%s makes %d documents %s", m.name, len(missing), m.ending)
	if m.filters != nil {
		var args []string
		if m.filters[0] != "" {
			args = append(args, "--infilter="+m.filters[0])
		}
		args = append(args, "--convert-to", m.filters[1], "--outdir", folder)
		command := libreoffice.Command(l.profile, append(args, missing...)...)
		return l.program(ctx, 10*time.Minute, command[0], command[1:]...)
	}
	for _, source := range missing {
		to := filepath.Join(folder, strings.TrimSuffix(filepath.Base(source), m.of)+m.ending)
		var err error
		switch m.name {
		case "Chromium":
			err = l.program(ctx, time.Minute, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
				"--print-to-pdf="+to, "file://"+source)
		case "LuaTeX":
			err = l.typeset(ctx, source, to)
		default:
			err = l.program(ctx, time.Minute, filepath.Join(l.dir, "weasyprint", "bin", "weasyprint"), "-q", source, to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *lab) program(ctx context.Context, limit time.Duration, name string, args ...string) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	p := exec.CommandContext(limited, name, args...)
	p.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.Cancel = func() error { return syscall.Kill(-p.Process.Pid, syscall.SIGKILL) }
	p.WaitDelay = 5 * time.Second
	if out, err := p.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

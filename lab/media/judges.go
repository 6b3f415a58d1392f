package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/lsh-interop/fpcheck/lab/internal/libreoffice"
)

// judges are all judges. LibreOffice is one judge with two texts. Its export as text has no running
// titles and no text boxes. Its print-out cuts what does not fit into a cell.
var judges = []judge{
	{name: "tika", of: "Tika", read: readTika},
	{name: "office", of: "LibreOffice", read: readOfficeText},
	{name: "print", of: "LibreOffice", read: readOfficePrint},
	{name: "mutool", of: "MuPDF", read: readMuPDF},
}

func readTika(ctx context.Context, l *lab, documents []document, done func(document, reading)) error {
	return l.runTika(ctx, documents, false, nil, done)
}

// runTika has Tika read all documents in one Java machine: warm, if it is the second reading that
// counts. A command in front runs the machine.
func (l *lab) runTika(ctx context.Context, documents []document, warm bool, front []string, done func(document, reading)) error {
	dir, err := os.MkdirTemp("", "media")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var lines bytes.Buffer
	for i, d := range documents {
		path, err := filepath.Abs(d.Path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%s\t%s\n", path, filepath.Join(dir, strconv.Itoa(i)))
	}
	command := slices.Concat(front, []string{"java", "-Djava.awt.headless=true", "-cp", l.tika, l.driver})
	if warm {
		command = append(command, "warm")
	}
	java := exec.CommandContext(ctx, command[0], command[1:]...)
	java.Stdin = &lines
	out, err := java.StdoutPipe()
	if err != nil {
		return err
	}
	if err := java.Start(); err != nil {
		return err
	}
	i := 0
	lineOf := bufio.NewScanner(out)
	lineOf.Buffer(nil, 1<<20)
	for lineOf.Scan() && i < len(documents) {
		fields := strings.SplitN(lineOf.Text(), "\t", 3)
		if path, err := filepath.Abs(documents[i].Path); len(fields) != 3 || err != nil || fields[0] != path {
			continue // a library of Tika printed it
		}
		nanoseconds, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, strconv.Itoa(i)))
		if err != nil {
			return err
		}
		done(documents[i], reading{Text: string(text), Time: time.Duration(nanoseconds), Error: fields[2]})
		i++
	}
	if err := java.Wait(); err != nil {
		return fmt.Errorf("tika: after %d of %d documents: %w", i, len(documents), err)
	}
	return nil
}

// The media that LibreOffice reads, by what it makes text of them with.
var (
	officeTexts = strings.Fields(".doc .dot .docx .docm .dotx .dotm .rtf .odt .ott .odm .fodt .wpd .wp .wps .hwp .pages " +
		".html .htm .xml .lwp .sxw .abw .dat")
	officeSheets = strings.Fields(".xls .xlt .xlsx .xlsm .xltx .xltm .xlsb .ods .ots .fods .numbers .csv .dbf .dif " +
		".wb1 .wb2 .wb3 .wq1 .wq2 .qpw .xlr .123 .wk1 .sxc")
	officeSlides = strings.Fields(".ppt .pps .pptx .pptm .ppsx .ppsm .potx .potm .thmx .odp .otp .fodp .odg .otg .fodg " +
		".key .vsd .vsdx .vsdm .vstx .vstm .vssx .vssm .pub .sxi .cdr .odf .wmf .emf")
)

// filterOf returns what LibreOffice is timed with for an ending: "" if it does not read the medium.
func filterOf(ending string) string {
	switch {
	case slices.Contains(officeTexts, ending):
		return textFilter
	case slices.Contains(officeSheets, ending):
		return sheetFilter
	case slices.Contains(officeSlides, ending):
		return "pdf"
	}
	return ""
}

const (
	textFilter  = "txt:Text (encoded):UTF8"
	sheetFilter = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,-1"
)

func readOfficeText(ctx context.Context, l *lab, documents []document, done func(document, reading)) error {
	for _, kind := range []struct {
		endings []string
		filter  string
	}{{officeTexts, textFilter}, {officeSheets, sheetFilter}} {
		some := of(documents, kind.endings)
		err := office(ctx, l, some, kind.filter, func(outputs []string) (string, error) {
			var all strings.Builder
			for _, path := range outputs {
				text, err := os.ReadFile(path)
				if err != nil {
					return "", err
				}
				all.Write(bytes.TrimPrefix(text, []byte("\ufeff")))
				all.WriteByte('\n')
			}
			return all.String(), nil
		}, done)
		if err != nil {
			return err
		}
	}
	nothing(documents, slices.Concat(officeTexts, officeSheets), done)
	return nil
}

func readOfficePrint(ctx context.Context, l *lab, documents []document, done func(document, reading)) error {
	all := slices.Concat(officeTexts, officeSheets, officeSlides)
	nothing(documents, all, done)
	return office(ctx, l, of(documents, all), "pdf", func(outputs []string) (string, error) {
		text, err := exec.CommandContext(ctx, "pdftotext", "-q", "-enc", "UTF-8", outputs[0], "-").Output()
		return string(text), err
	}, done)
}

func of(documents []document, endings []string) []document {
	return slices.DeleteFunc(slices.Clone(documents), func(d document) bool { return !slices.Contains(endings, ending(d.Path)) })
}

func nothing(documents []document, endings []string, done func(document, reading)) {
	for _, d := range documents {
		if !slices.Contains(endings, ending(d.Path)) {
			done(d, reading{Nothing: true})
		}
	}
}

// office converts documents with LibreOffice, many of them in one process. If a document ends or
// hangs the process, the others in it are converted one by one.
func office(ctx context.Context, l *lab, documents []document, filter string, text func(outputs []string) (string, error), done func(document, reading)) error {
	var again []document
	for batch := range slices.Chunk(documents, 25) {
		left, err := l.runOffice(ctx, batch, filter, nil, text, done)
		if err != nil {
			return err
		}
		again = append(again, left...)
	}
	for _, d := range again {
		left, err := l.runOffice(ctx, []document{d}, filter, nil, text, done)
		if err != nil {
			return err
		}
		if len(left) > 0 {
			done(d, reading{Error: "LibreOffice makes nothing of it"})
		}
	}
	return nil
}

// runOffice has one process of LibreOffice convert documents. It returns those that nothing was made
// of. A command in front runs the process.
func (l *lab) runOffice(ctx context.Context, documents []document, filter string, front []string, text func(outputs []string) (string, error), done func(document, reading)) (left []document, err error) {
	dir, err := os.MkdirTemp("", "media")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	command := slices.Concat(front, libreoffice.Command(l.profile, "--convert-to", filter, "--outdir", filepath.Join(dir, "out")))
	for i, d := range documents {
		octets, err := os.ReadFile(d.Path)
		if err != nil {
			return nil, err
		}
		copied := filepath.Join(dir, fmt.Sprintf("d%03d%s", i, ending(d.Path)))
		if err := os.WriteFile(copied, octets, 0o666); err != nil {
			return nil, err
		}
		command = append(command, copied)
	}
	limited, cancel := context.WithTimeout(ctx, 40*time.Second+time.Duration(len(documents))*6*time.Second)
	defer cancel()
	soffice := exec.CommandContext(limited, command[0], command[1:]...)
	soffice.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	soffice.Cancel = func() error { return syscall.Kill(-soffice.Process.Pid, syscall.SIGKILL) }
	soffice.WaitDelay = 5 * time.Second
	if _, err := soffice.CombinedOutput(); err != nil {
		l.log("soffice: %v", err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var each time.Duration
	if s := soffice.ProcessState; s != nil {
		each = (s.UserTime() + s.SystemTime()) / time.Duration(len(documents))
	}
	for i, d := range documents {
		outputs, err := filepath.Glob(filepath.Join(dir, "out", fmt.Sprintf("d%03d[.\\-]*", i)))
		if err != nil {
			return nil, err
		}
		if len(outputs) == 0 {
			left = append(left, d)
			continue
		}
		r := reading{Time: each}
		if r.Text, err = text(outputs); err != nil {
			r.Error = err.Error()
		}
		done(d, r)
	}
	return left, nil
}

// readMuPDF reads pages: PDF, XPS, EPUB and FictionBook.
func readMuPDF(ctx context.Context, _ *lab, documents []document, done func(document, reading)) error {
	pages := strings.Fields(".pdf .xps .oxps .epub .fb2 .ai")
	nothing(documents, pages, done)
	for _, d := range of(documents, pages) {
		limited, cancel := context.WithTimeout(ctx, time.Minute)
		mutool := exec.CommandContext(limited, "mutool", "draw", "-q", "-F", "txt", d.Path)
		text, err := mutool.Output()
		cancel()
		r := reading{Text: string(text)}
		if err != nil {
			r.Error = err.Error()
		}
		if s := mutool.ProcessState; s != nil {
			r.Time = s.UserTime() + s.SystemTime()
		}
		done(d, r)
	}
	return ctx.Err()
}

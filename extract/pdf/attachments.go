package pdf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/program"
)

// detacher is poppler's pdfdetach.
var detacher = &program.Program{
	Command: "pdfdetach", Title: "poppler pdfdetach", Debian: "poppler-utils", VersionFlag: "-v",
}

const (
	// mostAttachments bounds the attachments to read of one PDF. Each starts a program.
	mostAttachments = 50
	// startCost is the least cost of an attachment in bytes: many may have the same few bytes.
	startCost = 64 << 10
	// longestName bounds the bytes of a line of what pdfdetach lists.
	longestName = 64 << 10
)

// attachments names the files that are attached to a PDF, or to a place on a page. See ISO 32000-1,
// 7.11.4 and 12.5.6.15. It has them read, if that was asked for. Their faults are not errors of the
// PDF.
func attachments(d *medium.Reading, file *os.File) error {
	found, err := attaches(d, file)
	if err != nil || !found {
		return err
	}
	if _, err := detacher.Installed(); err != nil {
		return d.Unread("attachments are not looked for: %v", err)
	}
	var names []string
	count := 0
	complaints, err := detacher.Run(d, file, func(r io.Reader) (err error) {
		names, count, err = readNames(r)
		return err
	}, "-list", "-enc", "UTF-8", "/dev/stdin") // it takes a path only
	switch {
	case medium.IsFinal(err):
		return err
	case err != nil:
		if err := d.Unread("attachments are not found: %v", detacher.Fault("PDF", complaints, err)); err != nil {
			return err
		}
	}
	for i := range min(count, mostAttachments) {
		if err := d.Budget.Unpack(startCost); err != nil {
			return err
		}
		name := ""
		if i < len(names) {
			name = names[i]
		}
		complaints, err := detacher.Run(d, file, func(r io.Reader) error {
			return d.Embed(name, "", d.Unpacked(r))
		}, "-save", fmt.Sprint(i+1), "-o", "/dev/stdout", "/dev/stdin")
		switch {
		case medium.IsFinal(err):
			return err
		case err != nil:
			err := d.Unread("attachment %d is not read: %v", i+1, detacher.Fault("PDF", complaints, err))
			if err != nil {
				return err
			}
		}
	}
	if count > mostAttachments {
		return d.Unread("of %d attachments, only the first %d are looked at", count, mostAttachments)
	}
	return nil
}

// signs are in every PDF with attachments, but also in others. The dictionary of a stream is never
// inside another stream. The dictionary of an attachment has its type or its parameters, or both.
var signs = [][]byte{[]byte("/EmbeddedFile"), []byte("/Params"), []byte("/EF<"), []byte("/EF ")}

// attaches reports whether a PDF shows signs of attachments, which is cheaper than a program.
func attaches(d *medium.Reading, file *os.File) (bool, error) {
	const overlap = 16 // of two windows: the longest sign
	window := make([]byte, 64<<10)
	for at := int64(0); ; at += int64(len(window) - overlap) {
		if err := d.Check(); err != nil {
			return false, err
		}
		n, err := file.ReadAt(window, at)
		if err != nil && err != io.EOF {
			return false, err
		}
		for _, sign := range signs {
			if bytes.Contains(window[:n], sign) {
				return true, nil
			}
		}
		if n < len(window) {
			return false, nil
		}
	}
}

// readNames parses the output of pdfdetach. It has the number of attachments, and a line with the
// number and the name of each. A name comes from the document, and may contain line ends.
func readNames(r io.Reader) (names []string, count int, err error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, longestName)
	for in.Scan() {
		line := in.Text()
		if count == 0 {
			if _, err := fmt.Sscanf(line, "%d embedded files", &count); err != nil || count <= 0 {
				return nil, 0, nil
			}
			continue
		}
		if name, ok := strings.CutPrefix(line, fmt.Sprintf("%d: ", len(names)+1)); ok {
			if len(names) == mostAttachments {
				break
			}
			names = append(names, name)
		} else if n := len(names); n > 0 && len(names[n-1])+len(line) < longestName {
			names[n-1] += "\n" + line
		}
	}
	return names, count, nil
}

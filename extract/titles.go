package extract

import (
	"bytes"

	"github.com/lsh-interop/fpcheck/extract/internal/converted"
	"github.com/lsh-interop/fpcheck/extract/internal/mail"
	"github.com/lsh-interop/fpcheck/extract/internal/office"
	"github.com/lsh-interop/fpcheck/extract/internal/zipped"
)

// converters are the lines of the table of media whose text a program finds.
func converters() (lines []reader) {
	for _, c := range []struct {
		types   []string
		endings string
		converted.Format
	}{
		{[]string{"image/vnd.djvu", "image/x-djvu"}, ".djvu .djv", converted.DjVu},
		{[]string{office.WordPerfect}, ".wpd .wp .wp5 .wp6", converted.WordPerfect},
		{[]string{office.Works}, ".wps", converted.Works},
		{[]string{office.Lotus, office.Quattro}, ".wk1 .wk3 .wk4 .123 .wq1 .wq2 .wb1 .wb2 .wb3 .qpw", converted.Sheets},
		{[]string{office.Visio, zipped.Visio}, ".vsd .vss .vst .vsdx .vsdm .vssx .vssm .vstx .vstm", converted.Visio},
		{[]string{office.Publisher}, ".pub", converted.Publisher},
	} {
		lines = append(lines, reader{types: c.types, endings: c.endings, level: Tolerant, program: c.Program, read: c.Open})
	}
	return lines
}

// titles name media that have no reader as people know them.
var titles = map[string]string{
	"application/onenote": "Microsoft OneNote",

	"application/vnd.ms-outlook-pst": "a mail store of Outlook (PST)",
	"application/vnd.ms-project":     "Microsoft Project",
	"application/x-indesign":         "Adobe InDesign (IDML)",
	"application/x-msaccess":         "Microsoft Access",
	"application/x-msi":              "an installer",
	"application/x-powerpoint-4":     "PowerPoint 4",
	"application/x-thumbnails":       "a thumbnail cache",
	"application/x-plist":            "a property list of Apple's",
}

// ways say how to come at the text of media that have no reader.
var ways = map[string]string{
	"application/vnd.ms-outlook-pst": "readpst (Debian package pst-utils) makes mails of it, which are read",
}

// signatures are the first octets of media that the recognition of media does not know.
var signatures = []struct{ octets, mediaType string }{
	{"!BDN", "application/vnd.ms-outlook-pst"},
	{"HWP Document File V", "application/x-hwp"},
	{"bplist0", "application/x-plist"},
	{"\x01\xFE\x32", office.Works},
	{"\xFFWPC", office.WordPerfect},
}

// signed returns the medium whose signature head begins with, or "".
func signed(head []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.octets)) {
			return s.mediaType
		}
	}
	if mail.IsNumbered(head) {
		return mail.Numbered
	}
	return ""
}

// titled is a media type with the name that people know it by, and another way to its text.
func titled(mediaType string) string {
	s := mediaType
	if title := titles[mediaType]; title != "" {
		s = title + " (" + mediaType + ")"
	}
	if way := ways[mediaType]; way != "" {
		s += ": " + way
	}
	return s
}

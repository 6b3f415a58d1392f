// Package formats is the registry of readers. It also recognises the format of a document by its first
// bytes and its name.
//
// A family of formats is a package below extract, which calls [Register] when it is imported. The
// families that are imported decide what is recognised; the order of their imports does not.
package formats

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// Family is what one package registers: formats, and the signs by which they are recognised.
type Family struct {
	Name    string // of the package
	Formats []Format

	// Signatures are compared before anything else.
	Signatures []Signature
	// XML returns the media type of a text whose first XML element belongs to the family, or "". It takes
	// precedence over the name.
	XML func(head []byte) string
	// Text returns the media type of a text in one of the formats, or "". The name takes precedence.
	Text func(head []byte) string
	// Binary returns the media type of bytes that nothing else recognises, or "".
	Binary func(head []byte) string
}

// Format is a reader and the documents that it reads.
type Format struct {
	Line int // in the table that fpcheck media prints, from 1
	// Types are media types, the usual one first. "+xml" stands for all types that end so (RFC 6838,
	// section 4.2.8), except those of another format.
	Types   []string
	Endings string            // of file names, with blanks between them: ".doc .dot"
	Named   map[string]string // kinds of text, by the endings that distinguish them
	Exact   bool              // a specification defines the text
	Program Program           // nil if the reader needs none

	Profile Profile
	Read    func(*medium.Reading) error
	// IsDocument, for ZIP, reports whether an archive is a document and not a container of files.
	IsDocument func(d *medium.Reading, octets io.ReaderAt, size int64) bool
}

// Profile lists the profiles that a reader supports.
type Profile uint8

// The profiles.
const (
	Visible Profile = iota
	Main
	Both // the document inside decides
)

// Signature is the beginning of documents.
type Signature struct {
	Start     string                 // their first bytes
	Is        func(head []byte) bool // checks more of them, unless it is nil
	MediaType string
}

// Program is an installed program that a reader runs.
type Program interface {
	// Describe returns the command, the name of its Debian package, and its title with its version. The title
	// is "" if the program is not installed.
	Describe(ctx context.Context) (command, debian, tool string)
}

// families are sorted by name.
var families []*Family

// Complete reports whether all families of this module are imported. Package extract/all sets it.
var Complete bool

// Register adds a family, while its package is initialised:
//
//	var _ = formats.Register(&family)
func Register(f *Family) bool {
	at, _ := slices.BinarySearchFunc(families, f, func(a, b *Family) int { return cmp.Compare(a.Name, b.Name) })
	families = slices.Insert(families, at, f)
	return true
}

// Find returns the format of a media type that has a reader for the profile, or nil.
func Find(mediaType string, main bool) *Format {
	suffix := mediaType[max(0, strings.LastIndexByte(mediaType, '+')):]
	var bySuffix *Format
	for _, family := range families {
		for i := range family.Formats {
			f := &family.Formats[i]
			if f.Profile != Both && (f.Profile == Main) != main {
				continue
			}
			for _, t := range f.Types {
				if strings.EqualFold(t, mediaType) {
					return f
				}
				if strings.EqualFold(t, suffix) {
					bySuffix = f
				}
			}
		}
	}
	return bySuffix
}

// All returns the formats in the order of their lines, one for each line.
func All() []*Format {
	var all []*Format
	for _, family := range families {
		for i := range family.Formats {
			if f := &family.Formats[i]; f.Line > 0 {
				all = append(all, f)
			}
		}
	}
	slices.SortFunc(all, func(a, b *Format) int { return cmp.Compare(a.Line, b.Line) })
	return all
}

// AllEndings returns the endings of file names of the format, in ascending order.
func (f *Format) AllEndings() []string {
	all := strings.Fields(f.Endings)
	for ending, mediaType := range f.Named {
		if slices.Contains(f.Types, mediaType) {
			all = append(all, ending)
		}
	}
	slices.Sort(all)
	return all
}

// unread are formats without a reader.
var unread = []struct {
	mediaType string
	title     string // the common name
	way       string // another way to the text, or ""
}{
	{ARC, "a web archive (ARC)", records},
	{"application/onenote", "Microsoft OneNote", ""},
	{PST, "a mail store of Outlook (PST)", "readpst (Debian package pst-utils) makes mails of it, which are read"},
	{"application/vnd.ms-project", "Microsoft Project", ""},
	{"application/x-indesign", "Adobe InDesign (IDML)", ""},
	{"application/x-msaccess", "Microsoft Access", ""},
	{"application/x-msi", "an installer", ""},
	{"application/x-powerpoint-4", "PowerPoint 4", ""},
	{"application/x-thumbnails", "a thumbnail cache", ""},
	{Plist, "a property list of Apple's", ""},
	{WARC, "a web archive (WARC)", records},
}

// records is the way to the texts of a web archive.
const records = "the command fingerprint and package archive/warc read its records"

// The media types of formats whose signatures package extract registers.
const (
	PST   = "application/vnd.ms-outlook-pst"
	Plist = "application/x-plist"
	WARC  = "application/warc"
	ARC   = "application/x-internet-archive"
)

// Title returns a media type with its common name, and another way to read its text.
func Title(mediaType string) string {
	for _, u := range unread {
		switch {
		case u.mediaType != mediaType:
		case u.way != "":
			return u.title + " (" + mediaType + "): " + u.way
		default:
			return u.title + " (" + mediaType + ")"
		}
	}
	return mediaType
}

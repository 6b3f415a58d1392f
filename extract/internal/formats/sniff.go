package formats

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gabriel-vasile/mimetype"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// Sniffed is the number of bytes at the start of a document that are examined.
const Sniffed = plain.Sniffed

// structured are the kinds of text whose markup is not content.
var structured = []string{"text/xml", "text/rtf", "image/svg+xml"}

// Sniff returns the media type of a document by its first bytes. The name only distinguishes kinds of
// text: a PDF that is called x.txt is a PDF.
func Sniff(head []byte, name string) string {
	for _, f := range families {
		for _, s := range f.Signatures {
			if len(head) >= len(s.Start) && string(head[:len(s.Start)]) == s.Start && (s.Is == nil || s.Is(head)) {
				return s.MediaType
			}
		}
	}
	var found *mimetype.MIME
	if !isProse(head) {
		found = mimetype.Detect(telling(head))
		text := len(head) == 0 || has(found, "text/plain") || bare(found) == unknown && plain.IsText(head) ||
			isMistaken(head, found)
		if !text && bare(found) == unknown {
			if clean := plain.Cleaned(head); len(clean) > 0 {
				head, found = clean, mimetype.Detect(telling(clean))
				text = has(found, "text/plain")
			}
		}
		if !text {
			return binaryType(found, head)
		}
	}
	if t := ask(head, func(f *Family) func([]byte) string { return f.XML }); t != "" {
		return t
	}
	if t := named(name); t != "" {
		return t
	}
	if t := ask(head, func(f *Family) func([]byte) string { return f.Text }); t != "" {
		return t
	}
	for t := found; t != nil; t = t.Parent() {
		switch kind := bare(t); {
		case kind == "text/html":
			return kind
		case slices.Contains(structured, kind):
			return bare(found)
		}
	}
	return "text/plain"
}

// unknown is the media type of bytes that are not recognised.
const unknown = "application/octet-stream"

// ask returns the first answer of the families to one of their questions, or "".
func ask(head []byte, question func(*Family) func(head []byte) string) string {
	for _, f := range families {
		if answer := question(f); answer != nil {
			if t := answer(head); t != "" {
				return t
			}
		}
	}
	return ""
}

// binaryType returns the media type of what is not text. The members of a container tell its kind later.
func binaryType(found *mimetype.MIME, head []byte) string {
	switch {
	case has(found, medium.Compound):
		return medium.Compound
	case has(found, medium.ZIP):
		return medium.ZIP
	case bare(found) == unknown:
		if t := ask(head, func(f *Family) func([]byte) string { return f.Binary }); t != "" {
			return t
		}
	}
	return bare(found)
}

// named returns the media type of a text by the ending of its name, or "".
func named(name string) string {
	ending := strings.ToLower(path.Ext(name))
	switch ending { // an archive whose beginning is damaged is no text either
	case ".warc":
		return WARC
	case ".arc":
		return ARC
	}
	for _, family := range families {
		for _, f := range family.Formats {
			if mediaType := f.Named[ending]; mediaType != "" {
				return mediaType
			}
		}
	}
	return ""
}

// NamesText reports whether the ending of a name stands for a text whose encoding may be declared.
func NamesText(name string) bool { return strings.HasPrefix(named(name), "text/") }

// Claimed returns the ending of a name if documents of a format have it. If the media type is known, it returns "".
func Claimed(mediaType, name string) string {
	ending := strings.ToLower(path.Ext(name))
	switch {
	case mediaType != unknown, ending == "":
		return ""
	case ending == ".key", ending == ".pub", ending == ".123": // other files have them, too
		return ""
	case slices.Contains([]string{".zip", ".tar", ".warc", ".wacz"}, ending): // no documents, but read as files
		return ending
	}
	for _, family := range families {
		for _, f := range family.Formats {
			if slices.Contains(f.AllEndings(), ending) {
				return ending
			}
		}
	}
	return ""
}

// SniffEmbedded is like [Sniff] for documents that are named and not opened. If members or streams would
// show the kind, it uses the ending of the name instead.
func SniffEmbedded(head []byte, name string) string {
	t := Sniff(head, name)
	ending := strings.ToLower(path.Ext(name))
	if ending == "" || t != medium.ZIP && t != medium.Compound {
		return t
	}
	for _, family := range families {
		for _, f := range family.Formats {
			if slices.Contains(strings.Fields(f.Endings), ending) {
				return f.Types[0]
			}
		}
	}
	return t
}

// These are where signatures are that are not at the start of a document.
const (
	enough  = 160 // DICOM's is the last, at 128
	tarFrom = 148 // of a sum in octal digits
	tarTo   = 156
)

// telling returns the part of head that is needed to sniff it. For text that does not begin with markup it is a
// short start. Signatures are at the start of a file, with two exceptions. A PDF signature may be anywhere,
// and tar has a sum in octal digits. Other bytes count only if they are not text.
func telling(head []byte) []byte {
	if len(head) <= enough || !isUnmarked(head) {
		return head
	}
	return head[:enough]
}

// isUnmarked reports whether a head has only bytes of text, and does not begin with markup. It must have nothing of a
// PDF or a tar either.
func isUnmarked(head []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), whatwg.Blanks)
	return !bytes.HasPrefix(text, []byte("<")) && bytes.IndexByte(head, 0xFF) < 0 && !hasControls(head) &&
		!hasFurther(head)
}

// hasFurther reports whether a head may have a signature of PDF or tar, which are not at its start.
func hasFurther(head []byte) bool {
	return bytes.Contains(head, []byte("%PDF-")) || len(head) >= tarTo && isOctal(head[tarFrom:tarTo])
}

// legible are the signatures of characters that may be at the start of a text, each at its place.
var legible = []struct {
	at   int
	text string
}{
	{0, "AC"}, {0, "AT"}, {0, "BM"}, {0, "BP"}, {0, "BZ"}, {0, "CW"}, {0, "Cr"}, {0, "FO"}, {0, "FW"}, {0, "GI"},
	{0, "GR"}, {0, "IS"}, {0, "IT"}, {0, "LZ"}, {0, "M<"}, {0, "MP"}, {0, "MT"}, {0, "MZ"}, {0, "PA"}, {0, "RI"},
	{0, "SI"}, {0, "TZ"}, {0, "ZW"}, {0, "d8:"}, {0, "dr"}, {0, "gi"}, {0, "ic"}, {0, "wO"}, {0, "xa"},
	{0, "  0"}, {0, "!<arch>"}, {0, "#!AMR"}, {0, "#?RAD"}, {0, "#EXTM3U"}, {0, "%!PS"}, {0, "%FDF"},
	{0, "-----BEGIN PKCS7"}, {0, ".RMF"}, {0, ".snd"}, {0, "/* XPM"}, {0, "0\nS"}, {0, "07070"}, {0, "8BPS"},
	{0, "{\\rtf"},
	{4, "ftyp"}, {4, "jP"}, {4, "Standard "}, {20, "GPAT"}, {20, "GIMP"}, {60, "BOOKMOBI"}, {128, "DICM"},
}

// isProse reports whether head is surely plain text. It begins with a character beyond ASCII or with two printable
// ones, and no signature begins so. Most texts do, and need not be compared with the signatures of more than a hundred
// formats.
func isProse(head []byte) bool {
	first, size := utf8.DecodeRune(head)
	if len(head) < 2 || first == utf8.RuneError {
		return false
	}
	if size == 1 && (!isPrintable(head[0]) || !isPrintable(head[1]) && head[1] != '\n' && head[1] != '\t') {
		return false
	}
	for _, s := range legible {
		if len(head) > s.at && bytes.HasPrefix(head[s.at:], []byte(s.text)) {
			return false
		}
	}
	return isUnmarked(head)
}

func isPrintable(c byte) bool { return ' ' <= c && c <= '~' }

// ofText are the types whose documents may begin with nothing but text.
var ofText = []string{
	"application/fits", "application/pdf", "application/pkcs7-signature", "application/postscript",
	"application/vnd.apple.mpegurl", "application/vnd.fdf", "application/x-archive", "application/x-bittorrent",
	"application/x-tar", "image/vnd.dxf", "image/x-xpixmap",
}

// isMistaken reports whether head is a text that happens to begin as documents of the type do. "MZ" is an example.
// Such a document has control characters, unless its type is one of ofText.
func isMistaken(head []byte, found *mimetype.MIME) bool {
	switch kind := bare(found); {
	case kind == unknown, slices.Contains(ofText, kind):
		return false
	case kind == "application/x-cpio":
		return !isCpio(head)
	}
	return !hasControls(bytes.TrimRight(head, "\x1a")) // which ends texts of DOS
}

// isCpio reports whether six digits begin a cpio archive. Logs begin with a day in six digits, too.
func isCpio(head []byte) bool {
	const header = 76 // bytes of digits, at least
	digits := head[6:min(len(head), header)]
	return hasControls(head) || len(bytes.Trim(digits, "0123456789abcdefABCDEF")) == 0
}

// isOctal reports whether digits, with spaces around them, are octal.
func isOctal(digits []byte) bool {
	digits = bytes.Trim(digits, " ")
	return len(digits) > 0 && !slices.ContainsFunc(digits, func(c byte) bool { return c < '0' || c > '7' })
}

// hasControls reports whether there is a control character other than white space.
func hasControls(head []byte) bool {
	for ; len(head) >= 8; head = head[8:] {
		for low := below(binary.LittleEndian.Uint64(head)); low != 0; low &= low - 1 { // mostly line ends
			if isControl(head[bits.TrailingZeros64(low)/8]) {
				return true
			}
		}
	}
	return slices.ContainsFunc(head, isControl)
}

// below sets the top bit of each byte that is less than 0x20 in eight bytes. Only the first set bit is
// reliable.
func below(eight uint64) uint64 {
	const (
		ones = 0x0101010101010101
		tops = 0x80 * ones
	)
	return (eight - 0x20*ones) &^ eight & tops
}

func isControl(c byte) bool { return c < 0x20 && !whatwg.IsBlank(c) }

// has reports whether t, or a type that t is a kind of, has the usual name mediaType.
func has(t *mimetype.MIME, mediaType string) bool {
	for ; t != nil; t = t.Parent() {
		if bare(t) == mediaType {
			return true
		}
	}
	return false
}

// bare returns the name of a type without its parameters.
func bare(t *mimetype.MIME) string {
	name, _, _ := strings.Cut(t.String(), ";")
	return name
}

// BeginsWARC reports whether a text begins with the header of a record in WARC. That is the line of its
// version, and a field (ISO 28500:2017, 4). A text about WARC may begin with the same word.
func BeginsWARC(head []byte) bool {
	version, rest, _ := bytes.Cut(head, []byte("\n"))
	number := bytes.TrimSuffix(bytes.TrimPrefix(version, []byte("WARC/")), []byte("\r"))
	if _, err := strconv.ParseFloat(string(bytes.TrimRight(number, " ")), 64); err != nil {
		return false
	}
	name, _, field := bytes.Cut(rest, []byte(":"))
	return field && !bytes.ContainsAny(name, " \t\r\n")
}

// BeginsARC reports whether a text begins with the line of an archive in ARC. That line ends with a media type
// and a length.
func BeginsARC(head []byte) bool {
	line, _, ends := bytes.Cut(head, []byte("\n"))
	fields := bytes.Fields(line)
	if !ends || len(fields) < 5 {
		return false
	}
	_, err := strconv.ParseUint(string(fields[len(fields)-1]), 10, 64)
	return err == nil
}

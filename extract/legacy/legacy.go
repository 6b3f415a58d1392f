// Package legacy reads older formats of office programs. Importing it registers the readers.
//
// It reads DOC, XLS, PPT, RTF, Outlook messages, HWP of Hangul and HTML Help. Installed programs read
// the rest: DjVu, WordPerfect, Works, Lotus 1-2-3, Quattro Pro, Visio and Publisher.
package legacy

import (
	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/biff"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/chm"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/compound"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/converted"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/hwp"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/msg"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/rtf"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/word"
)

// The drawings of Visio in a ZIP archive have the reader of those in a compound file.
const zippedVisio = "application/vnd.ms-visio.drawing"

var family = formats.Family{
	Name: "legacy",
	Formats: []formats.Format{
		{Line: 7, Types: []string{compound.Word, medium.Compound}, Endings: ".doc .dot", Read: compound.Open},
		{Line: 8, Types: []string{compound.Excel}, Endings: ".xls .xlt", Read: compound.Open},
		{Line: 9, Types: []string{compound.PowerPoint}, Endings: ".ppt .pps", Read: compound.Open},
		{Line: 19, Types: []string{chm.MediaType}, Endings: ".chm", Read: chm.Open},
		{Line: 20, Types: []string{hwp.MediaType}, Endings: ".hwp .hwt", Read: hwp.Open},
		{Line: 24, Types: []string{"text/rtf", "application/rtf"}, Endings: ".rtf", Read: rtf.Open},
		{Line: 25, Types: []string{compound.Outlook}, Endings: ".msg", Read: msg.Open},
		{Line: 37, Types: []string{"image/vnd.djvu", "image/x-djvu"}, Endings: ".djvu .djv",
			Program: converted.DjVu.Program, Read: converted.DjVu.Open},
		{Line: 38, Types: []string{compound.WordPerfect}, Endings: ".wpd .wp .wp5 .wp6",
			Program: converted.WordPerfect.Program, Read: converted.WordPerfect.Open},
		{Line: 39, Types: []string{compound.Works}, Endings: ".wps",
			Program: converted.Works.Program, Read: converted.Works.Open},
		{Line: 40, Types: []string{compound.Lotus, compound.Quattro},
			Endings: ".wk1 .wk3 .wk4 .123 .wq1 .wq2 .wb1 .wb2 .wb3 .qpw",
			Program: converted.Sheets.Program, Read: converted.Sheets.Open},
		{Line: 41, Types: []string{compound.Visio, zippedVisio},
			Endings: ".vsd .vss .vst .vsdx .vsdm .vssx .vssm .vstx .vstm",
			Program: converted.Visio.Program, Read: converted.Visio.Open},
		{Line: 42, Types: []string{compound.Publisher}, Endings: ".pub",
			Program: converted.Publisher.Program, Read: converted.Publisher.Open},
	},
	Signatures: []formats.Signature{
		{Start: `{\rtf`, MediaType: "text/rtf"}, // which may hold bytes that no text has
		{Start: "\x09", Is: biff.Is, MediaType: compound.Excel},
		{Is: word.IsOlder, MediaType: compound.Word},
		{Start: "HWP Document File V", MediaType: hwp.MediaType},
		{Start: "\x01\xFE\x32", MediaType: compound.Works},
		{Start: "\xFFWPC", MediaType: compound.WordPerfect},
	},
	Binary: func(head []byte) string {
		if isWordPerfect4(head) {
			return compound.WordPerfect
		}
		return ""
	},
}

var _ = formats.Register(&family)

// isWordPerfect4 reports whether head begins as documents of WordPerfect 4.2 do. They have no
// signature, but settings at the start, each of a known length between two bytes with its number.
func isWordPerfect4(head []byte) bool {
	for range 2 {
		n := 0
		if len(head) > 0 {
			switch head[0] {
			case 0xCE: // the number of a page
				n = 4
			case 0xC0, 0xCB, 0xD0: // margins, a font, the length of a page
				n = 6
			}
		}
		if n == 0 || len(head) < n || head[n-1] != head[0] {
			return false
		}
		head = head[n:]
	}
	return true
}

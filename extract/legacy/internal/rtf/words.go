package rtf

import (
	"bytes"
	"cmp"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

func (r *reader) controlWord(word string, n int, given bool) error {
	mark := r.mark
	r.mark, r.fresh = unmarked, false
	if word == "bin" {
		r.skipped()
		_, err := io.CopyN(io.Discard, r.source, int64(max(n, 0)))
		if err == io.EOF {
			err = errShort
		}
		return err
	}
	if r.skipped() {
		return nil
	}
	on := !given || n != 0
	switch {
	case word == "ud" && mark != unmarked && r.now.upr && len(r.groups) > 1:
		r.now.out, r.now.upr = r.outer(1).out && !r.outer(1).upr, false
	case r.html && r.htmlWord(word, on):
	case leftOut.Has(word), mark == marked && !known.Has(word), strings.HasPrefix(word, "m") && strings.HasSuffix(word, "Pr"):
		if word == "objdata" && !r.leavesOut() {
			r.now.out = true
			return r.object()
		}
		r.leaveOut(word)
		r.mathWord(word)
	case r.mathWord(word), r.destination(word), r.formWord(word, n), r.fontWord(word, n), r.characterWord(word, n, on):
	default:
		if s, ok := characters[word]; ok {
			r.put(s)
		}
	}
	return nil
}

// outer returns the state of the group n levels outside the current one.
func (r *reader) outer(n int) *group { return &r.groups[max(len(r.groups)-n, 0)] }

// leaveOut leaves out the rest of a group.
func (r *reader) leaveOut(word string) {
	r.flush()
	r.beginLoose(word)
	if !r.now.out {
		r.shown = r.shown || word == "pict"
		if word == "fldinst" {
			r.now.capture, r.instruction = instruction, r.instruction[:0]
			r.form = field.Form{}
		}
	}
	switch word {
	case "ffl":
		r.now.capture, r.entry = entry, r.entry[:0]
	case "formfield": // what it holds is no part of the instruction
		r.now.capture = nothing
	case "sn":
		r.now.capture, r.property = property, r.property[:0]
	case "sv":
		r.now.capture, r.value = value, r.value[:0]
		if string(r.property) == "gtextUNICODE" && len(r.groups) > 2 && !r.outer(2).out { // the text of WordArt
			r.now.out, r.now.box = false, true
			r.line()
			return
		}
	}
	r.now.out = true
	r.now.table = word == "fonttbl"
}

// beginLoose notes a word that would leave out the rest of the document. Its place is in a group of its own.
func (r *reader) beginLoose(word string) {
	if len(r.groups) == 1 && !r.now.out {
		r.loose = word
	}
}

// leave notes that text is lost if a word outside of an inner group leaves it out.
func (r *reader) leave() {
	if r.loose != "" {
		r.document.Lose("RTF: the text after \\%s is left out: the word is in no group of its own", r.loose)
	}
}

// hideShape leaves out the shape whose property ended, if the property hides it. The group of the value is
// inside the group of the property, and that inside the group of the shape.
func (r *reader) hideShape() {
	if string(r.property) == "fHidden" && string(bytes.TrimSpace(r.value)) == "1" && len(r.groups) > 2 {
		r.outer(2).out = true
	}
}

// endInstruction writes what a field shows in place of a result.
func (r *reader) endInstruction() {
	code := string(r.instruction)
	name := field.Name(code)
	form := r.form.Text()
	r.noResult = form != "" || field.IsPageNumber(name) || field.ShowsInstruction(name)
	r.write(cmp.Or(form, field.Text(code)))
}

// formWord handles words of a form.
func (r *reader) formWord(word string, n int) bool {
	switch word {
	case "fftype":
		r.form = field.NewForm(map[int]string{1: field.CheckBox, 2: field.List}[n])
	case "ffres":
		if n != field.Undefined {
			r.form.Choose(n)
		}
	case "ffdefres":
		r.form.Preset(n)
	default:
		return false
	}
	return true
}

func (r *reader) destination(word string) bool {
	switch word {
	case "field":
		r.noResult = r.noResult && r.now.out
	case "fldrslt":
		if r.noResult {
			r.beginLoose(word)
			r.now.out = true
		}
	case "upr":
		r.beginLoose(word)
		r.now.out, r.now.upr = true, !r.now.out
	case "object":
		r.shown = r.shown || !r.leavesOut()
	case "shptxt", "dptxbxtext":
		r.line()
		r.now.box = true
	case "footnote":
		r.flush()
		if r.now.place == inBody {
			r.now.place = inNote
			r.aside.Line()
		}
	case "header", "headerr", "footer", "footerr": // right pages are all pages, unless the left ones differ
		r.beginHead(r.margins)
	case "headerl", "footerl":
		r.beginHead(r.even)
	case "headerf", "footerf":
		r.beginHead(r.first)
	default:
		return false
	}
	return true
}

// fontWord handles words that choose fonts and charsets.
func (r *reader) fontWord(word string, n int) bool {
	switch word {
	case "ansicpg":
		if n > 0 {
			r.page = n
		}
	case "mac":
		r.page = 10000
	case "pc":
		r.page = 437
	case "pca":
		r.page = 850
	case "deff":
		r.base = n
		r.now.font = [3]int{n, n, n}
	case "f":
		r.flush()
		r.now.font[low] = n
		if !r.now.table {
			r.now.kind = low
		}
	case "af":
		if !r.now.other {
			r.flush()
			r.now.font[r.now.kind] = n
		}
	case "rtlch", "ltrch":
		r.now.other = true
	case "loch":
		r.use(low)
	case "hich":
		r.use(highANSI)
	case "dbch":
		r.use(doubleByte)
	case "fcharset":
		if r.now.table {
			r.define(func(f *font) { f.page = charsets[n] })
		}
	case "cpg":
		if r.now.table {
			r.define(func(f *font) { f.page = n })
		}
	default:
		return false
	}
	return true
}

// characterWord handles words for characters, or for the visibility of characters and headers.
func (r *reader) characterWord(word string, n int, on bool) bool {
	switch word {
	case "u":
		r.unicode(n)
		r.skip = r.now.fallback
	case "chftn":
		if r.document.Include.Anchors {
			r.unicode(0xFDD0) // medium.Anchor
		}
	case "uc":
		r.now.fallback = max(n, 0)
	case "plain":
		r.flush()
		r.now.hidden, r.now.deleted, r.now.kind, r.now.other = false, false, low, false
		r.now.font = [3]int{r.base, r.base, r.base}
	case "v":
		r.flush()
		r.now.hidden = on
	case "facingp":
		r.evenPages = on
	case "titlepg":
		r.titlePage = r.titlePage || on
	case "deleted", "mvf":
		r.flush()
		r.now.deleted = on
	case "pard":
		r.now.initial = false
	case "dropcapt":
		r.now.initial = on
	case "par":
		if r.flush(); !r.now.initial {
			r.line()
		}
	case "line", "row", "cell", "nestcell", "nestrow", "sect", "page", "column", "softline":
		r.line()
	case "tab", "emspace", "enspace", "qmspace":
		r.blank()
	default:
		return false
	}
	return true
}

var (
	// leftOut are the destinations that are left out.
	leftOut = lazy.Names(`aftncn aftnsep aftnsepc annotation atnauthor atndate atnicn atnid
		atnparent atnref atntime atrfend atrfstart author background bkmkend bkmkstart buptim
		category colorschememapping colortbl comment company creatim datafield datastore
		defchp defpap doccomm docvar falt fchars ffdeftext ffl ffname filetbl fldinst
		fontemb fontfile fonttbl formfield ftncn ftnsep ftnsepc generator gridtbl hlinkbase
		info keywords latentstyles lchars levelnumbers leveltext lfolevel list listlevel
		listname listoverride listoverridetable listpicture liststylename listtable listtext
		manager mmathPict nesttableprops nonesttables nonshppict objalias objclass objdata
		objname objsect objtime oldcprops oldpprops oldsprops oldtprops operator panose
		password passwordhash pgptbl picprop pict pn pnseclvl pntext pntxta pntxtb printim
		private propname protusertbl revtbl revtim rsidtbl rxe shprslt sn sp staticval
		stylesheet subject sv tc template themedata title txe userprops wgrffmtfilter
		windowcaption writereservation writereservhash xe xmlattrname xmlattrvalue xmlname
		xmlnstbl`)
	// known are the destinations with \* that are read, and the styles for readers without character styles.
	known = lazy.Names(`cs do dptxbxtext ds footnote macc mbar mborderBox mbox md mdeg mden me meqArr mf
		mfName mfunc mgroupChr mlim mlimLow mlimUpp mm mmath mmr mnary mnum moMath
		moMathPara mphant mr mrad msPre msSub msSubSup msSup msub msup s shp shpinst
		shpgrp shppict shptxt ts`)

	characters = map[string]string{
		"emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’",
		"ldblquote": "“", "rdblquote": "”", "zwj": "\u200D", "zwnj": "\u200C",
		"ltrmark": "\u200E", "rtlmark": "\u200F", "zwbo": "\u200B", "zwnbo": "\u2060",
	}
)

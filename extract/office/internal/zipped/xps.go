package zipped

import (
	"encoding/xml"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// OpenPages reads XPS (ECMA-388, OpenXPS). It reads the strings of the glyphs on fixed pages, in
// drawing order. Their positions separate words and lines.
func OpenPages(d *medium.Reading) error {
	a, err := openArchive(d)
	if err != nil {
		return err
	}
	defer a.close()
	text := d.NewText()
	p := &reader{archive: a, document: d, flow: flow.To(text)}
	top, err := p.relationships("")
	if err != nil {
		return err
	}
	sequence := top.first("fixedrepresentation")
	if sequence == "" {
		return fmt.Errorf("%w: XPS: its package has no sequence of fixed documents", medium.ErrMalformed)
	}
	documents, err := p.sources(sequence, "DocumentReference")
	if err != nil {
		return err
	}
	blank, pages := 0, 0
	for _, document := range documents {
		list, err := p.sources(document, "PageContent")
		if err != nil {
			return err
		}
		for _, name := range list {
			pages++
			shows, err := p.fixedPage(name)
			if err != nil {
				return err
			}
			if !shows {
				blank++
			}
		}
	}
	if err := p.flow.Err(); err != nil {
		return err
	}
	switch {
	case pages == 0:
		return fmt.Errorf("%w: XPS: it has no page", medium.ErrMalformed)
	case blank == pages:
		return fmt.Errorf("%w: XPS: none of its pages has text: %d", medium.ErrNoText, pages)
	case blank > 0:
		if err := d.NotePages(blank, pages, a.all); err != nil {
			return err
		}
	}
	d.Text = strings.NewReader(text.String())
	return nil
}

// sources returns the parts that elements of a part refer to, by their names in the archive.
func (p *reader) sources(part, element string) (parts []string, err error) {
	err = p.walk(part, elements{start: func(_ string, e xml.StartElement) bool {
		if e.Name.Local == element {
			name, err := resolve(path.Dir(part), attr(e, "Source"))
			if err != nil {
				p.flow.Fail(err)
			} else if found := p.part(name); found != "" {
				p.hold(stringCost+len(found), "the list of pages")
				parts = append(parts, found)
			} else {
				p.document.Lose("the archive has no %q, to which %q refers", name, part)
			}
		}
		return true
	}})
	return parts, err
}

// matrix is an affine transformation of the plane: m11 m12 m21 m22 and the offsets.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// times returns the transformation by m and then by n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// matrixOf reads a transformation: six numbers. Any other is a resource, and left out.
func matrixOf(s string) matrix {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
	if len(parts) != len(identity) {
		return identity
	}
	m := identity
	for i, part := range parts {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return identity
		}
		m[i] = n
	}
	return m
}

func (p *reader) fixedPage(name string) (shows bool, err error) {
	p.flow.Line()
	var last glyphs
	known := make(advances)
	transforms := []matrix{identity} // of the open elements
	own := func(depth int) *matrix { return &transforms[max(depth, 0)] }
	err = p.walk(name, elements{
		start: func(_ string, e xml.StartElement) bool {
			m := *own(len(transforms) - 1)
			if t := attr(e, "RenderTransform"); t != "" {
				m = matrixOf(t).times(m)
			}
			switch e.Name.Local {
			case "MatrixTransform": // of the element that its parent is a property of
				if n := len(transforms) - 2; n > 0 {
					*own(n) = matrixOf(attr(e, "Matrix")).times(*own(n))
				}
			case "Glyphs":
				if g := glyphsOf(e, m, known); g.text != "" {
					p.flow.Call(g.after(last))
					p.flow.Characters(g.text, false)
					last, shows = g, true
				}
			}
			transforms = append(transforms, m)
			return true
		},
		end: func(string) { transforms = transforms[:len(transforms)-1] },
	})
	return shows, err
}

// glyphs are a string on a page: where it begins and ends, and how large it is.
type glyphs struct {
	text                 string
	x, y, endX, endY, em float64
	unmeasured           int // how many of its glyphs do not say how far they go, nor did others
}

func glyphsOf(e xml.StartElement, m matrix, known advances) glyphs {
	g := glyphs{text: strings.TrimPrefix(attr(e, "UnicodeString"), "{}")}
	indices := attr(e, "Indices")
	if g.text == "" && indices != "" { // what these glyphs stand for is unknown
		g.text = strings.Repeat("\uFFFD", 1+strings.Count(indices, ";"))
	}
	x, y := number(e, "OriginX"), number(e, "OriginY")
	em := number(e, "FontRenderingEmSize")
	width, unmeasured := known.of(indices, g.text)
	if level, _ := strconv.Atoi(attr(e, "BidiLevel")); level%2 == 1 {
		width = -width
	}
	at := func(x, y float64) (float64, float64) { return x*m[0] + y*m[2] + m[4], x*m[1] + y*m[3] + m[5] }
	g.x, g.y = at(x, y)
	g.endX, g.endY = at(x+width*em/100, y)
	g.em = em * math.Hypot(m[2], m[3])
	g.unmeasured = unmeasured
	return g
}

func number(e xml.StartElement, name string) float64 {
	n, _ := strconv.ParseFloat(attr(e, name), 64)
	return n
}

// advances are how far characters of a page go, in hundredths of their size.
type advances map[rune]float64

// mostAdvances bounds the characters that are known.
const mostAdvances = 1 << 12

// of returns the width of the glyphs of a string, and the number of unknown widths. If a glyph has
// no width, another glyph of its character may have one.
func (a advances) of(indices, text string) (width float64, unmeasured int) {
	for _, r := range text {
		var glyph string
		glyph, indices, _ = strings.Cut(indices, ";")
		_, rest, _ := strings.Cut(glyph, ",")
		far, _, _ := strings.Cut(rest, ",")
		n, err := strconv.ParseFloat(far, 64)
		known, found := a[r]
		switch {
		case err == nil:
			width += n
			if len(a) < mostAdvances {
				a[r] = n
			}
		case found:
			width += known
		default:
			unmeasured++
		}
	}
	return width, unmeasured
}

// after returns the gap between two strings. A string that begins where the other ends continues
// its word. Many printers omit the width of the last glyph, which may be its size; they write the
// blanks between words. If more widths are unknown, a new word begins.
func (g glyphs) after(last glyphs) flow.Gap {
	const (
		lineGap = 0.5 // in the size of the text
		wordGap = 0.15
	)
	em := max(g.em, last.em)
	switch {
	case last.text == "":
		return flow.LineEnd
	case math.Abs(g.y-last.endY) > lineGap*em:
		return flow.LineEnd
	case last.unmeasured == 0 && math.Abs(g.x-last.endX) <= wordGap*em,
		last.unmeasured == 1 && math.Abs(g.x-last.endX) <= last.em:
		return flow.None
	}
	return flow.Blank
}

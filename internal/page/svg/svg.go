// Package svg draws charts of measurements. Lines, dots and words have a medium grey and a few
// colours that are legible on white and on black. The same calls write the same bytes.
package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

// Ink is the colour of all that is no curve.
const Ink = "#7a7a7a"

// Picture is a drawing. Its origin is at the top left, and y grows downwards.
type Picture struct {
	b bytes.Buffer
}

// New begins a picture of a width and a height in pixels. Its title stands at its top.
func New(width, height int, title string) *Picture {
	p := new(Picture)
	fmt.Fprintf(&p.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" color="%s" font-family="system-ui, sans-serif" font-size="12">`+"\n",
		width, height, width, height, Ink)
	fmt.Fprintf(&p.b, "<title>%s</title>\n", escape(title))
	fmt.Fprintf(&p.b, `<text x="8" y="18" fill="currentColor" font-size="15" font-weight="600">%s</text>`+"\n", escape(title))
	return p
}

// Anchor says which end of a text is at its place.
type Anchor string

// Anchors.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// Text writes a text.
func (p *Picture) Text(x, y float64, anchor Anchor, text string) {
	fmt.Fprintf(&p.b, `<text x="%s" y="%s" fill="currentColor" text-anchor="%s">%s</text>`+"\n", number(x), number(y), anchor, escape(text))
}

// Rule draws a line of an axis, or, if it is faint, of a grid.
func (p *Picture) Rule(x1, y1, x2, y2 float64, faint bool) {
	opacity := ""
	if faint {
		opacity = ` stroke-opacity=".25"`
	}
	fmt.Fprintf(&p.b, `<path d="M%s %sL%s %s" stroke="currentColor"%s/>`+"\n", number(x1), number(y1), number(x2), number(y2), opacity)
}

// Point is a place in a picture.
type Point struct{ X, Y float64 }

// Curve joins points. Dash is a stroke-dasharray: "" is a solid line.
func (p *Picture) Curve(points []Point, colour, dash string, width float64) {
	if len(points) == 0 {
		return
	}
	var d strings.Builder
	for i, q := range points {
		fmt.Fprintf(&d, "%c%s %s", "ML"[min(i, 1)], number(q.X), number(q.Y))
	}
	if dash != "" {
		dash = fmt.Sprintf(` stroke-dasharray="%s"`, escape(dash))
	}
	fmt.Fprintf(&p.b, `<path d="%s" fill="none" stroke="%s" stroke-width="%s"%s/>`+"\n", d.String(), escape(colour), number(width), dash)
}

// Dot draws a disc, or, if it is hollow, a ring.
func (p *Picture) Dot(x, y, radius float64, colour string, hollow bool) {
	paint := fmt.Sprintf(`fill="%s"`, escape(colour))
	if hollow {
		paint = fmt.Sprintf(`fill="none" stroke="%s" stroke-width="1.5"`, escape(colour))
	}
	fmt.Fprintf(&p.b, `<circle cx="%s" cy="%s" r="%s" %s/>`+"\n", number(x), number(y), number(radius), paint)
}

// Bytes ends the picture and returns it.
func (p *Picture) Bytes() []byte {
	p.b.WriteString("</svg>\n")
	return p.b.Bytes()
}

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text))
	return b.String()
}

// number writes a coordinate; adding 0 makes 0 of -0.
func number(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x+0), ".0") }

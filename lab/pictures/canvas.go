package main

import (
	"fmt"
	"html"
	"strings"
)

// A canvas is an SVG whose colours follow the reader's. Coordinates are in units of the view box,
// which a phone shows at three quarters of a pixel.
type canvas struct {
	b             strings.Builder
	width, height int
}

const style = `<style>
svg { --paper: #fff; --panel: #f4f4f1; --ink: #1d1f22; --quiet: #54595f; --line: #8a8f96; --fill: #1c4f8f; --differ: #b3400e; --differ-paper: #fdeade; --on: #fff; color: var(--ink); }
@media (prefers-color-scheme: dark) {
svg { --paper: #131416; --panel: #1e2023; --ink: #e4e5e7; --quiet: #b0b5bc; --line: #7d838b; --fill: #8fbcf2; --differ: #ff9d66; --differ-paper: #4a2712; --on: #131416; }
}
text { fill: var(--ink); font: 14px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
.mono { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 13px; }
.small { font-size: 12px; } .quiet { fill: var(--quiet); } .bold { font-weight: 600; } .middle { text-anchor: middle; } .end { text-anchor: end; }
.paper { fill: var(--paper); } .box { fill: var(--panel); stroke: var(--line); } .keep { fill: var(--paper); stroke: var(--fill); stroke-width: 2; }
.remove { fill: var(--differ-paper); stroke: var(--differ); stroke-width: 2; } .line { fill: none; stroke: var(--line); stroke-width: 1.5; }
.faint { stroke: var(--line); stroke-opacity: .35; } .curve { fill: none; stroke: var(--fill); stroke-width: 2.5; } .limit { stroke: var(--differ); stroke-width: 1.5; stroke-dasharray: 5 4; }
.one { fill: var(--fill); stroke: var(--fill); } .zero { fill: none; stroke: var(--line); } .differs { stroke: var(--differ); stroke-width: 2.5; } .band { fill: var(--differ-paper); stroke: var(--differ); stroke-width: 1.5; } .head { fill: var(--line); } .on { fill: var(--on); } .changed { fill: var(--differ); }
</style>
`

// newCanvas begins a picture. Screen readers read its title and its description.
func newCanvas(width, height int, title, description string) *canvas {
	c := &canvas{width: width, height: height}
	fmt.Fprintf(&c.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="title desc">`+"\n", width, height, width, height)
	fmt.Fprintf(&c.b, "<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n%s", html.EscapeString(title), html.EscapeString(description), style)
	fmt.Fprintf(&c.b, `<rect class="paper" width="%d" height="%d" rx="8"/>`+"\n", width, height)
	return c
}

// text writes a text whose baseline starts at a point, or has its middle or end there.
func (c *canvas) text(x, y float64, class, text string) {
	fmt.Fprintf(&c.b, `<text x="%s" y="%s"%s>%s</text>`+"\n", number(x), number(y), attribute(class), html.EscapeString(text))
}

func (c *canvas) rect(x, y, width, height, round float64, class string) {
	fmt.Fprintf(&c.b, `<rect x="%s" y="%s" width="%s" height="%s" rx="%s"%s/>`+"\n", number(x), number(y), number(width), number(height), number(round), attribute(class))
}

func (c *canvas) line(class string, points ...float64) {
	var d strings.Builder
	for i := 0; i+1 < len(points); i += 2 {
		fmt.Fprintf(&d, "%s%s %s", map[bool]string{true: "M", false: "L"}[i == 0], number(points[i]), number(points[i+1]))
	}
	fmt.Fprintf(&c.b, `<path d="%s"%s/>`+"\n", d.String(), attribute(class))
}

// arrow draws a line with a head at its end, which leads down or to the right.
func (c *canvas) arrow(points ...float64) {
	n := len(points)
	x, y := points[n-2], points[n-1]
	if points[n-4] == x { // down
		c.line("line", append(points[:n-2:n-2], x, y-6)...)
		fmt.Fprintf(&c.b, `<path d="M%s %sl-5 -8h10z" class="head"/>`+"\n", number(x), number(y))
		return
	}
	c.line("line", append(points[:n-2:n-2], x-6, y)...)
	fmt.Fprintf(&c.b, `<path d="M%s %sl-8 -5v10z" class="head"/>`+"\n", number(x), number(y))
}

func (c *canvas) String() string { return c.b.String() + "</svg>\n" }

func number(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.1f", x), "0"), ".")
}

func attribute(class string) string {
	if class == "" {
		return ""
	}
	return fmt.Sprintf(` class="%s"`, class)
}

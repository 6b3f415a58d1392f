package report

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"text/template"

	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// writeBadge writes the verdict as a flat SVG badge: "fpcheck sd1 | core 693/693".
func writeBadge(w io.Writer, r *Report) error {
	colour := "#b3202a"
	if r.Conforms() {
		colour = "#1a7f37"
	}
	label := "fpcheck " + strings.Join(r.Schemes, ", ")
	message := fmt.Sprintf("%s %d/%d", r.Level, r.count(Passed), r.tested())
	x, y := badgeWidth(label), badgeWidth(message)
	return badge().Execute(w, map[string]any{
		"Title":  escape.Text(r.Headline()) + fmt.Sprintf(": %d of %d cases passed", r.count(Passed), r.tested()),
		"Label":  escape.Text(label),
		"Text":   escape.Text(message),
		"Colour": colour,
		"LabelX": badgePadding, "LabelText": x, "LabelWidth": x + 2*badgePadding,
		"TextX": x + 3*badgePadding, "TextText": y,
		"Width": x + y + 4*badgePadding,
	})
}

const badgePadding = 7

// badge fits both texts to the computed widths in any font. It has no ids: a page may hold several.
var badge = sync.OnceValue(func() *template.Template { return template.Must(template.New("badge").Parse(badgeSource)) })

const badgeSource = `<svg xmlns="http://www.w3.org/2000/svg" width="{{.Width}}" height="20" role="img">
<title>{{html .Title}}</title>
<rect width="{{.Width}}" height="20" rx="3" fill="{{.Colour}}"/>
<path d="M{{.LabelWidth}} 0H3a3 3 0 0 0-3 3v14a3 3 0 0 0 3 3H{{.LabelWidth}}z" fill="#43474d"/>
<g fill="#fff" font-family="Verdana, DejaVu Sans, Geneva, sans-serif" font-size="11">
<text x="{{.LabelX}}" y="14" textLength="{{.LabelText}}">{{html .Label}}</text>
<text x="{{.TextX}}" y="14" textLength="{{.TextText}}">{{html .Text}}</text>
</g>
</svg>
`

// badgeWidth is about the width of a text in Verdana of 11 pixels.
func badgeWidth(s string) int {
	tenths := 0
	for _, r := range s {
		switch {
		case strings.ContainsRune("ijl", r):
			tenths += 31
		case strings.ContainsRune(" f,.t", r):
			tenths += 41
		case strings.ContainsRune("r/:-cskz", r):
			tenths += 55
		case strings.ContainsRune("mwMW", r):
			tenths += 100
		case r >= 'A' && r <= 'Z':
			tenths += 77
		case r >= 0x2E80:
			tenths += 110
		default:
			tenths += 68
		}
	}
	return (tenths + 9) / 10
}

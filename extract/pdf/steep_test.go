package pdf

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// partsAt returns the words of a line that begins at a place and rises by an angle. It divides them as pdftotext
// does, into parts of two letters. A letter is 6 points wide and 14 high, and so is a blank.
func partsAt(text string, x, y, degrees float64) (rows []row) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	for _, w := range strings.Fields(text) {
		for part := range slices.Chunk([]rune(w), 2) {
			n := float64(len(part))
			p := word{text: string(part)}
			last := 6 * (n - 1) // where its last letter begins
			switch {
			case math.Abs(degrees) <= 45:
				p.left, p.right = x, x+6*n*cos
				p.top, p.base = y-10-max(0, last*sin), y+4-min(0, last*sin)
			case degrees > 0:
				p.top, p.base = y-6*n*sin, y
				p.left, p.right = x-10, x+4+last*cos
			default:
				p.top, p.base = y, y-6*n*sin
				p.left, p.right = x-4, x+10+last*cos
			}
			x, y = x+6*n*cos, y-6*n*sin
			rows = append(rows, row{words: []word{p}, length: len(p.text) + 1, block: len(rows)})
		}
		x, y = x+6*cos, y-6*sin
	}
	return rows
}

// Words of steep lines are whole, and in order. Other words stay where they are.
func TestUpright(t *testing.T) {
	at := func(text string, left, base, right, height float64) word {
		return word{text: text, left: left, top: base - height, right: right, base: base}
	}
	level := rowsOf([]word{at("The", 0, 700, 18, 14), at("keeper", 24, 700, 60, 14)}, []word{at("wrote", 0, 720, 30, 14)})
	water := func(n int) (rows []row) {
		for i := range n {
			y := float64(100 + 40*i)
			rows = append(rows, rowsOf([]word{at("H", 0, y, 6, 14), at("2", 6, y+3, 12, 14), at("O", 12, y, 18, 14)})...)
		}
		return rows
	}
	for _, tt := range []struct {
		why  string
		rows []row
		want string
	}{
		{"lines that rise by 30 degrees", slices.Concat(
			partsAt("stormy night", 100, 400, 30), partsAt("at the lamp", 110, 417, 30)), "stormy night\nat the lamp"},
		{"lines whose parts are not in order", func() []row {
			rows := partsAt("stormy nights pass", 100, 400, 30)
			slices.Reverse(rows)
			return rows
		}(), "stormy nights pass"},
		{"lines that fall by 30 degrees", partsAt("stormy night", 100, 400, -30), "stormy night"},
		{"lines that rise by 45 degrees", partsAt("stormy night", 100, 400, 45), "stormy night"},
		{"lines that rise by 60 degrees", slices.Concat(
			partsAt("stormy night", 100, 400, 60), partsAt("at the lamp", 117, 410, 60)), "stormy night\nat the lamp"},
		{"lines that fall by 60 degrees", partsAt("stormy night", 100, 400, -60), "stormy night"},
		{"Cyrillic", partsAt("штормовая ночь", 100, 400, 30), "штормовая ночь"},
		{"a watermark below level lines", slices.Concat(level, partsAt("CONFIDENTIAL", 100, 400, 45)),
			"The keeper\nwrote\nCONFIDENTIAL"},
		{"a watermark above level lines with short words", slices.Concat(
			partsAt("CONFIDENTIAL", 100, 400, 45), level, rowsOf([]word{at("on", 0, 740, 12, 14), at("12", 20, 740, 32, 14)})),
			"CONFIDENTIAL\nThe keeper\nwrote\non 12"},
		{"too few parts", slices.Concat(level, partsAt("COPY", 100, 400, 45)), "The keeper\nwrote\nCO\nPY"},
		{"lowered digits of one size", slices.Concat(level, water(5)), "The keeper\nwrote\nH2O\nH2O\nH2O\nH2O\nH2O"},
		{"a script that is also written from top to bottom", partsAt("路を横断するな", 100, 400, 30), "路を\n横断\nする\nな"},
	} {
		rows := upright(slices.Clone(tt.rows))
		got := strings.Join(orderOf(rows).lines(rows), "\n")
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

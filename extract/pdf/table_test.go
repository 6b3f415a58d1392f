package pdf

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// placed makes a row of a text at a place. A letter is 5 wide, and the row is 10 high.
func placed(block int, left, top float64, text string) row {
	r := row{block: block, length: len(text)}
	for w := range strings.FieldsSeq(text) {
		right := left + 5*float64(len([]rune(w)))
		r.words = append(r.words, word{text: w, left: left, top: top, right: right, base: top + 10})
		left = right + 3
	}
	return r
}

func TestTabled(t *testing.T) {
	for _, tt := range []struct {
		why   string
		right bool
		rows  []row
		want  string // the rows in order, with a line between blocks
	}{
		{"column by column", false, []row{
			placed(1, 0, 0, "item"), placed(1, 0, 12, "oil"), placed(1, 0, 24, "repairs"),
			placed(2, 100, 0, "sum"), placed(2, 100, 12, "62"), placed(2, 100, 24, "−3"),
		}, "item|sum|oil|62|repairs|−3"},
		{"the last column after a line that follows the table", false, []row{
			placed(1, 0, 0, "item"), placed(1, 0, 12, "oil"), placed(1, 0, 24, "repairs"),
			placed(2, 0, 50, "The books are open on Tuesday"),
			placed(3, 100, 0, "sum"), placed(3, 100, 12, "62"), placed(3, 100, 24, "−3"),
		}, "item|sum|oil|62|repairs|−3|The books are open on Tuesday"},
		{"a cell of two lines", false, []row{
			placed(1, 100, 0, "62"), placed(2, 100, 20, "3"), placed(3, 100, 50, "18"),
			placed(4, 0, 0, "oil"), placed(5, 0, 20, "repairs of"), placed(5, 0, 31, "the roof"), placed(6, 0, 50, "wood"),
		}, "oil|62|repairs of/the roof|3|wood|18"},
		{"an empty cell, and two columns in a line of pdftotext", false, []row{
			placed(1, 0, 0, "oil"), placed(2, 0, 20, "repairs"), placed(3, 0, 40, "wood"),
			{block: 4, words: append(placed(4, 100, 0, "62").words, placed(4, 150, 0, "£7").words...)},
			placed(5, 150, 20, "£8"), placed(6, 100, 40, "18"), placed(6, 150, 40, "£9"),
		}, "oil|62|£7|repairs|£8|wood|18|£9"},
		{"numbers at the right of columns whose heads are at the left", false, []row{
			placed(1, 0, 0, "plant"), placed(1, 0, 12, "clover"), placed(1, 0, 24, "rye"),
			placed(2, 60, 0, "sown"), placed(2, 60, 12, "May"), placed(2, 60, 24, "June"),
			placed(3, 160, 12, "40"), placed(3, 160, 24, "25"), placed(4, 100, 0, "packets"),
		}, "plant|sown|packets|clover|May|40|rye|June|25"},
		{"a line with fewer cells than columns has none between these", false, []row{
			placed(1, 0, 0, "plant"), placed(1, 0, 12, "clover"), placed(2, 60, 0, "sown"),
			placed(3, 160, 12, "40"), placed(4, 100, 0, "packets"),
		}, "plant/clover|sown|40|packets"},
		{"from right to left", true, []row{
			placed(1, 100, 0, "ןמש"), placed(1, 100, 12, "גג"), placed(2, 0, 0, "62"), placed(2, 0, 12, "3"),
		}, "ןמש|62|גג|3"},
		{"items with their numbers", false, []row{
			placed(1, 0, 0, "1."), placed(1, 0, 12, "2."), placed(2, 20, 0, "trim the wicks"), placed(2, 20, 12, "report it"),
			placed(3, 0, 40, "a line of prose that is longer than the items"),
		}, "1.|trim the wicks|2.|report it|a line of prose that is longer than the items"},
		{"two columns of prose", false, []row{
			placed(1, 0, 0, "The tender shall not leave"), placed(1, 0, 12, "the mole before the second"), placed(1, 0, 24, "bell, whatever the weather"),
			placed(2, 150, 0, "62 casks of oil were bought"), placed(2, 150, 12, "and 3 were sold to the other"), placed(2, 150, 24, "offices of the coast in June"),
		}, "The tender shall not leave/the mole before the second/bell, whatever the weather|" +
			"62 casks of oil were bought/and 3 were sold to the other/offices of the coast in June"},
		{"an index of two columns", false, []row{
			placed(1, 0, 0, "apple 12"), placed(1, 0, 12, "bee 7"), placed(2, 150, 0, "gnat 45"), placed(2, 150, 12, "wasp 9"),
		}, "apple 12/bee 7|gnat 45/wasp 9"},
		{"prose beside the numbers of its lines", false, []row{
			placed(1, 0, 0, "1"), placed(1, 0, 11, "2"), placed(1, 0, 22, "3"),
			placed(2, 20, 0, "The tender shall not leave"), placed(2, 20, 11, "the mole before the second"), placed(2, 20, 22, "bell, whatever the weather"),
		}, "1/2/3|The tender shall not leave/the mole before the second/bell, whatever the weather"},
		{"one line", false, []row{placed(1, 100, 0, "62"), placed(2, 0, 0, "oil")}, "62|oil"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			var got strings.Builder
			rows := tabled(tt.rows, tt.right)
			for i, r := range rows {
				switch {
				case i > 0 && r.block == rows[i-1].block:
					got.WriteByte('/')
				case i > 0:
					got.WriteByte('|')
				}
				for j, w := range r.words {
					if j > 0 {
						got.WriteByte(' ')
					}
					got.WriteString(w.text)
				}
			}
			if diff := cmp.Diff(tt.want, got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestNumberOfTheOnlyPage(t *testing.T) {
	const text = `<line><word xMin="70" yMin="600" xMax="90" yMax="615">oil</word></line>`
	number := func(top, base string) string {
		return `<word xMin="300" yMin="` + top + `" xMax="306" yMax="` + base + `">1</word>`
	}
	for _, tt := range []struct {
		why, foot, want string
	}{
		{"at the foot of the page", number("780", "795"), "oil\n"},
		{"directly below the text", number("620", "635"), "oil\n1\n"},
		{"away from the text, in the middle of the page", number("650", "665"), "oil\n1\n"},
		{"another number at the foot", strings.Replace(number("780", "795"), ">1<", ">7<", 1), "oil\n7\n"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			xml := strings.NewReplacer("<line>", "<line >\n", "</line>", "\n</line>\n").Replace(
				`<page width="595" height="842">` + "\n" + text + "<line>" + tt.foot + "</line>")
			b := budget.New(budget.Limits{})
			pages, err := readLayout(strings.NewReader(xml), nil, b)
			if err != nil {
				t.Fatal(err)
			}
			got, err := withoutFurniture(pages, b, false)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

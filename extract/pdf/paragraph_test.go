package pdf

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The letter before a number decides how its range is read, if there is one in its paragraph or cell.
func TestParagraphs(t *testing.T) {
	for _, tt := range []struct {
		why  string
		rows []row
		want string
	}{
		{"a range begins a line of an Arabic paragraph", rowsOf(
			[]word{at("دج", 0, 10, 12), at("با", 15, 10, 50)},
			[]word{at("دج", 10, 22, 18), at("20-10", 20, 22, 50)},
		), "اب جد\n10-20 جد"},
		{"a range begins a paragraph", rowsOf(
			[]word{at("دج", 40, 10, 47), at("با", 48, 10, 50)},
			[]word{at("دج", 0, 22, 18), at("10-20", 20, 22, 50)},
		), "اب جد\n10-20 جد"},
		{"a range after a line of Hebrew", rowsOf(
			[]word{at("דג", 0, 10, 12), at("בא", 15, 10, 50)},
			[]word{at("דג", 10, 22, 18), at("10-20", 20, 22, 50)},
		), "אב גד\n10-20 גד"},
		{"a range in a cell of its own", rowsOf(
			[]word{at("10-20", 0, 10, 20), at("با", 40, 10, 50)},
		), "اب 10-20"},
		{"numbers alone on an Arabic page", rowsOf(
			[]word{at("5", 0, 10, 3), at("-", 5, 10, 8), at("30", 10, 10, 16)},
		), "30 - 5"},
		{"Latin words alone on an Arabic page", rowsOf(
			[]word{at("Windows", 0, 10, 30), at("10", 33, 10, 40)},
		), "Windows 10"},
		{"brackets as they look", rowsOf(
			[]word{at("10", 0, 10, 8), at("(ABC)", 10, 10, 30), at("با", 32, 10, 50)},
		), "اب (ABC) 10"},
		{"brackets as they are meant", rowsOf(
			[]word{at("10", 0, 10, 8), at(")ABC(", 10, 10, 30), at("با", 32, 10, 50)},
		), "اب (ABC) 10"},
	} {
		got := strings.Join(order{right: true, intricate: true}.lines(tt.rows), "\n")
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

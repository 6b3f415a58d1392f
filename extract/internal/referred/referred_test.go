package referred

import (
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		why, page, id, location string
		want                    bool
	}{
		{"a picture by its content id", `<img src="cid:x@y">`, "x@y", "", true},
		{"without quotes", `<IMG SRC=CID:x@y>`, "x@y", "", true},
		{"with escapes of an address and of HTML", `<img src="cid:x%20y&amp;z">`, "x y&z", "", true},
		{"in a style", `<p style="background: url('cid:x@y')">`, "x@y", "", true},
		{"in rich text", `{\*\htmltag84 <img src="cid:x@y">}`, "x@y", "", true},
		{"by a location", `<td background = "http://a/b/c.png">`, "", "c.png", true},
		{"another content id", `<img src="cid:x@y.z">`, "x@y", "", false},
		{"a location in words", `See c.png`, "", "c.png", false},
		{"no name", `<img src="cid:">`, "", "", false},
		{"no page", ``, "x@y", "c.png", false},
		{"many signs", strings.Repeat("src=", 1<<16), "x", "y", false},
	} {
		var n Names
		b := budget.NewIn(t.Context(), budget.Limits{})
		if err := n.Add([]byte(tt.page), b); err != nil || n.Has(tt.id, tt.location) != tt.want {
			t.Errorf("%s: %q, %q: want %t, %v", tt.why, tt.id, tt.location, tt.want, err)
		}
	}
}

package pdf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// The pages of a dynamic form are in place of others. Those of a static form have its text.
func TestDynamicForms(t *testing.T) {
	config := func(render string) string {
		return "<config><acrobat><dynamicRender>" + render + "</dynamicRender></acrobat></config>"
	}
	const packets = "/AcroForm << /Fields [] /XFA [(template) 7 0 R (config) 6 0 R (datasets) 7 0 R] >>"
	for _, tt := range []struct {
		why, root string
		stream    string // object 6
		want      bool
	}{
		{"no form", "", "", false},
		{"a form that is no XFA", "/NeedsRendering true /AcroForm << /Fields [] >>", "", false},
		{"the catalogue says so", "/NeedsRendering true /AcroForm << /XFA 6 0 R >>", "<xdp/>", true},
		{"its form is another object", "/NeedsRendering true /AcroForm 8 0 R", "", true},
		{"it is a list of packets", "/NeedsRendering true " + packets, "", true},
		{"the catalogue denies it", "/NeedsRendering false " + packets, config("forbidden"), false},
		{"the configuration says so", packets, config("\n required "), true},
		{"it denies it", packets, config("forbidden"), false},
		{"it says nothing", packets, "<config/>", false},
		{"another packet says so", "/AcroForm << /XFA [(template) 6 0 R] >>", config("required"), false},
		{"all packets in one stream", "/AcroForm << /XFA 6 0 R >>", "<xdp>" + config("required") + "</xdp>", true},
		{"a packet that is no stream", "/AcroForm << /XFA [(config) (required)] >>", "", false},
		{"a form that is missing", "/NeedsRendering true /AcroForm << /XFA 99 0 R >>", "", false},
	} {
		objects := treeOf("/Kids [3 0 R] /Count 1", deflated("", tt.stream), deflated("", "<a/>"), "<< /XFA 7 0 R >>")
		objects[1] = fmt.Sprintf("<< /Type /Catalog /Pages 2 0 R %s >>", tt.root)
		in := new(revisions).add(objects).table("").String()
		b := budget.New(budget.Limits{})
		b.Source(int64(len(in)))
		tree, err := countPages(medium.New(t.Context(), b, nil), strings.NewReader(in), int64(len(in)))
		if err != nil || tree == nil {
			t.Errorf("%s: %v", tt.why, err)
		} else if tree.dynamic != tt.want {
			t.Errorf("%s: %v, want %v", tt.why, tree.dynamic, tt.want)
		}
	}
}

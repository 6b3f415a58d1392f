package ucd_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

func TestCategoryNames(t *testing.T) {
	seen := map[string]bool{}
	for c := ucd.Lu; c <= ucd.Cn; c++ {
		name := c.String()
		back, ok := ucd.ParseCategory(name)
		if !ok || back != c {
			t.Errorf("ParseCategory(%q) = %v, %t, want %v", name, back, ok, c)
		}
		seen[name] = true
	}
	if diff := cmp.Diff(30, len(seen)); diff != "" {
		t.Errorf("number of categories (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("Category(30)", ucd.Category(30).String()); diff != "" {
		t.Errorf("no category (-want +got):\n%s", diff)
	}
}

func TestParseCategoryRefuses(t *testing.T) {
	for _, tt := range []struct{ why, name string }{
		{"no name", ""},
		{"a group, not a value", "L"},
		{"a group of three", "LC"},
		{"case counts", "lu"},
		{"blanks count", " Lu"},
		{"long names are not known", "Uppercase_Letter"},
	} {
		if c, ok := ucd.ParseCategory(tt.name); ok {
			t.Errorf("%s: ParseCategory(%q) = %v", tt.why, tt.name, c)
		}
	}
}

func TestCategories(t *testing.T) {
	for _, tt := range []struct {
		why string
		of  []ucd.Category
	}{
		{"empty", nil},
		{"the first, whose value is zero", []ucd.Category{ucd.Lu}},
		{"the last", []ucd.Category{ucd.Cn}},
		{"several, one of them twice", []ucd.Category{ucd.Mn, ucd.Nd, ucd.Mn}},
	} {
		set := ucd.CategoriesOf(tt.of...)
		want, got := map[string]bool{}, map[string]bool{}
		for _, c := range tt.of {
			want[c.String()] = true
		}
		for c := ucd.Lu; c <= ucd.Cn; c++ {
			if set.Contains(c) {
				got[c.String()] = true
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

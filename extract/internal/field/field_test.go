package field

import "testing"

func TestText(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"a fraction", ` EQ \f(1,2)`, "1 2"},
		{"a Greek letter", ` SYMBOL 97 \f "Symbol" \s 11 `, "α"},
		{"a hexadecimal number, and a font without quotes", `symbol 0xFE \f Wingdings`, "☑"},
		{"a character of the code page", `SYMBOL 128`, "€"},
		{"the same in Unicode", `SYMBOL 8364 \f "Arial" \u`, "€"},
		{"no number", `SYMBOL x`, ""},
		{"a prompt", ` MACROBUTTON NoMacro [Click here and type name] `, "[Click here and type name]"},
		{"a button without a prompt", `GOTOBUTTON place`, ""},
		{"another field", `TITLE \* Upper`, ""},
		{"nothing", ``, ""},
	} {
		if got := Text(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestName(t *testing.T) {
	for _, tt := range []struct {
		why, in, want string
		page          bool
	}{
		{"blanks and small letters", "\t page \\* roman", "PAGE", true},
		{"the number of pages", "NUMPAGES", "NUMPAGES", true},
		{"the number of another page", `PAGEREF _Toc1`, "PAGEREF", false},
	} {
		got := Name(tt.in)
		if page := IsPageNumber(got); got != tt.want || page != tt.page {
			t.Errorf("%s: %q, %t, want %q, %t", tt.why, got, page, tt.want, tt.page)
		}
	}
}

func TestForm(t *testing.T) {
	filled := func(kind string, fill ...func(*Form)) Form {
		f := NewForm(kind)
		for _, do := range fill {
			do(&f)
		}
		return f
	}
	choose := func(n int) func(*Form) { return func(f *Form) { f.Choose(n) } }
	preset := func(f *Form) { f.Preset(1) }
	entry := func(s string) func(*Form) { return func(f *Form) { f.Entry(s) } }
	for _, tt := range []struct {
		why  string
		form Form
		want string
	}{
		{"a box with a tick", filled(CheckBox, choose(1)), "☒"},
		{"a box without one", filled(CheckBox), "☐"},
		{"ticked at first", filled(CheckBox, preset), "☒"},
		{"ticked at first, and no longer", filled(CheckBox, preset, choose(0)), "☐"},
		{"an entry", filled(List, choose(1), entry("a"), entry("b")), "b"},
		{"the first entry, if no other is chosen", filled(List, entry("a"), entry("b")), "a"},
		{"an entry that counts at first", filled(List, entry("a"), entry("b"), preset), "b"},
		{"an entry that the list does not have", filled(List, entry("a"), choose(1)), ""},
		{"less than none", filled(List, entry("a"), choose(-1)), ""},
		{"another field", filled("FORMTEXT", choose(1)), ""},
	} {
		if got := tt.form.Text(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
	if f := filled(List, func(f *Form) {
		for range 1 << 16 {
			f.Entry("a")
		}
	}); len(f.entries) > 1<<13 {
		t.Errorf("%d entries", len(f.entries))
	}
}

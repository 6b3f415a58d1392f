package bagit

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestWindowsNames is about single names.
func TestWindowsNames(t *testing.T) {
	long := strings.Repeat("ä", 255)
	for _, c := range []struct{ name, want, why string }{
		{"a.txt", "", "most names"},
		{"CON", `"CON", the name of a device`, "a device"},
		{"nul.tar.gz", `"nul", the name of a device`, "a device in any case, with or without what follows a full stop"},
		{"com1 .txt", `"com1", the name of a device`, "blanks before the full stop do not count"},
		{"LPT¹", `"LPT¹", the name of a device`, "superscript digits are digits to Windows"},
		{"COM0", "", "the digits are 1 to 9"},
		{"CONTENT", "", "it only begins with the name of a device"},
		{"a:b", `a name with ":"`, "a stream of NTFS"},
		{`say "a"`, `a name with "\""`, "quotation marks"},
		{"a\tb", `a name with "\t"`, "control characters"},
		{"a\u007f", "", "DEL is allowed"},
		{"a.", `a name that ends with "."`, "Windows takes it away"},
		{"a ", `a name that ends with " "`, "the same"},
		{".keep", "", "a full stop at the beginning is allowed"},
		{long, "", "255 characters, though of 510 octets"},
		{long + "ä", "a name of 256 characters", "one too many"},
		{strings.Repeat("\U0001F600", 128), "a name of 256 characters", "two units of UTF-16 each"},
		{"\xff", "", "no UTF-8: other findings say so"},
	} {
		if got := noWindowsName(c.name); got != c.want {
			t.Errorf("%q: %q: expected %q: %s", c.name, got, c.want, c.why)
		}
	}
}

// TestLikeness says in what two paths differ, and in nothing else.
func TestLikeness(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"data/A", "data/a", "case Case"},
		{"data/é", "data/e\u0301", "normalization Unicode normalization"},
		{"data/É", "data/e\u0301", "case case"},
		{"data/ﬁ", "data/fi", "normalization compatibility characters (Unicode NFKC)"},
		{"data/ﬁ", "data/FI", "case case and compatibility characters (Unicode NFKC)"},
		{"data/ß", "data/SS", "case full case folding, as ß from ss,"},
		{"data/100%25", "data/100%", "percent percent-encoding"},
	} {
		f := newFolder()
		if f.fold(c.a) != f.fold(c.b) {
			t.Errorf("%q and %q are not compared", c.a, c.b)
		}
		rule, in := likeness(c.a, c.b)
		if got := string(rule) + " " + in; !strings.EqualFold(got, c.want) {
			t.Errorf("%q and %q: %q: expected %q", c.a, c.b, got, c.want)
		}
	}
}

// TestSentences is about the words of findings.
func TestSentences(t *testing.T) {
	for _, c := range []struct {
		why     string
		version string
		edit    func(map[string]string)
		want    []string
	}{
		{"numbers of one have no s", "1.0", all(put("manifest-sha256.txt", hello+"  data/a.txt\n"), drop("data/sub/b.txt"), put("bag-info.txt", "Payload-Oxum: 1.1\n")),
			[]string{"bag-info.txt: the payload has 6 bytes in 1 file: expected 1 byte in 1 file, as Payload-Oxum says (RFC 8493, 2.2.2)"}},
		{"the line that 1.0 asks for, where tools leave % as it is", "1.0", add("data/100%25.txt", "data/100%25.txt", "x"),
			[]string{`data/100%25.txt: listed as "data/100%25.txt", which is another name since 1.0: expected "data/100%2525.txt": many tools write a percent sign as it is (RFC 8493, 2.1.3)`}},
		{"the same of a percent sign that encodes nothing", "1.0", add("data/100%.txt", "data/100%.txt", "x"),
			[]string{`manifest-sha256.txt: line 3: a percent sign that is not encoded, as many tools write it ("data/100%.txt"): expected %25 (RFC 8493, 2.1.3)`}},
		{"2.1.3 has what only 1.0 asks", "0.97", add("data/a\rb", "data/a%0Db", "x"),
			[]string{"data/a\rb: a name with \"\\r\": expected a name that Windows can have (RFC 8493, 6.1.2)",
				"data/a\rb: listed as \"data/a%0Db\", encoded as only 1.0 asks: expected its name as it is (RFC 8493, 2.1.3)"}},
		{"fi is no ligature in another case", "1.0", all(add("data/ﬁ", "data/ﬁ", "x"), add("data/fi", "data/fi", "x")),
			[]string{`data/ﬁ: differs from "data/fi" in compatibility characters (Unicode NFKC) only: expected names that every system tells apart (RFC 8493, 6.1.1.3)`}},
		{"nor is what is missing", "1.0", add("data/fi", "data/ﬁ", "x"),
			[]string{`data/ﬁ: no such file, but one that differs in compatibility characters (Unicode NFKC) only: "data/fi": expected it, as manifest-sha256.txt says (RFC 8493, 3)`,
				`data/fi: not in manifest-sha256.txt: expected each payload file in every payload manifest (RFC 8493, 3)`}},
		{"a length is told with the line", "1.0", put("fetch.txt", "https://example.org/b 6 data/sub/b.txt\nhttps://example.org/a 1 data/a.txt\n"),
			[]string{`fetch.txt: line 2: length 1 of "data/a.txt": expected 6 bytes, which the file has (RFC 8493, 2.2.3)`}},
	} {
		files := (&testCase{edit: c.edit, tagAlgs: "-"}).build(c.version)
		b, findings := validateFiles(t, files)
		var got []string
		for _, f := range findings {
			got = append(got, f.Path+": "+f.String())
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (%d errors): %s", c.why, b.Errors, diff)
		}
	}
}

// validateFiles validates a bag in memory.
func validateFiles(t *testing.T, files map[string]string) (*Bag, []Finding) {
	t.Helper()
	memory := make(fstest.MapFS)
	for name, contents := range files {
		memory[name] = &fstest.MapFile{Data: []byte(contents), Mode: 0o666}
	}
	var findings []Finding
	b, err := Validate(context.Background(), memory, Options{}, func(f Finding) { findings = append(findings, f) })
	if err != nil {
		t.Fatal(err)
	}
	return b, findings
}

// Of warnings that a whole bag may be full of, the first are given, and the number of the rest.
func TestFewHints(t *testing.T) {
	files := (&testCase{tagAlgs: "-", algs: "md5 sha256"}).build("1.0")
	for i := range 40 {
		for _, name := range []string{fmt.Sprintf("data/%02d?", i), fmt.Sprintf("data/what?/%d", i), fmt.Sprintf("data/Case%d", i), fmt.Sprintf("data/case%d", i)} {
			files[name] = "x"
			for _, alg := range []string{"md5", "sha256"} {
				files["manifest-"+alg+".txt"] += sumOf(alg, "x") + "  " + name + "\n"
			}
		}
	}
	delete(files, "bag-info.txt")
	b, findings := validateFiles(t, files)
	if !b.Valid || b.Warnings != int64(len(findings)) {
		t.Errorf("valid %v, %d warnings: expected a valid bag, and %d", b.Valid, b.Warnings, len(findings))
	}
	rest := make(map[string]string)
	count := make(map[string]int)
	for _, f := range findings {
		if count[f.Rule]++; f.Path == "" {
			rest[f.Rule] = f.What
		}
	}
	if diff := cmp.Diff(map[string]string{ruleWindows: "36 more names that Windows cannot have", ruleCase: "35 more names that differ in case"}, rest); diff != "" {
		t.Error(diff) // 40 files, and one directory
	}
	if diff := cmp.Diff(map[string]int{ruleWindows: maxHints + 1, ruleCase: maxHints + 1}, count); diff != "" {
		t.Error(diff)
	}
}

// TestIsBag tells what is a bag, or was one.
func TestIsBag(t *testing.T) {
	for _, c := range []struct {
		names string
		want  bool
	}{
		{"bagit.txt", true},
		{"data/a manifest-md5.txt", true},
		{"data/a tagmanifest-sha512.txt", true},
		{"data/a bag-info.txt", true},
		{"data/a", false},
		{"manifest-md5.txt", false},
		{"data manifest-md5.txt", false},
		{"data/a manifest-.txt", false},
		{"data/a manifest-of%cargo.txt", false},
		{"data/a manifest-md5.txt/a", false},
	} {
		memory := make(fstest.MapFS)
		for _, name := range strings.Fields(c.names) {
			memory[name] = &fstest.MapFile{Mode: 0o666}
		}
		if got := IsBag(memory); got != c.want {
			t.Errorf("%s: %v: expected %v", c.names, got, c.want)
		}
	}
}

// A bag made by md5sum has the same marks in every line.
func TestFewMarks(t *testing.T) {
	files := (&testCase{tagAlgs: "-"}).build("1.0")
	delete(files, "bag-info.txt")
	for i := range 8 {
		name := fmt.Sprintf("data/%d", i)
		files[name] = "x"
		files["manifest-sha256.txt"] += sumOf("sha256", "x") + " *./" + name + "\n"
	}
	b, findings := validateFiles(t, files)
	count := make(map[string]int)
	for _, f := range findings {
		count[f.Rule]++
	}
	if diff := cmp.Diff(map[string]int{ruleBinaryMark: maxHints + 1, ruleRelativePath: maxHints + 1}, count); diff != "" || !b.Valid {
		t.Errorf("valid %v: %s", b.Valid, diff)
	}
	if last := findings[len(findings)-1].String(); last != "3 more paths with . or an empty element (RFC 8493, 2.1.3)" {
		t.Error(last)
	}
}

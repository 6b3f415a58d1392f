package lightweight_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// Delimited values are the cells of a sheet: a blank between cells, a line end between rows.
func TestSeparated(t *testing.T) {
	long := strings.Repeat("a, ", 100_000)
	for _, tt := range []struct {
		why, name, octets, want, notes string
	}{
		{"commas", "a.csv", "a,b\r\n1,234\r\n", "a b\n1 234", ""},
		{"decimal commas", "a.csv", "1,5;2,5\n3,5;4,5\n", "1,5 2,5\n3,5 4,5", ""},
		{"numbers alone", "a.csv", "1,2\n3,4\n", "1 2\n3 4", ""},
		{"semicolons, and a comma in each row", "a.csv", "a, b;c;d\ne, f;g;h\n", "a, b c d\ne, f g h", ""},
		{"commas, and semicolons in one cell of each row", "a.csv", "a; b,c,d\ne; f,g,h\n", "a; b c d\ne; f g h", ""},
		{"tabs", "a.csv", "a, b\tc\nd\te\n", "a, b c\nd e", ""},
		{"bars", "a.csv", "a, b|c\nd|e\n", "a, b c\nd e", ""},
		{"one column", "a.csv", "a\nb\n", "a\nb", ""},
		{"one row", "a.csv", "a,b", "a b", ""},
		{"TSV has tabs alone", "a.tsv", "1,5;a\t2,5;b\n", "1,5;a 2,5;b", ""},
		{"a delimiter that the first line names", "a.csv", "sep=|\r\na,b|c,d\n", "a,b c,d", ""},
		{"the same, without an ending", "a", "\uFEFFsep=;\na;b\n", "a b", ""},
		{"no delimiter", "a.csv", "sep=a\nb,c\n", "sep=a\nb c", ""},
		{"delimiters and line ends in quotes", "a.csv", "\"1,234.50\",\"b\r\nc\"\n\"d\",e\n", "1,234.50 b c\nd e", ""},
		{"quotes that only one delimiter explains", "a.csv", "\"a,b\";c\n\"d,e,f\";g\n", "a,b c\nd,e,f g", ""},
		{"quotes in quotes", "a.csv", `"a ""b"" c","""",""""""` + "\n", `a "b" c " ""`, ""},
		{"quotes in a cell without", "a.csv", "5\" pipe,6'\n", "5\" pipe 6'", ""},
		{"a blank before and after quotes", "a.csv", "a, \"b, c\" ,d\n", "a b, c d", ""},
		{"a cell with nothing", "a.csv", "a,,b\n,\"\",\nc\n", "a b\nc", ""},
		{"CR", "a.csv", "a,b\rc,d\r", "a b\nc d", ""},
		{"a text after a closing quote", "a.csv", "a,b\n\"c\" d,e\n", "a b\nc d e", "line 2: text after a closing quote"},
		{"a quote that is not closed", "a.csv", "a,b\nc,\"d\ne,f\n", "a b\nc \"d\ne f", "line 2: a quote is not closed: read as plain text"},
		{"the same behind line ends in quotes", "a.csv", "\"a\nb\",c\nd,\"e\n", "a b c\nd \"e", "line 3: a quote is not closed: read as plain text"},
		{"a long cell", "a.csv", `"` + long + `b",c`, long + "b c", ""},
		{"a quote that is closed too late", "a.csv", `"` + strings.Repeat("a", 1<<20) + `",c`, `"` + strings.Repeat("a", 1<<20) + `" c`,
			"line 1: a quote is not closed: read as plain text"},
		{"a byte order mark before a quote", "a.csv", "\uFEFF\"a,b\",c\n", "a,b c", ""},
		{"UTF-16", "a.csv", "\xff\xfea\x00,\x00\x53\x4f\n\x00", "a 体", ""},
		{"Windows, Cyrillic", "a.csv", "\xcc\xe0\xff\xea;\xee\xe3\xee\xed\xfc \xed\xe0 \xe1\xe5\xf0\xe5\xe3\xf3;12,5\n", "Маяк огонь на берегу 12,5", "*"},
		{"ill-formed UTF-8", "a.csv", strings.Repeat("é", 100) + "\xff,b\n", strings.Repeat("é", 100) + "\uFFFD b", ""},
		{"Arabic", "a.csv", "منارة,ضوء,١٬٢٣٤\n", "منارة ضوء ١٬٢٣٤", ""},
		{"Hebrew, in quotes", "a.csv", "\"מגדלור, ים\";אור\n", "מגדלור, ים אור", ""},
		{"Chinese", "a.csv", "海鷗號,灯塔\n", "海鷗號 灯塔", ""},
		{"Hindi", "a.tsv", "दीपस्तंभ\tसमुद्र\n", "दीपस्तंभ समुद्र", ""},
	} {
		d, text, err := extracttest.TextOf([]byte(tt.octets), extract.Options{Name: tt.name})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if diff := cmp.Diff(tt.want, text); diff != "" {
			t.Errorf("%s (-want +got):\n%.2000s", tt.why, diff)
		}
		if notes := strings.Join(d.Notes, "; "); tt.notes != "*" && notes != tt.notes {
			t.Errorf("%s: notes %q, want %q", tt.why, notes, tt.notes)
		}
		if want := map[bool]string{true: "text/tab-separated-values", false: "text/csv"}[tt.name == "a.tsv"]; d.MediaType != want {
			t.Errorf("%s: %s, want %s", tt.why, d.MediaType, want)
		}
	}
}

// A name or a declared type makes a text a table. Its commas alone do not.
func TestSeparatedIsNamed(t *testing.T) {
	for _, tt := range []struct{ why, name, mediaType, octets, want string }{
		{"a text", "a.txt", "", "a,b\nc,d\n", "text/plain"},
		{"no name", "", "", "a,b\nc,d\n", "text/plain"},
		{"a declared type", "a.txt", "text/csv; charset=utf-8; header=present", "a,b\n", "text/csv"},
		{"capitals", "A.CSV", "", "a,b\n", "text/csv"},
		{"a name and a first line", "a.txt", "", "sep=;\na;b\n", "text/plain"},
	} {
		d, _, err := extracttest.TextOf([]byte(tt.octets), extract.Options{Name: tt.name, MediaType: tt.mediaType})
		if err != nil || d.MediaType != tt.want {
			t.Errorf("%s: %+v, %v, want %s", tt.why, d, err, tt.want)
		}
	}
}

// A delimiter changes no digest.
func TestDelimitersDoNotCount(t *testing.T) {
	rows := [][]string{{"ship", "dues", "paid"}, {"Mary Ann", "-41.60", "TRUE"}, {"Größe, Söhne", "1,234,567.89 £", "FALSE"}, {"海鷗號", "33.3%", "TRUE"}}
	digests := make(map[[32]byte][]string)
	for _, delimiter := range []string{",", ";", "\t", "|"} {
		var b strings.Builder
		for _, row := range rows {
			b.WriteString(`"` + strings.Join(row, `"`+delimiter+`"`) + "\"\r\n")
		}
		_, text, err := extracttest.TextOf([]byte(b.String()), extract.Options{Name: "a.csv"})
		if err != nil {
			t.Fatal(err)
		}
		digest, ok := textdigest.Sum([]byte(text))
		if !ok {
			t.Fatalf("no digest of %q", text)
		}
		digests[digest] = append(digests[digest], delimiter)
	}
	if len(digests) != 1 {
		t.Errorf("digests by delimiter: %v, want one", digests)
	}
}

func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"sep=;\n", "\"a \"\"b\"\", c\" d,\"e\nf\"\r\n", "1,5;2,5\n", "\xff\xfea\x00,\x00", "\""} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, octets []byte, tabs bool) {
		mediaType := "text/csv"
		if tabs {
			mediaType = "text/tab-separated-values"
		}
		extracttest.Finds(t, octets, mediaType)
	})
}

package dataset

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
)

func TestCSV(t *testing.T) {
	for _, tt := range []struct {
		why   string
		in    string
		comma byte
		f     Fields
		limit int64
		want  []row
		err   string
	}{
		{"quotes, commas and line ends in a field", "id,text\n1,\"a \"\"b\"\", c\r\nd\"\n2,e\n", ',',
			fields(t, "id", "text"), 0,
			[]row{{1, `"1"`, "a \"b\", c\r\nd", ""}, {2, `"2"`, "e", ""}}, ""},
		{"a mark, CRLF, blank lines, no last line end", "\xef\xbb\xbfid,text\r\n\r\n1,a\r\n\n2,\"b\"", ',',
			fields(t, "id", "text"), 0,
			[]row{{1, `"1"`, "a", ""}, {2, `"2"`, "b", ""}}, ""},
		{"tabs", "id\ttext\n1\ta, \"b\"\n", '\t', fields(t, "id", "text"), 0, []row{{1, `"1"`, `a, "b"`, ""}}, ""},
		{"quotes within a field without them are text", "text\n6\" of it\n", ',', fields(t, "", "text"), 0,
			[]row{{1, "", `6" of it`, ""}}, ""},
		{"names in quotes, and with dots", "\"meta.text\",\"a,b\"\n1,2\n", ',', fields(t, "a,b", "meta.text"), 0,
			[]row{{1, `"2"`, "1", ""}}, ""},
		{"fields in the order asked for, one of them twice", "a,b\n1,2\n", ',', fields(t, "a", "b", "a", "b"), 0,
			[]row{{1, `"1"`, "2|1|2", ""}}, ""},
		{"an empty id is none, and an empty text is one", "id,text\n,\n", ',', fields(t, "id", "text"), 0,
			[]row{{1, "", "", ""}}, ""},
		{"fields of a partition", "text\na\n", ',', Fields{ID: Path{"lang"}, Text: []Path{{"text"}, {"lang"}},
			Given: map[string]string{"lang": "en", "text": "no"}}, 0,
			[]row{{1, `"en"`, "a|en", ""}}, ""},
		{"bytes that are not UTF-8 stay as they are", "text\n\xff\xe9\n", ',', fields(t, "", "text"), 0,
			[]row{{1, "", "\xff\xe9", ""}}, ""},
		{"an id that is not UTF-8 has no JSON", "id,text\n\xff,a\n", ',', fields(t, "id", "text"), 0,
			[]row{{1, "", "a", ""}}, ""},
		{"a row with too few fields, and one with too many", "id,text\n1\n2,a\n3,b,c\n", ',', fields(t, "id", "text"), 0,
			[]row{
				{1, `"1"`, "", "malformed document: CSV: fields: 1, expected 2, as in the first line"}, {2, `"2"`, "a", ""},
				{3, `"3"`, "", "malformed document: CSV: fields: 3, expected 2, as in the first line"}}, ""},
		{"text after a closing quote", "text\n\"a\"b\nc\n", ',', fields(t, "", "text"), 0, []row{
			{1, "", "", `malformed document: CSV: 'b' after a closing quote: expected a separator`}, {2, "", "c", ""}}, ""},
		{"a quote that is not closed", "text\na\n\"b\nc\n", ',', fields(t, "", "text"), 0, []row{
			{1, "", "a", ""}, {2, "", "", "malformed document: CSV: a quote that is not closed"}}, ""},
		{"one that swallows more than a record may have", "text\na\n\"b\n" + strings.Repeat("cccc\n", 10), ',',
			fields(t, "", "text"), 20,
			[]row{{1, "", "a", ""}}, "in row 2: document too large: more than 20 bytes of one row (is a quote not closed?)"},
		{"nothing", "", ',', fields(t, "", "text"), 0, nil,
			"malformed document: CSV: empty: expected a line with the names of the fields"},
		{"only names", "text\n", ',', fields(t, "", "text"), 0, nil, ""},
		{"no such column", "a,b\n", ',', fields(t, "", "text"), 0, nil,
			"malformed document: CSV: no column text (there are a, b)"},
		{"two columns of one name", "text,text\n", ',', fields(t, "", "text"), 0, nil,
			"malformed document: CSV: two columns are named text"},
		{"each of a list", "text\n", ',', fields(t, "", "text[*]"), 0, nil, "no column text[*]"},
		{"UTF-16", "\xff\xfet\x00", '\t', fields(t, "", "text"), 0, nil, "TSV in UTF-16: expected UTF-8"},
		{"no field", "text\n", ',', Fields{}, 0, nil, "no text field given"},
	} {
		rows, err := readAll(t, CSV(iotest.OneByteReader(strings.NewReader(tt.in)), tt.comma, tt.f,
			extract.Limits{Size: tt.limit}))
		if diff := cmp.Diff(tt.want, rows); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%s: error %v, want %q", tt.why, err, tt.err)
		}
	}
}

// A field that never ends is not read into memory.
func TestRecordMemory(t *testing.T) {
	const most = 256 << 10
	endless := func(start, again string) io.Reader {
		return io.MultiReader(strings.NewReader(start), io.LimitReader(&repeated{text: again}, 5<<20))
	}
	for why, records := range map[string]func(yield func(*Record, error) bool){
		"a quote of CSV":     CSV(endless("text\n\"", "a line\n"), ',', fields(t, "", "text"), extract.Limits{Size: most}),
		"a line of CSV":      CSV(endless("text\n", "words "), ',', fields(t, "", "text"), extract.Limits{Size: most}),
		"the names of CSV":   CSV(endless("", "text,"), ',', fields(t, "", "text"), extract.Limits{Size: most}),
		"a string in JSON":   JSONArray(endless(`[{"text":"`, "words "), fields(t, "", "text"), extract.Limits{Size: most}),
		"brackets in JSON":   JSONArray(endless("[", "[{"), fields(t, "", "text"), extract.Limits{Size: most}),
		"a line of JSON":     JSONLines(endless(`{"text":"`, "words "), fields(t, "", "text"), extract.Limits{Size: most}),
		"blanks before JSON": JSONArray(endless("[ ", "  "), fields(t, "", "text"), extract.Limits{Size: most}),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		failed := false
		for r, err := range records {
			if err == nil {
				_, err = r.Read(nil)
			}
			failed = failed || err != nil
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 16*most || !failed {
			t.Errorf("%s: %d bytes allocated, failed: %t, want fewer than %d", why, used, failed, 16*most)
		}
	}
}

// repeated is a text again and again.
type repeated struct {
	text string
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.text[r.at]
		r.at = (r.at + 1) % len(r.text)
	}
	return len(p), nil
}

// What encoding/csv reads without complaint is read the same here. Only CR before LF in quotes differs:
// encoding/csv removes it.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{"a,text\n1,2\n", "text\n\"a\"\"b\nc\"\r\n", "text\n\"", "text\n\n\na\"b\n",
		"text,\n,\"\"\n"} {
		f.Add(s, true)
	}
	f.Add("text\ta\n1\t2\n", false)
	f.Fuzz(func(t *testing.T, in string, commas bool) {
		comma := byte(',')
		if !commas {
			comma = '\t'
		}
		var got []string
		var bad bool
		for r, err := range CSV(strings.NewReader(in), comma, Fields{Text: []Path{{"text"}}}, extract.Limits{Size: 1 << 16}) {
			var c *Content
			if err == nil {
				c, err = r.Read(nil)
			}
			if err != nil {
				bad = true
				if errors.Is(err, extract.ErrInternal) || !errors.Is(err, extract.ErrMalformed) &&
					!errors.Is(err, extract.ErrTooLarge) {
					t.Fatalf("error %v, want one with a name", err)
				}
				continue
			}
			got = append(got, string(c.Text[0]))
		}
		if bad || strings.Contains(in, "\r") || strings.HasPrefix(in, "\xef\xbb\xbf") {
			return
		}
		standard := csv.NewReader(strings.NewReader(in))
		standard.Comma = rune(comma)
		all, err := standard.ReadAll()
		if err != nil || len(all) == 0 {
			return
		}
		var want []string
		for i, name := range all[0] {
			if name == "text" {
				for _, row := range all[1:] {
					want = append(want, row[i])
				}
				break
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", in, diff)
		}
	})
}

func TestJSONArray(t *testing.T) {
	for _, tt := range []struct {
		why   string
		in    string
		limit int64
		want  []row
		err   string
	}{
		{"objects, and blanks between them",
			"\xef\xbb\xbf [ {\"id\":1,\"text\":\"a\"} ,\r\n\t{\"id\":2,\"text\":\"b\"}\n]\n", 0,
			[]row{{1, "1", "a", ""}, {2, "2", "b", ""}}, ""},
		{"brackets, commas and quotes in strings", `[{"id":1,"text":"]},\"[{"},{"id":2,"text":"\\"}]`, 0,
			[]row{{1, "1", `]},"[{`, ""}, {2, "2", `\`, ""}}, ""},
		{"no element", " [ ] ", 0, nil, ""},
		{"what is no object is an error of its record", `[1,{"id":2,"text":"b"},[{}],"s"]`, 0, []row{
			{1, "", "", "malformed document: a number: expected one JSON object a record"}, {2, "2", "b", ""},
			{3, "", "", "malformed document: an array: expected one JSON object a record"}, {4, "", "",
				"malformed document: a string: expected one JSON object a record"}}, ""},
		{"so is one that is not sound", `[{"id":1,},{"id":2,"text":"b"}]`, 0, []row{
			{1, "", "", "malformed document: JSON: byte 9 is '}': expected a name in quotes"}, {2, "2", "b", ""}}, ""},
		{"and one that is too long", `[{"id":1,"text":"` + strings.Repeat("a", 100) + `"},{"id":2,"text":"b"}]`, 50, []row{
			{1, "", "", "document too large: more than 50 bytes of one record"}, {2, "2", "b", ""}}, ""},
		{"a comma too many", `[{"id":1,"text":"a"},]`, 0, []row{{1, "1", "a", ""}},
			"in record 2: malformed document: JSON: expected an object before the comma or ]"},
		{"cut off in an element", `[{"id":1,"text":"a"},{"id`, 0, []row{{1, "1", "a", ""}},
			"in record 2: malformed document: JSON: the array is cut off"},
		{"cut off after one", `[{"id":1,"text":"a"}`, 0, nil, "in record 1: malformed document: JSON: the array is cut off"},
		{"something after the array", `[{"id":1,"text":"a"}] x`, 0, []row{{1, "1", "a", ""}},
			"'x' after the array: expected the end"},
		{"an object", `{"id":1}`, 0, nil,
			"malformed document: JSON: expected an array of objects (--input jsonl reads an object a line)"},
		{"nothing", "", 0, nil, "expected an array of objects"},
	} {
		rows, err := readAll(t, JSONArray(iotest.OneByteReader(strings.NewReader(tt.in)), fields(t, "id", "text"),
			extract.Limits{Size: tt.limit}))
		if diff := cmp.Diff(tt.want, rows); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%s: error %v, want %q", tt.why, err, tt.err)
		}
	}
}

// An array has the records of its elements as JSON Lines.
func FuzzJSONArray(f *testing.F) {
	f.Add([]byte("{\"text\":\"a\"}\n{\"text\":\"]\"}"))
	f.Add([]byte("{\"text\":null}\n1"))
	f.Add([]byte("["))
	f.Fuzz(func(t *testing.T, in []byte) {
		limits := extract.Limits{Size: 1 << 16}
		for r, err := range JSONArray(bytes.NewReader(in), Fields{Text: []Path{{"text"}}}, limits) {
			if err == nil {
				_, err = r.Read(nil)
			}
			if errors.Is(err, extract.ErrInternal) {
				t.Fatal(err)
			}
		}
		lines, err := readAll(t, JSONLines(bytes.NewReader(in), Fields{Text: []Path{{"text"}}}, limits))
		for _, r := range lines {
			if err != nil || r.Err != "" {
				return
			}
		}
		if err != nil || bytes.HasPrefix(in, []byte("\x28\xb5")) || bytes.HasPrefix(in, []byte("\x1f\x8b")) ||
			bytes.Contains(in, []byte("\xef\xbb\xbf")) {
			return
		}
		var elements [][]byte
		for line := range bytes.Lines(in) {
			if line = bytes.TrimSpace(line); len(line) > 0 {
				elements = append(elements, line)
			}
		}
		array := append(append([]byte("["), bytes.Join(elements, []byte(","))...), ']')
		rows, err := readAll(t, JSONArray(bytes.NewReader(array), Fields{Text: []Path{{"text"}}}, limits))
		if err != nil || len(rows) != len(lines) {
			t.Fatalf("%q: %d records, %v, want %d", array, len(rows), err, len(lines))
		}
		for i := range rows {
			if rows[i].Text != lines[i].Text || rows[i].Err != "" {
				t.Fatalf("%q: record %d: %q, want %q", array, i, rows[i].Text, lines[i].Text)
			}
		}
	})
}

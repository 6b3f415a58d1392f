package dataset

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
)

// row is a record in short.
type row struct {
	Number int64
	ID     string // JSON
	Text   string // with | between
	Err    string
}

func readAll(t *testing.T, f func(yield func(*Record, error) bool)) (rows []row, err error) {
	t.Helper()
	f(func(r *Record, e error) bool {
		if e != nil {
			err = e
			return true
		}
		c, fault := r.Read()
		this := row{Number: r.Number, ID: string(c.ID.JSON)}
		if fault != nil {
			this.Err = fault.Error()
		} else {
			this.Text = string(bytes.Join(c.Text, []byte("|")))
		}
		rows = append(rows, this)
		return true
	})
	return rows, err
}

func fields(t *testing.T, id string, text ...string) Fields {
	t.Helper()
	var f Fields
	var err error
	if id != "" {
		if f.ID, err = ParsePath(id); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range text {
		p, err := ParsePath(s)
		if err != nil {
			t.Fatal(err)
		}
		f.Text = append(f.Text, p)
	}
	return f
}

func parquetFile(t testing.TB, name string) []byte {
	t.Helper()
	octets, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return octets
}

// Whatever the codec, the pages and the encoding, the records are the same.
func TestParquet(t *testing.T) {
	null := "malformed document: field text: null"
	noID := "malformed document: field id: null"
	want := []row{
		{1, `"a"`, "the fox", ""}, {2, `"b#1"`, "a dog — ein Hund", ""}, {3, `"c"`, "", null},
		{4, `"d"`, "", ""}, {5, "", "", noID}, {6, `"한"`, "日本語", ""},
	}
	for _, r := range want[:6:6] {
		r.Number += 6
		want = append(want, r)
	}
	for _, name := range []string{"none", "snappy", "gzip", "zstd", "brotli", "lz4"} {
		octets := parquetFile(t, name+".parquet")
		rows, err := readAll(t, Parquet(bytes.NewReader(octets), int64(len(octets)), fields(t, "id", "text"), extract.Limits{}))
		if diff := cmp.Diff(want, rows); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestParquetFields(t *testing.T) {
	octets := parquetFile(t, "snappy.parquet")
	for _, tt := range []struct {
		why   string
		f     Fields
		limit int64
		want  []row // the first ones
		err   string
	}{
		{"numbers are exact", fields(t, "number", "text"), 0,
			[]row{{1, "9223372036854775807", "the fox", ""}, {2, "-9223372036854775808", "a dog — ein Hund", ""}}, ""},
		{"unsigned numbers are", fields(t, "unsigned", "text"), 0, []row{{1, "18446744073709551615", "the fox", ""}, {2, "4294967296", "a dog — ein Hund", ""}}, ""},
		{"those of 32 bits, too", fields(t, "small", "text"), 0, []row{{1, "4294967295", "the fox", ""}}, ""},
		{"without ids", fields(t, "", "text"), 0, []row{{1, "", "the fox", ""}}, ""},
		{"several fields in the order asked for", fields(t, "", "meta.text", "id"), 0, []row{{1, "", "the fox|a", ""}}, ""},
		{"a dot in a name", fields(t, "", `meta.a\.b`), 0, []row{{1, "", "within", ""}}, ""},
		{"octets as they are", fields(t, "", "octets"), 0, []row{{1, "", "the fox", ""}}, ""},
		{"one column twice", fields(t, "id", "id", "id"), 0, []row{{1, `"a"`, "a|a", ""}}, ""},
		{"a text beyond the bound, others not", fields(t, "", "text"), 7,
			[]row{{1, "", "the fox", ""}, {2, "", "", "document too large: field text: more than 7 octets"}, {3, "", "", "malformed document: field text: null"}}, ""},
		{"no such column", fields(t, "", "texte"), 0, nil,
			"malformed document: no column texte (there are id, number, unsigned, small, text, octets, meta.text, meta.a\\.b, list.list.element, real, when)"},
		{"a struct is no text", fields(t, "", "meta"), 0, nil, "no column meta"},
		{"a list is none", fields(t, "", "list.list.element"), 0, nil, "column list.list.element: a list: expected one value a row"},
		{"a number is none", fields(t, "", "number"), 0, nil, "expected strings or octets"},
		{"a fraction is no id", fields(t, "real", "text"), 0, nil, "column real: DOUBLE: expected strings or integers"},
		{"a time is none", fields(t, "when", "text"), 0, nil, "expected strings or integers"},
		{"no field", Fields{}, 0, nil, "no text field given"},
	} {
		rows, err := readAll(t, Parquet(bytes.NewReader(octets), int64(len(octets)), tt.f, extract.Limits{Size: tt.limit}))
		if diff := cmp.Diff(tt.want, rows[:min(len(rows), len(tt.want))]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%s: error %v, want %q", tt.why, err, tt.err)
		}
	}
}

func TestParquetMalformed(t *testing.T) {
	octets := parquetFile(t, "none.parquet")
	edit := func(at int, with ...byte) []byte {
		b := bytes.Clone(octets)
		if at < 0 {
			at += len(b)
		}
		copy(b[at:], with)
		return b
	}
	for _, tt := range []struct {
		why string
		in  []byte
	}{
		{"nothing", nil},
		{"a text", []byte("the fox jumps over the lazy dog")},
		{"only the mark at the start", octets[:4]},
		{"cut off in the footer", octets[:len(octets)-100]},
		{"cut off at the start", octets[100:]},
		{"a footer longer than the file", edit(-8, 0xff, 0xff, 0xff, 0x7f)},
		{"a footer whose length is negative", edit(-8, 0xff, 0xff, 0xff, 0xff)},
		{"a footer of no octets", edit(-8, 0, 0, 0, 0)},
		{"an encrypted footer", edit(-4, 'P', 'A', 'R', 'E')},
		{"pages overwritten", edit(4, bytes.Repeat([]byte{0xff}, 3000)...)},
		{"pages of zeros", edit(4, make([]byte, 3000)...)},
	} {
		_, err := readAll(t, Parquet(bytes.NewReader(tt.in), int64(len(tt.in)), fields(t, "id", "text"), extract.Limits{}))
		if !errors.Is(err, extract.ErrMalformed) {
			t.Errorf("%s: error %v, want one of a malformed document", tt.why, err)
		}
	}
	empty := parquetFile(t, "empty.parquet")
	if rows, err := readAll(t, Parquet(bytes.NewReader(empty), int64(len(empty)), fields(t, "id", "text"), extract.Limits{})); err != nil || rows != nil {
		t.Errorf("no rows: %v, %v", rows, err)
	}
}

// Who takes the records may panic, and that is not hidden.
func TestParquetPanic(t *testing.T) {
	octets := parquetFile(t, "none.parquet")
	defer func() {
		if p := recover(); p != "mine" {
			t.Errorf("recovered %v, want mine", p)
		}
	}()
	for range Parquet(bytes.NewReader(octets), int64(len(octets)), fields(t, "", "text"), extract.Limits{}) {
		panic("mine")
	}
}

// Whatever the octets: no panic, and no row after an error.
func FuzzParquet(f *testing.F) {
	for _, name := range []string{"none", "snappy", "gzip", "zstd", "brotli", "lz4", "empty"} {
		f.Add(parquetFile(f, name+".parquet"))
	}
	f.Fuzz(func(t *testing.T, octets []byte) {
		failed := false
		n := 0
		for r, err := range Parquet(bytes.NewReader(octets), int64(len(octets)), Fields{ID: Path{"id"}, Text: []Path{{"text"}, {"meta", "text"}}}, extract.Limits{}) {
			if failed {
				t.Fatal("a row after an error")
			}
			if failed = err != nil; failed {
				continue
			}
			r.Read()
			if n++; n == 1000 {
				break
			}
		}
	})
}

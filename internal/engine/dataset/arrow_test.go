package dataset

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
)

// Files and streams have the same rows, however they keep strings and lists. lab/scripts/datasets.py
// made them.
func TestArrow(t *testing.T) {
	names, err := filepath.Glob("testdata/codecs/*.arrow*")
	if err != nil || len(names) < 8 {
		t.Fatalf("%d files, %v: want 8 or more", len(names), err)
	}
	want := rowsOfJSON(t)
	for _, name := range append(names, "testdata/codecs/lz4.feather") {
		if strings.Contains(name, "types") {
			continue
		}
		octets, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for field, want := range want {
			if field == "attrs[*]" && strings.Contains(name, "polars") { // which has no maps
				continue
			}
			rows, err := readAll(t, readArrow(octets, fields(t, "id", field), extract.Limits{}))
			if diff := cmp.Diff(want, rows); diff != "" || err != nil {
				t.Errorf("%s: %s: %v (-want +got):\n%s", name, field, err, diff)
			}
		}
	}
}

// readArrow reads a file or a stream.
func readArrow(octets []byte, f Fields, limits extract.Limits) iter.Seq2[*Record, error] {
	if bytes.HasPrefix(octets, []byte("ARROW1")) {
		return Arrow(bytes.NewReader(octets), int64(len(octets)), f, limits)
	}
	return ArrowStream(iotest.HalfReader(bytes.NewReader(octets)), f, limits)
}

// Ids of each type are printed as DuckDB prints them.
func TestArrowIDs(t *testing.T) {
	printed, err := csv.NewReader(bytes.NewReader(parquetFile(t, "codecs/types.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	octets := parquetFile(t, "codecs/types.arrow")
	for column, name := range printed[0] {
		for record, err := range readArrow(octets, fields(t, name, "text"), extract.Limits{}) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			c, err := record.Read(nil)
			want := printed[record.Number][column]
			if err != nil || c.ID.Text != want || c.ID.Valid() != (want != "") {
				t.Errorf("%s: row %d: id %q, %v, want %q", name, record.Number, c.ID.Text, err, want)
			}
			if c.ID.Valid() && !json.Valid([]byte(c.ID.JSON())) {
				t.Errorf("%s: row %d: %q is not JSON", name, record.Number, c.ID.JSON())
			}
		}
	}
}

func TestArrowFields(t *testing.T) {
	file, types := parquetFile(t, "codecs/file.arrow"), parquetFile(t, "codecs/types.arrow")
	stream := parquetFile(t, "codecs/legacy.arrows")
	cut := func(n int) []byte { return file[:len(file)-n] }
	for _, tt := range []struct {
		why   string
		in    []byte
		f     Fields
		limit int64
		rows  int
		err   string
	}{
		{"a field of a partition", file, Fields{ID: Path{"lang"}, Text: []Path{{"text"}},
			Given: map[string]string{"lang": "en", "text": "no"}}, 0, 12, ""},
		{"no such column", file, fields(t, "", "body"), 0, 0,
			"no column body (there are id, text, tags[*], messages[*].role, messages[*].content, attrs[*])"},
		{"two columns of one name", bytes.ReplaceAll(file, []byte("tags"), []byte("text")), fields(t, "", "text"), 0, 0,
			"malformed document: Arrow: two columns are named text"},
		{"two columns of another name", bytes.ReplaceAll(file, []byte("role"), []byte("text")), fields(t, "", "text"), 0, 12, ""},
		{"a list is no text", file, fields(t, "", "messages"), 0, 0,
			"column messages: a list or a map: expected a path like messages[*]"},
		{"a struct is none", file, fields(t, "", "messages[*]"), 0, 0,
			"column messages[*]: a struct: expected strings or bytes"},
		{"a number is none", file, fields(t, "", "id"), 0, 0, "column id: an integer: expected strings or bytes"},
		{"each of no list", file, fields(t, "", "text[*]"), 0, 0, "no column text[*]"},
		{"a list is no id", file, fields(t, "tags", "text"), 0, 0, "column tags: a list or a map"},
		{"a date is no text", types, fields(t, "", "date"), 0, 0, "column date: a date: expected strings or bytes"},
		{"texts beyond the bound, each", file, fields(t, "", "text"), 300, 12, ""},
		{"a batch beyond a multiple of it", file, fields(t, "", "text"), 100, 0,
			"document too large: more than 400 bytes of one batch"},
		{"cut off in the footer", cut(100), fields(t, "", "text"), 0, 0, "at the end: expected ARROW1"},
		{"a batch that is not there", append(bytes.Clone(file[:1000]), file[len(file)-2000:]...), fields(t, "", "text"), 0,
			0, "malformed document: Arrow: "},
		{"only marks", []byte("ARROW1\x00\x00\x00\x00\x00\x00\x00\x00ARROW1"), fields(t, "", "text"), 0, 0,
			"a FlatBuffer that leads out of its bytes"},
		{"a footer of 2 GB", []byte("ARROW1\x00\x00\x00\x00\x00\x00\xff\xff\xff\x7fARROW1"), fields(t, "", "text"), 0, 0,
			"the footer declares 2147483647 bytes"},
		{"a stream cut off in a batch", stream[:len(stream)-700], fields(t, "", "text"), 0, 10,
			"malformed document: Arrow: cut off"},
		{"nothing", nil, fields(t, "", "text"), 0, 0, "malformed document: Arrow: cut off"},
		{"a message of 2 GB", []byte("\xff\xff\xff\xff\xff\xff\xff\x7f"), fields(t, "", "text"), 0, 0,
			"a message of 2147483647 bytes"},
		{"another file", []byte("PAR1 and so on and on"), fields(t, "", "text"), 0, 0, "malformed document: Arrow: "},
		{"no field", file, Fields{}, 0, 0, "no text field given"},
	} {
		rows, err := readAll(t, readArrow(tt.in, tt.f, extract.Limits{Size: tt.limit}))
		if tt.err == "" && (err != nil || len(rows) != tt.rows) || tt.err != "" &&
			(err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%s: %d rows, %v, want %d, %q", tt.why, len(rows), err, tt.rows, tt.err)
		}
	}
}

// Memory is allocated for what is there, and not for what a message declares.
func TestArrowMemory(t *testing.T) {
	file := parquetFile(t, "codecs/file.arrow")
	for i := 8; i+8 <= len(file); i += 8 {
		damaged := bytes.Clone(file)
		binary.LittleEndian.PutUint64(damaged[i:], 1<<28)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readAll(t, readArrow(damaged, fields(t, "id", "text", "tags[*]"), extract.Limits{}))
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 {
			t.Errorf("damaged at byte %d: %d bytes allocated, %v", i, used, err)
		}
	}
}

// Whatever the bytes: an error with a name, and no row after it.
func FuzzArrow(f *testing.F) {
	for _, name := range []string{"file.arrow", "zstd.arrows", "views.arrow", "dictionary.arrows", "legacy.arrows",
		"types.arrow"} {
		f.Add(parquetFile(f, "codecs/"+name))
	}
	list := []Path{{"text"}, {"tags", Each}, {"attrs", Each}}
	f.Fuzz(func(t *testing.T, octets []byte) {
		failed, n := false, 0
		for r, err := range readArrow(octets, Fields{ID: Path{"id"}, Text: list, Given: map[string]string{"id": "",
			"tags": ""}}, extract.Limits{Size: 1 << 20}) {
			if failed {
				t.Fatal("a row after an error")
			}
			if failed = err != nil; failed {
				if errors.Is(err, extract.ErrInternal) {
					t.Fatal(err)
				}
				continue
			}
			r.Read(nil)
			if n++; n == 1000 {
				break
			}
		}
	})
}

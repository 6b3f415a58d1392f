package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go/format"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
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
		c, fault := r.Read(nil)
		this := row{Number: r.Number, ID: c.ID.JSON()}
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

// Whatever the codec, the pages and the encoding, the records are the same. Null is no fault.
func TestParquet(t *testing.T) {
	want := []row{
		{1, `"a"`, "the fox", ""}, {2, `"b#1"`, "a dog — ein Hund", ""}, {3, `"c"`, "", ""},
		{4, `"d"`, "", ""}, {5, "", "the fox", ""}, {6, `"한"`, "日本語", ""},
	}
	for _, r := range want[:6:6] {
		r.Number += 6
		want = append(want, r)
	}
	for _, name := range []string{"none", "snappy", "gzip", "zstd", "brotli", "lz4"} {
		octets := parquetFile(t, name+".parquet")
		rows, err := readAll(t, Parquet(bytes.NewReader(octets), int64(len(octets)), fields(t, "id", "text"),
			extract.Limits{}))
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
		{"unsigned numbers are", fields(t, "unsigned", "text"), 0,
			[]row{{1, "18446744073709551615", "the fox", ""}, {2, "4294967296", "a dog — ein Hund", ""}}, ""},
		{"those of 32 bits, too", fields(t, "small", "text"), 0, []row{{1, "4294967295", "the fox", ""}}, ""},
		{"without ids", fields(t, "", "text"), 0, []row{{1, "", "the fox", ""}}, ""},
		{"several fields in the order asked for", fields(t, "", "meta.text", "id"), 0, []row{{1, "", "the fox|a", ""}}, ""},
		{"a dot in a name", fields(t, "", `meta.a\.b`), 0, []row{{1, "", "within", ""}}, ""},
		{"octets as they are", fields(t, "", "octets"), 0, []row{{1, "", "the fox", ""}}, ""},
		{"one column twice", fields(t, "id", "id", "id"), 0, []row{{1, `"a"`, "a|a", ""}}, ""},
		{"a text beyond the bound, others not", fields(t, "", "text"), 7,
			[]row{{1, "", "the fox", ""}, {2, "", "", "document too large: more than 7 bytes of field text"},
				{3, "", "", ""}}, ""},
		{"no such column", fields(t, "", "texte"), 0, nil,
			"malformed document: no column texte (there are id, number, unsigned, small, text, octets, meta.text, meta.a\\.b, list[*], real, when)"},
		{"a struct is no text", fields(t, "", "meta"), 0, nil, "no column meta"},
		{"a list is none", fields(t, "", "list"), 0, nil, "column list: a list or a map: expected a path like list[*]"},
		{"nor by the names in the file", fields(t, "", "list.list.element"), 0, nil,
			"column list.list.element: in a list: expected a path with [*] after the list's name"},
		{"each of a list", fields(t, "", "list[*]", "text"), 0, []row{{1, "", "a\nb|the fox", ""}}, ""},
		{"each of those names", fields(t, "", "list.list[*].element"), 0, []row{{1, "", "a\nb", ""}}, ""},
		{"a list is no id", fields(t, "list[*]", "text"), 0, nil, "field list[*]: many values in a record: expected one"},
		{"a number is none", fields(t, "", "number"), 0, nil, "expected strings or bytes"},
		{"a fraction as an id", fields(t, "real", "text"), 0, []row{{1, "0.5", "the fox", ""}}, ""},
		{"a time as an id", fields(t, "when", "text"), 0, []row{{1, `"1970-01-01 00:00:00.001"`, "the fox", ""}}, ""},
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

// A path to one of two columns with the same name is an error. Other paths are not.
func TestParquetColumnTwice(t *testing.T) {
	octets := bytes.ReplaceAll(parquetFile(t, "snappy.parquet"), []byte("real"), []byte("when"))
	for _, tt := range []struct {
		why string
		f   Fields
		err string
	}{
		{"an id from one of them", fields(t, "when", "text"), "malformed document: two columns are named when"},
		{"neither is asked for", fields(t, "id", "text"), ""},
	} {
		_, err := readAll(t, Parquet(bytes.NewReader(octets), int64(len(octets)), tt.f, extract.Limits{}))
		if got := fmt.Sprint(err); tt.err == "" && err != nil || tt.err != "" && got != tt.err {
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
		{"a footer of 2 GB", edit(-8, 0xf0, 0xff, 0xff, 0x7f)},
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
	if rows, err := readAll(t, Parquet(bytes.NewReader(empty), int64(len(empty)), fields(t, "id", "text"),
		extract.Limits{})); err != nil || rows != nil {
		t.Errorf("no rows: %v, %v", rows, err)
	}
}

// What a file says of its own size is compared with its size, before memory is allocated for it.
func TestParquetMemory(t *testing.T) {
	lists := func(n uint64, more ...byte) []byte { // of strings, in a field that the footer has not
		b := append([]byte{0xf9, 0xf8}, binary.AppendUvarint(nil, n)...)
		return append(b, more...)
	}
	footer := func(thrift ...byte) []byte {
		b := slices.Concat([]byte("PAR1"), thrift)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(thrift)))
		return append(b, "PAR1"...)
	}
	sound := parquetFile(t, "none.parquet")
	for _, tt := range []struct {
		why string
		in  []byte
	}{
		{"a footer of 2 GB", slices.Concat(sound[:len(sound)-8], []byte("\xf0\xff\xff\x7fPAR1"))},
		{"a schema of 2^31 columns", footer(0x15, 2, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 7, 0, 0)},
		{"a list of 2^31 strings", footer(lists(1 << 31)...)},
		{"structures without end in one another", footer(bytes.Repeat([]byte{0x1c}, 1<<20)...)},
		{"lists without end in one another", footer(bytes.Repeat([]byte{0x19}, 1<<20)...)},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readAll(t, Parquet(bytes.NewReader(tt.in), int64(len(tt.in)), fields(t, "id", "text"), extract.Limits{}))
		runtime.ReadMemStats(&after)
		if !errors.Is(err, extract.ErrMalformed) {
			t.Errorf("%s: error %v, want one of a malformed document", tt.why, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 {
			t.Errorf("%s: %d octets allocated, want a few", tt.why, used)
		}
	}
}

// A page is read for what it has, and not for what its header declares.
func TestParquetPages(t *testing.T) {
	plain := func(values ...string) (b []byte) {
		for _, v := range values {
			b = append(binary.LittleEndian.AppendUint32(b, uint32(len(v))), v...)
		}
		return b
	}
	v1 := func(n int32, e format.Encoding) *format.PageHeader {
		h := &format.PageHeader{Type: format.DataPage, UncompressedPageSize: 100}
		h.DataPageHeader.Valid = true
		h.DataPageHeader.V = format.DataPageHeader{NumValues: n, Encoding: e, DefinitionLevelEncoding: format.RLE,
			RepetitionLevelEncoding: format.RLE}
		return h
	}
	large := v1(1, format.Plain)
	large.UncompressedPageSize = math.MaxInt32
	short := v1(1, format.Plain)
	short.UncompressedPageSize = 4
	oldLevels := v1(1, format.Plain)
	oldLevels.DataPageHeader.V.DefinitionLevelEncoding = format.BitPacked
	for _, tt := range []struct {
		why    string
		header *format.PageHeader
		page   []byte
		codec  format.CompressionCodec
		most   int
		want   string // an error, or the values
	}{
		{"as many values as it says", v1(2, format.Plain), plain("a", "b"), format.Uncompressed, 0, "a b"},
		{"fewer", v1(3, format.Plain), plain("a", "b"), format.Uncompressed, 0, "does not match its header"},
		{"one that is null", v1(2, format.Plain), slices.Concat([]byte{2, 0, 0, 0, 3, 1}, plain("a")), format.Uncompressed,
			1, "a -"},
		{"two levels of definition, of two bits", v1(8, format.Plain),
			slices.Concat([]byte{3, 0, 0, 0, 3, 0xaa, 0xaa}, plain("a", "b", "c", "d", "e", "f", "g",
				"h")), format.Uncompressed, 2, "a b c d e f g h"},
		{"a level beyond the greatest", v1(1, format.Plain), slices.Concat([]byte{2, 0, 0, 0, 2, 3}, plain("a")),
			format.Uncompressed, 2, "does not match its header"},
		{"levels as old writers wrote them", oldLevels, nil, format.Uncompressed, 1, "levels in BIT_PACKED: expected RLE"},
		{"more values than any writer writes", v1(1<<30, format.Plain), nil, format.Uncompressed, 0,
			"1073741824 values in a page"},
		{"a run of 2^31 levels", v1(1, format.Plain), slices.Concat([]byte{6, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0xf, 1},
			plain("a")), format.Uncompressed, 1, "a"},
		{"an index without a dictionary", v1(1, format.RLEDictionary), []byte{1, 2, 0}, format.Uncompressed, 0,
			"does not match its header"},
		{"2^31 lengths by their differences", v1(1, format.DeltaLengthByteArray),
			[]byte{0x80, 1, 4, 0xff, 0xff, 0xff, 0xff, 7, 0}, format.Uncompressed, 0, "2147483647 integers"},
		{"lengths that the page does not have", v1(2, format.DeltaLengthByteArray), []byte{0x80, 1, 4, 2, 8},
			format.Uncompressed, 0, "does not match its header"},
		{"a prefix that no value has", v1(1, format.DeltaByteArray), []byte{0x80, 1, 4, 1, 2, 0x80, 1, 4, 1, 2, 'a'},
			format.Uncompressed, 0, "does not match its header"},
		{"integers of bytes", v1(1, format.DeltaBinaryPacked), []byte{1}, format.Uncompressed, 0,
			"encoding DELTA_BINARY_PACKED"},
		{"2 GB that come of a few bytes", large, []byte("\x1f\x8b"), format.Gzip, 0, "would unpack to 2147483647"},
		{"4 GB of snappy", v1(1, format.Plain), []byte("\xff\xff\xff\xff\x0f"), format.Snappy, 0, "expected 100"},
		{"LZ4 that does not end", v1(1, format.Plain), []byte("\xff\xff\xff"), format.Lz4Raw, 0, "LZ4_RAW"},
		{"a page that unpacks to less than declared", v1(1, format.Plain), []byte("\x10\x00"), format.Lz4Raw, 0, "LZ4_RAW"},
		{"a page that unpacks to what is declared", short, []byte("\x40\x00\x00\x00\x00"), format.Lz4Raw, 0, "\"\""},
		{"a codec that nobody knows", v1(1, format.Plain), nil, format.LZO, 0, "codec LZO: expected one of"},
	} {
		c := testColumn(100, tt.most)
		got, err := "", c.decode(tt.header, tt.page, tt.codec)
		for err == nil && c.n > 0 && got != "stop" {
			value := "-"
			if err = c.row(func(b []byte) { value = string(b) }); value == "" {
				value = `""`
			}
			got = strings.TrimSpace(got + " " + value)
		}
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != tt.want || err != nil && !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.why, got, tt.want)
		}
	}
}

// testColumn is a column of byte arrays in a file of size bytes.
func testColumn(size int64, most int) *column {
	schema := new(format.SchemaElement)
	schema.Type.V = format.ByteArray
	return &column{leaf: &element{SchemaElement: schema, def: most}, size: size, left: 1 << 40,
		limits: budget.Limits{Size: 1 << 10, Ratio: 10}}
}

// Whatever the bytes of a page, it is read in bounded memory.
func FuzzParquetPage(f *testing.F) {
	f.Add([]byte{2, 0, 0, 0, 3, 1, 1, 0, 0, 0, 'a'}, uint8(0), uint8(0), int32(2), uint8(1), uint8(6))
	f.Add([]byte{0x80, 1, 4, 2, 0}, uint8(6), uint8(0), int32(2), uint8(0), uint8(6))
	f.Add([]byte("\x05\x10hello"), uint8(0), uint8(1), int32(2), uint8(0), uint8(6))
	f.Add([]byte{0x80, 1, 4, 2, 0}, uint8(5), uint8(0), int32(2), uint8(0), uint8(2))
	f.Add([]byte("\x00\x00\x00\x04\x00\x00\x00\x05\x40abcd"), uint8(9), uint8(5), int32(2), uint8(0), uint8(1))
	f.Fuzz(func(t *testing.T, page []byte, encoding, codec uint8, values int32, most, kind uint8) {
		h := &format.PageHeader{Type: format.DataPage, UncompressedPageSize: 1 << 10}
		h.DataPageHeader.Valid, h.DataPageHeader.V = true, format.DataPageHeader{NumValues: values % (1 << 16),
			Encoding: format.Encoding(encoding)}
		c := testColumn(int64(len(page)), int(most%100))
		c.leaf.Type.V, c.leaf.TypeLength.V, c.leaf.rep = format.Type(kind%8), 3, int(most%2)
		err := c.decode(h, page, format.CompressionCodec(codec%8))
		for err == nil && c.n > 0 {
			err = c.row(func(value []byte) {
				if c.leaf.isScalar() {
					c.leaf.id(value)
				}
			})
		}
		if codec%8 != 0 && cap(c.room) > 1<<14 {
			t.Errorf("%d bytes for a page of %d", cap(c.room), 1<<10)
		}
		s := sound{octets: page}
		if err := s.structure(0); err == nil && s.at > len(page) {
			t.Errorf("at byte %d of %d", s.at, len(page))
		}
	})
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

// Whatever the bytes: no panic, and no row after an error.
func FuzzParquet(f *testing.F) {
	for _, name := range []string{"none", "snappy", "gzip", "zstd", "brotli", "lz4", "empty"} {
		f.Add(parquetFile(f, name+".parquet"))
	}
	f.Fuzz(func(t *testing.T, octets []byte) {
		failed := false
		n := 0
		for r, err := range Parquet(bytes.NewReader(octets), int64(len(octets)),
			Fields{ID: Path{"id"}, Text: []Path{{"text"}, {"meta", "text"}}}, extract.Limits{}) {
			if failed {
				t.Fatal("a row after an error")
			}
			if failed = err != nil; failed {
				continue
			}
			r.Read(nil)
			if n++; n == 1000 {
				break
			}
		}
	})
}

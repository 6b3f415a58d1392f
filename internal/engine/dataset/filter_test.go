package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go/format"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// filtered runs a filter of a text form.
func filtered(form, in string, removed ...int64) (string, error) {
	var out bytes.Buffer
	var err error
	switch r := strings.NewReader(in); form {
	case "jsonl":
		err = FilterLines(&out, r, removed, extract.Limits{})
	case "json":
		err = FilterArray(&out, r, removed, extract.Limits{})
	default:
		err = FilterCSV(&out, r, ',', removed, extract.Limits{})
	}
	return out.String(), err
}

func filteredParquet(w io.Writer, octets []byte, removed ...int64) error {
	return FilterParquet(w, bytes.NewReader(octets), int64(len(octets)), removed, extract.Limits{})
}

func TestFilterText(t *testing.T) {
	const mark = "\xef\xbb\xbf"
	long := strings.Repeat("x", 600<<10) // longer than a buffer
	for _, tt := range []struct {
		why, form, in string
		removed       []int64
		want          string
	}{
		{"the first line", "jsonl", "{1}\n{2}\n{3}\n", []int64{1}, "{2}\n{3}\n"},
		{"the last, without a line end", "jsonl", "{1}\n{2}\n{3}", []int64{3}, "{1}\n{2}\n"},
		{"a line end that is not there is not made up", "jsonl", "{1}\n{2}\n{3}", []int64{2}, "{1}\n{3}"},
		{"line ends stay as they are", "jsonl", "{1}\r\n{2}\r\n{3}\n", []int64{2}, "{1}\r\n{3}\n"},
		{"blank lines count, and stay", "jsonl", "\n \n{3}\n\n{5}\n\n", []int64{3}, "\n \n\n{5}\n\n"},
		{"a byte order mark stays without the first line", "jsonl", mark + "{1}\n{2}\n", []int64{1}, mark + "{2}\n"},
		{"all lines", "jsonl", "{1}\n{2}\n", []int64{1, 2}, ""},
		{"no line of none", "jsonl", "", nil, ""},
		{"NUL and bytes that are not UTF-8", "jsonl", "\x00\xff\n{2}\n", []int64{2}, "\x00\xff\n"},
		{"a line longer than a buffer is removed", "jsonl", "{1}\n" + long + "\n{3}\n", []int64{2}, "{1}\n{3}\n"},
		{"and is kept", "jsonl", "{1}\n" + long + "\n{3}\n", []int64{1, 3}, long + "\n"},

		{"a row, and not the names", "csv", "id,text\n1,a\n2,b\n", []int64{1}, "id,text\n2,b\n"},
		{"all rows", "csv", "id,text\r\n1,a\r\n2,b", []int64{1, 2}, "id,text\r\n"},
		{"a row of three lines", "csv", "id,text\n1,\"a\nb\"\"\n,c\"\n2,b\n", []int64{1}, "id,text\n2,b\n"},
		{"the row after it", "csv", "id,text\n1,\"a\nb\"\n2,b\n3,c", []int64{2}, "id,text\n1,\"a\nb\"\n3,c"},
		{"blank lines do not count", "csv", "\nid,text\n\r\n1,a\n\n2,b\n\n", []int64{1}, "\nid,text\n\r\n\n2,b\n\n"},
		{"a blank line within quotes is of the row", "csv", "id,text\n1,\"a\n\nb\"\n2,b\n", []int64{1}, "id,text\n2,b\n"},
		{"a quote within a field opens nothing", "csv", "id,text\n1,5\" pipe\n2,b\n", []int64{1}, "id,text\n2,b\n"},
		{"a quote that is not closed", "csv", "id,text\n1,a\n2,\"b\n3,c\n", []int64{1}, "id,text\n2,\"b\n3,c\n"},
		{"a byte order mark before the names", "csv", mark + "text\na\nb\n", []int64{2}, mark + "text\na\n"},
		{"a field longer than a buffer", "csv", "text\n\"" + long + "\n\"\nb\n", []int64{1}, "text\nb\n"},

		{"the first element", "json", `[{"a":1},{"a":2}]`, []int64{1}, `[{"a":2}]`},
		{"the last", "json", `[{"a":1},{"a":2}]`, []int64{2}, `[{"a":1}]`},
		{"the blanks before the bracket stay", "json", "[\n {\"a\":1},\n {\"a\":2}\n]\n", []int64{2}, "[\n {\"a\":1}\n]\n"},
		{"also those of the middle", "json", "[\n 1,\n 2 ,\n 3\n]", []int64{2}, "[\n 1,\n 3\n]"},
		{"all elements", "json", "[\n 1,\n 2\n]\n", []int64{1, 2}, "[\n]\n"},
		{"brackets and commas in strings", "json", `[{"a":"],\"["},[1,[2]],{"b":3}]`, []int64{2}, `[{"a":"],\"["},{"b":3}]`},
		{"an empty array", "json", " [ ] ", nil, " [ ] "},
		{"a byte order mark", "json", mark + "[1,2]", []int64{1}, mark + "[2]"},
		{"an element longer than a buffer", "json", `[1,"` + long + `",3]`, []int64{2}, "[1,3]"},
		{"blanks longer than are kept", "json", "[1,2" + strings.Repeat(" ", 600<<10) + "]", []int64{2},
			"[1" + strings.Repeat(" ", mostBlank) + "]"},
	} {
		got, err := filtered(tt.form, tt.in, tt.removed...)
		if err != nil || got != tt.want {
			t.Errorf("%s: %s: %v: %.200q, want %.200q", tt.form, tt.why, err, got, tt.want)
		}
	}
}

func TestFilterErrors(t *testing.T) {
	for _, tt := range []struct {
		why, form, in string
		removed       []int64
		want          error
	}{
		{"a line that is not there", "jsonl", "{1}\n", []int64{2}, ErrChanged},
		{"a line of an empty file", "jsonl", "", []int64{1}, ErrChanged},
		{"a row that is not there", "csv", "text\na\n\n", []int64{2}, ErrChanged},
		{"an element that is not there", "json", "[1]", []int64{2}, ErrChanged},
		{"an array that is cut off", "json", "[1,", []int64{1}, extract.ErrMalformed},
		{"no array", "json", "{}", []int64{1}, extract.ErrMalformed},
		{"nothing", "json", "", nil, extract.ErrMalformed},
		{"UTF-16", "jsonl", "\xff\xfe{\x00", nil, extract.ErrMalformed},
		{"gzip that is cut off", "jsonl", "\x1f\x8b\x08\x00", nil, extract.ErrMalformed},
		{"a format without a writer", "jsonl", "BZh91AY&SY", nil, errors.ErrUnsupported},
	} {
		if _, err := filtered(tt.form, tt.in, tt.removed...); !errors.Is(err, tt.want) {
			t.Errorf("%s: error %v, want %v", tt.why, err, tt.want)
		}
	}
	// A writer that has no room for more fails the filter, however little is written after it.
	octets := parquetFile(t, "snappy.parquet")
	gz := pack(t, compressed.Gzip, "{1}\n{2}\n")
	for room := range int64(200) {
		for name, filter := range map[string]func(io.Writer) error{
			"lines": func(w io.Writer) error {
				return FilterLines(w, strings.NewReader(strings.Repeat("x\n", 200)), nil, extract.Limits{})
			},
			"gzip": func(w io.Writer) error { return FilterLines(w, strings.NewReader(gz), nil, extract.Limits{}) },
			"rows": func(w io.Writer) error {
				return FilterCSV(w, strings.NewReader(strings.Repeat("x\n", 200)), ',', nil, extract.Limits{})
			},
			"array": func(w io.Writer) error {
				return FilterArray(w, strings.NewReader("["+strings.Repeat("1,", 200)+"1]"), nil, extract.Limits{})
			},
			"Parquet": func(w io.Writer) error { return filteredParquet(w, octets) },
		} {
			var whole counted
			if err := filter(&whole); err != nil {
				t.Fatal(name, err)
			}
			if room >= int64(whole) {
				continue
			}
			if err := filter(&full{room}); !errors.Is(err, errFull) {
				t.Errorf("%s: %d of %d bytes: error %v, want %v", name, room, whole, err, errFull)
			}
		}
	}
}

type counted int64

func (c *counted) Write(p []byte) (int, error) {
	*c += counted(len(p))
	return len(p), nil
}

var errFull = errors.New("no space left")

type full struct{ room int64 }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= int64(len(p)); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// pack compresses a text.
func pack(t testing.TB, f *compressed.Format, text string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := f.Writer(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A copy has the compression of the input, and its records unpacked.
func TestFilterPacked(t *testing.T) {
	for _, f := range compressed.All {
		if !f.CanWrite() {
			continue
		}
		// Two members or frames are one text.
		in := pack(t, f, "{1}\n{2") + pack(t, f, "}\n{3}\n")
		got, err := filtered("jsonl", in, 2)
		if err != nil || compressed.Find([]byte(got)) != f {
			t.Fatalf("%s: %v: %q", f.Name, err, got)
		}
		r, err := f.Reader(strings.NewReader(got), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if plain, err := io.ReadAll(r); err != nil || string(plain) != "{1}\n{3}\n" {
			t.Errorf("%s: %v: %q", f.Name, err, plain)
		}
	}
}

// fuzzFilter checks that a copy has exactly the kept records: read gives the records of a text.
func fuzzFilter(f *testing.F, form string, separator string, read func(string) ([]string, bool), seeds ...string) {
	for _, s := range seeds {
		f.Add(s, uint64(0b1010110))
		f.Add(s, ^uint64(0))
	}
	f.Fuzz(func(t *testing.T, in string, bits uint64) {
		if compressed.Find([]byte(in)) != nil || isSkipped([]byte(in)) {
			return
		}
		all, ok := read(in)
		if !ok {
			return
		}
		var removed []int64
		var want []string
		for i, r := range all {
			number, record, _ := strings.Cut(r, separator)
			if bits>>(i%64)&1 == 1 {
				var n int64
				fmt.Sscan(number, &n)
				removed = append(removed, n)
			} else {
				want = append(want, record)
			}
		}
		got, err := filtered(form, in, removed...)
		if err != nil {
			t.Fatal(err)
		}
		if marks(got) && !marks(in) { // a line that becomes the first, and begins with a mark, is still copied
			return
		}
		left, ok := read(got)
		for i := range left {
			_, left[i], _ = strings.Cut(left[i], separator)
		}
		if diff := cmp.Diff(want, left); !ok || diff != "" {
			t.Errorf("%q without %d is %q (-want +got):\n%s", in, removed, got, diff)
		}
		if len(removed) == 0 && got != in {
			t.Errorf("%q without nothing is %q", in, got)
		}
	})
}

// marks reports whether a text begins with bytes that say how to read it.
func marks(s string) bool {
	return strings.HasPrefix(s, "\xef\xbb\xbf") || strings.HasPrefix(s, "\xff\xfe") || strings.HasPrefix(s, "\xfe\xff") ||
		compressed.Find([]byte(s)) != nil || isSkipped([]byte(s))
}

// recordsOf returns the records of a text, each after its number, if it is sound.
func recordsOf(in string, begin func(*stream) (splitter, error)) (all []string, ok bool) {
	s, err := openStream(strings.NewReader(in), "", extract.Limits{})
	if err != nil {
		return nil, false
	}
	split, err := begin(s)
	if err != nil {
		return nil, false
	}
	for {
		record, err := split.split()
		if err != nil {
			return all, err == io.EOF
		}
		all = append(all, fmt.Sprintf("%d:%s", split.number(), record))
	}
}

func FuzzFilterLines(f *testing.F) {
	fuzzFilter(f, "jsonl", ":", func(in string) ([]string, bool) {
		return recordsOf(in, func(s *stream) (splitter, error) { return &lineReader{stream: s}, nil })
	}, "{1}\n{2}\r\n\n{3}", "\xef\xbb\xbf\n a\n\n", "\x00\n\r\r\n")
}

func FuzzFilterCSV(f *testing.F) {
	fuzzFilter(f, "csv", ":", func(in string) ([]string, bool) {
		return recordsOf(in, func(s *stream) (splitter, error) {
			r := &rows{lines: lineReader{stream: s}, comma: ','}
			_, err := r.split()
			r.n = 0
			return r, err
		})
	}, "a,b\n1,\"x\n\"\"y\"\r\n\n2,z", "\n\r\na\n\"\"\"\n\"b\n", "a\n\"\n\n\"x\"\n")
}

func FuzzFilterArray(f *testing.F) {
	fuzzFilter(f, "json", ":", func(in string) ([]string, bool) {
		return recordsOf(in, func(s *stream) (splitter, error) {
			c, err := firstOf(s)
			if err == nil && c != '[' {
				err = errCutArray
			}
			return &elements{stream: s}, err
		})
	}, `[1, {"a":"],\"["} ,[2,[3]]]`, "\xef\xbb\xbf [ ]\n", "[\n 1\n,2\n]", `["a\\",1]`)
}

// A copy of a file has the rows that were not removed, in all columns, whatever wrote it.
func TestFilterParquet(t *testing.T) {
	names, err := filepath.Glob("testdata/codecs/*-*.parquet")
	if err != nil || len(names) < 11 {
		t.Fatalf("%d files, %v: want 11 or more", len(names), err)
	}
	whole := rowsOfJSON(t)
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range names {
		octets, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		before, err := readFooter(bytes.NewReader(octets), int64(len(octets)))
		if err != nil {
			t.Fatal(err)
		}
		for round := range 20 {
			var removed []int64
			for n := int64(1); n <= before.NumRows; n++ {
				if round == 0 || round > 1 && random.IntN(20) < round { // all, none, more and more
					removed = append(removed, n)
				}
			}
			var copied bytes.Buffer
			if err := filteredParquet(&copied, octets, removed...); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			r := bytes.NewReader(copied.Bytes())
			for field, all := range whole {
				if field == "attrs[*]" && strings.Contains(name, "polars") {
					field += ".value"
				}
				var want []row
				for _, this := range all {
					if !slices.Contains(removed, this.Number) {
						this.Number = int64(len(want) + 1)
						want = append(want, this)
					}
				}
				rows, err := readAll(t, Parquet(r, r.Size(), fields(t, "id", field), extract.Limits{}))
				if diff := cmp.Diff(want, rows); diff != "" || err != nil {
					t.Errorf("%s without %d: %s: %v (-want +got):\n%s", name, removed, field, err, diff)
				}
			}
			after, err := readFooter(r, r.Size())
			if err != nil {
				t.Fatal(err)
			}
			if after.NumRows != before.NumRows-int64(len(removed)) || after.CreatedBy != before.CreatedBy {
				t.Errorf("%s: %d rows by %q", name, after.NumRows, after.CreatedBy)
			}
			want, got := asJSON(before.Schema, before.KeyValueMetadata), asJSON(after.Schema, after.KeyValueMetadata)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: schema and metadata (-want +got):\n%s", name, diff)
			}
			for _, group := range after.RowGroups {
				for i, c := range group.Columns {
					if want := before.RowGroups[0].Columns[i].MetaData; c.MetaData.Codec != want.Codec {
						t.Errorf("%s: column %v: codec %v, want %v", name, want.PathInSchema, c.MetaData.Codec, want.Codec)
					}
				}
			}
		}
	}
}

func asJSON(all ...any) string {
	octets, _ := json.MarshalIndent(all, "", " ")
	return string(octets)
}

// A removed text is nowhere in the copy: a dictionary has the values of kept rows only.
func TestFilterParquetForgets(t *testing.T) {
	octets := parquetFile(t, "none.parquet")
	count := func(in []byte) int { return bytes.Count(in, []byte("日本語")) }
	var copied bytes.Buffer
	if err := filteredParquet(&copied, octets, 6, 12); err != nil {
		t.Fatal(err)
	}
	if count(octets) == 0 || count(copied.Bytes()) != 0 {
		t.Errorf("%d before, %d after, want some and none", count(octets), count(copied.Bytes()))
	}
	if err := filteredParquet(io.Discard, octets, 13); !errors.Is(err, ErrChanged) {
		t.Errorf("a row that is not there: error %v, want %v", err, ErrChanged)
	}
}

// Integers are written as they are read, whatever their runs.
func FuzzHybrid(f *testing.F) {
	f.Add([]byte("aaaaaaaaaaaabcdefghhhhhhhhhhhhhhhhhijkl"), uint8(8))
	f.Add([]byte{1, 0, 1}, uint8(1))
	f.Fuzz(func(t *testing.T, octets []byte, width uint8) {
		width = width%32 + 1
		var all []uint32
		for i, c := range octets {
			all = append(all, uint32(c)*0x01010101*uint32(1+i%2)&uint32(1<<width-1))
		}
		h := hybrid{data: appendHybrid(nil, all, int(width)), width: int(width)}
		for i, want := range all {
			if got, err := h.next(); err != nil || got != uint64(want) {
				t.Fatalf("integer %d of width %d: %d, %v, want %d", i, width, got, err, want)
			}
		}
	})
}

// What a packer packs, a reader of pages unpacks.
func FuzzPackPage(f *testing.F) {
	f.Add([]byte("the fox the fox the fox"))
	f.Add([]byte{0})
	f.Fuzz(func(t *testing.T, page []byte) {
		if len(page) == 0 {
			return // no page is
		}
		var p packer
		for _, codec := range []format.CompressionCodec{
			format.Uncompressed, format.Snappy, format.Gzip, format.Brotli, format.Zstd, format.Lz4Raw, format.Lz4,
		} {
			for range 2 {
				packed, err := p.pack(codec, page)
				if err != nil {
					t.Fatalf("%v: %v", codec, err)
				}
				if got, err := unpackPage(nil, codec, packed, len(page)); err != nil || !bytes.Equal(got, page) {
					t.Fatalf("%v: %v: %q, want %q", codec, err, got, page)
				}
			}
		}
	})
}

// Whatever a file consists of, a copy has the rows that were read and not removed, or there is none.
func FuzzFilterParquet(f *testing.F) {
	for _, name := range []string{"none", "snappy", "lz4", "codecs/pyarrow-zstd-v2-delta"} {
		f.Add(parquetFile(f, name+".parquet"), uint64(0b1010110))
	}
	f.Fuzz(func(t *testing.T, octets []byte, bits uint64) {
		limits := extract.Limits{Size: 1 << 20}
		size := int64(len(octets))
		all, err := readAll(t, Parquet(bytes.NewReader(octets), size, fields(t, "id", "text"), limits))
		if err != nil {
			filteredParquet(io.Discard, octets)
			return
		}
		var removed []int64
		var want []row
		for i, r := range all {
			if bits>>(i%64)&1 == 1 {
				removed = append(removed, r.Number)
				continue
			}
			r.Number = int64(len(want) + 1)
			want = append(want, r)
		}
		var copied bytes.Buffer
		if FilterParquet(&copied, bytes.NewReader(octets), size, removed, limits) != nil {
			return // another column is not sound
		}
		r := bytes.NewReader(copied.Bytes())
		left, err := readAll(t, Parquet(r, r.Size(), fields(t, "id", "text"), limits))
		if diff := cmp.Diff(want, left); diff != "" || err != nil {
			t.Errorf("without %d: %v (-want +got):\n%s", removed, err, diff)
		}
	})
}

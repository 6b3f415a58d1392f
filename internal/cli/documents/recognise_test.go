package documents

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/engine/dataset"
)

// A data set is recognised by its name and its field. What only looks like one is told from other files.
func TestRecognise(t *testing.T) {
	const lines = `{"id": 1, "text": "a"}` + "\n" + `{"id": 2, "text": "b"}` + "\n"
	packed := new(bytes.Buffer)
	w := gzip.NewWriter(packed)
	w.Write([]byte(lines))
	w.Close()
	for _, tt := range []struct {
		why, name, head, text string
		form, looks           string
	}{
		{"lines with a text", "a.jsonl", lines, "", "jsonl", "jsonl"},
		{"after a byte order mark", "a.jsonl", "\xef\xbb\xbf" + lines, "", "jsonl", "jsonl"},
		{"compressed", "A.NDJSON.gz", packed.String(), "", "jsonl", "jsonl"},
		{"without the field", "a.jsonl", lines, "body", "", "jsonl"},
		{"a text that is null", "a.jsonl", `{"id": 1, "text": null}` + "\n", "", "jsonl", "jsonl"},
		{"a text that is a number", "a.jsonl", `{"id": 1, "text": 1}` + "\n", "", "", "jsonl"},
		{"a field in an array", "a.jsonl", `{"m": [{"c": "a"}]}`, "m[*].c", "jsonl", "jsonl"},
		{"a field that is no array", "a.jsonl", `{"m": 1}`, "m[*].c", "", "jsonl"},
		{"lines in a file that has the name of an array", "a.json", lines, "", "jsonl", "jsonl"},
		{"lines in one without an ending", "a", lines, "", "", "jsonl"},
		{"lines in a text", "a.txt", lines, "", "", "jsonl"},
		{"an array", "a.json", " [\n {\"text\": \"a\"}]", "", "json", "json"},
		{"an array of other objects", "a.json", `[{"body": "a"}]`, "", "", "json"},
		{"an array of numbers", "a.json", "[1, 2]", "", "", ""},
		{"one object", "a.json", `{"text": "a"}`, "", "", ""},
		{"one object in lines", "a.json", "{\n\"text\": \"a\"\n}\n", "", "", ""},
		{"a table", "a.csv", "id,text\n1,a\n", "", "csv", "csv"},
		{"tabs", "a.tsv.bz2.csv", "text\n", "", "csv", ""},
		{"a table in tabs", "a.tab", "id\ttext\n1\ta\n", "", "tsv", "tsv"},
		{"a table of other columns", "a.csv", "id,body\n1,a\n", "", "", "csv"},
		{"a table with another separator", "a.csv", "id;text\n1;a\n", "", "", "csv"},
		{"a table with commas, not tabs", "a.tsv", "id,text\n1,a\n", "", "", "tsv"},
		{"a table in UTF-16", "a.csv", "\xff\xfei\x00d\x00,\x00t\x00\n\x001\x00", "", "", "csv"},
		{"lines of no table", "a.csv", "some words\nand more\n", "", "", ""},
		{"only names of columns", "a.csv", "id,body\n", "", "", ""},
		{"a table with a field of its path", "x/lang=en/a.csv", "text\na\n", "lang", "csv", ""},
		{"Parquet", "a", "PAR1", "", "parquet", ""},
		{"what Spark keeps beside it", "x/_metadata", "PAR1", "", "", ""},
		{"a log", "a.log", "{some words}\n{more}\n", "", "", ""},
		{"nothing", "a.csv", "", "", "", ""},
	} {
		f := dataset.Fields{Text: []dataset.Path{{defaultText}}, Given: partition(tt.name)}
		if tt.text != "" {
			p, err := dataset.ParsePath(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			f.Text[0] = p
		}
		if form := recognise([]byte(tt.head), tt.name, f); form != tt.form {
			t.Errorf("%s: recognised as %q, want %q", tt.why, form, tt.form)
		}
		if form := looksLike([]byte(tt.head), tt.name); form != tt.looks {
			t.Errorf("%s: looks like %q, want %q", tt.why, form, tt.looks)
		}
	}
}

func TestPartition(t *testing.T) {
	for _, tt := range []struct {
		why, path string
		want      map[string]string
	}{
		{"two levels", "crawl/lang=en/day=2024-01-31/part-0.parquet", map[string]string{"lang": "en", "day": "2024-01-31"}},
		{"characters that no path has", "a/t=a%2Fb%3D1/x", map[string]string{"t": "a/b=1"}},
		{"a percent sign of nothing", "a/t=100%/x", map[string]string{"t": "100%"}},
		{"null", "a/t=__HIVE_DEFAULT_PARTITION__/x", map[string]string{"t": ""}},
		{"the inner one counts", "t=a/t=b/x", map[string]string{"t": "b"}},
		{"a file's name is no directory", "a/t=b", nil},
		{"no name", "=a/x", nil},
	} {
		if diff := cmp.Diff(tt.want, partition(tt.path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// Whatever an input begins with, it is looked at without a panic.
func FuzzRecognise(f *testing.F) {
	f.Add([]byte("{\"text\":\"a\"}\n{"), "a.json")
	f.Add([]byte("id,\"text\"\n"), "t=%zz/a.csv.gz")
	f.Add([]byte("\x28\xb5\x2f\xfd"), "a.jsonl")
	f.Add([]byte("\xfd7zXZ\x00"), "a.tsv")
	f.Fuzz(func(t *testing.T, head []byte, name string) {
		f := dataset.Fields{Text: []dataset.Path{{"text"}, {"m", dataset.Each}}, Given: partition(name)}
		recognise(head, name, f)
		looksLike(head, name)
	})
}

// A name is in a set once it was added, and not before.
func TestHashSet(t *testing.T) {
	s := newHashSet()
	const n = 20000
	for i := range n {
		if !s.add(fmt.Sprint("name ", i)) {
			t.Fatalf("name %d is there before it was added", i)
		}
	}
	for i := range n {
		if s.add(fmt.Sprint("name ", i)) {
			t.Fatalf("name %d is not there", i)
		}
	}
	size := 0
	for _, shard := range s.shards {
		size += 16 * len(shard.slots)
	}
	if size > 43*n {
		t.Errorf("%d bytes for %d names", size, n)
	}
}

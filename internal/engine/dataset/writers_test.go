package dataset

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
)

// Files of several writers, codecs and versions of pages have the same rows. Their texts hardly compress,
// and other files were read before. lab/scripts/datasets.py made them.
func TestParquetWriters(t *testing.T) {
	names, err := filepath.Glob("testdata/codecs/*-*.parquet")
	if err != nil || len(names) < 11 {
		t.Fatalf("%d files, %v: want 11 or more", len(names), err)
	}
	want := rowsOfJSON(t)
	slices.Reverse(names)
	for _, name := range slices.Concat(names, names) {
		octets, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for field, want := range want {
			if field == "attrs[*]" && strings.Contains(name, "polars") { // which has no maps
				field += ".value"
			}
			rows, err := readAll(t, Parquet(bytes.NewReader(octets), int64(len(octets)), fields(t, "id", field),
				extract.Limits{}))
			if diff := cmp.Diff(want, rows); diff != "" || err != nil {
				t.Errorf("%s: %s: %v (-want +got):\n%s", name, field, err, diff)
			}
		}
	}
}

// rowsOfJSON are the rows, by field.
func rowsOfJSON(t *testing.T) map[string][]row {
	t.Helper()
	octets, err := os.ReadFile("testdata/codecs/rows.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string][]row)
	for line := range bytes.Lines(octets) {
		var r struct {
			ID       int64
			Text     string
			Tags     []string
			Messages []struct{ Content string }
			Attrs    map[string]string
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		var contents []string
		for _, m := range r.Messages {
			contents = append(contents, m.Content)
		}
		for field, text := range map[string]string{
			"text": r.Text, "tags[*]": strings.Join(r.Tags, "\n"),
			"messages[*].content": strings.Join(contents, "\n"), "attrs[*]": strings.Join(contents, "\n"),
		} {
			all[field] = append(all[field], row{r.ID, strconv.FormatInt(r.ID, 10), text, ""})
		}
	}
	for field, want := range all {
		rows, err := readAll(t, JSONLines(bytes.NewReader(octets), fields(t, "id", field), extract.Limits{}))
		if diff := cmp.Diff(want, rows); diff != "" || err != nil {
			t.Errorf("JSON: %s: %v (-want +got):\n%s", field, err, diff)
		}
	}
	return all
}

// Ids of each type are printed as DuckDB prints them.
func TestParquetIDs(t *testing.T) {
	file, err := os.Open("testdata/codecs/types.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	printed, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	octets := parquetFile(t, "codecs/types.parquet")
	for column, name := range printed[0] {
		r := Parquet(bytes.NewReader(octets), int64(len(octets)), fields(t, name, "text"), extract.Limits{})
		for record, err := range r {
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
	octets = parquetFile(t, "codecs/int96.parquet")
	want := []row{{1, `"2024-01-31 12:34:56.12"`, "the fox", ""}, {2, `"0001-02-03 00:00:00"`, "a dog", ""},
		{3, "", "a cat", ""}}
	rows, err := readAll(t, Parquet(bytes.NewReader(octets), int64(len(octets)), fields(t, "moment", "text"),
		extract.Limits{}))
	if diff := cmp.Diff(want, rows); diff != "" || err != nil {
		t.Errorf("a moment of 96 bits: %v (-want +got):\n%s", err, diff)
	}
}

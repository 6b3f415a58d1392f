package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// TestDedupeFiles checks that the files of dedupe have the same content as its output. It uses odd
// ids, large groups and several workers. A page contains only text.
func TestDedupeFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	ids := []string{"<script>alert(1)</script>", "\u202Egnp.exe", "идентификатор", "مستند", "文書", `a\"b`, "&amp;", "\u0000", strings.Repeat("long ", 2000)}
	const kept = "The keeper of the lighthouse lit the lamp at dusk, and put it out at dawn, when the boats came home"
	var lines strings.Builder
	for i := range 2500 {
		id := fmt.Sprint("copy ", i)
		text := kept + " and nobody had slept all that long night on the island in the north"
		if i < len(ids) {
			id, text = ids[i], kept+" and <img src=x onerror=alert(2)> \u202E"
		}
		fmt.Fprintf(&lines, "{\"id\":%s,\"text\":%s}\n", jsonString(id), jsonString(text))
	}
	for i := range 150 { // more groups than are shown
		text := fmt.Sprintf("In year %d the first%d second%[1]d third%[1]d fourth%[1]d fifth%[1]d sixth%[1]d word", i, i)
		fmt.Fprintf(&lines, "{\"id\":\"%d a\",\"text\":%q}\n{\"id\":\"%[1]d b\",\"text\":%[2]q}\n", i, text)
	}
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) string {
		octets, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(octets)
	}
	write("a.jsonl", lines.String())
	if err := os.Mkdir("d", 0o777); err != nil {
		t.Fatal(err)
	}
	odd := filepath.Join("d", "b\xffc")
	write(odd, kept+" in the morning")
	args := []string{"dedupe", "--quiet", "--csv", "--min-similarity", ".3", "--parquet", "p", "--report", "html=h",
		"--id-field", "id", "--input", "jsonl", "a.jsonl"}
	stdout, stderr, code := runIn("", append(args, "--workers", "1")...)
	if code != 0 {
		t.Fatal(stderr)
	}
	page, table := read("h"), read("p")
	if again, _, _ := runIn("", append(args, "--workers", "8")...); again != stdout || read("h") != page || read("p") != table {
		t.Error("eight workers give something else")
	}

	want, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range want { // an apostrophe keeps spreadsheets from running a cell
		for i := range row {
			row[i] = strings.TrimPrefix(row[i], "'")
		}
	}
	if diff := cmp.Diff(want[1:], parquetRows(t, "p")); diff != "" {
		t.Errorf("Parquet (-CSV +got):\n%s", diff)
	}
	for _, text := range []string{
		"<h1>2800 documents: 151 to keep and 2649 to remove; 151 groups of near duplicates</h1>",
		"The largest groups first; 51 more are left out.", "2500 documents, ", "2479 more are nearer.",
		"&lt;script&gt;alert(1)&lt;/script&gt;", "идентификатор", "مستند", "文書", "10008 bytes", "<del>", "onerror",
	} {
		if !strings.Contains(page, text) {
			t.Errorf("the page has no %q", text)
		}
	}
	for _, text := range []string{"<script", "<img", "http:", "https:"} {
		if strings.Contains(page, text) {
			t.Errorf("the page has %q", text)
		}
	}
	if i := strings.IndexFunc(page, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }); i >= 0 {
		t.Errorf("the page has a control character: %q", page[max(0, i-40):i+10])
	}
	if len(page) > 1<<20 {
		t.Errorf("the page has %d octets", len(page))
	}

	// A name that is not UTF-8 keeps its bytes.
	write(filepath.Join("d", "a"), kept+" in the morning, and then")
	if _, stderr, code = runIn("", "dedupe", "--quiet", "--min-similarity", ".5", "--parquet", "p", "d"); code != 0 {
		t.Fatal(stderr)
	}
	rows, err := parquet.ReadFile[decisionRow]("p")
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || string(rows[1].PathBytes) != odd || rows[1].Path != "d/b\uFFFDc" || rows[0].PathBytes != nil ||
		rows[1].Group != "d/a" {
		t.Errorf("%+v", rows)
	}
}

// decisionRow is a row of a Parquet file of decisions, as a reader returns it.
type decisionRow struct {
	Path       string   `parquet:"path"`
	Record     *string  `parquet:"record,optional"`
	Row        *int64   `parquet:"row,optional"`
	Group      string   `parquet:"group"`
	Similarity *float64 `parquet:"similarity,optional"`
	Keep       bool     `parquet:"keep"`
	Status     string   `parquet:"status"`
	Reason     string   `parquet:"reason"`
	PathBytes  []byte   `parquet:"path_bytes,optional"`
}

// parquetRows returns the rows of a Parquet file of decisions as in CSV.
func parquetRows(t *testing.T, name string) (all [][]string) {
	t.Helper()
	rows, err := parquet.ReadFile[decisionRow](name)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		record, row, similarity := "", "", ""
		if r.Record != nil {
			record = *r.Record
		}
		if r.Row != nil {
			row = fmt.Sprint(*r.Row)
		}
		if r.Similarity != nil {
			similarity = strconv.FormatFloat(*r.Similarity, 'f', -1, 64)
		}
		all = append(all, []string{r.Path, record, row, r.Group, similarity, fmt.Sprint(r.Keep), r.Status, r.Reason})
	}
	return all
}

func jsonString(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
)

// gzipped compresses a text.
func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// digests returns the digests of the files below a directory.
func digests(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		octets, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, dir)] = fmt.Sprintf("%d %x", len(octets), sha256.Sum256(octets))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A run that is killed, at whatever moment, leaves the whole output or none, and the originals as
// they were. The next run removes what is left.
func TestDedupeOutputKilled(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 30
	}
	dir := t.TempDir()
	data, out := filepath.Join(dir, "data"), filepath.Join(dir, "out")
	corpus(t, data)
	for i := range 60 { // these are copied, and synced one by one
		if err := os.Symlink("short.txt", filepath.Join(data, fmt.Sprint("link", i))); err != nil {
			t.Fatal(err)
		}
	}
	before := digests(t, data)
	began := time.Now()
	if _, errs, code := runIn("", "dedupe", "--quiet", "--output", out, data); code != 0 {
		t.Fatal(errs)
	}
	took := time.Since(began)
	want := digests(t, out)
	if n := len(want); n < 60 {
		t.Fatalf("%d files, want 60 or more", n)
	}
	r := rand.New(rand.NewPCG(13, 14))
	whole, parts := 0, 0
	for range kills {
		os.RemoveAll(out)
		if r.IntN(3) == 0 {
			if err := os.Mkdir(out, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		c := start(t, "dedupe", "--quiet", "--output", out, data)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.Int64N(int64(2 * took))))
		c.Process.Kill()
		c.Wait()
		if left, _ := filepath.Glob(out + ".fpcheck-part/data/*"); len(left) > 0 {
			parts++
		}
		names, _ := os.ReadDir(out)
		if len(names) == 0 {
			continue
		}
		whole++
		if diff := cmp.Diff(want, digests(t, out)); diff != "" {
			t.Fatalf("a partial output (-want +got):\n%s", diff)
		}
	}
	t.Logf("%d runs came to their end, %d were killed while they wrote", whole, parts)
	os.RemoveAll(out)
	if _, errs, code := runIn("", "dedupe", "--quiet", "--output", out, data); code != 0 {
		t.Fatal(errs)
	}
	if diff := cmp.Diff(want, digests(t, out)); diff != "" {
		t.Errorf("after the kills (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, digests(t, data)); diff != "" {
		t.Errorf("the originals (-want +got):\n%s", diff)
	}
	if left, _ := filepath.Glob(out + ".*"); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// A second run waits for nothing and disturbs nothing.
func TestDedupeOutputLocked(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.txt"), "the fox")
	out := filepath.Join(dir, "out")
	put(t, filepath.Join(out+".fpcheck-part", "a.txt"), "of the other run")
	unlock, err := durable.Lock(out + ".fpcheck-part" + cli.LockName)
	if err != nil {
		t.Fatal(err)
	}
	_, errs, code := runIn("", "dedupe", "--output", out, filepath.Join(dir, "a.txt"))
	want := "another run is writing it: expected one at a time\n"
	if code != cli.ExitTrouble || !strings.HasSuffix(errs, want) {
		t.Errorf("exit code %d, %q, want %q", code, errs, want)
	}
	if _, err := os.Stat(filepath.Join(out+".fpcheck-part", "a.txt")); err != nil {
		t.Error(err)
	}
	unlock() // which removes the lock, so that the directory could be anyone's
	if _, errs, code := runIn("", "dedupe", "--output", out, filepath.Join(dir, "a.txt")); code != cli.ExitTrouble ||
		!strings.Contains(errs, "is in the way") {
		t.Errorf("exit code %d, %q", code, errs)
	}
	if err := os.RemoveAll(out + ".fpcheck-part"); err != nil {
		t.Fatal(err)
	}
	if _, errs, code := runIn("", "dedupe", "--output", out, filepath.Join(dir, "a.txt")); code != 0 {
		t.Error(errs)
	}
}

// A file that cannot be read to its end is an error. Nothing is left, and nothing is changed.
func TestDedupeOutputFails(t *testing.T) {
	dir := t.TempDir()
	data, out := filepath.Join(dir, "data"), filepath.Join(dir, "out")
	const line = `{"text":"The keeper of the lighthouse lit the lamp at dusk, and put it out at dawn"}` + "\n"
	packed := gzipped(t, line+line+line)
	put(t, filepath.Join(data, "a.jsonl.gz"), packed[:len(packed)-6])
	put(t, filepath.Join(data, "b.txt"), "the fox")
	before := digests(t, data)
	_, errs, code := runIn("", "dedupe", "--output", out, data)
	if code != cli.ExitTrouble || !strings.Contains(errs, "a.jsonl.gz: malformed document: gzip: unexpected EOF") {
		t.Errorf("exit code %d, %q", code, errs)
	}
	if left, _ := filepath.Glob(out + "*"); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	if diff := cmp.Diff(before, digests(t, data)); diff != "" {
		t.Error(diff)
	}
}

// A disk that is full is an error, and nothing is left on it. The disk is in a namespace of the test.
func TestDedupeOutputFullDisk(t *testing.T) {
	dir := t.TempDir()
	disk, data := filepath.Join(dir, "disk"), filepath.Join(dir, "data")
	if err := os.Mkdir(disk, 0o777); err != nil {
		t.Fatal(err)
	}
	formsOfRecords(t, data, 1000)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	before := digests(t, data)
	c := exec.Command("unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=100k none "$1" || exit 99
		"$0" dedupe --quiet --output "$1/out" "$2" >/dev/null
		echo "exit status $?, left: $(ls "$1")"`, self, disk, data)
	c.Env = append(os.Environ(), asCommand+"=1")
	said, err := c.CombinedOutput()
	if err != nil {
		t.Skipf("no disk of its own: %v: %s", err, said)
	}
	want := fmt.Sprintf("fpcheck: %s/out: %s/a.jsonl: no space left on device\nexit status 2, left: \n", disk, data)
	if string(said) != want {
		t.Errorf("%q, want %q", said, want)
	}
	if diff := cmp.Diff(before, digests(t, data)); diff != "" {
		t.Error(diff)
	}
}

// formsOfRecords writes records in all forms that are written again, and returns the names.
func formsOfRecords(t *testing.T, dir string, n int) []string {
	t.Helper()
	type record struct {
		ID   int    `json:"id" parquet:"id"`
		Text string `json:"text" parquet:"text"`
	}
	r := rand.New(rand.NewPCG(21, 22))
	var lines, array, rows bytes.Buffer
	table := csv.NewWriter(&rows)
	table.Write([]string{"id", "text"})
	var all []record
	for i := range n {
		words := rand.New(rand.NewPCG(uint64(r.IntN(n)), 5))
		text := "line \"one\",\n"
		for range 30 {
			text += fmt.Sprintf("w%x ", words.IntN(1<<24))
		}
		all = append(all, record{i, text})
		octets, _ := json.Marshal(all[i])
		lines.Write(append(octets, '\n'))
		array.WriteString(map[bool]string{true: "[\n", false: ",\n"}[i == 0])
		array.Write(octets)
		table.Write([]string{strconv.Itoa(i), text})
	}
	array.WriteString("\n]\n")
	table.Flush()
	put(t, filepath.Join(dir, "a.jsonl"), lines.String())
	put(t, filepath.Join(dir, "b.json"), array.String())
	put(t, filepath.Join(dir, "c.csv"), rows.String())
	put(t, filepath.Join(dir, "d.jsonl.gz"), gzipped(t, lines.String()))
	f, err := os.Create(filepath.Join(dir, "e.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	err = parquet.Write(f, all, parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(int64(n/3)))
	if err != nil {
		t.Fatal(err)
	}
	return []string{"a.jsonl", "b.json", "c.csv", "d.jsonl.gz", "e.parquet"}
}

// The records that are written are those that --csv says to keep, by readers that are not of fpcheck.
func TestDedupeOutputKeepsWhatItSays(t *testing.T) {
	n := 5000
	if testing.Short() {
		n = 200
	}
	dir := t.TempDir()
	for _, name := range formsOfRecords(t, dir, n) {
		file, out := filepath.Join(dir, name), filepath.Join(t.TempDir(), "out")
		stdout, errs, code := runIn("", "dedupe", "--quiet", "--id-field", "id", "--csv", "--output", out, file)
		if code != 0 {
			t.Fatal(errs)
		}
		decided, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, row := range decided[1:] {
			if row[5] == "true" {
				want = append(want, row[1])
			}
		}
		if len(want) == n || len(want) < n/3 {
			t.Fatalf("%s: %d of %d records are kept", name, len(want), n)
		}
		if diff := cmp.Diff(want, idsIn(t, filepath.Join(out, name))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// idsIn returns the ids of the records of a file.
func idsIn(t *testing.T, name string) (ids []string) {
	t.Helper()
	type record struct {
		ID int `json:"id" parquet:"id"`
	}
	octets, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, ".gz") {
		r, err := gzip.NewReader(bytes.NewReader(octets))
		if err != nil {
			t.Fatal(err)
		}
		if octets, err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	var all []record
	switch filepath.Ext(strings.TrimSuffix(name, ".gz")) {
	case ".jsonl":
		for line := range bytes.Lines(octets) {
			var r record
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatal(err)
			}
			all = append(all, r)
		}
	case ".json":
		err = json.Unmarshal(octets, &all)
	case ".csv":
		rows, err := csv.NewReader(bytes.NewReader(octets)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:] {
			ids = append(ids, row[0])
		}
		return ids
	default:
		all, err = parquet.ReadFile[record](name)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		ids = append(ids, strconv.Itoa(r.ID))
	}
	return ids
}

// DuckDB and pyarrow find the rows that --csv says to keep, in files of all codecs.
func TestDedupeOutputByDuckDB(t *testing.T) {
	python := "python3"
	if testing.Short() || exec.Command(python, "-c", "import duckdb, pyarrow").Run() != nil {
		t.Skip("it takes long, or there is no DuckDB or pyarrow")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, filepath.Join("..", "..", "lab", "scripts", "output.py"), self, t.TempDir(), "2000")
	c.Env = slices.Concat(os.Environ(), []string{asCommand + "=1"})
	if said, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}

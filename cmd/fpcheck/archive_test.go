package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

// fetched is a web archive that Wget has made of the examples.
func fetched(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(examples, "*.*.*"))
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(examples)))
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/gone", http.StatusFound) })
	server := httptest.NewServer(mux)
	defer server.Close()
	args := []string{"--quiet", "--warc-file=crawl", "--warc-header=operator: x", "--delete-after", server.URL + "/moved"}
	for _, p := range pages {
		args = append(args, server.URL+"/"+filepath.Base(p))
	}
	c := exec.Command("wget", args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil && c.ProcessState.ExitCode() != 8 { // a 404
		t.Fatalf("%v: lab/scripts/archives.sh installs wget: %s", err, out)
	}
	return filepath.Join(dir, "crawl.warc.gz")
}

// ran runs the command.
func ran(t testing.TB, code int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if got := cli.Run(args, strings.NewReader(""), &out, &errs, commands.All); got != code {
		t.Fatalf("%q: exit code %d, expected %d: %s", args, got, code, &errs)
	}
	return out.String(), errs.String()
}

// What Wget has fetched has the fingerprints of the files.
func TestWget(t *testing.T) {
	if testing.Short() {
		t.Skip("it needs wget")
	}
	archive := fetched(t)
	got, report := ran(t, 0, "fingerprint", archive)
	var fingerprints []string
	for line := range strings.Lines(got) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "  ")
		if len(f) != 4 || !strings.HasPrefix(f[3], "<urn:uuid:") {
			t.Fatalf("%q", line)
		}
		fingerprints = append(fingerprints, f[0]+"  "+f[1][strings.LastIndex(f[1], "/")+1:])
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.*.*"))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := ran(t, 0, append([]string{"fingerprint", "--quiet"}, files...)...)
	want = strings.ReplaceAll(want, filepath.Join("..", "..", "examples")+string(filepath.Separator), "")
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(want), "\n"), fingerprints); diff != "" {
		t.Errorf("(-files +archive):\n%s", diff)
	}
	account := fmt.Sprintf("fpcheck: %s: %d records: %d fingerprinted, 1 redirects, 1 error pages, 3 metadata, %d requests, 1 warcinfo\n",
		archive, 2*len(files)+8, len(files), len(files)+2)
	if diff := cmp.Diff(account, report); diff != "" {
		t.Errorf("(-want):\n%s", diff)
	}
	one, _ := ran(t, 0, "fingerprint", "--quiet", "--workers", "1", archive)
	if many, _ := ran(t, 0, "fingerprint", "--quiet", "--workers", "8", archive); one != many || one != got {
		t.Error("the number of workers changes the result")
	}
}

// warcio and cdxj-indexer read the same records at the same offsets, and the archive
// that is written.
func TestWarcio(t *testing.T) {
	if testing.Short() {
		t.Skip("it needs warcio")
	}
	bin, err := filepath.Abs(filepath.Join("..", "..", ".cache", "archives", "bin"))
	if err != nil {
		t.Fatal(err)
	}
	judge := func(name string, args ...string) string {
		t.Helper()
		out, err := exec.Command(filepath.Join(bin, name), args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: lab/scripts/archives.sh installs it: %s", name, err, out)
		}
		return string(out)
	}
	archive := fetched(t)
	dir := filepath.Dir(archive)
	type record struct {
		Offset string
		Type   string `json:"warc-type"`
	}
	var want, got []string
	for line := range strings.Lines(judge("warcio", "index", "-f", "offset,warc-type", archive)) {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Type == "response" {
			want = append(want, r.Offset)
		}
	}
	lines, _ := ran(t, 0, "fingerprint", "--quiet", "--json", "--status", "1xx,2xx,3xx,4xx,5xx", archive)
	for line := range strings.Lines(lines) {
		var r struct{ Offset int64 }
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(r.Offset))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("offsets (-warcio):\n%s", diff)
	}

	// Both have the same verdict on an archive, and on one with another byte.
	judge("warcio", "check", archive)
	ran(t, 0, "verify", "--strict", archive)
	packed, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	octets, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	altered := filepath.Join(dir, "altered.warc")
	if err := os.WriteFile(altered, bytes.Replace(octets, []byte("<html"), []byte("<hTml"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	if exec.Command(filepath.Join(bin, "warcio"), "check", altered).Run() == nil {
		t.Error("warcio finds nothing wrong")
	}
	if out, _ := ran(t, 1, "verify", altered); strings.Count(out, ": INVALID: WARC-") != 2 {
		t.Error(out)
	}

	side := filepath.Join(dir, "crawl.fpcheck.warc.gz")
	ran(t, 0, "fingerprint", "--emit", "warc", "--output", side, archive)
	checked := judge("warcio", "check", "-v", side)
	ran(t, 0, "verify", "--strict", side)
	first, err := os.ReadFile(side)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(checked, "digest pass"); n != strings.Count(checked, "WARC-Record-ID") || n < 10 {
		t.Error(checked)
	}
	ran(t, 0, "fingerprint", "--emit", "warc", "--output", side, archive)
	if again, err := os.ReadFile(side); err != nil || !bytes.Equal(first, again) {
		t.Error("two runs write two archives", err)
	}

	index := filepath.Join(dir, "index.cdxj")
	if err := os.WriteFile(index, []byte(judge("cdxj-indexer", "--sort", archive)), 0o666); err != nil {
		t.Fatal(err)
	}
	annotated, _ := ran(t, 0, "fingerprint", "--emit", "cdxj", "--cdxj", index, archive)
	plain, _ := ran(t, 0, "fingerprint", "--quiet", archive)
	var keys, fingerprints []string
	for line := range strings.Lines(annotated) {
		var object map[string]string
		if err := json.Unmarshal([]byte(line[strings.IndexByte(line, '{'):]), &object); err != nil {
			t.Fatal(err)
		}
		if object["fpcheck:sm1"] != "" {
			keys = append(keys, object["fpcheck:sm1"]+"  "+object["url"])
		}
	}
	for line := range strings.Lines(plain) {
		f := strings.Split(line, "  ")
		fingerprints = append(fingerprints, f[0]+"  "+f[1])
	}
	slices.Sort(keys)
	slices.Sort(fingerprints)
	if diff := cmp.Diff(fingerprints, keys); diff != "" {
		t.Errorf("keys (-want):\n%s", diff)
	}
}

//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPagesIn(t *testing.T) {
	dir := t.TempDir()
	for name, page := range map[string]string{
		"a/1.html": "<p>one</p>", "a/2.html": "<p>two</p>", "a/3.html": "<p>six</p>", "b/1.html": "<p>ten</p>",
		"c/1.html": "<p hidden></p>", "c/2.txt": "no page",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		octets int64
		want   []string
		why    string
	}{
		{1000, []string{"one", "two", "six", "ten"}, "all that have words"},
		{27, []string{"one", "six"}, "every second"},
		{1, []string{"one"}, "the first at least"},
	} {
		pages, err := pagesIn(dir, tt.octets)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range pages {
			got = append(got, strings.TrimSuffix(strings.TrimPrefix(string(p), "<p>"), "</p>"))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%d octets: %s (-want +got):\n%s", tt.octets, tt.why, diff)
		}
	}
	for _, empty := range []string{filepath.Join(dir, "c"), filepath.Join(dir, "nowhere")} {
		if _, err := pagesIn(empty, 1000); err == nil {
			t.Errorf("%s: no error where there are no pages", empty)
		}
	}
}

var samplePages = text{name: "pages", suffix: ".html", read: visible, documents: [][]byte{
	[]byte("<title>-</title><p>one two<p hidden>-"), []byte("<p>three<script>-</script>")}}

func TestDrivePages(t *testing.T) {
	for _, tt := range []struct{ name, want, why string }{
		{"visible", "12", "what is shown"},
		{"parse", "13", "the hidden paragraph is text of the tree"},
	} {
		run, answer, err := drivePages(tt.name, samplePages.documents)
		if err != nil {
			t.Fatal(err)
		}
		if answer != tt.want || fmt.Sprint(run()) != tt.want {
			t.Errorf("%s: %s octets, then %d, want %s: %s", tt.name, answer, run(), tt.want, tt.why)
		}
	}
	_, answer, err := drivePages("page", samplePages.documents)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (subject{ours: "sm1"}).agrees(samplePages, answer); err != nil {
		t.Error(err)
	}
	if _, _, err := drivePages("page", [][]byte{[]byte("<p hidden>one")}); err == nil {
		t.Error("no error for a page without words")
	}
}

func TestAnswers(t *testing.T) {
	archive := text{responses: 3}
	for _, tt := range []struct {
		kind, answer string
		ok           bool
		why          string
	}{
		{responses, "3", true, "all of them"},
		{responses, "2", false, "one is missing"},
		{octetsOfText, "2", true, "any text counts"},
		{octetsOfText, "0", false, "no text at all"},
		{octetsOfText, "-", false, "no number"},
	} {
		if _, err := (subject{answer: tt.kind}).agrees(archive, tt.answer); (err == nil) != tt.ok {
			t.Errorf("%s, %s: %v: %s", tt.answer, tt.kind, err, tt.why)
		}
	}
}

func TestCrawl(t *testing.T) {
	if _, err := exec.LookPath("wget"); err != nil {
		t.Skip("wget is not installed")
	}
	archive, err := crawl(t.Context(), []text{samplePages, samplePages})
	if err != nil {
		t.Fatal(err)
	}
	if archive.responses != 4 || archive.unpacked <= archive.octets() {
		t.Errorf("%d responses, %d octets of %d", archive.responses, archive.octets(), archive.unpacked)
	}
	count, err := walk(archive.documents[0])
	if count != 4 || err != nil {
		t.Errorf("the reference finds %d responses, %v", count, err)
	}
	if _, err := walk(archive.documents[0][:archive.octets()/2]); err == nil {
		t.Error("no error for half an archive")
	}
}

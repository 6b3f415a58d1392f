package manifest_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"testing/fstest"

	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// A manifest in memory, and what became of the files.
func Example() {
	ctx := context.Background()
	before := fstest.MapFS{
		"report":  file("It was not allowed to pay more than 100."),
		"letter":  file("Dear Sir, the lamp of the lighthouse is lit again."),
		"old/log": file("All is quiet."),
	}
	after := fstest.MapFS{
		"report":  file("<p>It was not allowed<br>to pay more than 100.</p>"),
		"letter":  file("Dear Sir, the lamp of the lighthouse is lit, again."),
		"new/log": file("All is quiet."),
	}

	var stored bytes.Buffer
	err := manifest.Write(ctx, &stored, before, manifest.Header{Scheme: scheme.SM1}, manifest.Options{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	r, err := manifest.NewReader(&stored, nil)
	if err != nil {
		log.Fatal(err)
	}
	for result, err := range manifest.Verify(ctx, r, after, manifest.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result)
	}
	// Output:
	// letter: SAME TEXT
	// report: SAME TEXT
	// new/log: MOVED (from old/log)
}

// The manifest of a directory, beside it. An interrupted run resumes.
func ExampleCreate() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	letters := filepath.Join(dir, "letters")
	files := fstest.MapFS{"letter.txt": file("Dear Sir, the lamp is lit again."), "empty.txt": file("")}
	if err := os.CopyFS(letters, files); err != nil {
		log.Fatal(err)
	}

	header := manifest.Header{Scheme: scheme.SM1, Root: "letters"}
	report := func(s manifest.Scanned) error {
		if s.State != manifest.Fingerprinted {
			fmt.Printf("%s: %s\n", s.Path, s.State)
		}
		return nil
	}
	err = manifest.Create(context.Background(), filepath.Join(dir, "letters.fpm"), manifest.Dir(letters),
		header, manifest.Options{}, report)
	if err != nil {
		log.Fatal(err)
	}
	stored, err := os.Open(filepath.Join(dir, "letters.fpm"))
	if err != nil {
		log.Fatal(err)
	}
	defer stored.Close()
	r, err := manifest.NewReader(stored, nil)
	if err != nil {
		log.Fatal(err)
	}
	for entry, err := range r.Entries() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(entry.Path, entry.Size, entry.Features)
	}
	// Output:
	// empty.txt: no-text
	// empty.txt 0 0
	// letter.txt 32 7
}

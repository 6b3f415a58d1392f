package manifest_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"testing/fstest"

	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

func Example() {
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
	w, err := manifest.NewWriter(&stored, manifest.Header{Scheme: scheme.SM1}, manifest.Text)
	if err != nil {
		log.Fatal(err)
	}
	for f := range manifest.Scan(context.Background(), before, manifest.Options{Scheme: scheme.SM1}) {
		if err := w.Write(f.Entry); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}

	r, err := manifest.NewReader(&stored)
	if err != nil {
		log.Fatal(err)
	}
	for result, err := range manifest.Verify(context.Background(), r, after, manifest.VerifyOptions{}) {
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

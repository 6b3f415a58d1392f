package extract_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
)

func ExampleOpen() {
	page := strings.NewReader(`<!DOCTYPE html><title>Oil</title>
<h1>The lighthouse</h1>
<p>Twelve <b>barrels</b> of oil.</p>
<p hidden>Not shown.</p>`)
	doc, err := extract.Open(context.Background(), page, extract.Options{})
	if err != nil {
		log.Fatal(err)
	}
	text, err := io.ReadAll(doc)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(doc.MediaType, doc.Encoding)
	fmt.Println(string(text))
	// Output:
	// text/html utf-8
	// The lighthouse
	// Twelve barrels of oil.
}

// The transport often knows the media type and the charset.
func ExampleOpen_mediaType() {
	body := strings.NewReader("<p>\xed\xc1\xd1\xcb")
	doc, err := extract.Open(context.Background(), body, extract.Options{MediaType: "text/html; charset=koi8-r"})
	if err != nil {
		log.Fatal(err)
	}
	text, err := io.ReadAll(doc)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(doc.Encoding, string(text))
	// Output: koi8-r Маяк
}

// Attachments are documents of their own.
func ExampleOpen_embedded() {
	mail := strings.NewReader(`From: keeper@example.org
MIME-Version: 1.0
Subject: The log
Content-Type: multipart/mixed; boundary=b

--b

See the log of May.
--b
Content-Disposition: attachment; filename=may.md

# May
The *lamp* was lit.
--b--
`)
	doc, err := extract.Open(context.Background(), mail, extract.Options{
		Embedded: func(path string, d *extract.Document, err error) {
			if err != nil {
				fmt.Println(path, err)
				return
			}
			text, err := io.ReadAll(d)
			fmt.Printf("%s, %s: %q %v\n", path, d.MediaType, text, err)
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	text, err := io.ReadAll(doc)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %q\n", doc.MediaType, text)
	// Output:
	// may.md, text/markdown: "May\nThe lamp was lit." <nil>
	// message/rfc822: "The log\nSee the log of May."
}

// An error says what is wrong with a document.
func ExampleOpen_errors() {
	_, err := extract.Open(context.Background(), strings.NewReader("\x89PNG\r\n\x1a\n"), extract.Options{})
	fmt.Println(errors.Is(err, extract.ErrUnsupported))
	fmt.Println(err)
	// Output:
	// true
	// no reader for this medium: image/png
}

func ExampleOpenValues() {
	fields := [][]byte{[]byte("<h1>The lighthouse</h1>"), []byte("<p>Twelve barrels.")}
	doc, err := extract.OpenValues(context.Background(), fields, true, extract.Options{MediaType: "text/html"})
	if err != nil {
		log.Fatal(err)
	}
	text, err := io.ReadAll(doc)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
	// Output:
	// The lighthouse
	// Twelve barrels.
}

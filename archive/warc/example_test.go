package warc_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/extract"
)

// The text of each document of a web archive. A revisit has the text of its original.
func ExampleWalk() {
	file, err := os.Open("testdata/lighthouse.warc")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()

	var walk warc.Walk[string]
	defer walk.Close()
	for item, err := range walk.Items(file) {
		if err != nil {
			fmt.Println("damaged:", err)
			continue
		}
		var text []byte
		if err = item.Err(); item.IsDocument() {
			var document *extract.Document
			if document, err = item.Open(context.Background(), extract.Options{}); err == nil {
				text, err = io.ReadAll(document)
			}
		}
		found, err := walk.Settle(item, string(text), err)
		fmt.Printf("%s %q: %s %q\n", item.RecordType, item.URI, item.Outcome, found)
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// warcinfo "": warcinfo ""
	// request "http://example.org/log": requests ""
	// response "http://example.org/log": fingerprinted "The lamp of the lighthouse is lit. All is quiet."
	// revisit "http://example.org/log": revisits "The lamp of the lighthouse is lit. All is quiet."
}

func ExampleCheck() {
	file, err := os.Open("testdata/lighthouse.warc")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()

	checked, err := warc.Check(context.Background(), file, 0, func(f warc.Finding) {
		fmt.Printf("offset %d: %s: %s\n", f.Offset, f.Severity, f)
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d records, %d right digests, %d errors\n", checked.Records, checked.Digests, checked.Errors)
	// Output:
	// 4 records, 2 right digests, 0 errors
}

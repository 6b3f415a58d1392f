package premis_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"regexp"
	"testing/fstest"
	"time"

	"github.com/lsh-interop/fpcheck/internal/cli/keep/premis"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

func Example() {
	tree := fstest.MapFS{"letter": {Data: []byte("Dear Sir, the lamp is lit again.")}}
	var stored bytes.Buffer
	err := manifest.Write(context.Background(), &stored, tree, manifest.Header{Scheme: scheme.SM1}, manifest.Options{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	tree["letter"] = &fstest.MapFile{Data: []byte("Dear Sir,\nthe lamp is lit again.")}

	m, err := manifest.NewReader(&stored, nil)
	if err != nil {
		log.Fatal(err)
	}
	spool, err := os.CreateTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(spool.Name())
	defer spool.Close()
	var document bytes.Buffer
	events, err := premis.NewWriter(&document, spool, premis.PREMIS, premis.Check{
		Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Tool: "archive 1.0", Header: m.Header(),
	})
	if err != nil {
		log.Fatal(err)
	}
	for result, err := range manifest.Verify(context.Background(), m, tree, manifest.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		if err := events.Write(result, nil); err != nil {
			log.Fatal(err)
		}
	}
	if err := events.Close(); err != nil {
		log.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`<premis:event(Type|DateTime|Outcome)\b.*>(.+)</`).FindAllSubmatch(document.Bytes(), -1) {
		fmt.Printf("%s: %s\n", found[1], found[2])
	}
	// Output:
	// Type: fixity check
	// DateTime: 2026-01-02T03:04:05Z
	// Outcome: fail
}

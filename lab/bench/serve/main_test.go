//go:build linux

package main

import (
	"bytes"
	"io"
	"math/bits"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Both services find everything that is near, with any number of connections.
func TestLoad(t *testing.T) {
	program := filepath.Join(t.TempDir(), "fpcheck")
	build := exec.Command("go", "build", "-o", program, "./cmd/fpcheck")
	build.Dir = filepath.Join("..", "..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-documents", "3000", "-for", "50ms", program}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (fpcheck serve|redis) \|.*$`).FindAllString(out.String(), -1)
	if len(rows) < 2*len(connections) {
		t.Errorf("%d rows: %s", len(rows), &out)
	}
	for _, r := range rows {
		if !strings.Contains(r, "| 1.0000 |") {
			t.Errorf("not all is found: %s", r)
		}
	}
}

func TestQueries(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	near := 0
	for range 1000 {
		sketch, document := query(random, 50)
		if document < 0 {
			continue
		}
		near++
		if d := bits.OnesCount64(sketch ^ sketchOf(document)); document >= 50 || d > distance {
			t.Errorf("document %d is %d bits away", document, d)
		}
	}
	if near < 400 || near > 600 {
		t.Errorf("%d of 1000 queries are near a document", near)
	}
}

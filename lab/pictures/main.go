// Command pictures draws the diagrams of the pages, with figures that the reference computes:
//
//	go -C lab run ./pictures ../docs
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: pictures DIR")
		os.Exit(2)
	}
	for name, draw := range pictures {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), []byte(draw()), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "pictures:", err)
			os.Exit(1)
		}
	}
}

var pictures = map[string]func() string{
	"pipeline.svg":        pipeline,
	"bits.svg":            bits,
	"bands.svg":           bands,
	"dedupe-decision.svg": decision,
}

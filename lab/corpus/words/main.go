// Command words has lab/corpus/words.mjs cut every declaration into words.
//
//	go -C lab run ./corpus/words corpus/words.mjs DIR    # write DIR/ID.json
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("expected words.mjs and a directory")
	}
	dir, err := corpus.Dir()
	if err != nil {
		return err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(args[1], 0o755); err != nil {
		return err
	}
	var all sync.WaitGroup
	errs := make([]error, len(c.Declarations))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, d := range c.Declarations {
		slots <- struct{}{}
		all.Go(func() {
			errs[i] = words(args[0], d, filepath.Join(args[1], d.ID+".json"))
			<-slots
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// words writes the words of one declaration.
func words(script string, d corpus.Declaration, to string) error {
	var text, complaint bytes.Buffer
	if _, err := d.WriteTo(&text); err != nil {
		return err
	}
	node := exec.Command("node", script, d.Tag)
	node.Stdin, node.Stderr = &text, &complaint
	out, err := node.Output()
	if err != nil {
		return fmt.Errorf("%s (%s): %w\n%s", d.ID, d.Tag, err, complaint.Bytes())
	}
	return os.WriteFile(to, out, 0o644)
}

// Prose checks what people read: Markdown, comments and errors in Go, help, manual pages and the
// subjects of commits. Vale applies the rules in styles/fpcheck. The list left.txt names what is
// not rewritten yet, and only shrinks.
//
//	go -C lab/prose run .                    # check
//	go -C lab/prose run . internal/rules     # also print the findings in what is on the list
//	go -C lab/prose run . -update            # write the list
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	update := flag.Bool("update", false, "write the list of sources with findings")
	flag.Parse()
	problems, err := run("../..", *update, flag.Args())
	for _, p := range problems {
		fmt.Println(p)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "prose:", err)
		os.Exit(2)
	}
	if len(problems) > 0 {
		os.Exit(1)
	}
}

// run checks the repository at root and returns what is wrong. It returns the findings in sources
// with one of the prefixes even if they are on the list.
func run(root string, update bool, prefixes []string) ([]string, error) {
	sources, err := collect(root)
	if err != nil {
		return nil, err
	}
	found, err := vale(sources)
	if err != nil {
		return nil, err
	}
	left, err := readList()
	if err != nil {
		return nil, err
	}
	if update {
		left = left.update(found)
		if err := left.write(); err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(os.Stderr, "prose: %d sources, %d of them on the list\n", len(sources), len(left.names))
	problems := left.compare(sources, found)
	for _, name := range left.names {
		for _, prefix := range prefixes {
			if strings.HasPrefix(name, prefix) {
				problems = append(problems, format(found[name])...)
			}
		}
	}
	return problems, nil
}

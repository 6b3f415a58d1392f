// Command run runs all mutants against the golden vectors. It prints each mutant that survives,
// and exits with 1 if there is one.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/lsh-interop/fpcheck/internal/cli/suite/known"
	"github.com/lsh-interop/fpcheck/lab/mutants"
)

func main() {
	log.SetFlags(0)
	verbose := flag.Bool("verbose", false, "print every mutant and the case that caught it")
	match := flag.String("match", "**", "only cases whose id matches `pattern`")
	flag.Parse()
	kills, err := mutants.Run(context.Background(), known.Glob(*match))
	if err != nil {
		log.Fatal(err)
	}
	killed := 0
	for _, k := range kills {
		m := k.Mutant
		if k.By == "" {
			fmt.Printf("SURVIVED  %s %s: %s\n", m.Rule, m.Name, m.Mistake)
			continue
		}
		killed++
		if *verbose {
			fmt.Printf("killed    %s %s: %s, by %s\n", m.Rule, m.Name, m.Mistake, k.By)
		}
	}
	fmt.Printf("%d of %d mutants killed, each by a vector that names its rule\n", killed, len(kills))
	if killed < len(kills) {
		os.Exit(1)
	}
}

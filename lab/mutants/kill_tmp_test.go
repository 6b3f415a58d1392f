package mutants

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/fuzz"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// TestKillers finds small pages that kill the mutants named in $KILL.
func TestKillers(t *testing.T) {
	names := strings.Fields(os.Getenv("KILL"))
	if len(names) == 0 {
		t.Skip()
	}
	s := scheme.All()[0]
	h := conformance.NewReference(s).Describe()
	best := map[string]string{}
	var ms []Mutant
	for _, m := range All() {
		for _, n := range names {
			if strings.HasPrefix(m.Name, n) {
				ms = append(ms, m)
			}
		}
	}
	for number := range uint64(400000) {
		g, cs := fuzz.Cases(3, number, h, []*scheme.Scheme{s})
		if g != "articles" {
			continue
		}
		for _, c := range cs {
			if c.Request.Stage != vectors.Main {
				continue
			}
			page := string(c.Request.Input.Raw.Bytes())
			for _, m := range ms {
				if b, ok := best[m.Name]; ok && len(b) <= len(page) {
					continue
				}
				if !cases.Agree(c.Want, m.port().Answer(protocol.Request(c.Request)).Result) {
					best[m.Name] = page
				}
			}
		}
		if number > 60000 && len(best) == len(ms) {
			break
		}
	}
	for n, p := range best {
		fmt.Printf("%s\t%q\n", n, p)
	}
	for _, m := range ms {
		if best[m.Name] == "" {
			fmt.Println("NONE", m.Name)
		}
	}
}

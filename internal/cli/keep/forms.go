package keep

import (
	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
	"github.com/lsh-interop/fpcheck/manifest"
)

// normalForms counts files that are at the same path in another normal form of Unicode. macOS writes names in NFD,
// and other systems in NFC. It has at most maxNames of the missing and of the new files in memory.
type normalForms struct {
	moved         int
	missing, come map[string]bool
}

func (n *normalForms) add(r manifest.Result) {
	switch {
	case r.Record != nil:
	case r.Status == manifest.Moved:
		if norm.NFC.String(r.From) == norm.NFC.String(r.Path) {
			n.moved++
		}
	case r.Status == manifest.Missing:
		addForm(&n.missing, r.Path)
	case r.Status == manifest.New:
		addForm(&n.come, r.Path)
	}
}

func addForm(names *map[string]bool, path string) {
	if ascii.Is(path) || len(*names) == maxNames {
		return
	}
	if *names == nil {
		*names = make(map[string]bool)
	}
	(*names)[norm.NFC.String(path)] = true
}

// count returns the number of files.
func (n *normalForms) count() int {
	both := n.moved
	for path := range n.missing {
		if n.come[path] {
			both++
		}
	}
	return both
}

package keep

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/manifest"
)

// readings are the readers of differing texts then and now. The program may cause the difference.
type readings struct {
	changed map[[2]manifest.Reading]changedReading
	unsaid  int // files of changes beyond maxReadings
}

// changedReading is a change of how files are read.
type changedReading struct {
	files int
	path  string // of the first
}

// maxReadings bounds how many changes are told apart.
const maxReadings = 20

func (c *readings) add(r manifest.Result) {
	if r.Records != nil {
		return // each record was read in its own way
	}
	switch r.Status {
	case manifest.SameFingerprint, manifest.Similar, manifest.Different:
	default:
		return
	}
	then, now := r.Stored.Reading, r.Found.Reading
	if then.MediaType == "" || now.MediaType == "" {
		return // a link, for example: its status says so
	}
	if then.MediaType == now.MediaType && then.Tool == now.Tool {
		return
	}
	then.Encoding, now.Encoding = "", ""
	k := [2]manifest.Reading{then, now}
	change, known := c.changed[k]
	if !known && len(c.changed) == maxReadings {
		c.unsaid++
		return
	}
	if c.changed == nil {
		c.changed = make(map[[2]manifest.Reading]changedReading)
	}
	if !known {
		change.path = r.Path
	}
	change.files++
	c.changed[k] = change
}

// warnings says what has changed, in the order of the first files that it is about.
func (c *readings) warnings() []string {
	var all []string
	keys := slices.SortedFunc(maps.Keys(c.changed), func(a, b [2]manifest.Reading) int {
		return cmp.Compare(c.changed[a].path, c.changed[b].path)
	})
	for _, k := range keys {
		change, then, now := c.changed[k], k[0], k[1]
		what := "read by " + orPlain(then.Tool) + " then and by " + orPlain(now.Tool) + " now"
		if then.MediaType != now.MediaType {
			what = "taken for " + then.MediaType + " then, for " + now.MediaType + " now"
		}
		all = append(all, fmt.Sprintf("%s whose text differs, %s first: %s", cli.Count(change.files, "file"), cli.Display(change.path), what))
	}
	if c.unsaid > 0 {
		all = append(all, cli.Count(c.unsaid, "more file")+" whose text differs: read in other ways then and now")
	}
	return all
}

func orPlain(tool string) string { return cmp.Or(tool, "fpcheck itself") }

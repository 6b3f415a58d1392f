package ocfl

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/engine/watched"
)

// content is what inventories say of a content file.
type content struct {
	exists bool
	claims []claim
}

// claim is a digest that a file shall have.
type claim struct {
	algorithm, digest string
	code              Code
	path              string // of the inventory
	at                string
}

// claims notes what an inventory says of content files, and another has not said before.
func (v *object) claims(at string, i *inventory) {
	add := func(p string, c claim) {
		if !algorithms[c.algorithm].fits(c.digest) {
			return // which is reported
		}
		file := v.content[p]
		if file == nil {
			file = new(content)
			v.content[p] = file
		}
		alike := 0
		for _, k := range file.claims {
			if k.algorithm != c.algorithm {
				continue
			}
			if k.digest == c.digest {
				return
			}
			if k.code == c.code {
				alike++
			}
		}
		if alike == 2 {
			return // of two digests, one is wrong already
		}
		c.path = at
		file.claims = append(file.claims, c)
	}
	for _, b := range i.manifest {
		for _, p := range b.paths {
			if i.algorithm != "" {
				add(p, claim{algorithm: i.algorithm, digest: normal(b.digest), code: "E092", at: join("manifest", b.digest)})
			}
		}
	}
	for _, f := range i.fixity {
		for _, b := range f.blocks {
			for _, p := range b.paths {
				add(p, claim{algorithm: f.algorithm, digest: normal(b.digest), code: "E093", at: join(join("fixity", f.algorithm), b.digest)})
			}
		}
	}
}

// checkContent compares the content files with what the inventories say of them.
func (v *object) checkContent() {
	for _, files := range v.files {
		for _, p := range files {
			if _, ok := v.inRoot[p]; !ok && v.inv.hasManifest && !v.inv.means(p) {
				v.find(Finding{Code: "E023", Path: v.path(p), Found: "a file that the manifest has not", Expected: "each file in the manifest"})
			}
			if c := v.content[p]; c != nil {
				c.exists = true
			}
		}
	}
	for _, p := range slices.Sorted(maps.Keys(v.content)) {
		c := v.content[p]
		if c.exists || v.isTold(p) || v.inv.belowFiles[p] {
			continue
		}
		said := make(map[Code]bool)
		for _, k := range c.claims {
			if !said[k.code] {
				v.find(Finding{Code: k.code, Path: v.path(p), Found: "no such file", Expected: fmt.Sprintf("one of %s %s, as in %s", k.algorithm, k.digest, k.path)})
			}
			said[k.code] = true
		}
	}
	results := parallel.Do(v.ctx, v.jobs(), v.workers, 16*v.workers, func() func(string) checked {
		t := &tree{ctx: v.ctx, fsys: v.fsys, o: v.o}
		buffer := make([]byte, 256<<10)
		return func(p string) checked { return t.check(v.path(p), v.content[p].claims, buffer) }
	})
	for findings := range results {
		for _, f := range findings {
			v.find(f)
		}
	}
}

// means reports whether a path that is none may be meant to be that of a file.
func (i *inventory) means(p string) bool {
	if len(i.meant) == 0 {
		return false
	}
	for k := range len(p) {
		if p[k] == '/' && i.meant[p[k+1:]] {
			return true
		}
	}
	return i.meant[p]
}

type checked []Finding

func (v *object) jobs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, files := range v.files {
			for _, p := range files {
				if v.content[p] != nil && !yield(p) {
					return
				}
			}
		}
	}
}

// check compares a file with its digests. It is read once.
func (t *tree) check(name string, claims []claim, buffer []byte) checked {
	var names []string
	for _, c := range claims {
		if !slices.Contains(names, c.algorithm) {
			names = append(names, c.algorithm)
		}
	}
	digests, err := t.sums(name, names, buffer)
	if err != nil {
		return checked{{Path: name, Err: err}}
	}
	var found checked
	said := make(map[Code]bool)
	for _, c := range claims {
		if got := digests[c.algorithm]; got != c.digest && !said[c.code] {
			said[c.code] = true
			found = append(found, Finding{Code: c.code, Path: name,
				Found: c.algorithm + " " + got, Expected: fmt.Sprintf("%s, as in %s", c.digest, c.path)})
		}
	}
	return found
}

func (t *tree) sums(name string, names []string, buffer []byte) (map[string]string, error) {
	f, err := t.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return sums(watched.Reader(t.ctx, f, t.o.Read), names, buffer)
}

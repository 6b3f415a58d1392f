package vectorfiles

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/rules/frozen"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// CheckLock returns the lock in the lock file of fsys, and what must be locked now. This is the
// registry of package scheme, the rules of SPEC.md, the tables of fsys, and files.
func CheckLock(fsys fs.FS, files []*vectors.File) (*frozen.Lock, frozen.State, error) {
	source, err := fs.ReadFile(fsys, frozen.FileName)
	if err != nil {
		return nil, nil, err
	}
	lock, err := frozen.Parse(source)
	if err != nil {
		return nil, nil, err
	}
	tables, err := tablesOf(fsys)
	if err != nil {
		return nil, nil, err
	}
	var schemes []sketch.Definition
	for _, s := range scheme.All() {
		schemes = append(schemes, s.Method().Definition())
	}
	return lock, stateOf(schemes, fpcheck.Rules(), tables, files), nil
}

// stateOf returns what the frozen schemes depend on: their registry entries, their vectors, the
// rules of these, and the tables. The vectors of text digests are frozen with them. Vectors of
// compared texts and of passages are left out, because R13.8 to R13.24 are drafts.
func stateOf(schemes []sketch.Definition, rules []fpcheck.Rule, tables frozen.State, files []*vectors.File) frozen.State {
	now := frozen.State{}
	isFrozen := map[string]bool{}
	for _, d := range schemes {
		if d.Status == sketch.Frozen {
			isFrozen[d.ID] = true
			entry, _ := json.Marshal(d)
			now["scheme "+d.ID] = frozen.Digest(entry)
		}
	}
	if len(isFrozen) == 0 {
		return now
	}
	pinned := map[string]bool{}
	for _, f := range files {
		for _, v := range f.Vectors {
			for _, id := range f.Schemes {
				if isFrozen[id] && !slices.Contains(drafts, v.Stage) {
					now[frozen.Vector(id, v.ID)] = digestOf(v)
					for _, r := range v.Rules {
						pinned[r] = true
					}
				}
			}
		}
	}
	for _, r := range rules {
		if pinned[r.ID] {
			words := strings.Join(strings.Fields(r.Source), " ")
			now["rule "+r.ID] = frozen.Digest([]byte(words))
		}
	}
	for name, sum := range tables {
		now["table "+name] = sum
	}
	return now
}

var drafts = []vectors.Stage{vectors.Main, vectors.Texts, vectors.Windows, vectors.Passages, vectors.Covers}

// digestOf returns the digest of the binding part of a vector. The reason why it exists may be
// reworded.
func digestOf(v vectors.Vector) string {
	v.Rules, v.Why = nil, ""
	f := vectors.File{Stage: v.Stage, Vectors: []vectors.Vector{v}}
	return frozen.Digest(f.Format())
}

// tablesOf returns the digests of the data that the rules name. Digests of Unicode properties are
// over their code points, not over files, and are in a list.
func tablesOf(fsys fs.FS) (frozen.State, error) {
	tables := frozen.State{}
	list, err := fs.ReadFile(fsys, "ucd/SHA256SUMS.txt")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(list)) {
		if sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  "); ok && !strings.HasPrefix(line, "#") {
			tables["ucd/"+name] = sum
		}
	}
	for _, pattern := range []string{"encodings/*.txt", "markup/*.txt"} {
		names, err := fs.Glob(fsys, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range slices.DeleteFunc(names, func(name string) bool { return path.Base(name) == "SHA256SUMS.txt" }) {
			b, err := fs.ReadFile(fsys, name)
			if err != nil {
				return nil, err
			}
			tables[name] = frozen.Digest(b)
		}
	}
	return tables, nil
}

// lockLines returns the lock file with new frozen files, and the new words of clarified rules.
func lockLines(lock *frozen.Lock, now frozen.State, clarified []string) []byte {
	add := lock.Unlocked(now)
	for _, rule := range clarified {
		add = append(add, "rule "+rule)
	}
	return lock.Append(fpcheck.Version, now, add)
}

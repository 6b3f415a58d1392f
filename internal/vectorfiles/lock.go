package vectorfiles

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// LockName is the name of the lock file.
const LockName = "frozen.lock"

// A Lock maps the name of each frozen thing to the SHA-256 of its content in hexadecimal.
// Names are such as "scheme sd1", "table GeneralCategory" and "vector hash-empty".
type Lock map[string]string

// ParseLock parses a lock file.
func ParseLock(source []byte) (Lock, error) {
	lock := Lock{}
	for i, line := range strings.Split(string(source), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		digest, what, ok := strings.Cut(line, "  ")
		if !ok || len(digest) != 2*sha256.Size {
			return nil, fmt.Errorf("%s:%d: expected a SHA-256, two blanks and a name", LockName, i+1)
		}
		lock[what] = digest
	}
	return lock, nil
}

// LockOf returns the lock of the frozen schemes among schemes: of their registry entries,
// their vectors and the Unicode tables.
func LockOf(schemes []scheme.Definition, tables []byte, files []*vectors.File) Lock {
	lock := Lock{}
	frozen := map[string]bool{}
	for _, d := range schemes {
		if d.Status == scheme.Frozen {
			frozen[d.ID] = true
			entry, _ := json.Marshal(d)
			lock["scheme "+d.ID] = digest(entry)
		}
	}
	if len(frozen) == 0 {
		return lock
	}
	for line := range strings.Lines(string(tables)) {
		if sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  "); ok && !strings.HasPrefix(line, "#") {
			lock["table "+name] = sum
		}
	}
	for _, f := range files {
		if slices.ContainsFunc(f.Schemes, func(s string) bool { return frozen[s] }) {
			for _, v := range f.Vectors {
				one := vectors.File{Stage: f.Stage, Vectors: []vectors.Vector{v}}
				lock["vector "+v.ID] = digest(one.Format())
			}
		}
	}
	return lock
}

// Broken returns an error for each name in the lock that is missing from now or has
// another digest there, in the order of names.
func (l Lock) Broken(now Lock) []error {
	var broken []error
	for _, what := range slices.Sorted(maps.Keys(l)) {
		switch sum, ok := now[what]; {
		case !ok:
			broken = append(broken, fmt.Errorf("%s is frozen and has gone", what))
		case sum != l[what]:
			broken = append(broken, fmt.Errorf("%s is frozen and has changed: %s, locked as %s", what, sum, l[what]))
		}
	}
	return broken
}

// Unlocked returns the names in now that are not in the lock yet, in order.
func (l Lock) Unlocked(now Lock) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(now)), func(what string) bool {
		_, ok := l[what]
		return ok
	})
}

// CheckLock returns the lock in the lock file of fsys, and the lock of what is there now:
// the registry of package scheme, the Unicode tables of fsys, and files.
func CheckLock(fsys fs.FS, files []*vectors.File) (lock, now Lock, err error) {
	source, err := fs.ReadFile(fsys, LockName)
	if err != nil {
		return nil, nil, err
	}
	if lock, err = ParseLock(source); err != nil {
		return nil, nil, err
	}
	tables, err := fs.ReadFile(fsys, "ucd/SHA256SUMS.txt")
	if err != nil {
		return nil, nil, err
	}
	var defs []scheme.Definition
	for _, s := range scheme.All() {
		defs = append(defs, s.Definition())
	}
	return lock, LockOf(defs, tables, files), nil
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

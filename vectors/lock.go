package vectors

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
)

// LockName is the file that pins what is frozen.
const LockName = "frozen.lock"

// Lock maps what is frozen to the SHA-256 of its content, in hexadecimal:
// "scheme sd1", "table GeneralCategory", "vector hash-empty".
type Lock map[string]string

// ParseLock reads a lock file.
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

// LockOf returns the digests of everything that belongs to the frozen ones among
// the schemes: their registry entries, the Unicode tables, their vectors.
func LockOf(schemes []scheme.Definition, tables []byte, files []*File) Lock {
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
				one := File{Stage: f.Stage, Vectors: []Vector{v}}
				lock["vector "+v.ID] = digest(one.Format())
			}
		}
	}
	return lock
}

// Broken returns, in order, what is locked and is now missing or different.
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

// Unlocked returns, in order, what is frozen now and not in the lock yet.
func (l Lock) Unlocked(now Lock) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(now)), func(what string) bool {
		_, ok := l[what]
		return ok
	})
}

// CheckLock compares the lock file of fsys with the registry and with the tables
// and vectors of fsys.
func CheckLock(fsys fs.FS, files []*File) (lock, now Lock, err error) {
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

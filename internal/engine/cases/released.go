package cases

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/rules/frozen"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Released returns the vectors that a version of the specification froze, each with the schemes that
// it was frozen for. Every later version has them unchanged. Vectors of drafts are not frozen.
func Released(version string) ([]vectors.Vector, error) {
	source, err := fs.ReadFile(vectors.FS, frozen.FileName)
	if err != nil {
		return nil, err
	}
	lock, err := frozen.Parse(source)
	if err != nil {
		return nil, err
	}
	if versions := lock.Versions(); !slices.Contains(versions, version) {
		return nil, fmt.Errorf("%q: expected a version in which vectors were frozen: %s", version, strings.Join(versions, ", "))
	}
	var released []vectors.Vector
	for _, v := range vectors.All() {
		v.Schemes = slices.DeleteFunc(slices.Clone(v.Schemes), func(id string) bool {
			return !lock.Holds(version, frozen.Vector(id, v.ID))
		})
		if len(v.Schemes) > 0 {
			released = append(released, v)
		}
	}
	return released, nil
}

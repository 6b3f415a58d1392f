package bagit

import (
	"context"
	"io/fs"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// ReadMetadata returns the version and the readable metadata elements of a bag, without validation.
func ReadMetadata(fsys fs.FS) (version string, tags []Tag) {
	v := &validator{ctx: context.Background(), fsys: fsys, bag: new(Bag)}
	var err error
	defer recovery.Catch(&err, "the metadata of a bag")
	if v.declaration() {
		_, err = v.info()
	}
	return v.bag.Version, v.bag.Info
}

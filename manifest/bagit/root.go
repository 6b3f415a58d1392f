package bagit

import "github.com/lsh-interop/fpcheck/internal/store/durable"

// A Root is a directory on disk as a file system, with the methods of [io/fs.StatFS] and [io/fs.ReadDirFS].
// No link leads out of it. Unlike [os.Root.FS], it has files whose names are not UTF-8 as well. Close
// closes it, and Storage returns it for [Bag.WriteFingerprints].
type Root struct{ durable.Root }

// OpenRoot opens a directory. The caller must close it.
func OpenRoot(name string) (Root, error) {
	r, err := durable.OpenRoot(name)
	return Root{r}, err
}

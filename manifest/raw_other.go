//go:build !linux

package manifest

import "io/fs"

// openRegular is only for Linux.
func (d dir) openRegular(string) (fs.File, bool) { return nil, false }

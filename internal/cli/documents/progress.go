package documents

import (
	"iter"
	"os"

	"github.com/lsh-interop/fpcheck/internal/cli"
)

// Sizes yields the sizes of the files of arguments, except those that skip selects.
func Sizes(args []string, skip func(path string) bool) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for in := range Files(args, os.ReadDir, skip) {
			size := int64(cli.UnknownSize)
			if !in.Stdin {
				size = 0
				if info, err := os.Stat(in.Path); err == nil && info.Mode().IsRegular() {
					size = info.Size()
				}
			}
			if !yield(size) {
				return
			}
		}
	}
}

// Nothing skips nothing.
func Nothing(string) bool { return false }

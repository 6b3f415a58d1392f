//go:build !unix

package durable

import (
	"io/fs"
	"os"
)

func own(*os.File, fs.FileInfo) {}

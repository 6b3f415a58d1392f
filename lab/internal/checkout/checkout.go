// Package checkout finds the checkout that a program works in.
package checkout

import (
	"fmt"
	"os"
	"path/filepath"
)

// Root returns the root of the checkout: the working directory or the nearest
// directory above it that has a SPEC.md.
func Root() (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "SPEC.md")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%s is in no checkout: neither it nor a directory above it has SPEC.md", wd)
		}
	}
}

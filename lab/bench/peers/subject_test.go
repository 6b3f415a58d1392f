//go:build linux

package main

import "testing"

func TestDriveErrors(t *testing.T) {
	if _, _, err := drive("nobody", [][]byte{[]byte("x")}); err == nil {
		t.Error("no error for a subject that is not in Go")
	}
}

//go:build linux

package jenkins

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// Nothing is read beyond the page that a key ends in: the next one cannot be read.
func TestSumEachAtEndOfPage(t *testing.T) {
	page := os.Getpagesize()
	memory, err := unix.Mmap(-1, 0, 2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(memory)
	for i := range memory[:page] {
		memory[i] = byte(i)
	}
	if err := unix.Mprotect(memory[page:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	onEachProcessor(func(name string) {
		for end := page - 40; end <= page; end++ {
			for n := range 140 {
				var keys [][]byte
				for i := range 32 {
					if i == n%32 {
						keys = append(keys, memory[end-n:end])
					} else {
						keys = append(keys, memory[i:i+5])
					}
				}
				for i, got := range SumEach(nil, keys) {
					if want := Sum64(keys[i]); got != want {
						t.Fatalf("%s: %d octets that end %d before the page does: key %d: %016x, want %016x", name, n, page-end, i, got, want)
					}
				}
			}
		}
	})
}

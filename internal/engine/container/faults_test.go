package container

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/iotest"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/watched/watchedtest"
)

// TestFaults cuts each form of container short at each byte, and changes each byte. It also puts zeros in the place
// of each range of blocks. Afterwards the texts of the files are the same, or an error says that they are not.
func TestFaults(t *testing.T) {
	three := tarOf(file("a.txt"), file("b.txt"), file("c.txt"))
	// Each file of the tar has a block of header and one of text. Only headers have a checksum.
	const both = 2 * block
	inFile := func(at int) bool { return at < 3*both && at%both >= block }
	for _, tt := range []struct {
		form   Form
		octets []byte
	}{
		{Tar, three},
		{TarGzip, gzipped(three)},
		{TarZstd, zstandard(three)},
		{TarXZ, octets(tarXZ)},
		{TarBzip2, octets(tarBzip2)},
		{Zip, zipOf("a.txt", "d/", "d/b.txt")},
	} {
		// texts returns the texts of the files without their names, which have no checksum in a ZIP archive.
		texts := func(octets []byte) (all string, err error) {
			for m, failed := range Members(t.Context(), tt.form, Source{bytes.NewReader(octets), bytes.NewReader(octets), int64(len(octets))}, extract.Limits{}) {
				if failed == nil {
					var text []byte
					text, failed = io.ReadAll(m)
					all += string(text)
				}
				err = cmp.Or(err, failed)
			}
			return all, err
		}
		sound, err := texts(tt.octets)
		if err != nil || sound == "" {
			t.Fatalf("%s: the container itself: %q, %v", tt.form, sound, err)
		}
		try := func(fault string, octets []byte) {
			if found, err := texts(octets); found != sound && err == nil {
				t.Errorf("%s, %s: %q, want an error or %q", tt.form, fault, found, sound)
			}
		}
		for i := range tt.octets {
			if testing.Short() && i%7 > 0 {
				continue
			}
			try(fmt.Sprint("cut short at ", i), tt.octets[:i])
			if tt.form == Tar && inFile(i) {
				continue
			}
			b := bytes.Clone(tt.octets)
			b[i] ^= 1 << (i % 8)
			try(fmt.Sprint("a bit of byte ", i), b)
		}
		for from := 0; from < len(tt.octets) && tt.form == Tar; from += block {
			for to := from + block; to <= len(tt.octets); to += block {
				if inFile(from) && (to == from+block || from == 3*both-block) {
					continue
				}
				if border := (from + both - 1) / both * both; to-border == mark && to < 3*both {
					continue // so end two tars that follow one another
				}
				b := bytes.Clone(tt.octets)
				clear(b[from:to])
				try(fmt.Sprintf("zeros from byte %d to %d", from, to), b)
			}
		}
	}
}

// TestFailingDisk checks that an error of reading a container is not damage of the container.
func TestFailingDisk(t *testing.T) {
	disk := errors.New("disk error")
	plain := tarOf(file("a.txt"), file("b.txt"), file("c.txt"))
	for form, octets := range map[Form][]byte{
		Tar: plain, TarGzip: gzipped(plain), TarZstd: zstandard(plain), TarXZ: octets(tarXZ), TarBzip2: octets(tarBzip2),
		Zip: zipOf("a.txt", "b.txt", "c.txt"),
	} {
		for at := range octets {
			file := watchedtest.Disk{Octets: octets, At: int64(at), Err: disk}
			for why, s := range map[string]Source{
				"a stream": {Reader: io.MultiReader(bytes.NewReader(octets[:at]), iotest.ErrReader(disk))},
				"a file":   {Reader: bytes.NewReader(octets), At: file, Size: int64(len(octets))},
			} {
				if why == "a file" && form != Zip {
					continue
				}
				failed := false
				for m, err := range Members(t.Context(), form, s, extract.Limits{}) {
					if err == nil {
						_, err = io.Copy(io.Discard, m)
					}
					failed = failed || errors.Is(err, disk)
					if errors.Is(err, extract.ErrMalformed) {
						t.Errorf("%s as %s, the disk fails at %d: %v", form, why, at, err)
					}
				}
				if !failed && why == "a stream" && at < len(octets)-block {
					t.Errorf("%s as %s, the disk fails at %d: no error", form, why, at)
				}
			}
			f, err := openFS(t.Context(), file, int64(len(octets)), "x."+string(form), extract.Limits{}, nil)
			if err != nil {
				if !errors.Is(err, disk) {
					t.Errorf("a tree of %s, the disk fails at %d: %v", form, at, err)
				}
				continue
			}
			if found := f.Problems(); len(found) > 0 {
				t.Errorf("a tree of %s, the disk fails at %d: problems: %v", form, at, found)
			}
			f.Close()
		}
	}
}

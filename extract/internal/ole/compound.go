package ole

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/richardlehane/mscfb"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

const (
	mostStorages = 64      // nested
	mostSteps    = 1 << 18 // from the root of a directory to an entry
)

// New opens a compound file. It first bounds the nesting of storages, because each nested storage
// has its full path in memory.
func New(r io.ReaderAt) (*mscfb.Reader, error) {
	if d := directoryOf(r); d != nil {
		if err := d.check(); err != nil {
			return nil, err
		}
	}
	return mscfb.New(r)
}

// directory has the links between the entries of a compound file.
type directory struct {
	io.ReaderAt
	size    int64    // of a sector
	fats    []uint32 // the sectors that say which sector comes after which
	entries []links
}

type links struct{ left, right, child uint32 }

// directoryOf reads the entries, up to the first error. It returns nil if the file has another
// form.
func directoryOf(r io.ReaderAt) *directory {
	head := make([]byte, 512)
	if n, _ := r.ReadAt(head, 0); n < len(head) || string(head[:len(magic)]) != string(magic) {
		return nil
	}
	u32 := binary.LittleEndian.Uint32
	shift := binary.LittleEndian.Uint16(head[30:])
	if shift != 9 && shift != 12 {
		return nil
	}
	d := &directory{ReaderAt: r, size: 1 << shift}
	for at := 76; at < len(head); at += 4 {
		d.fats = append(d.fats, u32(head[at:]))
	}
	seen := make(map[uint32]bool)
	next, more := u32(head[68:]), u32(head[72:])
	for ; more > 0 && !seen[next]; more-- {
		seen[next] = true
		octets := d.sector(next)
		if octets == nil {
			break
		}
		for ; len(octets) > 4; octets = octets[4:] {
			d.fats = append(d.fats, u32(octets))
		}
		next = u32(octets)
	}
	clear(seen)
	for next = u32(head[48:]); next != endOfChain && !seen[next]; next = d.after(next) {
		seen[next] = true
		octets := d.sector(next)
		if octets == nil {
			break
		}
		for ; len(octets) > 0; octets = octets[entrySize:] {
			d.entries = append(d.entries, links{u32(octets[68:]), u32(octets[72:]), u32(octets[76:])})
		}
	}
	return d
}

// sector returns the bytes of a sector, nil if it is not in the file.
func (d *directory) sector(n uint32) []byte {
	octets := make([]byte, d.size)
	if read, _ := d.ReadAt(octets, (int64(n)+1)*d.size); read < len(octets) {
		return nil
	}
	return octets
}

// after returns the next sector of a chain.
func (d *directory) after(n uint32) uint32 {
	each := uint32(d.size / 4)
	var next [4]byte
	if int64(n/each) >= int64(len(d.fats)) {
		return endOfChain
	}
	if _, err := d.ReadAt(next[:], (int64(d.fats[n/each])+1)*d.size+int64(4*(n%each))); err != nil {
		return endOfChain
	}
	return binary.LittleEndian.Uint32(next[:])
}

// check returns an error if storages are nested too deeply.
func (d *directory) check() error {
	type place struct {
		entry           uint32
		storages, steps int
	}
	open := []place{{}}
	for range d.entries { // if an entry is reached twice, another error reports it
		if len(open) == 0 {
			break
		}
		p := open[len(open)-1]
		open = open[:len(open)-1]
		if p.storages > mostStorages || p.steps > mostSteps {
			return fmt.Errorf("%w: compound file: more than %d nested storages, or %d entries on the way to one",
				medium.ErrTooDeep, mostStorages, mostSteps)
		}
		if int64(p.entry) >= int64(len(d.entries)) {
			continue
		}
		e := d.entries[p.entry]
		within := p.storages
		if p.entry > 0 {
			within++
		}
		steps := p.steps + 1
		for _, next := range []place{{e.right, p.storages, steps}, {e.child, within, steps}, {e.left, p.storages, steps}} {
			if next.entry != noEntry {
				open = append(open, next)
			}
		}
	}
	return nil
}

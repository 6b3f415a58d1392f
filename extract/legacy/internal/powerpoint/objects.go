package powerpoint

import (
	"bytes"
	"compress/zlib"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

const (
	stands = 16 // where ExOleObjAtom says which object has the bytes
	packed = 1  // the instance of an object whose bytes are packed
)

// objects names the documents that are embedded in the slides, by what a menu calls them.
func (r *reader) objects(list record) error {
	const menu = 1
	for found := range records(list.octets) {
		if found.kind != recExOleEmbed {
			continue
		}
		stored, err := r.unseen(found.child(recExOleObjAtom).uint32(stands))
		if err != nil {
			return err
		}
		if stored.kind != recExOleObjStg {
			continue
		}
		r.pictures = true
		name := ""
		for part := range records(found.octets) {
			if part.kind == recCString && part.instance == menu {
				name = strings.TrimSpace(utf16text.Terminated(part.octets))
			}
		}
		if err := r.object(name, stored); err != nil {
			return err
		}
	}
	return nil
}

// object names an object, which may be packed.
func (r *reader) object(name string, stored record) error {
	d := r.document
	octets := stored.octets
	if stored.instance == packed {
		most := d.Budget.Size
		if d.NamesAttachments() { // its first bytes are enough
			most = 64 << 10
		}
		unpacked, err := r.unpack(octets, most)
		switch {
		case medium.IsFinal(err):
			return err
		case err != nil && len(unpacked) == 0:
			return d.Unread("PPT: %q is left out: %v", name, err)
		}
		defer d.Budget.Release(int64(len(unpacked)))
		octets = unpacked
	}
	found := ole.Open(octets)
	if found.Name != "" {
		name = found.Name
	}
	return d.Embed(name, "", found.Content)
}

// unpack unpacks an object, before which stands its length, or the first bytes of it.
func (r *reader) unpack(octets []byte, most int64) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(octets[min(4, len(octets)):]))
	if err != nil {
		return nil, err
	}
	return r.document.Whole(io.LimitReader(r.document.Unpacked(z), most), "embedded object")
}

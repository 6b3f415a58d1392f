package medium

import "io"

// Unpacked returns a reader of octets that come of unpacking, or of an archive in which the same
// octets may come again and again. They count as unpacked, and take the document's time.
func (d *Reading) Unpacked(r io.Reader) io.Reader { return &unpacked{d, r} }

type unpacked struct {
	d *Reading
	r io.Reader
}

func (u *unpacked) Read(p []byte) (int, error) {
	if err := u.d.Check(); err != nil {
		return 0, err
	}
	n, err := u.r.Read(p)
	if over := u.d.Budget.Unpack(int64(n)); over != nil {
		return n, over
	}
	return n, err
}

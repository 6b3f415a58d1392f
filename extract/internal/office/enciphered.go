package office

import (
	"errors"
	"fmt"
	"io"

	"github.com/lsh-interop/fpcheck/extract/internal/cipher"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// mostInfo is how long the description of a cipher may be. That of Office has 1 KiB.
const mostInfo = 64 << 10

// openEnciphered reads DOCX, XLSX or PPTX that is enciphered with the password that everyone knows.
func openEnciphered(d *medium.Document, c *compound) error {
	locked := fmt.Errorf("%w: Office document: it needs a password", medium.ErrEncrypted)
	name := c.named("EncryptionInfo")
	if name == "" { // rights are managed
		return locked
	}
	info, err := io.ReadAll(io.LimitReader(c.streams[name], mostInfo))
	if err != nil {
		return locked
	}
	decipher, err := cipher.New(info, cipher.Everyone, d.Check)
	if errors.Is(err, cipher.ErrPassword) {
		return locked
	}
	if err != nil {
		return err
	}
	// A package of nothing but this medium: one that is enciphered again is none.
	return d.Open(decipher.Reader(&counted{d, c.streams[c.named("EncryptedPackage")]}), "application/zip")
}

// counted counts what is deciphered as unpacked: sectors of a compound file may come again and again.
type counted struct {
	d *medium.Document
	r io.Reader
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if over := c.d.Budget.Unpack(int64(n)); over != nil {
		return n, over
	}
	if over := c.d.Check(); over != nil {
		return n, over
	}
	return n, err
}

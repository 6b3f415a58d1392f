package compound

import (
	"errors"
	"fmt"
	"io"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/cipher"
)

// mostInfo is how long the description of a cipher may be. That of Office has 1 KiB.
const mostInfo = 64 << 10

// openEnciphered reads DOCX, XLSX or PPTX that is enciphered with the password that everyone knows.
func openEnciphered(d *medium.Reading, c *compound) error {
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
	return d.Open(decipher.Reader(d.Unpacked(c.streams[c.named("EncryptedPackage")])), "application/zip")
}

package biff

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// decrypt deciphers what is left of a workbook after its record FilePass.
func decrypt(s *stream, data []byte, v version) error {
	return fmt.Errorf("%w: XLS: it needs a password", medium.ErrEncrypted)
}

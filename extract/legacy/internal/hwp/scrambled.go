package hwp

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"io"
)

// tagDistributed is the record that begins a section of a read-only document.
const tagDistributed = 0x1C

// unscrambled reads a section of a read-only document. It begins with a record that hides the key among
// numbers. Blocks of AES follow.
func unscrambled(r io.Reader) (io.Reader, error) {
	const size = 256
	head := make([]byte, 4+size)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, malformed("a section is cut short")
	}
	if h := binary.LittleEndian.Uint32(head); h&0x3FF != tagDistributed || h>>20 != size {
		return nil, malformed("expected a section that begins with its key")
	}
	key := head[4:]
	seed := binary.LittleEndian.Uint32(key)
	state := seed
	random := func() uint32 { // like Microsoft's rand
		state = state*214013 + 2531011
		return state >> 16 & 0x7FFF
	}
	for i := 0; i < size; {
		mask := byte(random())
		for n := random()&0xF + 1; n > 0 && i < size; n-- {
			if i >= 4 {
				key[i] ^= mask
			}
			i++
		}
	}
	at := 4 + seed&0xF
	block, err := aes.NewCipher(key[at : at+16])
	if err != nil {
		return nil, err
	}
	return &blocks{r: r, block: block}, nil
}

// blocks decrypts one block after another. It drops an incomplete block at the end.
type blocks struct {
	r     io.Reader
	block cipher.Block
	held  [4096]byte
	left  []byte
}

func (b *blocks) Read(p []byte) (int, error) {
	if len(b.left) == 0 {
		n, err := io.ReadFull(b.r, b.held[:])
		n -= n % aes.BlockSize
		if n == 0 {
			if err == io.ErrUnexpectedEOF || err == nil {
				err = io.EOF
			}
			return 0, err
		}
		for at := 0; at < n; at += aes.BlockSize {
			b.block.Decrypt(b.held[at:], b.held[at:n])
		}
		b.left = b.held[:n]
	}
	n := copy(p, b.left)
	b.left = b.left[n:]
	return n, nil
}

// Package cipher decrypts packages of Office Open XML ([MS-OFFCRYPTO]).
package cipher

import (
	"bytes"
	"crypto/aes"
	stdcipher "crypto/cipher"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"hash"
	"io"
	"slices"
	"unicode/utf16"
)

// Everyone is the password of documents that anyone may read. Office uses it for documents that must
// not be changed, and does not ask for a password.
const Everyone = "VelvetSweatshop"

// ErrPassword means that the password is wrong, or the cipher unknown.
var ErrPassword = errors.New("it needs a password")

const (
	blockSize = aes.BlockSize
	// segmentSize is the number of bytes encrypted with one initial vector, in agile encryption.
	segmentSize = 4096
	// checked is the number of password hashes between checks of the time.
	checked = 1 << 12
)

// A Cipher decrypts the stream EncryptedPackage.
type Cipher struct {
	block  stdcipher.Block
	vector func(segment uint32) []byte // of agile encryption; nil if each block is enciphered alone
}

// New returns the cipher for the stream EncryptionInfo and the password. It stops with an error of
// check.
func New(info []byte, password string, check func() error) (*Cipher, error) {
	if len(info) < 8 {
		return nil, ErrPassword
	}
	words := make([]byte, 0, 2*len(password))
	for _, u := range utf16.Encode([]rune(password)) {
		words = binary.LittleEndian.AppendUint16(words, u)
	}
	major, minor := binary.LittleEndian.Uint16(info), binary.LittleEndian.Uint16(info[2:])
	switch {
	case major == 4 && minor == 4:
		return agile(info[8:], words, check)
	case major >= 2 && major <= 4 && minor == 2:
		return standard(info[8:], words, check)
	}
	return nil, ErrPassword
}

// spun hashes a password with a salt, and then the result repeatedly.
func spun(h hash.Hash, salt, password []byte, times uint32, check func() error) ([]byte, error) {
	h.Write(salt)
	h.Write(password)
	sum := h.Sum(nil)
	again := make([]byte, 4, 4+len(sum))
	for i := range times {
		if i%checked == 0 {
			if err := check(); err != nil {
				return nil, err
			}
		}
		h.Reset()
		binary.LittleEndian.PutUint32(again, i)
		h.Write(append(again[:4], sum...))
		sum = h.Sum(sum[:0])
	}
	return sum, nil
}

// standard is the encryption of Office 2007 (2.3.4.5 to 2.3.4.9).
func standard(info, password []byte, check func() error) (*Cipher, error) {
	const spins, fixed, verified = 50000, 20, 4 + 16 + 16 + 4 + 32
	if len(info) < 4 {
		return nil, ErrPassword
	}
	length := int64(binary.LittleEndian.Uint32(info))
	info = info[4:]
	if length < fixed || int64(len(info)) < length+verified {
		return nil, ErrPassword
	}
	bits := binary.LittleEndian.Uint32(info[16:])
	if bits != 128 && bits != 192 && bits != 256 {
		return nil, ErrPassword
	}
	verifier := info[length+4:]
	sum, err := spun(sha1.New(), verifier[:16], password, spins, check)
	if err != nil {
		return nil, err
	}
	last := sha1.Sum(append(sum, 0, 0, 0, 0))
	var key []byte
	for _, pad := range []byte{0x36, 0x5C} {
		padded := bytes.Repeat([]byte{pad}, 64)
		for i, c := range last {
			padded[i] ^= c
		}
		half := sha1.Sum(padded)
		key = append(key, half[:]...)
	}
	block, err := aes.NewCipher(key[:bits/8])
	if err != nil {
		return nil, err
	}
	c := &Cipher{block: block}
	proof, want := bytes.Clone(verifier[16:32]), bytes.Clone(verifier[36:68])
	c.decipher(proof, 0)
	c.decipher(want, 0)
	if got := sha1.Sum(proof); !bytes.Equal(got[:], want[:sha1.Size]) {
		return nil, ErrPassword
	}
	return c, nil
}

// decipher decrypts a segment in place.
func (c *Cipher) decipher(octets []byte, segment uint32) {
	octets = octets[:len(octets)/blockSize*blockSize]
	if c.vector != nil {
		stdcipher.NewCBCDecrypter(c.block, c.vector(segment)).CryptBlocks(octets, octets)
		return
	}
	for ; len(octets) > 0; octets = octets[blockSize:] {
		c.block.Decrypt(octets, octets)
	}
}

// Reader returns the package in the stream EncryptedPackage: its length, and the encrypted bytes.
func (c *Cipher) Reader(stream io.Reader) io.Reader {
	return &reader{cipher: c, from: stream}
}

type reader struct {
	cipher  *Cipher
	from    io.Reader
	left    uint64 // bytes of the package that were not read
	begun   bool
	segment uint32
	octets  [segmentSize]byte
	ready   []byte // of bytes
	err     error
}

func (r *reader) Read(p []byte) (int, error) {
	if !r.begun {
		r.begun = true
		var length [8]byte
		if _, err := io.ReadFull(r.from, length[:]); err != nil {
			r.err = err
		}
		r.left = binary.LittleEndian.Uint64(length[:])
	}
	for len(r.ready) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		if r.left == 0 {
			return 0, io.EOF
		}
		n, err := io.ReadFull(r.from, r.octets[:])
		if err != nil { // the rest of the last segment is whole blocks
			r.err = err
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				r.err = io.EOF
			}
		}
		n = n / blockSize * blockSize
		r.cipher.decipher(r.octets[:n], r.segment)
		r.segment++
		r.ready = r.octets[:min(uint64(n), r.left)]
		r.left -= uint64(len(r.ready))
	}
	n := copy(p, r.ready)
	r.ready = r.ready[n:]
	return n, nil
}

// fitted returns bytes with a length, padded as the specification says.
func fitted(octets []byte, length int) []byte {
	octets = slices.Clone(octets[:min(len(octets), length)])
	return append(octets, bytes.Repeat([]byte{0x36}, length-len(octets))...)
}

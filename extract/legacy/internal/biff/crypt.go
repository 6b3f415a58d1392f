package biff

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"unicode/utf16"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// keyOf returns the key of RC4 for each 1024 bytes of a stream, by their number.
type keyOf func(block uint32) []byte

// decrypt deciphers a workbook after its record FilePass ([MS-XLS] 2.4.117) with the common password.
func decrypt(s *stream, data []byte, password string) error {
	key := cipherOf(data, password)
	if key == nil {
		return fmt.Errorf("%w: XLS: it needs a password", medium.ErrEncrypted)
	}
	apply(&stream{octets: s.octets, at: s.at}, key)
	return nil
}

// apply enciphers or deciphers records, except for FilePass and the places of sheets.
func apply(s *stream, key keyOf) {
	var blanket [blockSize]byte
	current := int64(-1)
	for {
		kind, data, ok := s.next()
		if !ok {
			return
		}
		from := s.at - len(data)
		switch kind {
		case 0x0809, recordFilePass, 0x00E1, 0x0138, 0x0194, 0x0195, 0x0196:
			continue
		case recordBoundSheet:
			n := min(4, len(data))
			from, data = from+n, data[n:]
		}
		for i := range data {
			at := int64(from + i)
			if block := at / blockSize; block != current {
				current = block
				clear(blanket[:])
				if c, err := rc4.NewCipher(key(uint32(block))); err == nil {
					c.XORKeyStream(blanket[:], blanket[:])
				}
			}
			data[i] ^= blanket[at%blockSize]
		}
	}
}

const blockSize = 1024

// cipherOf returns the keys of a record FilePass and a password, nil if they do not match RC4.
func cipherOf(data []byte, password string) keyOf {
	var words []byte
	for _, u := range utf16.Encode([]rune(password)) {
		words = binary.LittleEndian.AppendUint16(words, u)
	}
	if len(data) < 6 || binary.LittleEndian.Uint16(data) != 1 {
		return nil
	}
	major, minor := binary.LittleEndian.Uint16(data[2:]), binary.LittleEndian.Uint16(data[4:])
	data = data[6:]
	var key keyOf
	var digest func([]byte) []byte
	switch {
	case major == 1 && minor == 1 && len(data) >= 48: // [MS-OFFCRYPTO] 2.3.6
		key, digest = keysOfMD5(words, data[:16]), func(b []byte) []byte { d := md5.Sum(b); return d[:] }
		data = data[16:48]
	case minor == 2 && len(data) >= 8: // 2.3.5
		length := int64(binary.LittleEndian.Uint32(data[4:]))
		data = data[8:]
		if length < 20 || int64(len(data)) < length+4+16+16+4+20 {
			return nil
		}
		bits := binary.LittleEndian.Uint32(data[16:])
		data = data[length+4:]
		key, digest = keysOfSHA1(words, data[:16], bits), func(b []byte) []byte { d := sha1.Sum(b); return d[:] }
		data = append(bytes.Clone(data[16:32]), data[36:56]...)
	default:
		return nil
	}
	c, err := rc4.NewCipher(key(0))
	if err != nil {
		return nil
	}
	plain := make([]byte, len(data))
	c.XORKeyStream(plain, data)
	if !bytes.Equal(digest(plain[:16]), plain[16:]) {
		return nil
	}
	return key
}

func keysOfMD5(password, salt []byte) keyOf {
	first := md5.Sum(password)
	again := bytes.Repeat(append(bytes.Clone(first[:5]), salt...), 16)
	base := md5.Sum(again)
	return func(block uint32) []byte {
		key := md5.Sum(binary.LittleEndian.AppendUint32(bytes.Clone(base[:5]), block))
		return key[:]
	}
}

func keysOfSHA1(password, salt []byte, bits uint32) keyOf {
	base := sha1.Sum(append(bytes.Clone(salt), password...))
	return func(block uint32) []byte {
		key := sha1.Sum(binary.LittleEndian.AppendUint32(bytes.Clone(base[:]), block))
		switch {
		case bits == 0, bits == 40: // the rest of 128 bits is zero
			return append(bytes.Clone(key[:5]), make([]byte, 11)...)
		case bits > 128:
			bits = 128
		}
		return key[:bits/8]
	}
}

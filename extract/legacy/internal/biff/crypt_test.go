package biff

import (
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha1"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/cipher"
)

func TestDecrypt(t *testing.T) {
	const salt, verifier = "salt of 16 octet", "what is verified"
	words := []byte(wide(cipher.Everyone))
	enciphered := func(key keyOf, s string) string {
		c, err := rc4.NewCipher(key(0))
		if err != nil {
			t.Fatal(err)
		}
		out := []byte(s)
		c.XORKeyStream(out, out)
		return string(out)
	}
	m, s := md5.Sum([]byte(verifier)), sha1.Sum([]byte(verifier))
	md := keysOfMD5(words, []byte(salt))
	pass := func(key keyOf, bits uint32) string {
		e := enciphered(key, verifier+string(s[:]))
		return octetsOf(uint16(1), uint16(4), uint16(2), uint32(4), uint32(32), uint32(4), uint32(0), uint32(0x6801), uint32(0x8004), bits, uint32(1), uint32(0), uint32(0), uint32(16), salt, e[:16], uint32(20), e[16:])
	}
	long := ""
	for range 300 { // more than a block
		long += label(0, 0, "words")
	}
	for _, tt := range []struct {
		why, pass string
		key       keyOf
		is        error
	}{
		{"RC4", octetsOf(uint16(1), uint16(1), uint16(1), salt, enciphered(md, verifier+string(m[:]))), md, nil},
		{"RC4 by CryptoAPI, 128 bits", pass(keysOfSHA1(words, []byte(salt), 128), 128), keysOfSHA1(words, []byte(salt), 128), nil},
		{"RC4 by CryptoAPI, 40 bits", pass(keysOfSHA1(words, []byte(salt), 40), 40), keysOfSHA1(words, []byte(salt), 40), nil},
		{"RC4 by CryptoAPI, no bits", pass(keysOfSHA1(words, []byte(salt), 0), 0), keysOfSHA1(words, []byte(salt), 0), nil},
		{"another password", octetsOf(uint16(1), uint16(1), uint16(1), salt, verifier, verifier), md, medium.ErrEncrypted},
		{"keys of 4 bits", pass(md, 4), md, medium.ErrEncrypted},
		{"another cipher", octetsOf(uint16(1), uint16(1), uint16(7), salt), md, medium.ErrEncrypted},
		{"a header that is cut short", octetsOf(uint16(1), uint16(4), uint16(2), uint32(4), uint32(1<<31)), md, medium.ErrEncrypted},
		{"a key that changes each octet", octetsOf(zero, uint16(1), uint16(2)), md, medium.ErrEncrypted},
	} {
		book := []byte(book8(rec(recordFilePass, tt.pass), long+label(1, 0, "end")))
		at := len(bof8(globals)) + len(rec(recordFilePass, tt.pass))
		apply(&stream{octets: book, at: at}, tt.key)
		if strings.Contains(string(book), wide("words")) {
			t.Errorf("%s: the workbook is not enciphered", tt.why)
		}
		if tt.is == nil {
			twice := book8(strings.Repeat(rec(recordFilePass, tt.pass), 2))
			if _, _, err := read(t, twice); !errors.Is(err, medium.ErrMalformed) {
				t.Errorf("%s, twice: %v, want %v", tt.why, err, medium.ErrMalformed)
			}
		}
		text, _, err := read(t, string(book))
		want := strings.Repeat("words ", 299) + "words\nend"
		if tt.is != nil {
			want = ""
		}
		if diff := cmp.Diff(want, text); diff != "" || !errors.Is(err, tt.is) {
			t.Errorf("%s: %v, want %v\n%s", tt.why, err, tt.is, diff)
		}
	}
}

package legacy_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// everyones is the password that Office tries on its own.
const everyones = "VelvetSweatshop"

// digestOf hashes the bytes one after another.
func digestOf(h hash.Hash, parts ...[]byte) []byte {
	h.Reset()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// chained enciphers what it fills up to whole blocks. Each block depends on the one before.
func chained(key, vector, octets []byte) []byte {
	octets = append(bytes.Clone(octets), make([]byte, (16-len(octets)%16)%16)...)
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	cipher.NewCBCEncrypter(block, vector[:16]).CryptBlocks(octets, octets)
	return octets
}

// agile encrypts a package like Office 2010 and later ([MS-OFFCRYPTO] 2.3.4.10).
func agile(octets []byte, password, name string, h hash.Hash, bits, spins int) (info, enciphered []byte) {
	salt, dataSalt, key := []byte("salt of password"), []byte("salt of the data"), bytes.Repeat([]byte("k"), bits/8)
	base := digestOf(h, salt, []byte(extracttest.UTF16Of(password)))
	for i := range spins {
		base = digestOf(h, []byte(extracttest.U32(uint32(i))), base)
	}
	with := func(what string, octets []byte) string {
		k := append(digestOf(h, base, []byte(what)), bytes.Repeat([]byte{0x36}, 32)...)[:bits/8]
		return base64.StdEncoding.EncodeToString(chained(k, salt, octets))
	}
	proof := []byte("proof of the key")
	common := fmt.Sprintf(`saltSize="16" blockSize="16" keyBits="%d" hashSize="%d" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="%s"`, bits, h.Size(), name)
	base64Of := base64.StdEncoding.EncodeToString
	xml := `<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ` + common + ` saltValue="` + base64Of(dataSalt) + `"/>` +
		`<keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="` + fmt.Sprint(spins) + `" ` + common + ` saltValue="` + base64Of(salt) +
		`" encryptedVerifierHashInput="` + with("\xFE\xA7\xD2\x76\x3B\x4B\x9E\x79", proof) + `" encryptedVerifierHashValue="` + with("\xD7\xAA\x0F\x6D\x30\x61\x34\x4E", digestOf(h, proof)) +
		`" encryptedKeyValue="` + with("\x14\x6E\x0B\xE7\xAB\xAC\xD0\xD6", key) + `"/></keyEncryptor></keyEncryptors></encryption>`
	enciphered = binary.LittleEndian.AppendUint64(nil, uint64(len(octets)))
	for i := 0; len(octets) > 0; i++ {
		n := min(4096, len(octets))
		enciphered = append(enciphered, chained(key, digestOf(h, dataSalt, []byte(extracttest.U32(uint32(i)))), octets[:n])...)
		octets = octets[n:]
	}
	return append([]byte("\x04\x00\x04\x00\x40\x00\x00\x00"), xml...), enciphered
}

// standard encrypts a package like Office 2007 (2.3.4.5).
func standard(octets []byte, password string) (info, enciphered []byte) {
	h, salt := sha1.New(), []byte("salt of password")
	sum := digestOf(h, salt, []byte(extracttest.UTF16Of(password)))
	for i := range 50000 {
		sum = digestOf(h, []byte(extracttest.U32(uint32(i))), sum)
	}
	sum = digestOf(h, sum, make([]byte, 4))
	pad := bytes.Repeat([]byte{0x36}, 64)
	for i, c := range sum {
		pad[i] ^= c
	}
	block, err := aes.NewCipher(digestOf(h, pad)[:16])
	if err != nil {
		panic(err)
	}
	alone := func(octets []byte) []byte {
		octets = append(bytes.Clone(octets), make([]byte, (16-len(octets)%16)%16)...)
		for b := octets; len(b) > 0; b = b[16:] {
			block.Encrypt(b, b)
		}
		return octets
	}
	proof := []byte("proof of the key")
	header := extracttest.U32(0x24) + extracttest.U32(0) + extracttest.U32(0x660E) + extracttest.U32(0x8004) + extracttest.U32(128) + extracttest.U32(24) + extracttest.U32(0) + extracttest.U32(0) + extracttest.UTF16Of("CSP\x00")
	info = []byte("\x03\x00\x02\x00" + extracttest.U32(0x24) + extracttest.U32(uint32(len(header))) + header + extracttest.U32(16) + string(salt) + string(alone(proof)) + extracttest.U32(20) + string(alone(digestOf(h, proof))))
	return info, append(binary.LittleEndian.AppendUint64(nil, uint64(len(octets))), alone(octets)...)
}

// enciphered returns a compound file with the description of a cipher and encrypted bytes.
func enciphered(info, octets []byte) []byte {
	return ole.Write([]ole.Stream{{Path: []string{"EncryptionInfo"}, Octets: info}, {Path: []string{"EncryptedPackage"}, Octets: octets}})
}

// longer returns a document of more than one segment, and its words.
func longer(t testing.TB) ([]byte, string) {
	words := strings.Repeat("маяк 灯台 ", 3000)
	return extracttest.DOCX(t, "<w:p>"+extracttest.Run(words)+"</w:p>"), strings.TrimSpace(words)
}

func TestEnciphered(t *testing.T) {
	octets, want := longer(t)
	short := extracttest.Pack(t, "a.txt", "words")
	for _, tt := range []struct {
		why string
		of  func(octets []byte, password string) (info, enciphered []byte)
	}{
		{"as Office 2007 does", standard},
		{"as Office 2010 does", func(o []byte, p string) ([]byte, []byte) { return agile(o, p, "SHA1", sha1.New(), 128, 10) }},
		{"as Office does now", func(o []byte, p string) ([]byte, []byte) { return agile(o, p, "SHA512", sha512.New(), 256, 5000) }},
		{"with a hash that is shorter than its key", func(o []byte, p string) ([]byte, []byte) { return agile(o, p, "SHA1", sha1.New(), 256, 0) }},
		{"with another hash", func(o []byte, p string) ([]byte, []byte) { return agile(o, p, "SHA384", sha512.New384(), 192, 1) }},
	} {
		d, text, err := extracttest.TextOf(enciphered(tt.of(octets, everyones)), extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if diff := cmp.Diff(want, strings.TrimSpace(text)); diff != "" || !strings.HasSuffix(d.MediaType, "wordprocessingml.document") {
			t.Errorf("%s: %s (-want +got):\n%s", tt.why, d.MediaType, diff)
		}
		if _, _, err := extracttest.TextOf(enciphered(tt.of(short, "secret")), extract.Options{}); !errors.Is(err, extract.ErrEncrypted) {
			t.Errorf("%s, with another password: error %v, want %v", tt.why, err, extract.ErrEncrypted)
		}
		info, package_ := tt.of(octets, everyones)
		for n := 0; n < len(info); n += 1 + len(info)/9 {
			if _, _, err := extracttest.TextOf(enciphered(info[:n], package_), extract.Options{}); !errors.Is(err, extract.ErrEncrypted) {
				t.Errorf("%s, %d octets of its description: error %v, want %v", tt.why, n, err, extract.ErrEncrypted)
			}
		}
		for n := 0; n < len(package_); n += 1 + len(package_)/5 {
			if _, _, err := extracttest.TextOf(enciphered(info, package_[:n]), extract.Options{}); !extracttest.Named(err) {
				t.Errorf("%s, %d octets of it: error %v, want one with a name", tt.why, n, err)
			}
		}
	}
}

// TestEncipheredTakesLong checks that a document with more password hashes than the specification
// allows is not tried. Decryption that takes long is stopped.
func TestEncipheredTakesLong(t *testing.T) {
	info, octets := agile([]byte("words"), everyones, "SHA1", sha1.New(), 128, 10)
	for _, tt := range []struct {
		spins string
		time  time.Duration // 0 is the usual one
		want  error
	}{{"10000001", 0, extract.ErrEncrypted}, {"-1", 0, extract.ErrEncrypted}, {"10000000", 10 * time.Millisecond, extract.ErrTimeout}} {
		changed := bytes.Replace(info, []byte(`spinCount="10"`), []byte(`spinCount="`+tt.spins+`"`), 1)
		if _, _, err := extracttest.TextOf(enciphered(changed, octets), extract.Options{Limits: extract.Limits{Time: tt.time}}); !errors.Is(err, tt.want) {
			t.Errorf("%s: error %v, want %v", tt.spins, err, tt.want)
		}
	}
}

func FuzzEnciphered(f *testing.F) {
	octets := extracttest.Pack(f, "a.txt", "words")
	info, package_ := agile(octets, everyones, "SHA512", sha512.New(), 256, 10)
	f.Add(info, package_)
	info, package_ = standard(octets, everyones)
	f.Add(info, package_)
	f.Fuzz(func(t *testing.T, info, octets []byte) {
		if _, _, err := extracttest.TextOf(enciphered(info, octets), extract.Options{Limits: extract.Limits{Size: 1 << 20}}); err != nil && !extracttest.Named(err) {
			t.Error(err)
		}
	})
}

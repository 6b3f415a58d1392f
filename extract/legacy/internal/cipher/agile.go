package cipher

import (
	"bytes"
	"crypto/aes"
	stdcipher "crypto/cipher"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"hash"
)

// mostSpins is the maximum number of password hashes ([MS-OFFCRYPTO] 2.3.4.10).
const mostSpins = 10_000_000

// parameters are the attributes of keyData and encryptedKey.
type parameters struct {
	KeyBits  int    `xml:"keyBits,attr"`
	Cipher   string `xml:"cipherAlgorithm,attr"`
	Chaining string `xml:"cipherChaining,attr"`
	Hash     string `xml:"hashAlgorithm,attr"`
	Salt     string `xml:"saltValue,attr"`
}

// descriptor is the XML of EncryptionInfo.
type descriptor struct {
	Data parameters `xml:"keyData"`
	Keys []struct {
		parameters
		Spins *uint32 `xml:"spinCount,attr"`
		Input string  `xml:"encryptedVerifierHashInput,attr"`
		Value string  `xml:"encryptedVerifierHashValue,attr"`
		Key   string  `xml:"encryptedKeyValue,attr"`
	} `xml:"keyEncryptors>keyEncryptor>encryptedKey"`
}

// What is hashed with a password for each of the encrypted values (2.3.4.13).
var (
	forInput = []byte{0xFE, 0xA7, 0xD2, 0x76, 0x3B, 0x4B, 0x9E, 0x79}
	forValue = []byte{0xD7, 0xAA, 0x0F, 0x6D, 0x30, 0x61, 0x34, 0x4E}
	forKey   = []byte{0x14, 0x6E, 0x0B, 0xE7, 0xAB, 0xAC, 0xD0, 0xD6}
)

// hashed returns the hash with a name, or nil if it is unknown. It also returns nil for ciphers
// other than AES in CBC.
func (p parameters) hashed() func() hash.Hash {
	if p.Cipher != "AES" || p.Chaining != "ChainingModeCBC" || p.KeyBits != 128 && p.KeyBits != 192 && p.KeyBits != 256 {
		return nil
	}
	switch p.Hash {
	case "SHA1", "SHA-1":
		return sha1.New
	case "SHA256", "SHA-256":
		return sha256.New
	case "SHA384", "SHA-384":
		return sha512.New384
	case "SHA512", "SHA-512":
		return sha512.New
	}
	return nil
}

// agile is the encryption of Office 2010 and later (2.3.4.10 to 2.3.4.15). The first key with a
// number of spins is for a password.
func agile(info, password []byte, check func() error) (*Cipher, error) {
	var d descriptor
	if err := xml.Unmarshal(info, &d); err != nil {
		return nil, ErrPassword
	}
	for _, k := range d.Keys {
		if k.Spins == nil {
			continue
		}
		newHash, salt := k.hashed(), decoded(k.Salt)
		input, value, key := decoded(k.Input), decoded(k.Value), decoded(k.Key)
		if newHash == nil || len(salt) == 0 || *k.Spins > mostSpins ||
			len(input) == 0 || len(value) == 0 || len(key)*8 < k.KeyBits ||
			len(input)%blockSize != 0 || len(value)%blockSize != 0 || len(key)%blockSize != 0 {
			return nil, ErrPassword
		}
		sum, err := spun(newHash(), salt, password, *k.Spins, check)
		if err != nil {
			return nil, err
		}
		for _, e := range []struct{ octets, what []byte }{{input, forInput}, {value, forValue}, {key, forKey}} {
			h := newHash()
			h.Write(sum)
			h.Write(e.what)
			block, err := aes.NewCipher(fitted(h.Sum(nil), k.KeyBits/8))
			if err != nil {
				return nil, err
			}
			stdcipher.NewCBCDecrypter(block, fitted(salt, blockSize)).CryptBlocks(e.octets, e.octets)
		}
		h := newHash()
		h.Write(input[:min(len(input), len(salt))])
		if want := h.Sum(nil); len(value) < len(want) || !bytes.Equal(want, value[:len(want)]) {
			return nil, ErrPassword
		}
		return d.cipher(key)
	}
	return nil, ErrPassword
}

// cipher returns the cipher for the package with its key.
func (d *descriptor) cipher(key []byte) (*Cipher, error) {
	newHash, salt := d.Data.hashed(), decoded(d.Data.Salt)
	if newHash == nil || len(key)*8 < d.Data.KeyBits {
		return nil, ErrPassword
	}
	block, err := aes.NewCipher(key[:d.Data.KeyBits/8])
	if err != nil {
		return nil, err
	}
	h := newHash()
	return &Cipher{block, func(segment uint32) []byte {
		h.Reset()
		h.Write(salt)
		h.Write(binary.LittleEndian.AppendUint32(nil, segment))
		return fitted(h.Sum(nil), blockSize)
	}}, nil
}

// decoded decodes base64, or returns nil.
func decoded(s string) []byte {
	octets, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil
	}
	return octets
}

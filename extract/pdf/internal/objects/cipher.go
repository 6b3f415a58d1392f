package objects

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
)

// padding fills a password up to 32 bytes (ISO 32000-1, 7.6.3.3). Without a password, all of it is used.
const padding = "\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08" +
	"\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a"

// method says how strings or streams are encrypted.
type method uint8

const (
	plain method = iota
	byRC4
	byAES    // with a key for each object
	byAES256 // with the key of the file
)

// decipher has the key of an encrypted file that opens without a password (7.6, and ISO 32000-2, 7.6.4).
type decipher struct {
	key              []byte
	strings, streams method
}

// newDecipher returns the key of a file, and nil if it needs a password or is encrypted in another way.
func newDecipher(f *File, encrypt Value) (*decipher, error) {
	d := &decipher{strings: byRC4, streams: byRC4}
	length := int64(5)
	switch version, _ := encrypt.Entry("V").Int(); version {
	case 1:
	case 2:
		if bits, ok := encrypt.Entry("Length").Int(); ok {
			length = bits / 8
		}
	case 4, 5:
		length = 16
		filters, err := f.GetEntry(encrypt, "CF")
		if err == nil {
			d.strings, err = f.methodOf(filters, encrypt.Entry("StrF").Name())
		}
		if err == nil {
			d.streams, err = f.methodOf(filters, encrypt.Entry("StmF").Name())
		}
		if err != nil {
			return nil, err
		}
	default:
		return nil, nil
	}
	if encrypt.Entry("Filter").Name() != "Standard" || length < 5 || length > 16 {
		return nil, nil
	}
	revision, _ := encrypt.Entry("R").Int()
	if revision >= 5 {
		d.key = longKey(encrypt, revision)
	} else {
		ids, err := f.GetEntry(f.Trailer, "ID")
		if err != nil {
			return nil, err
		}
		var id Value
		for id = range ids.Elements() {
			break
		}
		d.key = shortKey(encrypt, id.bytes(), int(length), revision)
	}
	if d.key == nil {
		return nil, nil
	}
	return d, nil
}

// longKey returns the key of 256 bits, by algorithm 2.A, if no password is needed.
func longKey(encrypt Value, revision int64) []byte {
	hash := hashOf5
	if revision > 5 {
		hash = hashOf6
	}
	user, key := encrypt.Entry("U").bytes(), encrypt.Entry("UE").bytes()
	if len(user) < 48 || len(key) < 32 || !bytes.Equal(hash(user[32:40]), user[:32]) {
		return nil
	}
	key = key[:32]
	cipher.NewCBCDecrypter(newBlock(hash(user[40:48])), make([]byte, aes.BlockSize)).CryptBlocks(key, key)
	return key
}

// shortKey returns the key of a number of bytes, by algorithm 2, if no password is needed.
func shortKey(encrypt Value, id []byte, length int, revision int64) []byte {
	owner, user := encrypt.Entry("O").bytes(), encrypt.Entry("U").bytes()
	if revision < 2 || len(owner) < 32 || len(user) < 32 {
		return nil
	}
	permissions, _ := encrypt.Entry("P").Int()
	head := append([]byte(padding), owner[:32]...)
	head = binary.LittleEndian.AppendUint32(head, uint32(permissions))
	head = append(head, id...)
	if revision == 4 && string(encrypt.Entry("EncryptMetadata")) == "false" {
		head = append(head, 0xff, 0xff, 0xff, 0xff)
	}
	sum := md5.Sum(head)
	if revision > 2 {
		for range 50 {
			sum = md5.Sum(sum[:length])
		}
	}
	key := sum[:length]
	if !isKey(key, user, id, revision) {
		return nil
	}
	return key
}

// methodOf returns the method of a crypt filter.
func (f *File) methodOf(filters Value, name string) (method, error) {
	filter, err := f.GetEntry(filters, name)
	switch filter.Entry("CFM").Name() {
	case "V2":
		return byRC4, err
	case "AESV2":
		return byAES, err
	case "AESV3":
		return byAES256, err
	}
	return plain, err
}

// isKey reports whether a key makes the entry U, by algorithms 4 and 5.
func isKey(key, user, id []byte, revision int64) bool {
	if revision == 2 {
		return string(byStream(key, user[:32])) == padding
	}
	sum := md5.Sum(append([]byte(padding), id...))
	made := sum[:]
	for round := range 20 {
		other := bytes.Clone(key)
		for i := range other {
			other[i] ^= byte(round)
		}
		made = byStream(other, made)
	}
	return bytes.Equal(made, user[:16])
}

// hashOf5 is the hash of no password in revision 5.
func hashOf5(salt []byte) []byte {
	sum := sha256.Sum256(salt)
	return sum[:]
}

// hashOf6 is algorithm 2.B of ISO 32000-2, of no password.
func hashOf6(salt []byte) []byte {
	key := hashOf5(salt)
	for round := 1; ; round++ {
		made := bytes.Repeat(key, 64)
		cipher.NewCBCEncrypter(newBlock(key[:16]), key[16:32]).CryptBlocks(made, made)
		sum := 0
		for _, c := range made[:16] {
			sum += int(c)
		}
		switch sum % 3 {
		case 0:
			key = hashOf5(made)
		case 1:
			sum := sha512.Sum384(made)
			key = sum[:]
		default:
			sum := sha512.Sum512(made)
			key = sum[:]
		}
		if round >= 64 && int(made[len(made)-1]) <= round-32 {
			return key[:32]
		}
	}
}

// of returns bytes of an object as they were before, in the same memory.
func (d *decipher) of(m method, octets []byte, in place) []byte {
	key := d.key
	if m == byRC4 || m == byAES {
		n, g := in.number, in.generation
		key = append(bytes.Clone(key), byte(n), byte(n>>8), byte(n>>16), byte(g), byte(g>>8))
		if m == byAES {
			key = append(key, "sAlT"...)
		}
		sum := md5.Sum(key)
		key = sum[:min(len(d.key)+5, len(sum))]
	}
	switch {
	case m == plain:
		return octets
	case m == byRC4:
		return byStream(key, octets)
	case len(octets) < 2*aes.BlockSize: // the first block, and one for the text
		return nil
	}
	start, octets := octets[:aes.BlockSize], octets[aes.BlockSize:len(octets)/aes.BlockSize*aes.BlockSize]
	cipher.NewCBCDecrypter(newBlock(key), start).CryptBlocks(octets, octets)
	if n := int(octets[len(octets)-1]); n <= aes.BlockSize {
		octets = octets[:len(octets)-n]
	}
	return octets
}

// value returns a value of an object with its strings as they were before.
func (d *decipher) value(v Value, in place) Value {
	if d.strings == plain || bytes.IndexByte(v, '(') < 0 && bytes.IndexByte(v, '<') < 0 {
		return v
	}
	var out []byte
	for s := (scanner{in: v}); ; {
		start := s.at
		token := s.token()
		if len(token) == 0 {
			return append(out, v[start:]...)
		}
		if !Value(token).isString() {
			out = append(out, v[start:s.at]...)
			continue
		}
		out = append(out, '<')
		out = hex.AppendEncode(out, d.of(d.strings, Value(token).bytes(), in))
		out = append(out, '>')
	}
}

func byStream(key, octets []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err == nil { // it has 1 to 256 bytes
		c.XORKeyStream(octets, octets)
	}
	return octets
}

func newBlock(key []byte) cipher.Block {
	b, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // a hash has made it
	}
	return b
}

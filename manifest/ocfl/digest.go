package ocfl

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"io"
	"strconv"
	"strings"

	"golang.org/x/crypto/blake2b"
)

// algorithm makes digests.
type algorithm struct {
	size int  // of a digest, in octets; 0: it is no hexadecimal
	code Code // of a digest that has another form
	new  func() hash.Hash
}

// algorithms are those of the specification, and those of the extension
// 0009-digest-algorithms.
var algorithms = map[string]algorithm{
	"md5":         {md5.Size, "E057", md5.New},
	"sha1":        {sha1.Size, "E029", sha1.New},
	"sha256":      {sha256.Size, "E030", sha256.New},
	"sha512":      {sha512.Size, "E031", sha512.New},
	"blake2b-512": {64, "E032", blake(64)},
	"blake2b-160": {20, "E057", blake(20)},
	"blake2b-256": {32, "E057", blake(32)},
	"blake2b-384": {48, "E057", blake(48)},
	"sha512/256":  {sha512.Size256, "E057", sha512.New512_256},
	"size":        {0, "E057", func() hash.Hash { return new(length) }},
}

func blake(size int) func() hash.Hash {
	return func() hash.Hash {
		h, err := blake2b.New(size, nil)
		if err != nil {
			panic(err) // no size here can fail
		}
		return h
	}
}

// normal is a digest in the one form by which it compares.
func normal(digest string) string { return strings.ToLower(digest) }

// fits reports whether a digest has the form of the algorithm's.
func (a algorithm) fits(digest string) bool {
	if a.size == 0 {
		n, err := strconv.ParseInt(digest, 10, 64)
		return err == nil && n >= 0 && strconv.FormatInt(n, 10) == digest
	}
	_, err := hex.DecodeString(digest)
	return err == nil && len(digest) == 2*a.size
}

func (a algorithm) form() string {
	if a.size == 0 {
		return "a number in decimal"
	}
	return strconv.Itoa(2*a.size) + " hexadecimal digits"
}

// sum returns what a hash of the algorithm has come to.
func (a algorithm) sum(h hash.Hash) string {
	if a.size == 0 {
		return string(h.Sum(nil))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// sums reads to the end, and returns the digests by those algorithms.
func sums(r io.Reader, names []string, buffer []byte) (map[string]string, error) {
	hashes := make([]hash.Hash, len(names))
	writers := make([]io.Writer, len(names))
	for i, name := range names {
		hashes[i] = algorithms[name].new()
		writers[i] = hashes[i]
	}
	if _, err := io.CopyBuffer(io.MultiWriter(writers...), struct{ io.Reader }{r}, buffer); err != nil {
		return nil, err
	}
	digests := make(map[string]string, len(names))
	for i, name := range names {
		digests[name] = algorithms[name].sum(hashes[i])
	}
	return digests, nil
}

// length is the algorithm size: a hash that counts.
type length struct{ n int64 }

func (l *length) Write(p []byte) (int, error) {
	l.n += int64(len(p))
	return len(p), nil
}

func (l *length) Sum(b []byte) []byte { return strconv.AppendInt(b, l.n, 10) }
func (l *length) Reset()              { l.n = 0 }
func (l *length) Size() int           { return 0 }
func (l *length) BlockSize() int      { return 1 }

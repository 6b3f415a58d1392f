package ocfl

import (
	"encoding/hex"
	"hash"
	"io"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
)

// algorithm makes digests.
type algorithm struct {
	code Code // of a digest that has another form
	checksum.Algorithm
}

// algorithms has the algorithms of the specification and of the extension
// 0009-digest-algorithms. The digest "size" is a decimal number, and its Size is 0.
var algorithms = map[string]algorithm{
	"md5":         {"E057", *checksum.Of("md5")},
	"sha1":        {"E029", *checksum.Of("sha1")},
	"sha256":      {"E030", *checksum.Of("sha256")},
	"sha512":      {"E031", *checksum.Of("sha512")},
	"blake2b-512": {"E032", *checksum.Of("blake2b-512")},
	"blake2b-160": {"E057", *checksum.Of("blake2b-160")},
	"blake2b-256": {"E057", *checksum.Of("blake2b-256")},
	"blake2b-384": {"E057", *checksum.Of("blake2b-384")},
	"sha512/256":  {"E057", *checksum.Of("sha512/256")},
	"size":        {"E057", checksum.Algorithm{New: func() hash.Hash { return new(length) }}},
}

// normal is a digest in the one form by which it compares.
func normal(digest string) string { return strings.ToLower(digest) }

// fits reports whether a digest has the form of the algorithm's.
func (a algorithm) fits(digest string) bool {
	if a.Size == 0 {
		n, err := strconv.ParseInt(digest, 10, 64)
		return err == nil && n >= 0 && strconv.FormatInt(n, 10) == digest
	}
	_, err := hex.DecodeString(digest)
	return err == nil && len(digest) == 2*a.Size
}

func (a algorithm) form() string {
	if a.Size == 0 {
		return "a number in decimal"
	}
	return strconv.Itoa(2*a.Size) + " hexadecimal digits"
}

func (a algorithm) sum(h hash.Hash) string {
	if a.Size == 0 {
		return string(h.Sum(nil))
	}
	return hex.EncodeToString(h.Sum(nil))
}

func sums(r io.Reader, names []string, buffer []byte) (map[string]string, error) {
	hashes := make([]hash.Hash, len(names))
	writers := make([]io.Writer, len(names))
	for i, name := range names {
		hashes[i] = algorithms[name].New()
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

package warc

import (
	"crypto/sha1"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
)

// labels lists the labels of known digests, in lower case.
var labels = []string{
	"blake2b", "blake2b256", "blake2b384", "blake2b512", "blake2s", "blake2s256",
	"md5", "sha1", "sha224", "sha256", "sha384", "sha512",
}

// errAlgorithm reports an unknown digest algorithm.
var errAlgorithm = errors.New("unknown algorithm")

// A digest is a digest as a header declares it: "sha1:" and base32, hex or base64.
type digest struct {
	Label string // in lower case, without hyphens: "sha256"
	Sum   []byte
	write func([]byte) string // in the notation of the header
}

// A notation is a way to write a digest.
type notation struct {
	read  func(string) ([]byte, error)
	write func([]byte) string
}

var notations = []notation{
	{hex.DecodeString, hex.EncodeToString},
	{
		func(v string) ([]byte, error) {
			return base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(v))
		},
		base32.StdEncoding.EncodeToString,
	},
	{base64.RawStdEncoding.DecodeString, base64.StdEncoding.EncodeToString},
	{base64.RawURLEncoding.DecodeString, base64.URLEncoding.EncodeToString},
}

// parseDigest reads a labelled digest. Its length decides the encoding.
func parseDigest(s string) (digest, error) {
	label, value, ok := strings.Cut(s, ":")
	label = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(label)), "-", "")
	switch {
	case !ok:
		return digest{}, fmt.Errorf("digest %q: expected an algorithm, a colon and the digest", abridged(s))
	case !slices.Contains(labels, label):
		return digest{}, fmt.Errorf("digest %q: %w: expected one of %s", abridged(s), errAlgorithm, strings.Join(labels, ", "))
	}
	size := checksum.Of(label).Size
	value = strings.TrimRight(strings.TrimSpace(value), "=")
	for _, n := range notations {
		if sum, err := n.read(value); err == nil && len(sum) == size {
			return digest{label, sum, n.write}, nil
		}
	}
	return digest{}, fmt.Errorf("digest %q: expected %d bytes in base32 or hex", abridged(s), size)
}

// CanonicalDigest returns a labelled digest as web archives write it: the algorithm in lower case, a
// colon, and base32. It also reads hexadecimal and base64.
func CanonicalDigest(s string) (string, error) {
	d, err := parseDigest(s)
	if err != nil {
		return "", err
	}
	return d.String(), nil
}

// New returns the hash of d's algorithm.
func (d digest) New() hash.Hash { return checksum.Of(d.Label).New() }

// Of reports whether d is the digest of the bytes.
func (d digest) Of(octets []byte) bool {
	h := d.New()
	h.Write(octets)
	return string(h.Sum(nil)) == string(d.Sum)
}

// contradicts reports whether d and e cannot be digests of the same bytes.
func (d digest) contradicts(e digest) bool {
	return d.Label != "" && d.Label == e.Label && string(d.Sum) != string(e.Sum)
}

// String returns d as web archives write it, in base32.
func (d digest) String() string {
	return d.Label + ":" + base32.StdEncoding.EncodeToString(d.Sum)
}

// sha1Of returns the SHA-1 digest, which web archives use.
func sha1Of(octets []byte) digest {
	sum := sha1.Sum(octets)
	return digest{Label: "sha1", Sum: sum[:]}
}

// A sum is the digest of bytes that are written in pieces. While the bytes stay unchanged, the
// digest is computed only when needed. A payload may have three digests, and the first one is
// usually right.
type sum struct {
	label  string
	hash   hash.Hash
	holds  bool // pieces stay as they are
	pieces [][]byte
}

func newSum(declared digest) *sum { return &sum{label: declared.Label, hash: declared.New()} }

func (s *sum) Write(octets []byte) (int, error) {
	if s.holds {
		s.pieces = append(s.pieces, octets)
		return len(octets), nil
	}
	return s.hash.Write(octets)
}

// like returns s in the notation of a declared digest.
func (s *sum) like(declared digest) string { return s.label + ":" + declared.write(s.value().Sum) }

func (s *sum) value() digest {
	for _, octets := range s.pieces {
		s.hash.Write(octets)
	}
	s.pieces = nil
	return digest{Label: s.label, Sum: s.hash.Sum(nil)}
}

func (s *sum) is(declared digest) bool { return string(s.value().Sum) == string(declared.Sum) }

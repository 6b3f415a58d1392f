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

// labels are those of the digests that are known, in lower case.
var labels = []string{
	"blake2b", "blake2b256", "blake2b384", "blake2b512", "blake2s", "blake2s256",
	"md5", "sha1", "sha224", "sha256", "sha384", "sha512",
}

// errAlgorithm says that a digest is of an algorithm that is not known here.
var errAlgorithm = errors.New("unknown algorithm")

// Digest is a digest as a header declares it: "sha1:" and base32, or hex, or base64.
type Digest struct {
	Label string // in lower case, without hyphens: "sha256"
	Sum   []byte
}

// ParseDigest reads a labelled digest. The encoding is told by its length.
func ParseDigest(s string) (Digest, error) {
	label, value, ok := strings.Cut(s, ":")
	label = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(label)), "-", "")
	switch {
	case !ok:
		return Digest{}, fmt.Errorf("digest %q: expected an algorithm, a colon and the digest", abridged(s))
	case !slices.Contains(labels, label):
		return Digest{}, fmt.Errorf("digest %q: %w: expected one of %s", abridged(s), errAlgorithm, strings.Join(labels, ", "))
	}
	size := checksum.Of(label).Size
	value = strings.TrimRight(strings.TrimSpace(value), "=")
	for _, decode := range []func(string) ([]byte, error){
		hex.DecodeString,
		func(v string) ([]byte, error) {
			return base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(v))
		},
		base64.RawStdEncoding.DecodeString,
		base64.RawURLEncoding.DecodeString,
	} {
		if sum, err := decode(value); err == nil && len(sum) == size {
			return Digest{label, sum}, nil
		}
	}
	return Digest{}, fmt.Errorf("digest %q: expected %d bytes in base32 or hex", abridged(s), size)
}

// New returns the hash of d's algorithm.
func (d Digest) New() hash.Hash { return checksum.Of(d.Label).New() }

// Of reports whether d is the digest of those octets.
func (d Digest) Of(octets []byte) bool {
	h := d.New()
	h.Write(octets)
	return string(h.Sum(nil)) == string(d.Sum)
}

// contradicts reports whether d and e cannot be digests of the same octets.
func (d Digest) contradicts(e Digest) bool {
	return d.Label != "" && d.Label == e.Label && string(d.Sum) != string(e.Sum)
}

// String returns d as web archives write it, in base32.
func (d Digest) String() string {
	return d.Label + ":" + base32.StdEncoding.EncodeToString(d.Sum)
}

// sha1Of is the digest that web archives write.
func sha1Of(octets []byte) Digest {
	sum := sha1.Sum(octets)
	return Digest{"sha1", sum[:]}
}

package warc

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strings"

	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"
)

// digests are the algorithms of labelled digests, with their labels in lower case.
var digests = map[string]func() hash.Hash{
	"md5":        md5.New,
	"sha1":       sha1.New,
	"sha224":     sha256.New224,
	"sha256":     sha256.New,
	"sha384":     sha512.New384,
	"sha512":     sha512.New,
	"blake2b":    unkeyed(blake2b.New512),
	"blake2b512": unkeyed(blake2b.New512),
	"blake2b384": unkeyed(blake2b.New384),
	"blake2b256": unkeyed(blake2b.New256),
	"blake2s":    unkeyed(blake2s.New256),
	"blake2s256": unkeyed(blake2s.New256),
}

// unkeyed is a hash of BLAKE2 (RFC 7693) without a key, which alone could be wrong.
func unkeyed(with func(key []byte) (hash.Hash, error)) func() hash.Hash {
	return func() hash.Hash {
		h, _ := with(nil)
		return h
	}
}

// errAlgorithm says that a digest is of an algorithm that is not known here.
var errAlgorithm = errors.New("unknown algorithm")

// A digest is a digest as a header declares it: "sha1:" and base32, or hex, or base64.
type digest struct {
	Label string // in lower case, without hyphens: "sha256"
	Sum   []byte
}

// parseDigest reads a labelled digest. Its length decides the encoding.
func parseDigest(s string) (digest, error) {
	label, value, ok := strings.Cut(s, ":")
	label = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(label)), "-", "")
	algorithm := digests[label]
	switch {
	case !ok:
		return digest{}, fmt.Errorf("digest %q: expected an algorithm, a colon and the digest", abridged(s))
	case algorithm == nil:
		return digest{}, fmt.Errorf("digest %q: %w: expected one of %s", abridged(s), errAlgorithm, strings.Join(slices.Sorted(maps.Keys(digests)), ", "))
	}
	size := algorithm().Size()
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
			return digest{label, sum}, nil
		}
	}
	return digest{}, fmt.Errorf("digest %q: expected %d octets in base32 or hex", abridged(s), size)
}

// CanonicalDigest returns a labelled digest as web archives write it: the algorithm in lower case, a
// colon, and base32. It reads hexadecimal and base64, too.
func CanonicalDigest(s string) (string, error) {
	d, err := parseDigest(s)
	if err != nil {
		return "", err
	}
	return d.String(), nil
}

// New returns the hash of d's algorithm.
func (d digest) New() hash.Hash { return digests[d.Label]() }

// Of reports whether d is the digest of those octets.
func (d digest) Of(octets []byte) bool {
	h := d.New()
	h.Write(octets)
	return string(h.Sum(nil)) == string(d.Sum)
}

// contradicts reports whether d and e cannot be digests of the same octets.
func (d digest) contradicts(e digest) bool {
	return d.Label != "" && d.Label == e.Label && string(d.Sum) != string(e.Sum)
}

// String returns d as web archives write it, in base32.
func (d digest) String() string {
	return d.Label + ":" + base32.StdEncoding.EncodeToString(d.Sum)
}

// sha1Of is the digest that web archives write.
func sha1Of(octets []byte) digest {
	sum := sha1.Sum(octets)
	return digest{"sha1", sum[:]}
}

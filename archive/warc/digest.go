package warc

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"
)

// digests are the algorithms of labelled digests, with their labels in lower case.
var digests = map[string]func() hash.Hash{
	"md5":    md5.New,
	"sha1":   sha1.New,
	"sha256": sha256.New,
	"sha384": sha512.New384,
	"sha512": sha512.New,
}

// Digest is a digest as a header declares it: "sha1:" and base32, or hex, or base64.
type Digest struct {
	Label string // in lower case, without hyphens: "sha256"
	Sum   []byte
}

// ParseDigest reads a labelled digest. The encoding is told by its length.
func ParseDigest(s string) (Digest, error) {
	label, value, ok := strings.Cut(s, ":")
	label = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(label)), "-", "")
	algorithm := digests[label]
	if !ok || algorithm == nil {
		return Digest{}, fmt.Errorf("digest %q: expected md5, sha1, sha256, sha384 or sha512, a colon and the digest", abridged(s))
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
			return Digest{label, sum}, nil
		}
	}
	return Digest{}, fmt.Errorf("digest %q: expected %d octets in base32 or hex", abridged(s), size)
}

// New returns the hash of d's algorithm.
func (d Digest) New() hash.Hash { return digests[d.Label]() }

// Of reports whether d is the digest of those octets.
func (d Digest) Of(octets []byte) bool {
	h := d.New()
	h.Write(octets)
	return string(h.Sum(nil)) == string(d.Sum)
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

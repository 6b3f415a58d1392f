package checksum

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"hash"
	"slices"

	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"
)

// An Algorithm makes checksums.
type Algorithm struct {
	Name string // as [Normal] returns it
	New  func() hash.Hash
	Size int // of a checksum, in bytes
}

// algorithms lists those of RFC 8493, 2.4, its registry, WARC and OCFL. bagit.py has blake2b and blake2s.
var algorithms = []*Algorithm{
	{"md5", md5.New, md5.Size},
	{"sha1", sha1.New, sha1.Size},
	{"sha224", sha256.New224, sha256.Size224},
	{"sha256", sha256.New, sha256.Size},
	{"sha384", sha512.New384, sha512.Size384},
	{"sha512", sha512.New, sha512.Size},
	{"sha512224", sha512.New512_224, sha512.Size224},
	{"sha512256", sha512.New512_256, sha512.Size256},
	{"sha3224", func() hash.Hash { return sha3.New224() }, 28},
	{"sha3256", func() hash.Hash { return sha3.New256() }, 32},
	{"sha3384", func() hash.Hash { return sha3.New384() }, 48},
	{"sha3512", func() hash.Hash { return sha3.New512() }, 64},
	{"blake2b160", blake2bOf(20), 20},
	{"blake2b256", blake2bOf(32), 32},
	{"blake2b384", blake2bOf(48), 48},
	{"blake2b512", blake2bOf(64), 64},
	{"blake2b", blake2bOf(64), 64},
	{"blake2s256", blake2s256, 32},
	{"blake2s", blake2s256, 32},
}

// blake2bOf makes hashes of BLAKE2b (RFC 7693) with checksums of size bytes.
func blake2bOf(size int) func() hash.Hash {
	return func() hash.Hash {
		h, err := blake2b.New(size, nil)
		if err != nil {
			panic(err) // the size is wrong
		}
		return h
	}
}

func blake2s256() hash.Hash {
	h, err := blake2s.New256(nil)
	if err != nil {
		panic(err) // the key is too long
	}
	return h
}

// Of returns the algorithm with a name, normalized or not, or nil.
func Of(name string) *Algorithm {
	name = Normal(name)
	i := slices.IndexFunc(algorithms, func(a *Algorithm) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return algorithms[i]
}

// Names returns the names of all algorithms.
func Names() []string {
	var names []string
	for _, a := range algorithms {
		names = append(names, a.Name)
	}
	return names
}

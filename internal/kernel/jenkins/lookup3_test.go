package jenkins

import (
	"math/bits"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

func TestSum64(t *testing.T) {
	for _, tt := range []struct {
		key  string
		want uint64
		why  string
	}{
		{"", 0xdeadbeefdeadbeef, "published by Jenkins: no final for the empty key"},
		{"Four score and seven years ago", 0x17770551ce7226e6, "published by Jenkins, seeds 0"},
		{"Hello, world!", 0xe44bd6e48deb0e18, "13 octets: one block and one octet"},
		{"abcdefghijkl", 0x4012f87b75b50ec0, "12 octets go to final, not to mix"},
		{"abcdefghijklm", 0x928128f90f04ab68, "13 octets go through mix once"},
		{"été", 0xebaf34f958452a03, "octets above 7F are unsigned"},
		{"This is the time for all good men to come to the aid of their country", 0xc5d028f8f1a60ef9, "several blocks"},
	} {
		if got := Sum64([]byte(tt.key)); got != tt.want {
			t.Errorf("Sum64(%q) = %016x, want %016x: %s", tt.key, got, tt.want, tt.why)
		}
	}
}

// The seeded values are from the comment block of lookup3.c.
func TestSumSeeds(t *testing.T) {
	const score = "Four score and seven years ago"
	for _, tt := range []struct {
		key    string
		pc, pb uint32
		c, b   uint32
	}{
		{"", 0, 0, 0xdeadbeef, 0xdeadbeef},
		{"", 0, 0xdeadbeef, 0xbd5b7dde, 0xdeadbeef},
		{"", 0xdeadbeef, 0xdeadbeef, 0x9c093ccd, 0xbd5b7dde},
		{score, 0, 0, 0x17770551, 0xce7226e6},
		{score, 0, 1, 0xe3607cae, 0xbd371de4},
		{score, 1, 0, 0xcd628161, 0x6cbea4b3},
	} {
		if c, b := Sum([]byte(tt.key), tt.pc, tt.pb); c != tt.c || b != tt.b {
			t.Errorf("Sum(%q, %x, %x) = %08x %08x, want %08x %08x", tt.key, tt.pc, tt.pb, c, b, tt.c, tt.b)
		}
	}
}

// TestSum64Oracle compares keys of every length, up to some blocks, with package rules.
func TestSum64Oracle(t *testing.T) {
	plain := rules.NewHash()
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 1000 {
		key := make([]byte, n)
		for i := range key {
			key[i] = byte(random.Uint32())
		}
		if got, want := Sum64(key), plain.Sum(key); got != want {
			t.Errorf("Sum64(%x) = %016x, want %016x", key, got, want)
		}
		plain.PC, plain.PB = random.Uint32(), random.Uint32()
		c, b := Sum(key, plain.PC, plain.PB)
		if got, want := uint64(c)<<32|uint64(b), plain.Sum(key); got != want {
			t.Errorf("Sum(%x, %x, %x) = %016x, want %016x", key, plain.PC, plain.PB, got, want)
		}
		plain.PC, plain.PB = 0, 0
	}
}

// TestJabberwocky checks a fingerprint from another project. Before its rewrite of August 2016,
// simhash-cpp kept this value for Lewis Carroll's poem in its own test. Such fingerprints were
// already stored. Rebuilding its pipeline checks the hash and the tie rule at once.
func TestJabberwocky(t *testing.T) {
	// The original lost line ends and some indents: "wabe:All".
	poem := strings.Join([]string{
		"Twas brillig, and the slithy toves", "  Did gyre and gimble in the wabe:",
		"All mimsy were the borogoves,", "  And the mome raths outgrabe.",
		"Beware the Jabberwock, my son!", "  The jaws that bite, the claws that catch!",
		"Beware the Jubjub bird, and shun", "  The frumious Bandersnatch!",
		"He took his vorpal sword in hand:", "  Long time the manxome foe he sought --",
		"So rested he by the Tumtum tree,", "  And stood awhile in thought.",
		"And, as in uffish thought he stood,", "  The Jabberwock, with eyes of flame,",
		"Came whiffling through the tulgey wood,", "  And burbled as it came!",
		"One, two! One, two! And through and through", "  The vorpal blade went snicker-snack!",
		"He left it dead, and with its head", "  He went galumphing back.",
		"And, has thou slain the Jabberwock?", "  Come to my arms, my beamish boy!",
		"O frabjous day! Callooh! Callay!'", "  He chortled in his joy.",
	}, "")

	var window [3]uint64
	var current uint64
	var ones [64]int
	words := regexp.MustCompile(`[A-Za-z]+`).FindAllString(poem, -1)
	for i, w := range words {
		h := Sum64([]byte(w))
		current = bits.RotateLeft64(current, 1) ^ bits.RotateLeft64(window[i%3], 3) ^ h
		window[i%3] = h
		for j := range ones {
			ones[j] += int(current >> j & 1)
		}
	}
	var got uint64
	for j, n := range ones {
		if n > len(words)/2 {
			got |= 1 << j
		}
	}
	if got = bits.Reverse64(got); got != 0x041379A587C66880 {
		t.Errorf("fingerprint of Jabberwocky = %016X, want 041379A587C66880", got)
	}
}

func BenchmarkSum64(b *testing.B) {
	for _, key := range []string{"the", "fingerprints", "internationalisation"} {
		b.Run(key, func(b *testing.B) {
			k := []byte(key)
			b.SetBytes(int64(len(k)))
			for b.Loop() {
				Sum64(k)
			}
		})
	}
}

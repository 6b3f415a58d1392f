package banding_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/internal/store/banding"
)

// pages is the capacity plan from the literature: 300 million pages, 100 GB.
var pages = banding.Goal{Documents: 300_000_000, Similarity: .85, Recall: .95, Background: .02, Memory: 100e9}

// TestPlanOfTheLiterature computes the figures without package banding: recall and candidates as
// exact fractions, bytes by hand.
func TestPlanOfTheLiterature(t *testing.T) {
	all, err := pages.Choose()
	if err != nil {
		t.Fatal(err)
	}
	best := all[0]
	for i, c := range all {
		agree := func(resemblance int64) *big.Rat { // share of slots, for a resemblance in hundredths
			j := big.NewRat(resemblance, 100)
			chance := big.NewRat(1, 1<<c.Bits)
			return new(big.Rat).Add(j, new(big.Rat).Mul(new(big.Rat).Sub(big.NewRat(1, 1), j), chance))
		}
		share := func(p *big.Rat) float64 { // share of pairs that agree in a band
			one := big.NewRat(1, 1)
			key := big.NewRat(1, 1)
			for range c.Bands.Rows {
				key.Mul(key, p)
			}
			none := big.NewRat(1, 1)
			for range c.Bands.Bands {
				none.Mul(none, new(big.Rat).Sub(one, key))
			}
			f, _ := new(big.Rat).Sub(one, none).Float64()
			return f
		}
		near := func(what string, got, want float64) {
			t.Helper()
			if math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("%+v: %s %v, want %v", c.Bands, what, got, want)
			}
		}
		near("recall", c.Recall, share(agree(85)))
		near("chance", c.Chance, share(agree(0)))
		near("candidates", c.Candidates, share(agree(2))*299_999_999)
		near("sketch", c.Sketch, map[int]float64{8: 128, 4: 64, 2: 32, 1: 16}[c.Bits])
		if c.Recall < .95 || !c.Fits || c.Bytes > 100e9 {
			t.Errorf("%+v: recall %v in %d octets: want .95 in 100 GB", c.Bands, c.Recall, c.Bytes)
		}
		if c.Bands.Bands*c.Bands.Rows > 128 {
			t.Errorf("%+v: more slots than there are", c.Bands)
		}
		if i > 0 && float64(c.Bands.Bands)+c.Candidates < float64(best.Bands.Bands)+best.Candidates {
			t.Errorf("%+v of %d bits is less work than the best, %+v of %d", c.Bands, c.Bits, best.Bands, best.Bits)
		}
	}
	// The sketches of 8 bits a slot take 38.4 GB, so all forms fit; 0.85^6 = 0.377 and 1 - 0.623^7 =
	// 0.96.
	if want := (banding.Bands{Bands: 7, Rows: 6}); best.Bits != 8 || best.Bands != want {
		t.Errorf("the best is %+v of %d bits, want %+v of 8", best.Bands, best.Bits, want)
	}
	if best.Bytes < 38.4e9+300e6*7*5 || best.Bytes > 38.4e9+300e6*7*6 {
		t.Errorf("%d octets, want 5 to 6 in each of 7 tables beside 128", best.Bytes)
	}
	if best.Candidates < .1 || best.Candidates > 1 || best.False > 1e-9 {
		t.Errorf("%v candidates, %v false, want less than one", best.Candidates, best.False)
	}
	if want := 210 * time.Second; best.Build != want {
		t.Errorf("built in %v, want %v: 2.1e9 entries, 10 million a second", best.Build, want)
	}
}

// TestPlanOfMemory checks small memories. In 20 GB no form of 8 bits a slot fits, and in 1 GB no
// form at all.
func TestPlanOfMemory(t *testing.T) {
	g := pages
	g.Memory = 20e9
	all, err := g.Choose()
	if err != nil {
		t.Fatal(err)
	}
	if !all[0].Fits || all[0].Bits == 8 {
		t.Errorf("the best in 20 GB is %+v", all[0])
	}
	for i, c := range all[1:] {
		if c.Fits && !all[i].Fits {
			t.Errorf("choice %d fits, and the one before does not", i+1)
		}
	}
	g.Memory = 1e9
	if all, err = g.Choose(); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Fits {
			t.Errorf("%+v fits", c)
		}
	}
}

func TestTraps(t *testing.T) {
	trap, err := pages.Try(banding.Bands{Bands: 16, Rows: 8}, 1)
	if err != nil {
		t.Fatal(err)
	}
	// 16 * 2^-8 is 0.0625. The result is slightly less, since a pair may agree in two bands.
	if trap.Chance < .0605 || trap.Chance > .0625 {
		t.Errorf("16 bands of 8 one-bit slots make %v of unrelated pairs candidates, want 6 %%", trap.Chance)
	}
	if trap.Candidates < .06*3e8 {
		t.Errorf("%v candidates a query, want at least 18 million", trap.Candidates)
	}
	if c, err := pages.Try(banding.Bands{Bands: 4, Rows: 32}, 8); err != nil || c.Recall > .03 {
		t.Errorf("4 bands of 32 find %v, %v, want less than 3 %%", c.Recall, err)
	}
}

// Goals and settings without sense are refused.
func TestPlanErrors(t *testing.T) {
	for _, test := range []struct {
		change func(*banding.Goal)
		why    string
	}{
		{func(g *banding.Goal) { g.Documents = 0 }, "no documents"},
		{func(g *banding.Goal) { g.Similarity = 0 }, "everything is similar"},
		{func(g *banding.Goal) { g.Similarity = math.NaN() }, "no number"},
		{func(g *banding.Goal) { g.Recall = 1 }, "no bands promise all"},
		{func(g *banding.Goal) { g.Background = .85 }, "all other documents are similar"},
		{func(g *banding.Goal) { g.Memory = -1 }, "less than nothing"},
	} {
		g := pages
		test.change(&g)
		if all, err := g.Choose(); err == nil {
			t.Errorf("%+v: %d choices, want an error: %s", g, len(all), test.why)
		}
	}
	if _, err := pages.Try(banding.Bands{Bands: 16, Rows: 9}, 8); err == nil {
		t.Error("144 slots of 128")
	}
	if _, err := pages.Try(banding.Bands{Bands: 16, Rows: 8}, 3); err == nil {
		t.Error("3 bits a slot")
	}
}

// TestFalseBySimulation checks that False is an upper bound for a simulation with independent
// slots. It is a close bound if every such pair is a candidate.
func TestFalseBySimulation(t *testing.T) {
	g := banding.Goal{Documents: 2, Similarity: .5, Recall: .95, Background: .45}
	c, err := g.Try(banding.Bands{Bands: 128, Rows: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	const pairs = 100_000
	found := 0
	for range pairs {
		agree := 0
		for range 128 {
			if rnd.Float64() < .45 || rnd.IntN(2) == 0 {
				agree++
			}
		}
		// The estimate for 1 bit a slot: agreement beyond the half that agrees by chance.
		if 2*float64(agree)/128-1 >= .5 {
			found++
		}
	}
	got, want := c.False, float64(found)/pairs
	if spread := 4 * math.Sqrt(want*(1-want)/pairs); math.Abs(got-want) > spread {
		t.Errorf("%v of pairs are found, want %v ± %v", got, want, spread)
	}
}

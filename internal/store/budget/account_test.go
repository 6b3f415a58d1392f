package budget

import (
	"errors"
	"sync"
	"testing"
)

// An account counts for its source and its pool, and what is refused counts nowhere.
func TestAccount(t *testing.T) {
	pool := Pool{Most: 100, Small: 15}
	a, b, other, third := pool.Open("a"), pool.Open("a"), pool.Open("other"), pool.Open("third")
	for _, test := range []struct {
		reason  string
		account *Account
		n       int64
		want    error
		held    int64
	}{
		{"a part", a, 40, nil, 40},
		{"more than one source may hold, alone", a, 36, ErrMore, 40},
		{"more than its source has left", b, 36, ErrFull, 40},
		{"all that its source has left", b, 35, nil, 75},
		{"another source may not hold the last eighth", other, 16, ErrFull, 75},
		{"unless it holds little", other, 15, nil, 90},
		{"of all that it has", other, 1, ErrFull, 90},
		{"a third", third, 10, nil, 100},
		{"and no more", third, 1, ErrFull, 100},
	} {
		if err := test.account.Hold(test.n); !errors.Is(err, test.want) || pool.Held() != test.held {
			t.Errorf("%s: %v, %d held: expected %v, %d", test.reason, err, pool.Held(), test.want, test.held)
		}
	}
	if a.Refused() != ErrMore || other.Refused() != ErrFull {
		t.Error("refused:", a.Refused(), other.Refused())
	}
	apart := a.Apart()
	a.Close()
	b.Release(5)
	if err := apart.Hold(30); err != nil || apart.Refused() != nil || pool.Held() != 85 {
		t.Error("after one has closed:", err, apart.Refused(), pool.Held())
	}
	for _, x := range []*Account{apart, b, other, third} {
		x.Close()
	}
	if pool.Held() != 0 || len(pool.sources) != 0 {
		t.Error(pool.Held(), "held after all, by", pool.sources)
	}
	var none *Account
	if err := none.Hold(1 << 60); err != nil || none.Refused() != nil || none.Apart() != nil {
		t.Error("without a limit:", err)
	}
	none.Close()
}

// Who is refused does not take memory from others for a moment.
func TestRefusedAtOnce(t *testing.T) {
	pool := Pool{Most: 1 << 30, Small: 1 << 20}
	greedy, modest := pool.Open("greedy"), pool.Open("modest")
	var all sync.WaitGroup
	defer all.Wait()
	stop := make(chan struct{})
	defer close(stop)
	all.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				if greedy.Hold(2<<30) == nil {
					t.Error("2 GiB of 1 GiB are held")
				}
			}
		}
	})
	for range 1_000_000 {
		if err := modest.Hold(1); err != nil {
			t.Fatal(err)
		}
		modest.Release(1)
	}
}

// The memory of a document counts in the account of its context until it is released.
func TestBudgetInAccount(t *testing.T) {
	pool := Pool{Most: 100}
	b := NewIn(WithAccount(t.Context(), pool.Open("")), Limits{})
	if err := b.Hold(70, "x"); err != nil || pool.Held() != 70 {
		t.Fatal(err, pool.Held())
	}
	if err := b.Hold(10, "a tree"); !errors.Is(err, ErrMore) || err.Error() != "a tree: "+ErrMore.Error() {
		t.Error(err)
	}
	if b.Release(80); pool.Held() != 0 {
		t.Error(pool.Held())
	}
}

package budget

import (
	"errors"
	"sync"
	"testing"
)

// An account counts for its source and its pool, and what is refused counts nowhere.
func TestAccount(t *testing.T) {
	pool := Pool{Most: 1000, Small: 150}
	a, b, other, third, tiny := pool.Open("a"), pool.Open("a"), pool.Open("other"), pool.Open("third"), pool.Open("tiny")
	for _, test := range []struct {
		reason  string
		account *Account
		n       int64
		want    error
		held    int64
	}{
		{"a part", a, 400, nil, 400},
		{"more than one source may hold, alone", a, 360, ErrMore, 400},
		{"more than its source has left", b, 360, ErrFull, 400},
		{"all that its source has left", b, 350, nil, 750},
		{"another source may not hold the last eighth", other, 160, ErrFull, 750},
		{"unless it holds little", other, 150, nil, 900},
		{"of all that it has", other, 10, ErrFull, 900},
		{"a third may not hold the last 32nd", third, 70, ErrFull, 900},
		{"but the rest", third, 69, nil, 969},
		{"one that holds very little may hold it", tiny, 31, nil, 1000},
		{"and no more", tiny, 1, ErrFull, 1000},
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
	b.Release(50)
	if err := apart.Hold(300); err != nil || apart.Refused() != nil || pool.Held() != 850 {
		t.Error("after one has closed:", err, apart.Refused(), pool.Held())
	}
	for _, x := range []*Account{apart, b, other, third, tiny} {
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

// While the process takes too much memory, what holds much gets no more, and what holds little does.
func TestTight(t *testing.T) {
	pool := Pool{Most: 1000, Small: 100}
	large, small := pool.Open("a"), pool.Open("b")
	if err := large.Hold(200); err != nil {
		t.Fatal(err)
	}
	pool.SetTight(true)
	if err := large.Hold(1); !errors.Is(err, ErrFull) {
		t.Errorf("an account that holds much gets %v, want ErrFull", err)
	}
	if err := small.Hold(100); err != nil {
		t.Errorf("an account that holds little gets %v", err)
	}
	pool.SetTight(false)
	if err := large.Hold(1); err != nil {
		t.Errorf("afterwards, an account gets %v", err)
	}
	large.Close()
	small.Close()
	if held := pool.Held(); held != 0 {
		t.Errorf("%d bytes are held at the end", held)
	}
}

// What an account refused a document counts for the document, and takes nothing from others.
func TestRefusedCountsForTheDocument(t *testing.T) {
	pool := Pool{Most: 1000, Small: 100}
	a := pool.Open("a")
	b := NewIn(WithAccount(t.Context(), a), Limits{})
	for _, step := range []struct {
		reason           string
		n                int64 // held, or released if it is negative
		want             error
		document, inPool int64
	}{
		{"what fits counts in both", 300, nil, 300, 300},
		{"what does not counts for the document", 5000, ErrMore, 5300, 300},
		{"and still does not count when it is released", -4000, nil, 1300, 300},
		{"nor the rest of it", -1000, nil, 300, 300},
		{"then what fitted is released", -300, nil, 0, 0},
	} {
		var err error
		if step.n > 0 {
			err = b.Hold(step.n, "a test")
		} else {
			b.Release(-step.n)
		}
		if !errors.Is(err, step.want) || b.Held() != step.document || pool.Held() != step.inPool {
			t.Errorf("%s: %v, %d and %d held, expected %v, %d and %d", step.reason, err, b.Held(), pool.Held(), step.want, step.document, step.inPool)
		}
	}
	a.Close()
}

package budget

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// Errors of [Account.Hold].
var (
	// ErrFull says that the accounts of a pool together need more memory than it has.
	ErrFull = errors.New("what is being worked on takes all memory")
	// ErrMore says that one account needs more memory than its pool has.
	ErrMore = errors.New("this takes more memory than there is")
)

// Pool is memory in bytes that a number of accounts share. One source may hold three quarters of it. The last
// eighth is for accounts that hold no more than Small. A quarter of that is for those that hold a third of Small.
type Pool struct {
	Most  int64
	Small int64
	held  atomic.Int64
	tight atomic.Bool

	mu      sync.Mutex
	sources map[string]*source
}

// source is what the accounts of one source hold.
type source struct {
	held     atomic.Int64
	accounts int
}

// Held returns the number of bytes that all accounts hold.
func (p *Pool) Held() int64 { return p.held.Load() }

// SetTight says whether the process takes too much memory, whatever is counted. Then accounts that hold more than
// Small get no more.
func (p *Pool) SetTight(tight bool) { p.tight.Store(tight) }

// Share returns how much one source may hold.
func (p *Pool) Share() int64 { return p.Most / 4 * 3 }

// Open returns an account of a source that holds nothing. It is to be closed.
func (p *Pool) Open(name string) *Account {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sources == nil {
		p.sources = make(map[string]*source)
	}
	s := p.sources[name]
	if s == nil {
		s = new(source)
		p.sources[name] = s
	}
	s.accounts++
	return &Account{pool: p, name: name, source: s}
}

// Account is the memory of one piece of work: a request or a line of a batch. A nil Account has no limit.
// Several goroutines may use an Account.
type Account struct {
	pool    *Pool
	name    string
	source  *source
	held    atomic.Int64
	refused atomic.Pointer[error]
}

// Hold counts n more bytes. It returns [ErrFull] or [ErrMore], and counts nothing, if they exceed the pool.
func (a *Account) Hold(n int64) error {
	if a == nil {
		return nil
	}
	own, most := a.pool.Share(), a.pool.Most
	switch held := a.held.Add(n); {
	case held <= a.pool.Small/3:
	case held <= a.pool.Small:
		most -= most / 32
	case a.pool.tight.Load():
		most = 0
	default:
		most -= most / 8
	}
	if reserve(&a.source.held, n, own) {
		if reserve(&a.pool.held, n, most) {
			return nil
		}
		a.source.held.Add(-n)
	}
	a.held.Add(-n)
	err := ErrFull
	if a.held.Load()+n > own {
		err = ErrMore
	}
	a.refused.Store(&err)
	return err
}

// reserve adds n to what is held, unless that becomes more than most. What is refused is not added for a moment, so
// that others are not refused for it.
func reserve(held *atomic.Int64, n, most int64) bool {
	for {
		before := held.Load()
		if before+n > most {
			return false
		}
		if held.CompareAndSwap(before, before+n) {
			return true
		}
	}
}

// Release undoes Hold for n bytes.
func (a *Account) Release(n int64) { a.add(-n) }

func (a *Account) add(n int64) {
	if a != nil {
		a.held.Add(n)
		a.source.held.Add(n)
		a.pool.held.Add(n)
	}
}

// Refused returns the last error of Hold. A reader that goes on after errors may have left out text.
func (a *Account) Refused() error {
	if a == nil {
		return nil
	}
	if err := a.refused.Load(); err != nil {
		return *err
	}
	return nil
}

// Apart returns another account of the same source.
func (a *Account) Apart() *Account {
	if a == nil {
		return nil
	}
	return a.pool.Open(a.name)
}

// Close releases all that is held. The account is not used afterwards.
func (a *Account) Close() {
	if a == nil {
		return
	}
	a.Release(a.held.Load())
	a.pool.mu.Lock()
	defer a.pool.mu.Unlock()
	if a.source.accounts--; a.source.accounts == 0 {
		delete(a.pool.sources, a.name)
	}
}

type accountKey struct{}

// WithAccount returns a context with an account. The budgets of documents that are read in it count there, too.
func WithAccount(ctx context.Context, a *Account) context.Context {
	return context.WithValue(ctx, accountKey{}, a)
}

// AccountOf returns the account of a context, or nil.
func AccountOf(ctx context.Context) *Account {
	a, _ := ctx.Value(accountKey{}).(*Account)
	return a
}

package budget

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

// leanPercent is the garbage, in percent of live data, at which the collector runs near a document's limit. Such
// a document holds at most three quarters of what it may.
const leanPercent = 25

// strained are the budgets of documents near their limits. Budgets do not count all garbage. So the collector must
// not wait until garbage is as much as live data.
var strained struct {
	sync.Mutex
	budgets int
	percent int // of the process without them
}

// strain makes the garbage collector run early until the budget is unreachable, unless GOGC says when.
func (b *Budget) strain() {
	if os.Getenv("GOGC") != "" || !b.lean.CompareAndSwap(false, true) {
		return
	}
	strained.Lock()
	defer strained.Unlock()
	if strained.budgets++; strained.budgets == 1 {
		if strained.percent = debug.SetGCPercent(leanPercent); strained.percent < leanPercent {
			debug.SetGCPercent(strained.percent)
		}
	}
	runtime.AddCleanup(b, func(struct{}) {
		strained.Lock()
		defer strained.Unlock()
		if strained.budgets--; strained.budgets == 0 {
			debug.SetGCPercent(strained.percent)
		}
	}, struct{}{})
}

package documents

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// freeGarbage is the garbage in bytes that is always allowed before the garbage collector runs.
const freeGarbage = 8 << 20

// BoundGarbage lets the garbage collector run before there is as much garbage as other data, unless GOGC
// says when. What a run keeps has few pointers, so the collector passes over it soon.
func BoundGarbage() {
	if os.Getenv("GOGC") != "" {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(int(min(max(25, 100*freeGarbage/(live[0].Value.Uint64()+1)), 100)))
}

// carryBallast keeps memory that is never written to, so it takes none of the machine. The garbage collector
// counts it as data, and so allows as much garbage before it runs. Records and small files have little other
// data and much garbage.
var carryBallast = sync.OnceValue(func() []byte { return make([]byte, freeGarbage) })

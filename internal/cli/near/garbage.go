package near

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
)

// freeGarbage is the garbage in bytes that is always allowed before the garbage collector runs.
const freeGarbage = 8 << 20

// boundGarbage lets the garbage collector run before there is as much garbage as other data, unless GOGC
// says when. What a run keeps has few pointers, so the collector passes over it soon.
func boundGarbage() {
	if os.Getenv("GOGC") != "" {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(int(min(max(25, 100*freeGarbage/(live[0].Value.Uint64()+1)), 100)))
}

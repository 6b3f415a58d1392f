package extracttest

import (
	"bytes"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/extract"
)

// IsLinear compares what a document costs with what one costs that is four times as long.
func IsLinear(t *testing.T, why, mediaType string, of func(n int) string, n int) {
	t.Helper()
	const most = 9 // for four times the length: 16 if it is quadratic
	small, large := of(n), of(4*n)
	// A machine that is busy slows some readings a little: the fastest of each is what it costs.
	ofSmall, ofLarge := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	var times, octets float64
	for try := range 12 {
		t1, m1 := Cost(t, small, mediaType)
		t2, m2 := Cost(t, large, mediaType)
		ofSmall, ofLarge = min(ofSmall, t1), min(ofLarge, t2)
		times = float64(ofLarge) / float64(ofSmall+200*time.Microsecond)
		octets = float64(m2) / float64(m1+100_000)
		if try > 0 && times < most && octets < most {
			break
		}
	}
	t.Logf("%s: %.1f times as long: %v, %v", why, times, ofSmall, ofLarge)
	if times >= most || octets >= most {
		t.Errorf("%s: four times the document take %.1f times as long and allocate %.1f times as much, want less than %d times",
			why, times, octets, most)
	}
}

// Cost returns the time to read a document with its comments, without garbage collection, and the allocated bytes.
func Cost(t *testing.T, document, mediaType string) (time.Duration, uint64) {
	var before, after runtime.MemStats
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.ReadMemStats(&before)
	begun := processorTime()
	d, err := extract.Open(t.Context(), bytes.NewReader([]byte(document)), extract.Options{MediaType: mediaType, Include: []string{"comments"}})
	if err == nil {
		_, err = io.Copy(io.Discard, struct{ io.Reader }{d})
	}
	took := processorTime() - begun
	runtime.ReadMemStats(&after)
	if err != nil && !Named(err) {
		t.Errorf("%.60q: %v, expected an error with a name", document, err)
	}
	return took, after.TotalAlloc - before.TotalAlloc
}

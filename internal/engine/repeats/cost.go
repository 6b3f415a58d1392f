package repeats

import (
	"time"

	"github.com/lsh-interop/fpcheck/internal/store/pairsort"
)

// A Cost is what it takes to find passages of 16 words.
type Cost struct {
	Windows int64         // that are kept, each with its text
	Disk    int64         // bytes of temporary files
	Memory  int64         // bytes, at most
	Time    time.Duration // of one processor
}

// Measured with English texts of 850 bytes; Chinese and Japanese have as many windows, Russian has 17.
const (
	windowsPer850 = 31
	bytesPerMB    = 1e6
	timePerMB     = 50 * time.Millisecond
	memoryAtLeast = 60 << 20 // of readers, and for output
	inMemory      = 17       // bytes for each document
	named         = 20       // bytes of a document's name
	onDisk        = 10       // bytes of a window in a file
)

// CostOf returns what it takes to find the passages of documents with so much text each. Repeated passages take
// more disk and time. The second sort, which is for them, is part of Memory.
func CostOf(documents, bytes int64) Cost {
	size := float64(documents) * float64(bytes)
	c := Cost{
		Windows: int64(size * windowsPer850 / 850),
		Disk:    int64(size) + documents*named,
		Memory:  memoryAtLeast + documents*inMemory,
		Time:    time.Duration(size / bytesPerMB * float64(timePerMB)),
	}
	if c.Windows > pairsort.DefaultHeld {
		c.Disk += c.Windows * onDisk
	}
	c.Memory += filterBytes(c.Windows) + 2*pairsort.HeldBytes*min(c.Windows, pairsort.DefaultHeld)
	return c
}

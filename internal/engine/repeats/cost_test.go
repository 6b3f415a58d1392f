package repeats

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
)

// The numbers of windows and of bytes are about those of a run with 2,000 texts of 850 bytes.
func TestCostOf(t *testing.T) {
	words := strings.Fields(`the keeper of a lighthouse lit the lamp every evening because many ships passed through
		narrow waters and some captains had never visited this coast although it was described in several books`)
	rnd := rand.New(rand.NewPCG(15, 16))
	f, err := NewTemporary()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const texts = 2000
	for range texts {
		var b strings.Builder
		for b.Len() < 850 {
			b.WriteString(words[rnd.IntN(len(words))] + " ")
		}
		text := []byte(b.String()[:850])
		if err := f.Add(NewPreparer(16).Prepare(passage.ItemsOf(text), text)); err != nil {
			t.Fatal(err)
		}
	}
	cost := CostOf(texts, 850)
	if got := f.selected.Len(); cost.Windows < got*8/10 || cost.Windows > got*12/10 {
		t.Errorf("%d windows: expected about %d", cost.Windows, got)
	}
	if got := int64(texts * 850); cost.Disk < got || cost.Disk > got*12/10 {
		t.Errorf("%d bytes on disk: expected about %d", cost.Disk, got)
	}
	large, larger := CostOf(1e6, 850), CostOf(2e6, 850)
	if large.Disk < 1e6*(850+windowsPer850*onDisk) {
		t.Errorf("%d bytes on disk: expected room for sorted windows", large.Disk)
	}
	if more := larger.Memory - large.Memory; more != 1e6*inMemory {
		t.Errorf("%d bytes of memory for a million documents: expected %d", more, int(1e6*inMemory))
	}
}

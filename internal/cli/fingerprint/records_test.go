//go:build !race

// Under the race detector, pools forget what they are given.

package fingerprint_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

// TestRecordsAllocateLittle counts the allocations for a record, from its line to the line of its
// fingerprint. A MinHash is one. What else is allocated serves many records.
func TestRecordsAllocateLittle(t *testing.T) {
	const few, many = 2000, 12000
	text := strings.Repeat("one two three four five six seven eight nine ten eleven twelve ", 12)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would empty pools
	for _, tt := range []struct {
		form, header, record, scheme, id string
		most                             float64
	}{
		{"jsonl", "", `{"id": "a%d", "text": "%s %[1]d"}`, "mh1", "", 1.7},
		{"jsonl", "", `{"id": "a%d", "text": "%s %[1]d"}`, "sm1", "id", 0.6},
		{"csv", "id,text", "a%d,%s %[1]d", "mh1", "id", 1.7},
		{"csv", "id,text", "a%d,%s %[1]d", "sm1", "", 0.6},
	} {
		allocated := func(records int) uint64 {
			var data strings.Builder
			if tt.header != "" {
				fmt.Fprintln(&data, tt.header)
			}
			for i := range records {
				fmt.Fprintf(&data, tt.record+"\n", i, text)
			}
			name := filepath.Join(t.TempDir(), "records")
			if err := os.WriteFile(name, []byte(data.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			args := []string{"fingerprint", "--input", tt.form, "--scheme", tt.scheme, "--id-field", tt.id, "--quiet", name}
			if tt.id == "" {
				args = slices.Delete(args, 5, 7)
			}
			code := cli.Run(args, strings.NewReader(""), io.Discard, io.Discard, commands.All)
			if runtime.ReadMemStats(&after); code != 0 {
				t.Fatalf("exit code %d", code)
			}
			return after.Mallocs - before.Mallocs
		}
		allocated(few) // pools and tables grow
		if n := float64(allocated(many)-allocated(few)) / (many - few); n > tt.most {
			t.Errorf("%s, %s: %.2f allocations for a record, expected at most %v", tt.form, tt.scheme, n, tt.most)
		}
	}
}

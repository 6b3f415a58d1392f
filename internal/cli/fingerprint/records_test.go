package fingerprint_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

// TestRecordsAllocateLittle counts the allocations for a record, from its line to the line of its
// fingerprint. They are the name, the text, the document, the sketch and the string.
func TestRecordsAllocateLittle(t *testing.T) {
	const few, many, most = 2000, 12000, 5.8 // some are allocated for many records at once
	text := strings.Repeat("one two three four five six seven eight nine ten eleven twelve ", 12)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would empty pools
	for _, tt := range []struct{ form, header, record string }{
		{"jsonl", "", `{"id": "a%d", "text": "%s %[1]d"}`},
		{"csv", "id,text", "a%d,%s %[1]d"},
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
			args := []string{"fingerprint", "--input", tt.form, "--scheme", "mh1", "--quiet", name}
			code := cli.Run(args, strings.NewReader(""), io.Discard, io.Discard, commands.All)
			if runtime.ReadMemStats(&after); code != 0 {
				t.Fatalf("exit code %d", code)
			}
			return after.Mallocs - before.Mallocs
		}
		allocated(few) // pools and tables grow
		if n := float64(allocated(many)-allocated(few)) / (many - few); n > most {
			t.Errorf("%s: %.1f allocations for a record, expected at most %v", tt.form, n, most)
		}
	}
}

package tokenizer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// TestFastTakesNearlyAll checks that the fast path handles nearly all of a document, in any
// normalisation form. It also handles nearly all of a long run without a separator.
func TestFastTakesNearlyAll(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "examples", "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	texts := map[string]string{
		"Thai":    strings.Repeat("ทุกคนมีสิทธิ น้ำ ประเทศไทย\n", 500),
		"Burmese": strings.Repeat("လူတိုင်းသည် တူညီလွတ်လပ်သော ", 500),
		"Khmer":   strings.Repeat("មនុស្សទាំងអស់ កើតមកមានសេរីភាព\u200B", 500),
		"Chinese": strings.Repeat("人人生而自由", 2000),
		"Lao":     strings.Repeat("ມະນຸດທຸກຄົນ ນຳ ໜ", 500),
	}
	for _, path := range paths {
		octets, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = strings.Repeat(string(octets), 3)
	}
	for path, text := range texts {
		for form, of := range map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD, "NFKC": norm.NFKC, "NFKD": norm.NFKD} {
			octets := of.Bytes([]byte(text))
			tk := sm1.New(Func(func([]byte) {}))
			left := &counter{next: tk.decoder.next}
			tk.decoder.next = left
			tk.Write(octets)
			tk.Close()
			if most := len(octets) / 50; left.octets > most {
				t.Errorf("%s in %s: %d of %d octets are left to the stages, want at most %d",
					path, form, left.octets, len(octets), most)
			}
		}
	}
}

// counter counts the bytes that reach a stage.
type counter struct {
	next   stage
	octets int
}

func (c *counter) write(text []byte, at int) {
	c.octets += len(text)
	c.next.write(text, at)
}

func (c *counter) close() { c.next.close() }

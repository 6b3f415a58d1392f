package ocfl

import (
	"strings"
	"testing"
)

// An inventory may not end the process by what is in one another in it.
func TestDeepInventory(t *testing.T) {
	for _, text := range []string{strings.Repeat("[", 1_000_000), strings.Repeat(`{"a":`, 1_000_000)} {
		found := 0
		if i := parseInventory([]byte(text), v1_1, true, func(f Finding) {
			if f.Err != nil || f.Code != "E033" {
				t.Errorf("%v, want E033", f)
			}
			found++
		}); i != nil || found != 1 {
			t.Errorf("%.10s...: %d findings, want one, and no inventory", text, found)
		}
	}
}

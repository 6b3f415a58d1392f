package markup

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	markupdata "github.com/lsh-interop/fpcheck/vectors/markup"
)

var updateEntities = flag.Bool("update-entities", false, "write vectors/markup/entities.txt again")

const entitiesHeader = `# The named character references of R11.14 (d), without & and ;, and the code points
# that they stand for: HTML Standard, section "Named character references", those that
# end in a semicolon. CC0-1.0.
`

// The list for ports must equal the list of the reference's library. The reference resolves exactly
// the names in the list.
func TestEntities(t *testing.T) {
	const path = "../../../vectors/markup/entities.txt"
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/net").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	source, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "html", "entity.go"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, m := range regexp.MustCompile(`(?m)^\s+"(\w+);":\s+(\{?)'([^}\n]*)'`).FindAllSubmatch(source, -1) {
		line := string(m[1])
		for _, r := range strings.Split(string(m[3]), "', '") {
			c, _, _, err := strconv.UnquoteChar(r, '\'')
			if err != nil {
				t.Fatalf("%s: %v", m[0], err)
			}
			line += fmt.Sprintf(" %04X", c)
		}
		lines = append(lines, line+"\n")
	}
	slices.Sort(lines)
	if len(lines) != 2125 {
		t.Fatalf("%d names, want 2125", len(lines))
	}
	want := []byte(entitiesHeader + strings.Join(lines, ""))
	if *updateEntities {
		sum := fmt.Appendf(nil, "%x  entities.txt\n", sha256.Sum256(want))
		if err := errors.Join(os.WriteFile(path, want, 0o644), os.WriteFile("../../../vectors/markup/SHA256SUMS.txt", sum, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s (-want +got):\n%s", path, cmp.Diff(string(want), string(got)))
	}
	sums, _ := os.ReadFile("../../../vectors/markup/SHA256SUMS.txt")
	want = fmt.Appendf(nil, "%x  entities.txt\n", sha256.Sum256(got))
	want = fmt.Appendf(want, "%x  main-1.model\n", sha256.Sum256(markupdata.MainModel))
	if !bytes.Equal(sums, want) {
		t.Errorf("SHA256SUMS.txt is %q, want %q", sums, want)
	}
	var declared entities
	for _, line := range lines {
		f := strings.Fields(line)
		var text string
		for _, h := range f[1:] {
			c, _ := strconv.ParseInt(h, 16, 32)
			text += string(rune(c))
		}
		if got, ok := declared.resolve(f[0]); !ok || got != text {
			t.Errorf("&%s; is %q, %v, want %q", f[0], got, ok, text)
		}
	}
	for _, name := range []string{"", "#", "nosuch", "notit", "ampx", "amp#", "Amp", "lt-", "semi;", "3", "a:b", "é"} {
		if got, ok := declared.resolve(name); ok {
			t.Errorf("&%s; is %q, want nothing", name, got)
		}
	}
}

package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A wrong implementation fails the vectors legibly.
func TestRunVectors(t *testing.T) {
	var out bytes.Buffer
	a := cli.NewApp(t.Context(), nil, &out, io.Discard)
	s := selection{stages: []string{"hash"}}
	vs, err := s.vectors()
	if err != nil {
		t.Fatal(err)
	}
	runVectors(a, vs[:2], func(v vectors.Vector) (vectors.Data, error) {
		if v.ID == vs[0].ID {
			return vectors.Data{Hash: "0123456789abcdef"}, nil
		}
		return vectors.Data{}, errors.New("cannot")
	})
	if code := a.Out.Close(); code != cli.ExitDifferent {
		t.Errorf("exit code %d", code)
	}
	want := fmt.Sprintf(`FAIL %s (%s): %s
  expected:
      hash: %q
  got:
      hash: "0123456789abcdef"
FAIL %s (%s): %s
  expected:
      hash: %q
  got:
      error: cannot
2 vectors, 2 failed
`, vs[0].ID, strings.Join(vs[0].Rules, ", "), vs[0].Why, vs[0].Expect.Hash,
		vs[1].ID, strings.Join(vs[1].Rules, ", "), vs[1].Why, vs[1].Expect.Hash)
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

package extract

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

func TestPanicOfReader(t *testing.T) {
	f := &formats.Format{Read: func(*medium.Reading) error { return fmt.Errorf("%v", []int{}[len(t.Name())]) }}
	d := medium.New(t.Context(), budget.New(budget.Limits(DefaultLimits)), open)
	d.MediaType = "text/x-test"
	if err := read(f, d); !errors.Is(err, ErrInternal) || !strings.Contains(err.Error(), "in the reader for text/x-test: runtime error: index out of range") {
		t.Errorf("error %v, want %v", err, ErrInternal)
	}
}

package extract

import (
	"errors"
	"strings"
	"testing"
)

func TestProgramMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, tt := range []struct{ in, want string }{
		{"%PDF-1.7\n", "a program is missing: pdftotext (Debian package poppler-utils)"},
	} {
		_, err := Open(t.Context(), strings.NewReader(tt.in), Options{})
		if !errors.Is(err, ErrToolMissing) || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

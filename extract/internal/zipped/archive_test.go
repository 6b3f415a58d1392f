package zipped

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

func TestCancelledMember(t *testing.T) {
	var octets bytes.Buffer
	w := zip.NewWriter(&octets)
	f, _ := w.Create("content.xml")
	io.WriteString(f, "text")
	w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	a, err := openArchive(ctx, &octets, medium.Limits{Size: 1 << 20, Ratio: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	cancel()
	if _, err := a.read("content.xml"); !errors.Is(err, context.Canceled) || errors.Is(err, medium.ErrMalformed) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

package zipped

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

func TestCancelledMember(t *testing.T) {
	var octets bytes.Buffer
	w := zip.NewWriter(&octets)
	f, _ := w.Create("content.xml")
	io.WriteString(f, "text")
	w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	d := medium.New(ctx, budget.New(budget.Limits{Size: 1 << 20, Ratio: 1, Time: time.Hour}), nil)
	d.Source = bufio.NewReader(&octets)
	a, err := openArchive(d)
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	cancel()
	if _, err := a.head("content.xml", 100); !errors.Is(err, context.Canceled) || errors.Is(err, medium.ErrMalformed) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

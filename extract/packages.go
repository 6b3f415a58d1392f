package extract

import (
	"context"
	"io"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/zipped"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// IsDocument reports whether a ZIP archive is a document, such as DOCX, rather than a container
// of files. A damaged one counts as a document, of which [Open] says what is wrong.
func IsDocument(ctx context.Context, octets io.ReaderAt, size int64, name string, limits Limits) bool {
	var is bool
	err := func() (err error) {
		defer recovery.Catch(&err, "the recognition of media")
		b := budget.New(budget.Limits(limits))
		b.Source(size)
		b.Begin()
		defer b.End()
		d := medium.New(ctx, b, open)
		d.Name = name
		is = zipped.IsDocument(d, octets, size)
		return nil
	}()
	return is || err != nil
}

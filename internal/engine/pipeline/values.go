package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/attachment"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// ErrNotUTF8 means that the text of a record is not UTF-8, and not readable (R13.23).
var ErrNotUTF8 = fmt.Errorf("%w: the text is not UTF-8: expected UTF-8, as for all data sets", extract.ErrMalformed)

// Values is like [Reader.Read] for the values of a record. See [extract.OpenValues]. Besides what is
// not UTF-8 in the values, escaped counts sequences of such bytes that are U+FFFD there already.
func (r *Reader) Values(ctx context.Context, values [][]byte, unicode bool, escaped int) (*Document, error) {
	if bad := escaped + illFormed(values); bad > 0 && (r.o.MediaType == "" || strings.HasPrefix(r.o.MediaType, "text/")) {
		switch err := r.judgeValues(ctx, values, unicode); {
		case errors.Is(err, errOther): // it is decoded
		case err != nil:
			return nil, err
		default:
			r.bad = bad
			defer func() { r.bad = 0 }()
		}
	}
	if len(values) != 1 || r.o.MediaType != "" {
		text, err := extract.OpenValues(r.Context(ctx), values, unicode, r.Options(ctx, ""))
		return r.Text(ctx, text, err)
	}
	r.attachments = attachment.Sum{} // it has none
	r.value.ctx = ctx
	r.value.Reset(values[0])
	d, err := r.text(&r.value, budget.AccountOf(ctx))
	r.value = value{}
	return r.ended(d, err)
}

// errOther means that values are decoded from another encoding than UTF-8.
var errOther = errors.New("not read as UTF-8")

// judgeValues returns an error if the text of values is not readable.
func (r *Reader) judgeValues(ctx context.Context, values [][]byte, unicode bool) (err error) {
	defer recovery.Catch(&err, "the text of a record")
	o := r.Options(ctx, "")
	o.Embedded = nil
	text, err := extract.OpenValues(ctx, values, unicode, o)
	switch {
	case err != nil:
		return err
	case text.Encoding != "utf-8":
		return errOther
	}
	readable, err := r.isReadable(text)
	if err == nil && !readable {
		err = ErrNotUTF8
	}
	return err
}

// value is the text of a record that has one value, of plain text.
type value struct {
	bytes.Reader
	ctx context.Context
}

func (v *value) Read(p []byte) (int, error) {
	if err := v.ctx.Err(); err != nil {
		return 0, budget.Stopped(err)
	}
	return v.Reader.Read(p)
}

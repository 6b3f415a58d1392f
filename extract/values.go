package extract

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// OpenValues finds the text of a document that consists of several values, such as the fields of a
// record. A line end separates the texts of the values. Each value is a document of o.MediaType, or
// text if that is empty.
//
// Text is UTF-8 already. It is passed on as it is, even if it begins like a byte order mark of another
// encoding. If unicode is true, values of other types text/* are UTF-8 too, whatever charset is
// declared. The context is as for [Open].
func OpenValues(ctx context.Context, values [][]byte, unicode bool, o Options) (*Document, error) {
	if err := o.Limits.check(); err != nil {
		return nil, err
	}
	mediaType, params := "text/plain", map[string]string(nil)
	if o.MediaType != "" {
		var err error
		if mediaType, params, err = mime.ParseMediaType(o.MediaType); err != nil {
			return nil, fmt.Errorf("media type %q: %w", o.MediaType, err)
		}
	}
	plain := mediaType == "text/plain" && (unicode || params["charset"] == "")
	if unicode && !plain && strings.HasPrefix(mediaType, "text/") {
		params = map[string]string{"charset": "utf-8"}
	}
	if plain && len(values) == 1 {
		all := new(struct { // in one allocation, since a data set has many
			Document
			text   bytes.Reader
			source medium.Counter
		})
		all.MediaType, all.Encoding, all.Profile = mediaType, "utf-8", Visible
		all.text.Reset(values[0])
		all.source.N = int64(len(values[0]))
		all.Document.ctx, all.Document.text, all.Document.source = ctx, &all.text, &all.source
		return &all.Document, nil
	}
	b := budget.Of(ctx)
	if b == nil { // the values are one document
		b = budget.New(budget.Limits(o.Limits))
		for _, value := range values {
			b.Source(int64(len(value)))
		}
	}
	all := &Document{
		MediaType: mediaType, Encoding: "utf-8", Profile: Visible,
		ctx: ctx, source: &medium.Counter{}, budget: b,
	}
	o.MediaType = mime.FormatMediaType(mediaType, params)
	var texts []io.Reader
	for i, value := range values {
		if i > 0 {
			texts = append(texts, strings.NewReader("\n"))
		}
		all.source.N += int64(len(value))
		if plain {
			texts = append(texts, bytes.NewReader(value))
			continue
		}
		d, err := Open(budget.With(ctx, b), bytes.NewReader(value), o)
		if err != nil {
			return nil, err
		}
		all.Encoding, all.Profile, all.Tool = d.Encoding, d.Profile, d.Tool
		all.Notes = append(all.Notes, d.Notes...)
		texts = append(texts, d)
	}
	all.text = io.MultiReader(texts...)
	return all, nil
}

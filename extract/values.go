package extract

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"strings"
)

// OpenValues finds the text of a document that comes as several values, such as the
// fields of a record, with a line end between them. Each is a document of o.MediaType,
// or, if that is empty, a text. A text is UTF-8 already: it is passed on as it is, and
// so is what looks like a byte order mark of another encoding. With unicode, values of
// other media are strings, too, whatever charset they declare.
func OpenValues(ctx context.Context, values [][]byte, unicode bool, o Options) (*Document, error) {
	media, params := "text/plain", map[string]string{}
	if o.MediaType != "" {
		var err error
		if media, params, err = mime.ParseMediaType(o.MediaType); err != nil {
			return nil, fmt.Errorf("media type %q: %w", o.MediaType, err)
		}
	}
	if unicode && strings.HasPrefix(media, "text/") {
		params = map[string]string{"charset": "utf-8"}
	}
	plain := media == "text/plain" && (unicode || params["charset"] == "")
	all := &Document{MediaType: media, Encoding: "utf-8", Profile: Visible, ctx: ctx, source: &counter{ctx: ctx}}
	o.Buffer = nil // several are open at once
	var texts []io.Reader
	for i, value := range values {
		if i > 0 {
			texts = append(texts, strings.NewReader("\n"))
		}
		all.source.n += int64(len(value))
		if plain {
			texts = append(texts, bytes.NewReader(value))
			continue
		}
		o.MediaType = mime.FormatMediaType(media, params)
		d, err := Open(ctx, bytes.NewReader(value), o)
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

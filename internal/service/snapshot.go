package service

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
)

// showSnapshot answers with the index file as it is now. A client has time for each piece.
func (s *Service) showSnapshot(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	return x.Snapshot(r.Context(), func(content io.Reader, size int64) error {
		h := w.Header()
		h.Set("Content-Type", "application/octet-stream")
		h.Set("Content-Length", strconv.FormatInt(size, 10))
		h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", r.PathValue("index")+".fpx"))
		c := http.NewResponseController(w)
		for {
			c.SetWriteDeadline(time.Now().Add(s.o.Time))
			if _, err := io.CopyN(w, content, 1<<20); err != nil {
				return nil // its end, or a client that has gone away; the length tells the two apart
			}
		}
	})
}

package warc

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/lsh-interop/fpcheck/extract"
)

// TestFaults cuts web archives short at each byte, and changes a bit of each byte. Afterwards the texts are the same,
// or an error or a note says that they are not.
func TestFaults(t *testing.T) {
	const status = "HTTP/1.1 200 OK\r\n"
	var plain, packed []string
	for i := range 3 {
		body := fmt.Sprintf("<p>The keeper lit lamp %d.</p>", i)
		block := fmt.Sprintf("%sContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s", status, len(body), body)
		record := fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:%d>\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n"+
			"WARC-Target-URI: http://example.org/%[1]d\r\nWARC-Block-Digest: %s\r\nWARC-Payload-Digest: %s\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			i, sha1Of([]byte(block)), sha1Of([]byte(body)), len(block), block)
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		io.WriteString(w, record)
		w.Close()
		plain, packed = append(plain, record), append(packed, b.String())
	}
	for form, records := range map[string][]string{"WARC": plain, "WARC by gzip": packed} {
		// texts returns the texts of the documents, and what was said about them.
		texts := func(archive string) (all string, said bool, err error) {
			w := &Walk[int]{}
			for it, failed := range w.Items(strings.NewReader(archive)) {
				if failed != nil {
					err = cmp.Or(err, failed)
					continue
				}
				if failed = it.Err(); it.IsDocument() {
					var d *extract.Document
					if d, failed = it.Open(t.Context(), extract.Options{}); failed == nil {
						var text []byte
						text, failed = io.ReadAll(d)
						all += string(text)
						said = said || len(d.Notes) > 0
					}
				}
				w.Settle(it, 0, failed)
				said = said || len(it.Notes) > 0
				err = cmp.Or(err, failed)
			}
			return all, said, err
		}
		archive := strings.Join(records, "")
		sound, said, err := texts(archive)
		if err != nil || said || sound == "" {
			t.Fatalf("%s: the archive itself: %q, %t, %v", form, sound, said, err)
		}
		try := func(fault, archive string) {
			if found, said, err := texts(archive); found != sound && !said && err == nil {
				t.Errorf("%s, %s: %q, want an error, a note or %q", form, fault, found, sound)
			}
		}
		// Nothing tells that there were more records than those that are whole, perhaps but for their line ends.
		end := map[int]bool{0: true}
		n := 0
		for _, r := range records {
			n += len(r)
			for i := n - len("\r\n\r\n"); form == "WARC" && i < n; i++ {
				end[i] = true
			}
			end[n] = true
		}
		for i := range archive {
			if !end[i] {
				try(fmt.Sprint("cut short at ", i), archive[:i])
			}
			// No record with another status is a document. Its digest is not computed.
			if around := archive[max(0, i-len(status)+1):min(i+len(status), len(archive))]; strings.Contains(around, status) {
				continue
			}
			b := []byte(archive)
			b[i] ^= 1 << (i % 8)
			try(fmt.Sprint("a bit of byte ", i), string(b))
		}
	}
}

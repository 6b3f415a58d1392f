package extract_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
)

// TestWebArchives checks that a web archive is no text: its text would be headers, and pages without order.
func TestWebArchives(t *testing.T) {
	const (
		record = "WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 5\r\n\r\nwords\r\n\r\n"
		arc    = "filedesc://a.arc 0.0.0.0 20010101000000 text/plain 76\n1 0 Internet Archive\n"
	)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	io.WriteString(w, record)
	w.Close()
	for _, tt := range []struct {
		why       string
		content   string
		name      string
		mediaType string
		want      string // of the media type, or an error
	}{
		{"a record begins", record, "", "", "a web archive (WARC)"},
		{"whatever its name", record, "a.txt", "", "a web archive (WARC)"},
		{"lines may end in LF", "WARC/0.17\nWARC-Type: response\n", "", "", "a web archive (WARC)"},
		{"packed", packed.String(), "a.warc.gz", "", "a web archive (WARC)"},
		{"a damaged beginning, but the name of an archive", "junk\n" + record, "a.warc", "", "a web archive (WARC)"},
		{"the line of an archive", arc, "", "", "a web archive (ARC)"},
		{"as the command, by the name", "junk\n", "a.ARC", "", "a web archive (ARC)"},
		{"the caller wants its bytes", record, "a.warc", "text/plain", "text/plain"},
		{"a text about archives", "WARC/1.1 is a version of WARC: it has records.\n", "a.txt", "", "text/plain"},
		{"a text about versions", "WARC/1.1\nis a version: it has records.\n", "", "", "text/plain"},
		{"a text about files", "filedesc: the first line of an archive\n", "", "", "text/plain"},
	} {
		d, err := extract.Open(t.Context(), strings.NewReader(tt.content), extract.Options{Name: tt.name, MediaType: tt.mediaType})
		if tt.want == "text/plain" {
			if err != nil || d.MediaType != tt.want {
				t.Errorf("%s: %v, %v", tt.why, d, err)
			}
		} else if !errors.Is(err, extract.ErrUnsupported) || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "archive/warc") {
			t.Errorf("%s: %v, want %s", tt.why, err, tt.want)
		}
	}
}

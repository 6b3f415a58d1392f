package dataset

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/watched/watchedtest"
)

// TestFailingDisk checks that an error of reading a data set is not damage of the data set.
func TestFailingDisk(t *testing.T) {
	disk := errors.New("disk error")
	var lines, rows strings.Builder
	rows.WriteString("id,text\n")
	for i := range 20 {
		object := fmt.Sprintf(`{"id":"%d","text":"The keeper lit lamp %[1]d"}`, i)
		lines.WriteString(object + "\n")
		fmt.Fprintf(&rows, "%d,\"The keeper lit lamp %[1]d\"\n", i)
	}
	f := Fields{ID: Path{"id"}, Text: []Path{{"text"}}}
	for form, s := range map[string]struct {
		octets string
		read   func(io.Reader) iter.Seq2[*Record, error]
	}{
		"JSON Lines": {lines.String(), func(r io.Reader) iter.Seq2[*Record, error] { return JSONLines(r, f, extract.Limits{}) }},
		"CSV":        {rows.String(), func(r io.Reader) iter.Seq2[*Record, error] { return CSV(r, ',', f, extract.Limits{}) }},
		"JSON":       {"[" + strings.ReplaceAll(strings.TrimSpace(lines.String()), "\n", ",\n") + "]", func(r io.Reader) iter.Seq2[*Record, error] { return JSONArray(r, f, extract.Limits{}) }},
	} {
		for at := range s.octets {
			var last error
			for record, err := range s.read(io.MultiReader(strings.NewReader(s.octets[:at]), iotest.ErrReader(disk))) {
				if last = err; err == nil {
					_, last = record.Read(nil)
				}
				if errors.Is(last, extract.ErrMalformed) {
					t.Errorf("%s, the disk fails at %d: %v", form, at, last)
				}
			}
			if !errors.Is(last, disk) {
				t.Errorf("%s, the disk fails at %d: %v", form, at, last)
			}
		}
	}
	for _, name := range []string{"none.parquet", "zstd.parquet", "codecs/types.arrow", "codecs/zstd.arrows", "codecs/views.arrow"} {
		octets, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		all := Fields{Text: []Path{{"text"}}}
		for at := 0; at < len(octets); at += 1 + len(octets)/2000 {
			file := watchedtest.Disk{Octets: octets, At: int64(at), Err: disk}
			read := Arrow(file, int64(len(octets)), all, extract.Limits{})
			switch path.Ext(name) {
			case ".parquet":
				read = Parquet(file, int64(len(octets)), all, extract.Limits{})
			case ".arrows":
				read = ArrowStream(io.NewSectionReader(file, 0, int64(len(octets))), all, extract.Limits{})
			}
			for record, err := range read {
				if err == nil {
					_, err = record.Read(nil)
				}
				if err != nil && !errors.Is(err, disk) || errors.Is(err, extract.ErrMalformed) {
					t.Errorf("%s, the disk fails at %d: %v", name, at, err)
				}
			}
		}
	}
}

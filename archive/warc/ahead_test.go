package warc

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
)

// told returns everything that a reader reports about a file. It uses a number of workers, and
// reads chunk bytes at once.
func told(r io.Reader, workers, chunk int) (lines []string) {
	records := newReader(r, workers)
	defer records.Close()
	records.m.least, records.m.chunk = 1, chunk
	var last *record
	for rec, err := range records.Records() {
		if last != nil {
			lines = append(lines, fmt.Sprintf("length %d, then %q", last.Length(), last.after))
		}
		if last = rec; err != nil {
			lines = append(lines, err.Error())
			continue
		}
		block, err := io.ReadAll(iotest.OneByteReader(io.LimitReader(rec, 100)))
		lines = append(lines, fmt.Sprintf("%d %d %v %q %x: %v at %d", rec.Offset, rec.Nth, rec.Header, rec.Notes, block, err, records.m.offset()))
		rest, err := io.ReadAll(rec)
		lines = append(lines, fmt.Sprintf("%x: %v at %d", sha1Of(rest).Sum, err, records.m.offset()))
	}
	return lines
}

// variedFile returns a gzip archive with many traps for guesses.
func variedFile(r *rand.Rand) string {
	noise := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return string(b)
	}
	var b strings.Builder
	for i := range 60 {
		body := page
		switch i % 12 {
		case 1:
			body = noise(70_000)
		case 2:
			body = strings.Repeat(page, 300)
		case 3:
			body = page + gzipped(page+noise(100)) + gzipped(page, noise(3000))
		case 4:
			body = page + strings.Repeat("\x1f\x8b\x08\x00", 50)
		case 5:
			body = noise(700_000 * (i / 24))
		case 6:
			body = strings.Repeat("x", 2<<20)
		}
		rec := response(fmt.Sprint("a", i), "http://a/", "", "HTTP/1.1 200 OK\r\n\r\n"+body)
		switch i % 7 {
		case 1:
			b.WriteString(gzipped(rec, warcRecord(fmt.Sprint("b", i), "x")))
		case 2:
			b.WriteString(gzipped(rec[:len(rec)/2], rec[len(rec)/2:]))
		case 3:
			b.WriteString(gzipped(rec + warcRecord(fmt.Sprint("b", i), "x")))
		case 4:
			b.WriteString(noise(r.IntN(30)) + gzipped(rec))
		default:
			b.WriteString(gzipped(rec))
		}
	}
	return b.String()
}

// damaged returns a file with a fault.
func damaged(r *rand.Rand, file string) string {
	octets := []byte(file)
	for range r.IntN(6) {
		at := r.IntN(len(octets))
		switch r.IntN(4) {
		case 0:
			octets = octets[:at]
		case 1:
			octets = append(octets[:at], octets[min(len(octets), at+r.IntN(100)):]...)
		default:
			octets[at] ^= byte(1 << r.IntN(8))
		}
		if len(octets) == 0 {
			break
		}
	}
	return string(octets)
}

// TestAhead checks that reading ahead changes no record, error or offset.
func TestAhead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	file := variedFile(r)
	rounds := 40
	if testing.Short() {
		rounds = 2
	}
	for i := range rounds {
		this := file
		if i > 0 {
			this = damaged(r, file)
		}
		want := told(strings.NewReader(this), 1, 0)
		for _, chunk := range []int{1000, 64 << 10, fetched} {
			if diff := cmp.Diff(want, told(strings.NewReader(this), 3, chunk)); diff != "" {
				t.Fatalf("round %d, read by %d octets (-by one goroutine +by several):\n%.4000s", i, chunk, diff)
			}
		}
	}
	want := told(strings.NewReader(file), 1, 0)
	var used int64
	for i := 0; i < 20 && used == 0; i++ { // the consumer may be first and decompress everything itself
		records := newReader(strings.NewReader(file), 3)
		for range records.Records() {
		}
		records.Close()
		used += records.m.ahead.used
	}
	if used == 0 {
		t.Error("nothing was unpacked ahead")
	}
	for name, source := range map[string]io.Reader{
		"a pipe that gives few octets": iotest.HalfReader(&parts{[]byte(file), 5000}),
		"the error comes with the end": iotest.DataErrReader(strings.NewReader(file)),
	} {
		if diff := cmp.Diff(want, told(source, 3, fetched)); diff != "" {
			t.Errorf("%s (-by one goroutine +by several):\n%.4000s", name, diff)
		}
	}
}

// parts returns few bytes at once.
type parts struct {
	octets []byte
	most   int
}

func (p *parts) Read(b []byte) (int, error) {
	if len(p.octets) == 0 {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), p.most)], p.octets)
	p.octets = p.octets[n:]
	return n, nil
}

// TestReplay checks that a replayed member reads as from its decoder, in pieces of any size.
func TestReplay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 100, window - 1, window, window + 1, 5 * window} {
		for _, body := range []string{strings.Repeat("x", size), strings.Repeat(page, size)[:size]} {
			packed := gzipped(body)
			g, u := &guess{packed: []byte(packed)}, new(unpacker)
			if !u.unpack(g) || string(u.octets) != body {
				t.Fatalf("%d octets: not unpacked", size)
			}
			g.octets = u.octets
			wantRaw, gotRaw := bufio.NewReader(strings.NewReader(packed+"more")), bufio.NewReader(strings.NewReader(packed+"more"))
			want, err := gzip.NewReader(wantRaw)
			if err != nil {
				t.Fatal(err)
			}
			want.Multistream(false)
			got := &replay{guess: g, raw: gotRaw}
			got.to(g.begin)
			for {
				b, c := make([]byte, 1+r.IntN(40_000)), make([]byte, 40_000)
				n, err := want.Read(b)
				m, e := got.Read(c[:len(b)])
				if n != m || err != e || string(b[:n]) != string(c[:n]) || wantRaw.Buffered() != gotRaw.Buffered() {
					t.Fatalf("%d octets, %d at once: %d, %v, %d octets before the end of the file; want %d, %v, %d", size, len(b), m, e, gotRaw.Buffered(), n, err, wantRaw.Buffered())
				}
				if err != nil {
					break
				}
			}
		}
	}
}

// FuzzAhead searches for files that read differently when members are decompressed ahead.
func FuzzAhead(f *testing.F) {
	f.Add([]byte(gzipped(warcRecord("a", "x"), warcRecord("b", strings.Repeat("x", 9000)), warcRecord("c", "x"))), uint16(0), byte(0))
	f.Add([]byte(gzipped(warcRecord("a", gzipped("x", "y")), warcRecord("b", "x"))+"garbage"+gzipped(warcRecord("c", "x"))), uint16(9), byte(1))
	f.Fuzz(func(t *testing.T, file []byte, at uint16, with byte) {
		file = bytes.Clone(file)
		if int(at) < len(file) {
			file[at] ^= with
		}
		want := told(bytes.NewReader(file), 1, 0)
		if diff := cmp.Diff(want, told(bytes.NewReader(file), 2, 64)); diff != "" {
			t.Errorf("(-by one goroutine +by several):\n%.4000s", diff)
		}
	})
}

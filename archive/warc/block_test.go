package warc

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
)

func TestBlocks(t *testing.T) {
	for _, tt := range []struct {
		why            string
		size           int64 // declared
		length         int   // what is there
		room, roomThen int   // of the buffer that is taken for it, and for the next of the same size
	}{
		{"none", 0, 0, 4 << 10, 4 << 10},
		{"a short block", 100, 100, 4 << 10, 4 << 10},
		{"one that fills its buffer", 8 << 10, 8 << 10, 8 << 10, 8 << 10},
		{"one octet more", 8<<10 + 1, 8<<10 + 1, 16 << 10, 16 << 10},
		{"one that is declared to be longer than any", 1 << 40, 100, 1 << 20, 1 << 20},
		{"one that is longer than buffers that are kept", 5 << 20, 5 << 20, 1 << 20, 1 << 20},
	} {
		var l blocks
		if b := l.take(tt.size); cap(b) != tt.room || len(b) != 0 {
			t.Errorf("%s: a buffer of %d with room for %d, want %d", tt.why, len(b), cap(b), tt.room)
		}
		text := strings.Repeat("x", tt.length)
		for range 2 { // the second in what the first has left
			b, err := l.read(strings.NewReader(text), tt.size)
			if string(b) != text || err != nil {
				t.Errorf("%s: %d octets, %v, want %d", tt.why, len(b), err, tt.length)
			}
			l.give(b)
		}
		if b := l.take(tt.size); cap(b) < tt.roomThen || len(b) != 0 {
			t.Errorf("%s: then a buffer of %d with room for %d, want %d", tt.why, len(b), cap(b), tt.roomThen)
		}
	}
}

// What is kept is bounded, however much is given back.
func TestBlocksKept(t *testing.T) {
	var l blocks
	for range 100 {
		l.give(make([]byte, 1<<20))
		l.give(make([]byte, 100))   // too short
		l.give(make([]byte, 2<<20)) // too long
	}
	if l.kept != mostKept {
		t.Errorf("%d octets are kept, want %d", l.kept, mostKept)
	}
}

// Items have the payloads of their records, whenever the items before were released.
func TestRelease(t *testing.T) {
	var records, want []string
	for i := range 200 {
		body := strings.Repeat(fmt.Sprintf("word%d ", i), 1+i*i%977)
		status := 200
		if i%7 == 3 {
			status = 404 // is released at once
		} else {
			want = append(want, body)
		}
		records = append(records, response(fmt.Sprint(i), "http://a/", "", fmt.Sprintf("HTTP/1.1 %d OK\r\nContent-Type: text/plain\r\n\r\n%s", status, body)))
	}
	archive := gzipped(records...)
	for _, behind := range []int{1, 2, 50, 1000} {
		var w Walk[bool]
		var waiting []*Item
		i := 0
		read := func(it *Item) {
			doc, err := it.Open(t.Context(), extract.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(doc); string(got) != want[i] || err != nil {
				t.Fatalf("%d behind, document %d: %d octets, %v, want %d", behind, i, len(got), err, len(want[i]))
			}
			it.Release()
			it.Release() // again does nothing
			i++
		}
		for it, err := range w.Items(strings.NewReader(archive)) {
			if err != nil {
				t.Fatal(err)
			}
			if !it.IsDocument() {
				continue
			}
			if waiting = append(waiting, it); len(waiting) == behind {
				read(waiting[0])
				waiting = waiting[1:]
			}
		}
		for _, it := range waiting {
			read(it)
		}
		if i != len(want) {
			t.Errorf("%d behind: %d documents, want %d", behind, i, len(want))
		}
	}
}

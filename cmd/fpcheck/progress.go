package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// progress counts what has been read, by any number of goroutines. A nil one
// does not.
type progress struct{ bytes, files atomic.Int64 }

func (p *progress) reader(r io.Reader) io.Reader {
	if p == nil {
		return r
	}
	return &countedReader{r, p}
}

// add counts bytes.
func (p *progress) add(bytes int) {
	if p != nil {
		p.bytes.Add(int64(bytes))
	}
}

func (p *progress) fileDone() {
	if p != nil {
		p.files.Add(1)
	}
}

type countedReader struct {
	io.Reader
	p *progress
}

func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.p.bytes.Add(int64(n))
	return n, err
}

const (
	// shownAfter keeps short work free of a bar that flashes up.
	shownAfter = time.Second
	// shownEvery is how often the bar is drawn.
	shownEvery = 100 * time.Millisecond
)

// bar is a progress bar that makes way for lines. The lock of the output that it belongs to
// guards it.
type bar struct {
	*progress
	total  int64 // bytes, or -1 if not known
	stderr io.Writer
	begun  time.Time
	drawn  bool
}

// draw draws the bar once the work has taken long enough.
func (b *bar) draw() {
	if time.Since(b.begun) >= shownAfter {
		b.drawn = true
		io.WriteString(b.stderr, clearLine+b.String())
	}
}

func (b *bar) hide() {
	if b != nil && b.drawn {
		io.WriteString(b.stderr, clearLine)
		b.drawn = false
	}
}

// String returns what is drawn: "2 files  [=====     ]  25%  1.5 GB of 6.0 GB, 95.0 MB/s".
func (b *bar) String() string {
	const width = 20
	n := b.bytes.Load()
	rate := float64(n) / time.Since(b.begun).Seconds()
	text := count(int(b.files.Load()), "file") + "  "
	if b.total > 0 {
		share := min(float64(n)/float64(b.total), 1)
		text += fmt.Sprintf("[%-*s] %3.0f%%  ", width, strings.Repeat("=", int(share*width)), 100*share)
	}
	text += size(float64(n))
	if b.total > 0 {
		text += " of " + size(float64(b.total))
	}
	return text + ", " + size(rate) + "/s"
}

// size spells a number of bytes: "1.5 MB".
func size(n float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	i := 0
	for ; n >= 999.95 && i < len(units)-1; i++ {
		n /= 1000
	}
	if i == 0 {
		return fmt.Sprintf("%.0f B", n)
	}
	return fmt.Sprintf("%.1f %s", n, units[i])
}

// clearLine clears the line of a terminal, and goes back to its start.
const clearLine = "\x1b[2K\r"

// watch shows a progress bar on a terminal, unless quiet, until stop is called. The total
// is in bytes, or -1 if it is not known.
func (a *app) watch(quiet bool, total func() int64) (p *progress, stop func()) {
	if quiet || !isTerminal(a.out.stderr) || os.Getenv("TERM") == "dumb" {
		return nil, func() {}
	}
	p = new(progress)
	return p, a.out.showProgress(&bar{progress: p, total: total(), stderr: a.out.stderr, begun: time.Now()})
}

// showProgress draws a bar until stop is called.
func (o *output) showProgress(b *bar) (stop func()) {
	o.bar = b
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(shownEvery)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				o.mu.Lock()
				if !o.interrupted {
					b.draw()
				}
				o.mu.Unlock()
			}
		}
	}()
	return func() {
		close(quit)
		<-gone
		o.mu.Lock()
		defer o.mu.Unlock()
		b.hide()
		o.bar = nil
	}
}

// counter shows how many of something there are, on a terminal. clear ends it.
func (o *output) counter(of string) (show func(n int), clear func()) {
	begun, last := time.Now(), time.Time{}
	show = func(n int) {
		now := time.Now()
		if now.Sub(begun) < shownAfter || now.Sub(last) < shownEvery {
			return
		}
		last = now
		o.mu.Lock()
		defer o.mu.Unlock()
		fmt.Fprintf(o.stderr, "\r%d %s", n, of)
	}
	return show, func() {
		if !last.IsZero() {
			fmt.Fprint(o.stderr, clearLine)
		}
	}
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// unknownSize is a total that is not known.
func unknownSize() int64 { return -1 }

// totalSize is the size of all files given by name, or -1 if it is not known:
// a directory or standard input is among them.
func totalSize(args []string) int64 {
	var total int64
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == "-" || err == nil && info.IsDir():
			return -1
		case err == nil && info.Mode().IsRegular():
			total += info.Size()
		}
	}
	if total == 0 {
		return -1
	}
	return total
}

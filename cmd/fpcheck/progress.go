package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress counts what has been read, by any number of goroutines. A nil one
// does not.
type progress struct{ octets, files atomic.Int64 }

func (p *progress) reader(r io.Reader) io.Reader {
	if p == nil {
		return r
	}
	return &countedReader{r, p}
}

// add counts octets.
func (p *progress) add(octets int) {
	if p != nil {
		p.octets.Add(int64(octets))
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
	c.p.octets.Add(int64(n))
	return n, err
}

const (
	// shownAfter keeps short work free of a bar that flashes up.
	shownAfter = time.Second
	// shownEvery is how often the bar is drawn.
	shownEvery = 100 * time.Millisecond
)

// bar is a progress bar that makes way for lines. The lock of the output that it
// belongs to guards it.
type bar struct {
	*progressbar.ProgressBar
	stderr io.Writer
	begun  time.Time
	drawn  bool
}

// Write draws the bar once the work has taken long enough. Before that the bar
// only measures.
func (b *bar) Write(p []byte) (int, error) {
	if time.Since(b.begun) < shownAfter {
		return len(p), nil
	}
	b.drawn = true
	return b.stderr.Write(p)
}

func (b *bar) hide() {
	if b != nil && b.drawn {
		b.Clear()
		b.drawn = false
	}
}

// watch shows a progress bar on a terminal, unless quiet, until stop is called. The total
// is in octets, or -1 if it is not known.
func (a *app) watch(quiet bool, total func() int64) (p *progress, stop func()) {
	if quiet || !isTerminal(a.out.stderr) || os.Getenv("TERM") == "dumb" {
		return nil, func() {}
	}
	p = new(progress)
	return p, a.out.showProgress(p, total())
}

// showProgress draws a bar of p on stderr until stop is called. The total is in
// octets, or -1 if it is not known.
func (o *output) showProgress(p *progress, total int64) (stop func()) {
	b := &bar{stderr: o.stderr, begun: time.Now()}
	b.ProgressBar = progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(b),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionShowBytes(true),
		progressbar.OptionShowCount(),
		progressbar.OptionShowTotalBytes(true),
		progressbar.OptionSetWidth(20),
		progressbar.OptionSpinnerType(14),
		progressbar.OptionSetSpinnerChangeInterval(0), // no goroutine of its own
		progressbar.OptionSetDescription(count(0, "file")))
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
				o.draw(p, total)
			}
		}
	}()
	return func() {
		close(quit)
		<-gone
		o.mu.Lock()
		defer o.mu.Unlock()
		o.bar.hide()
		o.bar = nil
	}
}

func (o *output) draw(p *progress, total int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.interrupted {
		return
	}
	now := p.octets.Load()
	if total > 0 {
		now = min(now, total-1) // a bar that is full is drawn no more
	}
	o.bar.Describe(count(int(p.files.Load()), "file"))
	o.bar.Set64(now)
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
			fmt.Fprint(o.stderr, "\r\x1b[K")
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

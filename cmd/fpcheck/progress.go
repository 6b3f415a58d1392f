package main

import (
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// progress counts what has been read, by any number of goroutines, and what there is to read.
// A nil one does not.
type progress struct {
	bytes, files, records atomic.Int64

	allBytes, allFiles atomic.Int64
	// counting is how many counts of what there is to read are not at their end; a count that
	// cannot come to its end stays.
	counting atomic.Int64
	stopped  atomic.Bool
}

func (p *progress) reader(r io.Reader) io.Reader {
	if p == nil {
		return r
	}
	return &countedReader{r, p}
}

func (p *progress) readerAt(r io.ReaderAt) io.ReaderAt {
	if p == nil {
		return r
	}
	return &countedReaderAt{r, p}
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

func (p *progress) recordDone() {
	if p != nil {
		p.records.Add(1)
	}
}

// unknownSize, among sizes, is that of what has none: a stream.
const unknownSize = -1

// expect counts files that are to be read, by their sizes, while they are read.
func (p *progress) expect(sizes iter.Seq[int64]) {
	if p == nil {
		return
	}
	p.counting.Add(1)
	go func() {
		for size := range sizes {
			if size == unknownSize || p.stopped.Load() {
				return
			}
			p.allFiles.Add(1)
			p.allBytes.Add(size)
		}
		p.counting.Add(-1)
	}()
}

// sizes are those of the files that arguments stand for, but for those that skip.
func sizes(args []string, skip func(path string) bool) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for in := range files(args, os.ReadDir, skip) {
			size := int64(unknownSize)
			if !in.stdin {
				size = 0
				if info, err := os.Stat(in.path); err == nil && info.Mode().IsRegular() {
					size = info.Size()
				}
			}
			if !yield(size) {
				return
			}
		}
	}
}

// nothing is left out by it.
func nothing(string) bool { return false }

type countedReader struct {
	io.Reader
	p *progress
}

func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.p.bytes.Add(int64(n))
	return n, err
}

type countedReaderAt struct {
	io.ReaderAt
	p *progress
}

func (c *countedReaderAt) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(b, at)
	c.p.bytes.Add(int64(n))
	return n, err
}

const (
	// shownAfter keeps short work free of a bar that flashes up.
	shownAfter = 300 * time.Millisecond
	// shownEvery is how often the bar is drawn.
	shownEvery = 100 * time.Millisecond
	// saidEvery is how often a line is written where no bar can be drawn.
	saidEvery = 10 * time.Second
)

// bar is a progress bar that makes way for lines. The lock of the output that it belongs to
// guards it.
type bar struct {
	*progress
	stderr io.Writer
	lines  bool // not drawn, but written line by line
	begun  time.Time
	last   time.Time // when a line was written
	drawn  bool
}

// draw draws the bar once the work has taken long enough.
func (b *bar) draw() {
	now := time.Now()
	switch {
	case now.Sub(b.begun) < shownAfter:
	case !b.lines:
		b.drawn = true
		io.WriteString(b.stderr, clearLine+b.String())
	case now.Sub(b.last) >= saidEvery:
		b.last = now
		io.WriteString(b.stderr, "fpcheck: "+strings.Join(strings.Fields(b.String()), " ")+"\n")
	}
}

// hide makes way for lines, and returns what draws the bar again.
func (b *bar) hide() (again func()) {
	if b == nil || !b.drawn {
		return func() {}
	}
	io.WriteString(b.stderr, clearLine)
	b.drawn = false
	return b.draw
}

// String returns what is drawn: "2 of 9 files  [=====     ]  25%  1.5 GB of 6.0 GB, 95.0 MB/s,
// 0:47 left". What there is to read is not shown until all of it was counted.
func (b *bar) String() string {
	const width = 20
	n, all, total := b.bytes.Load(), b.allFiles.Load(), b.allBytes.Load()
	known := b.counting.Load() == 0 && total > 0
	elapsed := time.Since(b.begun).Seconds()
	rate := float64(n) / elapsed
	text := ""
	switch files := b.files.Load(); {
	case known && all > 1:
		text = fmt.Sprintf("%d of %d files", files, all)
	case b.records.Load() == 0 || files > 0:
		text = count(int(files), "file")
	}
	if records := b.records.Load(); records > 0 {
		text = strings.TrimPrefix(text+", "+count(int(records), "record"), ", ")
	}
	text += "  "
	if known {
		share := min(float64(n)/float64(total), 1)
		text += fmt.Sprintf("[%-*s] %3.0f%%  ", width, strings.Repeat("=", int(share*width)), 100*share)
	}
	text += size(float64(n))
	if known {
		text += " of " + size(float64(total))
	}
	text += ", " + size(rate) + "/s"
	if left := float64(total-n) / rate; known && left >= 0.5 && elapsed >= 1 {
		text += ", " + clock(left) + " left"
	}
	return text
}

// clock spells seconds: "0:47", "2:03:10".
func clock(seconds float64) string {
	n := int64(min(seconds+0.5, 1e9))
	if n < 3600 {
		return fmt.Sprintf("%d:%02d", n/60, n%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
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

// shows reports whether to show progress, and in lines rather than by a bar.
func (a *app) shows(quiet bool) (shown, lines bool) {
	lines = !isTerminal(a.out.stderr) || os.Getenv("TERM") == "dumb"
	switch a.progress {
	case "always":
		return true, lines
	case "never":
		return false, lines
	}
	return !quiet && !lines, lines
}

// watch shows progress on a terminal, unless quiet or flags say otherwise, until stop is called.
func (a *app) watch(quiet bool) (p *progress, stop func()) {
	shown, lines := a.shows(quiet)
	if !shown {
		return nil, func() {}
	}
	p = new(progress)
	return p, a.out.showProgress(&bar{progress: p, lines: lines, stderr: a.out.stderr, begun: time.Now()})
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
		b.stopped.Store(true)
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
		fmt.Fprintf(o.stderr, clearLine+"%d %s", n, of)
	}
	return show, func() {
		if !last.IsZero() {
			fmt.Fprint(o.stderr, clearLine)
		}
	}
}

// watchParts shows how many parts of a task are done, as watch shows what is read, until all are
// done or stop is called. Tell is nil if nothing is to be shown.
func (a *app) watchParts(quiet bool, task, of string) (tell func(done, all int), stop func()) {
	shown, lines := a.shows(quiet)
	if !shown {
		return nil, func() {}
	}
	begun := time.Now()
	last, drawn := begun, false
	o := a.out
	clear := func() {
		if drawn {
			io.WriteString(o.stderr, clearLine)
			drawn = false
		}
	}
	tell = func(done, all int) {
		o.mu.Lock()
		defer o.mu.Unlock()
		now := time.Now()
		text := fmt.Sprintf("%s %d of %s", task, done, count(all, of))
		switch {
		case o.interrupted:
		case lines && now.Sub(last) >= saidEvery:
			last = now
			io.WriteString(o.stderr, "fpcheck: "+text+"\n")
		case lines || now.Sub(begun) < shownAfter:
		case done == all:
			clear()
		default:
			drawn = true
			io.WriteString(o.stderr, clearLine+text)
		}
	}
	return tell, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		clear()
	}
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

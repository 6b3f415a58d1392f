package cli

import (
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// Progress counts what goroutines have read, and what remains. A nil Progress counts nothing.
type Progress struct {
	bytes, files, records atomic.Int64

	AllBytes, AllFiles atomic.Int64
	// counting is the number of unfinished counts of the total; a count that cannot finish stays.
	Counting atomic.Int64
	stopped  atomic.Bool
}

func (p *Progress) Reader(r io.Reader) io.Reader {
	if p == nil {
		return r
	}
	return &countedReader{r, p}
}

func (p *Progress) ReaderAt(r io.ReaderAt) io.ReaderAt {
	if p == nil {
		return r
	}
	return &countedReaderAt{r, p}
}

// Add counts bytes.
func (p *Progress) Add(bytes int) {
	if p != nil {
		p.bytes.Add(int64(bytes))
	}
}

func (p *Progress) FileDone() {
	if p != nil {
		p.files.Add(1)
	}
}

func (p *Progress) RecordDone() {
	if p != nil {
		p.records.Add(1)
	}
}

// unknownSize is the size of a stream.
const UnknownSize = -1

// Expect adds up the sizes of the files to read, while they are read.
func (p *Progress) Expect(sizes iter.Seq[int64]) {
	if p == nil {
		return
	}
	p.Counting.Add(1)
	go func() {
		var err error // the files are read without it, too
		defer recovery.Catch(&err)
		for size := range sizes {
			if size == UnknownSize || p.stopped.Load() {
				return
			}
			p.AllFiles.Add(1)
			p.AllBytes.Add(size)
		}
		p.Counting.Add(-1)
	}()
}

type countedReader struct {
	io.Reader
	p *Progress
}

func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.p.bytes.Add(int64(n))
	return n, err
}

func (c *countedReader) Len() int { return Left(c.Reader) }

// Left returns how many bytes a reader has left, or 0 if it does not say.
func Left(r io.Reader) int {
	if r, ok := r.(interface{ Len() int }); ok {
		return r.Len()
	}
	return 0
}

type countedReaderAt struct {
	io.ReaderAt
	p *Progress
}

func (c *countedReaderAt) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(b, at)
	c.p.bytes.Add(int64(n))
	return n, err
}

const (
	// shownAfter avoids a bar that flashes up for short work.
	shownAfter = 300 * time.Millisecond
	// shownEvery is the interval between drawings.
	shownEvery = 100 * time.Millisecond
	// saidEvery is the interval between lines if no bar can be drawn.
	saidEvery = 10 * time.Second
)

// bar is a progress bar that makes way for lines. The lock of its output guards it.
type bar struct {
	*Progress
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

// hide removes the bar for other lines, and returns a function that draws it again.
func (b *bar) hide() (again func()) {
	if b == nil || !b.drawn {
		return func() {}
	}
	io.WriteString(b.stderr, clearLine)
	b.drawn = false
	return b.draw
}

// String returns the bar: "2 of 9 files [===== ] 25% 1.5 GB of 6.0 GB, 95.0 MB/s, 0:47 left". The
// total is shown once everything was counted.
func (b *bar) String() string {
	const width = 20
	n, all, total := b.bytes.Load(), b.AllFiles.Load(), b.AllBytes.Load()
	known := b.Counting.Load() == 0 && total > 0
	elapsed := time.Since(b.begun).Seconds()
	rate := float64(n) / elapsed
	text := ""
	switch files := b.files.Load(); {
	case known && all > 1:
		text = fmt.Sprintf("%d of %d files", files, all)
	case b.records.Load() == 0 || files > 0:
		text = Count(int(files), "file")
	}
	if records := b.records.Load(); records > 0 {
		text = strings.TrimPrefix(text+", "+Count(int(records), "record"), ", ")
	}
	text += "  "
	if known {
		share := min(float64(n)/float64(total), 1)
		text += fmt.Sprintf("[%-*s] %3.0f%%  ", width, strings.Repeat("=", int(share*width)), 100*share)
	}
	text += Size(float64(n))
	if known {
		text += " of " + Size(float64(total))
	}
	text += ", " + Size(rate) + "/s"
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

// Size spells a number of bytes: "1.5 MB".
func Size(n float64) string {
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

// Shows reports whether to show progress, and whether in lines instead of a bar.
func (a *App) Shows(quiet bool) (shown, lines bool) {
	lines = !IsTerminal(a.Out.stderr) || os.Getenv("TERM") == "dumb"
	switch a.progress {
	case "always":
		return true, lines
	case "never":
		return false, lines
	}
	return !quiet && !lines, lines
}

// Watch shows progress on a terminal, unless quiet or flags say otherwise, until stop is called.
func (a *App) Watch(quiet bool) (p *Progress, stop func()) {
	shown, lines := a.Shows(quiet)
	if !shown {
		return nil, func() {}
	}
	p = new(Progress)
	return p, a.Out.showProgress(&bar{Progress: p, lines: lines, stderr: a.Out.stderr, begun: time.Now()})
}

func (o *Output) showProgress(b *bar) (stop func()) {
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

// Counter shows a count on a terminal. clear removes it.
func (o *Output) Counter(of string) (show func(n int), clear func()) {
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

// WatchParts shows how many parts of a task are done, as Watch shows what is read. It ends when all
// are done or stop is called. tell is nil if nothing is shown.
func (a *App) WatchParts(quiet bool, task, of string) (tell func(done, all int), stop func()) {
	shown, lines := a.Shows(quiet)
	if !shown {
		return nil, func() {}
	}
	begun := time.Now()
	last, drawn := begun, false
	o := a.Out
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
		text := fmt.Sprintf("%s %d of %s", task, done, Count(all, of))
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

func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

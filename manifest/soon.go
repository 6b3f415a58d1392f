package manifest

import (
	"bufio"
	"io"
	"sync"
	"time"
)

// soon is how long lines of a journal may wait to be written. So it is how much work a kill may cost.
const soon = 50 * time.Millisecond

// soonWriter is a buffered writer. It writes what it holds soon, even if no more comes. The last call is
// end.
type soonWriter struct {
	mu      sync.Mutex
	w       *bufio.Writer
	timer   *time.Timer
	waiting bool // the timer runs
	ended   bool
}

func newSoonWriter(w io.Writer) *soonWriter {
	s := &soonWriter{w: bufio.NewWriterSize(w, 64<<10), waiting: true}
	s.mu.Lock() // flush may begin before the timer is known
	defer s.mu.Unlock()
	s.timer = time.AfterFunc(soon, s.flush)
	return s
}

// Write returns an error if an earlier write failed.
func (s *soonWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.waiting {
		s.waiting = true
		s.timer.Reset(soon)
	}
	return s.w.Write(p)
}

func (s *soonWriter) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = false
	if !s.ended {
		s.w.Flush() // the next Write, or end, returns its error
	}
}

// end writes what is held. After it, nothing is written.
func (s *soonWriter) end() error {
	s.timer.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	return s.w.Flush()
}

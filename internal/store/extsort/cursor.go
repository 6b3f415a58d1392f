package extsort

import "iter"

// A Cursor steps through records, beside others.
type Cursor struct {
	Record []string // nil at the end and after an error
	Err    error
	next   func() ([]string, error, bool)
	stop   func()
}

// NewCursor returns a cursor at the first of records. It must be stopped.
func NewCursor(records iter.Seq2[[]string, error]) *Cursor {
	c := new(Cursor)
	c.next, c.stop = iter.Pull2(records)
	c.Step()
	return c
}

// Step goes to the next record.
func (c *Cursor) Step() {
	var ok bool
	c.Record, c.Err, ok = c.next()
	if !ok || c.Err != nil {
		c.Record = nil
	}
}

// Stop ends the iteration.
func (c *Cursor) Stop() { c.stop() }

package commonmark

// cursor reads a line by columns. A tab ends at the next multiple of four.
type cursor struct {
	line   []byte
	at     int  // the next byte
	column int  // its column
	inTab  bool // a part of the tab at that place was read
}

// rest returns what is left, with spaces for the rest of a tab that was read in part.
func (c *cursor) rest() []byte {
	if !c.inTab {
		return c.line[c.at:]
	}
	return append([]byte("   ")[:tabStop(c.column)], c.line[c.at+1:]...)
}

// bare returns what is left without the blanks at its start.
func (c *cursor) bare() []byte {
	at := c.at
	for at < len(c.line) && (c.line[at] == ' ' || c.line[at] == '\t') {
		at++
	}
	return c.line[at:]
}

// indent returns the columns of spaces and tabs that come next.
func (c *cursor) indent() int {
	column := c.column
	for _, b := range c.line[c.at:] {
		switch b {
		case ' ':
			column++
		case '\t':
			column += tabStop(column)
		default:
			return column - c.column
		}
	}
	return column - c.column
}

// skip skips spaces and tabs. It stops after the given number of columns.
func (c *cursor) skip(columns int) {
	for columns > 0 && c.at < len(c.line) {
		width := 1
		switch c.line[c.at] {
		case ' ':
		case '\t':
			width = tabStop(c.column)
		default:
			return
		}
		c.inTab = width > columns
		if c.inTab {
			c.column += columns
			return
		}
		c.column += width
		columns -= width
		c.at++
	}
}

// pass passes n bytes that are neither a tab nor within one.
func (c *cursor) pass(n int) {
	c.at += n
	c.column += n
}

// tabStop returns the columns from one to the end of a tab there.
func tabStop(column int) int { return 4 - column%4 }

// blank reports whether a line has only spaces and tabs.
func blank(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}

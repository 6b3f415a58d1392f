package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// cell is a part of a row that stands beside others: in a table, a line of a cell.
type cell struct {
	row, from, to int // the index of the row, and its words
	left, right   float64
	top, base     float64
	column        int
}

// The bounds of a table, in heights of a line. room is the least distance between two columns, and step
// the greatest between two lines.
const (
	room = 0.5
	step = 3
	// wide is the least gap between two columns in what pdftotext takes for one line of text.
	wide = 0.7
	// leading is the greatest distance between two lines of a cell.
	leading = 1.15
	// nearer is how much less it is than that between rows, at most.
	nearer = 0.9
	// shortLine is the part of a column's width that nearly all lines of prose have.
	shortLine = 0.75
)

// cellsOf returns the cells of each line of a page, from top to bottom and from left to right.
func cellsOf(rows []row) (lines [][]cell) {
	var cells []cell
	for i, r := range rows {
		for j, w := range r.words {
			if n := len(cells) - 1; j == 0 || w.left-cells[n].right > wide*(w.base-w.top) {
				cells = append(cells, cell{row: i, from: j, to: j + 1, left: w.left, right: w.right, top: w.top, base: w.base})
			} else {
				c := &cells[n]
				c.to, c.left, c.right = j+1, min(c.left, w.left), max(c.right, w.right)
				c.top, c.base = min(c.top, w.top), max(c.base, w.base)
			}
		}
	}
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(a.base, b.base) })
	for _, c := range cells {
		if n := len(lines); n > 0 && lines[n-1][0].beside(&c) {
			lines[n-1] = append(lines[n-1], c)
		} else {
			lines = append(lines, []cell{c})
		}
	}
	for _, l := range lines {
		slices.SortStableFunc(l, func(a, b cell) int { return cmp.Compare(a.left, b.left) })
	}
	return lines
}

func (c *cell) beside(next *cell) bool {
	common := min(c.base, next.base) - max(c.top, next.top)
	return common > sameLine*min(c.base-c.top, next.base-next.top)
}

// table is a number of lines, each of cells in two columns or more, or what continues a cell.
type table struct {
	lines   [][]cell
	columns []cell // their edges
}

// add adds a line to the table. It reports false if the line is not one of the table.
func (t *table) add(line []cell) bool {
	height := line[0].base - line[0].top
	if len(line) < 2 && (len(t.lines) == 0 || t.step(line) > leading*height) || len(t.lines) > 0 && t.step(line) > step*height {
		return false
	}
	columns := slices.Clone(t.columns)
	last := -1
	for i := range line {
		c := &line[i]
		if i > 0 && c.left-line[i-1].right < room*height {
			return false
		}
		at, _ := slices.BinarySearchFunc(columns, c.left, func(column cell, left float64) int { return cmp.Compare(column.right, left) })
		if at == len(columns) || columns[at].left >= c.right {
			switch {
			case len(t.lines) == 0:
				columns = slices.Insert(columns, at, *c)
			case len(columns) > 2 && len(line) == len(columns):
				at = i // the head of a column at its left, and numbers at its right
			default:
				return false
			}
		}
		column := &columns[at]
		column.left, column.right = min(column.left, c.left), max(column.right, c.right)
		if at == last || at+1 < len(columns) && columns[at+1].left < column.right || at > 0 && columns[at-1].right > column.left {
			return false
		}
		c.column, last = at, at
	}
	t.columns = columns
	t.lines = append(t.lines, line)
	return true
}

// step returns how far a line is below the last one of the table.
func (t *table) step(line []cell) float64 { return line[0].base - t.lines[len(t.lines)-1][0].base }

// rows returns the lines of each row of the table. If a cell goes on alone in the next line, lines as near
// as that are one row. It returns nil if no distance between rows is greater.
func (t *table) rows() (all [][][]cell) {
	for n := len(t.lines); n > 0 && len(t.lines[n-1]) < 2; n-- {
		t.lines = t.lines[:n-1] // what follows the table
	}
	near := 0.0
	for i, line := range t.lines {
		if len(line) < 2 {
			near = max(near, line[0].base-t.lines[i-1][0].base)
		}
	}
	for i, line := range t.lines {
		if i > 0 {
			switch d := line[0].base - t.lines[i-1][0].base; {
			case d <= near:
				all[len(all)-1] = append(all[len(all)-1], line)
				continue
			case d*nearer < near:
				return nil
			}
		}
		all = append(all, [][]cell{line})
	}
	return all
}

// isTable reports whether the columns belong together. One of them must have numbers, and the others lines
// shorter than prose. The lines of the page end at edge.
func (t *table) isTable(rows []row, right bool, edge float64) bool {
	height := t.columns[0].base - t.columns[0].top
	// Rows that are further apart than lines of prose, in three columns, need no other test.
	apart := len(t.columns) > 2 && t.step(t.lines[0]) < -leading*height*float64(len(t.lines)-1)
	numeric := false
	for i, column := range t.columns {
		end := edge
		switch {
		case right && i > 0:
			end = min(column.left, t.columns[i-1].right)
		case !right && i+1 < len(t.columns):
			end = max(column.right, t.columns[i+1].left-height)
		}
		cells, numbers, short := 0, 0, 0
		var before *cell
		for _, line := range t.lines {
			for j := range line {
				c := &line[j]
				if c.column != i {
					continue
				}
				cells++
				text, width := c.first(rows, right)
				if isNumber(text) {
					numbers++
				}
				if before != nil {
					free := end - before.right
					if right {
						free = before.left - end
					}
					if free > width || before.right-before.left < shortLine*(column.right-column.left) {
						short++
					}
				}
				before = c
			}
		}
		if numbers > 1 && 2*numbers >= cells {
			numeric = true
		} else if !apart && 3*short < cells-1 {
			return false
		}
	}
	return numeric
}

// first returns the word of a cell that is read first, and its width. In lines with blanks that were
// marked, it is a part of what pdftotext takes for a word.
func (c *cell) first(rows []row, right bool) (text string, width float64) {
	w := rows[c.row].words[c.from]
	if right {
		w = rows[c.row].words[c.to-1]
	}
	text = strings.Trim(w.text, string(blank))
	switch i, last := strings.IndexRune(text, blank), strings.LastIndex(text, string(blank)); {
	case right && last >= 0:
		text = text[last+len(string(blank)):]
	case i >= 0:
		text = text[:i]
	}
	return text, (w.right - w.left) * float64(len(text)) / float64(len(w.text))
}

// isNumber reports whether the first letter or digit of a word is a digit.
func isNumber(text string) bool {
	for _, c := range text {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.IsDigit(c)
		}
	}
	return false
}

// tabled puts the cells of tables into the order of their rows. pdftotext writes some tables column by
// column. Each cell becomes a block.
func tabled(rows []row, right bool) []row {
	lines := cellsOf(rows)
	edge := 0.0
	for i, line := range lines {
		if !right {
			edge = max(edge, line[len(line)-1].right)
		} else if i == 0 || line[0].left < edge {
			edge = line[0].left
		}
	}
	tables := make(map[int][]row) // by their first row
	done := make(map[int]bool)    // rows that are in tables
	for start := 0; start < len(lines); {
		var t table
		end := start
		for end < len(lines) && t.add(lines[end]) {
			end++
		}
		if all := t.rows(); len(all) > 1 && t.isTable(rows, right, edge) {
			t.sort(rows, all, right, tables, done)
		}
		start = max(end, start+1)
	}
	if len(tables) == 0 {
		return rows
	}
	var all []row
	for i, r := range rows {
		all = append(all, tables[i]...)
		if !done[i] {
			all = append(all, r)
		}
	}
	return all
}

// sort adds the rows of the page that are cells of the table, in order, to the tables. It does not if a
// row has also other words.
func (t *table) sort(rows []row, all [][][]cell, right bool, tables map[int][]row, done map[int]bool) {
	words := make(map[int]int) // of rows, in the table
	block, first := 0, len(rows)
	var sorted []row
	for _, lines := range all {
		for i := range t.columns {
			block++
			if right {
				i = len(t.columns) - 1 - i
			}
			for _, line := range lines {
				for _, c := range line {
					if c.column != i {
						continue
					}
					r := rows[c.row]
					r.words, r.block = r.words[c.from:c.to], -block // which no block of the page is
					sorted = append(sorted, r)
					first = min(first, c.row)
					words[c.row] += c.to - c.from
				}
			}
		}
	}
	for i, n := range words {
		if n != len(rows[i].words) {
			return
		}
	}
	tables[first] = sorted
	for i := range words {
		done[i] = true
	}
}

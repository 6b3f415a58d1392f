package pdf

import (
	"cmp"
	"slices"
	"unicode"
)

// cell is a row of the page that stands beside others: in a table, each cell that has one line.
type cell struct {
	row         int // its index
	left, right float64
	top, base   float64
	column      int
}

// room is the least distance between two columns, and step the greatest between two lines of a table,
// both in heights of a line.
const (
	room = 0.5
	step = 3
	// leading is the greatest distance between two lines of a cell.
	leading = 1.2
	// nearer is how much less it is than that between rows, at most.
	nearer = 0.9
	// shortLine is the part of a column's width that nearly all lines of prose have.
	shortLine = 0.75
)

// cellsOf returns the rows of a page from top to bottom, and each line of them from left to right.
func cellsOf(rows []row) (lines [][]cell) {
	cells := make([]cell, len(rows))
	for i, r := range rows {
		c := cell{row: i, left: r.words[0].left, right: r.words[0].right, top: r.words[0].top, base: r.words[0].base}
		for _, w := range r.words[1:] {
			c.left, c.right = min(c.left, w.left), max(c.right, w.right)
			c.top, c.base = min(c.top, w.top), max(c.base, w.base)
		}
		cells[i] = c
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
			if len(t.lines) > 0 {
				return false
			}
			columns = slices.Insert(columns, at, *c)
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

// rows returns the lines of each row of the table. Where one cell goes on alone in the next line, lines
// that are as near as that belong to one row. It returns nil if no distance between rows is greater.
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

// isTable reports whether the columns belong together: one of them has numbers, and the others have
// lines that are shorter than those of a column of prose. edge is where the lines of the page end.
func (t *table) isTable(rows []row, right bool, edge float64) bool {
	numeric := false
	for i, column := range t.columns {
		end := edge
		switch {
		case right && i > 0:
			end = min(column.left, t.columns[i-1].right)
		case !right && i+1 < len(t.columns):
			end = max(column.right, t.columns[i+1].left-(column.base-column.top))
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
				first := rows[c.row].first(right)
				if first.isNumber() {
					numbers++
				}
				if before != nil {
					free := end - before.right
					if right {
						free = before.left - end
					}
					if free > first.right-first.left || before.right-before.left < shortLine*(column.right-column.left) {
						short++
					}
				}
				before = c
			}
		}
		if numbers > 1 && 2*numbers >= cells {
			numeric = true
		} else if 3*short < cells-1 {
			return false
		}
	}
	return numeric
}

// first returns the word that is read first.
func (r *row) first(right bool) *word {
	if right {
		return &r.words[len(r.words)-1]
	}
	return &r.words[0]
}

// isNumber reports whether the first letter or digit of a word is a digit.
func (w *word) isNumber() bool {
	for _, c := range w.text {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.IsDigit(c)
		}
	}
	return false
}

// tabled puts the cells of tables into the order of their rows: pdftotext writes some tables, or a
// part of one, column by column. Each cell becomes a block.
func tabled(rows []row, right bool) {
	lines := cellsOf(rows)
	block, edge := 0, 0.0
	for i, line := range lines {
		if !right {
			edge = max(edge, line[len(line)-1].right)
		} else if i == 0 || line[0].left < edge {
			edge = line[0].left
		}
	}
	for _, r := range rows {
		block = max(block, r.block)
	}
	for start := 0; start < len(lines); {
		var t table
		end := start
		for end < len(lines) && t.add(lines[end]) {
			end++
		}
		if all := t.rows(); len(all) > 1 && t.isTable(rows, right, edge) {
			block = t.sort(rows, all, right, block)
		}
		start = max(end, start+1)
	}
}

// sort sorts the rows of the page that are cells of the table, unless something else stands between them.
// Blocks get numbers after the last one.
func (t *table) sort(rows []row, all [][][]cell, right bool, block int) int {
	var indices []int
	var sorted []row
	for _, lines := range all {
		for i := range t.columns {
			block++
			if right {
				i = len(t.columns) - 1 - i
			}
			for _, line := range lines {
				for _, c := range line {
					if c.column == i {
						r := rows[c.row]
						r.block = block
						indices, sorted = append(indices, c.row), append(sorted, r)
					}
				}
			}
		}
	}
	if first, last := slices.Min(indices), slices.Max(indices); last-first+1 == len(indices) {
		copy(rows[first:], sorted)
	}
	return block
}

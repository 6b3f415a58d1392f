package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// report counts the texts that equal the CSV's.
type report struct {
	w      io.Writer
	office string // and its version
	causes causes
	sheets []measured
}

// count counts sheets, and those whose text equals the CSV's, in all media and by medium.
type count struct {
	sheets, one int
	same        map[string]int
}

func (r *report) count(which func(measured) bool) count {
	c := count{same: make(map[string]int)}
	for _, m := range r.sheets {
		if !which(m) {
			continue
		}
		c.sheets++
		if len(m.differs) == 0 {
			c.one++
		}
		for _, medium := range compared {
			if _, ok := m.differs[medium]; !ok {
				c.same[medium]++
			}
		}
	}
	return c
}

// tables are what the page shows.
func (r *report) tables() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n\n", r.office)
	b.WriteString("| sheets that show | sheets | with one digest | as found | XLSX | XLS | ODS |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	row := func(what string, c count) {
		fmt.Fprintf(&b, "| %s | %d | %d", what, c.sheets, c.one)
		for _, medium := range compared {
			fmt.Fprintf(&b, " | %d", c.same[medium])
		}
		b.WriteString(" |\n")
	}
	for _, kind := range append(slices.Clone(kinds), anyKind) {
		row(kind, r.count(func(m measured) bool { return slices.Contains(m.kinds, kind) }))
	}
	row("anything", r.count(func(measured) bool { return true }))

	b.WriteString("\n| from | sheets | with one digest | of them with such values |\n| --- | ---: | ---: | ---: |\n")
	var sources []string
	for _, m := range r.sheets {
		if !slices.Contains(sources, m.source) {
			sources = append(sources, m.source)
		}
	}
	slices.Sort(sources)
	for _, s := range sources {
		all := r.count(func(m measured) bool { return m.source == s })
		such := r.count(func(m measured) bool { return m.source == s && slices.Contains(m.kinds, anyKind) })
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", s, all.sheets, all.one, such.one)
	}

	b.WriteString("\n| cause | sheets | with such values | ours | sheets that differ, and in what media |\n| --- | ---: | ---: | --- | --- |\n")
	for _, c := range append(slices.Clone(r.causes), nil) {
		n, such := 0, 0
		var names []string
		for _, m := range r.sheets {
			if len(m.differs) == 0 || m.cause != c {
				continue
			}
			n++
			if slices.Contains(m.kinds, anyKind) {
				such++
			}
			names = append(names, fmt.Sprintf("`%s (%s)`", m.name, m.where()))
		}
		if n == 0 {
			continue
		}
		name, ours := "unknown", "?"
		if c != nil {
			name, ours = c.Name+": "+c.Is, "no"
			if c.Ours {
				ours = "yes"
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %s | %s |\n", name, n, such, ours, strings.Join(names, ", "))
	}
	return b.String()
}

// where names the media in which a sheet differs.
func (m measured) where() string {
	if len(m.differs) == len(compared) {
		return "all"
	}
	var list []string
	for _, medium := range compared {
		if _, ok := m.differs[medium]; !ok {
			continue
		}
		if medium != own {
			medium = strings.ToUpper(medium)
		}
		list = append(list, medium)
	}
	return strings.Join(list, ", ")
}

// sound returns an error if the cause of a difference is not known.
func (r *report) sound() error {
	for _, m := range r.sheets {
		if len(m.differs) > 0 && m.cause == nil {
			return fmt.Errorf("causes.yaml has no cause for %s of %s", m.name, m.source)
		}
	}
	return nil
}

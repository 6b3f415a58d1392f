package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

const (
	listName = "left.txt"
	listPath = "lab/prose/" + listName
)

// A list is what left.txt contains: the largest length it may have and the names of sources.
type list struct {
	most  int
	names []string
}

const listHead = "# %d lines: this number only falls"

func readList() (list, error) {
	data, err := os.ReadFile(listName)
	if err != nil {
		return list{}, err
	}
	head, names, _ := strings.Cut(string(data), "\n")
	l := list{names: strings.Fields(names)}
	if _, err := fmt.Sscanf(head, listHead, &l.most); err != nil {
		return list{}, fmt.Errorf("%s: first line %q: expected %q", listPath, head, fmt.Sprintf(listHead, 1))
	}
	return l, nil
}

// update returns the list of what has findings, which is not longer than l may be.
func (l list) update(found map[string][]finding) list {
	return list{min(l.most, len(found)), slices.Sorted(maps.Keys(found))}
}

func (l list) write() error {
	text := fmt.Sprintf(listHead+"\n", l.most) + strings.Join(l.names, "\n") + "\n"
	return os.WriteFile(listName, []byte(text), 0o666)
}

// compare returns the problems. One is a finding in a source that is not on the list. Others are lines
// that are superfluous, out of order or too many.
func (l list) compare(sources []source, found map[string][]finding) []string {
	var problems []string
	wrong := func(format string, args ...any) {
		problems = append(problems, listPath+": "+fmt.Sprintf(format, args...))
	}
	for i, name := range l.names {
		switch {
		case i > 0 && l.names[i-1] >= name:
			wrong("%s: expected sorted lines, each once", name)
		case !slices.ContainsFunc(sources, func(s source) bool { return s.name == name }):
			wrong("%s: does not exist; run make prose PROSE=-update", name)
		case len(found[name]) == 0:
			wrong("%s: has no findings; run make prose PROSE=-update", name)
		}
	}
	if len(l.names) > l.most {
		wrong("%d lines: expected %d or fewer", len(l.names), l.most)
	} else if len(l.names) < l.most {
		wrong("%d lines, not %d; run make prose PROSE=-update", len(l.names), l.most)
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if !slices.Contains(l.names, name) {
			problems = append(problems, format(found[name])...)
		}
	}
	return problems
}

// format returns findings as lines.
func format(findings []finding) []string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, f.String())
	}
	return lines
}

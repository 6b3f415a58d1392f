package frame

import (
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	f := New(`{{define "header"}}
<h1>{{.}}</h1>{{end}}{{define "main"}}
<p>{{shout .}}</p>{{end}}`, ".own {}\n", map[string]any{"shout": strings.ToUpper})
	var page strings.Builder
	if err := f.Write(&page, "a < b", "1.2.3", "c & d"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<!DOCTYPE html>\n<html lang=\"en\">", `content="default-src 'none'; style-src 'unsafe-inline'"`,
		"<title>a &lt; b – fpcheck</title>", "<style>\n" + Style + ".own {}\n</style>\n</head>",
		"<header>\n<h1>c &amp; d</h1>\n</header>\n<main>\n<p>C &amp; D</p>\n</main>", "<p>Written by fpcheck 1.2.3.</p>",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

func TestWriteOverridden(t *testing.T) {
	f := New(`{{define "head"}}<title>own</title>{{end}}{{define "header"}}{{end}}{{define "main"}}{{end}}`+
		`{{define "footer"}}<p>own</p>{{end}}`, "", nil)
	var page strings.Builder
	if err := f.Write(&page, "", "", nil); err != nil {
		t.Fatal(err)
	}
	if got := page.String(); !strings.Contains(got, "<title>own</title>\n</head>") || !strings.Contains(got, "<footer>\n<p>own</p>\n</footer>") ||
		strings.Contains(got, "<style>") || strings.Contains(got, "Written by") {
		t.Errorf("the page is not its own:\n%s", got)
	}
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"
)

// typesetting describes how TeX sets a language. It has the rules of package babel, and the typeface of
// Debian's packages fonts-noto-core and fonts-noto-cjk.
type typesetting struct{ rules, face string }

var typesettings = map[string]typesetting{
	"eng": {"english", "NotoSerif"}, "fra": {"french", "NotoSerif"}, "deu_1996": {"german", "NotoSerif"}, "vie": {"vietnamese", "NotoSerif"},
	"pol": {"polish", "NotoSerif"}, "tur": {"turkish", "NotoSerif"}, "swh": {"swahili", "NotoSerif"}, "rus": {"russian", "NotoSerif"},
	"ell_monotonic": {"greek", "NotoSerif"},
	"hye":           {"armenian", "NotoSerifArmenian"}, "kat": {"georgian", "NotoSerifGeorgian"}, "amh": {"amharic", "NotoSerifEthiopic"},
	"arb": {"arabic", "NotoNaskhArabic"}, "pes_1": {"persian", "NotoNaskhArabic"}, "uig_arab": {"uyghur", "NotoNaskhArabic"},
	"urd": {"urdu", "NotoNastaliqUrdu"}, "heb": {"hebrew", "NotoSerifHebrew"}, "ydd": {"yiddish", "NotoSerifHebrew"},
	"hin": {"hindi", "NotoSerifDevanagari"}, "ben": {"bengali", "NotoSerifBengali"}, "tam": {"tamil", "NotoSerifTamil"},
	"mal": {"malayalam", "NotoSerifMalayalam"}, "sin": {"sinhala", "NotoSerifSinhala"},
	"mya": {"burmese", "NotoSerifMyanmar"}, "khm": {"khmer", "NotoSerifKhmer"}, "tha": {"thai", "NotoSerifThai"},
	"lao": {"lao", "NotoSerifLao"}, "bod": {"tibetan", "NotoSerifTibetan"},
	"jpn": {"japanese", "NotoSerifCJK"}, "kor": {"korean", "NotoSerifCJK"},
	"cmn_hans": {"chinese-hans", "NotoSerifCJK"}, "cmn_hant": {"chinese-hant", "NotoSerifCJK"},
}

// The languages that are written from right to left. Then the languages for which NotoSerifCJK has a
// typeface, in the order in which it has them.
var (
	leftward = []string{"arb", "pes_1", "uig_arab", "urd", "heb", "ydd"}
	cjk      = []string{"jpn", "kor", "cmn_hans", "cmn_hant"}
)

// latex returns a declaration's HTML as source for LuaLaTeX. It is hyphenated if TeX knows how, with the
// title at the head of each page. HarfBuzz sets the letters. Letters that a typeface lacks, such as Latin
// digits, are from NotoSerif. LaTeX's ligatures of ASCII, such as "--", are disabled.
func latex(page []byte, language string) (string, error) {
	set, ok := typesettings[language]
	if !ok {
		return "", fmt.Errorf("%s: no typesetting for LaTeX", language)
	}
	direction, files := "", "Extension=.ttf"
	if slices.Contains(leftward, language) {
		direction = ",layout=counters.lists.sectioning"
	}
	if i := slices.Index(cjk, language); i >= 0 {
		files = fmt.Sprintf("Extension=.ttc,UprightFeatures={FontIndex=%d},BoldFeatures={FontIndex=%d}", i, i)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `\documentclass{article}
\usepackage[bidi=basic%s]{babel}
\babelprovide[import,main]{%s}
\directlua{luaotfload.add_fallback('noto', {'file:NotoSerif-Regular.ttf:mode=harf;'})}
\babelfont{rm}[Renderer=HarfBuzz,Ligatures=TeXOff,RawFeature={fallback=noto},UprightFont=*-Regular,BoldFont=*-Bold,%s]{%s}
\setlength{\emergencystretch}{3em}
\pagestyle{headings}
\begin{document}
`, direction, set.rules, files, set.face)
	z := html.NewTokenizer(bytes.NewReader(page))
	for in := ""; ; {
		switch z.Next() {
		case html.ErrorToken:
			b.WriteString("\\end{document}\n")
			return b.String(), nil
		case html.StartTagToken:
			name, _ := z.TagName()
			in = string(name)
			b.WriteString(map[string]string{"ol": "\\begin{enumerate}\n", "li": "\\item ", "p": "\n"}[in])
		case html.EndTagToken:
			name, _ := z.TagName()
			in = ""
			b.WriteString(map[string]string{"ol": "\\end{enumerate}\n", "p": "\n"}[string(name)])
		case html.TextToken:
			text := mayEnd.ReplaceAllString(escaped.Replace(strings.TrimSpace(z.Token().Data)), "$1$3\\hskip0pt plus.1pt{}$2$4")
			switch {
			case in == "title" || text == "":
			case in == "h1":
				fmt.Fprintf(&b, "\\section*{%s}\n\\markright{%s}\n", text, text)
			case in == "h2":
				fmt.Fprintf(&b, "\\subsection*{%s}\n", text)
			default:
				b.WriteString(text)
			}
		}
	}
}

// escaped escapes text that LaTeX takes for commands. It also marks where lines may end if LaTeX has no
// rule. These are Ethiopic and Tibetan, whose signs between words and syllables are not blanks.
var escaped = strings.NewReplacer("\\", "\\textbackslash{}", "{", "\\{", "}", "\\}", "$", "\\$", "&", "\\&", "#", "\\#",
	"^", "\\textasciicircum{}", "_", "\\_", "~", "\\textasciitilde{}", "%", "\\%",
	"፡", "፡\\hskip0pt plus1pt{}", "་", "་\\hskip0pt plus1pt{}")

// mayEnd marks where lines of Lao and Khmer may end; otherwise they run over the edge of the paper. In Lao
// this is before a vowel that begins a syllable, and in Khmer between a sign and a letter.
var mayEnd = regexp.MustCompile(`([\x{e81}-\x{edf}])([\x{ec0}-\x{ec4}])|([\x{17b6}-\x{17cb}])([\x{1780}-\x{17b3}])`)

// typeset makes a PDF with LuaLaTeX. It finds the typefaces by the names of their files, which avoids
// listing all installed ones. It keeps its derived data in the cache.
func (l *lab) typeset(ctx context.Context, source, to string) error {
	dir, err := os.MkdirTemp("", "media")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	err = l.program(ctx, 2*time.Minute, "env", "OSFONTDIR=/usr/share/fonts//", "TEXMFCACHE="+filepath.Join(l.dir, "tex"),
		"lualatex", "-interaction=nonstopmode", "-halt-on-error", "-output-directory="+dir, source)
	if err != nil {
		return err
	}
	octets, err := os.ReadFile(filepath.Join(dir, filepath.Base(to)))
	if err != nil {
		return err
	}
	return os.WriteFile(to, octets, 0o666)
}

package fpcheck_test

import (
	"bytes"
	cmps "cmp"
	"flag"
	"fmt"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
	"github.com/lsh-interop/fpcheck/vectors"
)

var update = flag.Bool("update", false, "write the worked examples into SPEC.md, and testdata/api")

func TestWorkedExample(t *testing.T) {
	checkExample(t, "worked-example", workedExample(input(t, "pipeline-worked-example").Bytes()))
}

func TestWorkedExampleMulti(t *testing.T) {
	octets := input(t, "pipeline-sm1-example").Bytes()
	if !bytes.Equal(octets, input(t, "pipeline-mh1-example").Bytes()) {
		t.Error("the vectors of the example differ: expected one text for sm1 and mh1")
	}
	checkExample(t, "worked-example-multi", workedExampleMulti(octets))
}

func TestTextDigests(t *testing.T) { checkExample(t, "text-digests", textDigests()) }

// textDigests returns the table at the end of R10.11.
func textDigests() string {
	var b strings.Builder
	b.WriteString("\n| text | items | text digest |\n|---|---|---|\n")
	for _, text := range []string{
		"It is allowed.", "It is not allowed.", "not able", "no table",
		"STRASSE 5 %", "Straße, 5%", "p < 0.05", "5 - -3", "pp. 15-\n 20", "10³ ≥ ½", "($-1,5) 1984.", "第3回：－5℃", "石炭、縄",
		"二○二六年", "\u0375αωκα", "…",
	} {
		items, digest := "none", "none"
		if sum, ok := textdigest.Sum([]byte(text)); ok {
			items = "`" + strings.Join(textdigest.Items([]byte(text)), "` `") + "`"
			digest = fmt.Sprintf("`%x`", sum)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.ReplaceAll(text, "\n", "` U+000A `"), items, digest)
	}
	b.WriteString("\nThe first is the SHA-256 of the 14 octets `69 74 00 69 73 00 61 6c 6c 6f 77 65 64 00`.\n")
	return b.String()
}

func TestComparedItems(t *testing.T) { checkExample(t, "compared", comparedItems()) }

// comparedItems returns the table of R13.8.
func comparedItems() string {
	var b strings.Builder
	b.WriteString("\n| text | compared items | because |\n|---|---|---|\n")
	for _, row := range [][2]string{
		{"It is 5 %, not -3.", "R10.10"},
		{"y = x * z", "(b): spaces on both sides"},
		{"y = x - z", "(b): it is not directly before `z`; so it is in prose"},
		{"y = -x", "(b): it is directly before `x`"},
		{"if !ready", "(b): it is directly before `ready`"},
		{"Hello! World", "(b): it is not directly before `World`"},
		{"well-known", "(b): a run stands directly before it"},
		{"x * 4", "(d): a space stands between it and `4`"},
		{"x*4", "R10.9 (b): it is a sign"},
		{"x - 4", "R10.9 (a): it is a sign"},
		{"a **bold** b", "(b): `**` has a space on one side"},
		{"a &\nb", "(b): a line end is a space"},
		{"a\n& b", "(a): a line ends before it"},
		{"\"a\" * \"b\"", "(b): quotation marks do not matter"},
		{"日本語 * 5", "(f)"},
	} {
		items := "`" + strings.Join(rules.NewTextComparison().Compared([]byte(row[0])), "` `") + "`"
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.ReplaceAll(row[0], "\n", "` U+000A `"), items, row[1])
	}
	return b.String()
}

func TestNormalising(t *testing.T) { checkExample(t, "normalising", normalising()) }

// normalising returns the table at the end of chapter 3.
func normalising() string {
	var b strings.Builder
	b.WriteString("\n| text | runs of `sd1` | runs of `sm1` | because |\n|---|---|---|---|\n")
	sd1, sm1 := rules.NewNormaliser(rules.SchemeOf("sd1")), rules.NewNormaliser(rules.SchemeOf("sm1"))
	for _, row := range [][2]string{
		{"\u0130I\u0131i", "R3.7: one letter i; R3.5 makes U+0069 U+0307 of U+0130"},
		{"i\u0323\u0307j\u0307", "R3.7: U+0323 is of ccc 220, so the dot of the i goes; that of the j stays"},
		{"i\u0301\u0307", "R3.7: U+0301 is of ccc 230, so the dot after it stays"},
		{"\u03B1\u0345\u0301", "R3.1 puts U+0301 before U+0345, which R3.5 makes the letter \u03B9"},
		{"\uFF8A\uFF9E", "R3.5 makes U+3099 of U+FF9E, and R3.9 composes it"},
		{"\u0628\u064E\u0640\u0651\u0628", "R3.6: without U+0640 the two marks are one sequence, which is ordered"},
		{"a\u00ADb\u200Bc", "R3.5 deletes U+00AD, and U+200B if R3.3 does not separate there"},
		{"\u2167\u00B2\u2122x", "R3.2, before R3.5: U+00B2 (No) and U+2122 (So) separate, U+2167 (Nl) in `sd1`"},
		{"\u2260\u0141", "R3.1 takes U+2260 apart: `=` (Sm) separates, and U+0338 begins a run"},
		{"\u0140a", "R3.5 brings a middle dot into the run; chapter 4 separates there"},
		{"\u1100\u1161\u11A8", "R3.9: Hangul, by arithmetic"},
	} {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", ascii(row[0]), escapedList(sd1.Runs(row[0])), escapedList(sm1.Runs(row[0])), row[1])
	}
	return b.String()
}

// escapedList returns a list of texts in ASCII.
func escapedList(texts []string) string {
	var all []string
	for _, text := range texts {
		all = append(all, "`"+ascii(text)+"`")
	}
	return strings.Join(all, " ")
}

// stages returns a table of texts, with a stage of two schemes for each.
func stages(one, two *scheme.Scheme, of string, shown func(sketch.Stages) string, rows [][2]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n| text | %s `%s` | %s `%s` | because |\n|---|---|---|---|\n", of, one.ID(), of, two.ID())
	for _, row := range rows {
		cell := func(s *scheme.Scheme) string { return shown(s.Method().Stages([]byte(row[0]))) }
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", ascii(row[0]), cell(one), cell(two), row[1])
	}
	return b.String()
}

func TestIdentifying(t *testing.T) {
	remaining := func(st sketch.Stages) string { return escapedList([]string{st.Remaining}) }
	checkExample(t, "identifying", stages(scheme.SD1, scheme.SM1, "text by", remaining, [][2]string{
		{"see http://x.org/a, b", "R2.4: the atom goes with its comma (R2.8)"},
		{"(doi:10.1000/1)", "R2.3 trims for the test; R2.8 replaces the whole atom"},
		{"\u67E5http://x.org/\u770B", "R2.1: an atom is ASCII"},
		{"info: a@b a@b.c", "R2.3 takes the colon away; R2.7 wants a letter or digit after the full stop"},
		{"1://x a://x", "R2.4: a scheme begins with a letter"},
		{"light-\r\nhouse", "R2.9: one line end of two code points"},
		{"light-\n\nhouse", "R2.9: one line end, not two"},
		{"light-\nHouse", "R2.9 (e): a capital"},
		{"a-\nb-\nc", "R2.9: `b` ends one broken word and begins the next"},
		{"e\u0301-\nt", "R2.9: marks between the letter and its hyphen"},
		{"\u65E5 \n\u672C", "R2.10: both of class K"},
		{"\u65E5\u0301 \u672C", "R2.10 (b): the mark is passed over"},
		{"\u65E5 \u0301\u672C", "R2.10 (c): a mark has no class"},
		{"\u65E5 a", "R2.10 (c): another class"},
	}))
}

func TestSegmenting(t *testing.T) {
	tokens := func(st sketch.Stages) string { return escapedList(st.Tokens) }
	checkExample(t, "segmenting", stages(scheme.SD1, scheme.SM1, "tokens of", tokens, [][2]string{
		{"4th of 1984 x_1 ___", "R4.2: a word has an Alphabetic code point"},
		{"Hawai\u02BBi", "R4.4: a letter that looks like an apostrophe"},
		{"\u0915\u093E\u0915", "R4.1: U+093E is of gc Mc, which ends a word in `sd1`"},
		{"t\u30B7\u30E3\u30C4", "R4.5, R4.7: W and K; R4.8: three clusters, two grams"},
		{"\u7B2C3\u56DE", "R4.7: three class runs; R4.2 drops `3`"},
		{"\u0E20\u0E32\u0E29\u0E32", "R4.8: U+0E32 is no mark"},
		{"\u0E01\u0E48\u0E01", "R4.7: U+0E48 is a mark of the first cluster"},
		{"\u0E01\u0E81", "R4.5: Thai and Lao are classes of their own"},
		{"\u0301a", "R4.6: a mark at the start is dropped"},
		{"\u2167", "R3.2: Nl separates in `sd1`; R3.5 makes letters of it"},
	}))
}

func TestFeaturing(t *testing.T) {
	features := func(st sketch.Stages) string {
		var all []string
		weights := make(map[string]int)
		for _, f := range st.Features {
			if weights[f.Text] == 0 {
				all = append(all, f.Text)
			}
			weights[f.Text] = max(weights[f.Text], f.Weight)
		}
		for i, text := range all {
			all[i] = fmt.Sprintf("`%s` %d", ascii(text), weights[text])
		}
		return strings.Join(all, ", ")
	}
	checkExample(t, "featuring", stages(scheme.SM1, scheme.MH1, "features of", features, [][2]string{
		{"a b a", "R5.2: `a` counts once; R5.5: one shingle"},
		{"a b", "R5.5: of two tokens one shingle"},
		{"a 1 b. c d", "R5.5: what R4.2 drops and what separates leave no gap"},
		{"\u65E5\u672C", "R5.4: a gram, and its clusters of weight 2"},
		{"\u3042\u65E5", "R5.4: a cluster of kana weighs 1"},
		{"\u65E5", "R5.4: gram and cluster are one feature, of the greater weight"},
	}))
}

func TestSigns(t *testing.T) { checkExample(t, "signs", signs()) }

// signs returns the table at the end of R10.9.
func signs() string {
	var b strings.Builder
	b.WriteString("\n| text | items | because |\n|---|---|---|\n")
	dots := strings.Repeat(".", 16)
	for _, row := range [][2]string{
		{"\u22125", "(b)"},
		{"\u2013 5", "(a)"},
		{"-\n5", "(a): across a line end, too"},
		{"1,5", "(b)"},
		{"1, 5", "(a): a stop before the last space"},
		{"($5", "`(` is a sign of `$`, which is telling, as `5` is"},
		{"5.", "what follows a number is no sign of it"},
		{"5 - -3", "(a), and then (b)"},
		{"5 -- -3", "(a): two dashes; the one after the last space is not counted with them"},
		{"-----\n5", "(a): more than two dashes, a ruled line"},
		{"- - -\n5", "(a): more than two, whatever stands between them"},
		{"|--|--|\n| 5", "(a)"},
		{"-  .  5", "(a): from the first sign to the last space"},
		{"\"-5", "(b): the signs begin after the quotation mark"},
		{"-\"5", "the quotation mark is no sign, and ends them"},
		{"-\u00AD5", "(b): the span between them is empty, and no part"},
		{"-\u0600 5", "the run U+0600 ends the signs"},
		{dots + "7", "(b): 16 signs"},
		{"-" + dots + "7", "(b): the last 16 of 17"},
		{"- " + dots + "7", "(a), and (b)"},
		{"-" + dots + " 7", "(a): 16 is the limit of (b) only"},
		{"\u22605", "two items: U+0338 has no class, so that U+0338 and `5` are one run, which is not telling"},
		{"\u65E5\u02BB\u65E5", "R10.6 (d): U+02BB has the class W"},
		{"-\u65E55", "R10.6 (d): the cut has no code point, and ends the signs"},
		{"三・一四", "`・` stands between two Han numerals"},
		{"三〜五", "(b): a dash between two Han numerals"},
		{"三、 四", "(a): a stop before the last space"},
		{"三」回、一回", "neither sign stands between two Han numerals"},
		{"5、三", "`5` is no Han numeral, and `三` is of another class in any case"},
		{"二○○六年", "R10.7 (c): each `○` is a Han zero"},
		{"三○・五", "a Han zero stands before the sign"},
		{"三 ○ 五", "a space stands before `○`, so it is a stop, and (a)"},
		{"三・○", "`○` is not directly after a Han numeral"},
		{"○一", "no Han numeral stands before the signs"},
		{"○5", "(b): `○` is a stop"},
	} {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", shownInCell(row[0]), itemsInCell(row[0]), row[1])
	}
	return b.String()
}

// shownInCell returns a text for a cell of a table. ASCII and letters stay; other characters become
// numbers.
func shownInCell(text string) string {
	var b strings.Builder
	code := false
	for _, r := range text {
		plain := r > ' ' && r < 0x7F || r == ' ' || unicode.IsLetter(r) && r != 0x2BB || unicode.In(r, unicode.Sm, unicode.Pd)
		if plain != code {
			b.WriteString(map[bool]string{true: " `", false: "` "}[plain])
			code = plain
		}
		switch {
		case !plain:
			fmt.Fprintf(&b, " U+%04X", r)
		case r == '|':
			b.WriteString(`\|`)
		default:
			b.WriteRune(r)
		}
	}
	if code {
		b.WriteByte('`')
	}
	return strings.Join(strings.Split(strings.TrimSpace(b.String()), "  U+"), " U+")
}

func itemsInCell(text string) string {
	var all []string
	for _, item := range textdigest.Items([]byte(text)) {
		cell := shownInCell(item)
		if strings.Contains(cell, " U+") || strings.Contains(cell, " `") {
			cell = "(" + cell + ")" // one item that looks like several
		}
		all = append(all, cell)
	}
	return strings.Join(all, " ")
}

func TestMarkup(t *testing.T) { checkExample(t, "markup", markup(t)) }

// markup returns the examples at the end of chapter 11.
func markup(t *testing.T) string {
	var b strings.Builder
	b.WriteString("\nOne example of each kind of document, and its text.\n")
	for _, example := range []struct{ rules, document string }{
		{"R11.3 to R11.9, HTML", `
<!DOCTYPE html><title>No</title><h1>Light&mdash;house</h1>
<p hidden>no<p>A<b>B</b>&nbsp;C <br> D
<pre>e
f  g</pre><ruby>東<rt>no</rt></ruby>`},
		{"R11.12 to R11.16, R11.22, other XML", `
<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "&#65;&amp;">]>
<a>&x;<b>b</b><em>c</em>&eacute;<![CDATA[<d>]]><!-- no -->
<base64Binary>bm8=</base64Binary></a>`},
		{"R11.19, XHTML", `
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>no</title></head>
<body><p>a<i>b</i></p><p>c<script>no</script></p></body></html>`},
		{"R11.20, articles and books", `
<article><front><article-meta>
<title-group><article-title>T</article-title></title-group><volume>no</volume>
</article-meta></front><body><p>a<xref>1</xref>
<alternatives><graphic/><p>b</p><p>no</p></alternatives></p></body></article>`},
		{"R11.21, TEI", `
<TEI><teiHeader><fileDesc><titleStmt><title>T</title></titleStmt>
<sourceDesc>no</sourceDesc></fileDesc></teiHeader><text><p>light<lb break="no"/>
house <choice><sic>no</sic><corr>a</corr></choice><note>b</note></p></text></TEI>`},
		{"R11.23, ALTO", `
<alto><TextLine><String CONTENT="two"/><SP/>
<String CONTENT="in" SUBS_TYPE="HypPart1" SUBS_CONTENT="into"/><HYP CONTENT="-"/></TextLine>
<TextLine><String CONTENT="to" SUBS_TYPE="HypPart2" SUBS_CONTENT="into"/></TextLine>
<TextLine><String CONTENT="light"/><HYP CONTENT="-"/></TextLine>
<TextLine><String CONTENT="house"/></TextLine></alto>`},
		{"R11.24, PAGE", `
<PcGts><TextRegion><TextLine>
<Word><TextEquiv><Unicode>a</Unicode></TextEquiv></Word>
<Word><TextEquiv><Unicode>b</Unicode></TextEquiv><TextEquiv><Unicode>no</Unicode></TextEquiv></Word>
<TextEquiv><Unicode>no</Unicode></TextEquiv></TextLine>
<TextLine><TextEquiv><Unicode>c</Unicode></TextEquiv></TextLine>
<TextEquiv><Unicode>no</Unicode></TextEquiv></TextRegion></PcGts>`},
	} {
		text, err := visible(strings.TrimPrefix(example.document, "\n"))
		if err != nil {
			t.Errorf("%s: %v", example.rules, err)
		}
		fmt.Fprintf(&b, "\n%s:\n\n```%s\n```\n\n```\n%s\n```\n", example.rules, example.document, text)
	}
	return b.String()
}

// visible returns the text of a document. It is HTML if it begins like HTML.
func visible(document string) (string, error) {
	if strings.HasPrefix(document, "<!DOCTYPE html") {
		text, _, err := extract.VisibleText([]byte(document), "")
		return text, err
	}
	return rules.NewXML().Text([]byte(document), "")
}

func TestAccumulated(t *testing.T) { checkExample(t, "accumulated", accumulated()) }

// accumulated returns the table at the end of R12.3.
func accumulated() string {
	var b strings.Builder
	generator := rules.NewAccumulated()
	b.WriteString("\nThree short texts of seed 1, and what `sm1` makes of them:\n\n| i | octets | fingerprint | features |\n|---|---|---|---|\n")
	for _, i := range []uint64{0, 4, 11} {
		text := generator.Text(1, i)
		fingerprint, features := rules.Of("sm1").Fingerprint(text)
		fmt.Fprintf(&b, "| %d | `% x` | `%s` | %d |\n", i, text, cmps.Or(fingerprint, "-"), features)
	}
	b.WriteString("\nThe digests of the first 300:\n\n| scheme | seed | n | accumulated digest |\n|---|---|---|---|\n")
	for _, id := range []string{"sd1", "sm1", "mh1", "mw1"} {
		of := rules.Of(id)
		digest := generator.Digest(1, 300, func(text []byte) (string, int) { return of.Fingerprint(text) })
		fmt.Fprintf(&b, "| `%s` | 1 | 300 | `%s` |\n", id, digest)
	}
	return b.String()
}

// input returns the input of a vector.
func input(t *testing.T, id string) vectors.Bytes {
	i := slices.IndexFunc(vectors.All(), func(v vectors.Vector) bool { return v.ID == id })
	if i < 0 {
		t.Fatalf("no vector %s", id)
	}
	return vectors.All()[i].Input.Raw
}

// checkExample compares the text between the markers of a name in SPEC.md with want. With -update it
// writes want there.
func checkExample(t *testing.T, name, want string) {
	begin, end := "<!-- "+name+": checked by a test -->\n", "<!-- /"+name+" -->"
	spec := fpcheck.Spec
	if *update { // another example may have been written
		now, err := os.ReadFile("SPEC.md")
		if err != nil {
			t.Fatal(err)
		}
		spec = string(now)
	}
	before, rest, ok1 := strings.Cut(spec, begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("SPEC.md has no %s between its markers", name)
	}
	if *update {
		if err := os.WriteFile("SPEC.md", []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the worked example is out of step; go test . -update writes it (-want +got):\n%s", diff)
	}
}

// fingerprint returns the fingerprint at the end of the stages.
func fingerprint(s *scheme.Scheme, st sketch.Stages) scheme.Fingerprint {
	f, err := s.FromSketch(st.Sketch)
	if err != nil {
		panic(err)
	}
	return f
}

func workedExample(octets []byte) string {
	st := scheme.SD1.Method().Stages(octets)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }

	line("The input, %d octets:\n\n```", len(octets))
	for row := range slices.Chunk(octets, 24) {
		line("% x", row)
	}
	line("```\n\n**1 Text.** All of it is well-formed.\n\n```\n%s\n```", ascii(st.Text))
	line("\n**2 Identifiers.** One atom has a scheme. It is replaced with its parentheses.\n\n```\n%s\n```", ascii(st.Remaining))
	line("\n**3 Runs.** The dash, №, ™ and other punctuation separate. The soft hyphen is gone, ß is ss, and e and U+0301 are one.\n\n```")
	for _, r := range st.Runs {
		line("%s", ascii(r))
	}
	line("```\n\n**4 Tokens, 5 features, 6 hashes.** The number 12 has no letter. The token `strasse` occurs twice and counts once.\n")
	line("| token | octets | hash |\n|---|---|---|")
	seen := make(map[string]bool)
	for _, tok := range st.Tokens {
		hash := fmt.Sprintf("`%016x`", jenkins.Sum64([]byte(tok)))
		if seen[tok] {
			hash = "(again)"
		}
		seen[tok] = true
		line("| `%s` | `% x` | %s |", tok, tok, hash)
	}
	line("\n**7 Counters**, from bit 0 (left, top) to bit 63, and the sketch. Zeros are ties and become 0.\n\n```")
	for row := range counterRows(st.Counters) {
		line("%s", row)
	}
	line("\n%x\n```\n\n**8 String**, of %d features:\n\n```\n%s\n```", st.Sketch, st.Distinct, fingerprint(scheme.SD1, st))
	return b.String()
}

func counterRows(counters simhash.Counters) iter.Seq[string] {
	width := 0
	for _, n := range counters {
		width = max(width, len(fmt.Sprint(n)))
	}
	return func(yield func(string) bool) {
		for row := range slices.Chunk(counters[:], 16) {
			cells := make([]string, len(row))
			for i, n := range row {
				cells[i] = fmt.Sprintf("%*d", width, n)
			}
			if !yield(strings.Join(cells, " ")) {
				return
			}
		}
	}
}

// workedExampleMulti shows the stages of a text in sm1 and mh1.
func workedExampleMulti(octets []byte) string {
	sm1, mh1 := scheme.SM1.Method().Stages(octets), scheme.MH1.Method().Stages(octets)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }

	line("The same for another input, by `sm1` and `mh1`, which agree up to chapter 4. The vectors are `pipeline-sm1-example` and `pipeline-mh1-example`. The input has %d octets:\n\n```", len(octets))
	for row := range slices.Chunk(octets, 24) {
		line("% x", row)
	}
	line("```\n\n**1 Text.**\n\n```\n%s\n```", ascii(sm1.Text))
	line("\n**2 Identifiers.** There is none. R2.9 deletes the hyphen and the line end after it. R2.10 deletes the line end between two code points of class K.\n\n```\n%s\n```", ascii(sm1.Remaining))
	line("\n**3 Runs.**\n\n```")
	for _, r := range sm1.Runs {
		line("%s", ascii(r))
	}
	line("```\n\n**4 Tokens.** The last run is of class K and has five clusters, so four grams.\n\n```")
	for _, tok := range sm1.Tokens {
		line("%s", ascii(tok))
	}
	line("```\n\n**5 Features of `sm1`, 6 hashes.** Each gram is followed by its clusters, which weigh 2, or 1 if they are kana. Repeated features are left out here.\n")
	line("| feature | octets | weight | hash |\n|---|---|---|---|")
	seen := make(map[uint64]bool)
	for _, f := range sm1.Features {
		if !seen[f.Hash] {
			line("| `%s` | `% x` | %d | `%016x` |", f.Text, f.Text, f.Weight, f.Hash)
		}
		seen[f.Hash] = true
	}
	line("\n**7 Counters** of the %d elements, and the sketch.\n\n```", len(sm1.Elements))
	for row := range counterRows(sm1.Counters) {
		line("%s", row)
	}
	line("\n%x\n```\n\n**8 String**, of %d features:\n\n```\n%s\n```", sm1.Sketch, sm1.Distinct, fingerprint(scheme.SM1, sm1))

	line("\n**5 Features of `mh1`, 6 hashes, 7 slots.** Each three tokens in a row, and where their hash x falls.\n")
	line("| feature | x | mix64(x) | slot | value |\n|---|---|---|---|---|")
	filled := make(map[uint64]uint64) // no two elements have the same slot
	for _, f := range mh1.Features {
		h := splitmix.Mix(f.Hash)
		filled[h>>57] = h & (1<<57 - 1)
		line("| `%s` | `%016x` | `%016x` | %d | `%016x` |", f.Text, f.Hash, h, h>>57, filled[h>>57])
	}
	line("\n**7 Sketch.** All slots but these %d are empty. The first eight find their donors as follows, with the t of R7.8.\n", len(filled))
	line("| slot | t | donor | v | octet |\n|---|---|---|---|---|")
	for i := range uint64(8) {
		donor, t := i, "none"
		for n := uint64(0); ; n++ {
			if _, ok := filled[donor]; ok {
				break
			}
			donor, t = splitmix.Mix(i<<32+n)%128, strconv.FormatUint(n, 10)
		}
		v := donor<<57 + filled[donor]
		line("| %d | %s | %d | `%016x` | `%02x` |", i, t, donor, v, splitmix.Mix(v^splitmix.Mix(i))%256)
	}
	line("\nAll 128 octets:\n\n```")
	for row := range slices.Chunk(mh1.Sketch, 16) {
		line("% x", row)
	}
	line("```\n\n**8 String**, of %d features, whole and of 4, 2 and 1 bits a slot:\n\n```\n%s", mh1.Distinct, fingerprint(scheme.MH1, mh1))
	for _, bits := range []int{4, 2, 1} {
		short, err := fingerprint(scheme.MH1, mh1).Truncate(bits)
		if err != nil {
			panic(err)
		}
		line("%s", short)
	}
	line("```")
	return b.String()
}

func TestWorkedExampleWeighted(t *testing.T) {
	checkExample(t, "worked-example-weighted", workedExampleWeighted())
}

// workedExampleWeighted shows a repeated shingle.
func workedExampleWeighted() string {
	const text = "to be or to be or to be"
	var b strings.Builder
	mw1, mh1 := scheme.MW1.Method().Stages([]byte(text)), scheme.MH1.Method().Stages([]byte(text))
	fmt.Fprintf(&b, "A repeated shingle, by `mw1`: the text is `%s`. Its %d shingles have\n%d hashes. By R5.6, a hash L that occurs f times has these elements:\n\n", text, len(mw1.Features), mw1.Distinct)
	b.WriteString("| shingle | f | L | L + 9E3779B97F4A7C15₁₆ |\n|---|---|---|---|\n")
	count := make(map[string]int)
	for _, f := range mw1.Features {
		count[f.Text]++
	}
	for i, f := range mw1.Features {
		if slices.IndexFunc(mw1.Features, func(g sketch.Feature) bool { return g.Text == f.Text }) < i {
			continue
		}
		second := "(none)"
		if count[f.Text] > 1 {
			second = fmt.Sprintf("`%016x`", f.Hash+splitmix.Gamma)
		}
		fmt.Fprintf(&b, "| `%s` | %d | `%016x` | %s |\n", f.Text, count[f.Text], f.Hash, second)
	}
	fmt.Fprintf(&b, "\nThe strings of `mw1`, and of `mh1`, in which each hash gives one element:\n\n```\n%s\n%s\n```\n", fingerprint(scheme.MW1, mw1), fingerprint(scheme.MH1, mh1))
	return b.String()
}

// ascii shows a text with all ambiguous characters escaped.
func ascii(s string) string {
	q := strconv.QuoteToASCII(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\ufffd`, `\uFFFD`)
}

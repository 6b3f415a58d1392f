package corpus

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
)

func TestScript(t *testing.T) {
	for _, tt := range []struct {
		in, script string
		group      Group
		why        string
	}{
		{"", "Unknown", Other, "no word"},
		{"1 2 3", "Unknown", Other, "numbers have no script"},
		{"one two три", "Latin", Spaced, "the most words"},
		{"a b великолепие", "Latin", Spaced, "not the most letters"},
		{"installation です。日本語をよむ", "Hiragana", HanAndJapanese, "letters of scripts without blanks are counted"},
		{"安装手册 installation", "Han", HanAndJapanese, "Chinese"},
		{"สวัสดี", "Thai", SoutheastAsian, ""},
		{"בראשית", "Hebrew", RightToLeft, ""},
		{"한국어", "Hangul", Korean, ""},
		{"सभी मनुष्यों", "Devanagari", Indic, ""},
		{"ꦱꦧꦼꦤ꧀", "Javanese", Other, "no group of its own"},
	} {
		if s, g := Script(tt.in), GroupOf(tt.in); s != tt.script || g != tt.group {
			t.Errorf("%q: %s, %s, want %s, %s: %s", tt.in, s, g, tt.script, tt.group, tt.why)
		}
	}
}

func TestTokens(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want []string
		why  string
	}{
		{" Don't 3rd-rate.", []string{"Don", "t", "3rd", "rate"}, "letters and digits"},
		{"in\u00adstal cafe\u0301", []string{"in\u00adstal", "cafe\u0301"}, "soft hyphens and marks are in words"},
		{"日本ga x", []string{"日", "本", "ga", "x"}, "a letter each in a script without blanks"},
		{"カード", []string{"カ", "ー", "ド"}, "the long mark is of both Kanas"},
		{"ที่", []string{"ที่"}, "marks belong to the letter"},
		{"a日b", []string{"a", "日", "b"}, "between two words"},
		{"", nil, "nothing"},
	} {
		var got []string
		for k := range tokens(tt.in) {
			got = append(got, tt.in[k.from:k.to])
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

func TestPieces(t *testing.T) {
	for _, tt := range []struct {
		in    string
		words int
		want  []string
		why   string
	}{
		{"a b\nc d\n\ne f\ng h", 4, []string{"a b\nc d", "e f\ng h"}, "paragraphs end at blank lines"},
		{"a b\nc d\n \t\ne f\ng h", 4, []string{"a b\nc d", "e f\ng h"}, "a line of blanks is blank"},
		{"a b\nc d\ne f\ng h", 4, []string{"a b\nc d", "e f\ng h"}, "or at every line, if none is blank"},
		{"a b\nc d e\nf g", 3, []string{"a b", "c d e", "f g"}, "a piece ends where it is nearest to the length"},
		{"a b c d e f g h i\nj k l", 3, []string{"a b c d e f g h i", "j k l"}, "no paragraph is cut"},
		{"a b c\nd e f\ng", 3, []string{"a b c", "d e f\ng"}, "a short rest belongs to the last"},
		{"a b c\nd e f\ng h", 3, []string{"a b c", "d e f", "g h"}, "but not half a piece"},
		{"a b\r\n\r\nc d\r\ne\r\n", 2, []string{"a b", "c d\r\ne"}, "line ends of two octets"},
		{"a b\n--\n", 2, []string{"a b"}, "what has no word belongs to no piece"},
		{"a", 100, []string{"a"}, "a text that is shorter"},
		{"", 100, nil, "nothing"},
		{"日本国の\n憲法です\n前文です", 4, []string{"日本国の\n憲法です", "前文です"}, "five letters of Han and Kana are three words"},
	} {
		if diff := cmp.Diff(tt.want, Pieces(tt.in, tt.words)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// prose is n different words, in lines of ten, each a paragraph.
func prose(n int) []string {
	var lines []string
	for i := range n / 10 {
		var words []string
		for j := range 10 {
			words = append(words, fmt.Sprintf("w%dx", 10*i+j))
		}
		lines = append(lines, strings.Join(words, " ")+".")
	}
	return lines
}

func TestAlign(t *testing.T) {
	lines := prose(120)
	whole := strings.Join(lines, "\n")
	one, two, three := strings.Join(lines[:4], "\n"), strings.Join(lines[4:8], "\n"), strings.Join(lines[8:], "\n")
	pages := strings.Join(lines[:6], "\n") + "\n\n17\n\nRunning title\n" + strings.Join(lines[6:], "\n")
	for _, tt := range []struct {
		why  string
		a, b string
		want []Twin
		left Left
	}{
		{"the same", whole, whole, []Twin{{one, one, 0}, {two, two, len(one) + 1}, {three, three, len(one) + len(two) + 2}}, Left{}},
		{"case, ligatures, soft hyphens and line ends", strings.ReplaceAll(whole, "w10x", "WorkfloW"),
			strings.ReplaceAll(strings.ReplaceAll(whole, "w10x", "w\u00adork\ufb02ow"), " ", "\n"),
			[]Twin{
				{strings.Replace(one, "w10x", "WorkfloW", 1), strings.ReplaceAll(strings.Replace(one, "w10x", "w\u00adork\ufb02ow", 1), " ", "\n"), 0},
				{two, strings.ReplaceAll(two, " ", "\n"), len(one) + 5},
				{three, strings.ReplaceAll(three, " ", "\n"), len(one) + len(two) + 6},
			}, Left{}},
		{"a page ends inside a piece", whole, pages, []Twin{
			{one, one, 0},
			{two, strings.Join(lines[4:6], "\n") + "\n\n17\n\nRunning title\n" + strings.Join(lines[6:8], "\n"), len(one) + 1},
			{three, three, len(one) + len(two) + 2}}, Left{}},
		{"what is between two pieces is in neither", whole, one + "\n\n17\n\n" + two + "\n" + three, []Twin{
			{one, one, 0}, {two, two, len(one) + 1}, {three, three, len(one) + len(two) + 2}}, Left{}},
		{"but not if it stands for something", one + "\nSection II\n" + two + "\n" + three, one + "\n2.\n" + two + "\n" + three, []Twin{
			{one, one, 0}, {"Section II\n" + two, "2.\n" + two, len(one) + 1}, {three, three, len(one) + len(two) + 13}}, Left{}},
		{"a part is missing", whole, one + "\n" + three, []Twin{{one, one, 0}, {three, three, len(one) + len(two) + 2}}, Left{Unanchored: 1}},
		{"a long part is missing, with the end of a piece", whole, strings.Join(lines[:3], "\n") + "\n" + strings.Join(lines[6:], "\n"),
			[]Twin{{three, three, len(one) + len(two) + 2}}, Left{Unanchored: 2}},
		{"most of a piece is missing", whole, one + "\nw40x w41x w42x w43x w44x w45x\nw74x w75x w76x w77x w78x w79x\n" + three,
			[]Twin{{one, one, 0}, {three, three, len(one) + len(two) + 2}}, Left{Length: 1}},
		{"most of a piece is missing", whole, one + "\nw40x w41x w42x w43x w44x w45x\nw74x w75x w76x w77x w78x w79x\n" + three,
			[]Twin{{one, one, 0}, {three, three, len(one) + len(two) + 2}}, Left{Length: 1}},
		{"a part is elsewhere: the longer series counts", whole, three + "\n" + one + "\n" + two,
			[]Twin{{one, one, 0}, {two, two, len(one) + 1}}, Left{Unanchored: 1}},
		{"another text", whole, strings.ReplaceAll(whole, "w", "v"), nil, Left{Unanchored: 3}},
		{"nothing", whole, "", nil, Left{Unanchored: 3}},
	} {
		twins, left := Align(tt.a, tt.b).Twins(40)
		if diff := cmp.Diff(tt.want, twins); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
		if left != tt.left {
			t.Errorf("%s: %+v, want %+v", tt.why, left, tt.left)
		}
	}
}

func TestIncreasing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		n := r.IntN(10)
		var pairs [][2]int
		for i, p := range r.Perm(n) {
			pairs = append(pairs, [2]int{i, p})
		}
		want := 0
		for set := range 1 << n {
			last, size := -1, 0
			for i := range n {
				if set>>i&1 != 0 {
					if pairs[i][1] <= last {
						size = -n
					}
					last = pairs[i][1]
					size++
				}
			}
			want = max(want, size)
		}
		got := increasing(pairs)
		if len(got) != want || !slices.IsSortedFunc(got, func(a, b [2]int) int { return max(a[0]-b[0], a[1]-b[1]) }) {
			t.Errorf("%v: %v, want %d", pairs, got, want)
		}
	}
}

// The words of a text, as they are compared.
func words(text string) map[string]bool {
	set := make(map[string]bool)
	for t := range tokens(text) {
		set[strings.ToLower(norm.NFKC.String(text[t.from:t.to]))] = true
	}
	return set
}

// overlap returns which part of the words of both are common.
func overlap(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}

// Pieces of a page, of the HTML and of the other medium. They differ most at the beginning of a
// chapter. HTML has links and a table of contents there, and footnotes are elsewhere.
func TestTwins(t *testing.T) {
	e := openEvaluation(t)
	const page = 400
	for _, tt := range []struct {
		medium          Medium
		pieces          int     // at least
		found           float64 // of all, at least
		median, lowest5 float64 // of overlaps: at least
	}{
		{TXT, 8500, 0.9, 0.99, 0.9},
		{PDF, 8000, 0.75, 0.95, 0.8},
		{EPUB, 3800, 0.9, 0.99, 0.95},
	} {
		t.Run(string(tt.medium), func(t *testing.T) {
			var overlaps []float64
			var neighbours int
			var left Left
			var mutex sync.Mutex
			t.Run("pairs", func(t *testing.T) {
				for _, p := range e.media(HTML, tt.medium) {
					if p[0].Work == "installation-guide" && p[0].Version != "amd64" {
						continue // all alike
					}
					t.Run(p[1].String(), func(t *testing.T) {
						t.Parallel()
						twins, l := Align(text(t, p[0]), text(t, p[1])).Twins(page)
						mutex.Lock()
						defer mutex.Unlock()
						left.Unanchored += l.Unanchored
						left.Length += l.Length
						var before map[string]bool
						for _, w := range twins {
							a, b := words(w.A), words(w.B)
							o := overlap(a, b)
							overlaps = append(overlaps, o)
							if o < overlap(a, before) {
								neighbours++
							}
							before = b
						}
					})
				}
			})
			slices.Sort(overlaps)
			n := len(overlaps)
			found := float64(n) / float64(n+left.Unanchored+left.Length)
			t.Logf("%d pieces, %+v: %.2f found; overlap in the median %.3f, of the lowest 5%% %.3f, the lowest 1%% %.3f; %d nearer to the piece before",
				n, left, found, overlaps[n/2], overlaps[n/20], overlaps[n/100], neighbours)
			if n < tt.pieces || found < tt.found || overlaps[n/2] < tt.median || overlaps[n/20] < tt.lowest5 {
				t.Errorf("want at least %+v", tt)
			}
			if neighbours > n/1000 {
				t.Errorf("%d pieces are nearer to the piece before", neighbours)
			}
		})
	}
}

// Two runs give the same pieces.
func TestTwinsAgain(t *testing.T) {
	e := openEvaluation(t)
	for _, p := range e.media(HTML, PDF) {
		if p[0].Work != "maint-guide" {
			continue
		}
		for _, n := range []int{150, 400, 2000} {
			one, l := Align(text(t, p[0]), text(t, p[1])).Twins(n)
			two, m := Align(text(t, p[0]), text(t, p[1])).Twins(n)
			if !slices.Equal(one, two) || l != m || len(one) == 0 {
				t.Errorf("%v: other pieces of %d words", p, n)
			}
		}
	}
}

// Command edits measures how similar a text and an edited copy are to fpcheck dedupe. The texts have
// several lengths and seven languages. The table is in docs/measured/dedupe-edits.md.
//
//	go -C lab run ./dedup/edits -write ../docs/measured/dedupe-edits.md
package main

import (
	"bytes"
	"flag"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/extract/article"
	"github.com/lsh-interop/fpcheck/internal/cli/near/resemblance"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

const mark = "<!-- edits: written by lab/dedup/edits -->\n"

func main() {
	page := flag.String("write", "", "write the tables into this `page`")
	flag.Parse()
	if err := run(*page); err != nil {
		fmt.Fprintln(os.Stderr, "edits:", err)
		os.Exit(1)
	}
}

func run(page string) error {
	text, err := tables()
	if err != nil || page == "" {
		fmt.Print(text)
		return err
	}
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	head, _, ok := bytes.Cut(old, []byte(mark))
	if !ok {
		return fmt.Errorf("%s: no line %q", page, strings.TrimSpace(mark))
	}
	return os.WriteFile(page, append(head, mark+text...), 0o666)
}

// An edit returns the words of an edited copy. Others are words of another text of the same language.
type edit struct {
	name string
	copy func(r *rand.Rand, words, others []string) []string
}

var edits = []edit{
	{"one word replaced", func(r *rand.Rand, words, others []string) []string {
		words[r.IntN(len(words))] = "replaced"
		return words
	}},
	{"one word replaced by a number", func(r *rand.Rand, words, _ []string) []string {
		at := len(words) / 2
		return slices.Concat(words[:at], []string{"1912"}, words[at+1:])
	}},
	{"menu and footer of 20 words added", func(_ *rand.Rand, words, others []string) []string {
		return slices.Concat(others[:12], words, others[12:20])
	}},
	{"the same on a page, read by `--profile main`", func(_ *rand.Rand, words, others []string) []string {
		text, _, _, err := article.MainText(page(others[:12], words, others[12:20]), "utf-8")
		if err != nil {
			panic(err)
		}
		return strings.Fields(text)
	}},
	{"paragraph of 30 words inserted", func(_ *rand.Rand, words, others []string) []string {
		at := len(words) / 2
		return slices.Concat(words[:at], others[:30], words[at:])
	}},
	{"sentences in another order", func(r *rand.Rand, words, _ []string) []string {
		var sentences [][]string
		from := 0
		for i, w := range words {
			if strings.ContainsAny(w[len(w)-1:], ".!?") || i == len(words)-1 {
				sentences = append(sentences, words[from:i+1])
				from = i + 1
			}
		}
		r.Shuffle(len(sentences), func(i, j int) { sentences[i], sentences[j] = sentences[j], sentences[i] })
		return slices.Concat(sentences...)
	}},
	{"1 % of letters misread", misread(.01)},
	{"3 % of letters misread", misread(.03)},
	{"cut after 80 %", func(_ *rand.Rand, words, _ []string) []string { return words[:len(words)*4/5] }},
	{"cut after half", func(_ *rand.Rand, words, _ []string) []string { return words[:len(words)/2] }},
}

// page returns a page with a menu, paragraphs of three sentences and a footer.
func page(menu, words, footer []string) []byte {
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html><body><ul class=menu>")
	for _, w := range menu {
		fmt.Fprintf(&b, "<li><a href=/>%s</a>", html.EscapeString(w))
	}
	b.WriteString("</ul><div><p>")
	sentences := 0
	for _, w := range words {
		b.WriteString(html.EscapeString(w) + " ")
		if strings.ContainsAny(w[len(w)-1:], ".!?") {
			if sentences++; sentences%3 == 0 {
				b.WriteString("<p>")
			}
		}
	}
	fmt.Fprintf(&b, "</div><div class=footer>%s</div>", html.EscapeString(strings.Join(footer, " ")))
	return b.Bytes()
}

func misread(share float64) func(*rand.Rand, []string, []string) []string {
	return func(r *rand.Rand, words, _ []string) []string {
		for i, w := range words {
			words[i] = strings.Map(func(c rune) rune {
				if unicode.IsLetter(c) && r.Float64() < share {
					return c + 1
				}
				return c
			}, w)
		}
		return words
	}
}

var (
	languages  = []string{"ar", "de", "el", "en", "fr", "hi", "ru"}
	lengths    = []int{30, 100, 300}
	thresholds = []float64{.85, .7, .5}
)

// tables returns a row for each edit: the share of copies that is found, by length and threshold.
func tables() (string, error) {
	texts := make(map[string][]string)
	root, err := checkout.Root()
	if err != nil {
		return "", err
	}
	for _, l := range languages {
		octets, err := os.ReadFile(filepath.Join(root, "examples", "lighthouse."+l+".txt"))
		if err != nil {
			return "", err
		}
		texts[l] = strings.Fields(string(octets))
	}
	var b strings.Builder
	b.WriteString("\n| edit |")
	for _, n := range lengths {
		fmt.Fprintf(&b, " %d words |", n)
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(lengths)) + "\n")
	for _, e := range edits {
		fmt.Fprintf(&b, "| %s |", e.name)
		for _, n := range lengths {
			found, mean := measure(e, texts, n)
			fmt.Fprintf(&b, " %s (%.2f) |", strings.Join(found, " / "), mean)
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

// measure edits windows of a number of words.
func measure(e edit, texts map[string][]string, n int) (found []string, mean float64) {
	r := rand.New(rand.NewPCG(33, uint64(n)))
	counts, total := make([]int, len(thresholds)), 0
	for _, l := range languages {
		words := texts[l]
		for from := 0; from+n <= len(words); from += max(n/3, 10) {
			window := slices.Clone(words[from : from+n])
			others := slices.Concat(words[:from], words[from+n:], words)
			similarity := resemblance.Of(elements(words[from:from+n]), elements(e.copy(r, window, others)))
			for i, t := range thresholds {
				if similarity >= t {
					counts[i]++
				}
			}
			mean += similarity
			total++
		}
	}
	for _, count := range counts {
		found = append(found, fmt.Sprintf("%d", (100*count+total/2)/total))
	}
	return found, mean / float64(total)
}

func elements(words []string) []uint64 {
	c := sketch.NewComparison()
	c.Write([]byte(strings.Join(words, " ")))
	return slices.Sorted(slices.Values(c.Sum().Elements))
}

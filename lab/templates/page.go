package templates

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode/utf8"
)

// page is what a template sees: the article, and methods that draw the words
// around it. A method that draws gives something new at each call.
type page struct {
	Article
	phrases phrases
	rng     *rand.Rand
	decks   map[string][]int
	classes map[string]string
	site    string
}

// teaser points to another article.
type teaser struct {
	Title string
	Text  string
	URL   string
}

// comment is what one reader wrote.
type comment struct {
	Name  string
	Text  string
	Date  string
	Likes int
}

func newPage(a Article, rng *rand.Rand) *page {
	p := &page{
		Article: a,
		phrases: loadPhrases(a.Lang),
		rng:     rng,
		decks:   map[string][]int{},
		classes: map[string]string{},
	}
	p.site = p.draw("sites")
	return p
}

// draw takes the next phrase of a list in random order. A list that is used
// up starts again in a new order.
func (p *page) draw(list string) string {
	from := p.phrases.words[list]
	if len(p.decks[list]) == 0 {
		p.decks[list] = p.rng.Perm(len(from))
	}
	next := p.decks[list][0]
	p.decks[list] = p.decks[list][1:]
	return from[next]
}

func (p *page) drawMany(list string, n int) []string {
	many := make([]string, n)
	for i := range many {
		many[i] = p.draw(list)
	}
	return many
}

// L returns a label.
func (p *page) L(key string) (string, error) {
	label, ok := p.phrases.labels[key]
	if !ok {
		return "", fmt.Errorf("no label %q", key)
	}
	return label, nil
}

// Site returns the name of the web site.
func (p *page) Site() string { return p.site }

// Menu returns from low to high menu words.
func (p *page) Menu(low, high int) []string { return p.drawMany("menu", p.Num(low, high)) }

// Footers returns n texts for the foot of the page.
func (p *page) Footers(n int) []string { return p.drawMany("footers", n) }

// Places returns n names of towns.
func (p *page) Places(n int) []string { return p.drawMany("places", n) }

// Names returns n names of readers.
func (p *page) Names(n int) []string { return p.drawMany("names", n) }

// Days returns the days of the week.
func (p *page) Days() []string { return p.phrases.words["days"] }

// Month returns the name of a month.
func (p *page) Month() string { return p.draw("months") }

// Cookie returns the text of the cookie dialog.
func (p *page) Cookie() string { return p.draw("cookie") }

// Newsletter returns the text of the newsletter box.
func (p *page) Newsletter() string { return p.draw("newsletter") }

// Promo returns two sentences about something else.
func (p *page) Promo() string { return p.draw("promo") }

// Bio returns a sentence about the author.
func (p *page) Bio() string {
	return strings.ReplaceAll(p.draw("bio"), "{author}", p.Author)
}

// Teasers returns n pointers to other articles.
func (p *page) Teasers(n int) []teaser {
	many := make([]teaser, n)
	for i := range many {
		title, text, _ := strings.Cut(p.draw("teasers"), " | ")
		many[i] = teaser{Title: title, Text: text, URL: p.URL()}
	}
	return many
}

// Comments returns from low to high comments.
func (p *page) Comments(low, high int) []comment {
	many := make([]comment, p.Num(low, high))
	for i := range many {
		many[i] = comment{p.draw("names"), p.draw("comments"), p.Stamp(), p.rng.IntN(60)}
	}
	return many
}

// Num returns a number from low to high.
func (p *page) Num(low, high int) int { return low + p.rng.IntN(high-low+1) }

// Chance is true in percent of all cases.
func (p *page) Chance(percent int) bool { return p.rng.IntN(100) < percent }

// Seq returns the numbers from 1 to n.
func (p *page) Seq(n int) []int {
	seq := make([]int, n)
	for i := range seq {
		seq[i] = i + 1
	}
	return seq
}

// Stamp returns a date with a time.
func (p *page) Stamp() string {
	return fmt.Sprintf("%04d-%02d-%02d %02d:%02d", p.Num(2012, 2023), p.Num(1, 12),
		p.Num(1, 28), p.Num(0, 23), p.Num(0, 59))
}

// URL returns the address of another page.
func (p *page) URL() string {
	return fmt.Sprintf("/%d/%d.html", p.Num(2010, 2023), p.Num(10000, 99999))
}

// Class returns the generated class name of a role, the same within a page.
func (p *page) Class(role string) string {
	if p.classes[role] == "" {
		p.classes[role] = "x" + strconv.FormatInt(p.rng.Int64N(1<<35), 36)
	}
	return p.classes[role]
}

// Noise returns the base64 form of n random bytes.
func (p *page) Noise(n int) string {
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(p.rng.IntN(256))
	}
	return base64.StdEncoding.EncodeToString(data)
}

// Rem returns an HTML comment, which a template cannot hold itself.
func (p *page) Rem(text string) template.HTML {
	return template.HTML("<!-- " + text + " -->")
}

// RTL tells whether the language is written from right to left.
func (p *page) RTL() bool { return p.Lang == "ar" || p.Lang == "he" }

// Marked returns the blocks as HTML; tags are the inline elements that may
// stand in paragraphs and list items.
func (p *page) Marked(tags string) []markedBlock {
	return p.mark(strings.Fields(tags), func(text string) string { return text })
}

// Wrapped is like Marked with line ends within the paragraphs.
func (p *page) Wrapped(tags string) []markedBlock {
	return p.mark(strings.Fields(tags), wrapLines)
}

func (p *page) mark(tags []string, form func(string) string) []markedBlock {
	var marked []markedBlock
	for _, b := range p.Blocks {
		m := markedBlock{Kind: b.Kind}
		switch b.Kind {
		case Heading:
			m.HTML = markUp(b.Text, nil, p.rng)
		case List:
			for _, item := range b.Items {
				m.Items = append(m.Items, markUp(form(item), tags, p.rng))
			}
		default:
			m.HTML = markUp(form(b.Text), tags, p.rng)
		}
		marked = append(marked, m)
	}
	return marked
}

// Headings returns the sub-headings.
func (p *page) Headings() []string {
	var all []string
	for _, b := range p.Blocks {
		if b.Kind == Heading {
			all = append(all, b.Text)
		}
	}
	return all
}

// Pull returns the first sentence of the longest paragraph, or its first
// words if it has no full stop.
func (p *page) Pull() string {
	longest := ""
	for _, b := range p.Blocks {
		if b.Kind == Paragraph && len(b.Text) > len(longest) {
			longest = b.Text
		}
	}
	for _, stop := range []string{". ", "。", "। ", "؟ ", " "} {
		if first, _, found := strings.Cut(longest, stop); found && utf8.RuneCountInString(first) > 12 {
			return first + strings.TrimSpace(stop)
		}
	}
	return p.Title
}

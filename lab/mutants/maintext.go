package mutants

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/engine/spell"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/vectors"
)

// mainOf returns how a port finds the main text by rules.
func mainOf(m *rules.MainText) func(octets []byte, charset string) (vectors.Data, error) {
	m.Visible.Encoding = func(octets []byte, declared string) (string, bool) { return encodingOf(octets, declared), false }
	return func(octets []byte, charset string) (d vectors.Data, err error) {
		tree, err := m.Visible.Tree(octets, charset)
		if err != nil {
			return d, err
		}
		p := m.Page(tree)
		d = vectors.Data{Text: spell.Bytes(p.Text()), Scores: []int64{}, Lines: [][]int64{}}
		for _, l := range p.Lines {
			var features []int64
			for _, f := range l.Features {
				features = append(features, int64(f))
			}
			d.Scores, d.Lines = append(d.Scores, int64(l.Score)), append(d.Lines, features)
		}
		return d, nil
	}
}

// choosing returns a mutation of chapter 11a.
func choosing(change func(m *rules.MainText)) func(p *port.Port) {
	m := rules.NewMainText()
	change(m)
	return func(p *port.Port) { p.Main = mainOf(m) }
}

// featureAs returns a mutation of one feature.
func featureAs(name string, of func(p *rules.MainPage, at, was int) int) func(p *port.Port) {
	return choosing(func(m *rules.MainText) {
		i := slices.IndexFunc(m.Features, func(f rules.MainFeature) bool { return f.Name == name })
		right := m.Features[i].Of
		m.Features[i].Of = func(p *rules.MainPage, at int) int { return of(p, at, right(p, at)) }
	})
}

// goodIf returns a mutation of R11.27 with other bounds.
func goodIf(units, ended, links int) func(p *port.Port) {
	return choosing(func(m *rules.MainText) {
		m.IsGood = func(l *rules.MainLine) bool {
			return 3*l.Linked <= l.Units+links && (l.Units >= units || l.Units >= ended && m.IsEnd(l.Last))
		}
	})
}

// solidIf returns a mutation of R11.34 with other bounds.
func solidIf(units, ended int) func(p *port.Port) {
	return choosing(func(m *rules.MainText) {
		m.IsSolid = func(l *rules.MainLine) bool { return l.Units >= units || l.Units >= ended && m.IsEnd(l.Last) }
	})
}

// wordsAs returns a mutation of how R11.28 divides attributes into words.
func wordsAs(words func(value string) []string) func(p *port.Port) {
	return choosing(func(m *rules.MainText) { m.Words = words })
}

func mainMutants() []Mutant {
	all := []Mutant{
		{
			Name: "main-lines-of-preformatted", Rule: "R11.25", Mistake: "begins a line at each line end that is written",
			mutate: choosing(func(m *rules.MainText) {
				m.Wraps = true
			}),
		},
		{
			Name: "main-lines-without-hocr", Rule: "R11.25", Mistake: "does not know the lines of hOCR",
			mutate: choosing(func(m *rules.MainText) { m.Visible.Block = rules.BlockNames }),
		},
		{
			Name: "main-element-of-first", Rule: "R11.25", Mistake: "takes the element of the first piece",
			mutate: choosing(func(m *rules.MainText) {
				m.Around = func(nodes []*html.Node) *html.Node { return nodes[0].Parent }
			}),
		},
		{
			Name: "main-element-is-block", Rule: "R11.25", Mistake: "takes the nearest block element",
			mutate: choosing(func(m *rules.MainText) {
				right := m.Around
				m.Around = func(nodes []*html.Node) *html.Node {
					n := right(nodes)
					for n.Parent != nil && !m.Visible.Block(n) {
						n = n.Parent
					}
					return n
				}
			}),
		},
		{
			Name: "main-units-of-one", Rule: "R11.26", Mistake: "counts every code point as one unit",
			mutate: choosing(func(m *rules.MainText) { m.Units = func(rune) int { return 1 } }),
		},
		{
			Name: "main-units-without-space", Rule: "R11.26", Mistake: "does not count white space that is no blank",
			mutate: choosing(func(m *rules.MainText) {
				right := m.Units
				m.Units = func(r rune) int {
					if unicode.IsSpace(r) {
						return 0
					}
					return right(r)
				}
			}),
		},
		{
			Name: "main-digits-of-unicode", Rule: "R11.26", Mistake: "counts the digits of all scripts",
			mutate: choosing(func(m *rules.MainText) { m.IsDigit = unicode.IsDigit }),
		},
		{
			Name: "main-doctype-by-case", Rule: "R11.3", Mistake: "takes HTML for another document type than html",
			mutate: choosing(func(m *rules.MainText) { m.Visible.Type = func(text string) string { return text } }),
		},
		{
			Name: "main-names-of-namespaces", Rule: "R11.28", Mistake: "takes xlink:role for role",
			mutate: choosing(func(m *rules.MainText) {
				m.Value = func(n *html.Node, name string) (string, bool) {
					i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
					if i < 0 {
						return "", false
					}
					return n.Attr[i].Val, true
				}
			}),
		},
		{
			Name: "main-links-of-pieces", Rule: "R11.26", Mistake: "counts a link for each linked piece",
			mutate: choosing(func(m *rules.MainText) { m.IsNew = func([]*html.Node, *html.Node) bool { return true } }),
		},
		{
			Name: "main-links-in-turn", Rule: "R11.26", Mistake: "counts a link again after another one",
			mutate: choosing(func(m *rules.MainText) {
				m.IsNew = func(links []*html.Node, link *html.Node) bool { return len(links) == 0 || links[len(links)-1] != link }
			}),
		},
		{
			Name: "main-links-outermost", Rule: "R11.26", Mistake: "takes the outermost of nested links",
			mutate: choosing(func(m *rules.MainText) {
				m.Link = func(n *html.Node) (link *html.Node) {
					for a := range n.Ancestors() {
						if a.Type == html.ElementNode && a.Data == "a" {
							link = a
						}
					}
					return link
				}
			}),
		},
		{Name: "main-good-79", Rule: "R11.27", Mistake: "takes 79 units for enough", mutate: goodIf(79, 40, 0)},
		{Name: "main-good-81", Rule: "R11.27", Mistake: "asks for more than 80 units", mutate: goodIf(81, 40, 0)},
		{Name: "main-good-39", Rule: "R11.27", Mistake: "takes 39 units and an end mark for enough", mutate: goodIf(80, 39, 0)},
		{Name: "main-good-41", Rule: "R11.27", Mistake: "asks for more than 40 units and an end mark", mutate: goodIf(80, 41, 0)},
		{Name: "main-good-third", Rule: "R11.27", Mistake: "asks for less than a third of links", mutate: goodIf(80, 40, -1)},
		{Name: "main-good-links", Rule: "R11.27", Mistake: "allows more than a third of links", mutate: goodIf(80, 40, 3)},
		{
			Name: "main-words-with-case", Rule: "R11.28", Mistake: "compares words in their case",
			mutate: wordsAs(func(value string) (words []string) {
				lower := rules.MainWords(value)
				for _, w := range lower {
					if strings.Contains(value, w) {
						words = append(words, w)
					}
				}
				return words
			}),
		},
		{
			Name: "main-words-without-capitals", Rule: "R11.28", Mistake: "does not begin a word at a capital letter",
			mutate: wordsAs(func(value string) []string { return rules.MainWords(strings.ToLower(value)) }),
		},
		{
			Name: "main-words-at-blanks", Rule: "R11.28", Mistake: "divides at blanks only",
			mutate: wordsAs(func(value string) []string { return strings.Fields(strings.ToLower(value)) }),
		},
		{
			Name: "main-words-with-digits", Rule: "R11.28", Mistake: "takes digits for letters of a word",
			mutate: wordsAs(func(value string) []string {
				return strings.FieldsFunc(strings.Join(splitCapitals(value), " "), func(r rune) bool {
					return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
				})
			}),
		},
		{
			Name: "main-words-with-letters", Rule: "R11.28", Mistake: "takes letters beyond ASCII for letters of a word",
			mutate: wordsAs(func(value string) []string {
				return strings.FieldsFunc(strings.Join(splitCapitals(value), " "), func(r rune) bool { return !unicode.IsLetter(r) })
			}),
		},
		{
			Name: "main-names-of-body", Rule: "R11.28", Mistake: "gives html and body the flags of their names",
			mutate: choosing(func(m *rules.MainText) { m.Own = func(*html.Node) bool { return true } }),
		},
		{
			Name: "main-names-of-roles", Rule: "R11.28", Mistake: "looks up words of roles as those of classes",
			mutate: choosing(func(m *rules.MainText) { m.Role = m.Group }),
		},
		{
			Name: "main-half-is-enough", Rule: "R11.29", Mistake: "takes exactly half for more than half",
			mutate: choosing(func(m *rules.MainText) { m.InHalf = func(good, page int) bool { return 2*good >= page } }),
		},
		{
			Name: "main-core-of-more", Rule: "R11.29", Mistake: "asks for more than four fifths",
			mutate: choosing(func(m *rules.MainText) { m.InMost = func(good, page int) bool { return 5*good > 4*page } }),
		},
		{
			Name: "main-core-of-less", Rule: "R11.29", Mistake: "takes a little less than four fifths for enough",
			mutate: choosing(func(m *rules.MainText) { m.InMost = func(good, page int) bool { return 5*good > 4*page-5 } }),
		},
		{
			Name: "main-levels-are-parents", Rule: "R11.30", Mistake: "takes each parent for a level",
			mutate: choosing(func(m *rules.MainText) { m.IsLevel = func(int, int) bool { return true } }),
		},
		{
			Name: "main-direct-of-page", Rule: "R11.31", Mistake: "takes direct good units per mille of those of the page",
			mutate: featureAs("direct 0", func(p *rules.MainPage, at, was int) int {
				return was * p.MostDirect() / max(1, p.Sums[p.Root].Good)
			}),
		},
		{
			Name: "main-direct-of-lines", Rule: "R11.30", Mistake: "takes lines for direct in their own elements",
			mutate: choosing(func(m *rules.MainText) {
				m.DirectOf = func(_, element *html.Node) *html.Node { return element }
			}),
		},
		{
			Name: "main-direct-of-parents", Rule: "R11.30", Mistake: "takes lines for direct in what is around their elements",
			mutate: choosing(func(m *rules.MainText) {
				m.DirectOf = func(_, element *html.Node) *html.Node { return cmp.Or(element.Parent, element) }
			}),
		},
		{
			Name: "main-score-less", Rule: "R11.32", Mistake: "goes left only if the feature is less",
			mutate: choosing(func(m *rules.MainText) {
				right := m.Score
				m.Score = func(features []int) int {
					more := slices.Clone(features)
					for i := range more {
						more[i]++
					}
					return right(more)
				}
			}),
		},
		{
			Name: "main-zero-chosen", Rule: "R11.33", Mistake: "chooses a line with the score 0",
			mutate: choosing(func(m *rules.MainText) { m.IsChosen = func(score int) bool { return score >= 0 } }),
		},
		{
			Name: "main-one-chosen", Rule: "R11.33", Mistake: "does not choose a line with the score 1",
			mutate: choosing(func(m *rules.MainText) { m.IsChosen = func(score int) bool { return score > 1 } }),
		},
		{
			Name: "main-change-costs", Rule: "R11.33", Mistake: "lets a change cost something, as with the Viterbi algorithm",
			mutate: choosing(func(m *rules.MainText) { m.IsChosen = func(score int) bool { return score > 128 } }),
		},
		{
			Name: "main-headline", Rule: "R11.34", Mistake: "keeps a headline",
			mutate: choosing(func(m *rules.MainText) {
				m.Left = func(p *rules.MainPage, l *rules.MainLine) bool { return p.HasFlag(l, "figure") }
			}),
		},
		{
			Name: "main-figure", Rule: "R11.34", Mistake: "keeps a figure",
			mutate: choosing(func(m *rules.MainText) {
				m.Left = func(p *rules.MainPage, l *rules.MainLine) bool { return p.HasFlag(l, "h1") }
			}),
		},
		{Name: "main-solid-59", Rule: "R11.34", Mistake: "takes 59 units for solid", mutate: solidIf(59, 30)},
		{Name: "main-solid-61", Rule: "R11.34", Mistake: "asks for more than 60 units", mutate: solidIf(61, 30)},
		{Name: "main-solid-29", Rule: "R11.34", Mistake: "takes 29 units and an end mark for solid", mutate: solidIf(60, 29)},
		{Name: "main-solid-31", Rule: "R11.34", Mistake: "asks for more than 30 units and an end mark", mutate: solidIf(60, 31)},
		{Name: "main-solid-all", Rule: "R11.34", Mistake: "takes every line for solid", mutate: solidIf(0, 0)},
		{
			Name: "main-own-half", Rule: "R11.35", Mistake: "counts lines of which half is linked as own",
			mutate: choosing(func(m *rules.MainText) {
				m.IsOwn = func(l *rules.MainLine) bool { return 2*l.Linked <= l.Units }
			}),
		},
		{
			Name: "main-own-all", Rule: "R11.35", Mistake: "counts the units of all lines as own",
			mutate: choosing(func(m *rules.MainText) { m.IsOwn = func(*rules.MainLine) bool { return true } }),
		},
		{
			Name: "main-enough-is-more", Rule: "R11.35", Mistake: "asks for more than a twentieth",
			mutate: choosing(func(m *rules.MainText) { m.Enough = func(chosen, own int) bool { return 20*chosen > own } }),
		},
		{
			Name: "main-enough-rounded", Rule: "R11.35", Mistake: "rounds the twentieth down",
			mutate: choosing(func(m *rules.MainText) { m.Enough = func(chosen, own int) bool { return chosen >= own/20 } }),
		},
		{
			Name: "main-own-rounded", Rule: "R11.35", Mistake: "rounds half of the units down",
			mutate: choosing(func(m *rules.MainText) {
				m.IsOwn = func(l *rules.MainLine) bool { return l.Linked < l.Units/2 }
			}),
		},
		{
			Name: "main-own-third", Rule: "R11.35", Mistake: "counts only lines with a third linked as own",
			mutate: choosing(func(m *rules.MainText) {
				m.IsOwn = func(l *rules.MainLine) bool { return 3*l.Linked <= l.Units }
			}),
		},
		{
			Name: "main-attempts-added", Rule: "R11.35", Mistake: "adds to what the attempt before added",
			mutate: choosing(func(m *rules.MainText) { m.Steps = []int{0, 1024, 3072, 6144} }),
		},
		{
			Name: "main-last-no-break-space", Rule: "R11.26", Mistake: "takes U+00A0 for a blank at the end of a line",
			mutate: choosing(func(m *rules.MainText) {
				right := m.IsClosing
				m.IsClosing = func(r rune) bool { return r == 0xA0 || right(r) }
			}),
		},
		{
			Name: "main-enough-is-any", Rule: "R11.35", Mistake: "takes any line for enough",
			mutate: choosing(func(m *rules.MainText) { m.Enough = func(int, int) bool { return true } }),
		},
	}
	for i := range 4 {
		all = append(all, Mutant{
			Name: "main-attempts-" + string(rune('0'+i)), Rule: "R11.35", Mistake: "makes another number of attempts",
			mutate: choosing(func(m *rules.MainText) { m.Steps = m.Steps[:i] }),
		})
	}
	return append(all, mainCharacterMutants()...)
}

func codePoint(r rune) string { return fmt.Sprintf("%04x", r) }

// splitCapitals divides a value where a capital letter follows a small one, in lower case.
func splitCapitals(value string) (parts []string) {
	start := 0
	for i := 1; i < len(value); i++ {
		if unicode.IsUpper(rune(value[i])) && unicode.IsLower(rune(value[i-1])) {
			parts = append(parts, strings.ToLower(value[start:i]))
			start = i
		}
	}
	return append(parts, strings.ToLower(value[start:]))
}

// mainCharacterMutants miss a character or a word of a list, or end a range elsewhere.
func mainCharacterMutants() (all []Mutant) {
	for _, list := range []struct {
		name, characters string
		field            func(m *rules.MainText) *func(rune) bool
	}{
		{"comma", ",;،؛、，；", func(m *rules.MainText) *func(rune) bool { return &m.IsComma }},
		{"end", ".!?…؟۔।。！？", func(m *rules.MainText) *func(rune) bool { return &m.IsEnd }},
		{"closing", `"')]}»”’」』）】`, func(m *rules.MainText) *func(rune) bool { return &m.IsClosing }},
	} {
		for _, missed := range list.characters {
			all = append(all, Mutant{
				Name: "main-" + list.name + "-" + codePoint(missed), Rule: "R11.26", Mistake: "misses one of the marks",
				mutate: choosing(func(m *rules.MainText) {
					right := *list.field(m)
					*list.field(m) = func(r rune) bool { return r != missed && right(r) }
				}),
			})
		}
	}
	for _, edge := range []rune{0x0E00, 0x0EFF, 0x1000, 0x109F, 0x1780, 0x17FF, 0x3041, 0x30FF, 0x3400, 0x9FFF, 0xAC00, 0xD7A3,
		0xF900, 0xFAFF, 0x20000, 0x3FFFF} {
		for _, beyond := range []rune{edge - 1, edge, edge + 1} {
			all = append(all, Mutant{
				Name: "main-units-" + codePoint(edge) + "-" + codePoint(beyond), Rule: "R11.26", Mistake: "ends a range elsewhere",
				mutate: choosing(func(m *rules.MainText) {
					right := m.Units
					m.Units = func(r rune) int {
						if r == beyond {
							return 4 - right(r)
						}
						return right(r)
					}
				}),
			})
		}
	}
	for _, f := range rules.NewMainText().Features {
		all = append(all, Mutant{
			Name: "main-feature-" + strings.ReplaceAll(f.Name, " ", "-"), Rule: "R11.31", Mistake: "does not know the feature " + f.Name,
			mutate: featureAs(f.Name, func(*rules.MainPage, int, int) int { return 0 }),
		})
		for _, most := range []int{f.Most - 1, 0, f.Most + 1} {
			if f.Most > 0 {
				all = append(all, Mutant{
					Name: fmt.Sprintf("main-most-%s-%d", strings.ReplaceAll(f.Name, " ", "-"), most), Rule: "R11.31",
					Mistake: fmt.Sprintf("bounds the feature %s by %d", f.Name, most),
					mutate: choosing(func(m *rules.MainText) {
						m.Features[slices.IndexFunc(m.Features, func(g rules.MainFeature) bool { return g.Name == f.Name })].Most = most
					}),
				})
			}
		}
	}
	return all
}

package mutants

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// normaliseMutants returns the mutants of chapter 3.
func normaliseMutants() []Mutant {
	return slices.Concat(commonNormaliseMutants(), multiNormaliseMutants())
}

// multiNormaliseMutants returns the mutants of what only the multi schemes have.
func multiNormaliseMutants() []Mutant {
	return []Mutant{
		{
			Name: "letter-numbers-separate", Rule: "R3.2", Scheme: "sm1",
			Mistake: "separates at Nl, as sd1 does",
			replace: separating(rules.In(ucd.Nl), true),
		},
		{
			Name: "other-numbers-kept", Rule: "R3.2", Scheme: "sm1",
			Mistake: "lets all numbers through, No too, as \\p{N} does",
			replace: separating(rules.In(ucd.No), false),
		},
		{
			Name: "letter-numbers-if-mapped", Rule: "R3.2", Scheme: "mh1",
			Mistake: "lets through only the numerals that map to letters, and separates at U+3007",
			replace: separating(func(r rune) bool {
				return ucd.CategoryOf(r) == ucd.Nl && rules.Casefold(r) == string(r)
			}, true),
		},
		{
			Name: "letter-numbers-not-mapped", Rule: "R3.2", Scheme: "sm1",
			Mistake: "lets numerals through and does not fold them, so that \u2167 is not viii",
			replace: mapping(func(r rune) (string, bool) { return string(r), ucd.CategoryOf(r) == ucd.Nl }),
		},
		{
			Name: "zero-width-space-separates", Rule: "R3.3", Scheme: "sm1",
			Mistake: "separates at U+200B, as sd1 does",
			replace: separating(rules.OneOf("\u200B"), true),
		},
		{
			Name: "zero-width-space-kept", Rule: "R3.3", Scheme: "sm1",
			Mistake: "neither separates at U+200B nor deletes it",
			replace: mapping(func(r rune) (string, bool) { return string(r), r == 0x200B }),
		},
		{
			Name: "tatweel-kept", Rule: "R3.6", Scheme: "sm1",
			Mistake: "keeps U+0640, as sd1 does",
			replace: normalising(func(n *rules.Normaliser) { n.Tatweel = slices.Clone[[]rune] }),
		},
		{
			Name: "tatweel-separates", Rule: "R3.6", Scheme: "sm1",
			Mistake: "takes U+0640 for punctuation",
			replace: separating(rules.OneOf("\u0640"), true),
		},
		{
			Name: "tatweel-before-mapping", Rule: "R3.6", Scheme: "sm1",
			Mistake: "deletes U+0640 from the source only, and not what U+FE71 and its like map to",
			replace: normalising(func(n *rules.Normaliser) {
				n.Map = func(r rune) string {
					if r == 0x640 {
						return ""
					}
					return rules.Casefold(r)
				}
				n.Tatweel = slices.Clone[[]rune]
			}),
		},
		{
			Name: "tatweel-before-decomposition", Rule: "R3.6", Scheme: "sm1",
			Mistake: "deletes U+0640 first of all, so that marks on both sides of it are counted as one sequence in R3.4",
			replace: normalising(func(n *rules.Normaliser) {
				n.Decompose = func(text []rune) []rune {
					return rules.Decompose(slices.DeleteFunc(slices.Clone(text), func(r rune) bool { return r == 0x640 }))
				}
			}),
		},
		{
			Name: "tatweel-with-its-marks", Rule: "R3.6", Scheme: "sm1",
			Mistake: "deletes the marks that U+0640 bears with it",
			replace: normalising(func(n *rules.Normaliser) {
				n.Tatweel = func(text []rune) (out []rune) {
					bare := false
					for _, r := range rules.Decompose(text) {
						if bare = r == 0x640 || bare && rules.HasClass(r); !bare {
							out = append(out, r)
						}
					}
					return out
				}
			}),
		},
		{
			Name: "tatweel-inside-words", Rule: "R3.6", Scheme: "sm1",
			Mistake: "deletes U+0640 only between two letters of the script Arabic",
			replace: normalising(func(n *rules.Normaliser) {
				n.Tatweel = func(text []rune) (out []rune) {
					text = rules.Decompose(text)
					for i, r := range text {
						next := i + rules.CountLeading(text[i:], rules.OneOf("\u0640"))
						inside := len(out) > 0 && next < len(text) && unicode.Is(unicode.Arabic, out[len(out)-1]) && unicode.Is(unicode.Arabic, text[next])
						if r != 0x640 || !inside {
							out = append(out, r)
						}
					}
					return out
				}
			}),
		},
		{
			Name: "extenders-deleted", Rule: "R3.6", Scheme: "sm1",
			Mistake: "deletes what stretches words in other scripts too, U+07FA of N\u2019Ko",
			replace: normalising(func(n *rules.Normaliser) {
				n.Tatweel = func(text []rune) []rune {
					return slices.DeleteFunc(rules.Decompose(text), rules.OneOf("\u0640\u07FA\u0883\u0884"))
				}
			}),
		},
		{
			Name: "i-forms-kept", Rule: "R3.7", Scheme: "sm1",
			Mistake: "keeps the forms of i, as sd1 does",
			replace: normalising(func(n *rules.Normaliser) { n.IForms = slices.Clone[[]rune] }),
		},
		{
			Name: "dotless-i-kept", Rule: "R3.7", Scheme: "sm1",
			Mistake: "deletes dots and keeps \u0131",
			replace: iForms(func(f *rules.IForms) { f.Undotted = func(r rune) rune { return r } }),
		},
		{
			Name: "dots-kept", Rule: "R3.7", Scheme: "sm1",
			Mistake: "makes i of \u0131 and keeps dots",
			replace: iForms(func(f *rules.IForms) { f.I = never }),
		},
		{
			Name: "dots-of-all-letters", Rule: "R3.7", Scheme: "sm1",
			Mistake: "deletes every U+0307, those of \u0117 and \u017C too",
			replace: iForms(func(f *rules.IForms) { f.I = always }),
		},
		{
			Name: "dots-of-soft-dotted", Rule: "R3.7", Scheme: "sm1",
			Mistake: "deletes the dot of every Soft_Dotted letter, of j and of Cyrillic \u0456 too",
			replace: iForms(func(f *rules.IForms) {
				f.I = func(r rune) bool { return unicode.Is(unicode.Soft_Dotted, r) }
			}),
		},
		{
			Name: "dots-before-accents-only", Rule: "R3.7", Scheme: "sm1",
			Mistake: "deletes a dot only where another mark above follows, as SpecialCasing has it for Lithuanian",
			replace: normalising(func(n *rules.Normaliser) {
				merge, undotted := n.IForms, rules.NewIForms().Undotted
				n.IForms = func(text []rune) (out []rune) {
					text = rules.Decompose(text)
					for start := 0; start < len(text); {
						end := start + 1 + rules.CountLeading(text[start+1:], rules.HasClass)
						above := slices.ContainsFunc(text[start:end], func(r rune) bool { return r != 0x307 && ucd.CombiningClass(r) == 230 })
						if piece := text[start:end]; above {
							out = append(out, merge(piece)...)
						} else {
							out = append(append(out, undotted(piece[0])), piece[1:]...)
						}
						start = end
					}
					return out
				}
			}),
		},
		{
			Name: "dot-beside-i-only", Rule: "R3.7", Scheme: "sm1",
			Mistake: "deletes a dot right after the i only, as replace('i\u0307', 'i') does, and not after U+0323",
			replace: iForms(func(f *rules.IForms) { f.Between = rules.OneOf("\u0307") }),
		},
		{
			Name: "dot-one-only", Rule: "R3.7", Scheme: "sm1",
			Mistake: "deletes one dot, and leaves those after it",
			replace: iForms(func(f *rules.IForms) {
				between := f.Between
				f.Between = func(r rune) bool { return r != 0x307 && between(r) }
			}),
		},
		{
			Name: "dot-after-any-mark", Rule: "R3.7", Scheme: "sm1",
			Mistake: "deletes a dot anywhere in the mark sequence, after U+0301 too",
			replace: iForms(func(f *rules.IForms) { f.Between = rules.HasClass }),
		},
		{
			Name: "dot-after-enclosing-mark", Rule: "R3.7", Scheme: "sm1",
			Mistake: "takes marks by category, so that U+20DD of class 0 does not keep a dot",
			replace: iForms(func(f *rules.IForms) {
				f.Between = func(r rune) bool { return r == 0x307 || rules.IsMark(r) && ucd.CombiningClass(r) != 230 }
			}),
		},
		{
			Name: "dots-in-composed-text", Rule: "R3.7", Scheme: "sm1",
			Mistake: "looks for i and dots in composed text, where \u1ECB and \u012F are no i",
			replace: normalising(func(n *rules.Normaliser) {
				undotted := rules.NewIForms().Undotted
				n.IForms = func(text []rune) (out []rune) {
					for _, r := range rules.NewComposer().Text(rules.Decompose(text)) {
						if r = undotted(r); r != 0x307 || len(out) == 0 || out[len(out)-1] != 'i' {
							out = append(out, r)
						}
					}
					return out
				}
			}),
		},
		{
			Name: "i-forms-before-mapping", Rule: "R3.7", Scheme: "sm1",
			Mistake: "merges the forms of i in the source, before fullwidth and mathematical letters are i",
			replace: normalising(func(n *rules.Normaliser) {
				f := rules.NewIForms()
				f.I = rules.OneOf("iI")
				n.Decompose, n.IForms = f.Text, slices.Clone[[]rune]
			}),
		},
		{
			Name: "dotless-j-too", Rule: "R3.7", Scheme: "sm1",
			Mistake: "makes j of \u0237 as well",
			replace: iForms(func(f *rules.IForms) {
				undotted := f.Undotted
				f.Undotted = func(r rune) rune {
					if r == 0x237 {
						return 'j'
					}
					return undotted(r)
				}
			}),
		},
		{
			Name: "iota-too", Rule: "R3.7", Scheme: "sm1",
			Mistake: "takes letters that look like i for it, as tables of confusables do",
			replace: iForms(func(f *rules.IForms) {
				undotted := f.Undotted
				f.Undotted = func(r rune) rune {
					if strings.ContainsRune("\u0269\u03B9\u0456\u026A", r) {
						return 'i'
					}
					return undotted(r)
				}
			}),
		},
		{
			Name: "turkish-letters-only", Rule: "R3.7", Scheme: "sm1",
			Mistake: "replaces \u0130 and \u0131 in the source and knows no i with U+0307",
			replace: normalising(func(n *rules.Normaliser) {
				n.Decompose = func(text []rune) []rune {
					return rules.Decompose([]rune(strings.NewReplacer("\u0130", "i", "\u0131", "i").Replace(string(text))))
				}
				n.IForms = slices.Clone[[]rune]
			}),
		},
		{
			Name: "turkish-folding", Rule: "R3.7", Scheme: "sm1",
			Mistake: "folds I to \u0131 and \u0130 to i, as CaseFolding has it under T, and stops there",
			replace: normalising(func(n *rules.Normaliser) {
				n.Map = func(r rune) string {
					if r == 'I' {
						return "\u0131"
					}
					return rules.Casefold(r)
				}
				f := rules.NewIForms()
				f.Undotted = func(r rune) rune { return r }
				n.IForms = f.Text
			}),
		},
		{
			Name: "dots-not-counted", Rule: "R3.4", Scheme: "sm1",
			Mistake: "makes the forms of i one as it reads, and does not count the dots that R3.7 deletes",
			replace: normalising(func(n *rules.Normaliser) {
				f, long := rules.NewIForms(), n.LongMarks
				f.I = rules.OneOf("iI")
				n.LongMarks = func(text []rune) [][]rune { return long(f.Text(text)) }
			}),
		},
		{
			Name: "multi-second-limit-absent", Rule: "R3.8", Scheme: "sm1",
			Mistake: "checks the length of mark sequences only once, before U+0640 is deleted",
			replace: normalising(func(n *rules.Normaliser) { n.LongMarksAgain = unlimited }),
		},
		{
			Name: "second-limit-before-tatweel", Rule: "R3.8", Scheme: "sm1",
			Mistake: "checks the length again after the mapping, and not after U+0640 is deleted",
			replace: normalising(func(n *rules.Normaliser) {
				tatweel, long := n.Tatweel, n.LongMarksAgain
				n.Tatweel = func(text []rune) (out []rune) {
					for i, piece := range long(rules.Decompose(text)) {
						if i > 0 {
							out = append(out, ' ')
						}
						out = append(out, piece...)
					}
					return tatweel(out)
				}
				n.LongMarksAgain = func(text []rune) [][]rune { return rules.SplitAt(text, rules.OneOf(" ")) }
			}),
		},
		{
			Name: "second-limit-before-dots", Rule: "R3.8", Scheme: "sm1",
			Mistake: "counts the dots that R3.7 deletes",
			replace: normalising(func(n *rules.Normaliser) {
				merge, long := n.IForms, n.LongMarksAgain
				n.IForms = slices.Clone[[]rune]
				n.LongMarksAgain = func(text []rune) (pieces [][]rune) {
					for _, piece := range long(text) {
						pieces = append(pieces, merge(piece))
					}
					return pieces
				}
			}),
		},
		{
			Name: "tatweel-not-ordered-after", Rule: "R3.8", Scheme: "sm1",
			Mistake: "does not put marks in order again where U+0640 between them was deleted",
			replace: normalising(func(n *rules.Normaliser) {
				n.IForms, n.DecomposeAgain = slices.Clone[[]rune], slices.Clone[[]rune]
			}),
		},
	}
}

// commonNormaliseMutants returns the mutants of what all schemes have.
func commonNormaliseMutants() []Mutant {
	return []Mutant{
		{
			Name: "not-decomposed", Rule: "R3.1",
			Mistake: "maps and composes without NFD first, as toNFKC_Casefold is often read",
			replace: normalising(func(n *rules.Normaliser) { n.Decompose = slices.Clone[[]rune] }),
		},
		{
			Name: "composed-first", Rule: "R3.1",
			Mistake: "brings the text to NFC first, in which a separator takes marks in",
			replace: normalising(func(n *rules.Normaliser) {
				n.Decompose = func(text []rune) []rune { return rules.NewComposer().Text(rules.Decompose(text)) }
			}),
		},
		{
			Name: "order-unstable", Rule: "R3.1",
			Mistake: "does not keep the order of marks of one class, by a sort that is not stable",
			replace: normalising(func(n *rules.Normaliser) {
				n.Decompose = func(text []rune) []rune {
					text = rules.Decompose(text)
					for i := 0; i < len(text); {
						class := ucd.CombiningClass(text[i])
						n := rules.CountLeading(text[i:], func(r rune) bool { return ucd.CombiningClass(r) == class })
						if class != 0 {
							slices.Reverse(text[i : i+n])
						}
						i += n
					}
					return text
				}
				n.DecomposeAgain = rules.Order
			}),
		},
		{
			Name: "native-decomposition", Rule: "R3.1",
			Mistake: "decomposes by golang.org/x/text as it is, which inserts U+034F after 30 marks",
			replace: normalising(func(n *rules.Normaliser) { n.Decompose = native(norm.NFD) }),
		},
		{
			Name: "decomposition-of-unicode-16", Rule: "R3.1",
			Mistake: "decomposes U+105C9, which 15.0.0 leaves unassigned, as runtimes with Unicode 16 do",
			replace: normalising(func(n *rules.Normaliser) {
				n.Decompose = func(text []rune) []rune {
					return rules.Decompose([]rune(strings.ReplaceAll(string(text), "\U000105C9", "\U000105D2\u0307")))
				}
				separates := n.Separates
				n.Separates = func(r rune) bool { return r != 0x105D2 && separates(r) }
			}),
		},
		{
			Name: "mapped-before-separating", Rule: "R3.2",
			Mistake: "maps the text and then looks at categories, so that Intel\u2122 is inteltm",
			replace: normalising(func(n *rules.Normaliser) {
				n.Decompose = func(text []rune) []rune {
					var mapped []rune
					for _, r := range rules.Decompose(text) {
						mapped = append(mapped, []rune(rules.Casefold(r))...)
					}
					return rules.Decompose(mapped)
				}
			}),
		},
		{
			Name: "unassigned-ignorable-deleted", Rule: "R3.2",
			Mistake: "deletes every default-ignorable code point, unassigned ones too",
			replace: separating(func(r rune) bool { return isIgnorable(r) && r != 0x200B }, false),
		},
		{
			Name: "private-use-kept", Rule: "R3.2",
			Mistake: "lets private use through, as a letter of the font's own",
			replace: separating(rules.In(ucd.Co), false),
		},
		{
			Name: "assigned-after-15.0", Rule: "R3.2",
			Mistake: "lets U+2EBF0, a letter since 15.1, through, as newer runtimes do",
			replace: separating(func(r rune) bool { return 0x2EBF0 <= r && r <= 0x2EE5D }, false),
		},
		{
			Name: "unassigned-before-15.0", Rule: "R3.2",
			Mistake: "separates at U+1E4D0, which 15.0 added, as older runtimes do",
			replace: separating(func(r rune) bool { return 0x1E4D0 <= r && r <= 0x1E4F9 }, true),
		},
		{
			Name: "numbers-kept", Rule: "R3.2",
			Mistake: "lets all numbers through, Nl and No too, as \\p{N} does",
			replace: separating(rules.In(ucd.Nl, ucd.No), false),
		},
		{
			Name: "apostrophe-kept", Rule: "R3.2",
			Mistake: "keeps apostrophes in words, as UAX #29 does",
			replace: separating(rules.OneOf("'\u2019"), false),
		},
		{
			Name: "spacing-marks-separate", Rule: "R3.2",
			Mistake: "separates at spacing and enclosing marks in this stage already",
			replace: separating(rules.In(ucd.Mc, ucd.Me), true),
		},
		{
			Name: "connectors-separate", Rule: "R3.2",
			Mistake: "separates at all punctuation, the underscore too",
			replace: separating(rules.In(ucd.Pc), true),
		},
		{
			Name: "controls-kept", Rule: "R3.2",
			Mistake: "separates at blanks and punctuation, and not at controls",
			replace: separating(func(r rune) bool {
				return ucd.CategoryOf(r) == ucd.Cc && !unicode.IsSpace(r)
			}, false),
		},
		{
			Name: "zero-width-space-deleted", Rule: "R3.3",
			Mistake: "deletes U+200B, as NFKC_Casefold does",
			replace: separating(rules.OneOf("\u200B"), false),
		},
		{
			Name: "mark-limit-absent", Rule: "R3.4",
			Mistake: "has no limit on mark sequences",
			replace: normalising(func(n *rules.Normaliser) { n.LongMarks, n.LongMarksAgain = unlimited, unlimited }),
		},
		{
			Name: "mark-limit-one-less", Rule: "R3.4",
			Mistake: "separates at 1,024 marks, by >= in place of >",
			replace: normalising(func(n *rules.Normaliser) { n.LongMarks = rules.SplitLong(1023, rules.HasClass) }),
		},
		{
			Name: "mark-limit-one-more", Rule: "R3.4",
			Mistake: "lets 1,025 marks through, by a check before the mark was counted",
			replace: normalising(func(n *rules.Normaliser) {
				n.LongMarks, n.LongMarksAgain = rules.SplitLong(1025, rules.HasClass), rules.SplitLong(1025, rules.HasClass)
			}),
		},
		{
			Name: "mark-limit-30", Rule: "R3.4",
			Mistake: "separates after 30 marks, the limit of the Stream-Safe Text Format",
			replace: normalising(func(n *rules.Normaliser) { n.LongMarks = rules.SplitLong(30, rules.HasClass) }),
		},
		{
			Name: "long-marks-truncated", Rule: "R3.4",
			Mistake: "keeps the first 1,024 marks and drops the rest",
			replace: normalising(func(n *rules.Normaliser) { n.LongMarks, n.LongMarksAgain = truncateLong, truncateLong }),
		},
		{
			Name: "marks-by-category", Rule: "R3.4",
			Mistake: "takes Mn for marks in place of a combining class that is not 0",
			replace: normalising(func(n *rules.Normaliser) { n.LongMarks = rules.SplitLong(1024, rules.In(ucd.Mn)) }),
		},
		{
			Name: "marks-counted-as-written", Rule: "R3.4",
			Mistake: "counts the marks of the text as it was written, not those of its decomposition",
			replace: normalising(func(n *rules.Normaliser) {
				n.Decompose = func(text []rune) []rune {
					var kept []rune
					for _, piece := range rules.SplitLong(1024, rules.HasClass)(text) {
						kept = append(append(kept, piece...), ' ')
					}
					return rules.Decompose(kept)
				}
				n.LongMarks, n.LongMarksAgain = unlimited, unlimited
			}),
		},
		{
			Name: "lower-case", Rule: "R3.5",
			Mistake: "makes letters small in place of folding them, as every language's lower() does",
			replace: mapping(func(r rune) (string, bool) {
				return string(unicode.ToLower(r)), unicode.IsLetter(r)
			}),
		},
		{
			Name: "simple-fold", Rule: "R3.5",
			Mistake: "folds case by one code point each, so that \u00DF stays",
			replace: mapping(func(r rune) (string, bool) {
				return string(r), rules.OneOf("\u00DF\u1E9E\u0149\u01F0\u0390\u03B0\u0587")(r)
			}),
		},
		{
			Name: "final-sigma-kept", Rule: "R3.5",
			Mistake: "keeps \u03C2 at the end of words, as lower-casing does",
			replace: mapping(func(r rune) (string, bool) { return string(r), r == 0x3C2 }),
		},
		{
			Name: "final-sigma-made", Rule: "R3.5",
			Mistake: "makes \u03C2 of a capital sigma at the end of a word, as context-sensitive lower-casing does",
			mutate: func(p *port.Port) {
				normalise := p.Normalise
				p.Normalise = func(text string) []string {
					runs := normalise(text)
					for i, run := range runs {
						if rest, ok := strings.CutSuffix(run, "\u03C3"); ok && rest != "" {
							runs[i] = rest + "\u03C2"
						}
					}
					return runs
				}
			},
		},
		{
			Name: "turkish-case", Rule: "R3.5",
			Mistake: "folds I to \u0131, as a program does that runs in a Turkish locale",
			replace: mapping(func(r rune) (string, bool) { return "\u0131", r == 'I' }),
		},
		{
			Name: "compatibility-kept", Rule: "R3.5",
			Mistake: "folds case and keeps ligatures and fullwidth forms, as NFC with casefold() does",
			replace: mapping(func(r rune) (string, bool) {
				return string(unicode.ToLower(r)), norm.NFD.String(string(r)) != norm.NFKD.String(string(r))
			}),
		},
		{
			Name: "cherokee-to-small", Rule: "R3.5",
			Mistake: "folds Cherokee to small letters, as lower-casing does and folding does not",
			replace: mapping(func(r rune) (string, bool) {
				return string(unicode.ToLower(r)), unicode.Is(unicode.Cherokee, r)
			}),
		},
		{
			Name: "ignorables-kept", Rule: "R3.5",
			Mistake: "keeps soft hyphens, joiners and variation selectors, as NFKC with casefold() does",
			replace: mapping(func(r rune) (string, bool) { return string(r), isIgnorable(r) }),
		},
		{
			Name: "ignorable-letters-kept", Rule: "R3.5",
			Mistake: "deletes format characters (Cf) only, and keeps Hangul fillers and variation selectors",
			replace: mapping(func(r rune) (string, bool) { return string(r), isIgnorable(r) && ucd.CategoryOf(r) != ucd.Cf }),
		},
		{
			Name: "formats-deleted", Rule: "R3.5",
			Mistake: "deletes every format character, U+0600 too",
			replace: mapping(func(r rune) (string, bool) { return "", ucd.CategoryOf(r) == ucd.Cf }),
		},
		{
			Name: "second-limit-absent", Rule: "R3.8",
			Mistake: "checks the length of mark sequences only once",
			replace: normalising(func(n *rules.Normaliser) { n.LongMarksAgain = unlimited }),
		},
		{
			Name: "second-limit-one-less", Rule: "R3.8",
			Mistake: "separates at 1,024 marks the second time, by >= in place of >",
			replace: normalising(func(n *rules.Normaliser) { n.LongMarksAgain = rules.SplitLong(1023, rules.HasClass) }),
		},
		{
			Name: "second-limit-one-more", Rule: "R3.8",
			Mistake: "lets 1,025 marks through the second time",
			replace: normalising(func(n *rules.Normaliser) { n.LongMarksAgain = rules.SplitLong(1025, rules.HasClass) }),
		},
		{
			Name: "marks-not-ordered-again", Rule: "R3.8",
			Mistake: "does not put marks in order again where U+034F between them was deleted",
			replace: normalising(func(n *rules.Normaliser) {
				n.DecomposeAgain = func(text []rune) []rune {
					var d []rune
					for _, r := range text {
						d = ucd.AppendDecomposition(d, r)
					}
					return d
				}
			}),
		},
		{
			Name: "not-decomposed-again", Rule: "R3.8",
			Mistake: "composes what the mapping gave without decomposing it, as if it were in NFD",
			replace: normalising(func(n *rules.Normaliser) { n.DecomposeAgain = rules.Order }),
		},
		{
			Name: "not-composed", Rule: "R3.9",
			Mistake: "leaves the text decomposed, as NFKD with casefold() does",
			replace: normalising(func(n *rules.Normaliser) { n.Compose = slices.Clone[[]rune] }),
		},
		{
			Name: "exclusions-composed", Rule: "R3.9",
			Mistake: "composes what is excluded from composition, by a table of all decompositions",
			replace: composing(func(c *rules.Composer) {
				c.Pair = func(a, b rune) (rune, bool) {
					if a == 0x915 && b == 0x93C {
						return 0x958, true
					}
					return ucd.Compose(a, b)
				}
			}),
		},
		{
			Name: "blocked-composed", Rule: "R3.9",
			Mistake: "composes a mark past another of its own class",
			replace: composing(func(c *rules.Composer) {
				c.Blocks = func(between, class uint8) bool { return between > class }
			}),
		},
		{
			Name: "hangul-not-composed", Rule: "R3.9",
			Mistake: "composes by a table only, which has no Hangul syllables",
			replace: composing(func(c *rules.Composer) {
				c.Pair = func(a, b rune) (rune, bool) {
					composite, ok := ucd.Compose(a, b)
					return composite, ok && !unicode.Is(unicode.Hangul, composite)
				}
			}),
		},
		{
			Name: "starters-not-composed", Rule: "R3.9",
			Mistake: "composes a starter with marks only, not with a second starter",
			replace: composing(func(c *rules.Composer) {
				c.Pair = func(a, b rune) (rune, bool) {
					composite, ok := ucd.Compose(a, b)
					return composite, ok && (rules.HasClass(b) || unicode.Is(unicode.Hangul, composite))
				}
			}),
		},
		{
			Name: "native-composition", Rule: "R3.9",
			Mistake: "composes by golang.org/x/text as it is, which inserts U+034F after 30 marks",
			replace: normalising(func(n *rules.Normaliser) { n.Compose = native(norm.NFC) }),
		},
		{
			Name: "empty-runs", Rule: "R3.9",
			Mistake: "counts the empty pieces between separators as runs, as split() does",
			replace: normalising(func(n *rules.Normaliser) { n.IsRun = func(string) bool { return true } }),
		},
	}
}

// normalising returns a mutation of chapter 3.
func normalising(change func(n *rules.Normaliser)) func(r *rules.Rules) {
	return func(r *rules.Rules) { change(r.Normaliser) }
}

// separating returns a mutation of R3.2 or R3.3: some code points separate, or do not.
func separating(exception func(rune) bool, separates bool) func(r *rules.Rules) {
	return normalising(func(n *rules.Normaliser) { n.Separates = except(n.Separates, exception, separates) })
}

// mapping returns a mutation of R3.5: some code points map to something else.
func mapping(to func(r rune) (string, bool)) func(r *rules.Rules) {
	return normalising(func(n *rules.Normaliser) {
		n.Map = func(r rune) string {
			if s, ok := to(r); ok {
				return s
			}
			return rules.Casefold(r)
		}
	})
}

// iForms returns a mutation of R3.7.
func iForms(change func(f *rules.IForms)) func(r *rules.Rules) {
	return normalising(func(n *rules.Normaliser) {
		f := rules.NewIForms()
		change(f)
		n.IForms = f.Text
	})
}

// composing returns a mutation of R3.9.
func composing(change func(c *rules.Composer)) func(r *rules.Rules) {
	return normalising(func(n *rules.Normaliser) {
		c := rules.NewComposer()
		change(c)
		n.Compose = c.Text
	})
}

func unlimited(text []rune) [][]rune { return [][]rune{text} }

// truncateLong cuts mark sequences short and separates nothing.
func truncateLong(text []rune) [][]rune {
	marks := 0
	return [][]rune{slices.DeleteFunc(slices.Clone(text), func(r rune) bool {
		if !rules.HasClass(r) {
			marks = 0
			return false
		}
		marks++
		return marks > 1024
	})}
}

// native returns a form of golang.org/x/text, which knows another version of
// Unicode and inserts U+034F into long mark sequences.
func native(form norm.Form) func([]rune) []rune {
	return func(text []rune) []rune { return []rune(form.String(string(text))) }
}

// isIgnorable reports whether R3.5 deletes r.
func isIgnorable(r rune) bool { return rules.Casefold(r) == "" }

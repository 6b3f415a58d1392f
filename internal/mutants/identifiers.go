package mutants

import (
	"regexp"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
)

// finder is chapter 2 once more, in the regular expressions of its rules, with
// parts to replace.
type finder struct {
	atom        *regexp.Regexp // R2.1
	cut         int            // R2.2
	trimFirst   bool           // R2.3 before R2.2
	lead, trail string         // R2.3: sets
	tests       []*regexp.Regexp
	// replace returns what becomes of an atom that is an identifier, given what R2.2
	// left of it and the candidate within.
	replace func(atom, tested, candidate string) string
}

// The places of the rules among the tests.
const (
	schemeTest  = iota // R2.4
	prefixTest         // R2.5
	doiTest            // R2.6
	addressTest        // R2.7
)

// prefixes are those of R2.5.
const prefixes = `www\.|mailto:|tel:|urn:|info:|doi:|hdl:|ark:|arxiv:|pmid:|orcid:|isbn:|issn:`

func newFinder() *finder {
	return &finder{
		atom: regexp.MustCompile("[!#-;=?-Z_a-z~]+"), cut: 2048, lead: "('*_", trail: ")'*_.,;:!?",
		tests: []*regexp.Regexp{
			regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://`),
			regexp.MustCompile(`^(?i:` + prefixes + `)`),
			regexp.MustCompile(`^10\.[0-9]{4,9}(\.[0-9]+)*/.`),
			regexp.MustCompile(`^[^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]`),
		},
		replace: func(_, _, _ string) string { return "\uFFFD" },
	}
}

func (f *finder) text(text string) string {
	return f.atom.ReplaceAllStringFunc(text, func(atom string) string {
		tested := atom
		if f.trimFirst {
			tested = strings.TrimRight(strings.TrimLeft(tested, f.lead), f.trail)
		}
		tested = tested[:min(len(tested), f.cut)]
		candidate := strings.TrimRight(strings.TrimLeft(tested, f.lead), f.trail)
		for _, t := range f.tests {
			if t.MatchString(candidate) {
				return f.replace(atom, tested, candidate)
			}
		}
		return atom
	})
}

// finding returns a mutation of chapter 2.
func finding(change func(f *finder)) func(p *protocol.Port) {
	f := newFinder()
	change(f)
	return func(p *protocol.Port) { p.Identifiers = f.text }
}

// testedBy returns a mutation of one of the tests.
func testedBy(which int, pattern string) func(p *protocol.Port) {
	return finding(func(f *finder) { f.tests[which] = regexp.MustCompile(pattern) })
}

// atoms returns a mutation of R2.1.
func atoms(pattern string) func(p *protocol.Port) {
	return finding(func(f *finder) { f.atom = regexp.MustCompile(pattern) })
}

// identifierMutants are those of chapter 2.
var identifierMutants = slices.Concat(findingMutants, joinMutants)

// findingMutants are those of R2.1 to R2.8.
var findingMutants = []Mutant{
	{
		Name: "atom-is-chunk", Rule: "R2.1",
		Mistake: "takes what stands between blanks for an atom, as most code that strips URLs does",
		mutate:  atoms(`[^\s]+`),
	},
	{
		Name: "atom-with-brackets", Rule: "R2.1",
		Mistake: "takes every visible ASCII character into an atom, brackets and quotation marks too",
		mutate:  atoms("[!-~]+"),
	},
	{
		Name: "atom-with-letters", Rule: "R2.1",
		Mistake: "takes letters of every script into an atom, as patterns for IRIs do",
		mutate:  atoms(`[!#-;=?-Z_a-z~\p{L}]+`),
	},
	{
		Name: "atom-with-delete", Rule: "R2.1",
		Mistake: "takes U+007F into an atom, by an upper bound that is one too high",
		mutate:  atoms("[!#-;=?-Z_a-z~\x7F]+"),
	},
	{
		Name: "cut-absent", Rule: "R2.2",
		Mistake: "tests the whole atom, as an implementation does that has it in memory",
		mutate:  finding(func(f *finder) { f.cut = 1 << 30 }),
	},
	{
		Name: "cut-one-less", Rule: "R2.2",
		Mistake: "tests 2,047 octets, by < in place of <=",
		mutate:  finding(func(f *finder) { f.cut-- }),
	},
	{
		Name: "cut-one-more", Rule: "R2.2",
		Mistake: "tests 2,049 octets, by a check after the octet was added",
		mutate:  finding(func(f *finder) { f.cut++ }),
	},
	{
		Name: "cut-after-trim", Rule: "R2.2",
		Mistake: "trims the whole atom first and cuts the candidate",
		mutate:  finding(func(f *finder) { f.trimFirst = true }),
	},
	{
		Name: "trim-absent", Rule: "R2.3",
		Mistake: "tests atoms with the punctuation around them",
		mutate:  finding(func(f *finder) { f.lead, f.trail = "", "" }),
	},
	{
		Name: "trim-one-set", Rule: "R2.3",
		Mistake: "trims one set of characters from both ends",
		mutate:  finding(func(f *finder) { f.lead += f.trail; f.trail = f.lead }),
	},
	{
		Name: "trim-without-colon", Rule: "R2.3",
		Mistake: "keeps a colon at the end, so that Info: is an identifier",
		mutate:  finding(func(f *finder) { f.trail = strings.ReplaceAll(f.trail, ":", "") }),
	},
	{
		Name: "trim-end-only", Rule: "R2.3",
		Mistake: "trims only what follows, as code does that finds links by where they begin",
		mutate:  finding(func(f *finder) { f.lead = "" }),
	},
	{
		Name: "trim-without-markup", Rule: "R2.3",
		Mistake: "does not know * and _, which Markdown puts around a link",
		mutate:  finding(func(f *finder) { f.lead = "('" }),
	},
	{
		Name: "scheme-web-only", Rule: "R2.4",
		Mistake: "knows http and https only, as most patterns for URLs do",
		mutate:  testedBy(schemeTest, `(?i:https?)://`),
	},
	{
		Name: "scheme-at-start", Rule: "R2.4",
		Mistake: "finds a scheme only where the candidate begins",
		mutate:  testedBy(schemeTest, `^[A-Za-z][A-Za-z0-9+.-]*://`),
	},
	{
		Name: "scheme-lower-case", Rule: "R2.4",
		Mistake: "knows schemes in lower case only",
		mutate:  testedBy(schemeTest, `[a-z][a-z0-9+.-]*://`),
	},
	{
		Name: "scheme-without-letter", Rule: "R2.4",
		Mistake: "takes any word characters for a scheme, as \\w+:// does",
		mutate:  testedBy(schemeTest, `[0-9A-Za-z_]+://`),
	},
	{
		Name: "scheme-needs-host", Rule: "R2.4",
		Mistake: "wants something after the slashes, as parsers of URLs do",
		mutate:  testedBy(schemeTest, `[A-Za-z][A-Za-z0-9+.-]*://.`),
	},
	{
		Name: "prefix-case", Rule: "R2.5",
		Mistake: "knows the prefixes in lower case only",
		mutate:  testedBy(prefixTest, `^(?:`+prefixes+`)`),
	},
	{
		Name: "prefix-unicode-case", Rule: "R2.5",
		Mistake: "ignores case by Unicode, so that U+212A is a k, as a pattern with the flag i does",
		mutate:  finding(func(f *finder) { f.atom = regexp.MustCompile("(?i)" + f.atom.String()) }),
	},
	{
		Name: "prefix-anywhere", Rule: "R2.5",
		Mistake: "finds a prefix anywhere in the candidate, by a search in place of a match",
		mutate:  testedBy(prefixTest, `(?i:`+prefixes+`)`),
	},
	{
		Name: "prefix-any-label", Rule: "R2.5",
		Mistake: "takes any label with a colon for a prefix, as the generic syntax of URIs has it",
		mutate:  testedBy(prefixTest, `^(?i:www\.|[a-z][a-z0-9+.-]*:)`),
	},
	{
		Name: "prefix-www-only", Rule: "R2.5",
		Mistake: "knows the prefixes of the web and none of libraries",
		mutate:  testedBy(prefixTest, `^(?i:www\.|mailto:|tel:|urn:)`),
	},
	{
		Name: "doi-anywhere", Rule: "R2.6",
		Mistake: "finds a DOI anywhere in the candidate, by a search in place of a match",
		mutate:  testedBy(doiTest, `10\.[0-9]{4,9}(\.[0-9]+)*/.`),
	},
	{
		Name: "doi-any-digits", Rule: "R2.6",
		Mistake: "takes any number of digits for a registrant code",
		mutate:  testedBy(doiTest, `^10\.[0-9]+(\.[0-9]+)*/.`),
	},
	{
		Name: "doi-undivided", Rule: "R2.6",
		Mistake: "knows no subdivided registrant code, as Crossref's pattern does not",
		mutate:  testedBy(doiTest, `^10\.[0-9]{4,9}/.`),
	},
	{
		Name: "doi-nothing-after-slash", Rule: "R2.6",
		Mistake: "is content with a slash and nothing after it",
		mutate:  testedBy(doiTest, `^10\.[0-9]{4,9}(\.[0-9]+)*/`),
	},
	{
		Name: "address-without-dot", Rule: "R2.7",
		Mistake: "takes anything with an @ for an address, as RFC 5322 does",
		mutate:  testedBy(addressTest, `^[^@]+@[^@]*[A-Za-z0-9]`),
	},
	{
		Name: "address-without-local-part", Rule: "R2.7",
		Mistake: "takes a handle for an address",
		mutate:  testedBy(addressTest, `^[^@]*@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]`),
	},
	{
		Name: "address-any-character-after-at", Rule: "R2.7",
		Mistake: "looks for a dot from two characters after the @ on, whatever the first is",
		mutate:  testedBy(addressTest, `^[^@]+@.?[^@]*[A-Za-z0-9]\.[A-Za-z0-9]`),
	},
	{
		Name: "address-whole", Rule: "R2.7",
		Mistake: "wants the candidate to be an address from end to end, as validators do",
		mutate:  testedBy(addressTest, `^[^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9][^@]*$`),
	},
	{
		Name: "address-any-dot", Rule: "R2.7",
		Mistake: "does not look at what stands beside the full stop",
		mutate:  testedBy(addressTest, `^[^@]+@[^@]*\.`),
	},
	{
		Name: "candidate-replaced", Rule: "R2.8",
		Mistake: "replaces the candidate and keeps what was trimmed and cut off",
		mutate: finding(func(f *finder) {
			f.replace = func(atom, _, candidate string) string { return strings.Replace(atom, candidate, "\uFFFD", 1) }
		}),
	},
	{
		Name: "beyond-cut-kept", Rule: "R2.8",
		Mistake: "replaces what it tested and keeps what lies beyond 2,048 octets",
		mutate: finding(func(f *finder) {
			f.replace = func(atom, tested, _ string) string { return "\uFFFD" + atom[len(tested):] }
		}),
	},
	{
		Name: "identifier-deleted", Rule: "R2.8",
		Mistake: "deletes identifiers, which joins the words around them, as re.sub(URL, '') does",
		mutate:  finding(func(f *finder) { f.replace = func(_, _, _ string) string { return "" } }),
	},
	{
		Name: "identifiers-kept", Rule: "R2.8",
		Mistake: "has no stage for identifiers",
		mutate:  finding(func(f *finder) { f.tests = nil }),
	},
}

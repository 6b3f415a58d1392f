package mutants

import (
	"regexp"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

// identifierMutants returns the mutants of chapter 2.
func identifierMutants() []Mutant {
	return slices.Concat(findingMutants(), joinMutants())
}

// findingMutants returns the mutants of R2.1 to R2.8.
func findingMutants() []Mutant {
	return []Mutant{
		{
			Name: "atom-is-chunk", Rule: "R2.1",
			Mistake: "takes what stands between blanks for an atom, as most code that strips URLs does",
			replace: atoms(`[^\s]+`),
		},
		{
			Name: "atom-with-brackets", Rule: "R2.1",
			Mistake: "takes every visible ASCII character into an atom, brackets and quotation marks too",
			replace: atoms("[!-~]+"),
		},
		{
			Name: "atom-with-letters", Rule: "R2.1",
			Mistake: "takes letters of every script into an atom, as patterns for IRIs do",
			replace: atoms(`[!#-;=?-Z_a-z~\p{L}]+`),
		},
		{
			Name: "atom-with-delete", Rule: "R2.1",
			Mistake: "takes U+007F into an atom, by an upper bound that is one too high",
			replace: atoms("[!#-;=?-Z_a-z~\x7F]+"),
		},
		{
			Name: "cut-absent", Rule: "R2.2",
			Mistake: "tests the whole atom, as an implementation does that has it in memory",
			replace: finding(func(f *rules.Finder) { f.Cut = unchanged }),
		},
		{
			Name: "cut-one-less", Rule: "R2.2",
			Mistake: "tests 2,047 octets, by < in place of <=",
			replace: finding(func(f *rules.Finder) { f.Cut = firstOctets(2047) }),
		},
		{
			Name: "cut-one-more", Rule: "R2.2",
			Mistake: "tests 2,049 octets, by a check after the octet was added",
			replace: finding(func(f *rules.Finder) { f.Cut = firstOctets(2049) }),
		},
		{
			Name: "cut-after-trim", Rule: "R2.2",
			Mistake: "trims the whole atom first and cuts the candidate",
			replace: finding(func(f *rules.Finder) { f.Cut, f.Trim = f.Trim, f.Cut }),
		},
		{
			Name: "trim-absent", Rule: "R2.3",
			Mistake: "tests atoms with the punctuation around them",
			replace: finding(func(f *rules.Finder) { f.Trim = unchanged }),
		},
		{
			Name: "trim-one-set", Rule: "R2.3",
			Mistake: "trims one set of characters from both ends",
			replace: finding(func(f *rules.Finder) { f.Trim = trimming("('*_.,;:!?)", "('*_.,;:!?)") }),
		},
		{
			Name: "trim-without-colon", Rule: "R2.3",
			Mistake: "keeps a colon at the end, so that Info: is an identifier",
			replace: finding(func(f *rules.Finder) { f.Trim = trimming("('*_", ")'*_.,;!?") }),
		},
		{
			Name: "trim-end-only", Rule: "R2.3",
			Mistake: "trims only what follows, as code does that finds links by where they begin",
			replace: finding(func(f *rules.Finder) { f.Trim = trimming("", ")'*_.,;:!?") }),
		},
		{
			Name: "trim-without-markup", Rule: "R2.3",
			Mistake: "does not know * and _, which Markdown puts around a link",
			replace: finding(func(f *rules.Finder) { f.Trim = trimming("('", ")'*_.,;:!?") }),
		},
		{
			Name: "scheme-web-only", Rule: "R2.4",
			Mistake: "knows http and https only, as most patterns for URLs do",
			replace: finding(func(f *rules.Finder) { f.Scheme = regexp.MustCompile(`(?i:https?)://`) }),
		},
		{
			Name: "scheme-at-start", Rule: "R2.4",
			Mistake: "finds a scheme only where the candidate begins",
			replace: finding(func(f *rules.Finder) { f.Scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`) }),
		},
		{
			Name: "scheme-lower-case", Rule: "R2.4",
			Mistake: "knows schemes in lower case only",
			replace: finding(func(f *rules.Finder) { f.Scheme = regexp.MustCompile(`[a-z][a-z0-9+.-]*://`) }),
		},
		{
			Name: "scheme-without-letter", Rule: "R2.4",
			Mistake: "takes any word characters for a scheme, as \\w+:// does",
			replace: finding(func(f *rules.Finder) { f.Scheme = regexp.MustCompile(`[0-9A-Za-z_]+://`) }),
		},
		{
			Name: "scheme-needs-host", Rule: "R2.4",
			Mistake: "wants something after the slashes, as parsers of URLs do",
			replace: finding(func(f *rules.Finder) { f.Scheme = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://.`) }),
		},
		{
			Name: "prefix-case", Rule: "R2.5",
			Mistake: "knows the prefixes in lower case only",
			replace: finding(func(f *rules.Finder) { f.Prefix = regexp.MustCompile(`^(?:` + prefixes + `)`) }),
		},
		{
			Name: "prefix-unicode-case", Rule: "R2.5",
			Mistake: "ignores case by Unicode, so that U+212A is a k, as a pattern with the flag i does",
			replace: finding(func(f *rules.Finder) { f.Atom = regexp.MustCompile("(?i)" + f.Atom.String()) }),
		},
		{
			Name: "prefix-anywhere", Rule: "R2.5",
			Mistake: "finds a prefix anywhere in the candidate, by a search in place of a match",
			replace: finding(func(f *rules.Finder) { f.Prefix = regexp.MustCompile(`(?i:` + prefixes + `)`) }),
		},
		{
			Name: "prefix-any-label", Rule: "R2.5",
			Mistake: "takes any label with a colon for a prefix, as the generic syntax of URIs has it",
			replace: finding(func(f *rules.Finder) { f.Prefix = regexp.MustCompile(`^(?i:www\.|[a-z][a-z0-9+.-]*:)`) }),
		},
		{
			Name: "prefix-www-only", Rule: "R2.5",
			Mistake: "knows the prefixes of the web and none of libraries",
			replace: finding(func(f *rules.Finder) { f.Prefix = regexp.MustCompile(`^(?i:www\.|mailto:|tel:|urn:)`) }),
		},
		{
			Name: "doi-anywhere", Rule: "R2.6",
			Mistake: "finds a DOI anywhere in the candidate, by a search in place of a match",
			replace: finding(func(f *rules.Finder) { f.DOI = regexp.MustCompile(`10\.[0-9]{4,9}(\.[0-9]+)*/.`) }),
		},
		{
			Name: "doi-any-digits", Rule: "R2.6",
			Mistake: "takes any number of digits for a registrant code",
			replace: finding(func(f *rules.Finder) { f.DOI = regexp.MustCompile(`^10\.[0-9]+(\.[0-9]+)*/.`) }),
		},
		{
			Name: "doi-undivided", Rule: "R2.6",
			Mistake: "knows no subdivided registrant code, as Crossref's pattern does not",
			replace: finding(func(f *rules.Finder) { f.DOI = regexp.MustCompile(`^10\.[0-9]{4,9}/.`) }),
		},
		{
			Name: "doi-nothing-after-slash", Rule: "R2.6",
			Mistake: "is content with a slash and nothing after it",
			replace: finding(func(f *rules.Finder) { f.DOI = regexp.MustCompile(`^10\.[0-9]{4,9}(\.[0-9]+)*/`) }),
		},
		{
			Name: "address-without-dot", Rule: "R2.7",
			Mistake: "takes anything with an @ for an address, as RFC 5322 does",
			replace: finding(func(f *rules.Finder) { f.Address = regexp.MustCompile(`^[^@]+@[^@]*[A-Za-z0-9]`) }),
		},
		{
			Name: "address-without-local-part", Rule: "R2.7",
			Mistake: "takes a handle for an address",
			replace: finding(func(f *rules.Finder) { f.Address = regexp.MustCompile(`^[^@]*@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]`) }),
		},
		{
			Name: "address-any-character-after-at", Rule: "R2.7",
			Mistake: "looks for a dot from two characters after the @ on, whatever the first is",
			replace: finding(func(f *rules.Finder) { f.Address = regexp.MustCompile(`^[^@]+@.?[^@]*[A-Za-z0-9]\.[A-Za-z0-9]`) }),
		},
		{
			Name: "address-whole", Rule: "R2.7",
			Mistake: "wants the candidate to be an address from end to end, as validators do",
			replace: finding(func(f *rules.Finder) { f.Address = regexp.MustCompile(`^[^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9][^@]*$`) }),
		},
		{
			Name: "address-any-dot", Rule: "R2.7",
			Mistake: "does not look at what stands beside the full stop",
			replace: finding(func(f *rules.Finder) { f.Address = regexp.MustCompile(`^[^@]+@[^@]*\.`) }),
		},
		{
			Name: "candidate-replaced", Rule: "R2.8",
			Mistake: "replaces the candidate and keeps what was trimmed and cut off",
			replace: finding(func(f *rules.Finder) {
				f.Replace = func(atom, _, candidate string) string { return strings.Replace(atom, candidate, "\uFFFD", 1) }
			}),
		},
		{
			Name: "beyond-cut-kept", Rule: "R2.8",
			Mistake: "replaces what it tested and keeps what lies beyond 2,048 octets",
			replace: finding(func(f *rules.Finder) {
				f.Replace = func(atom, tested, _ string) string { return "\uFFFD" + atom[len(tested):] }
			}),
		},
		{
			Name: "identifier-deleted", Rule: "R2.8",
			Mistake: "deletes identifiers, which joins the words around them, as re.sub(URL, '') does",
			replace: finding(func(f *rules.Finder) { f.Replace = func(_, _, _ string) string { return "" } }),
		},
		{
			Name: "identifiers-kept", Rule: "R2.8",
			Mistake: "has no stage for identifiers",
			replace: identifying(func(i *rules.Identifiers) { i.Remove = unchanged }),
		},
	}
}

// identifying returns a mutation of chapter 2.
func identifying(change func(i *rules.Identifiers)) func(r *rules.Rules) {
	return func(r *rules.Rules) { change(r.Identifiers) }
}

// finding returns a mutation of R2.1 to R2.8.
func finding(change func(f *rules.Finder)) func(r *rules.Rules) {
	return identifying(func(i *rules.Identifiers) {
		f := rules.NewFinder()
		change(f)
		i.Remove = f.Text
	})
}

// atoms returns a mutation of R2.1.
func atoms(pattern string) func(r *rules.Rules) {
	return finding(func(f *rules.Finder) { f.Atom = regexp.MustCompile(pattern) })
}

func unchanged(text string) string { return text }

func firstOctets(n int) func(string) string {
	return func(text string) string { return text[:min(len(text), n)] }
}

func trimming(leading, trailing string) func(string) string {
	return func(text string) string { return strings.TrimRight(strings.TrimLeft(text, leading), trailing) }
}

// prefixes are the prefixes of R2.5.
const prefixes = `www\.|mailto:|tel:|urn:|info:|doi:|hdl:|ark:|arxiv:|pmid:|orcid:|isbn:|issn:`

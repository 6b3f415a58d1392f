package evaluation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

func (r *run) writeMethod(w *writer) {
	w.p("## Method")
	w.p("**Texts.** HTML gives its visible text (SPEC.md, chapter 11), EPUB that of its pages, PDF what pdftotext finds. A page is "+
		"%d words, cut between paragraphs. In scripts without blanks a word is the number of letters that ICU finds on average. One "+
		"version stands for a work that has several. Menus stay in. Untranslated parts of a translation "+
		"stay in, too, so pages in one language may be in two scripts; rows by script have the pairs "+
		"whose texts are both in that script.", page)
	w.p("**Edits.** The given share of the words is drawn at random, at least one. Each is deleted, "+
		"replaced by another word of the text, followed by one, or swapped with the next, with equal "+
		"chance. Words of declarations are those that ICU's segmentation finds, with its dictionaries of "+
		"Chinese, Japanese, Thai, Lao, Khmer and Burmese. For languages in such scripts without a "+
		"dictionary in ICU (%s) it finds syllables or sentences, so they have a row of their own and "+
		"count nowhere else. Words of manuals are sequences of letters and digits, and in scripts "+
		"without blanks two letters. In groups of few translations each is edited several times, so that "+
		"a group has about %d pairs.",
		strings.Join(withoutDictionary, ", "), r.plan.perGroup)
	w.p("**Menus.** The page is preceded by titles of another manual in the language: consecutive lines "+
		"of less than %d octets, with %.0f %% as many words as the page.", longestTitle, 100*addedShare)
	w.p("**Media.** Passages of two media are aligned by runs of five words that occur once in both; a passage whose other side cannot be "+
		"found, or has less than half or more than twice the words, is left out: %s. Up to %d passages of each manual and medium are measured.",
		r.leftOut(), r.plan.twins)
	w.p("**Unrelated pairs.** These are all pairs of pages in one language. Two pages quote the same "+
		"text if a fifth or more of the runs of %d words of the shorter one are in the other too (in "+
		"scripts without blanks, runs of %d letters): licences, notices, the output of programs. Finding "+
		"these is not an error, so they have rows of their own. No fingerprint has a part in that "+
		"decision. Short windows have no such runs and are all counted: two texts of two words may be "+
		"the same, which is why a short text cannot be judged.", quoteRun, quoteRun)
	w.p("**Lengths.** A text that is longer than a manual consists of several in one language, one after " +
		"the other. No language has two of " +
		"1,000 pages, so there are no unrelated pairs of that length.")
	w.p("**Features.** Windows are drawn from the manuals, %d of each length in each language. A pair is "+
		"in the class of the text that has fewer features.",
		r.plan.windows)
	w.p("**Statistics.** Intervals are Wilson's score intervals of 95 %%; for what was never seen, from 0 to 3/n (rule " +
		"of three). They assume independent pairs. Pairs of n pages are not independent, and neither are " +
		"several edits of one text: where many pairs share a text, the intervals are too narrow. Quantiles are nearest ranks. AUC is how likely it " +
		"is that a true pair is nearer than an unrelated one, a tie counting half, with DeLong's interval. A recall of 0.999 or more that is not 1 is 0.999.")
	w.p("**To repeat it.** `make evaluate` installs the documents, measures and writes this page and advice.yaml. Everything drawn at random comes from PCG with the seed %d and the purpose of the draw, so the "+
		"same documents give the same octets, however many processors there are.", r.options.Seed)
}

// leftOut says how many passages have no counterpart.
func (r *run) leftOut() string {
	var all []string
	for _, medium := range otherMedia {
		n := r.left[leftKey{medium, page}]
		all = append(all, fmt.Sprintf("%s of a page in %s", grouped(n.Unanchored+n.Length), strings.ToUpper(string(medium))))
	}
	return strings.Join(all, ", ")
}

func (r *run) writeAnnex(w *writer) {
	w.p("## Annex: the worst pairs of each medium")
	s := r.meter.subjects[max(0, r.meter.find(r.reference()))].scheme
	w.p("The pages that are farthest apart by `%s` in HTML and in another medium, one of each manual, "+
		"and the whole manual that is; with the tokens that one side has more often.", r.reference())
	for _, medium := range otherMedia {
		all := r.worst[medium]
		if whole, ok := r.worstWhole[medium]; ok {
			all = append(slices.Clone(all), whole)
		}
		if rows := missRows(s, all); len(rows) > 0 {
			w.table([]string{strings.ToUpper(string(medium)), "distance", "tokens, HTML / other", "only or more in HTML", "only or more in " + strings.ToUpper(string(medium))}, 1, rows)
		}
	}
	w.p("## Annex: what was installed")
	w.p("%s.", strings.Join(r.library.installed, "; "))
	var rows [][]string
	for _, language := range r.languages() {
		manuals, media := r.principal(language), make(map[corpus.Medium]int)
		var works []string
		for _, m := range manuals {
			works = append(works, m.work)
			for medium := range m.media {
				media[medium]++
			}
		}
		line := []string{"`" + language + "`", strings.Join(works, ", ")}
		for _, medium := range append([]corpus.Medium{corpus.HTML}, otherMedia...) {
			line = append(line, fmt.Sprint(media[medium]))
		}
		rows = append(rows, line)
	}
	w.table([]string{"language", "manuals", "HTML", "TXT", "EPUB", "PDF"}, 2, rows)
}

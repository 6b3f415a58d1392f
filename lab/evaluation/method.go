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
		"%d words, cut between paragraphs. In scripts without blanks a word is so many letters as ICU finds on average. Of works "+
		"in several versions one stands for the work. Menus stay in. Parts of a translation that are not translated stay in too, so that pages in "+
		"one language may be in two scripts; rows by script have the pairs of which both are in that script.", page)
	w.p("**Edits.** Of the words, that share is drawn, at least one; each is, with equal chance, deleted, replaced by another word of the "+
		"text, followed by one, or swapped with the next. Words of declarations are those that ICU's segmentation finds, with its dictionaries of Chinese, "+
		"Japanese, Thai, Lao, Khmer and Burmese; of languages in such scripts that ICU has no dictionary of (%s) it finds syllables or sentences, so "+
		"they have a row of their own and count in nothing else. Words of manuals are sequences of letters and digits, and in scripts without blanks "+
		"two letters. In groups of few translations each is edited several times, so that a group has about %d pairs.",
		strings.Join(withoutDictionary, ", "), r.plan.perGroup)
	w.p("**Menus.** In front of the page stand titles of another manual in the language, lines of less than %d octets that follow each other, "+
		"with %.0f %% as many words as the page.", longestTitle, 100*addedShare)
	w.p("**Media.** Passages of two media are aligned by runs of five words that occur once in both; a passage whose other side cannot be "+
		"found, or has less than half or more than twice the words, is left out: %s. Of a manual and medium up to %d passages are measured.",
		r.leftOut(), r.plan.twins)
	w.p("**Unrelated pairs.** All pairs of pages in one language. Two pages quote the same if a fifth or more of the runs of %d words of the "+
		"shorter one are in the other too (in scripts without blanks, runs of %d letters): licences, notices, the output of programs. To find these is no "+
		"error, so they have rows of their own. No fingerprint decides it. Short windows have no such runs, and are all counted: that "+
		"two texts of two words are the same is why a short text cannot be judged.", quoteRun, quoteRun)
	w.p("**Lengths.** A text that is longer than a manual is of several in one language, one after the other. No language has two of " +
		"1,000 pages, so there are no unrelated pairs of that length.")
	w.p("**Features.** In each manual windows are drawn, %d of each length in each language. A pair is in the class of the text that has fewer features.",
		r.plan.windows)
	w.p("**Statistics.** Intervals are of 95 %%: Wilson's score interval; for what was never seen, from 0 to 3/n (rule of three). They take pairs for " +
		"independent. Pairs of n pages are not, nor are several edits of one text: intervals of what many pairs share are too narrow. Quantiles are nearest ranks. AUC is how likely it " +
		"is that a true pair is nearer than an unrelated one, a tie counting half, with DeLong's interval. A recall of .999 or more that is not 1 is .999.")
	w.p("**To repeat it.** `make evaluate` installs the documents, measures and writes this page, its pictures and advice.yaml. All that is drawn comes "+
		"of PCG with the seed %d and of what it is drawn for, so the same documents give the same octets, however many processors there are.", r.options.Seed)
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
	s := r.main.subjects[max(0, r.main.find(r.reference()))].scheme
	w.p("Pages in HTML and in another medium that are farthest apart by `%s`, one of a manual, and the whole manual that is; with the tokens that one side has more often.", r.reference())
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

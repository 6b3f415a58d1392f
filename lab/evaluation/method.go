package evaluation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

func (r *run) writeMethod(w *writer) {
	w.p("## Method")
	w.p("**Texts.** The text of HTML is its visible text (SPEC.md, chapter 11). The text of EPUB is "+
		"the visible text of its pages. The text of a PDF is what pdftotext finds. A page is %d "+
		"words, cut between paragraphs. In scripts without blanks, a word is a number of letters: "+
		"the average length of the words that ICU finds. Of a work with several versions, one "+
		"version is used. Menus stay in. Untranslated parts of a translation stay in, too. So pages "+
		"in one language may be in two scripts. Rows by script count only pairs whose texts are both "+
		"in that script.", page)
	w.p("**Edits.** The given share of the words is drawn at random, at least one word. Each is "+
		"edited in one of four ways, with equal chance. It is deleted, replaced by another word of "+
		"the text, followed by one, or swapped with the next. ICU's segmentation finds the words of "+
		"declarations. It has dictionaries of Chinese, Japanese, Thai, Lao, Khmer and Burmese. For "+
		"some languages in such scripts, ICU has no dictionary (%s). There it finds syllables or "+
		"sentences. So these languages have a row of their own and count nowhere else. Words of "+
		"manuals are sequences of letters and digits, and in scripts without blanks two letters. In "+
		"groups of few translations, each is edited several times. So each group has about %d pairs.",
		strings.Join(withoutDictionary, ", "), r.plan.perGroup)
	w.p("**Menus.** The page is preceded by titles of another manual in the language. They are "+
		"consecutive lines of less than %d bytes, with %.0f %% as many words as the page.", longestTitle, 100*addedShare)
	w.p("**Media.** Passages of two media are aligned by runs of five words that occur once in "+
		"both. A passage is left out if its other side cannot be found. It is also left out if its "+
		"other side has less than half or more than twice the words. These passages of a page are "+
		"left out: %s. Up to %d passages of each manual and medium are measured.",
		r.leftOut(), r.plan.twins)
	w.p("**Unrelated pairs.** These are all pairs of pages in one language. Some pages quote the "+
		"same text, such as licences, notices or the output of programs. Two pages do if at least a "+
		"fifth of the shorter one's runs of %d words are in the other. In scripts without blanks, "+
		"these are runs of %d letters. Finding such pairs is not an error, so they have rows of "+
		"their own. No fingerprint has a part in that decision. Short windows have no such runs and "+
		"are all counted. Two texts of two words may be the same. That is why a short text cannot be "+
		"judged.", quoteRun, quoteRun)
	w.p("**Lengths.** A text that is longer than a manual consists of several manuals in one " +
		"language, one after the other. No language has two texts of 1,000 pages. So there are no " +
		"unrelated pairs of that length.")
	w.p("**Features.** Windows are drawn from the manuals, %d of each length in each language. A pair is "+
		"in the class of the text that has fewer features.",
		r.plan.windows)
	w.p("**Statistics.** Intervals are Wilson's score intervals of 95 %%. For what was never seen, " +
		"they are from 0 to 3/n (rule of three). They assume independent pairs. Pairs of n pages are " +
		"not independent, and neither are several edits of one text. Where many pairs share a text, " +
		"the intervals are too narrow. Quantiles are nearest ranks. AUC is the probability that a " +
		"true pair is nearer than an unrelated one. A tie counts half. Its interval is DeLong's. A " +
		"recall of 0.999 or more that is not 1 is shown as 0.999.")
	w.p("**To repeat it.** `make evaluate` installs the documents, measures, and writes this page "+
		"and `advice.yaml`. Everything random is drawn from PCG with the seed %d and the purpose of "+
		"the draw. So the same documents produce the same bytes with any number of processors.", r.options.Seed)
}

// leftOut says how many passages have no counterpart.
func (r *run) leftOut() string {
	var all []string
	for _, medium := range otherMedia {
		n := r.left[leftKey{medium, page}]
		all = append(all, fmt.Sprintf("%s in %s", grouped(n.Unanchored+n.Length), strings.ToUpper(string(medium))))
	}
	return strings.Join(all, ", ")
}

func (r *run) writeAnnex(w *writer) {
	w.p("## Annex: worst pairs of each medium")
	s := r.meter.subjects[max(0, r.meter.find(r.reference()))].scheme
	w.p("Each table compares HTML with another medium. It shows the pages that are farthest apart "+
		"by `%s`, one of each manual. It also shows the whole manual that is farthest apart. The "+
		"last two columns list the tokens that one side has more often.", r.reference())
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
	w.p("- %s", strings.Join(r.library.installed, "\n- "))
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
		line := []string{"`" + language + "`", "`" + strings.Join(works, ", ") + "`"}
		for _, medium := range append([]corpus.Medium{corpus.HTML}, otherMedia...) {
			line = append(line, fmt.Sprint(media[medium]))
		}
		rows = append(rows, line)
	}
	w.table([]string{"language", "manuals", "HTML", "TXT", "EPUB", "PDF"}, 2, rows)
}

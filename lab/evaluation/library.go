package evaluation

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// library is what is measured, in memory.
type library struct {
	installed    []string
	declarations []declaration
	manuals      []*manual // by work, version and language
	releases     []string  // of the revisions, "3.2.1 to 4.2.1"
	revisions    []revision
}

// declaration is one translation of one text.
type declaration struct {
	id, language, group string
	words               []corpus.Segment
	text                string
}

// manual is one work in one version and one language.
type manual struct {
	work, version, language string
	media                   map[corpus.Medium]string
	principal               bool // it represents all versions of a work
}

// text is the text of the HTML, which always exists.
func (m *manual) text() string { return m.media[corpus.HTML] }

func (m *manual) String() string {
	return strings.Join(strings.Fields(m.work+" "+m.version+" "+m.language), " ")
}

// revision is one text in two releases.
type revision struct{ releases, path, from, to string }

// The versions of works that have several: one stands for the work, the others are
// compared with it.
var (
	principals = map[string]string{"installation-guide": "amd64", "debian-edu": "bookworm"}
	compared   = map[string][]string{"installation-guide": {"arm64", "i386", "s390x"}, "debian-edu": {"bullseye"}}
)

// languages and releases of the quick run.
var (
	quickLanguages = []string{"en", "fr", "ja", "ru", "zh-CN"}
	quickRevisions = 4 // one in this number
)

// load reads what the plan needs of the corpus.
func (r *run) load(ctx context.Context, e *corpus.Evaluation) error {
	r.library = &library{installed: e.Installed}
	r.library.declarations = make([]declaration, len(e.Declarations))
	errs := make([]error, len(e.Declarations))
	err := r.parallel(ctx, "declarations", len(e.Declarations), func(i int) {
		r.library.declarations[i], errs[i] = readDeclaration(e.Declarations[i])
	})
	if err := errors.Join(append(errs, err)...); err != nil {
		return err
	}
	documents := slices.DeleteFunc(slices.Clone(e.Documents), func(d corpus.Document) bool {
		if r.plan.languages != nil && !slices.Contains(r.plan.languages, d.Language) {
			return true
		}
		principal, several := principals[d.Work]
		if !several || d.Version == principal {
			return false
		}
		return d.Medium != corpus.HTML || !slices.Contains(compared[d.Work], d.Version)
	})
	texts := make([]string, len(documents))
	errs = make([]error, len(documents))
	err = r.parallel(ctx, "documents", len(documents), func(i int) { texts[i], errs[i] = documents[i].Text() })
	if err := errors.Join(append(errs, err)...); err != nil {
		return err
	}
	r.library.manuals = manuals(documents, texts)
	return r.loadRevisions(ctx, e)
}

func readDeclaration(d corpus.Declaration) (declaration, error) {
	segments, err := d.Words()
	if err != nil {
		return declaration{}, err
	}
	text := join(segments)
	group := groupOf(text)
	if slices.Contains(withoutDictionary, d.ID) {
		group = noDictionary
	}
	return declaration{d.ID, d.Language, group, segments, text}, nil
}

// manuals gathers the media of each manual. It leaves out manuals without HTML.
func manuals(documents []corpus.Document, texts []string) []*manual {
	var all []*manual
	for i, d := range documents {
		if len(all) == 0 || all[len(all)-1].work != d.Work || all[len(all)-1].version != d.Version ||
			all[len(all)-1].language != d.Language {
			principal, several := principals[d.Work]
			all = append(all, &manual{d.Work, d.Version, d.Language, make(map[corpus.Medium]string),
				!several || d.Version == principal})
		}
		all[len(all)-1].media[d.Medium] = texts[i]
	}
	return slices.DeleteFunc(all, func(m *manual) bool { return m.media[corpus.HTML] == "" })
}

func (r *run) loadRevisions(ctx context.Context, e *corpus.Evaluation) error {
	all := make([]revision, 0, len(e.Revisions))
	var from []corpus.Revision
	for i, v := range e.Revisions {
		if i%r.plan.everyRevision == 0 {
			from = append(from, v)
		}
		if releases := v.From + " to " + v.To; !slices.Contains(r.library.releases, releases) {
			r.library.releases = append(r.library.releases, releases)
		}
	}
	slices.Sort(r.library.releases)
	all = all[:len(from)]
	errs := make([]error, len(from))
	err := r.parallel(ctx, "revisions", len(from), func(i int) {
		a, b, err := from[i].Texts()
		all[i], errs[i] = revision{from[i].From + " to " + from[i].To, from[i].Path, a, b}, err
	})
	r.library.revisions = all
	return errors.Join(append(errs, err)...)
}

// groupOf is the group of the scripts of a text, and where a group is large the
// script.
func groupOf(text string) string {
	g := corpus.GroupOf(text)
	if g != corpus.Spaced && g != corpus.RightToLeft {
		return string(g)
	}
	if s := corpus.Script(text); slices.Contains(groups, s) {
		return s
	}
	return otherSpaced
}

const otherSpaced = "other with blanks"

// noDictionary are languages in scripts without blanks for which ICU has no dictionary. Its words
// for them are syllables or sentences. Results of edits show them only in a row of their own.
const noDictionary = "no dictionary"

var withoutDictionary = []string{"iii", "jav_java", "kkh_lana", "mnw", "shn", "vie_han"}

// groups are in the order of tables.
var groups = []string{
	"Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", string(corpus.Korean), string(corpus.Ethiopic),
	string(corpus.Tibetan), otherSpaced, string(corpus.Indic), string(corpus.SoutheastAsian),
	string(corpus.HanAndJapanese), string(corpus.Other), noDictionary,
}

// pieces returns pieces of a text, at most a number, evenly spread over it.
func pieces(text string, words, most int) []string { return spread(corpus.Pieces(text, words), most) }

// spread picks at most most items, evenly; all if most is 0.
func spread[T any](all []T, most int) []T {
	if most == 0 || len(all) <= most {
		return all
	}
	chosen := make([]T, most)
	for i := range chosen {
		chosen[i] = all[i*len(all)/most]
	}
	return chosen
}

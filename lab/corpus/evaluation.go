package corpus

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
)

// ErrNoEvaluation is wrapped by the error of [OpenEvaluation].
var ErrNoEvaluation = errors.New("the evaluation set is not installed: run lab/corpus/install.sh evaluation")

// Folders that lab/corpus/install.sh makes for the evaluation set.
const (
	evaluation = "evaluation"
	pdfText    = "pdf-text"
	udhrWords  = "udhr-words"
)

// Evaluation is what schemes are measured on.
type Evaluation struct {
	Installed    []string      // "debian-policy 4.6.2.0", "udhr-words udhr 6.0.0, ICU 78.2"
	Documents    []Document    // in order of work, version, language and medium
	Declarations []Declaration // in order of their ID
	Revisions    []Revision    // in order of path, then of release
}

// OpenEvaluation lists the evaluation set in a directory, as [Dir] returns it.
func OpenEvaluation(dir string) (*Evaluation, error) {
	manifest, err := os.ReadFile(filepath.Join(dir, evaluation, "VERSION"))
	if err != nil {
		return nil, fmt.Errorf("%w (no %s in %s)", ErrNoEvaluation, evaluation, dir)
	}
	lines := strings.Split(strings.TrimSpace(string(manifest)), "\n")
	e := &Evaluation{Installed: lines[1:]}
	var releases []string
	for _, line := range e.Installed {
		name, want, _ := strings.Cut(line, " ")
		got, err := version(filepath.Join(dir, name))
		if got, _, _ = strings.Cut(got, "\n"); err != nil || got != want {
			return nil, fmt.Errorf("%w (%s in %s is not of version %s)", ErrNoEvaluation, name, dir, want)
		}
		switch {
		case name == declarations:
			if _, e.Declarations, err = openDeclarations(filepath.Join(dir, name)); err != nil {
				return nil, err
			}
		case strings.HasPrefix(name, django+"-"):
			releases = append(releases, want)
		case name == udhrWords || name == pdfText:
		default:
			found, err := findDocuments(dir, name)
			if err != nil {
				return nil, err
			}
			e.Documents = append(e.Documents, found...)
		}
	}
	slices.SortFunc(e.Documents, func(a, b Document) int {
		return cmp.Or(strings.Compare(a.Work, b.Work), strings.Compare(a.Version, b.Version),
			strings.Compare(a.Language, b.Language), strings.Compare(string(a.Medium), string(b.Medium)))
	})
	if e.Revisions, err = findRevisions(dir, releases); err != nil {
		return nil, err
	}
	return e, nil
}

// Medium is how a document is stored.
type Medium string

// The media of documents.
const (
	HTML Medium = "html"
	TXT  Medium = "txt"
	PDF  Medium = "pdf"
	EPUB Medium = "epub"
)

// Document is one edition of a manual. Documents that differ only in the medium
// are the same text.
type Document struct {
	Work     string // "installation-guide"
	Version  string // "amd64"; "" where a work has one
	Language string // by BCP 47, with a region only where it tells: "de", "pt-BR"
	Medium   Medium

	dir, file string // file is relative to dir, with slashes
}

// Path returns the path of the document, or of its first page.
func (d Document) Path() string { return filepath.Join(d.dir, filepath.FromSlash(d.file)) }

// Pages returns the paths of a document in HTML in reading order.
func (d Document) Pages() ([]string, error) { return pages(d.Path()) }

// String returns "installation-guide amd64 de html".
func (d Document) String() string { return d.edition() + " " + string(d.Medium) }

func (d Document) edition() string {
	return strings.Join(slices.DeleteFunc([]string{d.Work, d.Version, d.Language},
		func(s string) bool { return s == "" }), " ")
}

// works selects the files that are documents. A work without a name has the name in the pattern's
// group "work". A document without a language is English.
var works = []struct {
	name string
	path *regexp.Regexp
}{
	{"apt-guide", files(`apt-doc/doc/apt-doc/guide\.(LANG\.)?html/index`)},
	{"apt-offline", files(`apt-doc/doc/apt-doc/offline\.(LANG\.)?html/index`)},
	{"aptitude", files(`aptitude-doc-[^/]+/doc/aptitude/html/LANG/index`)},
	{"debian-edu", files(`debian-edu-doc-LANG/doc/[^/]+/debian-edu-(?P<version>bullseye|bookworm)-manual`)},
	{"", files(`debian-edu-doc-legacy-LANG/doc/[^/]+/(?P<work>[^/]+)-manual`)},
	{"debian-faq", files(`debian-faq[^/]*/doc/debian/FAQ/(debian-faq|([^/]+/)?index)\.LANG`)},
	{"debian-handbook", files(`debian-handbook/doc/debian-handbook/html/LANG/index`)},
	{"debian-history", files(`debian-history/doc/debian-history/docs/(index|project-history)\.LANG`)},
	{"debian-policy", files(`debian-policy[^/]*/doc/debian-policy/(LANG/)?policy(\.html/index)?`)},
	{"", files(`debian-policy/doc/debian-policy/(?P<work>copyright-format|debconf_specification|menu-policy|perl-policy)(-1(\.0)?)?`)},
	{"fhs", files(`debian-policy/doc/debian-policy/fhs/fhs-3\.0`)},
	{"debian-reference", files(`debian-reference-[^/]+/debian-reference/(index|debian-reference)\.LANG`)},
	{"debmake-doc", files(`debmake-doc/doc/debmake-doc/(html/index|debmake-doc)\.LANG`)},
	{"developers-reference", files(`developers-reference[^/]*/developers-reference/(LANG/)?developers-reference`)},
	{"installation-guide", files(`installation-guide-(?P<version>[^/]+)/(doc/[^/]+/)?LANG/(index|install\.[^./]+)`)},
	{"live-manual", files(`live-manual-[^/]+/doc/live-manual/[^/]+/live-manual\.LANG`)},
	{"maint-guide", files(`maint-guide[^/]*/doc/[^/]+/(html/index|maint-guide)\.LANG`)},
	{"securing-debian", files(`harden-doc/doc/harden-doc/html/LANG/index`)},
}

// untranslated are the editions that are more than half in English, since works are not always
// fully translated. The test measures it.
var untranslated = names(`
	audacity fr, audacity nb, audacity nl, audacity zh-CN,
	debian-edu bookworm da, debian-edu bookworm nb,
	debian-handbook cs, debian-handbook da, debian-handbook el, debian-handbook hr,
	debian-handbook ko, debian-handbook nl, debian-handbook pl, debian-handbook ro,
	debian-handbook sv, debian-handbook tr, debian-handbook vi, debian-handbook zh-TW,
	debian-policy ja, debmake-doc de, debmake-doc ja,
	live-manual de, live-manual pt-BR, live-manual ro,
	securing-debian es, securing-debian ja, securing-debian zh-CN`)

func names(list string) map[string]bool {
	set := make(map[string]bool)
	for _, name := range strings.Split(list, ",") {
		set[strings.TrimSpace(name)] = true
	}
	return set
}

func files(pattern string) *regexp.Regexp {
	pattern = strings.ReplaceAll(pattern, "LANG", `(?P<language>[a-z]{2}([-_][A-Za-z]{2})?)`)
	return regexp.MustCompile(`^` + pattern + `\.(?P<medium>html|txt|pdf|epub)(\.gz)?$`)
}

// noText is a size in bytes. It exceeds the text of a PDF that only says that there is no PDF in
// this language.
const noText = 1000

// findDocuments lists the documents in the folder of one package.
func findDocuments(dir, name string) ([]Document, error) {
	var found []Document
	err := filepath.WalkDir(filepath.Join(dir, name), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		file, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		d := Document{dir: dir, file: filepath.ToSlash(file)}
		if !d.parse() || untranslated[d.edition()] {
			return nil
		}
		if d.Medium == PDF {
			text, err := os.Stat(d.textOfPDF())
			if err != nil {
				return err
			}
			if text.Size() < noText {
				return nil
			}
		}
		found = append(found, d)
		return nil
	})
	return found, err
}

// parse fills d in from its file's name. It returns false if this is no document.
func (d *Document) parse() bool {
	for _, w := range works {
		m := w.path.FindStringSubmatch(d.file)
		if m == nil {
			continue
		}
		d.Work, d.Language = w.name, "en"
		for i, group := range w.path.SubexpNames() {
			switch {
			case m[i] == "":
			case group == "work":
				d.Work = m[i]
			case group == "version":
				d.Version = m[i]
			case group == "language":
				d.Language = language(m[i])
			case group == "medium":
				d.Medium = Medium(m[i])
			}
		}
		return true
	}
	return false
}

// language spells a tag as BCP 47 does. "de-DE" is "de": only of Chinese and of
// Portuguese are there two regions.
func language(tag string) string {
	l, region, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
	region = strings.ToUpper(region)
	if l == "zh" || region == "BR" {
		return l + "-" + region
	}
	return l
}

// Text returns the text of a document. For HTML and EPUB it is the visible text of all pages in
// reading order. For a PDF it is the output of pdftotext, including page numbers. There is a line
// end between two pages.
func (d Document) Text() (string, error) {
	text, err := d.text()
	if err != nil {
		return "", fmt.Errorf("%s: %w", d.Path(), err)
	}
	return text, nil
}

func (d Document) text() (string, error) {
	var b strings.Builder
	switch d.Medium {
	case HTML:
		paths, err := d.Pages()
		if err != nil {
			return "", err
		}
		_, err = copyPages(&b, paths)
		return b.String(), err
	case TXT:
		octets, charset, err := readText(d.Path(), d.Language)
		if err != nil {
			return "", err
		}
		_, err = copyDocument(&b, bytes.NewReader(octets), d.Path(), extract.Options{MediaType: "text/plain; charset=" + charset})
		return b.String(), err
	case PDF:
		text, err := os.ReadFile(d.textOfPDF())
		return strings.ReplaceAll(string(text), "\f", "\n"), err
	case EPUB:
		_, err := copyText(&b, d.Path(), extract.Options{})
		return b.String(), err
	}
	return "", fmt.Errorf("no reader for %s", d.Medium)
}

func (d Document) textOfPDF() string {
	return filepath.Join(d.dir, pdfText, filepath.FromSlash(d.file)+".txt")
}

// readText returns the bytes of a text file that may be packed, and their charset.
func readText(path, language string) (octets []byte, charset string, err error) {
	if octets, err = os.ReadFile(path); err != nil {
		return nil, "", err
	}
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(octets))
		if err != nil {
			return nil, "", err
		}
		if octets, err = io.ReadAll(z); err != nil {
			return nil, "", err
		}
	}
	if charset, err = charsetOf(octets, language); err != nil {
		return nil, "", err
	}
	return octets, charset, nil
}

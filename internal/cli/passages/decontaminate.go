package passages

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/engine/repeats"
	"github.com/lsh-interop/fpcheck/internal/kernel/blank"
	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
)

// What counts as found, unless the user says otherwise.
const (
	coverWords = 4
	coverShare = .2
	anyWords   = 13
	wholeWords = 20 // shorter references must be covered wholly, unless there is --cover
)

// decontaminateFlags are the flags of the command decontaminate.
type decontaminateFlags struct {
	documents.ReadFlags
	references, ignore []string
	referenceText      []string
	referenceID        string
	referenceForm      string // "": that of the corpus
	words, common      int
	cover              float64
	whole              int // references of fewer words must be covered wholly
	any                bool
	json, csv, text    bool
	removed, found     string
}

// DecontaminateCommand returns the command decontaminate.
func DecontaminateCommand(a *cli.App) *cobra.Command {
	f := decontaminateFlags{ReadFlags: documents.ReadFlags{Yield: "text"}}
	c := &cobra.Command{
		Use:   "decontaminate --refs FILE [PATH... | -]",
		Short: "Find test items and other references inside documents",
		Long: `Find references, such as the items of a benchmark, inside the documents of a
corpus. A reference is found where windows of 4 words that both have cover more
than 20 % of it. They must stand within 1.5 times its length. References of
fewer than 20 words must be covered wholly, unless --cover is given. Exit code 1
means that some are found.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			return decontaminate(a, &f, args)
		},
	}
	f.AddFlags(c, "")
	c.Flags().StringArrayVar(&f.references, "refs", nil, "`file` with references")
	c.Flags().StringVar(&f.referenceForm, "refs-input", "", "their `form`, if not that of --input")
	documents.CompleteForm(c, "refs-input")
	c.Flags().StringSliceVar(&f.referenceText, "refs-text-field", nil, "`fields` with their text")
	c.Flags().StringVar(&f.referenceID, "refs-id-field", "", "`field` with their id")
	c.Flags().StringArrayVar(&f.ignore, "ignore", nil, "`file` whose passages do not count")
	c.Flags().IntVar(&f.words, "words", coverWords, "`length` of a window in words")
	c.Flags().Float64Var(&f.cover, "cover", coverShare, "minimum `share` of a reference")
	c.Flags().BoolVar(&f.any, "any", false, "any shared window of 13 words counts")
	c.Flags().IntVar(&f.common, "common", 0, "leave out windows of more than `n` documents")
	c.Flags().BoolVar(&f.text, "text", false, "print the text that was found, too")
	c.Flags().BoolVar(&f.json, "json", false, "print JSON objects")
	c.Flags().BoolVar(&f.csv, "csv", false, "print a CSV row for each match")
	c.Flags().StringVar(&f.removed, "removed", "", "also write the documents' ids to `file`")
	c.Flags().StringVar(&f.found, "found", "", "also write the references' ids to `file`")
	cli.Seldom(c, "media-filter", "profile", "record-type", "status", "timeout", "max-size")
	return c
}

func (f *decontaminateFlags) check(flags *pflag.FlagSet) error {
	if err := f.Check(flags); err != nil {
		return err
	}
	if f.whole = wholeWords; flags.Changed("cover") {
		f.whole = 0
	}
	if f.any {
		if flags.Changed("cover") {
			return cli.Usage(errors.New("--any, --cover: expected one of them"))
		}
		if f.cover = 0; !flags.Changed("words") {
			f.words = anyWords
		}
	}
	switch {
	case len(f.references) == 0:
		return cli.Usage(errors.New("--refs: none given: expected a file with references"))
	case f.words < 1 || f.words > passage.MaxWords:
		return cli.Usage(fmt.Errorf("--words %d: expected 1 to %d", f.words, passage.MaxWords))
	case !(f.cover >= 0 && f.cover < 1):
		return cli.Usage(fmt.Errorf("--cover %v: expected 0 or more, and less than 1", f.cover))
	case flags.Changed("common") && f.common < 1:
		return cli.Usage(fmt.Errorf("--common %d: expected 1 or more", f.common))
	case f.json && f.csv:
		return cli.Usage(errors.New("--json, --csv: expected one of them"))
	case f.removed == "-" || f.found == "-":
		return cli.Usage(errors.New("--removed, --found: - given: expected the name of a file"))
	case slices.Contains(f.references, "-"), slices.Contains(f.ignore, "-"):
		return cli.Usage(errors.New("--refs, --ignore: - given: expected a file, as standard input is the corpus"))
	}
	return nil
}

// A search looks for references in documents.
type search struct {
	*decontaminateFlags
	a          *cli.App
	references *repeats.References
	refs       []reference // by number
	unread     []reference // those without a text
	partial    int         // references with a part that was not read
	rows       *cli.CSVWriter
	removedIDs []string // of documents with references
	documents  int
	same       int // files that were read by another path, or as another argument
	passages   int
	dropped    int // windows that are too common
	lost       int // references with too few windows after that
	unexamined int // documents that were not read, or not wholly
}

// A reference is what is known of a reference by its number.
type reference struct {
	name      string
	id        string // in its data
	status    string
	documents int      // in which it is found
	partly    int      // documents with more than half of it, which has to be covered wholly
	lost      []string // parts of it that were not read
}

// Statuses of references, and of documents that were not examined.
const (
	isFound = "found"
	isClean = "not found"
	isShort = "too short"
	isLost  = "ignored" // too few of its windows count
	isEmpty = "no text"
	isAlien = "not UTF-8"
	isGone  = "not read"

	isPartial = "not read wholly"
	isKnown   = "known" // to an index
	isSame    = "same file"
)

// unreadStatus is the status of what has no items.
func unreadStatus(d *documents.Document) string {
	if errors.Is(d.Err, extract.ErrNoText) {
		return isEmpty
	}
	if d.IsNotUTF8() {
		return isAlien
	}
	return isGone
}

// unreadParts returns what says that parts of a document were not read. Pages without text may be scanned.
func unreadParts(d *documents.Document) []string {
	if err := blank.Of(d.Found.Notes); err != nil {
		return append(slices.Clip(d.Found.Lost), err.Error())
	}
	return d.Found.Lost
}

func decontaminate(a *cli.App, f *decontaminateFlags, args []string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	written := []documents.Written{{Flag: "--removed", Name: f.removed}, {Flag: "--found", Name: f.found}}
	if err := documents.Writable(written, slices.Concat(args, f.references, f.ignore)); err != nil {
		return err
	}
	s := &search{decontaminateFlags: f, a: a, references: repeats.NewReferences(repeats.Criterion{
		Words: f.words, Cover: f.cover, Whole: f.whole})}
	if err := s.readReferences(); err != nil {
		return err
	}
	if f.common > 0 {
		if err := s.dropCommon(args); err != nil {
			return err
		}
	}
	s.ready()
	if f.csv {
		s.rows = cli.NewCSVWriter(a.Out.Data())
		head := []string{"document", "reference", "cover", "run", "start", "end"}
		if f.text {
			head = append(head, "text")
		}
		s.rows.Write(head...)
	}
	err := s.search(args)
	if s.rows != nil {
		err = errors.Join(err, s.rows.Flush())
	}
	if err != nil {
		return err
	}
	return s.end()
}

// readReferences reads the texts to ignore, and the references.
func (s *search) readReferences() error {
	flags := s.ReadFlags
	if err := flags.ReadFields("", nil, ""); err != nil {
		return err
	}
	if s.referenceForm != "" { // --input is of the corpus alone
		flags.ReadForm("", "")
	}
	for d, err := range s.texts(s.ignore, &flags) {
		if err != nil {
			return err
		}
		if items := itemsOf(s.a, d); items != nil && s.references.Ignore(items) == 0 {
			s.a.Out.Warn(d.Label(), fmt.Sprintf("fewer than %s: nothing is ignored", cli.Count(s.words, "word")))
		}
	}
	flags.EachOnce, flags.ReadsRepeated, flags.Places = true, true, new(documents.Places)
	if s.referenceForm != "" {
		if err := flags.ReadForm("--refs-input", s.referenceForm); err != nil {
			return err
		}
	}
	if err := flags.ReadFields("refs-", s.referenceText, s.referenceID); err != nil {
		return err
	}
	for d, err := range s.texts(s.decontaminateFlags.references, &flags) {
		if err != nil {
			return err
		}
		items := itemsOf(s.a, d)
		if d.SameFile() != nil {
			continue // it has no other references
		}
		if items == nil {
			s.unread = append(s.unread, reference{name: d.Name(), status: unreadStatus(d)})
			continue
		}
		r := reference{name: d.Name(), id: d.ID(), status: isClean, lost: unreadParts(d)}
		s.references.Add(items)
		switch number := len(s.refs); {
		case s.references.IsShort(number):
			r.status = isShort
		case s.references.IsIgnored(number):
			r.status = isLost
		}
		if len(r.lost) > 0 {
			s.partial++
		}
		s.refs = append(s.refs, r)
	}
	if len(s.refs) == 0 {
		return errors.New("no reference has a text: expected one or more")
	}
	return nil
}

// ready ends the preparation of the references. It finds those that are not looked for.
func (s *search) ready() {
	s.references.Ready()
	for i := range s.refs {
		if s.refs[i].status == isClean && !s.references.CanBeFound(i) {
			s.refs[i].status = isLost
			s.lost++
		}
	}
}

// texts reads documents, with the items of each.
func (s *search) texts(args []string, f *documents.ReadFlags) iter.Seq2[*documents.Document, error] {
	if len(args) == 0 {
		return func(func(*documents.Document, error) bool) {}
	}
	o := pipeline.Options{Embedded: true, Readable: true, Passages: func(items *passage.Items, _ []byte) any {
		return items.Clone()
	}}
	return documents.Read(s.a, args, f, o)
}

// itemsOf returns the items of a document, nil if it has no text.
func itemsOf(a *cli.App, d *documents.Document) *passage.Items {
	if !documents.Complain(a, d) || d.Found == nil {
		return nil
	}
	items, _ := d.Found.Passages.(*passage.Items)
	return items
}

// dropCommon leaves out the windows of references that many documents have (R13.22).
func (s *search) dropCommon(args []string) error {
	if slices.Contains(args, "-") || len(args) == 0 {
		return cli.Usage(errors.New("--common: standard input cannot be read twice: expected files"))
	}
	frequency := make(map[uint64]int)
	flags := s.ReadFlags
	flags.Quiet = true
	o := pipeline.Options{Embedded: true, Passages: func(items *passage.Items, _ []byte) any { return s.references.Seen(items) }}
	for d, err := range documents.Read(s.a, args, &flags, o) {
		if err != nil {
			return err
		}
		if d.Err == nil && d.Found != nil { // the second time says what is wrong
			seen, _ := d.Found.Passages.([]uint64)
			for _, hash := range seen {
				frequency[hash]++
			}
		}
	}
	s.dropped = s.references.DropCommon(frequency, s.common)
	return nil
}

// A match is a reference in a document, with its place and text.
type match struct {
	repeats.Match
	start, end int // bytes of the document's text
	text       []byte
}

func (s *search) search(args []string) error {
	o := pipeline.Options{Embedded: true, Readable: true, Passages: func(items *passage.Items, text []byte) any {
		found := s.references.Find(items)
		matches := make([]match, len(found))
		var places []passage.Place
		for i, m := range found {
			if matches[i].Match = m; m.Partly {
				continue
			}
			if places == nil {
				places = passage.Places(text, nil)
			}
			start, end := places[m.From].From, places[m.To-1].To
			matches[i] = match{m, start, end, nil}
			if s.text {
				matches[i].text = slices.Clone(text[start:end])
			}
		}
		return matches
	}}
	s.EachOnce, s.ReadsRepeated, s.Places = true, true, new(documents.Places)
	for d, err := range documents.Read(s.a, args, &s.ReadFlags, o) {
		if err != nil {
			return err
		}
		if d.SameFile() != nil { // it was examined
			documents.Complain(s.a, d)
			s.same++
			continue
		}
		s.documents++
		if !documents.Complain(s.a, d) || d.Found == nil {
			if err := s.tellUnexamined(d, unreadStatus(d), nil); err != nil {
				return err
			}
			continue
		}
		if lost := unreadParts(d); len(lost) > 0 {
			if err := s.tellUnexamined(d, isPartial, lost); err != nil {
				return err
			}
		}
		matches, _ := d.Found.Passages.([]match)
		has := false
		for i := range matches {
			if m := &matches[i]; m.Partly {
				s.refs[m.Reference].partly++
				continue
			}
			has = true
			if err := s.print(d, &matches[i]); err != nil {
				return err
			}
		}
		if has {
			s.removedIDs = append(s.removedIDs, d.ID())
		}
	}
	return nil
}

// jsonUnexamined is a document that may have more references than those that were found, in JSON.
type jsonUnexamined struct {
	cli.JSONPath
	Status string   `json:"status"`
	Lost   []string `json:"lost,omitempty"` // its parts that were not read
}

// tellUnexamined counts a document that was not read, or not wholly.
func (s *search) tellUnexamined(d *documents.Document, status string, lost []string) error {
	s.unexamined++
	if !s.json {
		return nil
	}
	return s.a.Out.WriteJSON(jsonUnexamined{cli.NewJSONPath(d.Name()), status, lost}, d.Fields())
}

// jsonMatch is a reference in a document, in JSON. Start and End count bytes of the document's text.
type jsonMatch struct {
	cli.JSONPath
	Reference string  `json:"reference"`
	Cover     float64 `json:"cover"` // share of the reference
	Run       float64 `json:"run"`   // words
	Start     int     `json:"start"`
	End       int     `json:"end"`
	Text      *string `json:"text,omitempty"`
}

// jsonReference is what became of a reference, in JSON.
type jsonReference struct {
	Reference string   `json:"reference"`
	Status    string   `json:"status"`
	Documents int      `json:"documents"`
	Partly    int      `json:"partly,omitempty"` // documents with more than half of a short reference
	Lost      []string `json:"lost,omitempty"`   // its parts that were not read
}

// print prints a match.
func (s *search) print(d *documents.Document, m *match) error {
	r := &s.refs[m.Reference]
	r.status = isFound
	r.documents++
	s.passages++
	cover := float64(m.Weight) / float64(s.references.Weight(m.Reference))
	switch {
	case s.json:
		j := jsonMatch{JSONPath: cli.NewJSONPath(d.Name()), Cover: cover, Run: words(m.Run), Start: m.start, End: m.end}
		j.Reference, _ = cli.UnicodeName(r.name)
		if m.text != nil {
			j.Text = shown(m.text)
		}
		return s.a.Out.WriteJSON(j, d.Fields())
	case s.rows != nil:
		row := []string{d.Name(), r.name, spell(cover), spell(words(m.Run)), strconv.Itoa(m.start), strconv.Itoa(m.end)}
		if m.text != nil {
			row = append(row, *shown(m.text))
		}
		return s.rows.Write(row...)
	}
	line := fmt.Sprintf("%s: %.0f %% of %s at %d-%d, %s in a row", cli.Display(d.Name()), 100*cover, cli.Display(r.name),
		m.start, m.end, spellWords(m.Run))
	if m.text != nil {
		line += "\n    " + oneLine(m.text)
	}
	s.a.Out.Line("%s", line)
	return nil
}

// spellWords spells the length of items with a weight.
func spellWords(weight int64) string {
	if weight == passage.Word {
		return "1 word"
	}
	return spell(words(weight)) + " words"
}

// end prints what became of the references, and writes the files that are asked for.
func (s *search) end() error {
	counts := make(map[string]int)
	var ids []string
	partly := 0 // references that were found in part only
	for _, r := range slices.Concat(s.refs, s.unread) {
		counts[r.status]++
		switch {
		case r.status == isFound:
			ids = append(ids, r.id)
		case r.partly > 0:
			partly++
		}
		if s.json {
			name, _ := cli.UnicodeName(r.name)
			s.a.Out.WriteJSON(jsonReference{name, r.status, r.documents, r.partly, r.lost})
		}
	}
	s.a.Out.Flush()
	if err := s.a.Out.Failure(); err != nil { // what came after was not looked for
		return err
	}
	for _, file := range []struct {
		name string
		ids  []string
	}{{s.removed, s.removedIDs}, {s.found, ids}} {
		if file.name != "" {
			if err := cli.WriteFile(file.name, func(w io.Writer) error { return writeIDs(w, file.ids) }); err != nil {
				return err
			}
		}
	}
	if s.passages > 0 {
		s.a.Out.Raise(cli.ExitDifferent)
	}
	// There may be more to find. A folder without documents may be a disk that is not mounted.
	if s.unexamined+len(s.unread)+s.partial+s.lost+counts[isShort] > 0 || s.documents == 0 {
		s.a.Out.Raise(cli.ExitTrouble)
	}
	if s.Quiet {
		return nil
	}
	line := fmt.Sprintf("%d of %s found in %d of %s", counts[isFound], cli.Count(len(s.refs)+len(s.unread), "reference"),
		len(s.removedIDs), cli.Count(s.documents, "document"))
	for _, status := range []struct {
		n   int
		why string
	}{
		{counts[isShort], fmt.Sprintf("too short to find (fewer than %s)", cli.Count(s.words, "word"))},
		{counts[isLost], "not looked for, as too few of their windows count"},
		{counts[isEmpty], "without text"},
		{counts[isAlien], "not UTF-8"},
		{counts[isGone], "not read"},
		{s.partial, "not read wholly"},
		{partly, "of fewer than 20 words covered by more than half, not wholly (--cover 0.5 finds these)"},
	} {
		if status.n > 0 {
			line += fmt.Sprintf("; %d %s", status.n, status.why)
		}
	}
	if s.unexamined > 0 {
		line += "; not examined, or not wholly: " + cli.Count(s.unexamined, "document")
	}
	if s.same > 0 {
		line += fmt.Sprintf("; %d the same file as another", s.same)
	}
	if n := s.references.Ignored; n > 0 {
		line += "; ignored " + cli.Count(n, "window")
	}
	if s.dropped > 0 {
		line += "; left out " + cli.Count(s.dropped, "common window")
	}
	s.a.Out.Note("fpcheck: " + line)
	return nil
}

// writeIDs writes a line for each id.
func writeIDs(w io.Writer, ids []string) error {
	out := bufio.NewWriter(w)
	for _, id := range ids {
		if strings.ContainsAny(id, "\n") {
			return fmt.Errorf("the id %s has a line feed: expected --json, which spells it", cli.Display(id))
		}
		fmt.Fprintln(out, id)
	}
	return out.Flush()
}

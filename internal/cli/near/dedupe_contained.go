package near

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/repeats"
)

// containmentFlags say which contained documents are found, and whether they are removed.
type containmentFlags struct {
	containment     float64 // 0 if it is not asked for
	removeContained bool
}

func (f *containmentFlags) addFlags(c *cobra.Command) {
	c.Flags().Float64Var(&f.containment, "containment", 0, "also list texts that others contain by this `share`")
	c.Flags().Lookup("containment").DefValue = "0"
	c.Flags().BoolVar(&f.removeContained, "remove-contained", false, "with --containment, remove such texts")
}

func (f *containmentFlags) check(flags *pflag.FlagSet) error {
	if err := checkContainment(f.containment, flags.Changed("containment")); err != nil {
		return err
	}
	if f.removeContained && f.containment == 0 {
		return cli.Usage(errors.New("--remove-contained: expected --containment too"))
	}
	if f.containment > 0 {
		for _, other := range []string{"against", "pairs", "resume"} {
			if flags.Changed(other) {
				return cli.Usage(errors.New("--containment, --" + other + ": expected one of them"))
			}
		}
	}
	return nil
}

// Why a contained text is kept, with --remove-contained.
const (
	keptDiffers  = "numbers, signs or links differ"
	keptOutside  = " outside"  // after what is outside
	keptInserted = " inserted" // after what the container has between the parts
	keptOrder    = "other order"
	keptApart    = "parts far apart"
	keptShorter  = "container not longer"
	keptGroup    = "others are removed for it"
	keptReplaced = "container removed"
	keptOther    = "removed for another"
	keptPrefer   = "preferred"
)

// findContained finds the contained texts, and makes those to remove members of the group of their container.
func (r *dedupeRun) findContained() (err error) {
	if r.contained == nil {
		return nil
	}
	tell, done := r.a.WatchParts(r.Quiet, "compared", "pair")
	defer done()
	wanted := repeats.Wanted{Share: r.containment}
	r.contained.found, err = repeats.Contain(r.a.Ctx, containedWords, r.contained.texts, r.Workers, wanted, tell)
	if err != nil || !r.removeContained {
		return documents.WithoutSpace(err)
	}
	return r.removeTexts()
}

// A removable text may be removed, if its group and that of one of its containers allow it.
type removable struct {
	text       uint32
	weight     int64
	containers []heldIn
}

// heldIn is a container of a text. The text differs from it if why is not "".
type heldIn struct {
	text  uint32
	share float64
	why   string
}

// removeTexts decides which contained texts are removed. It begins with the longest text. So whether a container
// is kept is decided before the texts that it contains.
func (r *dedupeRun) removeTexts() error {
	l := &r.ledger
	members := make([]uint32, l.texts.n) // texts by group
	for i := range l.texts.n {
		members[l.texts.at(i).group]++
	}
	var all []removable
	for text := range r.contained.found.Texts {
		one, language := removable{text: uint32(text)}, r.contained.language(text)
		for c, err := range r.contained.found.Of(text) {
			if err != nil {
				return documents.WithoutSpace(err)
			}
			why, err := r.differs(c, language)
			if err != nil {
				return err
			}
			one.weight = c.Whole
			one.containers = append(one.containers, heldIn{uint32(c.Container), c.Share(), why})
		}
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b removable) int { return cmp.Compare(b.weight, a.weight) })
	r.keptFor = make(map[[2]uint32]string)
	for _, one := range all {
		t, best := l.texts.at(int(one.text)), -1
		for i, c := range one.containers {
			why := c.why
			switch {
			case why != "":
			case t.group != one.text: // what its group decides remains
				continue
			case members[one.text] > 1:
				why = keptGroup
			case l.texts.at(int(c.text)).group != c.text:
				why = keptReplaced
			case l.entries.at(l.best(one.text)).rank < l.entries.at(l.best(c.text)).rank:
				why = keptPrefer
			case best < 0 || c.share > one.containers[best].share:
				if best >= 0 {
					r.keptFor[[2]uint32{one.text, one.containers[best].text}] = keptOther
				}
				best = i
			default:
				why = keptOther
			}
			if why != "" {
				r.keptFor[[2]uint32{one.text, c.text}] = why
			}
		}
		if best >= 0 {
			members[one.text]--
			t.group, t.similarity, t.inside = one.containers[best].text, one.containers[best].share, true
			members[t.group]++
		}
	}
	return nil
}

// differs returns why a text, which is in a language, must not be removed for a container, or "".
func (r *dedupeRun) differs(c *repeats.Containment, language languageOf) (string, error) {
	switch {
	case !c.Same:
		return keptDiffers, nil
	case !c.Longer:
		return keptShorter, nil
	}
	if outside, err := r.contained.telling(r.a.Ctx, c.Text, c.Outside, language); outside != "" || err != nil {
		return outside + keptOutside, err
	}
	parts, ordered := between(c)
	if !ordered {
		return keptOrder, nil
	}
	for _, s := range parts {
		if s.End-s.Start > mostInserted {
			return keptApart, nil
		}
	}
	inserted, err := r.contained.telling(r.a.Ctx, c.Container, parts, language)
	if inserted != "" {
		inserted += keptInserted
	}
	return inserted, err
}

// mostInserted is how many bytes a container may have between two parts of a text that is removed.
const mostInserted = 1 << 10

// containedIn returns whether a document is contained in others, and the rows about it.
func (r *dedupeRun) containedIn(number int) (status string, rows []*repeats.Containment, err error) {
	text := r.ledger.entries.at(number).text
	if text < 0 {
		return notExamined, nil, nil
	}
	for c, err := range r.contained.found.Of(int(text)) {
		if err != nil {
			return "", nil, documents.WithoutSpace(err)
		}
		rows = append(rows, c)
	}
	return r.contained.status(int(text), len(rows)), rows, nil
}

// keptWhy returns why a contained text is not removed for a container, or "".
func (r *dedupeRun) keptWhy(c *repeats.Containment) string {
	return r.keptFor[[2]uint32{uint32(c.Text), uint32(c.Container)}]
}

// container is how results name the container of a row.
func (r *dedupeRun) container(c *repeats.Containment) string {
	return r.ledger.name(r.ledger.best(uint32(c.Container)))
}

// fate returns what becomes of a contained document, and why if that is not its container.
func fate(d decision) string {
	switch {
	case !d.remove:
		return "kept: " + d.reason
	case d.reason != reasonInside:
		return "removed: " + d.reason
	}
	return "removed"
}

// printContained prints the contained texts for people.
func (r *dedupeRun) printContained() error {
	if r.contained == nil {
		return nil
	}
	sizes := r.ledger.sizes()
	for text := range r.contained.found.Texts {
		best := r.ledger.best(uint32(text))
		for c, err := range r.contained.found.Of(text) {
			if err != nil {
				return documents.WithoutSpace(err)
			}
			line := containedLine(c, cli.Display(r.ledger.name(best)), cli.Display(r.container(c)))
			switch why := r.keptWhy(c); {
			case why != "":
				line += " (kept: " + why + ")"
			case r.removeContained:
				line += " (" + fate(r.ledger.decide(best, sizes)) + ")"
			case !c.Same:
				line += " (" + keptDiffers + ")"
			}
			r.a.Out.Line("%s", line)
			if r.a.Out.Broken() {
				return nil
			}
		}
	}
	return nil
}

// containedColumns are the columns of --csv and --parquet about containment.
type containedColumns struct {
	Status    string   `parquet:"containment,dict,zstd"`
	Number    int      `parquet:"containers"`
	Container *string  `parquet:"container,optional,dict,zstd"`
	Bytes     []byte   `parquet:"container_bytes,optional,zstd"`
	Share     *float64 `parquet:"share,optional,zstd"`
	Same      *bool    `parquet:"same,optional"`
	Ranges    *string  `parquet:"ranges,optional,zstd"`
	In        *string  `parquet:"container_ranges,optional,zstd"`
	Outside   *string  `parquet:"outside,optional,zstd"`
	Kept      *string  `parquet:"containment_kept,optional,dict,zstd"`
}

// containedHead names the columns of --csv about containment.
var containedHead = []string{"containment", "containers", "container", "share", "same", "ranges", "container_ranges",
	"outside", "containment_kept"}

// columns returns the columns of a document. Of several containers they have the one for which it is removed,
// else the one with the greatest share.
func (r *dedupeRun) columns(number int) (c containedColumns, err error) {
	var rows []*repeats.Containment
	c.Status, rows, err = r.containedIn(number)
	if c.Number = len(rows); c.Number == 0 {
		return c, err
	}
	best := slices.MaxFunc(rows, func(a, b *repeats.Containment) int {
		return cmp.Or(cmp.Compare(r.preference(a), r.preference(b)), cmp.Compare(a.Share(), b.Share()),
			cmp.Compare(b.Container, a.Container))
	})
	name, exact := cli.UnicodeName(r.container(best))
	share, same, kept := best.Share(), best.Same, r.keptWhy(best)
	join := func(s []repeats.Span) *string {
		text := strings.Join(spans(s), " ")
		return &text
	}
	c.Container, c.Bytes, c.Share, c.Same, c.Kept = &name, exact, &share, &same, &kept
	c.Ranges, c.In, c.Outside = join(textSpans(best)), join(containerSpans(best)), join(best.Outside)
	return c, nil
}

func (r *dedupeRun) preference(c *repeats.Containment) int {
	if t := r.ledger.texts.at(c.Text); t.inside && int(t.group) == c.Container {
		return 1
	}
	return 0
}

// row returns the columns as --csv has them.
func (c *containedColumns) row() []string {
	spell := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	name, share, same := spell(c.Container), "", ""
	if c.Bytes != nil {
		name = string(c.Bytes)
	}
	if c.Share != nil {
		share, same = number(*c.Share), strconv.FormatBool(*c.Same)
	}
	return []string{c.Status, strconv.Itoa(c.Number), name, share, same, spell(c.Ranges), spell(c.In), spell(c.Outside),
		spell(c.Kept)}
}

package near

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/engine/negation"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/engine/repeats"
	"github.com/lsh-interop/fpcheck/internal/kernel/numeral"
	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
)

// containedWords is the length of the windows by which texts are contained in others, in words. A text that is
// shorter cannot be judged.
const containedWords = 8

// checkContainment finds what is wrong with a share.
func checkContainment(share float64, given bool) error {
	if given && !(share > 0 && share <= 1) {
		return cli.Usage(fmt.Errorf("--containment %v: expected more than 0, and at most 1", share))
	}
	return nil
}

// A containedState says whether a text is contained in others.
type containedState uint8

const (
	notJudged containedState = iota // its text is not at hand
	tooShort
	isJudged
)

// notExamined is the status of a document that was not compared, and of a text that is not at hand.
const notExamined = "not examined"

// containedTexts are the texts among which those that others contain are found. A nil one finds none.
type containedTexts struct {
	texts    *repeats.Temporary
	preparer *repeats.Preparer
	found    *repeats.Containments // nil until find
	states   []containedState      // by text
	from     int                   // the first text that is looked for
}

func newContainedTexts() (*containedTexts, error) {
	f, err := repeats.NewTemporary()
	return &containedTexts{texts: f, preparer: repeats.NewPreparer(containedWords)}, documents.WithoutSpace(err)
}

func (t *containedTexts) close() {
	if t != nil {
		t.texts.Close()
		t.found.Close()
	}
}

// take has documents read so that add can add them.
func (t *containedTexts) take(o *pipeline.Options) {
	if t != nil {
		o.Passages = func(items *passage.Items, text []byte) any { return t.preparer.Prepare(items, text) }
	}
}

// add adds the text of a document. The texts are numbered from 0.
func (t *containedTexts) add(d *documents.Document) error {
	if t == nil {
		return nil
	}
	state, text := notJudged, (*repeats.Prepared)(nil)
	if d.Found != nil {
		text, _ = d.Found.Passages.(*repeats.Prepared)
	}
	switch {
	case text == nil:
	case text.Short:
		state = tooShort
	default:
		state = isJudged
	}
	t.states = append(t.states, state)
	return documents.WithoutSpace(t.texts.Add(text))
}

// status returns what is known about a text, beside the number of texts that contain it.
func (t *containedTexts) status(text, containers int) string {
	switch {
	case t.states[text] == tooShort:
		return "too short"
	case t.states[text] == notJudged:
		return notExamined
	case containers > 0:
		return "contained"
	case t.found.Left()[text] > 0:
		return "not known"
	}
	return "not contained"
}

// summary says how many texts there are of each kind.
func (t *containedTexts) summary(share float64) string {
	contained := 0
	for range t.found.Texts {
		contained++
	}
	of := "wholly"
	if share < 1 {
		of = "by " + number(share) + " or more"
	}
	line := fmt.Sprintf("%s contained in others, %s", cli.Count(contained, "text"), of)
	var short, unknown int
	for _, s := range t.states[t.from:] {
		switch s {
		case tooShort:
			short++
		case notJudged:
			unknown++
		}
	}
	if short > 0 {
		line += fmt.Sprintf("; %d too short to judge (fewer than %d words)", short, containedWords)
	}
	if unknown > 0 {
		line += fmt.Sprintf("; %d without a text at hand", unknown)
	}
	if left := t.found.Left(); len(left) > 0 {
		sum := 0
		for _, n := range left {
			sum += n
		}
		line += fmt.Sprintf("; %d not compared with all that share their passages: at least %s left out", len(left),
			cli.Count(sum, "pair"))
	}
	return line
}

// telling returns what parts of a text have in them: "a negation", "numbers", "words of an unknown language", or "".
// Language returns the language of the text that may be removed.
func (t *containedTexts) telling(
	ctx context.Context, text int, parts []repeats.Span, language languageOf,
) (string, error) {
	if len(parts) == 0 {
		return "", nil
	}
	l, err := language()
	if err != nil {
		return "", err
	}
	found := ""
	compared := sketch.NewComparison()
	none := compared.Sum().Numbers
	for _, s := range parts {
		part, err := t.texts.Part(text, s.Start, s.End)
		if err != nil {
			return "", documents.WithoutSpace(err)
		}
		if denies, err := difference.MayDeny(ctx, part, l); denies || err != nil {
			return "a negation", err
		}
		compared.Reset()
		compared.Write(part)
		switch {
		case compared.Sum().Numbers != none || numeral.IsIn(part):
			found = "numbers"
		case found == "" && !l.Covers(part):
			found = "words of an unknown language"
		}
	}
	return found, nil
}

// A languageOf returns the language of a text, or nil if it is unknown.
type languageOf func() (*negation.Language, error)

// language returns a function that reads a text for its language once, when it is called.
func (t *containedTexts) language(text int) languageOf {
	return sync.OnceValues(func() (*negation.Language, error) {
		all, err := t.texts.Read(text, nil)
		return negation.LanguageOf(all), documents.WithoutSpace(err)
	})
}

// between returns the parts of a container between those of a text, and whether they are in the same order.
func between(c *repeats.Containment) (parts []repeats.Span, ordered bool) {
	for i, p := range c.Parts[1:] {
		before := c.Parts[i].Container.End
		if p.Container.Start < before {
			return nil, false
		}
		parts = append(parts, repeats.Span{Start: before, End: p.Container.Start})
	}
	return parts, true
}

// mostPlaces is how many places a line names.
const mostPlaces = 3

// containedLine is a text and its container, for people.
func containedLine(c *repeats.Containment, name, container string) string {
	line := fmt.Sprintf("%s: %s %% in %s at %s", name, percentage(c.Share()), container, places(containerSpans(c)))
	if len(c.Outside) > 0 {
		line += ", but not " + places(c.Outside)
	}
	return line
}

// percentage returns a share for people. Only 1 is 100.
func percentage(share float64) string {
	return strconv.FormatFloat(math.Floor(share*1000)/10, 'f', -1, 64)
}

func containerSpans(c *repeats.Containment) (all []repeats.Span) {
	for _, p := range c.Parts {
		all = append(all, p.Container)
	}
	return all
}

func textSpans(c *repeats.Containment) (all []repeats.Span) {
	for _, p := range c.Parts {
		all = append(all, p.Text)
	}
	return all
}

// places spells bytes of a text for people.
func places(all []repeats.Span) string {
	if len(all) > mostPlaces+1 {
		return fmt.Sprintf("%s and %d more places", strings.Join(spans(all[:mostPlaces]), ", "), len(all)-mostPlaces)
	}
	return strings.Join(spans(all), ", ")
}

// spans spells bytes of a text for programs.
func spans(all []repeats.Span) (text []string) {
	for _, s := range all {
		text = append(text, fmt.Sprintf("%d-%d", s.Start, s.End))
	}
	return text
}

// jsonContainment is a container of a text in JSON.
type jsonContainment struct {
	Container       string     `json:"container"`
	ContainerBase64 []byte     `json:"container_base64,omitempty"`
	Share           float64    `json:"share"`
	Same            bool       `json:"same"`
	Kept            string     `json:"kept,omitempty"` // why the text is not removed for this container
	Parts           []jsonPart `json:"parts"`
	Outside         []jsonSpan `json:"outside,omitempty"`
}

// jsonSpan is bytes of a text in JSON.
type jsonSpan struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// jsonPart is bytes of a text, and where its container has them.
type jsonPart struct {
	jsonSpan
	ContainerStart int `json:"container_start"`
	ContainerEnd   int `json:"container_end"`
}

func newJSONContainment(c *repeats.Containment, container, kept string) jsonContainment {
	j := jsonContainment{Share: c.Share(), Same: c.Same, Kept: kept, Parts: []jsonPart{}}
	j.Container, j.ContainerBase64 = cli.UnicodeName(container)
	for _, p := range c.Parts {
		j.Parts = append(j.Parts, jsonPart{jsonSpan(p.Text), p.Container.Start, p.Container.End})
	}
	for _, s := range c.Outside {
		j.Outside = append(j.Outside, jsonSpan(s))
	}
	return j
}

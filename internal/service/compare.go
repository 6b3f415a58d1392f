package service

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// comparison is a request of two documents.
type comparison struct {
	A       comparand `json:"a"`
	B       comparand `json:"b"`
	Scheme  string    `json:"scheme"`
	Profile string    `json:"profile"`
	Words   bool      `json:"words"` // show which words differ
}

// comparand is one of the two: a subject, or a document of an index.
type comparand struct {
	subject
	Index    string `json:"index"`
	ID       string `json:"id"`
	IDBase64 []byte `json:"id_base64"`
}

func (c *comparand) check() error {
	if c.Index == "" {
		if c.ID != "" || c.IDBase64 != nil {
			return faulty(badRequest, "id names a document: expected index, too")
		}
		return c.subject.check()
	}
	if c.subject.isGiven() {
		return faulty(badRequest, "a document of an index is given: expected only index and id")
	}
	if c.IDBase64 != nil {
		c.ID = string(c.IDBase64)
	}
	return checkID(c.ID)
}

type comparisonReply struct {
	A             scheme.Fingerprint `json:"a"`
	B             scheme.Fingerprint `json:"b"`
	Distance      int                `json:"distance"`
	Similarity    float64            `json:"similarity"`
	StandardError *float64           `json:"standard_error,omitempty"` // of a MinHash
	Verdict       scheme.Verdict     `json:"verdict"`
	Words         *wordsReply        `json:"words,omitempty"`
	NoWords       string             `json:"no_words,omitempty"` // why there are none of a document of an index
}

// wordsReply is which words of two texts differ.
type wordsReply struct {
	difference.Count
	Hunks []difference.Hunk `json:"hunks"`
	More  int               `json:"more"` // places that are left out
}

// mostHunks bounds the places that are shown, and mostWords the bytes of their words.
const (
	mostHunks = 200
	mostWords = 4 << 20
)

// comparing is the memory of a comparison of words, in bytes for each byte of the texts.
const comparing = 48

func (s *Service) compare(w http.ResponseWriter, r *http.Request) error {
	var c comparison
	if err := s.decodeBody(w, r, &c); err != nil {
		return err
	}
	if !slices.Contains(append(extract.Profiles(), ""), c.Profile) {
		return faulty(badRequest, "profile %q: expected %s", c.Profile, strings.Join(extract.Profiles(), " or "))
	}
	answer, err := s.compared(r.Context(), &c)
	if err != nil {
		return err
	}
	return s.reply(w, http.StatusOK, answer)
}

// side is what is known of one of two documents.
type side struct {
	print scheme.Fingerprint
	text  []byte
	short bool // too short for a verdict
}

func (s *Service) compared(ctx context.Context, c *comparison) (*comparisonReply, error) {
	var sides [2]side
	for i, of := range []*comparand{&c.A, &c.B} {
		err := of.check()
		if err != nil {
			return nil, faulty(badRequest, "%s: %v", "ab"[i:i+1], err)
		}
		switch {
		case of.Index != "":
			sides[i].print, err = s.printOfDocument(of)
		case of.Fingerprint != "":
			sides[i].print, err = s.o.Private.Parse(of.Fingerprint)
		}
		if err != nil {
			return nil, err
		}
	}
	o, err := s.readingFor(c, sides)
	if err != nil {
		return nil, err
	}
	answer := new(comparisonReply)
	for i, of := range []*comparand{&c.A, &c.B} {
		switch {
		case of.Index != "" && c.Words && answer.NoWords == "":
			sides[i].text, answer.NoWords, err = s.textOfDocument(ctx, of.ID, sides[i].print)
		case sides[i].print.IsZero():
			sides[i], err = s.sideOf(ctx, &of.subject, o)
		}
		if err != nil {
			return nil, err
		}
	}
	return answer, s.compareSides(ctx, answer, o.schemes[0], sides)
}

// readingFor says how texts are read: as is asked for, or as fits the fingerprint of the other side.
func (s *Service) readingFor(c *comparison, sides [2]side) (o reading, err error) {
	var by *scheme.Scheme
	if c.Scheme != "" {
		if by, err = s.schemeOf(c.Scheme); err != nil {
			return o, err
		}
	}
	o.profile = c.Profile
	for _, x := range sides {
		if !x.print.IsZero() && by == nil {
			by = x.print.Scheme()
		}
		if !x.print.IsZero() && o.profile == "" {
			o.profile = x.print.Profile()
		}
	}
	if by == nil {
		by, err = s.schemeOf("")
	}
	o.schemes = []*scheme.Scheme{by}
	if c.Words {
		o.most = s.o.Body
	}
	return o, err
}

func (s *Service) sideOf(ctx context.Context, sub *subject, o reading) (one side, err error) {
	f, err := s.read(ctx, sub, o)
	if err == nil {
		err = f.Results[0].Err
	}
	if err == nil && f.cut {
		err = fmt.Errorf("%w: a text of more than %d bytes", extract.ErrTooLarge, o.most)
	}
	if err != nil {
		return one, err
	}
	r := f.Results[0]
	return side{r.Fingerprint, f.text, r.Features < r.Scheme.Advice().RefuseBelow}, nil
}

func (s *Service) compareSides(ctx context.Context, answer *comparisonReply, by *scheme.Scheme, sides [2]side) (err error) {
	a, b := sides[0].print, sides[1].print
	answer.A, answer.B = a, b
	if answer.Distance, err = a.Distance(b); err != nil {
		return err
	}
	if answer.Similarity, err = a.Similarity(b); err != nil {
		return err
	}
	answer.Verdict = by.Verdict(answer.Distance, answer.Similarity)
	if by.IsMinHash() {
		if e, err := a.StandardError(b); err == nil {
			answer.StandardError = &e
		}
	}
	if sides[0].short || sides[1].short {
		answer.Verdict = scheme.NoVerdict
	}
	if len(sides[0].text) > 0 && len(sides[1].text) > 0 {
		answer.Words, err = s.words(ctx, sides[0].text, sides[1].text)
	}
	return err
}

func (s *Service) printOfDocument(c *comparand) (f scheme.Fingerprint, err error) {
	x, err := s.shelfNamed(c.Index)
	if err != nil {
		return f, err
	}
	return documentIn(x, c.ID)
}

// words finds which words of two texts differ.
func (s *Service) words(ctx context.Context, a, b []byte) (*wordsReply, error) {
	leave, err := s.gates.enterRead(ctx, holderOf(ctx).name, false)
	if err != nil {
		return nil, err
	}
	defer leave()
	held := comparing * int64(len(a)+len(b))
	if held > s.memory.Share() {
		return nil, fmt.Errorf("%w: words of texts of %d bytes together: expected at most %d", extract.ErrTooLarge,
			len(a)+len(b), s.memory.Share()/comparing)
	}
	if err := budget.AccountOf(ctx).Hold(held); err != nil {
		return nil, err
	}
	d, err := difference.Between(ctx, a, b)
	if err != nil {
		return nil, err
	}
	hunks, more := d.FirstHunks(difference.Layout{}, mostHunks, mostWords)
	return &wordsReply{d.Count(), append([]difference.Hunk{}, hunks...), more}, nil
}

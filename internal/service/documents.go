package service

import (
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest/difference"
)

// query is the query of a URL, of which every name must be known, and be there once.
type query map[string][]string

func queryOf(r *http.Request, names ...string) (query, error) {
	q := query(r.URL.Query())
	for name, values := range q {
		if !slices.Contains(names, name) {
			return nil, faulty(badRequest, "the parameter %q: expected %s", name, strings.Join(names, ", "))
		}
		if len(values) > 1 {
			return nil, faulty(badRequest, "the parameter %s is given %d times: expected it once", name, len(values))
		}
	}
	return q, nil
}

func (q query) get(name string) string {
	if len(q[name]) == 0 {
		return ""
	}
	return q[name][0]
}

// list returns the values with commas between.
func (q query) list(name string) []string {
	if q.get(name) == "" {
		return nil
	}
	return strings.Split(q.get(name), ",")
}

// number returns a number that is at least 0 and at most most, or one if none is given.
func (q query) number(name string, one, most int) (int, error) {
	text := q.get(name)
	if text == "" {
		return one, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, faulty(badRequest, "%s=%s: expected a number from 0 to %d", name, text, most)
	}
	return n, nil
}

func (q query) profile() (string, error) {
	p := q.get("profile")
	if p != "" && !slices.Contains(extract.Profiles(), p) {
		return "", faulty(badRequest, "profile=%s: expected %s", p, strings.Join(extract.Profiles(), " or "))
	}
	return p, nil
}

type schemeReply struct {
	scheme.Definition
	Advice  scheme.Advice `json:"advice"`
	MinHash bool          `json:"minhash"`
}

func (s *Service) schemes(w http.ResponseWriter, _ *http.Request) error {
	var all []schemeReply
	for _, x := range append(scheme.All(), s.o.Private...) {
		all = append(all, schemeReply{x.Definition(), x.Advice(), x.IsMinHash()})
	}
	return reply(w, http.StatusOK, map[string]any{"schemes": all})
}

// printReply is a fingerprint, and how it came about.
type printReply struct {
	Scheme      string             `json:"scheme"`
	Fingerprint scheme.Fingerprint `json:"fingerprint"`
	Features    int                `json:"features"`
	TooShort    bool               `json:"too_short,omitempty"` // to tell what is near
	Tokens      []string           `json:"tokens,omitempty"`
	Bits        string             `json:"bits,omitempty"` // of the sketch, hexadecimal
	Cut         bool               `json:"cut,omitempty"`  // there are more tokens
}

type fingerprintReply struct {
	pipeline.Source
	Text         string       `json:"text,omitempty"`
	TextCut      bool         `json:"text_cut,omitempty"`
	Fingerprints []printReply `json:"fingerprints"`
}

// mostShown bounds the octets of a text, and the tokens, that are shown.
const (
	mostShown  = 256 << 10
	mostTokens = 20_000
)

var shownNames = []string{"text", "tokens", "bits"}

func (s *Service) fingerprint(w http.ResponseWriter, r *http.Request) error {
	q, err := queryOf(r, "scheme", "profile", "show")
	if err != nil {
		return err
	}
	o := reading{shown: q.list("show")}
	for _, name := range o.shown {
		if !slices.Contains(shownNames, name) {
			return faulty(badRequest, "show=%s: expected some of %s", name, strings.Join(shownNames, ","))
		}
	}
	ids := q.list("scheme")
	if len(ids) == 0 {
		ids = []string{""}
	}
	for _, id := range ids {
		x, err := s.schemeOf(id)
		if err != nil {
			return err
		}
		if !slices.Contains(o.schemes, x) {
			o.schemes = append(o.schemes, x)
		}
	}
	if o.profile, err = q.profile(); err != nil {
		return err
	}
	sub, release, err := s.subjectOf(w, r)
	if err != nil {
		return err
	}
	defer release()
	if sub.Fingerprint != "" {
		return faulty(badRequest, "a fingerprint is given: expected a text or octets")
	}
	f, err := s.read(r.Context(), &sub, o)
	if err != nil {
		return err
	}
	answer := fingerprintReply{Source: f.Source, Text: f.text}
	if len(answer.Text) > mostShown {
		answer.Text, answer.TextCut = strings.ToValidUTF8(answer.Text[:mostShown], ""), true
	}
	for _, x := range f.Results {
		if x.Err != nil {
			return x.Err
		}
		answer.Fingerprints = append(answer.Fingerprints, newPrintReply(x, o.shown))
	}
	return reply(w, http.StatusOK, answer)
}

func newPrintReply(x pipeline.Result, shown []string) printReply {
	p := printReply{Scheme: x.Scheme.ID(), Fingerprint: x.Fingerprint, Features: x.Features, TooShort: x.Features < x.Scheme.Advice().RefuseBelow}
	if slices.Contains(shown, "tokens") {
		p.Cut = len(x.Stages.Tokens) > mostTokens
		p.Tokens = x.Stages.Tokens[:min(len(x.Stages.Tokens), mostTokens)]
	}
	if slices.Contains(shown, "bits") {
		p.Bits = hex.EncodeToString(x.Fingerprint.Sketch())
	}
	return p
}

// comparison is a request of two subjects.
type comparison struct {
	A       subject `json:"a"`
	B       subject `json:"b"`
	Scheme  string  `json:"scheme"`
	Profile string  `json:"profile"`
	Words   bool    `json:"words"` // show which words differ
}

type comparisonReply struct {
	A             scheme.Fingerprint `json:"a"`
	B             scheme.Fingerprint `json:"b"`
	Distance      int                `json:"distance"`
	Similarity    float64            `json:"similarity"`
	StandardError *float64           `json:"standard_error,omitempty"` // of a MinHash
	Verdict       scheme.Verdict     `json:"verdict"`
	Words         *wordsReply        `json:"words,omitempty"`
}

// wordsReply is which words of two texts differ.
type wordsReply struct {
	difference.Count
	Hunks []difference.Hunk `json:"hunks"`
	More  int               `json:"more"` // places that are left out
}

const mostHunks = 200

func (s *Service) compare(w http.ResponseWriter, r *http.Request) error {
	if _, err := queryOf(r); err != nil {
		return err
	}
	octets, release, err := s.body(w, r)
	if err != nil {
		return err
	}
	defer release()
	var c comparison
	if err := decode(octets, &c); err != nil {
		return err
	}
	if !slices.Contains(append(extract.Profiles(), ""), c.Profile) {
		return faulty(badRequest, "profile %q: expected %s", c.Profile, strings.Join(extract.Profiles(), " or "))
	}
	answer, err := s.compared(r, &c)
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, answer)
}

func (s *Service) compared(r *http.Request, c *comparison) (*comparisonReply, error) {
	by, err := s.comparedBy(c)
	if err != nil {
		return nil, err
	}
	var prints [2]scheme.Fingerprint
	var texts [2]string
	short := false
	for i, sub := range []*subject{&c.A, &c.B} {
		if err := sub.check(); err != nil {
			return nil, faulty(badRequest, "%s: %v", "ab"[i:i+1], err)
		}
		if sub.Fingerprint != "" {
			if prints[i], err = scheme.Parse(sub.Fingerprint, s.o.Private...); err != nil {
				return nil, err
			}
			continue
		}
		o := reading{schemes: []*scheme.Scheme{by}, profile: c.Profile}
		if c.Words {
			o.shown = []string{"text"}
		}
		f, err := s.read(r.Context(), sub, o)
		if err == nil {
			err = f.Results[0].Err
		}
		if err != nil {
			return nil, err
		}
		prints[i], texts[i] = f.Results[0].Fingerprint, f.text
		short = short || f.Results[0].Features < by.Advice().RefuseBelow
	}
	answer := &comparisonReply{A: prints[0], B: prints[1]}
	if answer.Distance, err = prints[0].Distance(prints[1]); err != nil {
		return nil, err
	}
	if answer.Similarity, err = prints[0].Similarity(prints[1]); err != nil {
		return nil, err
	}
	answer.Verdict = by.Verdict(answer.Distance, answer.Similarity)
	if by.IsMinHash() {
		if e, err := prints[0].StandardError(prints[1]); err == nil {
			answer.StandardError = &e
		}
	}
	if short {
		answer.Verdict = scheme.NoVerdict
	}
	if texts[0] != "" && texts[1] != "" {
		answer.Words, err = s.words(r, texts)
	}
	return answer, err
}

// comparedBy returns the scheme that is asked for, or that of a fingerprint.
func (s *Service) comparedBy(c *comparison) (*scheme.Scheme, error) {
	for _, sub := range []subject{c.A, c.B} {
		if sub.Fingerprint != "" && c.Scheme == "" {
			f, err := scheme.Parse(sub.Fingerprint, s.o.Private...)
			return f.Scheme(), err
		}
	}
	return s.schemeOf(c.Scheme)
}

// words finds which words of two texts differ.
func (s *Service) words(r *http.Request, texts [2]string) (*wordsReply, error) {
	leave, err := s.work.enter(r.Context(), false)
	if err != nil {
		return nil, err
	}
	defer leave()
	d, err := difference.Between(r.Context(), []byte(texts[0]), []byte(texts[1]))
	if err != nil {
		return nil, err
	}
	hunks := d.Hunks(difference.Layout{})
	shown := min(len(hunks), mostHunks)
	return &wordsReply{d.Count(), append([]difference.Hunk{}, hunks[:shown]...), len(hunks) - shown}, nil
}

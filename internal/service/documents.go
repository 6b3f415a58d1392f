package service

import (
	"bytes"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/scheme"
)

// query is the query of a URL. Every name must be known, and occur once with a value.
type query map[string][]string

func queryOf(r *http.Request, names ...string) (query, error) {
	all, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, faulty(badRequest, "the query: %v", err)
	}
	q := query(all)
	for name, values := range q {
		if !slices.Contains(names, name) {
			return nil, faulty(badRequest, "the parameter %q: expected %s", name, strings.Join(names, ", "))
		}
		if len(values) > 1 {
			return nil, faulty(badRequest, "the parameter %s is given %d times: expected it once", name, len(values))
		}
		if values[0] == "" {
			return nil, faulty(badRequest, "the parameter %s is empty: expected a value", name)
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
	sketch.Definition
	Advice  scheme.Advice `json:"advice"`
	MinHash bool          `json:"minhash"`
}

func (s *Service) schemes(w http.ResponseWriter, _ *http.Request) error {
	var all []schemeReply
	for _, x := range append(scheme.All(), s.o.Private...) {
		all = append(all, schemeReply{x.Method().Definition(), x.Advice(), x.IsMinHash()})
	}
	return s.reply(w, http.StatusOK, map[string]any{"schemes": all})
}

// printReply is a fingerprint, with how it was computed.
type printReply struct {
	Scheme      string             `json:"scheme"`
	Fingerprint scheme.Fingerprint `json:"fingerprint"`
	Features    int                `json:"features"`
	TooShort    bool               `json:"too_short,omitempty"` // for a reliable comparison
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

// mostShown bounds the bytes of a text that is shown or tokenized, and mostTokens its tokens.
const (
	mostShown  = 256 << 10
	mostTokens = 20_000
)

var shownNames = []string{"text", "tokens", "bits"}

func (s *Service) fingerprint(w http.ResponseWriter, r *http.Request) error {
	q, err := queryOf(r, "scheme", "profile", "show", "name")
	if err != nil {
		return err
	}
	o := reading{shown: q.list("show")}
	for _, name := range o.shown {
		if !slices.Contains(shownNames, name) {
			return faulty(badRequest, "show=%s: expected some of %s", name, strings.Join(shownNames, ","))
		}
	}
	if slices.Contains(o.shown, "text") || slices.Contains(o.shown, "tokens") {
		o.most = mostShown
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
	sub, err := s.subjectOf(w, r, q.get("name"))
	if err != nil {
		return err
	}
	if sub.Fingerprint != "" {
		return faulty(badRequest, "a fingerprint is given: expected a text or bytes")
	}
	f, err := s.read(r.Context(), &sub, o)
	if err != nil {
		return err
	}
	answer := fingerprintReply{Source: f.Source}
	if slices.Contains(o.shown, "text") {
		answer.Text, answer.TextCut = string(bytes.ToValidUTF8(f.text, nil)), f.cut
	}
	for _, x := range f.Results {
		if x.Err != nil {
			return x.Err
		}
		p, err := newPrintReply(x, &f, o.shown)
		if err != nil {
			return err
		}
		answer.Fingerprints = append(answer.Fingerprints, p)
	}
	return s.reply(w, http.StatusOK, answer)
}

func newPrintReply(x pipeline.Result, f *found, shown []string) (p printReply, err error) {
	p = printReply{Scheme: x.Scheme.ID(), Fingerprint: x.Fingerprint, Features: x.Features, TooShort: x.Features < x.Scheme.Advice().RefuseBelow}
	if slices.Contains(shown, "tokens") {
		text := f.text
		if f.cut { // what is cut in a word is not one
			text = text[:max(0, bytes.LastIndexAny(text, " \n"))]
		}
		if p.Tokens, err = x.Scheme.Method().Tokens(text); err != nil {
			return p, err
		}
		p.Cut = f.cut || len(p.Tokens) > mostTokens
		p.Tokens = p.Tokens[:min(len(p.Tokens), mostTokens)]
	}
	if slices.Contains(shown, "bits") {
		p.Bits = hex.EncodeToString(x.Fingerprint.Sketch())
	}
	return p, nil
}

package evaluation

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/scheme"
)

// subject is what distances are measured by: a scheme or, of a MinHash scheme, one of
// its forms.
type subject struct {
	scheme *scheme.Scheme
	width  int // bits a slot; 0 if there are no slots
}

// name is what strings call it: "mh1b4".
func (s subject) name() string {
	if s.width == 0 || s.width == 8 {
		return s.scheme.ID()
	}
	return fmt.Sprintf("%sb%d", s.scheme.ID(), s.width)
}

// greatest is the greatest distance.
func (s subject) greatest() int {
	switch {
	case s.width > 0:
		return minhash.Slots
	case s.scheme.Method().Definition().Sketch == sketch.SimHash128:
		return 2 * simhash.Bits
	}
	return simhash.Bits
}

// length of a sketch in bytes
func (s subject) octets() int {
	if s.width > 0 {
		return minhash.Slots * s.width / 8
	}
	return s.greatest() / 8
}

func (s subject) distance(a, b []byte) int {
	if s.width > 0 {
		slots, _ := minhash.Distance(a, b)
		return slots
	}
	bits := 0
	for i := 0; i < len(a); i += 8 {
		bits += simhash.Distance(binary.BigEndian.Uint64(a[i:]), binary.BigEndian.Uint64(b[i:]))
	}
	return bits
}

// threshold is a distance up to which pairs count as found.
type threshold struct {
	label    string // "6 bits", "J ≥ 0.7"
	distance int
}

// The thresholds that tables show: of 64 bits, and of resemblances.
var (
	shownBits         = []int{3, 6, 8, 10}
	shownResemblances = []float64{.8, .7, .6, .5}
)

// thresholds are those that tables show, the strictest first.
func (s subject) thresholds() []threshold {
	var all []threshold
	if s.width > 0 {
		for _, j := range shownResemblances {
			all = append(all, s.atLeast(j))
		}
		return all
	}
	for _, k := range shownBits {
		all = append(all, s.upTo(k*s.greatest()/simhash.Bits))
	}
	return all
}

func (s subject) upTo(bits int) threshold {
	if bits == 1 {
		return threshold{"1 bit", bits}
	}
	return threshold{fmt.Sprintf("%d bits", bits), bits}
}

// atLeast is the greatest distance whose estimate is no less than the resemblance;
// -1 if there is none.
func (s subject) atLeast(resemblance float64) threshold {
	d := -1
	for d < minhash.Slots && minhash.Similarity(d+1, s.width) >= resemblance {
		d++
	}
	return threshold{"J ≥ " + decimal(resemblance, 2), d}
}

// sketches are the sketches of one text by all subjects, and its number of features by each scheme.
// A text without features has no sketch.
type sketches struct {
	data     []byte
	features []int
}

// meter sketches texts and compares them.
type meter struct {
	schemes  []*scheme.Scheme
	subjects []subject
	of       []int // the scheme of each subject
	at       []int // where in sketches.data a subject's is
	length   int
}

// newMeter measures by these schemes. Of mh1 the narrower forms are measured too.
func newMeter(schemes []*scheme.Scheme) *meter {
	m := &meter{schemes: schemes}
	for i, s := range schemes {
		widths := []int{0}
		if s.IsMinHash() {
			widths = []int{8}
			if s == scheme.MH1 {
				widths = []int{8, 4, 2, 1}
			}
		}
		for _, w := range widths {
			sub := subject{s, w}
			m.subjects = append(m.subjects, sub)
			m.of = append(m.of, i)
			m.at = append(m.at, m.length)
			m.length += sub.octets()
		}
	}
	return m
}

// find returns the index of a subject, -1 if it is not measured.
func (m *meter) find(name string) int {
	return slices.IndexFunc(m.subjects, func(s subject) bool { return s.name() == name })
}

// largeText is the length from which a text gets hashers of its own. Clearing a hasher costs as
// much as its largest text.
const largeText = 32 << 10

// sketcher belongs to one worker.
type sketcher struct {
	*meter
	hashers []*scheme.Hasher
	err     error // of an external tokenizer
}

func (m *meter) sketcher() *sketcher {
	k := &sketcher{meter: m}
	for _, s := range m.schemes {
		k.hashers = append(k.hashers, s.New())
	}
	return k
}

func (k *sketcher) sketch(text string) sketches {
	out := sketches{data: make([]byte, k.length), features: make([]int, len(k.schemes))}
	octets := []byte(text)
	prints := make([]scheme.Fingerprint, len(k.schemes))
	for i, h := range k.hashers {
		if len(octets) > largeText {
			h = k.schemes[i].New()
		}
		h.Reset()
		h.Write(octets)
		var err error
		if prints[i], err = h.Fingerprint(); err != nil && !errors.Is(err, scheme.ErrNoFeatures) {
			k.err = fmt.Errorf("%s: %w", k.schemes[i].ID(), err)
		}
		out.features[i] = h.CountFeatures()
	}
	for i, s := range k.subjects {
		if out.features[k.of[i]] == 0 {
			continue
		}
		data := prints[k.of[i]].Sketch()
		if s.width > 0 {
			data = minhash.Truncate(data, s.width)
		}
		copy(out.data[k.at[i]:], data)
	}
	return out
}

// distance returns the distance of two texts by subject i; ok is false if one has no features.
func (m *meter) distance(i int, a, b *sketches) (d int, ok bool) {
	if a.features[m.of[i]] == 0 || b.features[m.of[i]] == 0 {
		return 0, false
	}
	from, to := m.at[i], m.at[i]+m.subjects[i].octets()
	return m.subjects[i].distance(a.data[from:to], b.data[from:to]), true
}

// full are the subjects that have sections of their own.
func (r *run) full() []subject {
	var all []subject
	for _, s := range r.meter.subjects {
		if s.width == 0 || s.width == 8 {
			all = append(all, s)
		}
	}
	return all
}

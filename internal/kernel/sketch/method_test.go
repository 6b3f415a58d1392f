package sketch

import (
	"bytes"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch/sketchtest"
)

func TestMinima(t *testing.T) {
	for _, s := range []*Method{mh1, mw1, load(t, sketchtest.Define("x-words", "sketch: minhash-128"), Resources{})} {
		rapid.Check(t, func(t *rapid.T) {
			text := sketchtest.DrawText(t, "text")
			h := s.New()
			sketchtest.WriteCut(t, h, text)
			m, ok := h.Minima()
			if !ok {
				t.Fatalf("%s has no full form", s.def.ID)
			}
			want, wantErr := h.AppendSketch(nil)
			if got, err := s.Stored(&m); !bytes.Equal(got, want) || err != wantErr {
				t.Fatalf("Stored of %+q = %x, %v, want %x, %v", text, got, err, want, wantErr)
			}
			if st := s.Stages(text); st.Minima != m {
				t.Fatalf("%+q has another full form stage by stage", text)
			}

			// Merged, it equals the full form of the union of the elements (R7.6).
			other := sketchtest.DrawText(t, "other")
			a, b := s.Stages(text), s.Stages(other)
			merged := b.Minima
			merged.Merge(&m)
			var union minhash.Minima
			elements := slices.Concat(a.Elements, b.Elements)
			for _, x := range elements {
				union.Add(x)
			}
			if merged != union {
				t.Fatalf("%+q and %+q: merged they are not their union", text, other)
			}
			if len(elements) > 0 {
				stored, err := s.Stored(&merged)
				if err != nil {
					t.Fatal(err)
				}
				slices.Sort(elements)
				if diff := cmp.Diff(plainSketch(MinHash128, elements), stored); diff != "" {
					t.Fatalf("%+q and %+q merged (-want +got):\n%s", text, other, diff)
				}
			}
		})
	}
	// Features that are single words have no seam: the parts of a text make the whole.
	words := load(t, sketchtest.Define("x-words", "sketch: minhash-128"), Resources{})
	var merged minhash.Minima
	for part := range strings.SplitSeq("to be or not to be", " ") {
		h := words.New()
		io.WriteString(h, part)
		m, _ := h.Minima()
		merged.Merge(&m)
	}
	want := words.Stages([]byte("be not or to")).Sketch
	if got, err := words.Stored(&merged); !bytes.Equal(got, want) || err != nil {
		t.Errorf("merged of parts %x, %v", got, err)
	}

	if _, err := mh1.Stored(new(minhash.Minima)); err != ErrNoFeatures {
		t.Errorf("an empty full form: error %v, want %v", err, ErrNoFeatures)
	}
	permuted := load(t, sketchtest.Define("x-permuted", "sketch: minhash-128-permuted"), Resources{})
	for _, s := range []*Method{sd1, permuted} {
		want := s.def.ID + " has no full form: its sketch is " + string(s.def.Sketch)
		if _, err := s.Stored(new(minhash.Minima)); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		h := s.New()
		io.WriteString(h, "one")
		if m, ok := h.Minima(); ok || !m.IsEmpty() {
			t.Errorf("%s has a full form", s.def.ID)
		}
	}
}

// Schemes of the same rules make the tables of these once.
func TestRulesAreShared(t *testing.T) {
	tables := func(s *Method) uintptr { return reflect.ValueOf(s.rules).FieldByName("fast").Pointer() }
	for _, s := range []*Method{mh1, mw1} {
		if tables(s) != tables(sm1) {
			t.Errorf("%s and %s have the same rules, and not the same tables", s.def.ID, sm1.def.ID)
		}
	}
	if tables(sd1) == tables(sm1) {
		t.Errorf("%s and %s have other rules, and the same tables", sd1.def.ID, sm1.def.ID)
	}
}

// The tables of registered schemes are stored: to make them takes longer than the rest of a short command.
func TestTablesAreStored(t *testing.T) {
	for _, s := range registry() {
		if !s.rules.HasTables() {
			t.Errorf("%s: its tables are not in internal/kernel/fast/tables.bin", s.def.ID)
		}
	}
}

// A set that has grown large is let go, and the next text is not affected.
func TestLargeTexts(t *testing.T) {
	for _, m := range append(registry(), experiments(t)...) {
		h := m.New()
		io.WriteString(h, "one two two")
		first, err := h.AppendSketch(nil)
		if err != nil {
			t.Fatal(err)
		}
		h.Reset()
		for i := range keepSlots + 2 {
			h.sketch.feature(uint64(i)+1, 1)
		}
		if h.CountFeatures() != keepSlots+2 {
			t.Errorf("%s: %d features, want %d", m.def.ID, h.CountFeatures(), keepSlots+2)
		}
		h.Reset()
		io.WriteString(h, "one two two")
		if again, _ := h.AppendSketch(nil); !bytes.Equal(again, first) {
			t.Errorf("%s: after a large text %x, want %x", m.def.ID, again, first)
		}
	}
}

package passage

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

const sample = "Pay 15 % of the rent by 1 May; see https://example.org/x?y=1 for the half-\ntone print.\n" +
	"灯台は毎晩七時に点灯する。ประภาคารเปิดทุกคืน"

func itemsOf(text string) *Items {
	r := NewReader()
	r.Write([]byte(text))
	return r.Items()
}

// Items, weights and hashes equal what a second implementation found.
func TestItems(t *testing.T) {
	want := strings.Fields("pay 15 of the rent by 1 may see for the halftone print " +
		"灯 台 は 毎 晩 七 時 に 点 灯 す る ป ร ะ ภ า ค า ร เ ปิ ด ทุ ก คื น")
	if diff := cmp.Diff(want, Tokens([]byte(sample))); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	items := itemsOf(sample)
	weights := strings.Repeat("4", 13) + strings.Repeat("2", 12) + strings.Repeat("1", 15)
	got := ""
	for _, w := range items.Weights {
		got += fmt.Sprint(w)
	}
	if got != weights {
		t.Errorf("weights %s, want %s", got, weights)
	}
	var hashes []string
	items.Windows(4, func(w Window) {
		hashes = append(hashes, fmt.Sprintf("%016x", w.Hash))
	})
	if len(hashes) != 25 || hashes[0] != "e41312fa0edb9aef" || hashes[24] != "b81c14bcbf78af46" {
		t.Errorf("%d windows, %s to %s", len(hashes), hashes[0], hashes[len(hashes)-1])
	}
}

func TestPlaces(t *testing.T) {
	for _, row := range []struct {
		text, want, why string
	}{
		{sample, "Pay|15|of|the|rent|by|1|May|see|for|the|half-\ntone|print|灯|台|は|毎|晩|七|時|に|点|灯|す|る|" +
			"ป|ร|ะ|ภ|า|ค|า|ร|เ|ปิ|ด|ทุ|ก|คื|น", "each kind of item"},
		{"ﬁt ½ x", "ﬁt|x", "a code point that becomes several, and one that separates"},
		{"e\u0301t\u00e9 a\u0323\u0301b", "e\u0301t\u00e9|a\u0323\u0301b", "marks that compose"},
		{"\u00adhy\u00adphen", "hy\u00adphen", "what is deleted counts only inside"},
		{"x\xff\xfe\xffyz \xe4\xb8", "x|yz", "ill-formed octets separate, and are counted"},
		{"灯 \n 台", "灯|台", "white space between clusters is of neither"},
		{"\u1112\u1161\u11ab", "\u1112\u1161\u11ab", "jamo that compose"},
		{"http://a.b/c d", "d", "an identifier is no item"},
		{"\u0301a", "a", "a mark at the start of a word is dropped"},
	} {
		var got []string
		for _, p := range Places([]byte(row.text), nil) {
			got = append(got, row.text[p.From:p.To])
		}
		if diff := cmp.Diff(strings.Split(row.want, "|"), got); diff != "" {
			t.Errorf("%q, %s (-want +got):\n%s", row.text, row.why, diff)
		}
	}
}

// Texts of random pieces have the places that the rules say, in order.
func TestPlacesOfItems(t *testing.T) {
	pieces := []string{"a", "Straße", "é", "e\u0301", " ", ". ", "-\n", "灯", "台 ", "ก", "คื", "\n", "http://x.y ", "\xff", "\xe4",
		"\u0640", "ﬁ", "\u0307", "İ", "½", "_", "7", "\u1100", "\u1161", "ا\u064b", "\u200b", "\u00ad", "㍿", "か", "\u3099",
		"ŀ", "\uFDFA", "Ⅷ", "ʻ", strings.Repeat("\u0301", 1025), strings.Repeat("b", 4096)}
	rnd := rand.New(rand.NewPCG(1, 2))
	plain := rules.NewPassages()
	for round := range 5000 {
		different := len(pieces)
		if round%30 > 0 {
			different -= 2 // the long ones, which take milliseconds
		}
		var text []byte
		for range 1 + rnd.IntN(20) {
			text = append(text, pieces[rnd.IntN(different)]...)
		}
		var want []Place
		for _, p := range plain.Places(text) {
			want = append(want, Place{p[0], p[1]})
		}
		places := Places(text, nil)
		if diff := cmp.Diff(want, places); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", text, diff)
		}
		if found := Tokens(text); len(found) != len(places) {
			t.Fatalf("%q: %d items, %d places", text, len(found), len(places))
		}
		before := Place{}
		for i, p := range places {
			if p.From < before.From || p.To < before.To || p.To <= p.From {
				t.Fatalf("%q: item %d at %v, after %v", text, i, p, before)
			}
			before = p
		}
	}
}

func selectedOf(i *Items, s Selection) []Window {
	return slices.Clone((&Selector{Selection: s}).Select(i))
}

// However windows are selected, texts that share a window share a selected one in it.
func TestSelect(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		alphabet := 1 + rnd.IntN(6)
		words := 2 + rnd.IntN(15)
		s := Selection{words, 1 + rnd.IntN(words-1)}
		var both [2]*Items
		for k := range both {
			i := new(Items)
			for range rnd.IntN(120) {
				n := rnd.IntN(alphabet)
				i.Hashes, i.Weights = append(i.Hashes, splitmix.Mix(uint64(n+1))), append(i.Weights, []uint8{4, 2, 1}[n%3])
			}
			both[k] = i
		}
		if rnd.IntN(2) == 0 && both[0].Len() > 0 { // a run of one is in the other, from another item on
			from := rnd.IntN(both[0].Len())
			both[1].Hashes = append(both[1].Hashes, both[0].Hashes[from:]...)
			both[1].Weights = append(both[1].Weights, both[0].Weights[from:]...)
		}
		selected := [2]map[uint64]bool{{}, {}}
		windows := [2]map[uint64]bool{{}, {}}
		for k, i := range both {
			for _, w := range selectedOf(i, s) {
				selected[k][w.Hash] = true
			}
			i.Windows(s.Words, func(w Window) { windows[k][w.Hash] = true })
		}
		for k, i := range both {
			chosen := selectedOf(i, s)
			i.Windows(s.Words, func(w Window) {
				if !windows[1-k][w.Hash] {
					return
				}
				for _, c := range chosen {
					if w.From <= c.From && c.To <= w.To && selected[1-k][c.Hash] {
						return
					}
				}
				t.Fatalf("%+v: the window at %v of text %d shares none", s, w, k)
			})
		}
	}
}

// The tables of passages are stored: to make them takes longer than the rest of a short command.
func TestTablesAreStored(t *testing.T) {
	if !tokens().HasTables() {
		t.Error("the tables are not in internal/kernel/fast/tables.bin")
	}
}

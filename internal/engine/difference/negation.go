package difference

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/engine/negation"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// MayDeny reports whether a text in a language may deny something. It errs on the side of a negation.
func MayDeny(ctx context.Context, text []byte, l *negation.Language) (bool, error) {
	d, err := Between(ctx, text, nil)
	if err != nil {
		return false, err
	}
	return d.denies(d.old, Span{0, len(d.old.words)}, l.MayDeny, l.PartMayDeny), nil
}

// language returns the language of the texts, or nil if it is unknown.
func (d *Difference) language() *negation.Language {
	if l := negation.LanguageOf(d.old.content); l != nil {
		return l
	}
	return negation.LanguageOf(d.new.content)
}

// negates reports whether a word that went or came denies something. It decides which differences come first, and
// nothing else.
func (d *Difference) negates(e Edit, l *negation.Language) bool {
	return d.denies(d.old, e.Old, l.Denies, l.PartDenies) || d.denies(d.new, e.New, l.Denies, l.PartDenies)
}

// denies reports whether a word in a span denies, or a part of its letters.
func (d *Difference) denies(t *text, s Span, word func(string) bool, part func(letters, around []byte) bool) bool {
	letters := false // of the languages that parts are for
	for i := s.From; i < s.To; i++ {
		items, raw := d.spellWord(t, i), string(t.slice(i, i+1))
		first, _ := utf8.DecodeRuneInString(items)
		if kindOf(first) == alone {
			letters = true
			continue
		}
		if word(items) || strings.ContainsAny(raw, "'\u2019") && word(raw) {
			return true
		}
		letters = letters || ucd.ScriptOf(first) == ucd.Hangul
	}
	around := Span{max(0, s.From-negation.Around), min(len(t.words), s.To+negation.Around)}
	return letters && part(t.slice(s.From, s.To), t.slice(around.From, around.To))
}

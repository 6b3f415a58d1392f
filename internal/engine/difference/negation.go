package difference

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// negations are words that deny, in the languages that most documents are written in. It decides
// which differences come first, and nothing else.
var negations = lazy.Names(`
		no not never none nor neither nobody nothing nowhere cannot without except unless unable
		nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder ohne außer
		ne pas non jamais rien aucun aucune sans ni personne sauf guère
		nunca jamás nada nadie ningún ninguno ninguna sin tampoco mai nessuno nessuna niente senza né
		não nem sem nenhum nenhuma nada niet geen nooit niemand niets zonder noch
		inte ej icke aldrig ingen inget inga utan ikke aldri ingen intet uden aldrig uten ei eivät älä emme
		nie nigdy nikt nic bez ani żaden žádný nikdy není nejsou nesmí nikdo nem ne soha sem nincs nélkül nu niciodată fără
		не нет ни никогда никто ничего без нельзя нету ні ніколи немає не няма никога
		δεν δε μη μην όχι ποτέ κανείς χωρίς ούτε
		لا لم لن ليس ليست غير ما بدون دون لیس نه نیست هرگز بدون
		לא אין אל בלי ללא אינו אינה מעולם
		नहीं न मत बिना कभी
		değil hayır yok asla hiç tidak bukan jangan tanpa không chưa đừng chẳng
		안 못 아니 아니다 없다 않다`)

// parts deny as a part of a word: in Korean, and in scripts without blanks.
var parts = strings.Fields("않 없 못 아니 不 没 沒 無 无 未 非 勿 莫 否 ない なか なく なけ ません ぬ ず ไม่ มิ อย่า ไร้")

// negates reports whether a word that went or came denies something.
func (d *Difference) negates(e Edit) bool {
	return d.denies(d.old, e.Old) || d.denies(d.new, e.New)
}

func (d *Difference) denies(t *text, s Span) bool {
	letters := false // of the languages that parts are for
	for i := s.From; i < s.To; i++ {
		word, raw := d.spellWord(t, i), strings.ToLower(string(t.slice(i, i+1)))
		if negations.Has(word) || negations.Has(raw) || strings.HasSuffix(raw, "n't") || strings.HasSuffix(raw, "n’t") {
			return true
		}
		first, _ := utf8.DecodeRuneInString(word)
		letters = letters || kindOf(first) == alone || ucd.ScriptOf(first) == ucd.Hangul
	}
	if !letters {
		return false
	}
	const around = 2 // letters of a longer part that may be outside the span
	inside := t.slice(s.From, s.To)
	window := t.slice(max(0, s.From-around), min(len(t.words), s.To+around))
	return slices.ContainsFunc(parts, func(p string) bool {
		return bytes.Contains(inside, []byte(p)) || utf8.RuneCountInString(p) > 1 && bytes.Contains(window, []byte(p))
	})
}

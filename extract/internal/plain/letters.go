package plain

import (
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/lsh-interop/fpcheck/internal/unicode/charsets"
)

// alphabet has the letters of a language that are not ASCII, and the single-byte encodings in which it is written.
// The letters that are most frequent in the Universal Declaration of Human Rights come first.
type alphabet struct{ encodings, letters string }

const (
	western  = "windows-1252 macintosh ibm850 ibm437"
	central  = "windows-1250 iso-8859-2 ibm852"
	baltic   = "windows-1257 iso-8859-13"
	arabic   = "windows-1256 iso-8859-6"
	cyrillic = "windows-1251 iso-8859-5 x-mac-cyrillic "
)

var alphabets = []alphabet{
	{western, ordinary},            // English
	{western, "éàêèçùûôâîœëïæ"},    // French
	{western, "äöüßé"},             // German
	{western, "óíáéúñü"},           // Spanish
	{western, "çãéáíêóõàâúôü"},     // Portuguese
	{western, "àèùéòìíóú"},         // Italian
	{western, "äöåéü"},             // Swedish, Finnish
	{western, "øåæéòô"},            // Danish, Norwegian
	{western, "ðáíþéóöæúý"},        // Icelandic
	{western, "óéàèíúçòïü"},        // Catalan
	{western, "áíúéóàùìòè"},        // Irish, Gaelic
	{western, "ëéïçöüè"},           // Dutch, Albanian
	{western, "õäöüšž"},            // Estonian
	{central, "łżąóśęćńź"},         // Polish
	{central, "áíéěýčžřšůúťňďó"},   // Czech
	{central, "áýžčéúťšíľôňďäóŕĺ"}, // Slovak
	{central, "éáőöóüíűú"},         // Hungarian
	{central, "čšžćđ"},             // Croatian, Serbian, Slovene
	{central, "ăţşîâ"},             // Romanian
	{central, "łćžěóčšńřź"},        // Sorbian
	{baltic, "ėųąžšįęūč"},          // Lithuanian
	{baltic, "āīēšņūļģķžč"},        // Latvian
	{"windows-1254", "ışüçöğİîâ"},  // Turkish
	{"windows-1258", "đ\u0323\u0301ô\u0300ưàáơêăâ\u0309\u0303íóúéèùý"},          // Vietnamese
	{"windows-1253 iso-8859-7", "αιετονκρσηπςυίμδλθωέάήόγχώύξφβζψϊϋΐΰ"},         // Greek
	{"windows-1255", "ויהלאתבשרכדמעחםנזפסןקגצטףךץ"},                             // Hebrew
	{arabic, "اليموتنةرعدقأحهفبسكجإشخضصىذزطء،غًئظثآؤُّ"},                        // Arabic
	{arabic, "ايردنهموتبشکسلكعگخحزجقفآچپئصط\u200cضذث،ژغؤأظ"},                    // Persian
	{arabic, "ايورکےہمنسدتلقںبعحجئفشصخپزگآھچذظٹ،ضطغثڑڈؤ"},                       // Urdu
	{cyrillic + "koi8-r ibm866", "оеиантвсрлдпмкяубыьгчжйзхющцшэфъё"},           // Russian
	{cyrillic + "koi8-r ibm866", "аоиенвтсрдклпбзчямъугжщцйхшюф"},               // Bulgarian
	{cyrillic + "koi8-u", "оаніивтрседуплямкбзюгьжхчїцйєшщфґ"},                  // Ukrainian
	{cyrillic + "koi8-u", "аныірвеосдялкпцумтбзўгчьхжюйэшёф"},                   // Belarusian
	{cyrillic, "аоиенврустдпкмлјбзчњгшцљжхђћф"},                                 // Serbian
	{cyrillic, "аоиентврсдлпкумјбзчгцшњжќѓхфѕџ"},                                // Macedonian
	{"windows-874", "ารนกอ่มิงทะัด้สลเคยีวตแหจปบใุขชธืไพ็ำศโูถภึษณซญผ์ฐฟฏฝฎฒฮ"}, // Thai
}

// ordinary are the characters of English texts that are not ASCII. Any of them may be the only frequent one.
const ordinary = "’“”—–‘…•\u00a0©®™é"

// What a character that is not ASCII costs. A letter at the front of an alphabet costs 1.5, and a later one more. The
// costs are about logarithms of frequencies. They were chosen by measuring (docs/media.md).
const (
	firstLetter = 1.5
	aCapital    = 0.7 // more than the small letter
	aQuote      = 3   // or another mark that may follow a word
	aSign       = 4   // of ordinary texts
	anOther     = 8   // a letter of other languages, or a symbol
	noCharacter = 12  // or a control
	misplaced   = 4   // more: a capital in a word, a letter of another script, a symbol after a letter

	notWestern = 4 // of a whole text: any encoding but windows-1252
	rare       = 1 // of a whole text, more: an encoding that is not of Windows, and windows-1258
)

// A text that costs mostCost or more for each character that is not ASCII is in no known alphabet.
const mostCost = 6

// kind is what a character is. Letters come last.
type kind uint8

const (
	other kind = iota
	quote
	symbol
	small
	capital
	caseless
)

// Marks that may be in words or follow them, and signs that ordinary texts have.
const (
	inWords = "’·\u00ad\u00a0\u200c"
	quotes  = "“”„‘‚–—…«»¿¡"
	signs   = "§©®°£€№"
)

// codePage is a single-byte encoding.
type codePage struct {
	name    string
	prior   float64
	runes   []rune
	kinds   [256]kind
	scripts [256]*unicode.RangeTable // of letters
	costs   [][128]float64           // for each alphabet
}

// codePages are the encodings of all alphabets.
var codePages = sync.OnceValue(func() (all []*codePage) {
	known := make(map[string]*codePage)
	for _, a := range alphabets {
		for name := range strings.FieldsSeq(a.encodings) {
			p := known[name]
			if p == nil {
				p = newCodePage(name)
				known[name], all = p, append(all, p)
			}
			p.add(a.letters)
		}
	}
	return all
})

func newCodePage(name string) *codePage {
	p := &codePage{name: name}
	if name != "windows-1252" {
		p.prior = notWestern
	}
	if !strings.HasPrefix(name, "windows") || name == "windows-1258" {
		p.prior += rare
	}
	var octets [256]byte
	for i := range octets {
		octets[i] = byte(i)
	}
	text, _ := charsets.NewDecoder(name).Bytes(octets[:]) // ill-formed bytes are replaced: there is no error
	p.runes = []rune(string(text))
	scripts := []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Hebrew, unicode.Arabic, unicode.Thai}
	for i, r := range p.runes {
		switch {
		case unicode.IsLower(r):
			p.kinds[i] = small
		case unicode.IsUpper(r):
			p.kinds[i] = capital
		case unicode.IsLetter(r), unicode.IsMark(r):
			p.kinds[i] = caseless
		case i < 0x80 || strings.ContainsRune(inWords, r):
		case strings.ContainsRune(quotes, r):
			p.kinds[i] = quote
		default:
			p.kinds[i] = symbol
		}
		if at := slices.IndexFunc(scripts, func(s *unicode.RangeTable) bool { return unicode.Is(s, r) }); at >= 0 {
			p.scripts[i] = scripts[at]
		}
	}
	return p
}

// add adds the costs of the characters in an alphabet.
func (p *codePage) add(letters string) {
	var costs [128]float64
	for i, r := range p.runes[0x80:] {
		rank := slices.IndexFunc([]rune(letters), func(l rune) bool { return l == r || l == unicode.ToLower(r) })
		switch {
		case rank >= 0 && letters == ordinary:
			costs[i] = firstLetter
		case rank >= 0:
			costs[i] = firstLetter + math.Log(float64(1+rank))
		case r == unicode.ReplacementChar || unicode.IsControl(r):
			costs[i] = noCharacter
		case strings.ContainsRune(quotes+inWords, r):
			costs[i] = aQuote
		case strings.ContainsRune(signs, r):
			costs[i] = aSign
		default:
			costs[i] = anOther
		}
		if unicode.IsUpper(r) {
			costs[i] += aCapital
		}
	}
	p.costs = append(p.costs, costs)
}

// cost returns what a text costs in an encoding, by the alphabet that fits best. It has counts of the bytes from 80.
func (p *codePage) cost(text []byte, counts *[128]int) float64 {
	least := math.Inf(1)
	for _, costs := range p.costs {
		sum := 0.0
		for i, n := range counts {
			sum += float64(n) * costs[i]
		}
		least = min(least, sum)
	}
	sum := p.prior + least
	for i := 1; i < len(text); i++ {
		a, b := text[i-1], text[i]
		if a|b < 0x80 || p.kinds[a] < small {
			continue
		}
		switch k := p.kinds[b]; {
		case k >= small:
			wasCapital := i > 1 && p.kinds[text[i-2]] == capital
			if p.kinds[a] == small && k == capital || wasCapital && p.kinds[a] == capital && k == small ||
				p.scripts[a] != p.scripts[b] && p.scripts[a] != nil && p.scripts[b] != nil {
				sum += misplaced
			}
		case (k == symbol || k == quote && i+1 < len(text) && p.kinds[text[i+1]] >= small) && !strings.ContainsRune(joining, p.runes[b]):
			sum += misplaced
		}
	}
	return sum
}

// byLetters returns the single-byte encoding in which a text costs least, and the cost. The name is "" for a text in no
// known alphabet. Its cost is what such a text costs at most.
func byLetters(text []byte) (name string, least float64) {
	var counts [128]int
	high := 0
	for _, c := range text {
		if c >= 0x80 {
			counts[c-0x80]++
			high++
		}
	}
	least = float64(mostCost * high)
	dos := len(doubtful("windows-1252", text)) > 0
	for _, p := range codePages() {
		if isDOS(p.name) && !dos {
			continue
		}
		if cost := p.cost(text, &counts); cost < least {
			name, least = p.name, cost
		}
	}
	return name, least
}

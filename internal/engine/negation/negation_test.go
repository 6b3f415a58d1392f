package negation

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// named returns a language of the list.
func named(t *testing.T, name string) *Language {
	t.Helper()
	i := slices.IndexFunc(languages, func(l Language) bool { return l.name == name })
	if i < 0 && name != "" {
		t.Fatalf("%q is not in the list", name)
	}
	if i < 0 {
		return nil
	}
	return &languages[i]
}

func TestDenies(t *testing.T) {
	for _, tt := range []struct {
		language, word string
		denies, may    bool
		why            string
	}{
		{"", "not", true, true, "English"},
		{"", "NICHT", true, true, "case does not count"},
		{"", "can’t", true, true, "a short form with any apostrophe"},
		{"English", "ambient", false, false, "no apostrophe"},
		{"", "ausser", true, true, "ß folds to ss"},
		{"", "نہیں", true, true, "Urdu"},
		{"", "نيست", true, true, "Persian, with an Arabic yeh"},
		{"", "لَيْسَ", true, true, "Arabic, with points"},
		{"", "לֹא", true, true, "Hebrew, with points"},
		{"", "არ", true, true, "Georgian"},
		{"", "नाही", true, true, "Marathi"},
		{"", "নয়", true, true, "Bengali, composed"},
		{"", "емес", true, true, "Kazakh"},
		{"", "эмес", true, true, "Kyrgyz"},
		{"", "emas", true, true, "Uzbek"},
		{"", "deyil", true, true, "Azerbaijani"},
		{"", "մեջ", false, false, "Armenian: in"},
		{"", "չի", true, true, "Armenian"},
		{"", "δὲν", true, true, "polytonic Greek"},
		{"", "Οὐ", true, true, "polytonic Greek"},
		{"", "ποτέ", true, true, "Greek: never"},
		{"", "πότε", false, false, "Greek: when"},
		{"", "ܠܐ", true, true, "Syriac"},
		{"", "ניט", true, true, "Yiddish"},
		{"", "ਨਹੀਂ", true, true, "Panjabi"},
		{"", "નથી", true, true, "Gujarati"},
		{"", "இல்லை", true, true, "Tamil"},
		{"", "செலுத்தப்படவில்லை", true, true, "Tamil, in a verb"},
		{"", "కాదు", true, true, "Telugu"},
		{"", "ಇಲ್ಲ", true, true, "Kannada"},
		{"", "ഇല്ല", true, true, "Malayalam"},
		{"", "නොවන", true, true, "Sinhala, by its beginning"},
		{"", "छैन", true, true, "Nepali"},
		{"", "ekki", true, true, "Icelandic"},
		{"", "níor", true, true, "Irish"},
		{"", "nuk", true, true, "Albanian"},
		{"", "mhux", true, true, "Maltese"},
		{"", "nėra", true, true, "Lithuanian"},
		{"", "huwag", true, true, "Tagalog"},
		{"", "አልፈረመም", true, true, "Amharic, around a verb"},
		{"", "хүчингүй", true, true, "Mongolian, by its end"},
		{"", "མེད", true, true, "Tibetan"},
		{"", "hakuna", true, true, "Swahili"},
		{"", "babu", true, true, "Hausa"},
		{"", "akukho", true, true, "Zulu"},
		{"", "kò", true, true, "Yoruba"},

		{"Basque", "ez", true, true, "a homograph in its own language"},
		{"Hungarian", "ez", false, false, "this"},
		{"", "ez", false, false, "too short, and the language is unknown"},
		{"Italian", "mai", true, true, "never"},
		{"Romanian", "mai", false, false, "more"},
		{"Portuguese", "no", false, false, "in the"},
		{"Spanish", "no", true, true, ""},
		{"Turkish", "ne", false, false, "what"},
		{"Turkish", "ödenmedi", true, true, "by its end"},
		{"English", "ödenmedi", false, false, "the end of another language"},
		{"Persian", "نمی\u200cشود", true, true, "a beginning, with a joiner"},
		{"French", "n’est", true, true, "a beginning with an apostrophe"},
		{"Czech", "nezaplatil", false, true, "many words begin so"},
		{"Russian", "незаконный", false, true, ""},
		{"Hebrew", "אל", false, true, "to, or do not"},
		{"Hindi", "कभी", false, true, "ever"},
		{"English", "dont", false, true, "an apostrophe may be lost"},
		{"English", "ship", false, false, "no negation"},
	} {
		l := named(t, tt.language)
		if got := l.Denies(tt.word); got != tt.denies {
			t.Errorf("Denies: %q in %q: %v, want %v (%s)", tt.word, tt.language, got, tt.denies, tt.why)
		}
		if got := l.MayDeny(tt.word); got != tt.may {
			t.Errorf("MayDeny: %q in %q: %v, want %v (%s)", tt.word, tt.language, got, tt.may, tt.why)
		}
	}
}

func TestParts(t *testing.T) {
	for _, tt := range []struct {
		language, letters, around string
		denies, may               bool
		why                       string
	}{
		{"Chinese", "不", "船不出", true, true, ""},
		{"Chinese", "别", "请别动", false, true, "do not, or other"},
		{"", "别", "请别动", false, false, "the language is unknown"},
		{"Japanese", "な", "しない", true, true, "a longer part, with letters around"},
		{"Thai", "ห้าม", "ห้ามเข้า", true, true, ""},
		{"Thai", "มิ", "มิถุนายน", false, true, "June"},
		{"Lao", "ບໍ່", "ບໍ່", true, true, ""},
		{"Khmer", "មិន", "មិន", true, true, ""},
		{"Korean", "아닌", "아닌", true, true, ""},
		{"Chinese", "船", "船", false, false, ""},
	} {
		l := named(t, tt.language)
		if got := l.PartDenies([]byte(tt.letters), []byte(tt.around)); got != tt.denies {
			t.Errorf("PartDenies: %q: %v, want %v (%s)", tt.letters, got, tt.denies, tt.why)
		}
		if got := l.PartMayDeny([]byte(tt.letters), []byte(tt.around)); got != tt.may {
			t.Errorf("PartMayDeny: %q: %v, want %v (%s)", tt.letters, got, tt.may, tt.why)
		}
	}
}

func TestLanguageOf(t *testing.T) {
	for _, tt := range []struct{ text, want, why string }{
		{"The keeper of the light went down to the pier with his lamp, and it was dark.", "English", ""},
		{"Der Wärter hat die Lampe angezündet, und das Schiff ist mit dem Sturm in den Hafen gekommen.", "German", ""},
		{"Смотритель маяка зажёг лампу в семь часов, и корабль вошёл в гавань, как это было у него на столе.", "Russian", ""},
		{"灯塔看守人点灯。", "Chinese", "by its script"},
		{"灯台守はランプを灯した。", "Japanese", ""},
		{"ผู้ดูแลประภาคารจุดไฟ", "Thai", ""},
		{"Ο φύλακας άναψε τη λάμπα.", "Greek", ""},
		{"Wonke umuntu unelungelo lempilo nelokuphila emphakathini wakhe.", "", "not enough is known of Zulu"},
		{"ᎠᏂᎪᏓ ᎨᏒᎢ", "", "a script without a list"},
		{"Amity 120 Berta 7 Clara 95", "", "names"},
		{"a e o i u a e o i u la ma na", "", "letters are words of many languages"},
		{"the the the the the the", "", "one word is no language"},
		{"", "", "no text"},
	} {
		got := ""
		if l := LanguageOf([]byte(tt.text)); l != nil {
			got = l.name
		}
		if got != tt.want {
			t.Errorf("%q: %q, want %q (%s)", tt.text, got, tt.want, tt.why)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, tt := range []struct {
		language, text string
		want           bool
		why            string
	}{
		{"English", "a lamp, 5 €", true, ""},
		{"English", "лампа", false, "another script"},
		{"Japanese", "ランプー々を灯した", true, "letters of several scripts"},
		{"Zulu", "akavunyelwe", false, "it denies by affixes"},
		{"Turkish", "lamba", false, ""},
		{"", "a lamp", false, "the language is unknown"},
	} {
		if got := named(t, tt.language).Covers([]byte(tt.text)); got != tt.want {
			t.Errorf("%q in %q: %v, want %v (%s)", tt.text, tt.language, got, tt.want, tt.why)
		}
	}
}

// Every list must have an effect.
func TestLists(t *testing.T) {
	for _, l := range languages {
		if len(l.scripts) == 0 || l.words+l.parts == "" {
			t.Errorf("%s: expected scripts and negations", l.name)
		}
		if words := strings.Fields(l.common); len(words) > 0 && len(words) < 2*leastDistinct {
			t.Errorf("%s: %d frequent words: expected more", l.name, len(words))
		}
		certain, perhaps := newSet(l.words+" "+l.own), newSet(l.maybe)
		for word := range newSet(l.other).words {
			if certain.words[word] || !built().words.words[word] && !perhaps.has(word) {
				t.Errorf("%s: %s: expected a negation of another language only", l.name, word)
			}
		}
		for word := range perhaps.words {
			if certain.has(word) {
				t.Errorf("%s: %s: denies for certain", l.name, word)
			}
		}
	}
}

func BenchmarkLanguageOf(b *testing.B) {
	text := []byte(strings.Repeat("The keeper of the light went down to the pier. Смотритель маяка зажёг лампу. ", 1<<9))
	for b.Loop() {
		LanguageOf(text)
	}
}

// The documentation must name the languages, by whether all of their negations are known.
func TestDocumentation(t *testing.T) {
	all, err := os.ReadFile("../../../docs/verdicts.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(all), "\n### Negations\n")
	section, _, _ = strings.Cut(section, "\n## ")
	words, affixes, _ := strings.Cut(strings.ReplaceAll(section, "\n  ", " "), "also deny by parts of words")
	for _, l := range languages {
		for name := range strings.SplitSeq(l.name, " and ") {
			whole := regexp.MustCompile(`\b` + name + `\b`)
			if in := [2]bool{whole.MatchString(words), whole.MatchString(affixes)}; in != [2]bool{!l.affixes, l.affixes} {
				t.Errorf("%s: in the first list and in the second: %v, want %v", name, in, [2]bool{!l.affixes, l.affixes})
			}
		}
	}
}

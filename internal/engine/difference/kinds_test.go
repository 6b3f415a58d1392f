package difference

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// Each difference has one kind. What could be more than a mark never is one.
func TestClasses(t *testing.T) {
	const body = "The brig came in. The master paid her dues and left the port. "
	const korean = "옛 창고에 모여 지난겨울의 장부를 확인하였다. "
	const japanese = "新しい反射鏡のために四千三百十八円のほか七樽の油と"
	for _, c := range []struct {
		name, old, new string
		want           string // kinds in order, with what marks, or "not"
		why            string
	}{
		{"digit", "She paid 4,318.75 crowns", "She paid 9,318.75 crowns", "number", "a sum changed"},
		{"minus", "It was -120 then", "It was 120 then", "number", "a sign belongs to its number"},
		{"currency", "It costs $5 now", "It costs €5 now", "number", "so does a currency"},
		{"unit", "It is 5 % of all", "It is 5 of all", "number", "and a unit that is a symbol"},
		{"square", "It is 10 m² wide", "It is 10 m wide", "number", "a superscript may be a unit's"},
		{"digits apart", "It is 1 000 now", "It is 1000 now", "number", "one number is not two"},
		{"cell", "ship\ntons\nAmity\n120\nBerta\n7\n", "ship\ntons\nAmity\n120\nBerta\n", "number", "an emptied cell"},
		{"cell of one", "ship\nno\nAmity\n1\nBerta\n2\n", "ship\nno\nAmity\nBerta\n2\n", "number", "1 is the first of a run, but no note refers to it"},
		{"column", "1\tAmity\n2\tBerta\n3\tClara\n", "Amity\nBerta\nClara\n", "number number number", "a lost column of numbers has no points"},
		{"running text", "In the year 1 they came", "In the year they came", "number", "a small number alone proves nothing"},
		{"word and number", "Take berth1 today", "Take berth today", "number", "nor does one at a word"},
		{"abbreviation", "See No.1 for it", "See No. for it", "number not", "nor behind a point"},
		{"clause", "In clause 4 we say", "In clause 41 we say", "number", "a digit after a digit is part of a number"},
		{"decimal", "She paid 17 crowns", "She paid 17.2 crowns", "number", "so it is behind the point of a number"},
		{"lost decimals in a table", ".1\nAmity\n.2\nBerta\n", "Amity\nBerta\n", "number number", "a point before a number is part of it"},
		{"after Han numerals", "二、三日 It is 1 250 now", "二、三日 It is 12 50 now", "number", "digits end at other places"},
		{"point between Han numerals", "三・一四", "三一四", "number", "a sign between numerals belongs to a number (R10.9)"},
		{"Han numeral", "第三条", "第四条", "number", "a numeral for a numeral"},
		{"Han numerals", "金额为三千元", "金额为四千元", "number", ""},
		{"Han numeral and digits", "金额为三千元", "金额为3000元", "number", "the same number in other digits"},
		{"Han unit", "金额为3万元", "金额为3亿元", "number", "a unit of a number"},
		{"Han unit lost", "金额为3万元", "金额为3元", "number", ""},
		{"Han year", "二〇二六年三月", "二〇二七年三月", "number", ""},
		{"Han numeral lost", "应付三千元的款", "应付元的款", "number", ""},
		{"Han numeral and words", "应付三千元", "没有钱", "number+word-changed not", "its words changed as well"},
		{"numeral of accounts", "叁仟元", "肆仟元", "number", ""},
		{"no Han numeral", "一方の船", "他方の船", "word-changed", "a part of a word"},
		{"no Han numerals", "一般の船", "一切の船", "word-changed", ""},
		{"Roman numeral", "see chapter Ⅷ below", "see chapter Ⅶ below", "number", "a character of category Nl"},
		{"Roman numeral, letters", "see chapter Ⅷ below", "see chapter VII below", "number+word-added", "letters are words"},
		{"letters", "see chapter VIII below", "see chapter VII below", "word-changed", ""},
		{"Han zero", "期限三○年", "期限三年", "number", "a digit (R10.7)"},
		{"circle as a bullet", "○ 石炭\n○ 縄\n", "石炭\n縄\n", "", "shapes are no items"},
		{"Greek thousands", "ἔτος \u0375αωκα ἐν", "ἔτος αωκα ἐν", "number", "a symbol (R10.7)"},
		{"not, after Han numerals", "三、四条。未批准", "三、四条。批准", "word-lost not", ""},
		{"order, after Han numerals", "三、四条。甲方在乙方前", "三、四条。乙方在甲方前", "order order", ""},
		{"digits within a word", "〇\u0640 \uFF9E々 is 1 250 now", "〇\u0640 \uFF9E々 is 12 50 now", "number", "words could not be divided here"},
		{"one of a list", "1. coal\n2. rope\n3. paint\n", "1. coal\nrope\n3. paint\n", "number", "a list that keeps its other numbers"},
		{"list that begins again", "coal\nrope\npaint\n", "1. coal\n1. rope\n2. paint\n", "marks-only:list marks marks-only:list marks marks-only:list marks", "as a converter numbers it"},
		{"start of a list", "1. coal\n2. rope\n", "coal\n2. rope\n", "number", "a run of one is no list"},
		{"list that begins late", "4. coal\n5. rope\n", "coal\nrope\n", "number number", "its numbers say where it goes on"},
		{"numbers of a list changed", "1. coal\n2. rope\n", "2. coal\n3. rope\n", "number+word-lost number+word-added", "others refer to them; words that went with a number count"},

		{"lost", body + "It shall sail tomorrow", body + "It shall tomorrow", "word-lost", ""},
		{"added", body + "It shall tomorrow", body + "It shall sail tomorrow", "word-added", ""},
		{"changed", body + "It shall sail", body + "It shall stay", "word-changed", ""},
		{"not", "It shall not sail", "It shall sail", "word-lost not", "a negation comes first"},
		{"nicht", "Es darf nicht auslaufen", "Es darf auslaufen", "word-lost not", "in German"},
		{"don't", "They don't sail", "They do sail", "word-changed not", "in a short form"},
		{"не", "Он не вышел", "Он вышел", "word-lost not", "in Russian"},
		{"不", "船不可出港", "船可出港", "word-lost not", "in Chinese"},
		{"ない", "船は出港しない。", "船は出港する。", "word-changed not", "in Japanese, where a word is several letters"},
		{"않", "배는 출항하지 않는다", "배는 출항한다", "word-changed not", "in Korean, within a word"},
		{"نہیں", "معاہدہ درست نہیں ہے", "معاہدہ درست ہے", "word-lost not", "in Urdu"},
		{"არ", "ხელშეკრულება არ არის ძალაში", "ხელშეკრულება არის ძალაში", "word-lost not", "in Georgian"},
		{"δὲν", "Τὸ συμβόλαιον δὲν ἰσχύει", "Τὸ συμβόλαιον ἰσχύει", "word-lost not", "in polytonic Greek"},
		{"ບໍ່", "ບໍ່ອະນຸຍາດ", "ອະນຸຍາດ", "word-lost not", "in Lao, without blanks"},
		{"ห้าม", "ห้ามเข้า", "เข้า", "word-lost not", "in Thai"},
		{"June", "๕ มิถุนายน", "๕ กรกฎาคม", "word-changed word-changed", "a part of a Thai month is no negation"},
		{"mai", body + "It comes in mai then", body + "It comes in then", "word-lost", "never in Italian, but the text is English"},
		{"ödenmedi", "Bu para her ay için ve bir hak olarak ödenmedi", "Bu para her ay için ve bir hak olarak ödendi",
			"word-changed not", "in Turkish, at the end of a verb"},
		{"paragraph with a number", "Go. In 1881 it was built there.", "Go.", "number+word-lost", "its words are lost as well"},
		{"paragraph that came", "Go.", "Go. In 1881 it was built there.", "number+word-added", "its words are new as well"},
		{"word and number changed", "She paid 5 crowns", "She paid six pounds", "number+word-changed", "a number became a word"},
		{"unit in letters", "It is 5kg", "It is 5lb", "number+word-changed", "a unit in letters is a word"},
		{"not and number", "It shall not 3 times sail", "It shall sail", "number+word-lost not", "a number hides no lost negation"},
		{"blank before a unit", "It is 10 m 2 wide", "It is 10 m2 wide", "number", "the letters are the same"},
		{"tick and number", "☑ 5 boxes", "☐ 6 boxes", "number+word-changed", "a number hides no tick"},
		{"sign", "It is x 5 now", "It is x - 5 now", "number", "a sign is no word"},
		{"tick", "☑ done", "☐ done", "word-changed", "a ticked box says something"},

		{"moved", body + "Then a storm blew up in the night.", "Then a storm blew up in the night. " + body, "order order", "a passage of five words or more"},
		{"two words", "the old brown dog sat", "the brown old dog sat", "order order", "two words that changed places"},
		{"around another", "coal red and green paint", "coal green and red paint", "order order", "with the word between them"},
		{"exchanged", "the brig and the old schooner sank", "the schooner and the old brig sank", "order order", "each stands where the other stood"},
		{"two numbers", "120 tons 95 men", "95 tons 120 men", "number+word-lost number+word-added", "at another place, a number says something else"},
		{"negation moved", "do not say it is so", "do say it is not so", "word-lost not word-added not", "and so does a negation"},

		{"hyphen", "all twenty-nine men", "all twenty-\nnine men", "hyphenation", "the reader of a PDF cannot know it"},
		{"hyphen, paragraph", "all twenty-\n  nine men", "all twenty-nine men", "hyphenation", "in either direction"},
		{"soft hyphen", "dit-elle alors", "dit\u00ADelle alors", "hyphenation", "a PDF marks its line ends so"},
		{"no hyphen", "he shall resign now", "he shall re-sign now", "word-changed", "re-sign is another word"},
		{"hyphen and number", "in mid-1914 then", "in mid-1915 then", "number", ""},
		{"blank", "the light house here", "the lighthouse here", "word-changed", "one word is not two"},
		{"blank before a number", "in berth1 now", "in berth 1 now", "number", "a berth of another name"},
		{"blank before an exponent", "it is 10 m2 wide", "it is 10 m 2 wide", "number", "an area is no length"},
		{"blank before a unit", "it has 5kg now", "it has 5 kg now", "number", ""},
		{"line end before a number", "in berth\n1 now", "in berth1 now", "layout", "the blank is lost with the line end"},
		{"Korean, blank behind a number", "그는 1963 년에 왔다", "그는 1963년에 왔다", "layout", "programs add such blanks"},
		{"apostrophe", "he won't go", "he wont go", "word-changed not", "wont is another word"},
		{"apostrophe of another form", "it was won\u2019t", "it was wont", "word-changed not", ""},
		{"apostrophe in French", "pour l'eau ici", "pour leau ici", "word-changed", ""},
		{"apostrophe before a line end", "he won't\ngo on", "he wont go on", "word-changed not", "a line end does not explain it"},
		{"hyphen between letters", "the co-op here", "the coop here", "word-changed", "a coop is another house"},
		{"blank behind a stop", "the lamp.1 He", "the lamp. 1 He", "layout", "a note in a PDF and in a web page"},
		{"blank before a stop", "it was .5 then", "it was. 5 then", "number", "a decimal became a whole number"},
		{"Japanese stop", "書いた。1彼", "書いた。 1 彼", "layout", ""},
		{"bracket", "the lamp.1 He\nOne.", "the lamp [1] He\n[1] One.", "marks-only:note marks marks-only:note marks", "the number was there"},
		{"bracket at a word", "the lamp.1 He\nOne.", "the lamp.[1] He\n[1] One.", "marks-only:note marks marks-only:note marks", "the number was there"},
		{"danda", "उस पर किए। वह\nएक", "उस पर किए।1 वह\n1 एक", "marks-only:note marks marks-only:note marks", "stops of any script"},
		{"list and note", "A brig. It had:\ncoal\nrope\nOne.", "A brig.1 It had:\n1. coal\n2. rope\n1 One.",
			"marks-only:note marks marks-only:list marks marks-only:list marks marks-only:note marks", ""},
		{"bracket, Japanese", "書いた。1彼\n一", "書いた[1]彼\n[1] 一", "marks-only:note marks marks-only:note marks", ""},
		{"bracket alone", "was (5) then", "was [5] then", "number", "in brackets, a number may be negative"},
		{"negative numbers", "Loss\n(1)\nGain\n(2)\n", "Loss\n1\nGain\n2\n", "number number", "the digits of a mark do not stay alone"},
		{"column of negative numbers", "Loss\n(1)\n(2)\n(3)\n", "Loss\n1\n2\n3\n", "number", "all in one place"},
		{"negative numbers with units", "Loss\n(1) kg\n(2) kg\n", "Loss\n1 kg\n2 kg\n", "number number", ""},
		{"negative numbers, points", "Loss\n(1)\n(2)\n", "Loss\n1.\n2.\n", "number", "as a list, too"},
		{"negative numbers, full width", "損\n（1）\n（2）\n", "損\n1\n2\n", "number", "brackets of any form"},
		{"negative numbers at words", "loss(1 gain(2\n(1) One\n(2) Two", "loss1 gain2\n(1) One\n(2) Two", "number", ""},
		{"notes in round brackets", "A brig (1) came.\n(1) One.", "A brig 1 came.\n1 One.", "number number", "they look alike"},
		{"list in round brackets", "(1) coal\n(2) rope\n", "coal\nrope\n", "marks-only:list marks marks-only:list marks", "marks go with their brackets"},
		{"Korean, line end", korean + "회\n의록은 서기가", korean + "회의록은 서기가",
			"layout", "a full line may end within a word"},
		{"Korean, line end and number", korean + "하였으\n며 1963 년에", korean + "하였으며 1963년에",
			"layout", "beside a blank before a word"},
		{"Korean, line end and mark", korean + "정하였\n다.\n1. 기온을\n2. 기구는", korean + "정하였다.\n기온을\n기구는",
			"layout marks-only:list marks marks-only:list marks", "a change of layout and a mark are two changes"},
		{"Korean, line end and word", korean + "정하였\n다. 빨간 기온을", korean + "정하였다. 기온을",
			"layout word-lost", "and so are a change of layout and a word"},
		{"Korean, blank", korean + "회 의록은 서기가", korean + "회의록은 서기가",
			"word-changed", "but a blank in a line divides words"},
		{"Korean, other blank", korean + "아버지가\n방에", korean + "아버지 가방에",
			"word-changed", "father enters, or father's bag: the other text has a blank"},
		{"Korean, paragraph end", korean + "회\n\n의록은 서기가", korean + "회의록은 서기가",
			"word-changed", "an empty line ends a paragraph"},
		{"Korean, cells", "갑\n을\n병", "갑을\n병", "word-changed", "a short line may be a cell"},
		{"English, line end", "he said to all the members of the old committee that he is now\nhere",
			"he said to all the members of the old committee that he is nowhere",
			"word-changed not", "English words are divided by hyphens"},
		{"Japanese number, line end", "記\n\n" + japanese + " 7\n5 銭を出す。\n\n記", "記\n" + japanese + "75銭を出す。\n記",
			"layout", "a number between letters of a full line, in a paragraph"},
		{"Japanese number, other digits", "記\n\n" + japanese + " 7\n6 銭を出す。\n\n記", "記\n" + japanese + "75銭を出す。\n記",
			"number", ""},
		{"Japanese numbers, blank", "記\n\n" + japanese + " 7 5 銭を出す。\n\n記", "記\n" + japanese + "75銭を出す。\n記",
			"number", "two numbers in one line"},
		{"Japanese numbers, rows", japanese + " 7\n5 銭を出す。", japanese + "75銭を出す。",
			"number", "without empty lines, each line may be a row"},
		{"Japanese numbers, longer line", "記\n\n" + japanese + "7\n5" + japanese + "定めた。\n\n記", "記\n" + japanese + "75" + japanese + "定めた。\n記",
			"number", "the line before is not full"},
		{"decimals, line end", "記\n\n" + japanese + " 7,3\n18 銭を出す。\n\n記", "記\n" + japanese + "7,318銭を出す。\n記",
			"number", "not only digits"},
		{"English number, line end", "x\n\n" + body + "7\n5 of it\n\nx", "x\n" + body + "75 of it\nx",
			"number", "English divides no numbers"},
		{"now here", "he is now here", "he is nowhere", "word-changed not", "it is another sentence"},

		{"note", "The brig Amity came in.\nBuilt at Harlingen.", "The brig Amity 1 came in.\n1\nBuilt at Harlingen.",
			"marks-only:note marks marks-only:note marks", "the text and the note have the number"},
		{"note at a word", "The brig Amity came in.\nBuilt at Harlingen.", "The brig Amity1 came in.\n1 Built at Harlingen.",
			"marks-only:note marks marks-only:note marks", "in a web page"},
		{"notes", "A brig. A crew.\nOne.\nTwo.", "A brig.[1] A crew.[2]\n[1] One.\n[2] Two.",
			"marks-only:note marks marks-only:note marks marks-only:note marks", "in brackets"},
		{"notes went", "A brig1. A crew2.\n1 One.\n2 Two.", "A brig. A crew.\nOne.\nTwo.",
			"marks-only:note marks marks-only:note marks marks-only:note marks", "in either direction"},
		{"notes, other numbers", "A brig of 3. A crew.\nOne.\nTwo.", "A brig 1 of 4. A crew 2.\n1 One.\n2 Two.",
			"marks-only:note marks number marks-only:note marks marks-only:note marks", "a number beside them stays one"},
		{"a note without its number", "A brig. A crew.\nOne.\nTwo.", "A brig 1. A crew 2.\n1 One.\nTwo.", "number number", "a run must be whole"},
		{"another number at a note", "A brig. A crew.\nOne.\nTwo.", "A brig 1. A crew 2.\n1 One.\n3 Two.", "number number number", "in both places"},
		{"a second 1", "A 1 brig.\nOne.", "A brig.\n1 One.", "number number", "one went and one came"},
		{"note, blank before", "A brig1 came.\nOne.", "A brig 1 came.\n1 One.", "marks-only:note marks marks-only:note marks", "the number was there"},
		{"back-link", "Built in 1912. Lost.", "Built in 1912.↩︎ Lost.", "marks-only:back-links", "an arrow says nothing"},
		{"other arrow", "Go → there", "Go there", "word-lost", "this one may"},
		{"web note", "A brig1 came.\nOne.↩", "A brig1 came.\n1. One.↩", "marks-only:note marks", "the note has a link back"},
		{"superscript", "A brig came.\nOne.", "A brig¹ came.\n¹ One.", "marks-only:note marks marks-only:note marks", "digits of any form"},
		{"Japanese", "船は来た。\n一つ。", "船1は来た。\n1 一つ。", "marks-only:note marks marks-only:note marks", "no blanks"},
		{"turn lost", "第1回の会議", "第回の会議", "number", "a number between letters"},

		{"list", "coal\nrope\n", "1. coal\n2. rope\n", "marks-only:list marks marks-only:list marks", "numbers with points that leave none out"},
		{"list in a PDF", "coal\nrope\n", "1.\n\ncoal\n\n2.\n\nrope\n", "marks-only:list marks marks-only:list marks", "on lines of their own"},
		{"letters", "coal\nrope\n", "a) coal\nb) rope\n", "word-added word-added", "a text may refer to b"},
		{"letters lost", "a) coal\nb) rope\nIt is b.\n", "coal\nrope\nIt is b.\n", "word-lost word-lost", "an answer"},
		{"initials", "A. Smith\nB. Jones\n", "Smith\nJones\n", "word-lost word-lost", "they are of names"},
		{"letters that are words", "a. man\nb. word\n", "man\nword\n", "word-lost word-lost", ""},
		{"letters of notes", "A brig a. A crew b.\na One.\nb Two.", "A brig. A crew.\nOne.\nTwo.", "word-lost word-lost word-lost", "no numbers"},
		{"letters became numbers", "a) coal\nb) rope\n", "1) coal\n2) rope\n", "number+word-lost number+word-lost", "other labels"},
		{"headings", "Coal\nPrice\nRope\n", "1 Coal\n1.1 Price\n2 Rope\n", "marks-only:list marks marks-only:list marks marks-only:list marks", "several levels"},
		{"prices", "1 Coal\n1.5 Price\n2 Rope\n", "Coal\nPrice\nRope\n", "number number number", "1.5 does not follow 1"},
		{"bullets", "coal\nrope\n", "\uF0B7 coal\n\uF0B7 rope\n", "marks-only:bullets marks-only:bullets", "of the font Symbol"},
		{"ruled line", "coal\n=====\nrope", "coal\nrope", "marks-only:ruled lines", "drawn with symbols"},
		{"NUL", "lamp.", "lamp.\x00 0", "number", "a NUL is not the end of a text"},
		{"equation", "coal = rope", "coal rope", "number", "an operator"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := differ(t, c.old, c.new)
			if diff := cmp.Diff(strings.Fields(c.want), strings.Fields(classesOf(d))); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

// A label with a letter must not end the run of a number. The letter a has the code 97.
func TestLetterAmongNumbers(t *testing.T) {
	var old, new strings.Builder
	for i := range 100 {
		if i == 97 {
			old.WriteString("keeper\n")
			new.WriteString("a) keeper\n")
		}
		old.WriteString("lamp\n")
		fmt.Fprintf(&new, "%d. lamp\n", i+1)
	}
	d := differ(t, old.String(), new.String())
	want := KindCounts{MarksOnly: 100, WordAdded: 1}
	if diff := cmp.Diff(want, d.Excerpt(0).Kinds); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func classesOf(d *Difference) string {
	var all []string
	for _, c := range d.Classes() {
		s := string(c.Kind)
		if c.Words != "" {
			s += "+" + string(c.Words)
		}
		if c.Mark != "" {
			s += ":" + c.Mark
		}
		if c.Negation {
			s += " not"
		}
		all = append(all, s)
	}
	return strings.Join(all, " ")
}

// A reader that knows where notes are referred to proves what the text alone does not.
func TestAnchored(t *testing.T) {
	const note, marks = Anchor, "marks-only:note marks "
	const twoNotes = "A brig" + note + " of crowns. A crew" + note + " came.\n" + note + "One.\n" + note + "In days. Two."
	for _, c := range []struct{ name, old, new, want, why string }{
		{"at a word", "The brig " + Anchor + "came", "The brig1 came", "marks-only:note marks", "one anchor, one number"},
		{"before", "The brig1 came", "The brig" + Anchor + " came", "marks-only:note marks", "in either direction"},
		{"Japanese", "船" + Anchor + "は来た", "船1は来た", "marks-only:note marks", ""},
		{"elsewhere", "The " + Anchor + "brig came", "The brig1 came", "number", "the note is at another place"},
		{"too many", "The brig" + Anchor + " came", "The brig 1 2 came", "number", "one anchor is no proof of two numbers"},
		{"two", "The brig" + Anchor + Anchor + " came", "The brig 1 2 came", "marks-only:note marks", "two are"},
		{"a number", "The year 1" + Anchor + " came", "The year 12 came", "number", "12 may be a number"},
		{"a letter", "Coal" + Anchor + "\n" + Anchor + "Price", "Coal b\nb Price", "marks-only:note marks", "notes of tables have letters"},
		{"a word", "The brig" + Anchor + " came", "The brig today came", "word-added", "no mark"},
		{"changed", "The brig 5" + Anchor + " came", "The brig 6 came", "number", "a number became another"},

		{"notes", twoNotes, "A brig1 of crowns. A crew2 came.\n1 One.\n2 In days. Two.", marks + marks + marks + marks, ""},
		{"the number of the next note", twoNotes, "A brig1 of 2 crowns. A crew2 came.\n1 One.\n2 In days. Two.",
			marks + "number " + marks + marks + marks, "the mark of note 2 is at its place"},
		{"it went", "A brig1 of 2 crowns. A crew2 came.\n1 One.\n2 In days. Two.", twoNotes,
			marks + "number " + marks + marks + marks, "in either direction"},
		{"the number of the last note", twoNotes, "A brig1 of 1 crowns. A crew2 came.\n1 One.\n2 In days. Two.",
			marks + "number " + marks + marks + marks, "it begins another run"},
		{"in a note", twoNotes, "A brig1 of crowns. A crew2 came.\n1 One.\n2 In\n2 days. Two.",
			marks + marks + marks + marks + "number", "where a line begins"},
		{"before a note", "A brig" + note + " came.\n" + note + "One and days.\n" + note + "Two. A crew" + note,
			"A brig1 came.\n1 One and\n2 days.\n2 Two. A crew2", marks + marks + "number " + marks + marks, "where a line begins"},
		{"two numbers", twoNotes + "\n" + twoNotes,
			"A brig1 of 2 crowns. A crew2 came.\n1 One.\n2 In days. Two.\nA brig1 of 2 crowns. A crew2 came.\n1 One.\n2 In days. Two.",
			marks + "number " + marks + marks + marks + marks + "number " + marks + marks + marks, "the notes of each chapter begin with 1"},
		{"a mark at another word", twoNotes, "A brig of1 crowns. A crew2 came.\n1 One.\n2 In days. Two.",
			marks + marks + marks + marks, "no number too many"},
		{"a mark in place of a mark", twoNotes, "A brig1 of2 crowns. A crew came.\n1 One.\n2 In days. Two.",
			marks + marks + marks, "a note that moved is the same text; the first two are one edit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := BetweenAnchored(t.Context(), []byte(c.old), []byte(c.new))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.TrimSpace(c.want), classesOf(d)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

// A hunk has the gravest kind of its edits, and a negation comes before all words.
func TestHunkClass(t *testing.T) {
	d := differ(t, "A brig came in.\nBuilt in 1881 and not lost.", "A brig 1 came in.\n1 Built in 1882 and lost.")
	h := d.Hunks(Layout{})
	if len(h) != 1 || h[0].Kind != Number {
		t.Errorf("%v", h)
	}
	want := KindCounts{Number: 1, WordLost: 1, MarksOnly: 2}
	e := d.Excerpt(10)
	if diff := cmp.Diff(want, e.Kinds); diff != "" || e.Negations != 1 {
		t.Errorf("%d negations (-want +got):\n%s", e.Negations, diff)
	}
	groups := []Group{
		{Class{Kind: Number}, "1881", "1882", 1}, {Class{Kind: WordLost, Negation: true}, "not", "", 1},
		{Class{Kind: MarksOnly, Mark: noteMarks.String()}, "", "", 2},
	}
	if diff := cmp.Diff(groups, d.Groups(10)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := d.Groups(1); len(got) != 1 || got[0].Kind != Number {
		t.Errorf("%v: expected the gravest", got)
	}
}

func checkClasses(t interface{ Errorf(string, ...any) }, d *Difference) {
	classes := d.Classes()
	if len(classes) != len(d.Edits) {
		t.Errorf("%d classes of %d edits", len(classes), len(d.Edits))
	}
	edits := 0
	for _, g := range d.Groups(len(d.Edits)) {
		edits += g.Edits
	}
	if edits != len(d.Edits) {
		t.Errorf("groups have %d edits, want %d", edits, len(d.Edits))
	}
	for n, c := range classes {
		e := d.Edits[n]
		if !slices.Contains(Kinds(), c.Kind) || (c.Mark != "") != (c.Kind == MarksOnly) {
			t.Errorf("%+v is no class", c)
		}
		if c.Words != "" && c.Kind != Number {
			t.Errorf("%+v: words beside no number", c)
		}
		if c.Kind == MarksOnly && c.Negation {
			t.Errorf("%v: marks with a negation", e)
		}
		old, new := spell(d, d.old, e.Old), spell(d, d.new, e.New)
		went, came := strings.Join(old, ""), strings.Join(new, "")
		sameWords := slices.Equal(slices.Sorted(slices.Values(old)), slices.Sorted(slices.Values(new)))
		if d.areAlike(e) != (went == came) || d.sameMultiset(e) != sameWords {
			t.Errorf("%q and %q: alike %v, same words %v", old, new, d.areAlike(e), d.sameMultiset(e))
		}
		for _, is := range []func(rune) bool{unicode.IsLetter, unicode.IsNumber} {
			was, now := divided(spellItems(d, d.old, e.Old), is), divided(spellItems(d, d.new, e.New), is)
			if went == came && d.sameWords(e, is) != slices.Equal(was, now) {
				t.Errorf("%q and %q: divided at the same places: %v", old, new, d.sameWords(e, is))
			}
		}
		if c.Kind == Number && lettersOf(went) > 0 && lettersOf(came) == 0 && c.Words != WordLost && c.Words != WordChanged {
			t.Errorf("%q and %q: %+v hides the lost words", went, came, c)
		}
		if (c.Kind == Spacing || c.Kind == Hyphenation) && went != came {
			t.Errorf("%q and %q differ in more than blanks", went, came)
		}
		if a, b := lettersOf(went), lettersOf(came); c.Kind == MarksOnly && max(a-b, b-a) > e.Old.Len()+e.New.Len() {
			t.Errorf("%q and %q differ in more letters than labels have", went, came)
		}
	}
	for _, h := range d.Hunks(Layout{}) {
		if !slices.Contains(Kinds(), h.Kind) {
			t.Errorf("hunk of kind %q", h.Kind)
		}
	}
}

func lettersOf(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// The same texts have the same classes, whatever was asked before.
func FuzzClasses(f *testing.F) {
	f.Add("The brig Amity came in.\nBuilt.", "The brig Amity1 came in.\n1. Built.↩")
	f.Add("1. coal\n1.1 rope\n2 paint\n=====\n", "a) coal\nb) rope\n\uF0B7 5")
	f.Add("twenty-\nnine 第1回 -5", "twenty-nine 第2回 5 %")
	f.Add("x"+Anchor+" y\n"+Anchor+"z", "x¹ y\n1 z ١")
	f.Fuzz(func(t *testing.T, old, new string) {
		if len(old)+len(new) > 1<<13 {
			return
		}
		d, err := BetweenAnchored(t.Context(), []byte(old), []byte(new))
		if err != nil {
			t.Fatal(err)
		}
		checkClasses(t, d)
		again, _ := BetweenAnchored(t.Context(), []byte(old), []byte(new))
		again.Groups(1)
		if diff := cmp.Diff(d.Classes(), again.Classes()); diff != "" {
			t.Error(diff)
		}
	})
}

// Classes take time in proportion to the edits: texts that would take long otherwise are read here.
func TestClassesAreLinear(t *testing.T) {
	const n = 1 << 15
	for _, c := range []struct{ name, part, why string }{
		{"numbers at lines", "%d x\n", "one long run"},
		{"ones", "1 x\n", "as many runs as labels"},
		{"levels", "1.1.1.1.1.1 x\n", "runs that are looked for by their beginnings"},
		{"links back", "1. x↩\n", "paragraphs that begin at every line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var text strings.Builder
			for i := range n {
				if strings.Contains(c.part, "%") {
					fmt.Fprintf(&text, c.part, 1+i%900)
				} else {
					text.WriteString(c.part)
				}
			}
			d := differ(t, text.String(), strings.Repeat("x\n", n))
			checkClasses(t, d)
		})
	}
}

// spell returns the letters of each word of a span.
func spell(d *Difference, t *text, s Span) (words []string) {
	for i := s.From; i < s.To; i++ {
		words = append(words, d.spellWord(t, i))
	}
	return words
}

// spellItems returns the letters of each item of a span.
func spellItems(d *Difference, t *text, s Span) (items []string) {
	for i := s.From; i < s.To; i++ {
		for a := range d.reading.atomsOfWord(t.numbers[i]) {
			items = append(items, string(d.reading.names.of(a)))
		}
	}
	return items
}

// divided states plainly where an item ends between two letters, or between two digits.
func divided(items []string, is func(rune) bool) (places []int) {
	at := 0
	last := rune(0)
	for _, w := range items {
		for i, r := range w {
			if i == 0 && is(last) && is(r) {
				places = append(places, at)
			}
			last = r
			at++
		}
	}
	return places
}

package negation

import "github.com/lsh-interop/fpcheck/internal/unicode/ucd"

// A Language is a language whose negations are known. In its lists, blanks part words. A word with a hyphen is a
// beginning and an end: "ne-" is each longer word that begins with ne.
type Language struct {
	name    string
	scripts []ucd.Script
	common  string // frequent words, which show that a text is in the language; if "", the script shows it
	words   string // that deny, in a text of any language
	own     string // that deny, and are other words in other languages
	maybe   string // that may deny
	other   string // of these two and of other languages, that do not deny in this one
	parts   string // that deny as a part of a word, in a script of words without blanks, or in Korean
	bits    string // parts that may deny
	affixes bool   // it also denies by affixes or letters that no list has
}

func in(s ...ucd.Script) []ucd.Script { return s }

// languages are in the order of their families. Of equal ones, the first is found.
var languages = []Language{
	{
		name: "English", scripts: in(ucd.Latin),
		common: "the of and to in is that for it was with be by on this are or from at which have",
		words:  "no not never none nor neither nobody nothing nowhere cannot without except unless unable -n't",
		maybe:  "dont doesnt didnt cant wont isnt arent wasnt werent nae nane isna dinna canna nocht",
	}, {
		name: "German", scripts: in(ucd.Latin),
		common: `
			der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es aus
			er dass wird oder
		`,
		words: `
			nicht kein keine keinen keinem keiner keines keinerlei keinesfalls keineswegs nie niemals
			niemand niemanden niemandem nirgends nichts weder ohne außer nein
		`,
	}, {
		name: "Dutch", scripts: in(ucd.Latin),
		common: `
			de het een en van in is dat op te zijn voor met niet aan er om ook als maar bij of uit
			worden door naar wordt
		`,
		words: "niet geen nooit niemand niets nergens geenszins zonder noch evenmin",
		maybe: "net gjin nimmen nich nix keen",
		other: "pas no",
	}, {
		name: "Afrikaans", scripts: in(ucd.Latin),
		common: `
			die en van in is het nie dat te vir om met wat sy op hy was aan word deur as hulle ook kan
			moet
		`,
		words: "nie geen nooit niemand niks sonder moenie",
	}, {
		name: "Swedish", scripts: in(ucd.Latin),
		common: `
			och att det i som en på är av för med den till har de inte om ett var men sig från eller kan
			ska
		`,
		words: "inte icke ej aldrig ingen inget inga ingenting varken utan",
		other: "sin",
	}, {
		name: "Danish", scripts: in(ucd.Latin),
		common: `
			og i at det er en til af på der som for med de den ikke har et var han om fra kan eller skal
			enhver ved sin sig hun være bliver når
		`,
		words: "ikke ej aldrig ingen intet ingenting hverken uden",
		other: "sin",
	}, {
		name: "Norwegian", scripts: in(ucd.Latin),
		common: `
			og i det er på som en til av for med at de har ikke et om fra kan eller skal ein dei ikkje
			eit frå enhver ved sin seg han hun var være blir når
		`,
		words: "ikke ikkje inkje aldri ingen inga intet ingenting verken uten utan",
		other: "sin",
	}, {
		name: "Icelandic", scripts: in(ucd.Latin),
		common: "og að í er á sem til um við með fyrir en af það var ekki hann eru þess þeim hafa frá eða",
		words:  "ekki aldrei enginn engin ekkert engan enga engu engum engir hvorki",
		own:    "ei né án",
		other:  "sin nema",
	}, {
		name: "Faroese", scripts: in(ucd.Latin),
		common: "og at í er á sum til um við av ein fyri ikki hann hava eru úr frá ella",
		words:  "ikki eingin eingir einki ongan ongum hvørki uttan",
		other:  "sin",
	}, {
		name: "French", scripts: in(ucd.Latin),
		common: `
			de la le et les des en un une du que est pour qui dans par plus pas sur au ne se ce il sont
			avec ou aux
		`,
		words: "ne pas non jamais rien aucun aucune sans ni personne sauf guère",
		own:   "n'- nul nulle",
		maybe: "degun cap sens",
		other: "sin",
	}, {
		name: "Spanish", scripts: in(ucd.Latin),
		common: "de la que el en y los del las un por con no una su para es al lo como más se sus fue este ha",
		words:  "no nunca jamás nada nadie ningún ninguno ninguna ni sin tampoco",
		maybe:  "non nun nin nengún naide dengún",
		other:  "ej",
	}, {
		name: "Portuguese", scripts: in(ucd.Latin),
		common: `
			de que e do da em um para com não uma os no se na por mais as dos como ao das à seu sua ou é
			são pela pelo foi tem pessoa toda todo ser nos nas aos sobre entre sem muito já está
			este esta isto pode podem quando também às até então estar você mas
		`,
		words: "não nunca jamais nada nenhum nenhuma ninguém",
		own:   "nem sem nin sen",
		maybe: "ka ca nunka ti taya",
		other: "no",
	}, {
		name: "Galician", scripts: in(ucd.Latin),
		common: `
			de que e do da en o a un para con non unha os no se na por máis as dos como ao súa ou é toda
			á ten polo pola seu ser dunha dun nas nos aos ás tamén foi entre sen persoa
		`,
		words: "non nunca xamais nada ninguén ningún ningunha",
		own:   "nin sen nem sem",
		other: "no",
	}, {
		name: "Catalan", scripts: in(ucd.Latin),
		common: "de la i el que a en les els per un del una amb no es al dels són és com més va seva ha o",
		words:  "no ningú tampoc sense",
		own:    "mai res gens ni pas cap",
	}, {
		name: "Italian", scripts: in(ucd.Latin),
		common: `
			di e che la il un a è per in una del non sono della da con le si dei nel alla al come più o
			gli ha
		`,
		words: "non nessun nessuna nessuno niente senza né neppure nemmeno neanche no",
		own:   "mai nulla",
		maybe: "micca nimu nisciunu betg buca nagin nagina nuja minga brisa ùn",
		other: "ne",
	}, {
		name: "Romanian", scripts: in(ucd.Latin),
		common: "de și în a la cu care nu o pe din că se un să este ce mai pentru au al sau prin fi şi",
		words:  "niciodată nimic nimeni nici niciun nicio niciunul fără",
		own:    "nu n",
		other:  "ne pas sin",
	}, {
		name: "Polish", scripts: in(ucd.Latin),
		common: `
			w i na z do się nie jest to że o od za po jak przez dla co są oraz jego może lub ale ma
			każdy który która które przy być jako tylko tym tego ich lecz gdy więc czy już dwa bardzo
			została zostały
		`,
		words: "nie nigdy nikt nikogo nikomu nic niczego bez ani żaden żadna żadne żadnego żadnej żadnych",
		maybe: "nie-",
		other: "no pas",
	}, {
		name: "Czech", scripts: in(ucd.Latin),
		common: `
			a v se na je že s z do o ve k i za byl jako by který pro jsou nebo po od má každý která
			které být jejich při mezi ale tak jen už až své svého bylo byla před proti podle jeho
		`,
		words: `
			ne žádný žádná žádné nikdy nikdo nikoho nic bez ani není nejsou nesmí nemá nelze nemůže
			nebyl nebyla nebylo nebude
		`,
		maybe: "ne- ni-",
		other: "no pas nebo",
	}, {
		name: "Slovak", scripts: in(ucd.Latin),
		common: `
			a v sa na je že s z do o vo k za bol ako by ktorý pre sú alebo po od aj jeho má každý ktorá
			byť pri medzi ale tak len už až svoje svojho bolo bola pred proti podľa aby
		`,
		words: `
			nie žiadny žiadna žiadne nikdy nikto nikoho nič bez ani nesmie nemá nemožno nebol nebola
			nebolo nebude
		`,
		maybe: "ne- ni-",
		other: "no pas",
	}, {
		name: "Slovene", scripts: in(ucd.Latin),
		common: `
			in je v na za da se ki so z ali s po pa kot od bi do pri tudi iz ima kakor sta biti bil bila
			ter lahko svoje ga tako samo med vsak
		`,
		words: "nikoli nihče nikogar nič noben nobena nobeno brez nima nimajo niso noče",
		own:   "ne ni",
		maybe: "ne- ni- no-",
		other: "no pas nada",
	}, {
		name: "Croatian, Serbian and Bosnian", scripts: in(ucd.Latin),
		common: `
			i je u na se da za su od s ili kao koji to a što sa bi po iz ako ima biti bude koja koje
			bilo kako pri ali samo već svoje svoj jer smo ih mu ne
		`,
		words: "ne nije nisu nema nemaju neće nisam nikada nikad nitko niko ništa nijedan nijedna nemoj bez",
		own:   "ni",
		maybe: "ne- ni-",
		other: "nada pas no",
	}, {
		name: "Serbian", scripts: in(ucd.Cyrillic),
		common: `
			и је у на се да за су од са или као који то а што би по из има бити буде која које било како
			ли али само већ своје јер их му
		`,
		words: "не није нису нема немају неће нисам никада никад нико ништа ниједан ниједна немој без ни",
		maybe: "не- ни-",
	}, {
		name: "Russian", scripts: in(ucd.Cyrillic),
		common: `
			и в на не с что по к из за это как о от для он его или при а у также может быть было были ее
			их так только но если чтобы все этого которые который которых без свои своего имеет
			вы можно будет нужно
		`,
		words: "не нет ни никогда никто никого ничто ничего нигде никакой никакие никаких без нельзя нету",
		maybe: "не- ни-",
	}, {
		name: "Ukrainian", scripts: in(ucd.Cyrillic),
		common: `
			і в на не з що до та за у про як від для його або це є по при й бути має її їх так але якщо
			щоб всі цього які який яка під без свого також були було
		`,
		words: "не ні немає ніколи ніхто нікого ніщо нічого жоден жодна жодного без",
		maybe: "не- ні-",
	}, {
		name: "Belarusian", scripts: in(ucd.Cyrillic),
		common: `
			і ў на не з што да за у пра як ад для яго або гэта па пры быць мае яе іх так але калі каб
			усе гэтага якія які пад без свайго таксама было былі
		`,
		words: "не ні няма ніколі ніхто нікога нічога ніводны без",
		own:   "ня",
		maybe: "не- ня- ні-",
	}, {
		name: "Bulgarian", scripts: in(ucd.Cyrillic),
		common: `
			на и в за се от да с не са по е как че или при към като до през има бъде което които който
			само но ако всички този това беше били
		`,
		words: "не няма нямат нямаше никога никой никого нищо нито недей без",
		maybe: "не- ни- ня-",
	}, {
		name: "Macedonian", scripts: in(ucd.Cyrillic),
		common: "на и во за се од да со не по е како што или при кон до ќе",
		words:  "не нема немаат никогаш никој никого ништо ниту немој без",
		maybe:  "не- ни-",
	}, {
		name: "Lithuanian", scripts: in(ucd.Latin),
		common: "ir kad yra į iš su ar tai kaip buvo apie už jo bet savo nuo po per turi",
		words:  "nėra niekada niekas nieko",
		own:    "ne be nei nė",
		maybe:  "ne- nė- nie-",
	}, {
		name: "Latvian", scripts: in(ucd.Latin),
		common: "un ir ar no uz kas par ka tā bija arī kā pēc vai līdz viņa tiek",
		words:  "neviens nevienu nekad nekas nedrīkst",
		own:    "ne nav nē bez",
		maybe:  "ne- nav- ni",
		other:  "no",
	}, {
		name: "Estonian", scripts: in(ucd.Latin),
		common: `
			ja on ei et see mis kui oli ka ning või oma ta mida seda siis kes igal tema nende peab olema
			eest kõik kas ole selle nii mille vastu
		`,
		words: "mitte polnud pole ärge keegi",
		own:   "ei ära ega ilma",
	}, {
		name: "Finnish", scripts: in(ucd.Latin),
		common: `
			ja on ei että se oli hän joka mutta ovat kun myös tai mukaan sen niin kuin olla sekä
			jokaisella kaikki jos ne hänen siitä tässä olisi sitä ole vain voi jossa joiden heidän
			vastaan
		`,
		words: "eivät eikä emme älä älkää älköön ilman",
		own:   "ei en et ette",
		other: "ne",
	}, {
		name: "Hungarian", scripts: in(ucd.Latin),
		common: `
			a az és hogy nem is egy ez van meg csak mint ki volt vagy de azt még már el kell minden
			valamint mind sem joga való arra lehet ha ezt olyan által illetve szerint között
		`,
		words: "nincs nincsenek nélkül soha senki senkit semmi semmit semmilyen tilos",
		own:   "nem ne sem se",
		maybe: "-talan -telen -tlan -tlen -tlanul -tlenül",
	}, {
		name: "Albanian", scripts: in(ucd.Latin),
		common: "të e në dhe i për me që një nga është si ka do së u më ose kjo",
		words:  "nuk askush asnjë asgjë kurrë",
		own:    "s s'- mos pa jo as",
	}, {
		name: "Basque", scripts: in(ucd.Latin),
		common: `
			eta da du ez bat dira ere duen egin izan den baina dute hau edo zen bere egiteko bai beste
			guztiak arte behar dela nahiz gabe izango
		`,
		words: "ezin ezingo ezta ezer inor inork inoiz",
		own:   "ez gabe",
	}, {
		name: "Irish", scripts: in(ucd.Latin),
		common: "an agus na a i ar go is le do de bhí tá sé ag sin mar as don ón",
		words:  "ní níl níor nár níorbh nílim",
		own:    "nach ná gan cha",
		maybe:  "chan gun",
	}, {
		name: "Welsh", scripts: in(ucd.Latin),
		common: `
			y yr a i yn o ac ar am gan wedi ei eu mae bod oedd hynny neu fel gael bob pob oes cael wrth
			dros eraill gyda i'r o'r a'r yw ond mewn unrhyw
		`,
		words: "ddim",
		own:   "ni nid nad nac na nas heb dim neb oni",
		other: "ne no sin",
	}, {
		name: "Maltese", scripts: in(ucd.Latin),
		common: `
			li u l il ta ta' fil ma' għal minn jew kull fi huwa kien tal tat fuq dan din dawn jkun ikun
			hija huma hu kif biex mill mal bil bejn
		`,
		words: "mhux mhuwiex mhijiex mhumiex mingħajr ebda",
		own:   "ma la xejn qatt m'għand-",
		maybe: "-x",
		other: "biex għax",
	}, {
		name: "Turkish", scripts: in(ucd.Latin),
		common: "ve bir bu da için ile de olarak gibi daha çok olan her kadar en veya",
		words:  "değil değildir hayır yok yoktur asla hiç hiçbir",
		own: `
			-mıyor -miyor -muyor -müyor -madı -medi -mayacak -meyecek -mamış -memiş -mayan -meyen -maz
			-mez -mazlar -mezler -maksızın -meksizin -mamalı -memeli
		`,
		other:   "ne",
		affixes: true,
	}, {
		name: "Azerbaijani", scripts: in(ucd.Latin),
		common:  "və bir bu üçün ilə da də ki olan edir olaraq daha çox onun hər isə",
		words:   "deyil deyildir deyillər yox yoxdur heç",
		own:     "-mır -mir -mur -mür -madı -mədi -mayacaq -məyəcək -mayan -məyən -maz -məz -mamış -məmiş",
		other:   "ne",
		affixes: true,
	}, {
		name: "Uzbek", scripts: in(ucd.Latin, ucd.Cyrillic),
		common:  "va bilan bu uchun bir ham edi har yoki ва билан бу учун бир ҳам эди ҳар ёки inson oʻz hamda barcha kerak boʻlgan lekin ular uning инсон ўз ҳамда барча керак бўлган лекин улар",
		words:   "emas yoʻq yo'q yo‘q hech эмас йўқ ҳеч",
		own:     "-madi -maydi -magan -masdan -masa -мади -майди -маган -масдан -маса",
		affixes: true,
	}, {
		name: "Kazakh", scripts: in(ucd.Cyrillic),
		common: "және мен бұл бір үшін да де ол бар деп еді болып немесе адам әр құқығы тиіс өз арқылы осы кез барлық ретінде кейін туралы арасында",
		words:  "емес жоқ ешқандай ешкім ешкімді ешқашан",
		own: `
			-мады -меді -бады -беді -пады -педі -майды -мейді -байды -бейді -пайды -пейді -маған -меген
			-баған -беген -паған -пеген
		`,
		affixes: true,
	}, {
		name: "Kyrgyz", scripts: in(ucd.Cyrillic),
		common:  "жана менен бул бир үчүн да де ал деп эле болгон же",
		words:   "эмес жок эч",
		own:     "-бады -беди -боду -бөдү -байт -бейт -бойт -бөйт -баган -беген -пады -педи",
		affixes: true,
	}, {
		name: "Mongolian", scripts: in(ucd.Cyrillic),
		common:  "нь байна энэ гэж юм болон бол ба тэр хүн буюу ч уу бүр бүх болно байх байсан хийх улс",
		words:   "-гүй биш үгүй бүү битгий эс үл",
		affixes: true,
	}, {
		name: "Greek", scripts: in(ucd.Greek),
		words: `
			δεν δέν δε δέ μη μή μην μήν όχι ουχί ου ού ουκ ούκ ποτέ κανείς κανένας κανέναν κανένα καμία
			καμιά τίποτα τίποτε χωρίς δίχως άνευ ούτε μήτε ουδέ μηδέ ουδείς
		`,
	}, {
		name: "Armenian", scripts: in(ucd.Armenian),
		words: "ոչ չէ չեն չի չեմ չես չենք չեք չէր չէին առանց երբեք ոչինչ",
		maybe: "չ- մի",
	}, {
		name: "Georgian", scripts: in(ucd.Georgian),
		words: `
			არ არა ვერ ნუ არც ვერც ნურც არავინ არავის არავითარი არაფერი არაფერს არასოდეს ვერავინ აღარ
			ვეღარ გარეშე
		`,
		maybe: "არა- ვერ- ნუ-",
	}, {
		name: "Arabic", scripts: in(ucd.Arabic),
		common: `
			في من على إلى أن التي عن مع الذي هذا هذه كان أو بين كل لا لكل شخص أي حق كما ولا الحق وفي بعد
			قبل له لها منذ حتى إذا إن أنه
		`,
		words: "لا لم لن ليس ليست ليسوا لست غير بدون دون بلا ولا فلا ولم فلم ولن وليس وليست عدم بعدم وعدم",
		own:   "ما وما أبدا",
		maybe: "ألا لئلا إلا كلا",
	}, {
		name: "Persian", scripts: in(ucd.Arabic),
		common: "و در به از که این را با است برای آن یک خود شد شده تا بر می",
		words:  "نه نیست نیستند هرگز نباید نبود نبودند ندارد ندارند نداشت نشود نشد نشده نکند نکرد نخواهد بدون",
		own:    "نمی نمی- هیچ بی",
		maybe:  "ن-",
	}, {
		name: "Urdu", scripts: in(ucd.Arabic),
		common: "کے کی میں اور ہے کا کو سے نے کہ اس پر یہ بھی ہیں ایک جو تھا لیے",
		words:  "نہیں نہ مت بغیر ہرگز",
		own:    "بلا",
		maybe:  "نا کبھی",
	}, {
		name: "Hebrew", scripts: in(ucd.Hebrew),
		common: `
			של את על לא הוא כי עם זה גם או היא אל בין אשר היה כל יש לכל זכאי האדם בכל אין אף בו לו הם כן
			אם כמו עוד היו להיות רק לפי שלו
		`,
		words: "לא אין בלי ללא אינו אינה אינם אינן איני מעולם שלא ולא שאין ואין",
		maybe: "אל בל פן",
	}, {
		name: "Yiddish", scripts: in(ucd.Hebrew),
		common: "און די אין דער פון אויף צו איז מיט דאס דעם אז ער זיך אלע",
		words:  "ניט נישט קיין קײן קיינער קײנער ניין נײן גארניט גארנישט",
		maybe:  "אן",
		other:  "אין",
	}, {
		name: "Syriac", scripts: in(ucd.Syriac),
		words:   "ܠܐ ܕܠܐ ܘܠܐ ܠܝܬ ܠܝܬܠܗ",
		affixes: true,
	}, {
		name: "Hindi", scripts: in(ucd.Devanagari),
		common: `
			के में की है और से का को पर ने कि यह एक भी हैं लिए इस था हो किसी या तथा सभी अपने उस जा गया किया करने
			दिया साथ तक तो वह जो
		`,
		words: "नहीं नही न मत बिना",
		maybe: "ना कभी नाहीं नइखे नञ मति",
	}, {
		name: "Marathi", scripts: in(ucd.Devanagari),
		common: `
			आणि आहे या व हे मध्ये ते होते असे एक हा त्या आहेत ही किंवा अधिकार करण्याचा आपल्या सर्व अशा नाही पाहिजे
			होती केली केले त्यांच्या त्याच्या मी करून काही तर
		`,
		words: "नाही नाहीत नाहि नये नयेत नको नका नव्हे नव्हते नसे नसेल नसून विना",
		maybe: "नस- नव्ह- नाह- नको-",
	}, {
		name: "Nepali", scripts: in(ucd.Devanagari),
		common:  "र छ को मा हो पनि लागि गर्न यो एक भएको तथा छन् वा",
		words:   "छैन छैनन् होइन हुँदैन भएन थिएन नहुने नगर्ने",
		own:     "-दैन -दैनन् -एन -छैन",
		affixes: true,
	}, {
		name: "Bengali", scripts: in(ucd.Bengali),
		common: `
			এবং ও এই করে থেকে যে একটি তার না হয় জন্য করা হয়েছে সঙ্গে কিন্তু বা প্রত্যেকের কোন প্রতি সকল এমন
			যাবে রয়েছে আছে জন্যে হবে তাঁর মধ্যে আর নিয়ে হয়ে কোনো এক সে সেই তা
		`,
		words: "না নয় নেই নি নাই নহে নন বিনা",
		maybe: "-নি -না ছাড়া",
	}, {
		name: "Gujarati", scripts: in(ucd.Gujarati),
		words: "નથી ન નહિ નહીં નહી નહોતું વગર વિના કદી",
		maybe: "ના મા",
	}, {
		name: "Panjabi", scripts: in(ucd.Gurmukhi),
		words: "ਨਹੀਂ ਨਹੀ ਨਾ ਬਿਨਾਂ ਬਿਨਾ",
		maybe: "ਨਾਂ",
	}, {
		name: "Sinhala", scripts: in(ucd.Sinhala),
		words: "නැත නැති නැහැ නෑ නැතිව එපා බැහැ නො- නැත-",
		maybe: "නැ-",
	}, {
		name: "Tamil", scripts: in(ucd.Tamil),
		words:   "இல்லை அல்ல கூடாது வேண்டாம் முடியாது இல்லாத இல்லாமல் இன்றி -ில்லை -கூடாது -முடியாது -மாட்டாது -ாமல் -லாகாது -ாகாது -படாது",
		affixes: true,
	}, {
		name: "Telugu", scripts: in(ucd.Telugu),
		words:   "కాదు లేదు లేని లేకుండా వద్దు కూడదు లేరు లేవు కాకుండా -లేదు -కూడదు -రాదు -కుండా",
		affixes: true,
	}, {
		name: "Kannada", scripts: in(ucd.Kannada),
		words:   "ಇಲ್ಲ ಅಲ್ಲ ಬೇಡ ಇಲ್ಲದ ಇಲ್ಲದೆ ಇಲ್ಲದೇ ಕೂಡದು -ಿಲ್ಲ -ವಲ್ಲ -ಬಾರದು -ಕೂಡದು -ಲಾಗದು",
		affixes: true,
	}, {
		name: "Malayalam", scripts: in(ucd.Malayalam),
		words:   "ഇല്ല അല്ല അരുത് വേണ്ട ഇല്ലാതെ ഇല്ലാത്ത -ില്ല -തല്ല -രുത് -ാതെ",
		affixes: true,
	}, {
		name: "Amharic", scripts: in(ucd.Ethiopic),
		common:  "ነው እና ላይ ወደ ውስጥ ግን ወይም ጋር ነበር ይህ አለው ስለ",
		words:   "አይደለም የለም የለውም የለበትም አልነበረም አይቻልም አይ-ም አል-ም የማይ- እንዳይ-",
		affixes: true,
	}, {
		name: "Tibetan", scripts: in(ucd.Tibetan),
		words:   "མེད མིན མ",
		affixes: true,
	}, {
		name: "Swahili", scripts: in(ucd.Latin),
		common:  "ya na wa kwa ni katika za la kuwa cha yake hii huo au watu",
		words:   "hakuna hapana siyo sivyo kamwe",
		own:     "si wala bila sio",
		other:   "ni no",
		affixes: true,
	}, {
		name: "Hausa", scripts: in(ucd.Latin),
		common:  "da a ya na ta ga kuma su shi don daga cikin wannan",
		words:   "babu",
		own:     "ba bai ban bata baya kada banda",
		other:   "no ne",
		affixes: true,
	}, {
		name: "Yoruba", scripts: in(ucd.Latin),
		common:  "ní tí láti àti sí ó wọn àwọn jẹ́ ń pé ẹ̀tọ́",
		words:   "kò kìí",
		own:     "kì má láì kọ́",
		other:   "ni ní",
		affixes: true,
	}, {
		name: "Zulu", scripts: in(ucd.Latin),
		common:  "noma futhi ukuthi ngoba kodwa uma kanye wonke umuntu ukuba",
		words:   "akukho akekho ngeke",
		own:     "cha",
		other:   "no ne ni",
		affixes: true,
	}, {
		name: "Indonesian and Malay", scripts: in(ucd.Latin),
		common: "dan yang di dengan untuk dari ini pada dalam tidak adalah akan itu atau oleh ke telah sebagai",
		words:  "tidak bukan jangan tanpa belum tiada tidaklah bukanlah janganlah",
		own:    "tak",
		other:  "pas",
	}, {
		name: "Tagalog", scripts: in(ucd.Latin),
		common: "ng sa ang mga na ay at para kung may ito siya hindi isang",
		words:  "huwag walang",
		own:    "hindi di wala",
		maybe:  "dili ayaw indi bako",
		other:  "ni no",
	}, {
		name: "Vietnamese", scripts: in(ucd.Latin),
		common: `
			và của có các là được cho trong một người không với những đã để khi mọi đều do tự này nào về
			sự hay như từ vào ra họ tôi đến bị cũng phải
		`,
		words: "không chưa đừng chẳng",
		maybe: "chả vô phi bất",
		other: "non no",
	}, {
		name: "Chinese", scripts: in(ucd.Han),
		parts: "不 没 沒 無 无 未 非 勿 莫 否 毋 甭 冇 唔",
		bits:  "别 別 免 拒 弗 休 呒 嘸 袂",
	}, {
		name: "Japanese", scripts: in(ucd.Han, ucd.Hiragana, ucd.Katakana),
		parts: "不 未 非 無 ない なか なく なけ ません ぬ ず ざる",
		bits:  "まい なし ねば 免 拒",
	}, {
		name: "Korean", scripts: in(ucd.Hangul, ucd.Han),
		words: "안 말라 마라 마십시오 마시오 마세요",
		parts: "않 없 못 아니 아닌 아닐 아님 아닙",
		bits:  "말고 말아 마라 마시 말것",
	}, {
		name: "Thai", scripts: in(ucd.Thai),
		parts: "ไม่ อย่า ไร้ ห้าม มิได้ มิให้ มิใช่ มิอาจ",
		bits:  "มิ บ่ งด ปราศ",
	}, {
		name: "Lao", scripts: in(ucd.Lao),
		parts: "ບໍ່ ບ່ໍ ຢ່າ ຫ້າມ",
		bits:  "ບໍ ມິ ໄຮ້",
	}, {
		name: "Khmer", scripts: in(ucd.Khmer),
		parts: "មិន ពុំ គ្មាន កុំ ឥត",
		bits:  "ទេ ឡើយ",
	}, {
		name: "Burmese", scripts: in(ucd.Myanmar),
		parts:   "မရှိ မဟုတ် မဖြစ် မပါ မပြု မရ ဘူး",
		affixes: true,
	},
}

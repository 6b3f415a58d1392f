package numfmt

import (
	_ "embed"
	"encoding/hex"
	"sort"
	"strings"
	"sync"
)

//go:embed names/hijri.txt
var hijriFile string

// hijriMonth returns the name of a month of the Hijri calendar. Programs show it in Arabic in most languages.
func (l *locale) hijriMonth(month int) string {
	language := "ar"
	if l.language == "fa" {
		language = l.language
	}
	_, names, _ := strings.Cut(hijriFile, "\n"+language+"\t")
	names, _, _ = strings.Cut(names, "\n")
	return strings.Split(names, "|")[month-1]
}

// The first month of the table is the ninth of the year 1317. It began on the second day of 1900, which is the
// day with the number firstHijri since 1970.
const (
	firstHijri      = -25566
	firstHijriMonth = 1317*12 + 9 - 1
	hijriMonths     = 2708
)

// longMonths has a bit for each month of the Hijri calendar: 1 for 30 days, 0 for 29. The moon decides. The table
// has the months that LibreOffice 7.4 shows. Those of Excel may begin a day earlier or later.
const longMonths = "" +
	"956c9764b725752b6956caad555b25d92dc95d4aea56d2ad555aaab54b6a5752ba9374ab6556aaad52da95d4aea4dd26e92e" +
	"aa6d54daa5b52b693749ba4bb25b54b6a56d4ada55d25e92ec96d4aea56b4ab695b49ba4bb25b52ba95b4ab5556b26d92ec9" +
	"6e4aea56d2ad555aaab54bb25b92ba95b4aba55aaab5556a96d4aea57526e936aaad555aa5b52ba95b49ba4db25d52daa5ad" +
	"4aea56d26e92f49754b6a56d4ada95b49ba4bd25d92da95b4ad6956cab693749764b6a5752b6956aaad54db25d92da95d4ad" +
	"a55aaab5556a9754b6a5752b69374ab5556aa6d52da95d49da4dd26d535aaab54b6a57527693749764b6a5ad4b5a95d4ada4" +
	"dd25e92ea96d4ada95b4ab6937497a4bb25b52b6956aaad955d25d92ec96d4aea56b2ad555aa9b54baa5b52ba95b4ab5556a" +
	"aad52ea96d4aea4ed26d536aaab54daa5b52ba8bb45ba4daa5b54b6a56d4aea4ed16e8aea96d40"

// hijriStarts returns the first day of each month of the table, since 1970, and the first day after them.
var hijriStarts = sync.OnceValue(func() []int64 {
	long, err := hex.DecodeString(longMonths)
	if err != nil {
		panic(err)
	}
	starts := []int64{firstHijri}
	for i := range hijriMonths {
		days := 29 + int64(long[i/8]>>(7-i%8)&1)
		starts = append(starts, starts[i]+days)
	}
	return starts
})

// setHijri sets the date by the Hijri calendar. It reports false for days that the table does not have.
func (m *moment) setHijri(since1970 int64) bool {
	starts := hijriStarts()
	i := sort.Search(len(starts), func(i int) bool { return starts[i] > since1970 }) - 1
	if i < 0 || i == hijriMonths {
		return false
	}
	month := firstHijriMonth + i
	m.year, m.month, m.day = month/12, month%12+1, int(since1970-starts[i])+1
	return true
}

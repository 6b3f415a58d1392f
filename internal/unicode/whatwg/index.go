package whatwg

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/vectors/encodings"
)

// index is one of the Standard's indexes: code points by pointer, 0 where there is none.
type index []rune

func (x index) at(pointer int) rune {
	if pointer < len(x) && x[pointer] != 0 {
		return x[pointer]
	}
	return none
}

// load returns a function that reads an index, once.
func load(name string) func() index {
	return sync.OnceValue(func() index { return read(name) })
}

var (
	big5    = load("big5")
	eucKR   = load("euc-kr")
	gb18030 = load("gb18030")
	jis0208 = load("jis0208")
	jis0212 = load("jis0212")
	ranges  = sync.OnceValue(func() (pairs [][2]int) {
		for line := range lines("gb18030-ranges") {
			pointer, point, _ := strings.Cut(line, ";")
			pairs = append(pairs, [2]int{number(pointer, 10), number(point, 16)})
		}
		return pairs
	})
)

// read reads an index. A line has a pointer and its code points; FIRST..LAST is a range.
func read(name string) (x index) {
	for line := range lines(name) {
		pointer, points, _ := strings.Cut(line, ";")
		x = append(x, make(index, number(pointer, 10)-len(x))...)
		for field := range strings.SplitSeq(points, " ") {
			first, last, isRange := strings.Cut(field, "..")
			if !isRange {
				last = first
			}
			for r := number(first, 16); r <= number(last, 16); r++ {
				x = append(x, rune(r))
			}
		}
	}
	return x
}

func number(s string, base int) int {
	n, err := strconv.ParseInt(s, base, 32)
	if err != nil {
		panic(fmt.Sprintf("data of the Encoding Standard: %v", err))
	}
	return int(n)
}

func lines(file string) func(yield func(string) bool) {
	text, err := encodings.Files.ReadFile(file + ".txt")
	if err != nil {
		panic(err) // the name is wrong
	}
	return strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n")
}

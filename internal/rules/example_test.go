package rules_test

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

// The stages of chapters 1 to 4, in order.
func Example() {
	r := rules.Of("sm1")
	text := r.Decoder.Text([]byte("Die STRA\xC3\x9FE, see doi:10.1000/182, is end-\nless: シャツ no. 4 \xFF"))
	fmt.Printf("%q\n", text)
	text = r.Identifiers.Text(text)
	fmt.Printf("%q\n", text)
	runs := r.Normaliser.Runs(text)
	fmt.Printf("%q\n", runs)
	fmt.Printf("%q\n", r.Segmenter.Tokens(runs))
	// Output:
	// "Die STRAßE, see doi:10.1000/182, is end-\nless: シャツ no. 4 �"
	// "Die STRAßE, see � is endless: シャツ no. 4 �"
	// ["die" "strasse" "see" "is" "endless" "シャツ" "no" "4"]
	// ["die" "strasse" "see" "is" "endless" "シャ" "ャツ" "no"]
}

// Any part of a stage can be replaced. Here R4.2 is replaced by a function that drops no word.
func Example_replaced() {
	r := rules.Of("sd1")
	fmt.Printf("%q\n", r.Segmenter.Tokens([]string{"no", "4", "4th"}))
	r.Segmenter.KeepWord = func(string) bool { return true }
	fmt.Printf("%q\n", r.Segmenter.Tokens([]string{"no", "4", "4th"}))
	// Output:
	// ["no" "4th"]
	// ["no" "4" "4th"]
}

package difference_test

import (
	"context"
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/engine/difference"
)

func ExampleBetween() {
	d, err := difference.Between(context.Background(),
		[]byte("The keeper did not light the lamp.\n\nHe owed the board 120.50 crowns."),
		[]byte("The keeper did light the lamp; he owed the board 125.50 crowns."))
	if err != nil {
		panic(err)
	}
	fmt.Println(d.Count())
	for _, h := range d.Hunks(difference.Layout{Context: 2, Head: 20, Tail: 5}) {
		fmt.Println(h)
	}
	// Output:
	// 2 words went, 1 came
	// ... keeper did [-not-] light the ...
	// ... the board [-120.50-] {+125.50+} crowns
}

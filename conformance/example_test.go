package conformance_test

import (
	"context"
	"fmt"
	"os"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/scheme"
)

// An implementation in Go runs the vectors in its own tests.
func ExampleTest() {
	port := conformance.NewReference(scheme.SM1) // or your own Implementation
	report, err := conformance.Test(context.Background(), port, conformance.Options{Accumulated: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	if !report.Conforms() {
		report.WriteText(os.Stdout, false)
	}
	fmt.Println(report.Headline())
	// Output:
	// fpcheck 1.0.0 conforms to sm1 at level core
}

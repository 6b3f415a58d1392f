package encode_test

import (
	"errors"
	"fmt"

	"github.com/lsh-interop/fpcheck/encode"
)

func Example() {
	parts := encode.Parts{Scheme: "sm1", Profile: encode.Visible, Data: []byte("a sketch")}
	fmt.Println(parts)

	parts, err := encode.Parse("SM1.main:MEQHG23FORRWQ")
	fmt.Printf("%s %s %q %v\n", parts.Scheme, parts.Profile, parts.Data, err)

	_, err = encode.Parse("sm1:meqhg23forrwr")
	fmt.Println(errors.Is(err, encode.ErrMalformed), err)
	// Output:
	// sm1:meqhg23forrwq
	// sm1 main "a sketch" <nil>
	// true malformed fingerprint: the last character 'r' has spare bits that are not 0
}

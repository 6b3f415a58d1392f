package ocfl_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/lsh-interop/fpcheck/manifest/ocfl"
)

func ExampleValidate() {
	object := fstest.MapFS{
		"0=ocfl_object_1.1":    {Data: []byte("ocfl_object_1.1")},
		"v1/content/lamp.txt":  {Data: []byte("The lamp is lit.")},
		"extensions/notes.txt": {Data: []byte("It was dark.")},
	}
	for part, err := range ocfl.Validate(context.Background(), object, ocfl.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, f := range part.Findings {
			fmt.Println(f)
		}
		fmt.Println(part.Counts().Errors, "errors")
	}
	// Output:
	// 0=ocfl_object_1.1: E007: "ocfl_object_1.1": expected "ocfl_object_1.1\n"
	// .: E063: no inventory.json: expected one
	// extensions/notes.txt: E067: a file: expected directories of extensions only
	// 3 errors
}

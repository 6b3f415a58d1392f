package bagit_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/lsh-interop/fpcheck/manifest/bagit"
)

func ExampleValidate() {
	bag := fstest.MapFS{
		"bagit.txt":        {Data: []byte("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")},
		"manifest-md5.txt": {Data: []byte("b1946ac92492d2347c6235b4d2611184  data/hello.txt\n")},
		"data/hello.txt":   {Data: []byte("jello\n")},
	}
	b, err := bagit.Validate(context.Background(), bag, bagit.Options{}, func(f bagit.Finding) {
		fmt.Printf("%s: %s: %s\n", f.Path, f.Severity, f)
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("complete", b.Complete, "valid", b.Valid)
	// Output:
	// data/hello.txt: error: md5 b2a4b403048802992c3671afccb9f13b: expected b1946ac92492d2347c6235b4d2611184, as manifest-md5.txt says (RFC 8493, 3)
	// complete true valid false
}

package scheme_test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/scheme"
)

func Example() {
	article := []byte("All human beings are born free and equal in dignity and rights.")
	edited := []byte("ALL HUMAN BEINGS (http://example.org/) are born free and equal in dignity.")
	a, err := scheme.SM1.Sum(article)
	if err != nil {
		panic(err)
	}
	b, err := scheme.SM1.Sum(edited)
	if err != nil {
		panic(err)
	}
	d, err := a.Distance(b)
	fmt.Println(a, b, d, err)
	// Output:
	// sm1:tvac7bfumvtk6 sm1:rfacobeuevdks 9 <nil>
}

func ExampleHasher() {
	h := scheme.SM1.New()
	for _, document := range []string{"Any chunking gives the same result.", "1984"} {
		if _, err := io.Copy(h, strings.NewReader(document)); err != nil {
			panic(err)
		}
		fp, err := h.Fingerprint()
		fmt.Println(fp, h.CountFeatures(), err)
		h.Reset()
	}
	// Output:
	// sm1:azbuc5ryvaakc 6 <nil>
	//  0 no features: no word is left to fingerprint
}

func ExampleParse() {
	fp, err := scheme.Parse("sm1:tvac7bfumvtk6")
	if err != nil {
		panic(err)
	}
	fmt.Println(fp.Scheme().ID(), fp.Profile())

	_, err = scheme.Parse("sm9:tvac7bfumvtk6")
	fmt.Println(err)
	// Output:
	// sm1 visible
	// unknown scheme "sm9": expected one of sd1, sm1, mh1, mw1
}

func ExampleFingerprint_Distance() {
	a, _ := scheme.SM1.Sum([]byte("one two"))
	b, _ := scheme.MH1.Sum([]byte("one two"))
	_, err := a.Distance(b)
	fmt.Println(err)
	// Output:
	// not comparable: sm1 (profile visible) and mh1 (profile visible)
}

func ExampleFingerprint_UnmarshalText() {
	var record struct {
		Fingerprint scheme.Fingerprint `json:"fingerprint,omitzero"`
	}
	if err := json.Unmarshal([]byte(`{"fingerprint":"sm1:tvac7bfumvtk6"}`), &record); err != nil {
		panic(err)
	}
	fmt.Println(record.Fingerprint)
	// Output:
	// sm1:tvac7bfumvtk6
}

func ExampleLoad() {
	s, err := scheme.Load(strings.NewReader(`
id: x-pairs
name: word-pairs
title: SimHash of pairs of words
unicode: 15.0.0
text: utf-8
identifiers: remove
normalise: nfkc-casefold
categories: [Ll, Lu, Lt, Lo, Lm, Mn, Mc, Nd, Pc]
alphabetic: true
features: shingles
width: 2
weights: distinct
hash: jenkins-lookup3-64
sketch: simhash-64
`), scheme.Resources{})
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Sum([]byte("All human beings are born free and equal in dignity and rights.")))
	// Output:
	// x-pairs:gqvaqahuvj4p4 <nil>
}

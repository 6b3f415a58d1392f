package warc

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/archive/validation"
)

// A Finding is a problem of a web archive.
type Finding struct {
	Severity validation.Severity
	Rule     Rule
	Member   string // file of a WACZ package
	Offset   int64  // of the record or the damage, in bytes; -1 for the file
	ID, URI  string // of the record
	What     string // the problem
	Expected string // what was expected, or ""
	Section  string // of the specification: "ISO 28500:2017, 5.8"
}

// String returns f as a line without its place.
func (f Finding) String() string {
	s := f.What
	if f.Expected != "" {
		s += ": expected " + f.Expected
	}
	if f.Section != "" {
		s += fmt.Sprintf(" (%s)", f.Section)
	}
	return s
}

// A Rule names the subject of findings: "block-digest". Rules stay the same from version to version.
type Rule string

// The rules.
const (
	ruleBroken        Rule = "broken"         // octets that are no record, or only a part of one
	ruleEmpty         Rule = "empty"          // no records at all
	ruleVersion       Rule = "version"        // of WARC, and unknown
	ruleHeader        Rule = "header"         // is not in the form of one
	ruleMandatory     Rule = "mandatory"      // a field that a record must have
	ruleMisplaced     Rule = "misplaced"      // a field that a record must not have
	ruleRepeated      Rule = "repeated"       // a field that is there twice
	ruleValue         Rule = "value"          // of a field, and malformed
	ruleRecordType    Rule = "record-type"    // unknown
	ruleLineEnds      Rule = "line-ends"      // other than CR LF, or not those after a record
	ruleCompression   Rule = "compression"    // other than a member for each record
	ruleDuplicateID   Rule = "duplicate-id"   // two records have one id
	ruleBlockDigest   Rule = "block-digest"   // not that of the block
	rulePayloadDigest Rule = "payload-digest" // not that of the payload
	ruleAlgorithm     Rule = "algorithm"      // of a digest, and unknown
	ruleHTTP          Rule = "http"           // a message that is not as its header says
	ruleRevisit       Rule = "revisit"        // refers to a record with another payload
	ruleSegment       Rule = "segment"        // missing, or not as the others say
	rulePackage       Rule = "package"        // of WACZ: what it must have
	ruleResource      Rule = "resource"       // of WACZ: a file that is not as datapackage.json says
	ruleSignature     Rule = "signature"      // of WACZ
	ruleIndex         Rule = "index"          // of WACZ: a line that is not of a record
)

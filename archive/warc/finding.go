package warc

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/archive/validation"
)

// A Finding is a problem of a web archive.
type Finding struct {
	Severity       validation.Severity
	Rule           string // names the subject: "block-digest"; stays the same from version to version
	Member         string // file of a WACZ package
	Offset         int64  // of the record or the damage, in bytes; -1 for the file
	ID, URI        string // of the record
	What, Expected string // the problem, and what was expected or ""
	Section        string // of the specification: "ISO 28500:2017, 5.8"
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

// Values of [Finding.Rule], which stay the same from version to version.
const (
	ruleBroken        = "broken"         // bytes that are no record, or only a part of one
	ruleEmpty         = "empty"          // no records at all
	ruleVersion       = "version"        // of WARC, and unknown
	ruleHeader        = "header"         // is not in the form of one
	ruleMandatory     = "mandatory"      // a field that a record must have
	ruleMisplaced     = "misplaced"      // a field that a record must not have
	ruleRepeated      = "repeated"       // a field that is there twice
	ruleValue         = "value"          // of a field, and malformed
	ruleRecordType    = "record-type"    // unknown
	ruleLineEnds      = "line-ends"      // other than CR LF, or not those after a record
	ruleCompression   = "compression"    // other than a member for each record
	ruleDuplicateID   = "duplicate-id"   // two records have one id
	ruleBlockDigest   = "block-digest"   // not that of the block
	rulePayloadDigest = "payload-digest" // not that of the payload
	ruleAlgorithm     = "algorithm"      // of a digest, and unknown
	ruleHTTP          = "http"           // a message that is not as its header says
	ruleRevisit       = "revisit"        // refers to a record with another payload
	ruleSegment       = "segment"        // missing, or not as the others say
	rulePackage       = "package"        // of WACZ: what it must have
	ruleResource      = "resource"       // of WACZ: a file that is not as datapackage.json says
	ruleSignature     = "signature"      // of WACZ
	ruleIndex         = "index"          // of WACZ: a line that is not of a record
)

package extract

import (
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// VisibleText returns the visible text of an HTML document by chapter 11 of SPEC.md, and the name of
// its encoding. The declared charset comes from the transport; it may be "". An error wraps
// [ErrTooDeep] if the document nests too deeply. It wraps [ErrExpansion] if the document's tree is
// needed and would take too much memory. If this package has a fault, it wraps [ErrInternal].
func VisibleText(octets []byte, declared string) (text, encoding string, err error) {
	defer recovery.Catch(&err, "the reader for text/html")
	return markup.VisibleText(octets, declared)
}

// XMLText returns the text of an XML document by chapter 11 of SPEC.md, and the name of its encoding.
// The declared charset comes from the transport; it may be "". An error wraps [ErrMalformed],
// [ErrTooDeep], [ErrTooLarge] or, if this package has a fault, [ErrInternal].
func XMLText(octets []byte, declared string) (text, encoding string, err error) {
	defer recovery.Catch(&err, "the reader for application/xml")
	return markup.XMLText(octets, declared)
}

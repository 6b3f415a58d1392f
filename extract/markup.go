package extract

import (
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// VisibleText returns the visible text of an HTML document by chapter 11 of SPEC.md, and the
// name of its encoding. The declared charset is the transport's, "" if there is none. The
// only errors are those of documents that nest too deeply, and of documents whose text cannot
// be found without their tree, which would be far larger than they are: they wrap [ErrTooDeep],
// [ErrExpansion] or, if this package has a fault, [ErrInternal].
func VisibleText(octets []byte, declared string) (text, encoding string, err error) {
	defer recovery.Catch(&err, "the reader for text/html")
	return markup.VisibleText(octets, declared)
}

// XMLText returns the text of an XML document by chapter 11 of SPEC.md, and the name of its
// encoding. The declared charset is the transport's, "" if there is none. An error wraps
// [ErrMalformed], [ErrTooDeep], [ErrTooLarge] or, if this package has a fault, [ErrInternal].
func XMLText(octets []byte, declared string) (text, encoding string, err error) {
	defer recovery.Catch(&err, "the reader for application/xml")
	return markup.XMLText(octets, declared)
}

package extract

import (
	"bufio"
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/whatwg"
)

// openPlain reads plain text: by its byte order mark, else by the declared
// charset, else as UTF-8, whose octets are passed on untouched.
func openPlain(d *Document, source *bufio.Reader, in *inner) error {
	head, _ := source.Peek(3)
	name, mark := byteOrderMark(head)
	if name == "" {
		name = "utf-8"
		if in.charset != "" {
			if name = whatwg.Lookup(in.charset); name == "" {
				return fmt.Errorf("charset %q: expected a label of the Encoding Standard", in.charset)
			}
		}
	}
	d.Encoding = name
	d.text = source
	if name != "utf-8" {
		source.Discard(mark)
		d.text = whatwg.NewDecoder(name).Reader(source)
	}
	return nil
}

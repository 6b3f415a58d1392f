package extract

import (
	"bufio"
	"fmt"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/transform"
)

// openPlain reads plain text: by its byte order mark, else by the declared
// charset, else as UTF-8, whose octets are passed on untouched.
func openPlain(d *Document, source *bufio.Reader, declared string, _ int64) error {
	head, _ := source.Peek(3)
	name, mark := byteOrderMark(head)
	if name == "" {
		name = "utf-8"
		if declared != "" {
			if _, name = charset.Lookup(declared); name == "" {
				return fmt.Errorf("charset %q: expected a label of the Encoding Standard", declared)
			}
		}
	}
	d.Encoding = name
	d.text = source
	if name != "utf-8" {
		source.Discard(mark)
		e, _ := charset.Lookup(name)
		d.text = transform.NewReader(source, e.NewDecoder())
	}
	return nil
}

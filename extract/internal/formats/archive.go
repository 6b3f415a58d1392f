package formats

import (
	"bytes"
	"strconv"
)

// BeginsWARC reports whether a text begins with the header of a record in WARC. That is the line of its
// version, and a field (ISO 28500:2017, 4). A text about WARC may begin with the same word.
func BeginsWARC(head []byte) bool {
	version, rest, _ := bytes.Cut(head, []byte("\n"))
	number := bytes.TrimSuffix(bytes.TrimPrefix(version, []byte("WARC/")), []byte("\r"))
	if _, err := strconv.ParseFloat(string(bytes.TrimRight(number, " ")), 64); err != nil {
		return false
	}
	name, _, field := bytes.Cut(rest, []byte(":"))
	return field && !bytes.ContainsAny(name, " \t\r\n")
}

// BeginsARC reports whether a text begins with the line of an archive in ARC. That line ends with a media type
// and a length.
func BeginsARC(head []byte) bool {
	line, _, ends := bytes.Cut(head, []byte("\n"))
	fields := bytes.Fields(line)
	if !ends || len(fields) < 5 {
		return false
	}
	_, err := strconv.ParseUint(string(fields[len(fields)-1]), 10, 64)
	return err == nil
}

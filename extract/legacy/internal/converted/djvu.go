package converted

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
)

// unreadDjVu counts the pages of a DjVu file, and those with a picture but no text. djvutxt writes U+000C after each
// page with a layer of text. It writes nothing for the others.
func unreadDjVu(file io.Reader, written []byte) (blank, pages int) {
	r := djvuReader{in: bufio.NewReader(file)}
	r.read()
	withText := 0
	for page := range bytes.SplitSeq(written, []byte("\f")) {
		if len(bytes.TrimSpace(page)) > 0 {
			withText++
		}
	}
	return max(r.scanned, r.drawn-withText), r.pages
}

// djvuReader counts the pages of a DjVu file by the chunks in it (DjVu 3, 8.1).
type djvuReader struct {
	in      *bufio.Reader
	pages   int
	drawn   int // pages with a picture
	scanned int // pages with a picture and without a layer of text

	inPage, hasPicture, hasText bool
}

// djvuPictures are the chunks that draw something on a page.
var djvuPictures = map[string]bool{
	"Sjbz": true, "Smmr": true, "BG44": true, "BGjp": true, "BG2k": true, "FG44": true, "FGjp": true, "FG2k": true,
}

// read reads the chunks up to the end, or up to where the file is damaged. A FORM contains the chunks after it. No
// chunk stands after a page but those of the next form.
func (r *djvuReader) read() {
	defer r.endPage()
	if magic, _ := r.in.Peek(4); string(magic) == "AT&T" {
		r.in.Discard(len(magic))
	}
	for head := make([]byte, 8); ; {
		if _, err := io.ReadFull(r.in, head); err != nil {
			return
		}
		size := int64(binary.BigEndian.Uint32(head[4:]))
		size += size & 1 // a chunk begins at an even place
		id := string(head[:4])
		if id == "FORM" {
			kind := make([]byte, 4)
			if _, err := io.ReadFull(r.in, kind); err != nil {
				return
			}
			if string(kind) != "DJVM" {
				r.endPage()
				r.inPage = string(kind) == "DJVU"
			}
			continue
		}
		r.hasPicture = r.hasPicture || djvuPictures[id]
		r.hasText = r.hasText || id == "TXTa" || id == "TXTz"
		if _, err := io.CopyN(io.Discard, r.in, size); err != nil {
			return
		}
	}
}

func (r *djvuReader) endPage() {
	if r.inPage {
		r.pages++
		if r.hasPicture {
			r.drawn++
			if !r.hasText {
				r.scanned++
			}
		}
	}
	r.inPage, r.hasPicture, r.hasText = false, false, false
}

package warc

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A dechunker writes a body without its chunks to w. After a fault it writes the rest unchanged,
// since some crawlers stored only some of the chunks.
type dechunker struct {
	w     io.Writer // nil: discard
	none  bool      // the body has no chunks, and nothing is written
	fault string
	state chunkState
	line  []byte // the beginning of the line with the size of a chunk
	left  int64  // bytes of the chunk, or of what is no chunk
	begun bool   // a chunk has begun
}

type chunkState int

const (
	chunkSize    chunkState = iota // a line that begins a chunk
	chunkRest                      // the rest of that line
	chunkData                      // the chunk
	chunkCR                        // CR LF after it; either may be missing
	chunkLF                        // the same, after CR
	chunkTrailer                   // what follows the last chunk
	chunkFaulty                    // what is no chunk
)

const maxChunkSize = 64 // bytes of a size line to examine

func (d *dechunker) put(octets []byte) {
	if d.w != nil {
		d.w.Write(octets)
	}
}

func (d *dechunker) Write(octets []byte) (int, error) {
	n := len(octets)
	for len(octets) > 0 && !d.none {
		switch d.state {
		case chunkSize:
			c := octets[0]
			d.line = append(d.line, c)
			octets = octets[1:]
			if c == '\n' || len(d.line) == maxChunkSize {
				d.size(c == '\n')
			}
		case chunkRest:
			i := strings.IndexByte(string(octets[:min(len(octets), 4096)]), '\n')
			if i < 0 {
				octets = octets[min(len(octets), 4096):]
				continue
			}
			octets, d.state = octets[i+1:], chunkData
			if d.left == 0 {
				d.state = chunkTrailer
			}
		case chunkData:
			part := octets[:min(int64(len(octets)), d.left)]
			d.put(part)
			octets = octets[len(part):]
			if d.left -= int64(len(part)); d.left == 0 {
				d.state = chunkCR
			}
		case chunkCR:
			if d.state = chunkLF; octets[0] == '\r' {
				octets = octets[1:]
			}
		case chunkLF:
			if d.state = chunkSize; octets[0] == '\n' {
				octets = octets[1:]
			}
		case chunkTrailer:
			return n, nil
		case chunkFaulty:
			d.put(octets)
			d.left += int64(len(octets))
			return n, nil
		}
	}
	return n, nil
}

// size parses the size of a chunk from the line, or from the beginning of a long line.
func (d *dechunker) size(whole bool) {
	line := strings.TrimRight(strings.TrimSuffix(string(d.line), "\n"), "\r")
	text, _, _ := strings.Cut(line, ";")
	size, err := strconv.ParseUint(strings.TrimSpace(text), 16, 62)
	switch {
	case err != nil && !d.begun, !d.begun && size > 1<<32: // a hexadecimal word that begins a text
		d.none = true
	case err != nil:
		d.state, d.left = chunkFaulty, int64(len(d.line))
		d.put(d.line)
	default:
		d.begun, d.left = true, int64(size)
		switch {
		case !whole:
			d.state = chunkRest
		case size == 0:
			d.state = chunkTrailer
		default:
			d.state = chunkData
		}
	}
	d.line = d.line[:0]
}

// Close ends the body.
func (d *dechunker) Close() {
	if d.state == chunkSize && len(d.line) > 0 && !d.none {
		d.size(false)
	}
	switch {
	case d.none:
	case !d.begun:
		d.none = true
	case d.state == chunkFaulty:
		d.fault = fmt.Sprintf("%d bytes that are not a chunk", d.left)
	case d.state == chunkSize, d.state == chunkCR, d.state == chunkLF:
		d.fault = "the last chunk is missing"
	case (d.state == chunkData || d.state == chunkRest) && d.left > 0:
		d.fault = "a chunk is cut off"
	}
}

package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"
)

// mutator makes documents of seeds. What it makes depends on its random numbers only.
type mutator struct {
	seeds  []seed
	tokens [][]byte
}

// newMutator harvests tokens from the seeds.
func newMutator(seeds []seed) *mutator {
	m := &mutator{seeds: seeds}
	seen := make(map[string]bool)
	for _, s := range seeds {
		for _, t := range bytes.FieldsFunc(s.octets, func(r rune) bool {
			return r <= ' ' || r == '>' || r == ',' || r == ';' || r == ')'
		}) {
			if len(t) <= 24 && !seen[string(t)] && len(m.tokens) < 20_000 {
				seen[string(t)] = true
				m.tokens = append(m.tokens, t)
			}
		}
	}
	for _, t := range []string{"\x00", "\xff\xfe", "\xef\xbb\xbf", "\x00\x00\xfe\xff", "PK\x03\x04", "PAR1", "\r\n\r\n", "WARC/1.1\r\n", "<![CDATA[", "]]>", "<!DOCTYPE ",
		"{\\rtf1", "\\*", "\\ud", "\\bin9999999999 ", "%PDF-", "&#x10ffff;", "<object>", "<select>", "<template>", "<td>", "</b>", "{{{{", "[[[["} {
		m.tokens = append(m.tokens, []byte(t))
	}
	return m
}

// document makes a document of a seed.
func (m *mutator) document(r *rand.Rand, s *seed) []byte {
	octets := bytes.Clone(s.octets)
	if within, pack := unpacked(octets); pack != nil && r.IntN(4) > 0 {
		return pack(m.octets(r, within, s))
	}
	if bytes.HasPrefix(octets, []byte("PK\x03\x04")) && r.IntN(5) > 0 {
		return m.archive(r, octets, s)
	}
	return m.octets(r, octets, s)
}

// archive changes members of an archive of ZIP, and packs them again.
func (m *mutator) archive(r *rand.Rand, octets []byte, s *seed) []byte {
	z, err := zip.NewReader(bytes.NewReader(octets), int64(len(octets)))
	if err != nil || len(z.File) == 0 {
		return m.octets(r, octets, s)
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	chosen := r.IntN(len(z.File))
	for i, f := range z.File {
		member, err := f.Open()
		if err != nil {
			continue
		}
		content, _ := io.ReadAll(member)
		if i == chosen || r.IntN(8) == 0 {
			content = m.octets(r, content, s)
		}
		name := f.Name
		if r.IntN(40) == 0 {
			name = string(m.octets(r, []byte(name), s))
		}
		header := &zip.FileHeader{Name: name, Method: zip.Store}
		if r.IntN(8) == 0 {
			header.Method = zip.Deflate
		}
		header.CRC32 = crc32.ChecksumIEEE(content)
		if out, err := w.CreateHeader(header); err == nil {
			out.Write(content)
		}
	}
	w.Close()
	if r.IntN(6) == 0 {
		return m.octets(r, b.Bytes(), s)
	}
	return b.Bytes()
}

var extremes = [][]byte{
	[]byte("0"), []byte("-1"), []byte("1"), []byte("255"), []byte("256"), []byte("32767"), []byte("65535"), []byte("65536"), []byte("2147483647"),
	[]byte("2147483648"), []byte("4294967295"), []byte("9223372036854775807"), []byte("18446744073709551616"), []byte("99999999999999999999999999"),
	[]byte("1e308"), []byte("0.5"), []byte("0x7fffffff"), []byte("007"),
}

// It applies one to six changes to bytes. One in rarely is made long.
func (m *mutator) octets(r *rand.Rand, b []byte, s *seed) []byte {
	for range 1 + r.IntN(1+r.IntN(6)) {
		b = m.change(r, b, s)
	}
	b = b[:min(len(b), 2*longest)]
	if r.IntN(rarely) == 0 && len(b) > 0 && s.mayBeLong() {
		b = lengthened(r, b)
	}
	return b
}

// rarely keeps long documents from taking all the time.
const rarely = 64

// mayBeLong reports whether what reads a seed has bounds of memory for each byte.
func (s *seed) mayBeLong() bool {
	return s.subject == "document" || s.subject == "warc" || s.subject == "jsonl" || s.subject == "parquet"
}

// lengthened repeats a piece up to 4 MiB. A piece is of any length, so that both a mark and a whole
// document may occur again and again.
func lengthened(r *rand.Rand, b []byte) []byte {
	at := r.IntN(len(b))
	piece := bytes.Clone(b[at : at+1+r.IntN(min(len(b)-at, 1<<r.IntN(17)))])
	length := 1 << (17 + r.IntN(6))
	return slices.Insert(b, at, bytes.Repeat(piece, max(length-len(b), 0)/len(piece))...)
}

func (m *mutator) change(r *rand.Rand, b []byte, s *seed) []byte {
	if len(b) == 0 {
		return bytes.Clone(m.tokens[r.IntN(len(m.tokens))])
	}
	at := r.IntN(len(b))
	some := func() (from, to int) { return at, at + 1 + r.IntN(min(len(b)-at, 1<<r.IntN(13))) }
	switch r.IntN(13) {
	case 0:
		b[at] ^= 1 << r.IntN(8)
	case 1:
		b[at] = []byte{0, 1, 0x7f, 0x80, 0xff, '\n', ' ', '<', '{', '"', '&', '\\'}[r.IntN(12)]
	case 2:
		b[at] = byte(r.Uint32())
	case 3: // cut
		from, to := some()
		b = slices.Delete(b, from, to)
	case 4:
		b = b[:at]
	case 5: // once more, perhaps elsewhere
		from, to := some()
		b = slices.Insert(b, r.IntN(len(b)+1), bytes.Clone(b[from:to])...)
	case 6: // again and again
		to := at + 1 + r.IntN(min(len(b)-at, 64))
		b = slices.Insert(b, at, bytes.Repeat(bytes.Clone(b[at:to]), 1+r.IntN(1<<r.IntN(9)))...)
	case 7: // a part of another seed
		other := m.seeds[r.IntN(len(m.seeds))]
		for range 8 {
			if other.subject == s.subject {
				break
			}
			other = m.seeds[r.IntN(len(m.seeds))]
		}
		if len(other.octets) == 0 {
			break
		}
		from := r.IntN(len(other.octets))
		piece := other.octets[from : from+1+r.IntN(min(len(other.octets)-from, 4<<10))]
		if r.IntN(2) == 0 {
			b = slices.Concat(b[:at], piece)
		} else {
			b = slices.Insert(b, at, piece...)
		}
	case 8:
		b = slices.Insert(b, at, m.tokens[r.IntN(len(m.tokens))]...)
	case 9: // a number
		from := at
		for i := range len(b) {
			if j := (at + i) % len(b); '0' <= b[j] && b[j] <= '9' {
				from = j
				break
			}
		}
		to := from
		for to < len(b) && '0' <= b[to] && b[to] <= '9' {
			to++
		}
		b = slices.Replace(b, from, to, extremes[r.IntN(len(extremes))]...)
	case 10: // a binary number
		value := []uint64{0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7ffffff0, 1 << 40, 1<<63 - 1, 1<<64 - 1, uint64(len(b))}[r.IntN(15)]
		var number [8]byte
		binary.LittleEndian.PutUint64(number[:], value)
		n := []int{1, 2, 4, 8}[r.IntN(4)]
		if r.IntN(3) == 0 {
			slices.Reverse(number[:n])
		}
		copy(b[at:], number[:n])
	case 11: // a varint, as Thrift and protocol buffers have
		b = slices.Replace(b, at, min(at+1+r.IntN(3), len(b)), binary.AppendUvarint(nil, r.Uint64()>>r.IntN(64))...)
	case 12: // two pieces change places
		from, to := some()
		piece := bytes.Clone(b[from:to])
		b = slices.Delete(b, from, to)
		b = slices.Insert(b, r.IntN(len(b)+1), piece...)
	}
	return b
}

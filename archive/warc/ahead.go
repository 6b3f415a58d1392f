package warc

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/gzip"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// ahead reads a file before its bytes are needed, and decompresses possible gzip members. Where a
// member begins is a guess until the previous member has been read. The consumer asks for the guess
// at its current offset. If there is none, or the guess has a fault, the consumer decompresses the
// member itself. So guesses change only the speed.
type ahead struct {
	r       io.Reader
	running sync.WaitGroup
	mu      sync.Mutex // of what follows
	changed *sync.Cond
	chunks  [][]byte // read and not yet consumed
	read    int64    // the offset up to which the file was read
	taken   int64    // and up to which it was taken
	asked   int64    // the offset of the last member that was asked for
	err     error    // that ends the file
	stopped bool
	guesses []*guess // in order, without those consumed or skipped
	waiting int      // the first of these that no worker decompresses yet
	held    int64    // bytes that were unpacked, and are not yet done with
	used    int64    // bytes of guesses that were right
	wasted  int64    // bytes that were unpacked in vain
	blocks  blocks
	chunk   int // bytes to read at once
}

const (
	mostAhead = 1 << 20 // bytes read ahead of the consumer
	mostGuess = 1 << 20 // bytes of a member, packed or not: longer ones are no guesses
	mostHeld  = 8 << 20
	mostVain  = 4 << 20 // bytes decompressed in vain, beside a quarter of the useful ones
	mostRatio = 1032    // greatest ratio that deflate reaches

	mostGuesses = 1 << 14
	overhead    = 4 << 10 // minimum cost of a guess, in bytes
	gzipEnd     = 8       // bytes after what is compressed (RFC 1952, CRC32 and ISIZE)
	window      = 32 << 10
	fetched     = 256 << 10 // bytes to read at once
	mostAtOnce  = 6         // workers: one reader takes no more than they unpack
)

// A guess is a possible member.
type guess struct {
	at     int64  // where it begins in the file
	packed []byte // from there on, and perhaps more
	state  guessState
	begin  int // bytes of its header
	octets []byte
	pieces []piece // as the decoder returned them
	cost   int64   // bytes that were unpacked, right or wrong
}

type guessState int

const (
	guessWaits guessState = iota
	guessRuns
	guessFailed
	guessDone
	guessPassed // no longer needed
)

// A piece records where the decoder was after a read: in its output and in the file.
type piece struct{ octets, packed int }

// newAhead starts reading r, whose first byte is at offset from, with a number of workers.
func newAhead(r io.Reader, from int64, workers, chunk int) *ahead {
	a := &ahead{r: r, read: from, taken: from, asked: -1, chunk: chunk}
	a.changed = sync.NewCond(&a.mu)
	a.running.Go(a.fetch)
	for range min(workers, mostAtOnce) {
		a.running.Go(a.unpack)
	}
	return a
}

// close stops all goroutines. When it returns, the file is no longer read.
func (a *ahead) close() {
	a.mu.Lock()
	a.stopped = true
	a.changed.Broadcast()
	a.mu.Unlock()
	a.running.Wait()
}

func (a *ahead) fetch() {
	var f fetching
	for {
		a.mu.Lock()
		for a.read-a.taken >= mostAhead && !a.stopped {
			a.changed.Wait()
		}
		stopped := a.stopped
		a.mu.Unlock()
		if stopped {
			return
		}
		f.makeRoom(a.chunk)
		n := len(f.octets)
		err := a.fill(&f)
		a.mu.Lock()
		if len(f.octets) > n {
			a.chunks = append(a.chunks, f.octets[n:])
			a.read += int64(len(f.octets) - n)
		}
		a.err = err
		a.guess(&f)
		a.changed.Broadcast()
		a.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (a *ahead) fill(f *fetching) (err error) {
	defer recovery.Catch(&err, inArchives)
	n, err := a.r.Read(f.octets[len(f.octets):cap(f.octets)])
	f.octets = f.octets[:len(f.octets)+n]
	return err
}

// fetching has the bytes that were read last.
type fetching struct {
	octets []byte
	last   int // where the last possible member begins in them
	any    bool
	seen   int // how many were examined
}

// makeRoom makes room for more bytes. Bytes that others use stay where they are.
func (f *fetching) makeRoom(chunk int) {
	if len(f.octets) < cap(f.octets) {
		return
	}
	keep := f.seen
	if f.any && len(f.octets)-f.last <= mostGuess {
		keep = f.last
	} else {
		f.any = false
	}
	rest := f.octets[keep:]
	f.octets = append(make([]byte, 0, len(rest)+chunk), rest...)
	f.last, f.seen = f.last-keep, f.seen-keep
}

// guess finds possible members in the bytes that were read last.
func (a *ahead) guess(f *fetching) {
	from := a.read - int64(len(f.octets))
	for a.wasted <= mostVain+a.used/4 {
		i := bytes.Index(f.octets[f.seen:], []byte(gzipMagic))
		if i < 0 {
			f.seen = max(f.seen, len(f.octets)-len(gzipMagic)+1)
			break
		}
		at := f.seen + i
		if f.seen = at; at+3 >= len(f.octets) {
			break
		}
		f.seen++
		if f.octets[at+3]&0xe0 != 0 { // reserved flags are set
			continue
		}
		if f.any {
			a.add(f.octets, from, f.last, at)
		}
		f.last, f.any = at, true
	}
	if f.any && a.err == io.EOF {
		a.add(f.octets, from, f.last, len(f.octets))
	}
}

// add adds a guess: a member that begins and ends at these indexes of the bytes. It may end
// elsewhere, because its content can contain the magic number. That happens by chance, or with a
// stored gzip file.
func (a *ahead) add(octets []byte, from int64, begin, end int) {
	at := from + int64(begin)
	if at <= a.asked || end-begin <= gzipEnd || end-begin > mostGuess || len(a.guesses) == mostGuesses {
		return
	}
	size := int(binary.LittleEndian.Uint32(octets[end-4:])) // RFC 1952, ISIZE
	if size > mostGuess && size <= mostRatio*(end-begin) {
		return // it is too long
	}
	a.guesses = append(a.guesses, &guess{at: at, packed: octets[begin:min(len(octets), begin+mostGuess)]})
}

// unpack unpacks one guess after another.
func (a *ahead) unpack() {
	var u unpacker
	a.mu.Lock()
	defer a.mu.Unlock()
	for !a.stopped && (a.err == nil || a.waiting < len(a.guesses)) {
		if a.waiting == len(a.guesses) || a.held >= mostHeld {
			a.changed.Wait()
			continue
		}
		g := a.guesses[a.waiting]
		a.waiting++
		if g.state != guessWaits {
			continue
		}
		g.state = guessRuns
		a.mu.Unlock()
		ok := u.unpack(g)
		if ok {
			g.octets = append(a.blocks.take(int64(len(u.octets))), u.octets...)
		}
		a.mu.Lock()
		switch {
		case g.state == guessPassed:
			a.wasted += g.cost
			a.blocks.give(g.octets)
			continue
		case ok:
			g.state = guessDone
			a.skip(g)
		default:
			g.state = guessFailed
		}
		a.held += g.cost
		a.changed.Broadcast()
	}
}

// skip drops the guesses inside a guess that may be right.
func (a *ahead) skip(g *guess) {
	end := g.at + int64(g.pieces[len(g.pieces)-1].packed)
	for _, other := range a.guesses[a.waiting:] {
		if other.at >= end {
			break
		}
		other.state = guessFailed
	}
}

// An unpacker decompresses guesses.
type unpacker struct {
	z      gzip.Reader
	octets []byte // of the last guess
}

// unpack reports whether the guess is a sound member.
func (u *unpacker) unpack(g *guess) (ok bool) {
	u.octets = u.octets[:0]
	var err error
	defer func() {
		g.cost = int64(len(u.octets)) + overhead
		ok = ok && err == nil
	}()
	defer recovery.Catch(&err, inArchives)
	r := bytes.NewReader(g.packed)
	if u.z.Reset(r) != nil {
		return false
	}
	u.z.Multistream(false)
	g.begin = len(g.packed) - r.Len()
	for len(u.octets) <= mostGuess {
		// With a buffer of a window, the decoder returns all it has. So its position is the same for
		// every reader.
		u.octets = slices.Grow(u.octets, window)
		n, err := u.z.Read(u.octets[len(u.octets):cap(u.octets)])
		u.octets = u.octets[:len(u.octets)+n]
		g.pieces = append(g.pieces, piece{len(u.octets), len(g.packed) - r.Len()})
		if err != nil {
			return err == io.EOF
		}
	}
	return false
}

// Read returns the next bytes of the file.
func (a *ahead) Read(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.chunks) == 0 {
		if a.err != nil {
			return 0, a.err
		}
		a.changed.Wait()
	}
	n := copy(p, a.chunks[0])
	if a.chunks[0] = a.chunks[0][n:]; len(a.chunks[0]) == 0 {
		a.chunks = a.chunks[1:]
	}
	a.taken += int64(n)
	a.changed.Broadcast()
	return n, nil
}

// member returns the guess at an offset, or nil if it is not decompressed.
func (a *ahead) member(at int64) *guess {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = at
	for len(a.guesses) > 0 && a.guesses[0].at < at {
		a.pass()
	}
	if len(a.guesses) == 0 || a.guesses[0].at > at {
		return nil
	}
	g := a.guesses[0]
	for g.state == guessRuns {
		a.changed.Wait()
	}
	if g.state != guessDone {
		a.pass()
		return nil
	}
	a.drop()
	a.used += g.cost
	return g
}

// pass skips the first guess.
func (a *ahead) pass() {
	g := a.guesses[0]
	a.drop()
	if g.state == guessDone || g.state == guessFailed {
		a.held -= g.cost
		a.wasted += g.cost
		a.blocks.give(g.octets)
		a.changed.Broadcast()
	}
	g.state = guessPassed
}

// drop removes the first guess.
func (a *ahead) drop() {
	a.guesses[0] = nil
	a.guesses = a.guesses[1:]
	a.waiting = max(0, a.waiting-1)
}

// done releases a member that was read.
func (a *ahead) done(g *guess) {
	a.blocks.give(g.octets)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.held -= g.cost
	a.changed.Broadcast()
}

// A replay returns the bytes of a decompressed member in the same pieces as its decoder would. It
// skips the bytes of the file that the decoder would have read.
type replay struct {
	*guess
	raw   interface{ Discard(n int) (int, error) }
	taken int    // bytes of the file
	next  int    // piece
	rest  []byte // of the last piece
}

// to skips bytes of the file up to an offset in the member.
func (p *replay) to(packed int) error {
	n, err := p.raw.Discard(packed - p.taken)
	p.taken += n
	return err
}

func (p *replay) Read(b []byte) (n int, err error) {
	if p.next == len(p.pieces) && len(p.rest) == 0 {
		return 0, io.EOF
	}
	if len(p.rest) == 0 {
		begin, now := 0, p.pieces[p.next]
		if p.next > 0 {
			begin = p.pieces[p.next-1].octets
		}
		p.next++
		p.rest = p.octets[begin:now.octets]
		if p.next == len(p.pieces) { // bytes after the compressed data are read once the content was returned
			now.packed -= gzipEnd
		}
		if err := p.to(now.packed); err != nil {
			return 0, err
		}
	}
	n = copy(b, p.rest)
	if p.rest = p.rest[n:]; len(p.rest) == 0 && p.next == len(p.pieces) {
		if err = p.to(p.pieces[p.next-1].packed); err == nil {
			err = io.EOF
		}
	}
	return n, err
}

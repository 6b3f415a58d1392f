//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"time"
)

// attack is one kind of hostile request.
type attack struct {
	name  string
	right string // "read" if that is empty
	make  func(ctx context.Context, s *service, random *rand.Rand) (status int, answer []byte, err error)
}

// post returns an attack that posts one body of a reader.
func post(name, path, medium string, body func() []byte) attack {
	whole := sync.OnceValue(body)
	return attack{name, "", func(ctx context.Context, s *service, _ *rand.Rand) (int, []byte, error) {
		return s.send(ctx, name, "POST", path, medium, whole())
	}}
}

func get(name, path string) attack {
	return attack{name, "", func(ctx context.Context, s *service, _ *rand.Rand) (int, []byte, error) {
		return s.send(ctx, name, "GET", path, "", nil)
	}}
}

// stream returns an attack that streams lines to a batch.
func stream(name, right string, lines func(random *rand.Rand) []byte) attack {
	return attack{name, right, func(ctx context.Context, s *service, random *rand.Rand) (int, []byte, error) {
		return s.send(ctx, name, "POST", "/v1/indexes/a/batch", "application/jsonl", lines(random))
	}}
}

const mib = 1 << 20

func again(text string, size int) func() []byte {
	return func() []byte { return bytes.Repeat([]byte(text), size/len(text)) }
}

// distinct returns words that are all different.
func distinct(size int) []byte {
	var b bytes.Buffer
	for i := uint32(0); b.Len() < size; i++ {
		for n := i * 2654435761; n > 0; n >>= 4 {
			b.WriteByte('a' + byte(n&15))
		}
		b.WriteByte(' ')
	}
	return b.Bytes()
}

// object returns a JSON object of strings.
func object(pairs ...any) []byte {
	all := make(map[string]any)
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i].(string)] = pairs[i+1]
	}
	octets, err := json.Marshal(all)
	if err != nil {
		panic(err) // all values are plain
	}
	return octets
}

func words(size int) func() []byte {
	return func() []byte {
		text := distinct(size)
		old := string(text)
		fields := strings.Fields(old)
		for i, j := 0, len(fields)-1; i < j; i, j = i+1, j-1 {
			fields[i], fields[j] = fields[j], fields[i]
		}
		return object("a", map[string]string{"text": old}, "b", map[string]string{"text": strings.Join(fields, " ")}, "words", true)
	}
}

// fingerprintOf is a SimHash in its text form.
func fingerprintOf(sketch uint64) string {
	return "sm1:" + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(binary.BigEndian.AppendUint64(nil, sketch)))
}

const center = 0x5a5a3c3c0f0f9696

// near are the fingerprints of documents within 3 bits of one.
func near(n int) (all []string) {
	for flips := uint64(0); len(all) < n; flips++ {
		// The ways to choose three of 64 bits, and fewer.
		a, b, c := flips%64, flips/64%64, flips/4096%64
		if mask := uint64(1)<<a | 1<<b | 1<<c; a >= b && b >= c && bits.OnesCount64(mask) <= 3 {
			all = append(all, fingerprintOf(center^mask))
		}
	}
	return all
}

// fill adds the documents that attacks ask for: a ball of near ones, and copies with long ids.
func (s *service) fill() error {
	var lines bytes.Buffer
	add := func(id, fingerprint string) {
		lines.Write(object("op", "add", "id", id, "fingerprint", fingerprint))
		lines.WriteByte('\n')
	}
	for i, f := range near(12_000) {
		add(fmt.Sprintf("d%05d", i), f)
	}
	for i := range 10_000 {
		add(fmt.Sprintf("%05d", i)+strings.Repeat("\x01", 4091), fingerprintOf(7))
	}
	status, answer, err := s.send(context.Background(), "fill", "POST", "/v1/indexes/a/batch", "application/jsonl", lines.Bytes())
	if err == nil && (status != 200 || bytes.Contains(answer, []byte(`"problem"`))) {
		err = fmt.Errorf("documents are refused: %d %.300s", status, answer)
	}
	return err
}

var copies = object("fingerprint", fingerprintOf(7))

// attacks are made all at once, each again and again.
var attacks = []attack{
	post("tokens", "/v1/fingerprint?scheme=sm1,mh1,mw1,sd1&show=tokens,text,bits", "text/plain", again("a b ", 64*mib-4)),
	post("distinct", "/v1/fingerprint?scheme=sm1,mh1,mw1,sd1", "text/plain", func() []byte { return distinct(63 * mib) }),
	post("markdown", "/v1/indexes/a/search?name=x.md", "application/octet-stream", again("some words *_*_", 8*mib)),
	post("table", "/v1/indexes/a/search?name=x.md", "application/octet-stream", func() []byte {
		return append([]byte("|a|b|\n|-|-|\n"), again("|some|words|\n", 8*mib)()...)
	}),
	post("html", "/v1/fingerprint", "text/html", again("<b>x", 32*mib)),
	post("objects", "/v1/compare", "application/json", again("{", 64*mib-1)),
	post("keys", "/v1/compare", "application/json", func() []byte {
		return append([]byte("{"), bytes.TrimSuffix(distinctKeys(32*mib), []byte(","))...)
	}),
	post("base64", "/v1/fingerprint", "application/json", func() []byte {
		return object("bytes", base64.StdEncoding.EncodeToString(distinct(40*mib)))
	}),
	post("escapes", "/v1/fingerprint?show=text", "application/json", func() []byte {
		return append(append([]byte(`{"text":"`), again(`\u0061\u0062 `, 60*mib)()...), `"}`...)
	}),
	post("words", "/v1/compare", "application/json", words(4*mib)),
	post("more words", "/v1/compare", "application/json", words(25*mib)),
	post("window", "/v1/fingerprint?name=x.tar.zst", "", func() []byte { return []byte{0x28, 0xb5, 0x2f, 0xfd, 0, 0x88, 1, 0, 0} }),
	post("copies", "/v1/indexes/a/search?limit=10000", "application/json", func() []byte { return copies }),
	{"unread", "", unread},
	{"slow", "", slow},
	{"malformed", "", malformed},
	get("cluster", "/v1/indexes/a/clusters/d00000"),
	get("cluster 2", "/v1/indexes/a/clusters/d00001"),
	get("clusters", "/v1/indexes/a/clusters"),
	get("curve", "/v1/indexes/a/curve"),
	get("metrics", "/metrics"),
	stream("batch 1", "", pages), stream("batch 2", "", pages), stream("batch 3", "", pages), stream("batch 4", "", pages),
	stream("adds", "write", func(random *rand.Rand) []byte {
		var b bytes.Buffer
		for range 20_000 {
			id := fmt.Sprint("x", random.IntN(50_000))
			if random.IntN(100) == 0 {
				id += strings.Repeat("y", 4000)
			}
			b.Write(object("op", "add", "id", id, "fingerprint", fingerprintOf(random.Uint64())))
			b.WriteByte('\n')
		}
		return b.Bytes()
	}),
	{"recall", "write", func(ctx context.Context, s *service, _ *rand.Rand) (int, []byte, error) {
		return s.send(ctx, "recall", "POST", "/v1/indexes/a/recall", "", bytes.Repeat([]byte(`{"a":"d00000","b":"d00001"}`+"\n"), 20_000))
	}},
	{"shadow", "write", func(ctx context.Context, s *service, random *rand.Rand) (int, []byte, error) {
		time.Sleep(time.Second)
		return s.send(ctx, "shadow", []string{"PUT", "DELETE"}[random.IntN(2)], "/v1/indexes/a/shadow", "application/json", object("max_distance", 1+random.IntN(8)))
	}},
}

func distinctKeys(size int) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `"%x":1,`, i)
	}
	return b.Bytes()
}

// page is 1.5 MB of HTML in a line that searches for it.
var page = sync.OnceValue(func() []byte {
	return append(object("op", "search", "media_type", "text/html", "bytes",
		base64.StdEncoding.EncodeToString([]byte("<p>"+strings.Repeat("<b>some</b> <i>words</i> of a page</p>\n<p>", 1_500_000/42)))), '\n')
})

func pages(*rand.Rand) []byte { return bytes.Repeat(page(), 64) }

// raw sends bytes by a connection of its own, piece by piece, and reads the answer after a while.
func (s *service) raw(ctx context.Context, pieces [][]byte, between, before time.Duration) (status int, answer []byte, err error) {
	var dialer net.Dialer
	c, err := dialer.DialContext(ctx, "tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		return 0, nil, err
	}
	defer c.Close()
	c.(*net.TCPConn).SetReadBuffer(4 << 10)
	wait := func(d time.Duration) {
		select {
		case <-time.After(d):
		case <-ctx.Done():
		}
	}
	for _, p := range pieces {
		if _, err := c.Write(p); err != nil {
			break // it may have answered already
		}
		wait(between)
	}
	wait(before)
	c.SetReadDeadline(time.Now().Add(5 * time.Second))
	if answer, err = io.ReadAll(io.LimitReader(c, 4<<10)); len(answer) > 12 {
		fmt.Sscan(string(answer[9:12]), &status)
		err = nil
	}
	return status, answer, err
}

func head(by, path string, length int) []byte {
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
		path, token(by), length)
}

// unread is twelve clients that ask for all copies and read nothing for a minute.
func unread(ctx context.Context, s *service, _ *rand.Rand) (status int, answer []byte, err error) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for range 12 {
		all.Go(func() {
			one, text, failed := s.raw(ctx, [][]byte{head("unread", "/v1/indexes/a/search?limit=10000", len(copies)), copies}, 0, time.Minute)
			mu.Lock()
			defer mu.Unlock()
			status, answer, err = max(status, one), text, failed
		})
	}
	all.Wait()
	return status, answer, err
}

// slow is a hundred clients that promise a body and send it byte by byte, or a head.
func slow(ctx context.Context, s *service, _ *rand.Rand) (status int, answer []byte, err error) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for i := range 100 {
		pieces := [][]byte{head("slow", "/v1/fingerprint", 64*mib-1)}
		if i%2 == 0 {
			pieces = [][]byte{pieces[0][:40]}
		}
		for range 60 {
			pieces = append(pieces, []byte("{"))
		}
		all.Go(func() {
			one, text, failed := s.raw(ctx, pieces, 500*time.Millisecond, 0)
			mu.Lock()
			defer mu.Unlock()
			status, answer, err = max(status, one), text, failed
		})
	}
	all.Wait()
	return status, answer, err
}

// malformed is a request with some bytes changed.
func malformed(ctx context.Context, s *service, random *rand.Rand) (status int, answer []byte, err error) {
	request := append(head("malformed", "/v1/indexes/a/search?limit=3", 58), `{"fingerprint":"sm1:aaaaaaaaaaaaa","x":{"y":[1,2,3,{"z":0}`...)
	for range 1 + random.IntN(4) {
		at := random.IntN(len(request))
		switch random.IntN(3) {
		case 0:
			request[at] = byte(random.Uint32())
		case 1:
			request = append(request[:at:at], request[min(len(request), at+random.IntN(20)):]...)
		default:
			request = append(request[:at:at], append([]byte("\r\n\r\nContent-Length: 5\r\n{[\\ud800"), request[at:]...)...)
		}
		if len(request) == 0 {
			break
		}
	}
	status, answer, err = s.raw(ctx, [][]byte{request}, 0, 0)
	time.Sleep(10 * time.Millisecond)
	return status, answer, err
}

//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// service is fpcheck serve.
type service struct {
	process *exec.Cmd
	address string
}

func printOf(sketch uint64) scheme.Fingerprint {
	f, err := scheme.SM1.FromSketch(binary.BigEndian.AppendUint64(nil, sketch))
	if err != nil {
		panic(err) // it is of 8 bytes
	}
	return f
}

func idOf(document int) string { return fmt.Sprintf("d%d", document) }

// startService makes an index, serves it, and returns beside it what a search by the library takes.
func startService(ctx context.Context, program, dir string, documents int) (s *service, own time.Duration, err error) {
	name := filepath.Join(dir, "m.fpx")
	w, err := index.Create(name, index.Options{Scheme: scheme.SM1, Profile: "visible", Tables: index.Tables{Distance: distance}})
	if err != nil {
		return nil, 0, err
	}
	defer w.Close()
	for i := range documents {
		if err := w.Add(ctx, idOf(i), printOf(sketchOf(i))); err != nil {
			return nil, 0, err
		}
	}
	if err := w.Commit(ctx); err != nil {
		return nil, 0, err
	}
	if err := w.Close(); err != nil {
		return nil, 0, err
	}
	if own, err = searchAlone(ctx, name, documents); err != nil {
		return nil, 0, err
	}
	cmd := exec.CommandContext(ctx, program, "serve", "--listen", "127.0.0.1:0", name)
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, 0, err
	}
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "listening on http://"); ok {
			go io.Copy(os.Stderr, stderr)
			return &service{cmd, address}, own, nil
		}
	}
	return nil, 0, fmt.Errorf("%s does not listen: %w", program, cmd.Wait())
}

// searchAlone returns the processor time of a search by package index.
func searchAlone(ctx context.Context, name string, documents int) (time.Duration, error) {
	x, err := index.Open(name)
	if err != nil {
		return 0, err
	}
	defer x.Close()
	const searches = 20_000
	var took time.Duration
	for range 2 { // the first time reads the file
		random := rand.New(rand.NewPCG(1, 1))
		prints := make([]scheme.Fingerprint, searches)
		for i := range prints {
			sketch, _ := query(random, documents)
			prints[i] = printOf(sketch)
		}
		before, err := processorTime(os.Getpid())
		if err != nil {
			return 0, err
		}
		for _, f := range prints {
			if _, err := x.Search(ctx, f, scheme.Thresholds{}, 100); err != nil {
				return 0, err
			}
		}
		after, err := processorTime(os.Getpid())
		if err != nil {
			return 0, err
		}
		took = (after - before) / searches
	}
	return took, nil
}

func (s *service) pid() int { return s.process.Process.Pid }

func (s *service) close() error {
	s.process.Process.Signal(os.Interrupt)
	return s.process.Wait()
}

func (s *service) connect() (session, error) {
	c, err := net.Dial("tcp", s.address)
	if err != nil {
		return nil, err
	}
	return &client{Conn: c, answers: bufio.NewReader(c)}, nil
}

// client is a connection that is kept. Package net/http would take more of the machine than what
// it asks.
type client struct {
	net.Conn
	answers *bufio.Reader
	request bytes.Buffer
}

func (c *client) ask(method, path string, sketch uint64) (status int, body []byte, err error) {
	text := `{"fingerprint":"` + printOf(sketch).String() + `"}`
	c.request.Reset()
	fmt.Fprintf(&c.request, "%s /v1/indexes/m/%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", method, path, len(text), text)
	if _, err := c.Write(c.request.Bytes()); err != nil {
		return 0, nil, err
	}
	r, err := http.ReadResponse(c.answers, nil)
	if err != nil {
		return 0, nil, err
	}
	defer r.Body.Close()
	body, err = io.ReadAll(r.Body)
	return r.StatusCode, body, err
}

func (c *client) search(sketch uint64, document int) (found, refused bool, err error) {
	status, body, err := c.ask("POST", "search", sketch)
	switch {
	case err != nil:
		return false, false, err
	case status == http.StatusTooManyRequests:
		return false, true, nil
	case status != http.StatusOK:
		return false, false, fmt.Errorf("a search: %d %s", status, body)
	}
	return document >= 0 && bytes.Contains(body, []byte(`"id":"`+idOf(document)+`"`)), false, nil
}

func (c *client) add(sketch uint64, document int) (refused bool, err error) {
	status, body, err := c.ask("PUT", "documents/"+idOf(document), sketch)
	switch {
	case err != nil:
		return false, err
	case status == http.StatusTooManyRequests:
		return true, nil
	case status != http.StatusOK && status != http.StatusCreated:
		return false, fmt.Errorf("an addition: %d %s", status, body)
	}
	return false, nil
}

func (c *client) close() error { return c.Close() }

//go:build linux

package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Two SimHashes that differ in at most 3 bits are equal in one of 4 bands of 16 bits. So each value
// of each band has a key. Its string lists the SimHashes with that value, each with the number of its
// document. A search gets the strings of 4 keys, and compares.
const (
	bands  = distance + 1
	record = 12
)

func keyOf(band int, sketch uint64) []byte {
	return []byte{'0' + byte(band), byte(sketch >> (16*band + 8)), byte(sketch >> (16 * band))}
}

func recordOf(sketch uint64, document int) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint64(nil, sketch), uint32(document))
}

// redis is a redis-server that puts each addition on the disk before it answers, as the service does.
type redis struct {
	process *exec.Cmd
	socket  string
}

func startRedis(ctx context.Context, dir string, documents int) (r *redis, version string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // for a port that is free
	if err != nil {
		return nil, "", err
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err = errors.Join(err, l.Close()); err != nil {
		return nil, "", err
	}
	r = &redis{socket: "127.0.0.1:" + port}
	r.process = exec.CommandContext(ctx, "redis-server", "--port", port, "--bind", "127.0.0.1", "--dir", dir, "--save", "",
		"--appendonly", "no", "--appendfsync", "always", "--logfile", filepath.Join(dir, "redis.log"))
	if err := r.process.Start(); err != nil {
		return nil, "", err
	}
	if version, err = r.fill(documents); err != nil {
		return nil, "", errors.Join(err, r.close())
	}
	return r, version, nil
}

func (r *redis) pid() int { return r.process.Process.Pid }

func (r *redis) close() error {
	r.process.Process.Signal(os.Interrupt)
	return r.process.Wait()
}

func (r *redis) connect() (session, error) { return r.dial() }

func (r *redis) dial() (*asker, error) {
	c, err := net.Dial("tcp", r.socket)
	if err != nil {
		return nil, err
	}
	return &asker{c, bufio.NewReaderSize(c, 64<<10), bufio.NewWriterSize(c, 64<<10)}, nil
}

// fill adds the documents, and has the log begin.
func (r *redis) fill(documents int) (version string, err error) {
	var c *asker
	for range 100 {
		if c, err = r.dial(); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err != nil {
		return "", err
	}
	defer c.close()
	const together = 256 // keys at once
	for band := range bands {
		values := make([][]byte, 1<<16)
		for i := range documents {
			sketch := sketchOf(i)
			v := uint16(sketch >> (16 * band))
			values[v] = append(values[v], recordOf(sketch, i)...)
		}
		for v, value := range values {
			c.write([]byte("SET"), keyOf(band, uint64(v)<<(16*band)), value)
			if (v+1)%together > 0 {
				continue
			}
			if err := c.out.Flush(); err != nil {
				return "", err
			}
			for range together {
				if _, err := c.reply(); err != nil {
					return "", err
				}
			}
		}
	}
	info, err := c.do("INFO", "server")
	if err != nil {
		return "", err
	}
	_, version, _ = strings.Cut(string(info), "redis_version:")
	version, _, _ = strings.Cut(version, "\r\n")
	if _, err := c.do("CONFIG", "SET", "appendonly", "yes"); err != nil {
		return "", err
	}
	for { // until the log was rewritten
		info, err := c.do("INFO", "persistence")
		if err != nil || strings.Contains(string(info), "aof_rewrite_in_progress:0") && strings.Contains(string(info), "aof_rewrite_scheduled:0") {
			return version, err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// asker is a connection, by RESP, the protocol of redis.
type asker struct {
	net.Conn
	in  *bufio.Reader
	out *bufio.Writer
}

func (c *asker) close() error { return c.Close() }

func (c *asker) write(parts ...[]byte) {
	fmt.Fprintf(c.out, "*%d\r\n", len(parts))
	for _, p := range parts {
		fmt.Fprintf(c.out, "$%d\r\n", len(p))
		c.out.Write(p)
		c.out.WriteString("\r\n")
	}
}

func (c *asker) send(parts ...[]byte) error {
	c.write(parts...)
	return c.out.Flush()
}

func (c *asker) do(parts ...string) ([]byte, error) {
	all := make([][]byte, len(parts))
	for i, p := range parts {
		all[i] = []byte(p)
	}
	if err := c.send(all...); err != nil {
		return nil, err
	}
	return c.reply()
}

// head reads the first line of a reply: its kind, and a number.
func (c *asker) head() (kind byte, n int, err error) {
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return 0, 0, err
	}
	kind = line[0]
	text := strings.TrimSpace(string(line[1:]))
	switch kind {
	case '-':
		return 0, 0, errors.New(text)
	case '+':
		return kind, 0, nil
	}
	n, err = strconv.Atoi(text)
	return kind, n, err
}

// reply reads a reply that is no list.
func (c *asker) reply() ([]byte, error) {
	kind, n, err := c.head()
	if err != nil || kind != '$' || n < 0 {
		return nil, err
	}
	octets := make([]byte, n+2)
	_, err = io.ReadFull(c.in, octets)
	return octets[:n], err
}

func (c *asker) search(sketch uint64, document int) (found, refused bool, err error) {
	parts := [][]byte{[]byte("MGET")}
	for band := range bands {
		parts = append(parts, keyOf(band, sketch))
	}
	if err := c.send(parts...); err != nil {
		return false, false, err
	}
	if _, _, err := c.head(); err != nil {
		return false, false, err
	}
	near := make(map[uint32]bool)
	for range bands {
		all, err := c.reply()
		if err != nil {
			return false, false, err
		}
		for ; len(all) > 0; all = all[record:] {
			if bits.OnesCount64(binary.BigEndian.Uint64(all)^sketch) <= distance {
				near[binary.BigEndian.Uint32(all[8:])] = true
			}
		}
	}
	return document >= 0 && near[uint32(document)], false, nil
}

func (c *asker) add(sketch uint64, document int) (refused bool, err error) {
	for band := range bands {
		c.write([]byte("APPEND"), keyOf(band, sketch), recordOf(sketch, document))
	}
	if err := c.out.Flush(); err != nil {
		return false, err
	}
	for range bands {
		if _, err := c.reply(); err != nil {
			return false, err
		}
	}
	return false, nil
}

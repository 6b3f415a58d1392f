package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

// A process that reads a document of n bytes may take memoryFree + memoryFactor*n bytes of memory
// (docs/media.md).
const memoryFree, memoryFactor = 64 << 20, 32

// peaks runs the command on documents of n and 4n bytes of each medium. For the shape that took most,
// it writes the peak memory of both, and the slope between the two. It returns the number of shapes
// that took more than is allowed. A medium without shapes is an error.
func peaks(out io.Writer, n int, only string) (found int, err error) {
	dir, err := os.MkdirTemp("", "memory")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	root, err := checkout.Root()
	if err != nil {
		return 0, err
	}
	p := &probe{dir: dir, command: filepath.Join(dir, "fpcheck"), n: n, out: out,
		table: tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)}
	build := exec.Command("go", "build", "-o", p.command, "./cmd/fpcheck")
	build.Dir = root
	if said, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, said)
	}
	var all []*reader
	for _, r := range append(readers(), alsoMeasured()...) {
		if r.mediaType != "" {
			r.read = medium(r.mediaType, r.profile)
		}
		if r.mediaType != "" || r.ending != "" {
			all = append(all, r)
		}
	}
	if err := covered(all); err != nil {
		return 0, err
	}
	fmt.Fprintln(p.table, "MEDIUM\tCOMMAND\tBYTES\tMiB\t4n BYTES\tMiB\tSLOPE\tSHAPE")
	for _, r := range all {
		if only != "" && r.name != only {
			continue
		}
		if err := p.medium(r); err != nil {
			return p.found, err
		}
	}
	if only == "" || only == "paths" {
		err = p.paths()
	}
	return p.found, cmp.Or(err, p.table.Flush())
}

// covered returns an error if a reader of package extract has no shapes.
func covered(all []*reader) error {
	for _, m := range extract.Media(context.Background()) {
		if !slices.ContainsFunc(all, func(r *reader) bool { return slices.Contains(m.MediaTypes, r.mediaType) }) {
			return fmt.Errorf("%s: no shapes: expected a reader in lab/growth with this media type", m.MediaTypes[0])
		}
	}
	return nil
}

// probe measures processes.
type probe struct {
	dir, command string
	n, found     int
	out          io.Writer
	table        *tabwriter.Writer
}

// peak is the memory of a process, in bytes, and of the documents that it read.
type peak struct {
	octets int
	memory int64
}

func (p peak) allowed() int64 { return memoryFree + memoryFactor*int64(p.octets) }

// excess is in proportion to what is allowed.
func (p peak) excess() float64 { return float64(p.memory) / float64(p.allowed()) }

// shapesOf returns what is measured of a reader: the listed shapes, and each mark in each frame. A fixture that
// comes again and again stands for an ordinary document.
func shapesOf(r *reader) (all []trial) {
	if r.fixture != "" {
		all = append(all, trial{0, shape{again(r.fixture)}})
	}
	for i, t := range r.listed() {
		if i >= len(r.shapes)+max(1, len(r.frames))*len(r.marks) {
			break
		}
		all = append(all, t)
	}
	return all
}

// suspects returns the shape for which a reader allocates most. It also returns shapes for which it allocates so
// much, garbage or not, that a process may break the limit.
func (p *probe) suspects(r *reader) (all []trial) {
	if r.read == nil {
		return shapesOf(r)
	}
	const base = 32 << 20 // of a process
	var most trial
	worst := -1.0
	for _, t := range shapesOf(r) {
		document := r.sized(t, r.most(4*p.n))
		m := peak{len(document), int64(r.measure(document).bytes) + base}
		if m.excess() > worst {
			most, worst = t, m.excess()
		}
		if m.memory > m.allowed() {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		all = append(all, most)
	}
	return all
}

// medium measures the suspect shapes of a reader with 4n bytes, and the worst with n.
func (p *probe) medium(r *reader) error {
	name := "a" + r.ending
	args := []string{"fingerprint", "--quiet", "--workers", "1"}
	if r.mediaType != "" {
		args = append(args, "--media", r.mediaType)
	}
	if r.profile != "" {
		args = append(args, "--profile", r.profile)
	}
	if r.name == "jsonl" {
		args = append(args, "--text-field", "text")
	}
	measure := func(t trial, n int) (peak, error) {
		return p.measure(args, map[string][]byte{name: r.sized(t, r.most(n))})
	}
	var most peak
	var worst trial
	for i, t := range p.suspects(r) {
		m, err := measure(t, 4*p.n)
		if err != nil {
			return err
		}
		if i == 0 || m.excess() > most.excess() {
			most, worst = m, t
		}
		if m.memory > m.allowed() {
			p.found++
			fmt.Fprintf(p.out, "%s: %d MiB for %d bytes, want at most %d: -frame %d -shape '%s'\n",
				r.name, m.memory>>20, m.octets, m.allowed()>>20, t.frame, t)
		}
	}
	least, err := measure(worst, p.n)
	p.row(cmp.Or(r.mediaType+" "+r.profile, r.name), "fingerprint", least, most, worst)
	return err
}

func (p *probe) row(what, command string, a, b peak, t trial) {
	slope := float64(b.memory-a.memory) / float64(max(b.octets-a.octets, 1))
	fmt.Fprintf(p.table, "%s\t%s\t%d\t%d\t%d\t%d\t%.1f\t%.60s\n", what, command, a.octets, a.memory>>20, b.octets, b.memory>>20, slope, t)
	p.table.Flush()
}

// measure runs the command on files, which it writes. The last arguments are the names of those that are in no folder.
func (p *probe) measure(args []string, files map[string][]byte) (m peak, err error) {
	var names []string
	for name, octets := range files {
		if !strings.Contains(name, "/") {
			names = append(names, filepath.Join(p.dir, name))
		}
		m.octets += len(octets)
		if err := os.WriteFile(filepath.Join(p.dir, name), octets, 0o600); err != nil {
			return m, err
		}
	}
	slices.Sort(names)
	self, err := os.Executable()
	if err != nil {
		return m, err
	}
	mode := runAlone
	if args[0] == runServed {
		mode, args = args[0], args[1:]
	}
	c := exec.Command(self, slices.Concat([]string{mode, p.command}, args, names)...)
	c.Stderr = os.Stderr
	said, err := c.Output()
	if err != nil {
		return m, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	_, err = fmt.Sscan(string(said), &m.memory)
	return m, err
}

// runAlone is the first argument of a process that runs a command and prints its peak memory. A process
// begins with the memory of its parent, so the parent must be small.
const runAlone = "run-alone"

func alone(command string, args []string) error {
	c := exec.Command(command, args...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Run(); c.ProcessState == nil {
		return err
	}
	if strings.Contains(stderr.String(), "--help'") {
		return fmt.Errorf("wrong usage: %s", &stderr)
	}
	if status := c.ProcessState.ExitCode(); status > 2 || status < 0 {
		return fmt.Errorf("exit code %d", status)
	}
	fmt.Println(mostMemory(c.ProcessState))
	return nil
}

// paths measures the commands, and the requests of the service, that do more with a text than to fingerprint it.
func (p *probe) paths() error {
	index := filepath.Join(p.dir, "x.fpx")
	old, changed := filepath.Join(p.dir, "old"), filepath.Join(p.dir, "new")
	for _, dir := range []string{old, changed} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
	}
	one, two := []string{"a.txt"}, []string{"a.txt", "b.txt"}
	serve := func(path string) []string { return []string{runServed, index, "/v1/" + path} }
	for _, c := range []struct {
		name  string
		args  []string
		names []string // of the documents: the second has other words
	}{
		{"fingerprint --stages", []string{"fingerprint", "--stages"}, one},
		{"fingerprint --stages --json", []string{"fingerprint", "--stages", "--json"}, one},
		{"fingerprint, all schemes", []string{"fingerprint", "--scheme", "sd1,mh1,mw1,sm1", "--json"}, one},
		{"frequencies", []string{"frequencies"}, one},
		{"frequencies of shingles", []string{"frequencies", "--scheme", "mw1"}, one},
		{"compare", []string{"compare"}, two},
		{"dedupe", []string{"dedupe"}, two},
		{"text", []string{"text"}, one},
		{"digest", []string{"digest"}, one},
		{"index build", []string{"index", "build", index}, one},
		{"index add", []string{"index", "add", index}, one},
		{"search", []string{"search", "--exact", index}, one},
		{"manifest create", []string{"manifest", "create", old}, []string{"old/a.txt"}},
		{"verify", []string{"verify", "--map", "path", old, changed}, []string{"old/a.txt", "new/a.txt"}},
		{"serve, fingerprint", serve("fingerprint?scheme=sm1,mh1,mw1,sd1"), one},
		{"serve, tokens", serve("fingerprint?scheme=sm1,mh1,mw1,sd1&show=tokens,text,bits"), one},
		{"serve, search", serve("indexes/x/search"), one},
		{"serve, compare", serve("compare"), two},
	} {
		for _, line := range []string{`*"a b "`, `*"a%d b%d "`, `*"Some words of a text, which is an ordinary one. "`, `*"a\n"`, `*"1.5 "`} {
			s, err := parse(line)
			if err != nil {
				return err
			}
			var both [2]peak
			for i, n := range []int{p.n, 4 * p.n} {
				text := s.sized(n)
				files := make(map[string][]byte)
				for _, name := range c.names {
					files[name] = text
					text = bytes.ReplaceAll(text, []byte("a"), []byte("c"))
				}
				os.Remove(index + ".part")
				if both[i], err = p.measure(c.args, files); err != nil {
					return err
				}
			}
			if m := both[1]; m.memory > m.allowed() {
				p.found++
				fmt.Fprintf(p.out, "%s: %d MiB for %d bytes, want at most %d: %s\n", c.name, m.memory>>20, m.octets, m.allowed()>>20, line)
			}
			p.row("text/plain", c.name, both[0], both[1], trial{0, s})
		}
	}
	return nil
}

// alsoMeasured are readers whose time equals the time of others, or of programs.
func alsoMeasured() []*reader {
	words := []string{"a ", "some words ", "a%d ", "\n", "\x00", "\xff"}
	headed := func(name, mediaType, head string) *reader {
		return &reader{name: name, mediaType: mediaType, frames: []frame{{head, ""}}, marks: words}
	}
	all := []*reader{
		{name: "tsv", mediaType: "text/tab-separated-values", marks: []string{"a\t", "a\n", "a\tb\n", "\"", "\t"}},
		{name: "zstd", mediaType: "application/zstd", built: zstandard, marks: words},
		{name: "zstd-window", mediaType: "application/zstd", built: wideWindow, marks: words},
		{name: "bzip2", mediaType: "application/x-bzip2", built: unhex, marks: []string{bzip2Words}},
		{name: "pdf", mediaType: "application/pdf", built: page, smaller: 4, marks: []string{"(a) Tj ", "(some words of a text) Tj 0 -9 Td ", "BT ", "q "}},
		{name: "hwp", mediaType: "application/x-hwp", built: hangul, marks: words},
		{name: "hwpx", mediaType: "application/hwp+zip", built: archive, unpacks: true, marks: tags("hp:p", "hp:run", "hp:t", "hp:tbl", "hp:tr", "hp:tc"),
			frames: []frame{{"-- mimetype --\napplication/hwp+zip\n-- Contents/content.hpf --\n<a/>\n-- Contents/section0.xml --\n" +
				`<hs:sec xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph">`, "</hs:sec>\n"}}},
		headed("chm", "application/vnd.ms-htmlhelp", "ITSF\x03\x00\x00\x00\x60\x00\x00\x00\x01\x00\x00\x00"),
		headed("djvu", "image/vnd.djvu", "AT&TFORM\x00\xff\xff\xffDJVM"),
		headed("wordperfect", "application/vnd.wordperfect", "\xffWPC\x10\x00\x00\x00\x01\x0a\x02\x01\x00\x00\x00\x00"),
		headed("works", "application/vnd.ms-works", "\x01\xfe\x32\x00"),
		headed("lotus", "application/vnd.lotus-1-2-3", "\x00\x00\x02\x00\x06\x04"),
		headed("visio", "application/vnd.visio", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"),
		headed("publisher", "application/vnd.ms-publisher", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"),
		{name: "tar", ending: ".tar", built: tarOf, marks: []string{"a\n", "some words of a member\n"}},
		{name: "tar.zst", ending: ".tar.zst", built: func(text []byte) []byte { return wideWindow(tarOf(text)) }, marks: []string{"a\n"}},
		{name: "zip", ending: ".zip", built: archive, marks: []string{"-- a%d --\nsome words\n"}},
		{name: "mailbox", ending: ".mbox", marks: []string{"From a@b Mon Jan  1 00:00:00 2024\nSubject: a\n\nsome words\n\n"},
			frames: []frame{{"", ""}, {"From a@b Mon Jan  1 00:00:00 2024\nSubject: a\n\n", ""}}},
		{name: "mail-markdown", ending: ".eml", marks: []string{"*_", "a ", "- a\n", "a|b\n"},
			frames: []frame{{"From: a@b\nMessage-ID: <1@b>\nMIME-Version: 1.0\nContent-Type: text/markdown\n\n", ""}}},
		{name: "wacz", ending: ".wacz", built: archive, marks: []string{"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 1\r\n\r\na\r\n\r\n"},
			frames: []frame{{"-- datapackage.json --\n{\"profile\":\"data-package\"}\n-- archive/a.warc --\n", ""}}},
	}
	for _, r := range readers() {
		for from, to := range map[string][]string{"iwork-09": {"numbers", "keynote"}, "docx": {"application/zip"}} {
			for _, name := range to {
				if other := *r; r.name == from {
					other.name, other.mediaType = name, cmp.Or(map[string]string{
						"numbers": "application/vnd.apple.numbers", "keynote": "application/vnd.apple.keynote",
					}[name], name)
					all = append(all, &other)
				}
			}
		}
	}
	return all
}

func zstandard(text []byte) []byte {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	return w.EncodeAll(text, nil)
}

// wideWindow makes a frame of Zstandard that declares a window of 128 MiB, of blocks that are not packed.
func wideWindow(text []byte) []byte {
	b := []byte("\x28\xb5\x2f\xfd\x00\x88")
	const most = 128 << 10
	for part := range slices.Chunk(text, most) {
		n := len(part) << 3
		b = append(append(b, byte(n), byte(n>>8), byte(n>>16)), part...)
	}
	return append(b, 1, 0, 0)
}

// bzip2Words is "words", packed by bzip2.
const bzip2Words = "425a683931415926535981d0b3ec00000201800400988020002186819a0b83717724538509081d0b3ec0"

func unhex(text []byte) []byte {
	octets, _ := hex.DecodeString(string(text))
	return octets
}

// page makes a PDF of one page, whose content is a text.
func page(text []byte) []byte {
	return []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 999 999]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n" +
		"4 0 obj<</Length " + strconv.Itoa(len(text)+32) + ">>stream\nBT /F 12 Tf 9 900 Td             " + string(text) + "\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF")
}

// hangul makes an HWP with a text as its preview.
func hangul(text []byte) []byte {
	head := make([]byte, 256)
	copy(head, "HWP Document File")
	copy(head[32:], "\x00\x00\x00\x05")
	return compoundFile([]string{"FileHeader", "DocInfo", "PrvText"}, [][]byte{head, text, text})
}

// tarOf makes a tar with a member for each line.
func tarOf(text []byte) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	i := 0
	for line := range bytes.Lines(text) {
		if b.Len() > len(text)*2 {
			break
		}
		i++
		w.WriteHeader(&tar.Header{Name: fmt.Sprint(i, ".txt"), Mode: 0o600, Size: int64(len(line))})
		w.Write(line)
	}
	w.Close()
	return b.Bytes()
}

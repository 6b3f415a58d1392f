package fpcheck_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

// A walk is a section of docs/walks.md: a command and its stops, the functions that it passes.
type walk struct {
	title, command string
	stops          []stop
}

type stop struct {
	name string // such as "scheme.Hasher.Write"
	file string // from the root
	body token.Pos
}

// mostStops bounds a walk.
const mostStops = 9

// walks returns the walks of the page, with each stop in the file that its link names.
func walks(t *testing.T) (all []walk) {
	command := regexp.MustCompile("(?s)```sh\n(.*?)\n```")
	link := regexp.MustCompile("\\[`(\\w+)\\.(?:(\\w+)\\.)?(\\w+)`\\]\\(([^)]+\\.go)\\)")
	for _, section := range strings.Split(readFile(t, "docs/walks.md"), "\n## ")[1:] {
		w := walk{}
		w.title, _, _ = strings.Cut(section, "\n")
		m := command.FindStringSubmatch(section)
		if m == nil {
			t.Fatalf("%q: expected a block with its command", w.title)
		}
		w.command = m[1]
		for _, m := range link.FindAllStringSubmatch(section, -1) {
			pkg, receiver, name := m[1], m[2], m[3]
			s := stop{name: strings.Join(slices.DeleteFunc([]string{pkg, receiver, name}, func(s string) bool { return s == "" }), ".")}
			s.file = filepath.Join("docs", m[4])
			file, err := parser.ParseFile(token.NewFileSet(), s.file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(file.Decls, func(d ast.Decl) bool { return declares(d, receiver, name) })
			if i < 0 || file.Name.Name != pkg {
				t.Fatalf("%q: %s does not declare %s", w.title, s.file, s.name)
			}
			s.body = file.Decls[i].(*ast.FuncDecl).Body.Lbrace
			w.stops = append(w.stops, s)
		}
		if len(w.stops) == 0 || len(w.stops) > mostStops {
			t.Errorf("%q has %d stops, expected 1 to %d", w.title, len(w.stops), mostStops)
		}
		all = append(all, w)
	}
	return all
}

// declares reports whether d declares the function of that name, or the method if there is a receiver.
func declares(d ast.Decl, receiver, name string) bool {
	f, ok := d.(*ast.FuncDecl)
	if !ok || f.Name.Name != name {
		return false
	}
	if f.Recv == nil {
		return receiver == ""
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	id, ok := of.(*ast.Ident)
	return ok && id.Name == receiver
}

// TestWalkStops checks that docs/walks.md names existing functions, and not too many.
func TestWalkStops(t *testing.T) {
	if n := len(walks(t)); n != 5 {
		t.Errorf("%d walks, expected 5", n)
	}
}

// traced is added to each package with a stop. The first time that a process reaches a stop, it writes
// the name to the file that the environment names. Other goroutines that reach it wait until then:
// otherwise a later stop could be written first.
const traced = `package %s

import (
	"os"
	"sync"
)

var walked struct {
	sync.Mutex
	stops map[string]bool
}

func walkedTo(stop string) {
	walked.Lock()
	defer walked.Unlock()
	if walked.stops[stop] {
		return
	}
	if walked.stops == nil {
		walked.stops = make(map[string]bool)
	}
	walked.stops[stop] = true
	if f, err := os.OpenFile(os.Getenv("FPCHECK_WALK"), os.O_APPEND|os.O_WRONLY, 0); err == nil {
		f.WriteString(stop + "\n")
		f.Close()
	}
}
`

// TestWalks runs the command of each walk with a program whose stops report that they are reached. It
// compares their order with the page.
func TestWalks(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	dir := t.TempDir()
	all := walks(t)
	program := filepath.Join(dir, "fpcheck")
	buildTraced(t, program, all)
	for name, content := range map[string]string{
		"records.jsonl":           `{"id":"a","text":"the keeper of the lighthouse lit the lamp at dusk"}` + "\n" + `{"id":"b","text":"the keeper of the lighthouse lit the lamp at dusk, too"}` + "\n",
		"report.html":             "<title>Report</title><p>The keeper of the lighthouse lit the lamp at dusk, and put it out at dawn.",
		"letters/a.txt":           "the keeper of the lighthouse lit the lamp at dusk, and put it out at dawn",
		"bag/data/a.txt":          "a text that has changed",
		"bag/bagit.txt":           "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
		"bag/manifest-sha256.txt": "0000000000000000000000000000000000000000000000000000000000000000  data/a.txt\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i, w := range all {
		t.Run(strings.ReplaceAll(w.title, " ", "-"), func(t *testing.T) {
			trace := filepath.Join(dir, fmt.Sprint("trace", i))
			if err := os.WriteFile(trace, nil, 0o666); err != nil {
				t.Fatal(err)
			}
			w.command = strings.ReplaceAll(w.command, "127.0.0.1:8080", freeAddress(t))
			shell := exec.Command("sh", "-c", w.command)
			shell.Dir = dir
			shell.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "FPCHECK_WALK="+trace)
			if request := regexp.MustCompile(`(?m)^curl .*--data '(.*)' (http://(\S+?)/\S+)$`).FindStringSubmatch(w.command); request != nil {
				serve(t, shell, request[1], request[2])
			} else if out, err := shell.CombinedOutput(); err != nil && shell.ProcessState.ExitCode() != 1 {
				t.Fatalf("%s: %v: %s", w.command, err, out)
			}
			var want []string
			for _, s := range w.stops {
				want = append(want, s.name)
			}
			got := slices.DeleteFunc(strings.Fields(readFile(t, trace)), func(name string) bool { return !slices.Contains(want, name) })
			seen := make(map[string]bool) // two processes may reach the same stop
			got = slices.DeleteFunc(got, func(name string) bool { defer func() { seen[name] = true }(); return seen[name] })
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("%s\nstops (-page +run):\n%s", w.command, diff)
			}
		})
	}
}

// freeAddress returns an address on which nothing listens.
func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// serve starts the first lines of a command, which end with a service. It then sends the service the
// request in the last line.
func serve(t *testing.T, shell *exec.Cmd, body, url string) {
	at := strings.LastIndex(shell.Args[2], "fpcheck serve")
	lines, _, _ := strings.Cut(shell.Args[2][at:], "\n")
	shell.Args[2] = shell.Args[2][:at] + "exec " + lines // so that ending it ends the service
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		shell.Process.Signal(os.Interrupt)
		shell.Process.Kill()
		shell.Wait()
	}()
	var err error
	for range 100 {
		var answer *http.Response
		if answer, err = http.Post(url, "text/plain", strings.NewReader(body)); err == nil {
			content, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Fatalf("%s: %s", answer.Status, content)
			}
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal(err)
}

// buildTraced builds the command with a report at the beginning of each stop.
func buildTraced(t *testing.T, program string, all []walk) {
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	inserted := make(map[string]map[int]string) // by file, then by the offset after which to insert
	for _, w := range all {
		for _, s := range w.stops {
			if inserted[s.file] == nil {
				inserted[s.file] = make(map[int]string)
			}
			inserted[s.file][int(s.body)] = fmt.Sprintf(" walkedTo(%q);", s.name)
		}
	}
	overlay := make(map[string]string)
	dir := t.TempDir()
	written := 0
	write := func(replaced, content string) {
		written++
		name := filepath.Join(dir, fmt.Sprint(written, ".go"))
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(root, replaced)] = name
	}
	for file, texts := range inserted {
		source := readFile(t, file)
		var b strings.Builder
		at := 0
		places := make([]int, 0, len(texts))
		for place := range texts {
			places = append(places, place)
		}
		slices.Sort(places)
		for _, place := range places { // positions begin with 1, so this is after the brace
			b.WriteString(source[at:place] + texts[place])
			at = place
		}
		write(file, b.String()+source[at:])
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		write(filepath.Join(filepath.Dir(file), "walked_to.go"), fmt.Sprintf(traced, parsed.Name.Name))
	}
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, list, 0o666); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", overlayFile, "-o", program, "./cmd/fpcheck")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	var out bytes.Buffer
	build.Stdout, build.Stderr = &out, &out
	if err := build.Run(); err != nil {
		t.Fatalf("%v: %s", err, &out)
	}
}

package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asCommand is the environment variable that makes the test binary act as the command.
const asCommand = "FPCHECK_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"fpcheck": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "", // what cmp compares with
		Setup: func(e *testscript.Env) error {
			examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
			e.Setenv("EXAMPLES", examples)
			e.Setenv("PARQUET", filepath.Join(filepath.Dir(examples), "internal", "engine", "dataset", "testdata"))
			return err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":   exits,
			"create":  create,
			"replace": replace,
			"sparse":  sparse,
			"deep":    deep,
			"cut":     cut,
			"fifo":    fifo,
			"socket":  socket,
			"slot":    replaceSlot,
			"empty":   empty,
			"warc":    archive,
			"pack":    pack,
			"fill":    fill,
			"spoil":   spoil,
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "root":
				return os.Getuid() == 0, nil
			case "race":
				return raced, nil
			}
			return false, errors.New("unknown condition " + cond)
		},
	})
}

// TestExampleSchemes checks that the script examples runs each example of a private scheme.
func TestExampleSchemes(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("testdata", "script", "examples.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "schemes", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		id := strings.TrimSuffix(filepath.Base(name), ".yaml")
		definition, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(definition, []byte("\nid: "+id+"\n")) || definition[0] != '#' {
			t.Errorf("%s: expected a comment, and the id %s", name, id)
		}
		if !bytes.Contains(script, []byte("sh nearer.sh "+id+"\n")) && !bytes.Contains(script, []byte("sh nearer.sh "+id+" ")) {
			t.Errorf("%s is not run by examples.txtar", name)
		}
	}
}

// exits CODE COMMAND... runs a command that must exit with that code.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s: exit code %d, expected %d", strings.Join(args[1:], " "), got, want)
	}
}

// create NAME CONTENT makes a file. Both arguments may have the escapes of a Go string.
func create(ts *testscript.TestScript, _ bool, args []string) {
	name, err := strconv.Unquote(`"` + args[0] + `"`)
	ts.Check(err)
	content, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	path := ts.MkAbs(name)
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o777))
	ts.Check(os.WriteFile(path, []byte(content), 0o666))
}

// replace FILE OLD NEW RESULT writes FILE to RESULT with the first OLD replaced.
func replace(ts *testscript.TestScript, _ bool, args []string) {
	old := ts.ReadFile(args[0])
	if !strings.Contains(old, args[1]) {
		ts.Fatalf("%s has no %s", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), []byte(strings.Replace(old, args[1], args[2], 1)), 0o666))
}

// sparse FILE SIZE makes a file of zeros that takes no room.
func sparse(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), nil, 0o666))
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}

// deep FILE N makes a page of N nested elements.
func deep(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte("<html>"+strings.Repeat("<div>", n)+"fox"), 0o666))
}

// archive RESULT FILE makes a WARC. A record in FILE begins with a line of its type, id, URI and
// reference. Its block follows. Lines before the first record are copied.
func archive(ts *testscript.TestScript, _ bool, args []string) {
	begins := regexp.MustCompile(`(?m)^(warcinfo|request|response|revisit) (\S+) (.*) (\S+)\n`)
	source := ts.ReadFile(args[1])
	records := begins.FindAllStringSubmatchIndex(source, -1)
	result := source[:records[0][0]]
	for i, r := range records {
		end := len(source)
		if i+1 < len(records) {
			end = records[i+1][0]
		}
		block := source[r[1]:end]
		result += fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:x:%s>\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n",
			source[r[2]:r[3]], source[r[4]:r[5]])
		if uri := source[r[6]:r[7]]; uri != "-" {
			result += "WARC-Target-URI: " + uri + "\r\n"
		}
		if refers := source[r[8]:r[9]]; refers != "-" {
			result += "WARC-Refers-To: " + refers + "\r\n"
		}
		result += fmt.Sprintf("Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(result), 0o666))
}

// cut FILE writes the paths of checksum lines to the file paths.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	var paths bytes.Buffer
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		_, path, _ := strings.Cut(line, "  ")
		paths.WriteString(path)
	}
	ts.Check(os.WriteFile(ts.MkAbs("paths"), paths.Bytes(), 0o666))
}

// slot FILE NUMBER VALUE RESULT writes a sketch to RESULT with that slot replaced.
func replaceSlot(ts *testscript.TestScript, _ bool, args []string) {
	octets := []byte(ts.ReadFile(args[0]))
	number, err := strconv.Atoi(args[1])
	ts.Check(err)
	value, err := hex.DecodeString(args[2])
	ts.Check(err)
	copy(octets[5+8*number:], value)
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), octets, 0o666))
}

// empty FILE removes all elements from a sketch.
func empty(ts *testscript.TestScript, _ bool, args []string) {
	octets := []byte(ts.ReadFile(args[0]))
	for i := range octets[5:] {
		octets[5+i] = 0xff
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), octets, 0o666))
}

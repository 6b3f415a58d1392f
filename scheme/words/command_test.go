package words

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/scheme"
)

// The test binary is its own external program. This variable selects its behaviour.
const behave = "FPCHECK_WORDS_TEST"

func TestMain(m *testing.M) {
	if how := os.Getenv(behave); how != "" {
		program(how)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// program answers as asked, until a text contains "poison".
func program(how string) {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	if how == "parent" {
		parent()
	}
	if how == "never reads" {
		forever()
	}
	if how == "stubborn" && len(os.Args) > 1 {
		os.WriteFile(os.Args[1], []byte(strconv.Itoa(os.Getpid())), 0o600)
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			switch how {
			case "stubborn":
				forever()
			case "ends badly":
				os.Exit(7)
			}
			return
		}
		var text string
		if err := json.Unmarshal([]byte(line), &text); err != nil {
			fmt.Fprintln(os.Stderr, "no JSON string:", err)
			os.Exit(1)
		}
		answer := func(what any) {
			b, _ := json.Marshal(what)
			os.Stdout.Write(append(b, '\n'))
		}
		if !strings.Contains(text, "poison") {
			answer(strings.Fields(text))
			if how == "stops reading" && text != "" {
				forever()
			}
			continue
		}
		switch how {
		case "exit":
			os.Exit(3)
		case "exit with a word":
			fmt.Fprint(os.Stderr, strings.Repeat("noise\n", 10000), "cannot cut \x1b[31mpoison\n")
			os.Exit(1)
		case "end":
			os.Exit(0)
		case "slow":
			time.Sleep(time.Hour)
		case "garbage":
			fmt.Println("words: some")
		case "empty line":
			fmt.Println()
		case "null":
			fmt.Println("null")
		case "null word":
			fmt.Println(`["a", null]`)
		case "string":
			answer("some")
		case "numbers":
			answer([]int{1})
		case "object":
			answer(map[string]string{"a": "b"})
		case "two values":
			fmt.Println(`["a"] ["b"]`)
		case "two lines":
			fmt.Print("[\"a\"]\n[\"b\"]\n")
		case "without end":
			chunk := []byte(strings.Repeat("a", 1<<20))
			for {
				if _, err := os.Stdout.Write(chunk); err != nil {
					return
				}
			}
		case "half a line":
			fmt.Print(`["a"`)
			return
		case "closes":
			os.Stdout.Close()
			forever()
		case "leaves a child":
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), behave+"=never reads")
			child.Stdout, child.Stderr = os.Stdout, os.Stderr
			child.Start()
			os.Exit(4)
		}
	}
}

// parent starts a stubborn program, and then waits to be killed.
func parent() {
	os.Setenv(behave, "stubborn")
	if _, _, err := Command([]string{os.Args[0], os.Args[1]}); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("started")
	forever()
}

// forever blocks. It is not select{}, which the runtime reports as a deadlock.
func forever() {
	for {
		time.Sleep(time.Hour)
	}
}

// testCommand starts this test binary as a program with a behaviour.
func testCommand(t testing.TB, how string, timeout time.Duration) *command {
	t.Helper()
	t.Setenv(behave, how)
	c, err := start([]string{os.Args[0]}, timeout, 1<<21)
	if err != nil {
		t.Fatalf("%s: %v", how, err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func needPrograms(t testing.TB) {
	t.Helper()
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("no programs run here")
	}
}

func TestCommand(t *testing.T) {
	needPrograms(t)
	t.Setenv(behave, "well")
	split, stop, err := Command([]string{os.Args[0]})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"", "one", "one two", "line\nend \u2028 \u2029 \u0000 \u0085 \r\n <&> \"quoted\" \\", "日本 ภาษา 👍", "a\xFFb",
		strings.Repeat("word ", 1<<18), strings.Repeat("x", 1<<20),
	} {
		want := strings.Fields(strings.ToValidUTF8(text, "\uFFFD"))
		got, err := split(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%.40q: %v (-want +got):\n%.500s", text, err, diff)
		}
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 100 {
				want := []string{fmt.Sprint(i), fmt.Sprint(j)}
				if got, err := split(strings.Join(want, " ")); err != nil || !cmp.Equal(want, got) {
					t.Errorf("%q, %v, want %q: the answer to another text", got, err, want)
				}
			}
		})
	}
	all.Wait()
	for range 2 {
		if err := stop.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	if words, err := split("one"); words != nil || err == nil || err.Error() != os.Args[0]+": closed" {
		t.Errorf("after Close: %q, %v", words, err)
	}
}

func TestCommandThatFails(t *testing.T) {
	needPrograms(t)
	for _, tt := range []struct {
		how  string
		want string // without the program's name
	}{
		{"exit", "has ended: exit status 3"},
		{"exit with a word", "has ended: exit status 1; its standard error ends with \""},
		{"end", "has ended"},
		{"slow", "no answer in 500ms"},
		{"stops reading", "no answer in 500ms"},
		{"garbage", "answers \"words: some\": expected a JSON array of strings: invalid character 'w' looking for beginning of value"},
		{"empty line", `answers "": expected a JSON array of strings: unexpected end of JSON input`},
		{"null", `answers "null": expected a JSON array of strings: null`},
		{"null word", `answers "[\"a\", null]": expected a JSON array of strings: null in a list`},
		{"string", `answers "\"some\"": expected a JSON array of strings: json: cannot unmarshal string into Go value of type []*string`},
		{"numbers", `answers "[1]": expected a JSON array of strings: json: cannot unmarshal number into Go value of type string`},
		{"object", `answers "{\"a\":\"b\"}": expected a JSON array of strings: json: cannot unmarshal object into Go value of type []*string`},
		{"two values", `answers "[\"a\"] [\"b\"]": expected a JSON array of strings: invalid character '[' after top-level value`},
		{"half a line", `answers "[\"a\"": expected a JSON array of strings: unexpected end of JSON input`},
		{"without end", "an answer of more than 2097152 bytes"},
		{"closes", "has closed its standard output"},
		{"leaves a child", "has ended: exit status 4"},
	} {
		t.Run(tt.how, func(t *testing.T) {
			timeout := 30 * time.Second
			if strings.Contains(tt.want, "500ms") {
				timeout = 500 * time.Millisecond
			}
			c := testCommand(t, tt.how, timeout)
			started := time.Now()
			if _, err := c.split("good words"); err != nil {
				t.Fatal(err)
			}
			words, err := c.split(strings.Repeat("poison ", 1<<15)) // more than a pipe takes
			want := os.Args[0] + ": " + tt.want
			if words != nil || err == nil || err.Error() != want && !(strings.HasPrefix(err.Error(), want) && strings.Contains(want, "standard error")) {
				t.Errorf("%q, %v,\nwant %s", words, err, want)
			}
			if tt.how == "exit with a word" && (!strings.HasSuffix(err.Error(), `cannot cut \x1b[31mpoison"`) || len(err.Error()) > 4000) {
				t.Errorf("error %.5000s: want the end of its standard error, quoted", err)
			}
			if words, again := c.split("good words"); words != nil || again != err {
				t.Errorf("the next text: %q, %v, want the same error", words, again)
			}
			select {
			case <-c.ended:
			case <-time.After(20 * time.Second):
				t.Error("it goes on")
			}
			if err := c.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
			if took := time.Since(started); took > 25*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// TestCommandThatSaysTooMuch checks that a surplus line is not taken as the answer to the next
// text.
func TestCommandThatSaysTooMuch(t *testing.T) {
	needPrograms(t)
	c := testCommand(t, "two lines", 30*time.Second)
	if words, err := c.split("poison"); err != nil || !cmp.Equal([]string{"a"}, words) {
		t.Fatalf("%q, %v", words, err)
	}
	time.Sleep(100 * time.Millisecond) // the second line arrives
	want := os.Args[0] + `: says "[\"b\"]" unasked: expected one line for each text`
	if words, err := c.split("good words"); words != nil || err == nil || err.Error() != want {
		t.Errorf("%q, %v, want %s", words, err, want)
	}
}

func TestCommandThatDoesNotEnd(t *testing.T) {
	needPrograms(t)
	for _, tt := range []struct{ how, want string }{
		{"stubborn", "did not end when its standard input did, and was killed"},
		{"ends badly", "exit status 7"},
	} {
		c := testCommand(t, tt.how, 30*time.Second)
		if err := c.Close(); err == nil || err.Error() != os.Args[0]+": "+tt.want {
			t.Errorf("%s: Close: %v, want %s", tt.how, err, tt.want)
		}
		select {
		case <-c.ended:
		case <-time.After(10 * time.Second):
			t.Errorf("%s: it goes on", tt.how)
		}
	}
}

func TestCommandThatDoesNotStart(t *testing.T) {
	needPrograms(t)
	t.Setenv(behave, "never reads")
	if _, err := start([]string{os.Args[0]}, 300*time.Millisecond, 1<<21); err == nil || err.Error() != os.Args[0]+": no answer in 300ms" {
		t.Errorf("one that never answers: error %v", err)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	for _, tt := range []struct {
		argv []string
		want string
	}{
		{nil, "no command given"},
		{[]string{""}, "no command given"},
		{[]string{missing}, missing},
		{[]string{"fpcheck-no-such-program"}, `exec: "fpcheck-no-such-program": executable file not found in $PATH`},
	} {
		split, stop, err := Command(tt.argv)
		if split != nil || stop != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Command(%q): error %v, want %s", tt.argv, err, tt.want)
		}
	}
	if _, err := exec.LookPath("false"); err == nil {
		if _, _, err := Command([]string{"false", "x"}); err == nil || err.Error() != "false x: has ended: exit status 1" {
			t.Errorf("false: error %v", err)
		}
	}
}

// TestCommandDiesWithItsParent checks that on Linux the program ends with the process that started
// it, however that ends.
func TestCommandDiesWithItsParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells a process of its parent's death")
	}
	pidFile := filepath.Join(t.TempDir(), "pid")
	parent := exec.Command(os.Args[0], pidFile)
	parent.Env = append(os.Environ(), behave+"=parent")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "started\n" {
		t.Fatalf("the parent says %q, %v", line, err)
	}
	pid, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	status := "/proc/" + string(pid) + "/stat"
	if _, err := os.Stat(status); err != nil {
		t.Fatal(err)
	}
	// Threads of the parent come and go, and the program stays.
	time.Sleep(100 * time.Millisecond)
	if _, err := os.Stat(status); err != nil {
		t.Fatalf("it ended before its parent: %v", err)
	}
	parent.Process.Kill()
	parent.Wait()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		stat, err := os.ReadFile(status)
		if errors.Is(err, os.ErrNotExist) || strings.Contains(string(stat), ") Z ") {
			return
		}
		if time.Now().After(deadline) {
			id, _ := strconv.Atoi(string(pid))
			if p, err := os.FindProcess(id); err == nil {
				p.Kill()
			}
			t.Fatalf("it goes on without its parent: %s", stat)
		}
	}
}

// TestCommandInScheme checks that a failure in the middle of a text gives no fingerprint of the
// first half.
func TestCommandInScheme(t *testing.T) {
	needPrograms(t)
	c := testCommand(t, "exit", 30*time.Second)
	s := load(t, "mine", func(string) (func(string) ([]string, error), error) { return c.split, nil })
	text := read(t, "lighthouse.en.txt")
	want, err := s.Sum(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := pieces(t, s, text); got != want {
		t.Errorf("in pieces %v, want %v", got, want)
	}
	h := s.New()
	for range 100 {
		h.Write(text)
	}
	h.Write([]byte(" poison"))
	fp, err := h.Fingerprint()
	if fp != (scheme.Fingerprint{}) || err == nil || err.Error() != "words: mine: "+os.Args[0]+": has ended: exit status 3" {
		t.Errorf("%v, %v", fp, err)
	}
}

// icu returns the tokenizer of icu.mjs, if node is installed.
func icu(t testing.TB, tag string) func(string) ([]string, error) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not here")
	}
	split, stop, err := Command([]string{node, "icu.mjs", tag})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := stop.Close(); err != nil {
			t.Error(err)
		}
	})
	return split
}

// TestICU checks words that every version of ICU finds. Versions differ in the words around them.
func TestICU(t *testing.T) {
	for _, tt := range []struct {
		tag  string
		text string
		want []string
	}{
		{"th", "ภาษาไทยเป็นภาษาที่มีระดับเสียง", []string{"ภาษา", "ไทย", "เป็น", "ระดับ", "เสียง"}},
		{"lo", "ພາສາລາວເປັນພາສາທາງການ", []string{"ພາສາ", "ລາວ", "ເປັນ"}},
		{"km", "មនុស្សទាំងអស់កើតមកមានសេរីភាព", []string{"មនុស្ស", "មាន", "សេរីភាព"}},
		{"my", "လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့်", []string{"တိုင်း", "သည်", "တူညီ"}},
		{"zh", "我们在北京大学学习计算机科学", []string{"我们", "在", "学习", "科学"}},
		{"ja", "東京都に住んでいる人々は電車で会社に行きます", []string{"東京", "に", "人々", "は", "電車", "で", "会社"}},
		{"en", "don't stop—\nnow: 3.5", []string{"don't", "stop", "now", "3.5"}},
	} {
		t.Run(tt.tag, func(t *testing.T) {
			split := icu(t, tt.tag)
			got, err := split(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range tt.want {
				if !slices.Contains(got, word) {
					t.Errorf("%s: %q has no %q", tt.text, got, word)
				}
			}
			letters := func(text string) string {
				return strings.NewReplacer(" ", "", "—", "", "\n", "", ":", "").Replace(text)
			}
			if all := strings.Join(got, ""); letters(all) != letters(tt.text) {
				t.Errorf("%s: %q are not all its words", tt.text, got)
			}
			if got, err := split(""); len(got) != 0 || err != nil {
				t.Errorf("of nothing: %q, %v", got, err)
			}
		})
	}
}

func TestICUOnExamples(t *testing.T) {
	for _, tag := range []string{"th", "zh", "ja", "en"} {
		split := icu(t, tag)
		s := load(t, "icu-"+tag, func(string) (func(string) ([]string, error), error) { return split, nil })
		text := read(t, "lighthouse."+tag+".txt")
		want, err := s.Sum(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := pieces(t, s, text); got != want {
			t.Errorf("%s in pieces %v, want %v", tag, got, want)
		}
		if st := s.Method().Stages(text); !bytes.Equal(st.Sketch, want.Sketch()) || st.Err != nil {
			t.Errorf("%s stage by stage %x, %v, want %v", tag, st.Sketch, st.Err, want)
		}
		t.Logf("%s: %d distinct words, %v", tag, s.Method().Stages(text).Distinct, want)
	}
}

func TestICUThatFails(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not here")
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, "expected one language, such as th"},
		{[]string{"th", "lo"}, "expected one language, such as th"},
		{[]string{"qaa"}, "does not know the language qaa"},
		{[]string{"not a tag"}, "not a tag is no language"},
	} {
		argv := append([]string{node, "icu.mjs"}, tt.args...)
		_, _, err := Command(argv)
		if err == nil || !strings.HasPrefix(err.Error(), strings.Join(argv, " ")+": has ended: exit status 1; ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %s", argv, err, tt.want)
		}
	}
}

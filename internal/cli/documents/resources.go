package documents

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/scheme/stopwords"
	"github.com/lsh-interop/fpcheck/scheme/words"
)

// ResourceFlags are the flags that give private schemes what their definitions only name. A
// definition is data: it opens no file but its frequencies, and runs nothing.
type ResourceFlags struct {
	keyFile string
	words   []string // NAME=COMMAND
	// uncounted says not to read frequencies, since they are being counted.
	Uncounted bool

	key        []byte
	commands   map[string][]string                            // by name, as words has them
	tokenizers map[string]func(text string) ([]string, error) // by command line
	running    []io.Closer
}

func (f *ResourceFlags) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.keyFile, "key-file", "", "`file` with the key of a keyed scheme")
	c.Flags().StringArrayVar(&f.words, "words", nil, "an external tokenizer, as `NAME=COMMAND`")
	for _, name := range []string{"key-file", "words"} { // as --scheme-file has them, but for all schemes
		c.Flags().MarkHidden(name)
	}
}

func (f *ResourceFlags) Check(flags *pflag.FlagSet) error {
	if flags.Changed("key-file") && f.keyFile == "" {
		return cli.Usage(errors.New("--key-file: none given: expected a file"))
	}
	f.commands = make(map[string][]string)
	for _, binding := range f.words {
		name, command, ok := strings.Cut(binding, "=")
		argv := strings.Fields(command)
		switch {
		case !ok || name == "" || len(argv) == 0:
			return cli.Usage(fmt.Errorf("--words %q: expected NAME=COMMAND", binding))
		case isBuiltIn(name):
			return cli.Usage(fmt.Errorf("--words %q: %s is built in: expected another name", binding, name))
		case f.commands[name] != nil:
			return cli.Usage(fmt.Errorf("--words %q: %s is bound twice: expected one command", binding, name))
		}
		f.commands[name] = argv
	}
	return nil
}

// isBuiltIn reports whether package words has a tokenizer with a name.
func isBuiltIn(name string) bool {
	_, err := words.Lookup(name)
	return err == nil
}

func (f *ResourceFlags) prepare() (err error) {
	if f.keyFile != "" {
		if f.key, err = readKey(f.keyFile); err != nil {
			return fmt.Errorf("--key-file: %s: %w", cli.Display(f.keyFile), err)
		}
	}
	return nil
}

// schemeSource is an argument of --scheme-file: a file, and what its scheme needs.
type schemeSource struct {
	name  string
	key   []byte   // nil if the argument has none
	words []string // a command line; nil if the argument has none
}

// schemeParts separates the parts of an argument of --scheme-file.
var schemeParts = lazy.Regexp(`,(?:key|words)=`)

// parse parses FILE[,key=FILE][,words=COMMAND].
func (f *ResourceFlags) parse(arg string) (from schemeSource, err error) {
	starts := append(schemeParts().FindAllStringIndex(arg, -1), []int{len(arg), len(arg)})
	from.name = arg[:starts[0][0]]
	for i, at := range starts[:len(starts)-1] {
		value := arg[at[1]:starts[i+1][0]]
		switch part := arg[at[0]+1 : at[1]-1]; {
		case part == "key" && from.key == nil && value != "":
			if from.key, err = readKey(value); err != nil {
				err = fmt.Errorf("--scheme-file: key %s: %w", cli.Display(value), err)
			}
		case part == "words" && from.words == nil && strings.TrimSpace(value) != "":
			from.words = strings.Fields(value)
		default:
			err = cli.Usage(fmt.Errorf("--scheme-file %s: %s=: expected one value", cli.Display(arg), part))
		}
		if err != nil {
			return from, err
		}
	}
	return from, nil
}

// unused reports a key or a command that the scheme does not need: most likely a slip.
func (from schemeSource) unused(s *scheme.Scheme) error {
	d := s.Method().Definition()
	if from.key != nil && d.Hash != sketch.SipHash {
		return cli.Usage(fmt.Errorf("--scheme-file %s: %s has no key: expected hash: %s", cli.Display(from.name), d.ID,
			sketch.SipHash))
	}
	if from.words != nil && d.Words == "" {
		return cli.Usage(fmt.Errorf("--scheme-file %s: %s has no tokenizer of its own: expected words: NAME",
			cli.Display(from.name), d.ID))
	}
	return nil
}

func (f *ResourceFlags) load(from schemeSource) (*scheme.Scheme, error) {
	name, key, tokenizer := from.name, f.key, f.tokenizer
	if from.key != nil {
		key = from.key
	}
	if from.words != nil {
		tokenizer = func(name string) (func(string) ([]string, error), error) {
			if isBuiltIn(name) {
				return nil, fmt.Errorf("words: %s is built in: expected no words= after the file", name)
			}
			return f.start(from.words)
		}
	}
	file, err := cli.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	s, err := scheme.Load(file, scheme.Resources{
		Words:       tokenizer,
		StopWords:   stopwords.List,
		Frequencies: f.frequencies(filepath.Dir(name)),
		Key:         key,
	})
	if err != nil && key == nil && strings.Contains(err.Error(), "a key of 0 bytes") {
		err = fmt.Errorf("%w (--scheme-file %s,key=FILE reads one)", err, cli.Display(name))
	}
	return s, err
}

// tokenizer is what a scheme names: built in, or a command, which is then started.
func (f *ResourceFlags) tokenizer(name string) (func(text string) ([]string, error), error) {
	argv := f.commands[name]
	if argv == nil {
		split, err := words.Lookup(name)
		if err != nil {
			err = fmt.Errorf("%w, or ,words=COMMAND after the file", err)
		}
		return split, err
	}
	return f.start(argv)
}

// start starts an external tokenizer, once for all schemes that use it.
func (f *ResourceFlags) start(argv []string) (func(text string) ([]string, error), error) {
	name := strings.Join(argv, " ")
	if split := f.tokenizers[name]; split != nil {
		return split, nil
	}
	split, stop, err := words.Command(argv)
	if err != nil {
		return nil, err
	}
	if f.tokenizers == nil {
		f.tokenizers = make(map[string]func(text string) ([]string, error))
	}
	f.tokenizers[name] = split
	f.running = append(f.running, stop)
	return split, nil
}

// EndCommands ends what schemes have started.
func EndCommands(a *cli.App, f *ResourceFlags) {
	for _, c := range f.running {
		if err := c.Close(); err != nil {
			a.Out.Complain("", fmt.Errorf("--words: %w", err))
		}
	}
}

// frequencies opens the document frequencies of a scheme file in that directory.
func (f *ResourceFlags) frequencies(dir string) func(name string) (io.ReadCloser, error) {
	return func(name string) (io.ReadCloser, error) {
		if f.Uncounted {
			return io.NopCloser(strings.NewReader("0\n")), nil
		}
		path := filepath.FromSlash(name)
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		file, err := cli.OpenRegular(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %s", cli.Display(path), cli.Message(err))
		}
		return file, nil
	}
}

const keyOctets = 16

// readKey reads a key, and quotes none of it when something is wrong.
func readKey(name string) ([]byte, error) {
	f, err := cli.Open(name)
	if err != nil {
		return nil, errors.New(cli.Message(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, 1<<10))
	if err != nil {
		return nil, errors.New(cli.Message(err))
	}
	if len(data) == keyOctets {
		return data, nil
	}
	digits := strings.TrimRight(string(data), "\r\n")
	if key, err := hex.DecodeString(digits); err == nil && len(key) == keyOctets {
		return key, nil
	}
	return nil, fmt.Errorf("%s: expected %d, or %d hexadecimal digits",
		cli.Count(len(data), "byte"), keyOctets, 2*keyOctets)
}

// unused names a flag that no scheme asked for, most likely by mistake.
func (f *ResourceFlags) unused(schemes []*scheme.Scheme) error {
	keyed := func(s *scheme.Scheme) bool { return s.Method().Definition().Hash == sketch.SipHash }
	if f.keyFile != "" && !slices.ContainsFunc(schemes, keyed) {
		return cli.Usage(fmt.Errorf("--key-file: no scheme has a key: expected a --scheme-file with hash: %s",
			sketch.SipHash))
	}
	for name := range f.commands {
		names := func(s *scheme.Scheme) bool { return s.Method().Definition().Words == name }
		if !slices.ContainsFunc(schemes, names) {
			return cli.Usage(fmt.Errorf("--words: no scheme has words: %s: expected a --scheme-file with it", name))
		}
	}
	return nil
}

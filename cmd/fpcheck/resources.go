package main

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

	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/scheme/stopwords"
	"github.com/lsh-interop/fpcheck/tokenize/words"
)

// gear is the flags that give private schemes what their definitions only name.
// A definition is data: it opens no file but its frequencies, and runs nothing.
type resourceFlags struct {
	keyFile string
	words   []string // NAME=COMMAND
	// uncounted says that frequencies are what is being made: none are read.
	uncounted bool

	key        []byte
	commands   map[string][]string // by name, as words has them
	tokenizers map[string]func(text string) ([]string, error)
	running    []io.Closer
}

func (g *resourceFlags) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&g.keyFile, "key-file", "", "`file` with the key of a keyed scheme")
	c.Flags().StringArrayVar(&g.words, "words", nil, "an external tokenizer, as `NAME=COMMAND`")
}

func (g *resourceFlags) check(flags *pflag.FlagSet) error {
	if flags.Changed("key-file") && g.keyFile == "" {
		return usageError{errors.New("--key-file: none given: expected a file")}
	}
	g.commands = make(map[string][]string)
	for _, binding := range g.words {
		name, command, ok := strings.Cut(binding, "=")
		argv := strings.Fields(command)
		switch {
		case !ok || name == "" || len(argv) == 0:
			return usageError{fmt.Errorf("--words %q: expected NAME=COMMAND", binding)}
		case slices.Contains(words.Names(), name):
			return usageError{fmt.Errorf("--words %q: %s is built in: expected another name", binding, name)}
		case g.commands[name] != nil:
			return usageError{fmt.Errorf("--words %q: %s is bound twice: expected one command", binding, name)}
		}
		g.commands[name] = argv
	}
	return nil
}

// prepare reads what the flags name.
func (g *resourceFlags) prepare() (err error) {
	if g.keyFile != "" {
		g.key, err = readKey(g.keyFile)
	}
	return err
}

// load reads a private scheme from a file.
func (g *resourceFlags) load(name string) (*scheme.Scheme, error) {
	f, err := input{path: name, given: true}.open(nil)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := scheme.Load(f, scheme.Resources{
		Words:       g.tokenizer,
		StopWords:   stopwords.List,
		Frequencies: g.frequencies(filepath.Dir(name)),
		Key:         g.key,
	})
	if err != nil && g.key == nil && strings.Contains(err.Error(), "a key of 0 octets") {
		err = fmt.Errorf("%w (--key-file gives one)", err)
	}
	return s, err
}

// tokenizer is what a scheme names: built in, or a command, which is then started.
func (g *resourceFlags) tokenizer(name string) (func(text string) ([]string, error), error) {
	argv := g.commands[name]
	if argv == nil {
		split, err := words.Lookup(name)
		if err != nil {
			err = fmt.Errorf("%w, or --words %s=COMMAND", err, name)
		}
		return split, err
	}
	if split := g.tokenizers[name]; split != nil { // two schemes name it
		return split, nil
	}
	split, stop, err := words.Command(argv)
	if err != nil {
		return nil, err
	}
	if g.tokenizers == nil {
		g.tokenizers = make(map[string]func(text string) ([]string, error))
	}
	g.tokenizers[name] = split
	g.running = append(g.running, stop)
	return split, nil
}

// endCommands ends what schemes have started.
func (a *app) endCommands(g *resourceFlags) {
	for _, c := range g.running {
		if err := c.Close(); err != nil {
			a.out.complain("", fmt.Errorf("--words: %w", err))
		}
	}
}

// frequencies opens the document frequencies of a scheme file in that directory.
func (g *resourceFlags) frequencies(dir string) func(name string) (io.ReadCloser, error) {
	return func(name string) (io.ReadCloser, error) {
		if g.uncounted {
			return io.NopCloser(strings.NewReader("0\n")), nil
		}
		path := filepath.FromSlash(name)
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		f, err := input{path: path}.open(nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %s", display(path), message(err))
		}
		return f, nil
	}
}

const keyOctets = 16

// readKey reads a key, and quotes none of it when something is wrong.
func readKey(name string) ([]byte, error) {
	f, err := input{path: name, given: true}.open(nil)
	if err != nil {
		return nil, fmt.Errorf("--key-file: %s: %s", display(name), message(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, 1<<10))
	if err != nil {
		return nil, fmt.Errorf("--key-file: %s: %s", display(name), message(err))
	}
	if len(data) == keyOctets {
		return data, nil
	}
	digits := strings.TrimRight(string(data), "\r\n")
	if key, err := hex.DecodeString(digits); err == nil && len(key) == keyOctets {
		return key, nil
	}
	return nil, fmt.Errorf("--key-file: %s: %s: expected %d, or %d hexadecimal digits",
		display(name), count(len(data), "octet"), keyOctets, 2*keyOctets)
}

// unused says which flag no scheme has asked for: most likely a slip, which would
// go unnoticed.
func (g *resourceFlags) unused(schemes []*scheme.Scheme) error {
	keyed := func(s *scheme.Scheme) bool { return s.Definition().Hash == scheme.SipHash }
	if g.keyFile != "" && !slices.ContainsFunc(schemes, keyed) {
		return usageError{fmt.Errorf("--key-file: no scheme has a key: expected a --scheme-file with hash: %s", scheme.SipHash)}
	}
	for name := range g.commands {
		names := func(s *scheme.Scheme) bool { return s.Definition().Words == name }
		if !slices.ContainsFunc(schemes, names) {
			return usageError{fmt.Errorf("--words: no scheme has words: %s: expected a --scheme-file with it", name)}
		}
	}
	return nil
}

package near

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/service"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
)

// serveFlags are the flags of the command serve.
type serveFlags struct {
	documents.SchemeFileFlags
	documents.LimitFlags
	documents.WorkersFlag
	memoryFlag
	listen              string
	tokens              string
	texts               string
	certificate, keyPEM string
	rate                float64
	log, readOnly       bool
}

const serveAddress = "127.0.0.1:8750"

func ServeCommand(a *cli.App) *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve INDEX...",
		Short: "Serve near-duplicate search over HTTP",
		Long: `Serve indexes over HTTP until interrupted. Clients search, add and remove
documents. Changes are on disk before they are acknowledged. An index is
NAME=FILE, or FILE.`,
		Args: needIndex,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			return serve(a, &f, args)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.listen, "listen", serveAddress, "`address` and port")
	flags.StringVar(&f.tokens, "tokens", "", "`file` of access tokens")
	flags.StringVar(&f.texts, "texts", "", "`dir` with the texts, named by id, for differences")
	flags.StringVar(&f.certificate, "tls-cert", "", "TLS certificate `file`")
	flags.StringVar(&f.keyPEM, "tls-key", "", "TLS key `file`")
	flags.Float64Var(&f.rate, "rate", 0, "maximum of `n` requests a second from one source")
	flags.BoolVar(&f.readOnly, "read-only", false, "refuse changes; lock and write no file")
	flags.BoolVar(&f.log, "log", false, "print a JSON object for each request")
	f.LimitFlags.AddFlags(c)
	f.WorkersFlag.AddFlags(c)
	f.memoryFlag.addFlags(c)
	f.SchemeFileFlags.AddFlags(c)
	return c
}

func (f *serveFlags) check(flags *pflag.FlagSet) error {
	if (f.certificate == "") != (f.keyPEM == "") {
		return cli.Usage(errors.New("--tls-cert and --tls-key: one of them given: expected both"))
	}
	if flags.Changed("rate") && !(f.rate > 0) { // NaN neither
		return cli.Usage(fmt.Errorf("--rate %v: expected more than 0", f.rate))
	}
	host, _, err := net.SplitHostPort(f.listen)
	if err != nil {
		return cli.Usage(fmt.Errorf("--listen %q: expected an address and a port, such as %s", f.listen, serveAddress))
	}
	if ip := net.ParseIP(host); f.tokens == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return cli.Usage(fmt.Errorf(
			"--listen %s: others can reach it: expected --tokens, or an address of this machine alone", f.listen))
	}
	err = cmp.Or(f.ResourceFlags.Check(flags), f.LimitFlags.Check(), f.WorkersFlag.Check(flags), f.memoryFlag.check())
	if err == nil && f.octets < service.LeastMemory {
		err = cli.Usage(fmt.Errorf("--memory %s: expected %d MiB or more", f.memory, service.LeastMemory>>20))
	}
	return err
}

// indexArgument is NAME=FILE, where the name can stand in a URL.
var indexArgument = lazy.Regexp(`^([A-Za-z0-9][A-Za-z0-9._-]*)=(.+)$`)

func serve(a *cli.App, f *serveFlags, args []string) (err error) {
	defer documents.EndCommands(a, &f.ResourceFlags)
	o := service.Options{Shelves: make(map[string]*liveindex.Shelf), Limits: f.Limits(), Body: min(f.MaxSize, 64<<20),
		Memory: f.octets, Workers: f.Workers, Rate: f.rate, ReadOnly: f.readOnly}
	if o.Private, err = f.Private(); err != nil {
		return err
	}
	if f.tokens != "" {
		if o.Access, err = readTokens(a, f.tokens); err != nil {
			return err
		}
	}
	if f.texts != "" {
		if err := documents.CheckTree(f.texts); err != nil {
			return fmt.Errorf("--texts: %w", err)
		}
		if o.Texts, err = service.OpenTexts(f.texts); err != nil {
			return fmt.Errorf("--texts: %s: %s", cli.Display(f.texts), cli.Message(err))
		}
		defer o.Texts.Close()
	}
	var secure *tls.Config
	if f.certificate != "" {
		pair, err := f.keyPair()
		if err != nil {
			return err
		}
		secure = &tls.Config{MinVersion: tls.VersionTLS12}
		var current atomic.Pointer[tls.Certificate]
		current.Store(pair)
		secure.GetCertificate = func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return current.Load(), nil }
		onChange(a.Ctx, []string{f.certificate, f.keyPEM}, reloadTime, func() error {
			pair, err := f.keyPair()
			if err == nil {
				current.Store(pair)
			}
			return err
		}, a.Out.Report)
	}
	if f.log {
		o.Log = (*logOutput)(a)
	}
	defer func() {
		for _, x := range o.Shelves {
			err = errors.Join(err, x.Close())
		}
	}()
	shelves, err := shelvesOf(args, f.readOnly)
	if err != nil {
		return err
	}
	for _, arg := range shelves {
		x, err := openShelf(a, arg.file, liveindex.Options{Memory: service.WritingMemory(f.octets, len(args)), Private: o.Private, ReadOnly: f.readOnly})
		if err != nil {
			return err
		}
		o.Shelves[arg.name] = x
	}
	l, err := net.Listen("tcp", f.listen)
	if err != nil {
		return fmt.Errorf("--listen %s: %s", f.listen, cli.Message(err))
	}
	protocol := "http"
	if secure != nil {
		protocol = "https"
	}
	a.ReportsInterrupt.Store(true)
	a.Serves.Store(true)
	if !cli.IsTerminal(a.Stdin) {
		cli.IgnoreHangup() // those who run services expect it to make them read their files again, as they do anyway
	}
	a.Out.Note(fmt.Sprintf("fpcheck: listening on %s://%s", protocol, l.Addr()))
	// The collector works harder before there is more. It does not see mapped files, and comes late.
	if limit := f.octets / 3 * 2; limit < debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(limit)
	}
	s := service.New(o)
	// A goroutine that becomes ready waits for a place of those that compute, up to 10 ms each time. There are places
	// for all jobs and some more. The system then shares the processors.
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(4 * runtime.GOMAXPROCS(0))
	}
	if f.tokens != "" {
		onChange(a.Ctx, []string{f.tokens}, reloadTime, func() error {
			access, err := readTokens(a, f.tokens)
			if err == nil {
				s.SetAccess(access)
			}
			return err
		}, a.Out.Report)
	}
	return s.Serve(a.Ctx, l, secure)
}

func (f *serveFlags) keyPair() (*tls.Certificate, error) {
	certificate, err := readPEM("--tls-cert", f.certificate)
	if err != nil {
		return nil, err
	}
	key, err := readPEM("--tls-key", f.keyPEM)
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert, --tls-key: %s", cli.Message(err))
	}
	return &pair, nil
}

func readPEM(flag, name string) ([]byte, error) {
	f, err := cli.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %s", flag, cli.Display(name), cli.Message(err))
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, 1<<20))
}

// reloadTime is how often files are looked at for a change.
const reloadTime = 2 * time.Second

// onChange has load called each time one of some files has changed, until ctx ends, and reports its errors. After one,
// what was loaded before stays.
func onChange(ctx context.Context, names []string, every time.Duration, load func() error, report func(string, error)) {
	seen := stamps(names)
	go func() {
		for ticks := time.NewTicker(every); ; {
			select {
			case <-ctx.Done():
				ticks.Stop()
				return
			case <-ticks.C:
			}
			if now := stamps(names); now != seen {
				seen = now
				if err := loaded(load); err != nil {
					report("", err)
				}
			}
		}
	}()
}

// loaded calls load. A panic keeps what was loaded before.
func loaded(load func() error) (err error) {
	defer recovery.Catch(&err, "the service")
	return load()
}

// stamps returns the sizes and times of regular files. A stream is read once.
func stamps(names []string) (all string) {
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			all += fmt.Sprintln(info.Size(), info.ModTime().UnixNano())
		}
	}
	return all
}

// A shelfArgument is an index that an argument names.
type shelfArgument struct{ name, file string }

// shelvesOf returns the indexes that arguments name. Names must differ, and files that are written.
func shelvesOf(args []string, readOnly bool) (all []shelfArgument, err error) {
	for _, arg := range args {
		one, err := shelfOf(arg)
		if err != nil {
			return nil, err
		}
		for _, other := range all {
			switch {
			case !readOnly && documents.SameFile(one.file, other.file):
				return nil, cli.Usage(fmt.Errorf("%s: the same index twice: expected it once", cli.Display(one.file)))
			case one.name == other.name:
				return nil, cli.Usage(fmt.Errorf("two indexes are called %s: expected NAME=FILE, with another name", one.name))
			}
		}
		all = append(all, one)
	}
	return all, nil
}

func shelfOf(arg string) (shelfArgument, error) {
	if m := indexArgument().FindStringSubmatch(arg); m != nil {
		return shelfArgument{m[1], m[2]}, nil
	}
	base := filepath.Base(arg)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	if !indexArgument().MatchString(name + "=" + arg) {
		return shelfArgument{}, cli.Usage(fmt.Errorf("%s: its name does not fit in a URL: expected NAME=FILE", cli.Display(arg)))
	}
	return shelfArgument{name, arg}, nil
}

func openShelf(a *cli.App, file string, o liveindex.Options) (*liveindex.Shelf, error) {
	o.Report = func(err error) { a.Out.Report("", err) }
	x, err := liveindex.Open(file, o)
	if err != nil {
		return nil, indexError(err)
	}
	return x, nil
}

func readTokens(a *cli.App, name string) (*service.Access, error) {
	f, err := cli.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--tokens: %s: %s", cli.Display(name), cli.Message(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && runtime.GOOS != "windows" && info.Mode().IsRegular() && info.Mode()&0o004 != 0 {
		a.Out.Warn(name, "all users of this machine can read the tokens")
	}
	access, err := service.ReadAccess(f)
	if err != nil {
		return nil, fmt.Errorf("--tokens: %s: %s", cli.Display(name), cli.Message(err))
	}
	return access, nil
}

// logOutput writes lines of the log to standard error.
type logOutput cli.App

func (l *logOutput) Write(p []byte) (int, error) {
	(*cli.App)(l).Out.Note(string(bytes.TrimSuffix(p, []byte("\n"))))
	return len(p), nil
}

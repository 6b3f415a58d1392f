package near

import (
	"bytes"
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
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
	log                 bool
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
	return cmp.Or(f.ResourceFlags.Check(flags), f.LimitFlags.Check(), f.WorkersFlag.Check(flags), f.memoryFlag.check())
}

// indexArgument is NAME=FILE, where the name can stand in a URL.
var indexArgument = lazy.Regexp(`^([A-Za-z0-9][A-Za-z0-9._-]*)=(.+)$`)

func serve(a *cli.App, f *serveFlags, args []string) (err error) {
	defer documents.EndCommands(a, &f.ResourceFlags)
	o := service.Options{Shelves: make(map[string]*liveindex.Shelf), Limits: f.Limits(), Body: min(f.MaxSize, 64<<20),
		Workers: f.Workers, Rate: f.rate}
	if o.Private, err = f.Private(); err != nil {
		return err
	}
	if f.tokens != "" {
		if o.Access, err = readTokens(f.tokens); err != nil {
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
		certificate, err := readPEM("--tls-cert", f.certificate)
		if err != nil {
			return err
		}
		key, err := readPEM("--tls-key", f.keyPEM)
		if err != nil {
			return err
		}
		pair, err := tls.X509KeyPair(certificate, key)
		if err != nil {
			return fmt.Errorf("--tls-cert, --tls-key: %s", cli.Message(err))
		}
		secure = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	if f.log {
		o.Log = (*logOutput)(a)
	}
	defer func() {
		for _, x := range o.Shelves {
			err = errors.Join(err, x.Close())
		}
	}()
	for _, arg := range args {
		name, x, err := openShelf(a, arg, liveindex.Options{Memory: f.octets, Private: o.Private})
		if err != nil {
			return err
		}
		if o.Shelves[name] != nil {
			x.Close()
			return cli.Usage(fmt.Errorf("two indexes are called %s: expected NAME=FILE, with another name", name))
		}
		o.Shelves[name] = x
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
	a.Out.Note(fmt.Sprintf("fpcheck: listening on %s://%s", protocol, l.Addr()))
	return service.New(o).Serve(a.Ctx, l, secure)
}

// openShelf opens an index that an argument names.
func openShelf(a *cli.App, arg string, o liveindex.Options) (name string, x *liveindex.Shelf, err error) {
	file := arg
	if m := indexArgument().FindStringSubmatch(arg); m != nil {
		name, file = m[1], m[2]
	} else {
		base := filepath.Base(arg)
		name = strings.TrimSuffix(base, filepath.Ext(base))
		if !indexArgument().MatchString(name + "=" + file) {
			return "", nil, cli.Usage(fmt.Errorf("%s: its name does not fit in a URL: expected NAME=FILE", cli.Display(arg)))
		}
	}
	o.Report = func(err error) { a.Out.Report("", err) }
	if x, err = liveindex.Open(file, o); err != nil {
		return "", nil, indexError(err)
	}
	return name, x, nil
}

func readPEM(flag, name string) ([]byte, error) {
	f, err := cli.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %s", flag, cli.Display(name), cli.Message(err))
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, 1<<20))
}

func readTokens(name string) (*service.Access, error) {
	f, err := cli.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--tokens: %s: %s", cli.Display(name), cli.Message(err))
	}
	defer f.Close()
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

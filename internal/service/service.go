package service

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Options say what a service serves, within which bounds. A bound of 0 means the default.
type Options struct {
	Shelves map[string]*liveindex.Shelf // by name
	Private scheme.Set                  // beside the registered ones
	Texts   *Texts                      // where the texts of documents are; nil means nowhere
	Limits  extract.Limits              // of a document
	Body    int64                       // bytes of a request, or of a line of a batch; 0 means 64 MiB
	Memory  int64                       // bytes that the process may take; 0 means 1 GiB
	Workers int                         // documents that are read at once; 0 means one for each processor
	Time    time.Duration               // for a request to come, and to be answered; 0 means 2 minutes
	Rate    float64                     // requests and batch lines a second of each source; 0 means any number
	Access  *Access                     // who may do what; nil means that everybody may do everything
	// ReadOnly refuses all changes.
	ReadOnly bool
	Log      io.Writer // of requests, a JSON object each; nil means none
}

// Service is a service of some indexes.
type Service struct {
	o           Options
	names       []string // of the shelves, ascending
	gates       *gates
	memory      *budget.Pool // of requests and answers
	clusters    latest[clustering]
	clustered   int // documents of an index whose clusters are found
	curves      latest[curveReply]
	metrics     *metrics
	connections connections
	measured    latest[index.FileStats]
	recalls     recalls
	shadows     shadows
	rates       rates
	strangers   rates // requests with an unknown token, by address
	log         *requestLog
	access      atomic.Pointer[Access]
	stopping    context.Context
	stop        context.CancelFunc
}

// New returns a service. It does not close the shelves.
func New(o Options) *Service {
	o.Body = cmp.Or(o.Body, 64<<20)
	o.Memory = cmp.Or(o.Memory, 1<<30)
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	o.Time = cmp.Or(o.Time, 2*time.Minute)
	s := &Service{o: o, names: slices.Sorted(maps.Keys(o.Shelves)), gates: newGates(o.Workers),
		memory: &budget.Pool{Most: requestMemory(o.Memory), Small: smallRequest}, metrics: newMetrics(),
		clustered:   usualClustered,
		connections: connections{most: int(o.Memory / connectionMemory)},
		rates:       rates{perSecond: o.Rate}, strangers: rates{perSecond: strangerRate}}
	if o.Log != nil {
		s.log = &requestLog{w: o.Log}
	}
	s.access.Store(o.Access)
	s.stopping, s.stop = context.WithCancel(context.Background())
	return s
}

// SetAccess replaces the tokens. Requests that have begun go on.
func (s *Service) SetAccess(a *Access) { s.access.Store(a) }

// Bounds of connections.
const (
	headTime  = 10 * time.Second // for the head of a request to come
	idleTime  = 2 * time.Minute  // between two requests of a connection
	headSize  = 64 << 10
	graceTime = 30 * time.Second // for what is being answered when the service stops
)

// Serve answers the requests of a listener until ctx ends, by TLS if that is configured, and finishes begun ones.
func (s *Service) Serve(ctx context.Context, l net.Listener, secure *tls.Config) error {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	server := &http.Server{
		Handler: s.Handler(), Protocols: protocols, TLSConfig: secure,
		ReadHeaderTimeout: headTime, IdleTimeout: idleTime, MaxHeaderBytes: headSize,
		ConnState: s.connections.state,
		HTTP2:     &http.HTTP2Config{MaxConcurrentStreams: 16, MaxReceiveBufferPerConnection: 128 << 10, MaxReceiveBufferPerStream: 64 << 10},
		ErrorLog:  log.New(io.Discard, "", 0), // it is about what clients do
	}
	watching, unwatch := context.WithCancel(context.Background())
	defer unwatch()
	go s.watchMemory(watching)
	ended := make(chan error, 1)
	go func() {
		if secure != nil {
			ended <- server.ServeTLS(l, "", "")
		} else {
			ended <- server.Serve(l)
		}
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.stop()
	grace, cancel := context.WithTimeout(context.Background(), graceTime)
	defer cancel()
	err := server.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	<-ended
	return err
}

package service

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// rates bound the requests of a source by a bucket that refills with time. A source is a token or an
// address.
type rates struct {
	perSecond float64
	mu        sync.Mutex
	sources   map[string]*source
	swept     time.Time // when full buckets were last removed
}

type source struct {
	inHand float64
	at     time.Time
}

// mostSources bounds the sources that are stored. Full buckets need not be.
const mostSources = 10_000

// burst is the number of seconds whose requests may come at once.
const burst = 10

// strangerRate is the number of requests a second with unknown tokens that get that answer.
const strangerRate = 1

// wait waits until a source may send a request, and counts it. It ends early with the context or the
// service.
func (r *rates) wait(ctx context.Context, stopping <-chan struct{}, name string) {
	for !r.take(name, time.Now()) {
		select {
		case <-time.After(min(time.Second, time.Duration(float64(time.Second)/r.perSecond))):
		case <-stopping:
			return
		case <-ctx.Done():
			return
		}
	}
}

// take counts a request of a source, if it may send one.
func (r *rates) take(name string, now time.Time) bool {
	if r.perSecond == 0 {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	full := max(1, r.perSecond*burst)
	if r.sources == nil {
		r.sources = make(map[string]*source)
	}
	if len(r.sources) >= mostSources && now.Sub(r.swept) > time.Second {
		r.swept = now
		for n, s := range r.sources {
			if s.inHand+now.Sub(s.at).Seconds()*r.perSecond >= full {
				delete(r.sources, n)
			}
		}
	}
	s := r.sources[name]
	if s == nil {
		if len(r.sources) >= mostSources {
			return false // requests come from very many addresses
		}
		s = &source{full, now}
		r.sources[name] = s
	}
	s.inHand = min(full, s.inHand+now.Sub(s.at).Seconds()*r.perSecond)
	s.at = now
	if s.inHand < 1 {
		return false
	}
	s.inHand--
	return true
}

// sourceOf returns the source of a request: a token, or else an address. All loopback addresses are one
// source, and so is a network of 64 bits of IPv6.
func sourceOf(r *http.Request, h holder) string {
	if h.name != "" {
		return "token " + h.name
	}
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	switch ip := net.ParseIP(host); {
	case ip == nil:
	case ip.IsLoopback():
		return "loopback"
	case ip.To4() == nil:
		return ip.Mask(net.CIDRMask(64, 128)).String()
	}
	return host
}

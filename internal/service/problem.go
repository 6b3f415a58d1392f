package service

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// problem describes an error to a client, in the form of RFC 9457.
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail,omitempty"`
}

// kind is a kind of problems.
type kind struct {
	name, title string
	status      int
	err         error // the error that problems of the kind wrap, if any
}

// Kinds of problems without an error of their own.
var (
	badRequest  = kind{name: "bad-request", title: "The request is malformed.", status: http.StatusBadRequest}
	badEncoding = kind{name: "unsupported-medium", title: "The body has an encoding that is not read.",
		status: http.StatusUnsupportedMediaType}
	unauthorized = kind{name: "unauthorized", title: "A token is needed.", status: http.StatusUnauthorized}
	forbidden    = kind{name: "forbidden", title: "This may not be done.", status: http.StatusForbidden}
	notFound     = kind{name: "not-found", title: "There is none.", status: http.StatusNotFound}
	badMethod    = kind{name: "method-not-allowed", title: "This method is none of the resource.", status: http.StatusMethodNotAllowed}
	tooShort     = kind{name: "too-short", title: "The text is too short to tell what is near it.", status: http.StatusUnprocessableEntity}
	conflict     = kind{name: "conflict", title: "The shadow is not in a state for this.", status: http.StatusConflict}
	tooOften     = kind{name: "too-often", title: "This source asks too often: try again later.", status: http.StatusTooManyRequests}
	tooMany      = kind{name: "too-many", title: "There are too many documents for this.", status: http.StatusUnprocessableEntity}
	busy         = kind{name: "busy", title: "The service is busy: try again later.", status: http.StatusTooManyRequests, err: liveindex.ErrBusy}
	stopping     = kind{name: "stopping", title: "The service is stopping.", status: http.StatusServiceUnavailable, err: liveindex.ErrClosed}
	internal     = kind{name: "internal", title: "The service has a fault.", status: http.StatusInternalServerError, err: extract.ErrInternal}
)

// kinds maps errors to kinds. The first that an error wraps counts.
var kinds = []kind{
	busy, stopping, internal,
	{busy.name, busy.title, busy.status, budget.ErrFull},
	{"too-costly", "This needs more memory than the service has.", http.StatusUnprocessableEntity, budget.ErrMore},
	{"disk", "The change could not be written.", http.StatusInsufficientStorage, liveindex.ErrDisk},
	{"slow", "The request took too long to come.", http.StatusRequestTimeout, os.ErrDeadlineExceeded},
	{"unsupported-medium", "There is no reader for this medium.", http.StatusUnsupportedMediaType, extract.ErrUnsupported},
	{"unsupported-medium", "The program that reads this medium is not installed.", http.StatusUnsupportedMediaType, extract.ErrToolMissing},
	{"malformed-document", "The document is not well-formed.", http.StatusUnprocessableEntity, extract.ErrMalformed},
	{"encrypted", "The document cannot be read without a password.", http.StatusUnprocessableEntity, extract.ErrEncrypted},
	{"no-text", "The document has no text.", http.StatusUnprocessableEntity, extract.ErrNoText},
	{"no-text", "The text has no words.", http.StatusUnprocessableEntity, scheme.ErrNoFeatures},
	{"too-large", "The document is too large.", http.StatusRequestEntityTooLarge, extract.ErrTooLarge},
	{"too-costly", "Reading the document costs more than its length explains.", http.StatusUnprocessableEntity, extract.ErrExpansion},
	{"too-costly", "The document nests too deeply.", http.StatusUnprocessableEntity, extract.ErrTooDeep},
	{"too-costly", "Reading the document took too long.", http.StatusUnprocessableEntity, extract.ErrTimeout},
	{"malformed-fingerprint", "This is no fingerprint.", http.StatusBadRequest, encode.ErrMalformed},
	{"unknown-scheme", "There is no such scheme.", http.StatusBadRequest, scheme.ErrUnknown},
	{"not-comparable", "The fingerprints are of different schemes or profiles.", http.StatusUnprocessableEntity, scheme.ErrNotComparable},
	{"not-comparable", "The index holds fingerprints of another scheme, profile or width.", http.StatusUnprocessableEntity, index.ErrScheme},
	{"damaged", "The index is damaged.", http.StatusInternalServerError, index.ErrCorrupt},
	{"timeout", "The answer took too long.", http.StatusServiceUnavailable, context.DeadlineExceeded},
	{"timeout", "The request was given up.", http.StatusServiceUnavailable, context.Canceled},
}

// fault is an error of a kind.
type fault struct {
	kind
	detail string
}

func (f *fault) Error() string { return f.detail }

func faulty(k kind, format string, args ...any) error {
	return &fault{k, fmt.Sprintf(format, args...)}
}

// problemOf returns the problem for an error.
func problemOf(err error) problem {
	var f *fault
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &f):
		return newProblem(f.kind, f.detail)
	case errors.As(err, &large):
		return newProblem(kind{name: "too-large", title: "The request is too large.", status: http.StatusRequestEntityTooLarge},
			fmt.Sprintf("more than %d bytes", large.Limit))
	}
	for _, k := range kinds {
		if errors.Is(err, k.err) {
			return newProblem(k, err.Error())
		}
	}
	return newProblem(internal, "") // the log has the details
}

func newProblem(k kind, detail string) problem {
	return problem{Type: "/problems/" + k.name, Title: k.title, Status: k.status, Detail: detail}
}

// retryAfter is the number of seconds until a client should ask again.
const retryAfter = "1"

func refuse(w http.ResponseWriter, p problem) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	switch p.Status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusInsufficientStorage:
		h.Set("Retry-After", retryAfter)
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="fpcheck"`)
	case http.StatusRequestTimeout, http.StatusRequestEntityTooLarge:
		h.Set("Connection", "close") // the rest of the request is not read
	}
	w.WriteHeader(p.Status)
	if line, err := jsonLine(p); err == nil {
		w.Write(line)
	}
}

// showProblem describes a kind of problems.
func (s *Service) showProblem(w http.ResponseWriter, r *http.Request) error {
	titles := ""
	for _, k := range append([]kind{badRequest, unauthorized, forbidden, notFound, badMethod, tooShort, tooMany, conflict, tooOften}, kinds...) {
		if k.name == r.PathValue("name") {
			titles += fmt.Sprintf("%d: %s\n", k.status, k.title)
		}
	}
	if titles == "" {
		return faulty(notFound, "%q is not a kind of problem", r.PathValue("name"))
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, titles)
	return nil
}

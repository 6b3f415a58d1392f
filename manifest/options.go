package manifest

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/lsh-interop/fpcheck/extract"
)

// check returns an error for options with which no file can be read or compared.
func (o *Options) check() error {
	switch {
	case o.Scheme == nil, o.Scheme.ID() == "":
		return errors.New("no scheme: expected one")
	case !(o.MinFeatures >= 0 && o.MinFeatures <= 1):
		return fmt.Errorf("MinFeatures %v: expected 0 to 1", o.MinFeatures)
	}
	// The formats know which options there are. Reading begins only if these are right.
	_, err := extract.Open(context.Background(), notRead{}, extract.Options{
		MediaType: "text/html", Profile: o.Profile, Include: o.Include, Limits: o.Limits,
	})
	if errors.Is(err, errNotRead) || errors.Is(err, extract.ErrTimeout) { // the second is about each file
		return nil
	}
	return err
}

// notRead is a document that is not read.
type notRead struct{}

var errNotRead = errors.New("not read")

func (notRead) Read([]byte) (int, error) { return 0, errNotRead }

var _ io.Reader = notRead{}

package dataset

import (
	"errors"
	"io"
)

// source reads a data set, and marks its errors as [unread].
type source struct {
	io.Reader
	io.ReaderAt
}

func (s source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	return n, marked(err)
}

func (s source) ReadAt(p []byte, at int64) (int, error) {
	n, err := s.ReaderAt.ReadAt(p, at)
	return n, marked(err)
}

func marked(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return &unread{err}
}

// unread is an error of reading the file, and no fault of the data set.
type unread struct{ error }

func (u *unread) Unwrap() error { return u.error }

func isUnread(err error) bool {
	u := (*unread)(nil)
	return errors.As(err, &u)
}

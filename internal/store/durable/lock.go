package durable

import "errors"

// ErrLocked says that another process holds a lock.
var ErrLocked = errors.New("another run is writing it: expected one at a time")

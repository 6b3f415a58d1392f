package documents

import "fmt"

// WithoutSpace adds to an error about temporary files what may help.
func WithoutSpace(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w (TMPDIR names another place for temporary files)", err)
}

//go:build !linux && !darwin

package disk

import (
	"errors"
	"os"
)

// exchange would let two files of a folder change places.
func exchange(*os.Root, string, string) error { return errors.ErrUnsupported }

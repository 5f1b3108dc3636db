//go:build !linux && !darwin

package disk

import (
	"errors"
	"os"
)

// exchange fails: these systems cannot swap two files in one step.
func exchange(*os.Root, string, string) error { return errors.ErrUnsupported }

//go:build !linux && !darwin

package disk

import (
	"errors"
	"os"
)

// exchangeFiles fails: these systems cannot swap two files in one step.
func exchangeFiles(*os.Root, string, string) error { return errors.ErrUnsupported }

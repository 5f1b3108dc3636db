package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// exchangeFiles swaps two files of a folder in one step.
func exchangeFiles(root *os.Root, a, b string) error {
	folder, err := root.Open(".")
	if err != nil {
		return err
	}
	at := int(folder.Fd())
	return errors.Join(unix.RenameatxNp(at, a, at, b, unix.RENAME_SWAP), folder.Close())
}

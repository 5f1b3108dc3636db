package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/inconshreveable/mousetrap"

	"muster/schema/files/disk"
	"muster/terminal"
)

// startedByClick reports whether a double click in Explorer or Finder started the program. Finder
// opens a terminal in the home folder and starts the program by its full path, or with an empty
// path.
func startedByClick() bool {
	if runtime.GOOS != "darwin" {
		return mousetrap.StartedByExplorer()
	}
	here, _ := os.Getwd()
	home, err := os.UserHomeDir()
	return filepath.IsAbs(os.Args[0]) &&
		(os.Getppid() == 1 || err == nil && here == home && terminal.New(os.Stdout).IsInteractive())
}

// serveDocumentsFolder serves the web pages for the lists in the user's folder Documents/muster,
// and returns the exit code. After an error it waits, because the window would close at once.
func serveDocumentsFolder() int {
	code := exitUnusable
	folder, err := documentsFolder()
	if err == nil {
		folder = filepath.Join(folder, "muster")
		err = disk.FolderAt(folder).Make()
	}
	if err != nil {
		printError(terminal.New(os.Stderr), err)
	} else {
		code = run([]string{"serve", folder}, os.Stdout, os.Stderr)
	}
	if code != exitOK {
		fmt.Fprint(os.Stderr, "Press Enter to close this window.")
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	}
	return code
}

//go:build !release

package main

import "io/fs"

// released is nil: only a release contains the program of a web site.
var released fs.FS

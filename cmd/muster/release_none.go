//go:build !release

package main

import "io/fs"

// released is nil: only a release contains a site's program.
var released fs.FS

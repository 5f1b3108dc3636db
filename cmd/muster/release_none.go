//go:build !release

package main

import "io/fs"

// released is nil: only a release has a site's program inside.
var released fs.FS

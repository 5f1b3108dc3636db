//go:build release

package main

import (
	"embed"
	"io/fs"
)

// releasedFiles are a site's program, which release.sh compiles before the program itself.
//
//go:embed release
var releasedFiles embed.FS

// released has a site's program in its folder release.
var released fs.FS = releasedFiles

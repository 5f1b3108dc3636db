//go:build release

package main

import (
	"embed"
	"io/fs"
)

// releasedFiles holds a site's program. release.sh compiles it before muster.
//
//go:embed release
var releasedFiles embed.FS

// released has a site's program in its folder release.
var released fs.FS = releasedFiles

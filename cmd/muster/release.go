//go:build release

package main

import (
	"embed"
	"io/fs"
)

// releasedFiles holds the program of a web site. release.sh compiles it before muster.
//
//go:embed release
var releasedFiles embed.FS

// released holds the compiled program of muster's web sites, in the folder release.
var released fs.FS = releasedFiles

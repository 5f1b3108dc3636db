// Package notice holds the program's own licence and those of others' work in it.
package notice

import _ "embed"

// License is the program's own licence.
//
//go:embed LICENSE
var License string

// Notice names the authors of the games and of the libraries that the program uses, with the
// required licence texts.
//
//go:embed NOTICE
var Notice string

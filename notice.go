// Package notice holds the program's own licence and those of others' work in it.
package notice

import _ "embed"

// License is the program's own licence.
//
//go:embed LICENSE
var License string

// Notice names whose games and whose work the program is built on, with the
// licence texts that they ask for.
//
//go:embed NOTICE
var Notice string

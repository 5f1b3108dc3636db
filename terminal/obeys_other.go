//go:build !windows

package terminal

// supportsColours reports whether a terminal understands colour codes.
func supportsColours(uintptr) bool { return true }

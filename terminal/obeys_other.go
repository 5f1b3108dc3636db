//go:build !windows

package terminal

// obeys reports whether a terminal understands colour codes.
func obeys(uintptr) bool { return true }

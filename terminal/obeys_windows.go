package terminal

import "golang.org/x/sys/windows"

// obeys reports whether a console takes codes for colours, and switches them on: classic
// ones of Windows would print them as text.
func obeys(console uintptr) bool {
	var mode uint32
	at := windows.Handle(console)
	return windows.GetConsoleMode(at, &mode) == nil && windows.SetConsoleMode(at, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

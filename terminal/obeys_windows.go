package terminal

import "golang.org/x/sys/windows"

// supportsColours reports whether a console understands colour codes, and turns them on: classic
// Windows consoles print them as text by default.
func supportsColours(console uintptr) bool {
	var mode uint32
	at := windows.Handle(console)
	return windows.GetConsoleMode(at, &mode) == nil &&
		windows.SetConsoleMode(at, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

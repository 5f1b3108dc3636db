package edit

import "fmt"

// FreeID returns an id that is not taken: the one asked for, else that with the
// first number from 2 that makes it free. One of several is always numbered,
// from 1.
func FreeID(id string, numbered bool, taken func(id string) bool) string {
	if !numbered && !taken(id) {
		return id
	}
	n := 2
	if numbered {
		n = 1
	}
	for taken(fmt.Sprintf("%s-%d", id, n)) {
		n++
	}
	return fmt.Sprintf("%s-%d", id, n)
}

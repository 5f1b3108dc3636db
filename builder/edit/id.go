package edit

import "fmt"

// FreeID returns an id that is not taken: the one asked for, else that with the
// first number from 2 that makes it free.
func FreeID(id string, taken func(id string) bool) string {
	free := id
	for n := 2; taken(free); n++ {
		free = fmt.Sprintf("%s-%d", id, n)
	}
	return free
}

package desk

import (
	"fmt"
	"strings"
	"testing"

	"muster/catalog"
	"muster/schema/files"
	"muster/web/page"
)

// listOf is a list with so many squads.
func listOf(squads int) string {
	var text strings.Builder
	text.WriteString("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits:\n")
	for i := range squads {
		fmt.Fprintf(&text, "  - {id: s%d, unit: line-squad}\n", i)
	}
	return text.String()
}

func coreOf(lists map[string]string) *Core {
	return New(Options{Lists: files.NewMemory(lists), Library: catalog.NewLibrary(), Deployment: page.LocalServer, Examples: files.NewMemory(nil)})
}

// The lists that were not used for longest make room for others; one that is larger than
// all room is kept as long as it is the newest.
func TestTheOldestMakesRoom(t *testing.T) {
	c := coreOf(map[string]string{"a.yaml": listOf(9), "b.yaml": listOf(9), "c.yaml": listOf(9), "large.yaml": listOf(500)})
	open := func(id string) {
		t.Helper()
		if _, err := c.Roster(id); err != nil {
			t.Fatal(err)
		}
	}
	kept := func() string {
		var ids []string
		for _, id := range []string{"a", "b", "c", "large"} {
			if c.ListCache.byID[id] != nil && c.ListCache.byID[id].Roster != nil {
				ids = append(ids, id)
			}
		}
		return strings.Join(ids, " ")
	}
	open("a")
	c.ListCache.maxBytes = c.ListCache.cachedBytes*2 + c.ListCache.cachedBytes/2
	open("b")
	open("a")
	open("c")
	if got := kept(); got != "a c" {
		t.Errorf("%s are kept", got)
	}
	if _, err := c.RosterCachedIfRoom("b"); err != nil || kept() != "a c" {
		t.Errorf("one of many takes another's place: %s, %v", kept(), err)
	}
	open("large")
	if got := kept(); got != "large" {
		t.Errorf("%s are kept", got)
	}
	sum := 0
	for _, one := range c.ListCache.byID {
		sum += one.bytes()
	}
	if sum != c.ListCache.cachedBytes {
		t.Errorf("%d bytes are held and %d counted", sum, c.ListCache.cachedBytes)
	}
}

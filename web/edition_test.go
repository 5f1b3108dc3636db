package web_test

import (
	"strings"
	"testing"

	"muster/schema/files"
)

// An edition of the visitor's own is chosen and judged like those that ship with
// muster, and known again when its file changes.
func TestAnEditionOfOnesOwn(t *testing.T) {
	const (
		edition = "muster: system/1\nid: glade-1\nname: Age of Glades\nedition: \"1\"\ncite: GLADE\nlike: gf-3\nlists:\n" +
			"  force-org: {hero-per: 375, unit-per: 150, copies: 1, copy-per: 750, share: %}\n"
		book = "muster: book/1\nid: elves\nsystem: glade-1\nname: Wood Elves\nunits:\n" +
			"  - {id: guard, name: Guard, size: 5, quality: 4, defense: 4, cost: 300, weapons: [{name: Spear, count: 5, attacks: 1}]}\n"
	)
	v := visit(t, nil)
	put := func(name, text string) {
		if err := files.Overwrite(v.books, name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	put("elves.yaml", book)
	v.get("/new")
	if strings.Contains(v.page, "Age of Glades") {
		t.Error("an edition is there before its file is")
	}
	put("glade-1.yaml", strings.Replace(edition, "%", "35", 1))
	v.get("/new")
	v.wants("Age of Glades 1", `value="glade-1/elves"`)
	v.post("/new", "book", "glade-1/elves", "name", "Glade", "points", "750")
	v.post("/lists/glade/do", "verb", "add guard", "back", "/lists/glade")
	v.wants("not legal", "35 %")
	put("glade-1.yaml", strings.Replace(edition, "%", "50", 1))
	v.get("/lists/glade")
	v.wants("300 of 750 points, legal")
}

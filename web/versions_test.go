package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// tinyBook is a book as Army Forge saves it, of a version.
func tinyBook(version, name, cost string) string {
	return `{"uid": "tinyuid", "name": "Tiny Court", "versionString": "` + version + `", "gameSystemSlug": "grimdark-future", "specialRules": [], "upgradePackages": [],
		"units": [{"id": "u", "name": "` + name + `", "cost": ` + cost + `, "size": 3, "quality": 4, "defense": 3, "rules": [], "weapons": [], "upgrades": []}]}`
}

// A newer book that is opened is one more: lists stay as they are, say that they
// are behind, show what would change, and move when they are told to.
func TestListsMoveToANewerBook(t *testing.T) {
	v := visit(t, nil)
	v.upload("tiny.json", tinyBook("1.9", "Knight", "45"))
	v.wants("Tiny Court 1.9 is among your army books now")
	v.post("/new", "book", "gf-3/tiny-court", "name", "Mine", "points", "1000")
	v.post("/lists/mine/do", "verb", "add knight", "back", v.at)
	v.wants("45 of 1000 points, legal")
	if text := v.file("mine.yaml"); !strings.Contains(text, "book: tiny-court@1.9\n") {
		t.Errorf("the list is not pinned:\n%s", text)
	}
	v.get("/")
	if strings.Contains(v.page, "Newer book") {
		t.Error("a list of the newest version is said to be behind")
	}
	v.get("/lists/mine/update")
	v.wants("The list is of the newest version of its book.")

	v.upload("tiny.json", tinyBook("1.10", "Earl", "60"))
	v.wants("Of an older version of a book there: Mine.")
	v.get("/books")
	v.wants("What changed since 1.9")
	v.get("/books/changes?" + url.Values{"from": {"tiny-court@1.9"}, "to": {"tiny-court@1.10"}}.Encode())
	v.wants("Units that differ: 1 of 1<")
	v.wants("45 → 60")
	v.wants("was called Knight")
	v.get("/new")
	v.wants("Tiny Court 1.10")
	v.wants("Tiny Court 1.9")

	v.get("/")
	v.wants("45 of 1000 points, legal")
	v.wants(`href="/lists/mine/update">Newer book: what changes?`)
	before := v.file("mine.yaml")
	v.get("/lists/mine/update")
	v.wants("Tiny Court 1.9 → 1.10")
	v.wants(`60 of 1000 points, <strong class="good">legal`)
	v.wants("costs 45 → 60 points without upgrades")
	if v.file("mine.yaml") != before {
		t.Error("looking at what would change changed the list")
	}
	v.post("/lists/mine/do", "verb", "renew", "back", "/lists/mine")
	v.wants("60 of 1000 points, legal")
	if strings.Contains(v.page, "Newer book") {
		t.Error("a list of the newest version is said to be behind")
	}
	v.post("/lists/mine/do", "verb", "undo", "back", "/lists/mine")
	v.wants("Newer book: what changes?")
	if v.file("mine.yaml") != before {
		t.Error("undo gives another list back")
	}
	for _, query := range []string{"from=nobody&to=tiny-court", "from=./x.yaml&to=tiny-court", "from=tiny-court@7&to=tiny-court", ""} {
		if v.get("/books/changes?" + query); v.status != http.StatusUnprocessableEntity {
			t.Errorf("%q: %d", query, v.status)
		}
	}
}

// A version that is not there is said on every page of the list.
func TestEveryPageSaysThatTheVersionIsAnother(t *testing.T) {
	v := visit(t, map[string]string{"x.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens@0.9\nunits: [{id: a, unit: captain}]\n"})
	for _, path := range []string{"", "/odds?unit=a", "/print", "/rule?name=Hero", "/share", "/play", "/update"} {
		v.get("/lists/x" + path)
		v.wants("version 0.9 of Steel Wardens, which is not there; it is judged by version 1.0")
	}
}

// A book that says less than the one in whose place it comes is told, and that is
// kept.
func TestABookThatSaysLessIsTold(t *testing.T) {
	v := visit(t, nil)
	v.upload("tiny.json", strings.Replace(tinyBook("1.9", "Knight", "45"), `"specialRules"`, `"modifiedAt": "2026-02-02", "specialRules"`, 1))
	v.upload("tiny.json", strings.Replace(tinyBook("1.9", "Knight", "40"), `"specialRules"`, `"modifiedAt": "2026-01-01", "specialRules"`, 1))
	v.wants("is newer: it was last changed at 2026-02-02, this one at 2026-01-01.", "1 of 1 unit has other prices", "Knight 45 → 40")
	v.confirmKeep()
	v.wants("The one that was there is in the trash")
	v.get("/trash")
	v.wants("Put back Tiny Court")
}

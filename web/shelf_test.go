package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// What is ticked comes in one file, and another home says whose it is before it keeps anything.
func TestAShelfTravels(t *testing.T) {
	v, _ := keeping(t, map[string]string{
		"mine.yaml": fmt.Sprintf(squad, "Mine"), "private.yaml": fmt.Sprintf(squad, "Private"),
		"cup.yaml": "muster: event/1\nname: Spring Cup\npoints: 1000\n", "mine.play.yaml": "muster: play/1\nlist: mine.yaml\n",
	})
	book := strings.NewReplacer("id: steel-wardens", "id: own-wardens", "name: Steel Wardens", "name: Own Wardens").Replace(falseBook(t))
	v.upload("own.yaml", book)
	v.get("/books")
	v.wants(`href="/books/share"`)
	v.get("/books/share")
	v.wants(`name="books/own-wardens@1.0.yaml" value="yes" checked`, `name="mine.yaml" value="yes">`, `name="cup.yaml" value="yes">`, "Own Wardens 1.0")
	if strings.Contains(v.page, "mine.play.yaml") {
		t.Error("a game is offered")
	}
	if v.get("/books/share?" + url.Values{"whose": {"Anna"}}.Encode()); v.status != http.StatusUnprocessableEntity || !strings.Contains(v.page, "tick what to share") {
		t.Errorf("nothing is ticked: %d\n%s", v.status, v.page)
	}
	v.get("/books/share?" + url.Values{"whose": {"Anna & <Bo>"}, "books/own-wardens@1.0.yaml": {"yes"}, "mine.yaml": {"yes"}, "cup.yaml": {"yes"}}.Encode())
	shelf := v.page

	friend, _ := keeping(t, nil)
	friend.sendFiles("/open", "file", map[string]string{"anna.zip": shelf})
	friend.wants("The shelf of Anna &amp; &lt;Bo&gt;.", "Own Wardens 1.0, an army book", "Spring Cup", "Mine")
	if got := names(t, friend.folder); len(got) != 0 {
		t.Errorf("kept without a word: %v", got)
	}
	friend.confirmKeep()
	if got := fmt.Sprint(names(t, friend.folder), names(t, friend.books)); got != "[cup.yaml mine.yaml] [.arrivals own-wardens@1.0.yaml]" {
		t.Errorf("the friend has %s", got)
	}
}

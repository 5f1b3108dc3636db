package armyforge

import (
	"cmp"
	"net/url"
	"strings"
)

// Host is the host of Army Forge's site.
const Host = "army-forge.onepagerules.com"

// studioHost is the host of the site on which people write and read army books.
const studioHost = "army-forge-studio.onepagerules.com"

var (
	// listOrBookPath matches the path of the page of a list or an army book, such as
	// /army-info/w7qor7b2kuifcyvk.
	listOrBookPath = pattern(`/(?:army-info|army-books?|armyInfo|armyBook|view)/(?:view/|([a-z-]+)/)?([A-Za-z0-9_-]{10,})(?:~(\d+))?`)
	listID         = pattern(`^[\w~-]+$`)
	// an id of an army book on the site; it has at least 10 characters
	bookID = pattern(`^[A-Za-z0-9_-]{10,}$`)
)

// DataAddress returns the address of the JSON data behind a page of Army Forge that shows a list or
// an army book; a player can save that data as a file and import it. data is "" if the page shows
// neither. ok reports whether the page belongs to Army Forge at all. The address may begin without
// https://.
func DataAddress(address string) (data string, ok bool) {
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	page, err := url.Parse(address)
	if err != nil || !strings.EqualFold(page.Hostname(), Host) && !strings.EqualFold(page.Hostname(), studioHost) {
		return "", false
	}
	if id := page.Query().Get("id"); listID().MatchString(id) {
		return "https://" + Host + "/api/tts?id=" + id, true
	}
	if id := page.Query().Get("armyId"); bookID().MatchString(id) {
		return bookDataAddress(id, page.Query().Get("gameSystem")), true
	}
	if in := listOrBookPath().FindStringSubmatch(page.Path); in != nil {
		return bookDataAddress(in[2], cmp.Or(page.Query().Get("gameSystem"), in[1], in[3])), true
	}
	return "", true
}

// bookDataAddress returns the address of the JSON data of an army book. id is the book's id in Army
// Forge. The argument called is the name or number of the book's game; "" stands for Grimdark
// Future.
func bookDataAddress(id, called string) string {
	of := (&File{}).editions(called)
	if of == nil {
		of = (&File{}).editions("")
	}
	return "https://" + Host + "/api/army-books/" + id + "?gameSystem=" + gameNumber(of[0])
}

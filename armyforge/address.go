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
	// such as /army-info/w7qor7b2kuifcyvk
	listOrBookPath = pattern(`/(?:army-info|army-books?|armyInfo|armyBook|view)/(?:view/|([a-z-]+)/)?([A-Za-z0-9_-]{10,})(?:~(\d+))?`)
	listID         = pattern(`^[\w~-]+$`)
	bookID         = pattern(`^[A-Za-z0-9_-]{10,}$`) // the site's ids of books have at least 10 characters
)

// DataAddress returns the address of the data behind a page of Army Forge, a list or an army book,
// to save as a file and import, or "" if the page shows neither. ok reports whether the page is one
// of Army Forge's at all. The address may begin without https://.
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

// bookDataAddress returns the address of the data of an army book. id is Army Forge's id of the
// book, called the name or number of its game; "" stands for Grimdark Future.
func bookDataAddress(id, called string) string {
	of := (&File{}).editions(called)
	if of == nil {
		of = (&File{}).editions("")
	}
	return "https://" + Host + "/api/army-books/" + id + "?gameSystem=" + gameNumber(of[0])
}

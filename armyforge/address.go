package armyforge

import (
	"cmp"
	"net/url"
)

// Host is where Army Forge is.
const Host = "army-forge.onepagerules.com"

var (
	inPath = pattern(`/(?:army-info|army-books|view)/(?:([a-z-]+)/)?([A-Za-z0-9_-]{6,})`) // /army-info/w7qor7b2kuifcyvk
	listID = pattern(`^[\w~-]+$`)
	bookID = pattern(`^[A-Za-z0-9_-]{10,}$`) // shorter ones are not the site's
)

// Download returns the address of the data behind a page of Army Forge, a list or an
// army book, to save as a file and import, or "" if the page shows neither. ok reports
// whether the address is one of Army Forge's at all.
func Download(address string) (data string, ok bool) {
	page, err := url.Parse(address)
	if err != nil || page.Hostname() != Host {
		return "", false
	}
	if id := page.Query().Get("id"); listID().MatchString(id) {
		return "https://" + Host + "/api/tts?id=" + id, true
	}
	if in := inPath().FindStringSubmatch(page.Path); in != nil {
		return bookData(in[2], cmp.Or(page.Query().Get("gameSystem"), in[1])), true
	}
	return "", true
}

// bookData returns the address of the data of an army book, by Army Forge's id, for a
// game by its name or number; "" is Grimdark Future.
func bookData(id, called string) string {
	of := (&File{}).editions(called)
	if of == nil {
		of = (&File{}).editions("")
	}
	return "https://" + Host + "/api/army-books/" + id + "?gameSystem=" + gameNumber(of[0])
}

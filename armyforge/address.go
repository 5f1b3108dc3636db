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

// Download returns the address at which Army Forge gives the data of what a page
// of it shows, a list or an army book, or "" if the page shows neither: what that
// address shows can be saved as a file and imported. ok reports whether the
// address is one of Army Forge's at all.
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

// bookData returns the address at which Army Forge gives the army book of an id of
// its own, for the game that is called so or has that number; "" is Grimdark Future.
func bookData(id, called string) string {
	of := (&File{}).editions(called)
	if of == nil {
		of = (&File{}).editions("")
	}
	return "https://" + Host + "/api/army-books/" + id + "?gameSystem=" + gameNumber(of[0])
}

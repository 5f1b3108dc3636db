package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/web/desk"
	"muster/web/page"
)

// keyField names the key in an address and in the form that asks for it.
const keyField = "key"

// Locked serves pages to holders of a key: in a cookie, set by an address with `?key=KEY`, or
// in a header `Authorization: Bearer KEY`. Others get a page that asks for it, with status 401.
// Style and scripts are open to all.
func Locked(pages http.Handler, key string) http.Handler {
	fits := func(said string) bool {
		said = strings.ToUpper(strings.TrimSpace(said))
		return subtle.ConstantTimeCompare([]byte(said), []byte(key)) == 1
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		said := query.Get(keyField)
		if fits(said) && r.Method == http.MethodGet {
			http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: key, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			query.Del(keyField)
			to := *r.URL
			to.RawQuery = query.Encode()
			desk.Redirect(w, r, to.RequestURI()) // so that the key stands in no history
			return
		}
		bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		cookie, err := r.Cookie(cookieName(r))
		if fits(bearer) || err == nil && fits(cookie.Value) || r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/static/") {
			pages.ServeHTTP(w, r)
			return
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusUnauthorized)
		w.Write(page.Draw(page.Serve, page.Layout{Title: "Key"}, viewKey(said != "")))
	})
}

// cookieName is the name of the cookie that holds the key of a server: browsers keep one
// set of cookies for all ports of a computer.
func cookieName(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host) // a host without a port has the usual one
	return "muster-key-" + port
}

// viewKey asks for the key.
func viewKey(wrong bool) g.Node {
	return page.Narrow("The key, please",
		h.P(g.Text("These lists are on somebody's computer. The key stands there with the address of these pages, where the program began; it is another each time.")),
		h.Form(h.Action("/"), h.Method("get"),
			page.Labelled("Key", h.Input(h.Name(keyField), h.Required(), h.AutoComplete("off"), g.Attr("autocapitalize", "characters"), h.Placeholder("ABCD-EFGH-IJKL-MNOP"))),
			h.Button(h.Class("main"), g.Text("Open"))),
		g.If(wrong, h.P(h.Class("bad"), h.Role("status"), g.Text("That is not its key."))),
	)
}

package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/web/desk"
	"muster/web/page"
)

// contentPolicy is the content security policy of all pages: nothing from other hosts, no inline
// scripts or styles, no frames. Data URLs are for pictures of printed pages, blobs come from a
// worker.
const contentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; " +
	"form-action 'self'; base-uri 'none'"

// Guard protects a handler of a person's files from other origins: requests must be for one of the
// hosts (against DNS rebinding), changes must come from a page of the same origin, and pages of
// other origins can neither frame nor read anything.
func Guard(h http.Handler, hosts ...string) http.Handler {
	allowed := make(map[string]bool, len(hosts))
	for _, host := range hosts {
		allowed[strings.ToLower(host)] = true
	}
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "a page of another origin may change nothing here", http.StatusForbidden)
	}))
	changes := cross.Handler(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", contentPolicy+"; frame-ancestors 'self'")
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("Cache-Control", "no-store")
		if !allowed[strings.ToLower(r.Host)] {
			http.Error(w, "this address is not served here", http.StatusMisdirectedRequest)
			return
		}
		// A page elsewhere may not read lists by embedding them either.
		if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" && r.Header.Get("Sec-Fetch-Mode") != "navigate" {
			http.Error(w, "a page of another origin may read nothing here", http.StatusForbidden)
			return
		}
		most := int64(maxBodyBytes)
		switch r.URL.Path {
		case "/open", "/everything", "/event": // several files at once
			most = page.MaxUploadBytes
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		if r.ContentLength > most {
			w.Header().Set("Connection", "close")
			http.Error(w, page.ErrorText(&http.MaxBytesError{Limit: most}), http.StatusRequestEntityTooLarge)
			return
		}
		changes.ServeHTTP(w, r)
	})
}

// maxBodyBytes is the maximum size of a request in bytes, above the size of any army book.
const maxBodyBytes = 8 << 20

// SharedGames holds the games that other phones may share, each by a secret link.
type SharedGames = desk.SharedGames

// keyField is the name of the server's key as a query parameter and as a form field.
const keyField = "key"

// RequireKey serves pages only with the server's key: in a cookie, which an address with `?key=KEY`
// sets, or in a header `Authorization: Bearer KEY`. Without it, requests get a page that asks for
// it, with status 401; style and scripts are public. The link of a shared game gives access to the
// pages of that game only: its token is also in a cookie, and checked in each request.
func RequireKey(pages http.Handler, key string, tables *SharedGames) http.Handler {
	fits := func(said string) bool {
		said = strings.ToUpper(strings.TrimSpace(said))
		return subtle.ConstantTimeCompare([]byte(said), []byte(key)) == 1
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		said := query.Get(keyField)
		if fits(said) && r.Method == http.MethodGet {
			http.SetCookie(w, &http.Cookie{Name: keyCookie(r), Value: key, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			query.Del(keyField)
			to := *r.URL
			to.RawQuery = query.Encode()
			desk.Redirect(w, r, to.RequestURI()) // so that the key stands in no history
			return
		}
		bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		cookie, err := r.Cookie(keyCookie(r))
		if fits(bearer) || err == nil && fits(cookie.Value) || r.Method == http.MethodGet &&
			strings.HasPrefix(r.URL.Path, "/static/") {
			pages.ServeHTTP(w, r)
			return
		}
		if token, ok := strings.CutPrefix(r.URL.Path, desk.SharedGamePath); ok && r.Method == http.MethodGet {
			if list := tables.ListOf(token); list != "" {
				http.SetCookie(w, &http.Cookie{Name: gameCookie(r), Value: token, Path: "/lists/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
				desk.Redirect(w, r, page.ListAddress(list)+"/play")
				return
			}
		}
		if cookie, err := r.Cookie(gameCookie(r)); err == nil && isSharedGamePage(r, tables.ListOf(cookie.Value)) {
			pages.ServeHTTP(w, r.WithContext(desk.AsGuest(r.Context())))
			return
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusUnauthorized)
		w.Write(page.DrawPage(page.LocalServer, page.Layout{Title: "Key"}, viewKeyForm(said != "")))
	})
}

// keyCookie returns the name of the cookie with the key of a server, which includes the port:
// browsers share cookies between ports.
func keyCookie(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host) // a host without a port has the usual one
	return "muster-key-" + port
}

// gameCookie returns the name of the cookie with the token of a game.
func gameCookie(r *http.Request) string { return keyCookie(r) + "-table" }

// isSharedGamePage reports whether a request is for a page of the game of a list that holders of
// its link may see; false if list is "".
func isSharedGamePage(r *http.Request, list string) bool {
	page, ok := strings.CutPrefix(r.URL.EscapedPath(), page.ListAddress(list)+"/play")
	if !ok || list == "" {
		return false
	}
	switch r.Method {
	case http.MethodGet:
		return slices.Contains([]string{"", "/unit", "/target", "/odds", "/summary", "/events"}, page)
	case http.MethodPost:
		return page == ""
	}
	return false
}

// viewKeyForm draws the form for the key.
func viewKeyForm(wrong bool) g.Node {
	return page.OneColumn("The key, please",
		h.P(g.Text("These lists are on somebody's computer. The key stands there with the address of these pages, where the program began; it is another each time.")),
		h.Form(h.Action("/"), h.Method("get"),
			page.WithLabel("Key", h.Input(h.Name(keyField), h.Required(), h.AutoComplete("off"), g.Attr("autocapitalize", "characters"), h.Placeholder("ABCD-EFGH-IJKL-MNOP"))),
			h.Button(h.Class("main"), g.Text("Open"))),
		g.If(wrong, h.P(h.Class("bad"), h.Role("status"), g.Text("That is not its key."))),
	)
}

package web

import (
	"net/http"
	"strings"

	"muster/web/page"
)

// policy is the content security policy of every page: nothing from elsewhere, no inline script
// or style, no frame. Data URLs are pictures of printed pages; blobs come from a worker.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; " +
	"form-action 'self'; base-uri 'none'"

// Guard protects a handler over a person's files from other origins: requests must name one of
// the hosts (against DNS rebinding), changes must come from a page of the same origin, and no
// page of another origin may frame or read anything.
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
		head.Set("Content-Security-Policy", policy+"; frame-ancestors 'self'")
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
		most := int64(maxBody)
		if takesFiles(r.URL.Path) {
			most = page.MaxUpload
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		if r.ContentLength > most {
			w.Header().Set("Connection", "close")
			http.Error(w, page.Sentence(&http.MaxBytesError{Limit: most}), http.StatusRequestEntityTooLarge)
			return
		}
		changes.ServeHTTP(w, r)
	})
}

// maxBody is the most bytes that a request may bring: an army book with room to
// spare.
const maxBody = 8 << 20

// takesFiles reports whether a page takes many files at once.
func takesFiles(path string) bool {
	return path == "/open" || path == "/everything" || path == "/event"
}

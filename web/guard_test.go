package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"muster/web"
)

// Only a person's own pages may ask, and only under the addresses that are served.
func TestGuard(t *testing.T) {
	const host = "127.0.0.1:8080"
	guarded := web.Guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		}
	}), host, "localhost:8080")
	for _, c := range []struct {
		name, method, host string
		headers            map[string]string
		body               int
		want               int
	}{
		{name: "a page", method: "GET", host: host, want: 200},
		{name: "a page by its other name", method: "GET", host: "LOCALHOST:8080", want: 200},
		{name: "a name that is bound anew", method: "GET", host: "evil.example:8080", want: 421},
		{name: "another port", method: "GET", host: "127.0.0.1:9090", want: 421},
		{name: "a form of its own", method: "POST", host: host, headers: map[string]string{"Sec-Fetch-Site": "same-origin"}, want: 200},
		{name: "a script that is no browser", method: "POST", host: host, want: 200},
		{name: "a form elsewhere", method: "POST", host: host, headers: map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, want: 403},
		{name: "a form of the same site, another port", method: "POST", host: host, headers: map[string]string{"Sec-Fetch-Site": "same-site"}, want: 403},
		{name: "an old browser elsewhere", method: "POST", host: host, headers: map[string]string{"Origin": "https://evil.example"}, want: 403},
		{name: "an old browser here", method: "POST", host: host, headers: map[string]string{"Origin": "http://" + host}, want: 200},
		{name: "a page without origin", method: "POST", host: host, headers: map[string]string{"Origin": "null"}, want: 403},
		{name: "a script elsewhere that reads", method: "GET", host: host, headers: map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, want: 403},
		{name: "a link elsewhere", method: "GET", host: host, headers: map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, want: 200},
		{name: "fifty megabytes", method: "POST", host: host, body: 50 << 20, want: 413},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(c.method, "/", strings.NewReader(strings.Repeat("x", c.body)))
			r.Host = c.host
			for name, value := range c.headers {
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			guarded.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("status %d, should be %d", w.Code, c.want)
			}
			if !strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") || w.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("headers %v", w.Header())
			}
		})
	}
}

package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"muster/web"
)

// Who has no key sees a page that asks for it; who has it once keeps it in a cookie.
func TestLocked(t *testing.T) {
	const key = "QXCD-EFGH-IJKL-MNOP"
	v := visit(t, map[string]string{"secret.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Secret\nunits: []\n"})
	locked := web.Guard(web.RequireKey(v.handler, key, nil), "example.com", "example.com:8080")
	ask := func(method, path string, with map[string]string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "http://example.com"+path, strings.NewReader(""))
		for name, value := range with {
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		locked.ServeHTTP(w, r)
		return w
	}
	for name, c := range map[string]struct {
		method, path string
		with         map[string]string
		status       int
	}{
		"none":                   {"GET", "/", nil, 401},
		"none, of a script":      {"GET", "/api/lists", nil, 401},
		"none, to change":        {"POST", "/lists/secret/delete", nil, 401},
		"the style":              {"GET", "/static/style.css", nil, 200},
		"another key":            {"GET", "/?key=QXCD-EFGH-IJKL-MNOQ", nil, 401},
		"half of it":             {"GET", "/?key=QXCD-EFGH", nil, 401},
		"a cookie of another":    {"GET", "/", map[string]string{"Cookie": "muster-key-=QXCD"}, 401},
		"a cookie, another port": {"GET", "/", map[string]string{"Cookie": "muster-key-8080=" + key}, 401},
		"the cookie":             {"GET", "/", map[string]string{"Cookie": "muster-key-=" + key}, 200},
		"a header":               {"GET", "/api/lists", map[string]string{"Authorization": "Bearer " + key}, 200},
		"a header, to change":    {"POST", "/lists/secret/duplicate", map[string]string{"Authorization": "Bearer " + key}, 303},
		"a header, from elsewhere": {"POST", "/lists/secret/delete", map[string]string{
			"Authorization": "Bearer " + key, "Origin": "https://evil.example",
		}, 403},
		"typed in small letters": {"GET", "/?key=qxcd-efgh-ijkl-mnop", nil, 303},
	} {
		w := ask(c.method, c.path, c.with)
		if w.Code != c.status {
			t.Errorf("%s: status %d, want %d", name, w.Code, c.status)
		}
		if body := w.Body.String(); c.status == 401 && (strings.Contains(body, "Secret") || strings.Contains(body, key) || !strings.Contains(body, `name="key"`)) {
			t.Errorf("%s shows\n%.300s", name, body)
		}
	}
	first := ask("GET", "/lists/secret?unit=a&key="+key, nil)
	to := first.Header().Get("Location")
	cookies := first.Result().Cookies()
	if to != "/lists/secret?unit=a" || len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
		t.Fatalf("it leads to %q with %v", to, cookies)
	}
	if w := ask("GET", to, map[string]string{"Cookie": cookies[0].String()}); w.Code != 200 || !strings.Contains(w.Body.String(), "<h1>Secret</h1>") {
		t.Errorf("with the cookie: status %d", w.Code)
	}
}

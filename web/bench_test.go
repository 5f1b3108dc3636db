package web_test

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"testing"

	"muster/examples"
	"muster/web"
)

// A click on an upgrade: the change, and the page that shows it.
func BenchmarkClick(b *testing.B) {
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		b.Fatal(err)
	}
	v := visit(b, map[string]string{"third.yaml": string(text)})
	const page = "/lists/third?unit=squad-1"
	v.get(page)
	offers := regexp.MustCompile(`data-as="(\w+)"`).FindStringSubmatch(v.page)[1]
	var clicks []*http.Request
	for _, verb := range []string{"downgrade", "upgrade"} {
		form := url.Values{"verb": {verb + " squad-1 heavy-rifle"}, "back": {page}}
		r := httptest.NewRequest(http.MethodPost, "/lists/third/do", nil)
		r.Form, r.PostForm = form, form
		r.Header.Set(web.OffersHeader, offers)
		clicks = append(clicks, r)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		v.send(clicks[i%2])
	}
	b.StopTimer()
	v.wants()
}

// The first page of a program that has just begun; with -benchtime 1x, since all
// that is read is kept.
func BenchmarkFirstPage(b *testing.B) {
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		visit(b, map[string]string{"third.yaml": string(text)}).get("/lists/third?unit=squad-1")
	}
}

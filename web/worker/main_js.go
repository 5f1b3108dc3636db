// Command worker is the builder as a browser runs it: the handler of package
// web, compiled to WebAssembly in a worker, with a person's files in the
// browser's own database. site/worker.js starts it.
//
//go:debug multipartmaxparts=2100
package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"syscall/js"

	"muster/catalog"
	"muster/examples"
	"muster/pricing/gf"
	"muster/web"
)

func main() {
	debug.SetGCPercent(web.GCPercent)
	debug.SetMemoryLimit(100 << 20) // a page's memory is never given back
	tell := func(what string, value any) { js.Global().Call("postMessage", map[string]any{what: value}) }
	folder, err := openDatabase(browserStore{js.Global().Get("musterStore")})
	if err != nil {
		tell("failed", "This browser does not let muster keep lists or read those that it kept: allow this page to store data, or leave the private window, and load it again. ("+err.Error()+")")
		return
	}
	if folder.skippedEntries != nil {
		tell("left", "Not all that this browser keeps for muster can be used; it stays as it is: "+strings.Join(folder.skippedEntries, "; ")+".")
	}
	books := subfolder{folder, "books/"}
	library, club := catalog.NewLibrary(books), clubOf()
	if club != nil {
		library = catalog.NewLibrary(books, club.RemoteBooks(books))
	}
	library.Estimator = gf.EstimateUnit
	handler := web.New(web.Options{Lists: folder, Books: books, StoredUnits: subfolder{folder, "units/"}, Trash: subfolder{folder, ".trash/"}, Library: library, Deployment: web.StaticSite, Examples: examples.Files, Club: club})
	open := openRequests{receive: func() { _, _ = await(js.Global().Call("musterRest")) }}
	js.Global().Set("musterLeft", js.FuncOf(func(_ js.Value, args []js.Value) any {
		open.end(args[0].Int())
		return nil
	}))
	js.Global().Call("musterReady", js.FuncOf(func(_ js.Value, args []js.Value) any {
		id, asked := args[0].Int(), request{method: args[1].String(), path: args[2].String(), body: bytesOf(args[4])}
		asked.header = http.Header{web.BaseAddressHeader: {args[5].String()}, web.PartsHeader: {args[6].String()}}
		if kind := args[3].String(); kind != "" {
			asked.header.Set("Content-Type", kind)
		}
		return promise(func() any {
			visit := open.begin(id)
			defer open.end(id)
			return serve(visit, handler, asked)
		})
	}))
	select {} // the worker lives as long as its page
}

// maxRedirects is the maximum number of redirects to follow.
const maxRedirects = 5

// A request is an HTTP request of the page, passed on by its service worker.
type request struct {
	method, path string
	header       http.Header
	body         []byte
}

// serve answers a request and follows redirects.
func serve(visit context.Context, handler http.Handler, asked request) any {
	for range maxRedirects {
		r, err := http.NewRequestWithContext(visit, asked.method, "http://muster.invalid"+asked.path,
			bytes.NewReader(asked.body))
		if err != nil {
			r, _ = http.NewRequest(http.MethodGet, "http://muster.invalid/no-such-page", nil)
		}
		r.Header = asked.header
		answer := &answer{header: http.Header{}, status: http.StatusOK}
		answer.record(handler, r)
		if to := answer.header.Get("Location"); to != "" && answer.status/100 == 3 {
			asked.method, asked.path, asked.body = http.MethodGet, to, nil
			asked.header.Del("Content-Type")
			continue
		}
		return answer.toJS(asked.path)
	}
	return (&answer{status: http.StatusLoopDetected, body: *bytes.NewBufferString("the page leads round in a circle")}).toJS(asked.path)
}

// answer records a complete HTTP response in memory.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// record runs the handler and records its response. After a panic it records an error page, so that
// the program continues.
func (a *answer) record(handler http.Handler, r *http.Request) {
	defer func() {
		if problem := recover(); problem != nil {
			*a = answer{header: http.Header{}}
			http.Error(a, fmt.Sprint("muster has a fault here: ", problem), http.StatusInternalServerError)
		}
	}()
	handler.ServeHTTP(a, r)
}

func (a *answer) Header() http.Header            { return a.header }
func (a *answer) WriteHeader(status int)         { a.status = status }
func (a *answer) Write(text []byte) (int, error) { return a.body.Write(text) }

func (a *answer) toJS(path string) any {
	headers := map[string]any{}
	for name := range a.header {
		headers[name] = a.header.Get(name)
	}
	if at, err := url.Parse(path); err == nil {
		path = at.RequestURI()
	}
	return map[string]any{
		"status": a.status, "path": path, "headers": headers,
		"body": arrayOf(append([]byte{}, a.body.Bytes()...)),
	}
}

// promise runs do in a goroutine and returns a JavaScript promise of its result.
func promise(do func() any) js.Value {
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		go func() { args[0].Invoke(do()) }()
		return nil
	})
	defer executor.Release()
	return js.Global().Get("Promise").New(executor)
}

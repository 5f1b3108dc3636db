// Package web is the builder in a browser: one http.Handler over the rosters,
// editing sessions, previews and printed forms that the command line uses.
// Where lists live is the caller's choice: `muster serve` keeps them as files in
// a folder, a site keeps them in the browser's own database and runs the very
// same handler there. Every page works as plain links and forms; a little script
// (static/app.js and its modules) only saves loading whole pages.
//
// Its pages stand in rooms: web/shelf has lists, books and the trash, web/build the
// builder, web/play a game at the table, web/answers odds, prices and ways to fill a
// list, web/paper what is printed and shared. They draw with web/page and share the
// lists that web/desk opens, keeps and writes. This package wires their routes and
// guards them.
package web

import (
	"encoding/json"
	"errors"
	"net/http"

	g "maragu.dev/gomponents"

	"muster/schema/files"
	"muster/schema/files/history"
	"muster/web/answers"
	"muster/web/build"
	"muster/web/desk"
	"muster/web/page"
	"muster/web/paper"
	"muster/web/play"
	"muster/web/shelf"
)

// GCPercent is the GOGC of a program that serves pages. With Go's default of 100 a click takes
// twice as long, since most allocations are short-lived.
const GCPercent = 300

// Options configures the handler that New returns.
type Options = desk.Options

// The deployments, that is, where the handler runs.
const (
	LocalServer = page.LocalServer
	StaticSite  = page.StaticSite
)

// PartsHeader is the header with the ETags of the parts that a page shows, BaseAddressHeader the header
// with the address of a site's page.
const (
	PartsHeader       = desk.PartsHeader
	BaseAddressHeader = paper.BaseAddressHeader
)

// New returns the handler of all pages.
func New(o Options) http.Handler { return newServer(o, nil) }

// newServer returns a server; before is drawn above the content of each page, or nil.
func newServer(o Options, before g.Node) *server {
	core := desk.New(o)
	core.TopContent = before
	table := &play.Handler{Core: core}
	asks := &answers.Handler{Core: core}
	s := &server{
		Core: core, ServeMux: http.NewServeMux(), largeFormSlots: make(chan struct{}, maxLargeFormsAtOnce),
		shelf: &shelf.Handler{Core: core, GameStatus: table.GameStatus}, paper: &paper.Handler{Core: core},
	}
	builds := &build.Handler{Core: core, UnusedModels: asks.UnusedModels}
	for _, routes := range []desk.Routes{
		s.shelf.Routes(), builds.Routes(), asks.Routes(), s.paper.Routes(), table.Routes(), s.routes(),
	} {
		for pattern, serve := range routes {
			s.Handle(pattern, s.handle(serve))
		}
	}
	s.handleStatic()
	return s
}

// routes returns the pages that belong to no other package.
func (s *server) routes() desk.Routes {
	routes := desk.Routes{"/": func(http.ResponseWriter, *http.Request) error { return desk.NotFound("no page has this address") }}
	if s.Deployment == StaticSite {
		routes["GET /api/undo"] = s.sendHistories
		routes["POST /api/undo"] = s.receiveHistories
	}
	return routes
}

// sendHistories sends the undo histories of all lists, for a newly started program that replaces
// this one. It refuses while imported files wait in memory for confirmation.
func (s *server) sendHistories(w http.ResponseWriter, _ *http.Request) error {
	if s.shelf.HasWaitingFiles() {
		return files.ErrChanged
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(s.ListCache.Histories())
}

// receiveHistories stores the undo histories that the program replaced by this one has sent.
func (s *server) receiveHistories(w http.ResponseWriter, r *http.Request) error {
	var all []history.History
	if err := json.NewDecoder(r.Body).Decode(&all); err != nil {
		return errors.New("the histories did not come whole")
	}
	for _, one := range all {
		if one.CurrentIndex < 0 || one.CurrentIndex >= len(one.States) {
			return errors.New("a history has no state where its list is")
		}
		s.ListCache.WithCached(one.File, func(d *desk.CachedList) { d.History = one })
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

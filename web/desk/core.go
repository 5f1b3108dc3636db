// Package desk is shared by the rooms of the builder in a browser: it opens and writes a
// person's lists, caches them between requests, and answers requests.
package desk

import (
	"io/fs"
	"net/http"

	g "maragu.dev/gomponents"

	"muster/builder"
	"muster/catalog"
	stored "muster/catalog/fad"
	"muster/schema/files"
	"muster/web/page"
)

// Options configures a handler.
type Options struct {
	Lists files.Store // a person's lists, one file each
	Books files.Store // where downloaded and imported army books are stored
	// where deleted lists and books are kept for a while; nil keeps them in memory until the
	// program ends
	Trash   files.Store
	Library *catalog.Library // source of books, including Books
	// stored units of Fast and Dirty that all lists can use; nil if none are stored
	StoredUnits files.Store
	Deployment  page.Deployment
	FolderName  string // name of the folder for people; "" for a browser
	ShareSite   string // address of a site that opens links with the codes of shared lists; "" for none
	// Examples holds sample lists for the start page.
	Examples fs.FS
	// SharedGames holds the games that other phones may share; nil if sharing is impossible.
	SharedGames *SharedGames
	// Club is the collection of lists, books and events that the site offers, or nil. Library
	// includes its army books.
	Club *Club
}

// Core is the part of the web server that all page handlers embed: its options, caches and locks.
type Core struct {
	Options
	ListCache  ListCache
	WriteLocks Locks
	TopContent g.Node // drawn above the content of every page; nil for none

	headCache headCache
}

// New returns the core of a handler.
func New(o Options) *Core {
	if o.Trash == nil {
		o.Trash = new(files.Memory)
	}
	return &Core{Options: o}
}

// Render sends a page. Like Redirect and SendFile it must be the last call of a PageFunc; it
// returns nil.
func (c *Core) Render(w http.ResponseWriter, f page.Layout, content g.Node) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(page.DrawPage(c.Deployment, f, c.TopContent, content))
	return nil
}

// UnitStock returns the units that the player keeps for many lists of figures.
func (c *Core) UnitStock() (*stored.Stock, error) {
	if c.Options.StoredUnits == nil {
		return stored.LoadStock(nil)
	}
	return stored.LoadStock(c.Options.StoredUnits)
}

// BeginSession starts a session on a list.
func (c *Core) BeginSession(roster builder.Roster) *builder.Session {
	s := builder.NewSession(roster, c.Library)
	s.Stock = c.UnitStock
	return s
}

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
	// where deleted lists and books are kept for a while; nil keeps them as long as the handler
	// exists
	Trash      files.Store
	Library    *catalog.Library // source of books, including Books
	Stock      files.Store      // units of Fast and Dirty that are stored for many lists; nil for none
	Deployment page.Deployment
	Where      string // the folder's name for people; "" for a browser
	Elsewhere  string // address of a site that opens links with codes; "" for none
	// Examples holds sample lists for the start page.
	Examples fs.FS
	// Tables holds the games that other phones may share; nil if sharing is impossible.
	Tables *Tables
	// Club is the shelf that the site offers, or nil. Library includes its army books.
	Club *Club
}

// Core is the part of a handler that all its packages share.
type Core struct {
	Options
	Desks   Desks
	Writing Locks
	Before  g.Node // content before that of every page; nil for none

	glances glances
}

// New returns the core of a handler.
func New(o Options) *Core {
	if o.Trash == nil {
		o.Trash = new(files.Memory)
	}
	return &Core{Options: o}
}

// Render sends a page. Like Redirect and Attach it must be the last call of a Page; it returns nil.
func (c *Core) Render(w http.ResponseWriter, f page.Layout, content g.Node) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(page.Draw(c.Deployment, f, c.Before, content))
	return nil
}

// Stock returns the units that a list of figures can add.
func (c *Core) Stock() (*stored.Stock, error) {
	if c.Options.Stock == nil {
		return stored.LoadStock(nil)
	}
	return stored.LoadStock(c.Options.Stock)
}

// Begin starts a session on a list.
func (c *Core) Begin(roster builder.Roster) *builder.Session {
	s := builder.Change(roster, c.Library)
	s.Stock = c.Stock
	return s
}

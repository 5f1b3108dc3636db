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

// Options configure a handler.
type Options struct {
	Lists      files.Store      // a person's lists, one file each
	Books      files.Store      // where army books that are opened go to
	Trash      files.Store      // where deleted lists and books stay for a while; nil for as long as the handler lives
	Library    *catalog.Library // where books are looked for; it sees Books too
	Stock      files.Store      // units of figures that are kept for many lists; nil for none
	Deployment page.Deployment
	Where      string // the folder's name for people; "" for a browser
	Elsewhere  string // the page of a site that opens what a link holds; "" if links lead nowhere
	// Examples are sample lists on the start page.
	Examples fs.FS
	// Tables are the games that other phones may share; nil where none can be.
	Tables *Tables
	// Club is the shelf that a site comes with; nil for none. Library has its army books.
	Club *Club
}

// A Core is the part of a handler that its rooms share.
type Core struct {
	Options
	Desks   Desks
	Writing Locks
	Before  g.Node // stands before the content of every page; nil for nothing

	glances glances
}

// New returns the core of a handler.
func New(o Options) *Core {
	if o.Trash == nil {
		o.Trash = new(files.Memory)
	}
	return &Core{Options: o}
}

// Render answers with a page. Like Redirect and Attach it is the last thing that a Page does, and
// returns nil.
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

// Change begins a change of a list.
func (c *Core) Change(roster builder.Roster) *builder.Session {
	s := builder.Change(roster, c.Library)
	s.Stock = c.Stock
	return s
}

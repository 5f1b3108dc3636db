package main

import (
	"io/fs"
	"syscall/js"
	"testing/fstest"

	"muster/web"
)

// clubOf loads the site's club, the collection that it offers; nil if there is none, or its index
// cannot be loaded.
func clubOf() *web.Club {
	fetch := js.Global().Get("musterClub")
	if fetch.Type() != js.TypeFunction {
		return nil
	}
	club, err := web.ReadClub(siteFolder{fetch})
	if err != nil {
		return nil
	}
	return club
}

// A siteFolder is a folder of a site whose files are downloaded when they are opened.
type siteFolder struct{ fetch js.Value }

// Open implements fs.FS.
func (f siteFolder) Open(name string) (fs.File, error) {
	array, err := await(f.fetch.Invoke(web.ClubAddress(name)))
	if err != nil {
		return nil, err
	}
	return fstest.MapFS{name: {Data: bytesOf(array)}}.Open(name)
}

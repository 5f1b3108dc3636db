package main

import (
	"fmt"
	"io/fs"
	"strings"
	"syscall/js"

	"muster/schema/files"
)

// A database is a folder in the browser's own database, with a copy in memory to
// read from.
type database struct {
	*files.Memory
	store js.Value
}

// openDatabase reads every file that the browser keeps.
func openDatabase(store js.Value) (*database, error) {
	kept, err := await(store.Call("all"))
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for i := range kept.Length() {
		file := kept.Index(i)
		texts[file.Get("name").String()] = string(bytesOf(file.Get("text")))
	}
	return &database{Memory: files.NewMemory(texts), store: store}, nil
}

// Write writes a file to the database first, and only then to memory: what a
// page shows as done is kept.
func (d *database) Write(name string, was, now []byte) error {
	wrote, err := await(d.store.Call("put", name, arrayOf(was), arrayOf(now)))
	if err != nil {
		return err
	}
	if !wrote.Bool() { // another tab was faster
		if err := d.refresh(); err != nil {
			return err
		}
		return fmt.Errorf("%w, by another page: nothing was written, so that its change is not lost", files.ErrChanged)
	}
	return files.Overwrite(d.Memory, name, now)
}

// Remove removes a file.
func (d *database) Remove(name string) error {
	if _, err := await(d.store.Call("put", name, js.Undefined(), js.Null())); err != nil {
		return err
	}
	return d.Memory.Remove(name)
}

// refresh reads the database anew.
func (d *database) refresh() error {
	fresh, err := openDatabase(d.store)
	if err == nil {
		d.Memory = fresh.Memory
	}
	return err
}

// A shelf is a folder within the database.
type shelf struct {
	*database
	prefix string // with a slash at its end
}

// Open is that of fs.FS.
func (s shelf) Open(name string) (fs.File, error) {
	return s.database.Open(strings.TrimSuffix(s.prefix+name, "/."))
}

// Write is that of files.Folder.
func (s shelf) Write(name string, was, now []byte) error {
	return s.database.Write(s.prefix+name, was, now)
}

func bytesOf(array js.Value) []byte {
	text := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(text, array)
	return text
}

// arrayOf copies bytes for the browser; nil is null.
func arrayOf(text []byte) js.Value {
	if text == nil {
		return js.Null()
	}
	array := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(array, text)
	return array
}

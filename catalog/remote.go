package catalog

import (
	"io/fs"
	"path"
	"testing/fstest"
	"time"
)

// RemoteBooks is a folder of army books on a server. It knows their headers, and fetches a book
// when its file is opened.
type RemoteBooks struct {
	emptyFiles   fstest.MapFS                // the files, without their texts
	headerByFile map[string]Entry            // headers by the names of files
	fetch        func(Entry) ([]byte, error) // returns the text of a book
}

// remoteFolder is the name of the only folder of RemoteBooks.
const remoteFolder = "books"

// NewRemoteBooks returns the folder of the books with these headers. fetch returns the text of a
// book; its error becomes the error of opening the file.
func NewRemoteBooks(books []Entry, fetch func(Entry) ([]byte, error)) *RemoteBooks {
	r := &RemoteBooks{fstest.MapFS{}, map[string]Entry{}, fetch}
	for _, e := range books {
		name := path.Join(remoteFolder, BookFileName(e.ID, e.Version)+".yaml")
		e.IsRemote = true
		r.headerByFile[name], r.emptyFiles[name] = e, remoteFile(nil)
	}
	return r
}

// remoteFile returns a file of RemoteBooks, which never changes.
func remoteFile(text []byte) *fstest.MapFile {
	return &fstest.MapFile{Data: text, Mode: 0o444, ModTime: time.Unix(1, 0)}
}

// Open implements fs.FS.
func (r *RemoteBooks) Open(name string) (fs.File, error) {
	e, there := r.headerByFile[name]
	if !there {
		return r.emptyFiles.Open(name)
	}
	text, err := r.fetch(e)
	if err != nil {
		return nil, err
	}
	return fstest.MapFS{name: remoteFile(text)}.Open(name)
}

// Stat implements fs.StatFS. It fetches no book.
func (r *RemoteBooks) Stat(name string) (fs.FileInfo, error) { return r.emptyFiles.Stat(name) }

// ReadDir implements fs.ReadDirFS.
func (r *RemoteBooks) ReadDir(name string) ([]fs.DirEntry, error) { return r.emptyFiles.ReadDir(name) }

package shelf

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"muster/builder/play"
	"muster/input"
	"muster/schema"
	"muster/web/desk"
)

// A copy of everything is a ZIP file with a folder for each of the places where
// files are kept.
const (
	copiedLists = "lists/"
	copiedBooks = "books/"
	copiedUnits = "units/"
)

// everything sends all lists, games, collections, army books and kept units as one file.
func (h *Handler) everything(w http.ResponseWriter, _ *http.Request) error {
	var out bytes.Buffer
	packed := zip.NewWriter(&out)
	if err := pack(packed, copiedLists, h.Lists); err != nil {
		return err
	}
	if h.Books != nil {
		if err := pack(packed, copiedBooks, h.Books); err != nil {
			return err
		}
	}
	if stock := h.Options.Stock; stock != nil {
		if err := pack(packed, copiedUnits, stock); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return desk.Attach(w, "muster-"+time.Now().Format("2006-01-02")+".zip", "application/zip", out.Bytes())
}

// pack packs the files of muster's that lie in a folder, and the games in folders of it.
func pack(packed *zip.Writer, prefix string, folder fs.FS) error {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.IsDir() {
			if play.IsFolder(entry.Name()) {
				below, err := fs.Sub(folder, entry.Name())
				if err == nil {
					err = pack(packed, prefix+entry.Name()+"/", below)
				}
				if err != nil {
					return err
				}
			}
			continue
		}
		text, err := schema.Place{Folder: folder, Name: entry.Name()}.Load()
		if err != nil || !isOurs(entry.Name(), text) { // what cannot be read cannot be kept
			continue
		}
		var changed time.Time
		if info, err := entry.Info(); err == nil && info.ModTime().Unix() > 0 {
			changed = info.ModTime()
		}
		if err := input.PackFile(packed, prefix+entry.Name(), changed, text); err != nil {
			return err
		}
	}
	return nil
}

// isOurs reports whether a file is one of muster's, as it says of itself; games of
// before say it by their names.
func isOurs(name string, text []byte) bool {
	return schema.Kind(text) != "" || strings.HasSuffix(name, desk.OldGameFile(""))
}

package web

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"muster/builder/finding"
	"muster/schema"
	"muster/schema/files"
)

// A copy of everything is a ZIP file with a folder for each of the places where
// files are kept.
const (
	copiedLists = "lists/"
	copiedBooks = "books/"
)

// mostCopied bounds how many files a copy holds.
const mostCopied = 20_000

// isCopy reports whether a file is a ZIP file.
func isCopy(text []byte) bool { return bytes.HasPrefix(text, []byte("PK\x03\x04")) }

// everything sends all lists, games, collections and army books as one file.
func (h *handler) everything(w http.ResponseWriter, _ *http.Request) error {
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
	if err := packed.Close(); err != nil {
		return err
	}
	attach(w, "muster-"+time.Now().Format("2006-01-02")+".zip", "application/zip", out.Bytes())
	return nil
}

// pack packs the files of muster's that lie in a folder.
func pack(packed *zip.Writer, prefix string, folder fs.FS) error {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		text, err := schema.Place{Folder: folder, Name: entry.Name()}.Load()
		if err != nil || !isOurs(entry.Name(), text) { // what cannot be read cannot be kept
			continue
		}
		header := &zip.FileHeader{Name: prefix + entry.Name(), Method: zip.Deflate}
		if info, err := entry.Info(); err == nil && info.ModTime().Unix() > 0 {
			header.Modified = info.ModTime()
		}
		to, err := packed.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := to.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// isOurs reports whether a file is one of muster's, as it says of itself; games of
// before say it by their names.
func isOurs(name string, text []byte) bool {
	return schema.Kind(text) != "" || strings.HasSuffix(name, oldPlayName(""))
}

// bring takes a copy of everything that a form sends.
func (h *handler) bring(w http.ResponseWriter, r *http.Request) error {
	if r.MultipartForm == nil || len(r.MultipartForm.File["copy"]) == 0 {
		return errors.New("choose the file that “Save everything” made")
	}
	text, err := textOf(r.MultipartForm.File["copy"][0])
	if err != nil {
		return err
	}
	return h.bringEverything(w, r, text)
}

// A brought is what became of the files of a copy.
type brought struct {
	lists, books, games, others, same int
	beside                            []string // what came back under another name, or could not
}

// bringEverything brings back what a copy holds. Nothing that is here is written
// over: a list that is another here comes back beside it.
func (h *handler) bringEverything(w http.ResponseWriter, r *http.Request, text []byte) error {
	packed, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil || len(packed.File) > mostCopied {
		return errors.New("this is no file that “Save everything” made")
	}
	held := map[string][]byte{}
	for _, file := range packed.File {
		name := path.Clean(file.Name)
		if folder := path.Dir(name) + "/"; folder != copiedLists && folder != copiedBooks {
			continue
		}
		text, err := unpack(file)
		if err != nil {
			return fmt.Errorf("%s in the file cannot be read: %w", path.Base(name), err)
		}
		if isOurs(name, text) {
			held[name] = text
		}
	}
	if len(held) == 0 {
		return errors.New("there is nothing of muster's in the file")
	}
	b := new(brought)
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range held {
			if !yield(name) {
				return
			}
		}
	}) {
		if err := h.bringOne(b, held, name); err != nil {
			return err
		}
	}
	w.Header().Set("Content-Location", "/")
	return h.lists(w, r, b.arrivals(), b.sentence())
}

func unpack(file *zip.File) ([]byte, error) {
	opened, err := file.Open()
	if err != nil {
		return nil, errors.New("it is damaged")
	}
	defer opened.Close()
	text, err := io.ReadAll(io.LimitReader(opened, schema.MaxBytes+1))
	if err != nil {
		return nil, errors.New("it is damaged")
	}
	if len(text) > schema.MaxBytes {
		return nil, errors.New(tooLarge)
	}
	return text, nil
}

// bringOne brings back one file of a copy. A list takes its game with it.
func (h *handler) bringOne(b *brought, held map[string][]byte, name string) error {
	text, base := held[name], path.Base(name)
	switch {
	case strings.HasPrefix(name, copiedBooks):
		if h.Books == nil {
			return errNoBooks
		}
		switch there, err := (schema.Place{Folder: h.Books, Name: base}).Load(); {
		case errors.Is(err, fs.ErrNotExist):
			b.books++
			return h.Books.Write(base, nil, text)
		case err != nil:
			return err
		case bytes.Equal(there, text):
			b.same++
		default: // there cannot be two books of one version
			b.beside = append(b.beside, fmt.Sprintf("The army book %s is another here, and stays as it is.", titleOf(schema.Glance(text, "name"), schema.Glance(text, "version"))))
		}
	case schema.Claims(text, "list/1"):
		return h.bringList(b, held, base, text)
	case held[copiedLists+strings.TrimSuffix(strings.TrimSuffix(base, playName("")), oldPlayName(""))+ending] != nil && isGame(base):
		// it comes with its list
	default:
		name, wrote, err := h.bringFile(base, text)
		switch {
		case err != nil:
			return err
		case !wrote:
			b.same++
		case name != base:
			b.beside = append(b.beside, fmt.Sprintf("%s is another here; what was saved came back beside it as %s.", base, name))
			b.others++
		default:
			b.others++
		}
	}
	return nil
}

func isGame(name string) bool {
	return strings.HasSuffix(name, playName("")) || strings.HasSuffix(name, oldPlayName(""))
}

func (h *handler) bringList(b *brought, held map[string][]byte, base string, text []byte) error {
	name, wrote, err := h.bringFile(base, text)
	if err != nil {
		return err
	}
	was, id := strings.TrimSuffix(base, ending), strings.TrimSuffix(name, ending)
	switch {
	case !wrote:
		b.same++
	case name != base:
		b.beside = append(b.beside, fmt.Sprintf("The list “%s” is another here; the one that was saved stands beside it.", schema.Glance(text, "name")))
		b.lists++
	default:
		b.lists++
	}
	for _, of := range []func(string) string{playName, oldPlayName} {
		game := held[copiedLists+of(was)]
		if game == nil {
			continue
		}
		switch err := h.Lists.Write(of(id), nil, game); {
		case err == nil:
			b.games++
		case !errors.Is(err, files.ErrChanged): // of a list that is here already there may be a game too, which stays
			return err
		}
	}
	return nil
}

// bringFile writes a file beside the lists, under its name or one like it, unless
// the same file is there.
func (h *handler) bringFile(base string, text []byte) (name string, wrote bool, err error) {
	stem, end := strings.TrimSuffix(base, path.Ext(base)), path.Ext(base)
	name = base
	for n := 2; ; n++ {
		there, err := schema.Place{Folder: h.Lists, Name: name}.Load()
		if err == nil && bytes.Equal(there, text) {
			return name, false, nil
		}
		if errors.Is(err, fs.ErrNotExist) {
			return name, true, h.Lists.Write(name, nil, text)
		}
		if n > mostCopied {
			return "", false, err
		}
		name = fmt.Sprintf("%s-%d%s", stem, n, end)
	}
}

// sentence says what came back.
func (b *brought) sentence() string {
	var parts []string
	for _, one := range []struct {
		n    int
		what string
	}{{b.lists, "list"}, {b.books, "army book"}, {b.games, "game"}, {b.others, "other file"}} {
		if one.n > 0 {
			parts = append(parts, finding.Count(one.n, one.what))
		}
	}
	said := "Nothing is new."
	if len(parts) > 0 {
		said = "Brought back: " + inWords(parts) + "."
	}
	if b.same > 0 {
		said += " " + finding.Count(b.same, "file") + " here already."
		if b.same > 1 {
			said = strings.Replace(said, " here already", " were here already", 1)
		} else {
			said = strings.Replace(said, " here already", " was here already", 1)
		}
	}
	return said
}

// arrivals are what came back otherwise than it was.
func (b *brought) arrivals() (all []arrival) {
	for _, text := range b.beside {
		all = append(all, arrival{Name: text})
	}
	return all
}

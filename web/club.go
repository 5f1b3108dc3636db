package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"muster/builder"
	"muster/catalog"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/share"
	"muster/web/desk"
)

// A Club is a collection of lists, army books and events that a site offers to all visitors.
type Club = desk.Club

// ClubFolder is the folder of a site with its club's files; clubIndex is the name of their index.
const (
	ClubFolder = "shelf/"
	clubIndex  = "index.json"
)

// ClubAddress returns the address, relative to the site's, of a file in a club's index.
func ClubAddress(file string) string { return (&url.URL{Path: ClubFolder + file}).EscapedPath() }

// ReadClub reads the index of a club from the folder of its files.
func ReadClub(folder fs.FS) (*Club, error) {
	club := &Club{Files: folder}
	text, err := fs.ReadFile(folder, clubIndex)
	if err == nil {
		err = json.Unmarshal(text, club)
	}
	return club, err
}

// maxFirstVisitBytes is the maximum size in bytes of a club's files, without army books, that
// browsers load at the first visit.
const maxFirstVisitBytes = 400_000

// clubFiles returns the files of a club, none for nil: first holds the files that browsers load at
// the first visit, so that lists open offline; later holds the others.
func clubFiles(club *Club) (first, later map[string][]byte, err error) {
	first, later = map[string][]byte{}, map[string][]byte{}
	if club == nil {
		return first, later, nil
	}
	if first[ClubFolder+clubIndex], err = json.MarshalIndent(club, "", " "); err != nil {
		return nil, nil, err
	}
	bytes := 0
	err = fs.WalkDir(club.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(club.Files, name)
		isBook := slices.ContainsFunc(club.Books, func(b desk.ClubBook) bool { return b.File == name })
		if isBook || bytes+len(text) > maxFirstVisitBytes {
			later[ClubFolder+name] = text
			return err
		}
		bytes += len(text)
		first[ClubFolder+name] = text
		return err
	})
	return first, later, err
}

// BuildClub turns a shelf (a folder of lists, army books and events) into a club, with the index of
// its files. left names files that are left out, with the reasons: unreadable files, army books
// that ship with muster, and game systems. Lists use the army books of the shelf.
func BuildClub(shelf *input.Shelf, shelved []input.ShelfItem, estimator catalog.Estimator) (club *Club, left []string, err error) {
	club = &Club{Name: shelf.OwnerName, Description: shelf.Description, Link: shelf.PageLink, Books: []desk.ClubBook{}, Lists: []desk.ClubList{}, Events: []desk.ClubEvent{}}
	all := new(files.Memory)
	for _, file := range shelved {
		if err := all.Write(file.Path, nil, file.Text); err != nil {
			return nil, nil, err
		}
	}
	p := clubPublisher{Club: club, files: all, library: catalog.NewLibrary(all)}
	p.library.Estimator = estimator
	if p.shippedBooks, err = catalog.NewLibrary().List(); err != nil {
		return nil, nil, err
	}
	p.shelfBooks, _ = p.library.List() // a file that cannot be read is no entry, and left
	for _, file := range shelved {
		if why := p.add(file); why != nil {
			left = append(left, file.Path+": "+why.Error())
			if err := all.Remove(file.Path, nil); err != nil {
				return nil, nil, err
			}
		}
	}
	club.Files = all
	return club, left, nil
}

// A clubPublisher makes a club's index.
type clubPublisher struct {
	*Club
	files   *files.Memory // the files of the shelf
	library *catalog.Library
	// shelfBooks holds the army books of the shelf, shippedBooks those that ship with muster
	shelfBooks, shippedBooks []catalog.Entry
}

// add adds a file of the shelf to the index, or returns the reason to leave it out.
func (p *clubPublisher) add(file input.ShelfItem) error {
	switch file.Kind {
	case input.BookFile:
		return p.addBook(file)
	case input.ListFile:
		list, err := openClubList(schema.FilePath{Folder: p.files, Name: file.Path}, p.library)
		if err != nil {
			return err
		}
		if shared := share.FromRoster(list); len(shared.Copy.Books) > 0 { // to look at without them
			was := file.Text
			file.Text = shared.FileWithCode()
			if err := p.files.Write(file.Path, was, file.Text); err != nil {
				return err
			}
		}
		p.Lists = append(p.Lists, desk.ClubList{
			File: file.Path, Name: cmp.Or(list.Name(), file.Title()),
			Army:   strings.Join(append([]string{list.Game().Name + " " + list.Game().Edition}, list.BookNames()...), " · "),
			Points: list.Points(), Bytes: len(file.Text),
		})
	case input.EventFile:
		if _, err := desk.ReadEvent(p.files, file.Path); err != nil {
			return err
		}
		p.Events = append(p.Events, desk.ClubEvent{File: file.Path, Name: file.Title()})
	case input.OtherFile:
		if schema.StatedKind(file.Text) == "system/1" {
			return errors.New("a site has the games of muster alone")
		}
	}
	return nil
}

// addBook is add for an army book.
func (p *clubPublisher) addBook(file input.ShelfItem) error {
	at := slices.IndexFunc(p.shelfBooks, func(e catalog.Entry) bool { return !e.Shipped && e.Path.Name == file.Path })
	if at < 0 {
		return errors.New("it cannot be read as an army book, or another has its id and version")
	}
	e := p.shelfBooks[at]
	if slices.ContainsFunc(p.shippedBooks, func(s catalog.Entry) bool { return s.VersionedID() == e.VersionedID() && s.System == e.System }) {
		return fmt.Errorf("%s ships with muster", e.VersionedID())
	}
	book, err := p.library.Open(e)
	if err != nil {
		return err
	}
	p.Books = append(p.Books, desk.ClubBook{
		ID: e.ID, Name: e.Name, System: e.System, OtherSystems: e.OtherSystems, Version: e.Version, Origin: e.SourceID,
		File: file.Path, Bytes: len(file.Text), Digest: book.Digest(),
	})
	return nil
}

// openClubList opens a list of the club to check that visitors can open it too: it must name its
// army books by id, not by path.
func openClubList(place schema.FilePath, library *catalog.Library) (builder.Roster, error) {
	document, err := place.Read("list/1")
	if err != nil {
		return nil, err
	}
	for _, name := range builder.BookNamesIn(document) {
		if catalog.IsPath(name) {
			return nil, fmt.Errorf("it names the army book %s by its file: write its id, such as %s", name,
				strings.TrimSuffix(path.Base(name), path.Ext(name)))
		}
	}
	return builder.Open(document, library)
}

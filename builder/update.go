package builder

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/report"
	"muster/schema"
)

// An Update changes a list to other versions of its army books. It matches units by the ids in the
// tool that they were imported from, upgrades by catalog.Book.RecogniseOption. A unit that is
// missing in the new book stays in the file, with a finding.
type Update struct {
	// Version is the new version, for all books that have it. "" is the newest version of each book
	// that the list pins to an older one.
	Version string
}

// listWithBooks is a list of a game with army books.
type listWithBooks interface {
	Roster
	// books returns the list's books, in the order of BookNamesIn.
	books() []*catalog.Book
	// applyBookMoves writes new versions of the books to the list's file. Without moves it matches
	// upgrades that come from another version.
	applyBookMoves(file *edit.Text, moves []gf.BookMove) error
}

func (g gfRoster) books() []*catalog.Book { return g.Army.Books }

func (g gfRoster) applyBookMoves(file *edit.Text, moves []gf.BookMove) error {
	if moves == nil {
		return g.MatchUpgrades(file)
	}
	return g.Army.ApplyBookMoves(file, moves)
}

func (f fadRoster) books() []*catalog.Book {
	if f.Army.List.SourceBook == nil {
		return nil
	}
	return []*catalog.Book{f.Army.List.SourceBook}
}

func (f fadRoster) applyBookMoves(file *edit.Text, moves []gf.BookMove) error {
	for _, m := range moves {
		if err := f.SetBookVersion(file, m.NewBook, m.NewName); err != nil {
			return err
		}
	}
	return nil
}

func (u Update) apply(s *Session, done *EditResult) error {
	list, err := listAs[listWithBooks](s, "army books")
	if err != nil {
		return err
	}
	moves, err := BookMoves(s.rosterNow, s.library, u.Version)
	if err != nil {
		return err
	}
	if len(moves) == 0 {
		text := s.fileText.Bytes()
		if err := list.applyBookMoves(s.fileText, nil); err != nil {
			return err
		}
		if bytes.Equal(text, s.fileText.Bytes()) {
			done.addSentence("Nothing to do: the list is of that version already.")
		} else {
			done.addSentence("Upgrades of another version are what they are now, or are named as gone.")
		}
		return nil
	}
	for _, m := range moves {
		done.addSentence("Moved from %s to %s.", strings.TrimSpace(m.NewBook.Name+" "+m.OldVersion), m.NewBook.Version)
	}
	return list.applyBookMoves(s.fileText, moves)
}

// MatchUpgrades adapts a list that was made with missing versions of its books: it matches unknown
// upgrades to upgrades of the present version, or keeps them as former ones. A list without unknown
// upgrades is returned unchanged.
func MatchUpgrades(r Roster, library *catalog.Library) (Roster, error) {
	g, ok := r.(gfRoster)
	if !ok || !slices.ContainsFunc(r.Findings(), func(f finding.Finding) bool { return f.Code == gf.CodeUnknownUpgrade }) {
		return r, nil
	}
	s := NewSession(r, library)
	if err := g.MatchUpgrades(s.fileText); err != nil {
		return r, err
	}
	return Open(s.fileText.Document(), library)
}

// BookMoves returns the books of a list that Update{Version: to} replaces by other versions. The
// error is a *schema.Error: no book of the list has the version, or a book cannot be read. It
// returns nil for games without army books.
func BookMoves(r Roster, library *catalog.Library, to string) ([]gf.BookMove, error) {
	list, ok := r.(listWithBooks)
	if !ok {
		return nil, nil
	}
	var moves []gf.BookMove
	there, names, reports, game := to == "", BookNamesIn(r.Document()), r.BookReports(), r.Game().ID
	for i, book := range list.books() {
		name := names[i]
		entries, err := otherVersions(library, r.Document(), name)
		if err != nil {
			return nil, err
		}
		m := gf.BookMove{BookIndex: i, OldVersion: book.Version, OldBook: book}
		if wanted := reports[i].StatedVersion; wanted != "" {
			m.OldVersion, m.OldBook = wanted, nil
		}
		target, ok := catalog.Successor(entries, catalog.Entry{ID: book.ID, SourceID: book.SourceID(), Version: m.OldVersion},
			game, to)
		_, pinned := catalog.SplitVersionedID(name)
		switch {
		case !ok:
			there = there || m.OldVersion == to
			continue
		case to == "" && pinned == "" && !catalog.IsPath(name):
			continue // the newest counts already
		}
		there = true
		m.NewName = target.VersionedID()
		if catalog.IsPath(name) {
			m.NewName = path.Join(path.Dir(strings.ReplaceAll(name, `\`, "/")), target.Path.Name)
			if !strings.Contains(m.NewName, "/") {
				m.NewName = "./" + m.NewName
			}
		}
		if m.NewBook, err = library.Book(m.NewName, game, r.Document().Path); err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	if !there {
		return nil, schema.Errorf(catalog.CodeUnknownBook, "no book of the list has a version %s", to)
	}
	return moves, nil
}

// An UpdateReport holds the changes in a list after its books were replaced by other versions, also
// for scripts.
type UpdateReport struct {
	File              string            `json:"file"`   // the list's file
	OldVersions       map[string]string `json:"from"`   // old versions by the books' ids
	NewVersions       map[string]string `json:"to"`     // new versions by the books' ids
	PointsBeforeAfter [2]int            `json:"points"` // points before and after
	LegalBeforeAfter  [2]bool           `json:"legal"`  // whether the list was and is legal
	UnitUpdates       []gf.UnitUpdate   `json:"units"`

	Before    Roster        `json:"-"` // the list before and after the update
	Now       Roster        `json:"-"`
	BookMoves []gf.BookMove `json:"-"`
}

// NewUpdateReport returns the changes from before to now, the list before and after moves replaced
// its books by other versions.
func NewUpdateReport(file string, before, now Roster, moves []gf.BookMove) UpdateReport {
	r := UpdateReport{
		File: file, OldVersions: map[string]string{}, NewVersions: map[string]string{},
		PointsBeforeAfter: [2]int{before.Points(), now.Points()},
		LegalBeforeAfter:  [2]bool{Legal(before), Legal(now)}, UnitUpdates: []gf.UnitUpdate{}, Before: before,
		Now: now, BookMoves: moves,
	}
	books, is := before.BookReports(), now.BookReports()
	for i, b := range books {
		r.OldVersions[b.ID], r.NewVersions[is[i].ID] = b.Version, is[i].Version
	}
	for _, m := range moves {
		r.OldVersions[books[m.BookIndex].ID] = m.OldVersion
	}
	if was, ok := before.GameList().(*gf.Army); ok {
		r.UnitUpdates = was.UnitUpdates(now.GameList().(*gf.Army), moves)
		return r
	}
	for _, c := range CompareLists(before, now).ChangedUnits {
		r.UnitUpdates = append(r.UnitUpdates, gf.UnitUpdate{UnitChange: c, LostOptions: []string{}})
	}
	if f, ok := now.(fadRoster); ok {
		for _, u := range before.(fadRoster).Army.Units {
			if is := f.Unit(u.ID); u.Design != nil && is != nil && is.Design == nil {
				points := [2]int{u.Price.Points, is.Price.Points}
				r.UnitUpdates = append(r.UnitUpdates, gf.UnitUpdate{UnitChange: gf.UnitChange{ID: u.ID, Name: is.Title(), PointsBeforeAfter: points, Changes: []string{"the book has it no longer; it stays as a unit of your own"}}, LostOptions: []string{}})
			}
		}
	}
	return r
}

// Doc returns the changes in the list as a report; name is the list's name.
func (r *UpdateReport) Doc(name string) *report.Doc {
	doc := &report.Doc{}
	var moves []string
	for _, m := range r.BookMoves {
		moves = append(moves, fmt.Sprintf("%s → %s", strings.TrimSpace(m.NewBook.Name+" "+m.OldVersion), m.NewBook.Version))
	}
	if moves == nil {
		moves = []string{"upgrades of another version of the book"}
	}
	points := fmt.Sprintf("%d → %s", r.PointsBeforeAfter[0], PointsText(r.PointsBeforeAfter[1], r.Now.PointsLimit()))
	if r.PointsBeforeAfter[0] == r.PointsBeforeAfter[1] {
		points = "still " + PointsText(r.PointsBeforeAfter[1], r.Now.PointsLimit())
	}
	verdict := report.Span{Text: "ILLEGAL", Tone: report.BadTone}
	if r.LegalBeforeAfter[1] {
		verdict = report.Span{Text: "legal", Tone: report.GoodTone}
	}
	doc.Add(report.Text{Spans: []report.Span{{Text: fmt.Sprintf("%s: %s, %s, ", name, strings.Join(moves, ", "), points)}, verdict}, HangingIndent: 2})
	for _, m := range r.BookMoves {
		if m.OldBook == nil {
			text := report.Paragraph(fmt.Sprintf("version %s is not there, so what changes for the units cannot be said",
				m.OldVersion))
			text.Indent = 2
			doc.Add(text)
		}
	}
	for _, c := range r.UnitUpdates {
		unit := changeDoc(c.UnitChange)
		if len(c.LostOptions) > 0 {
			unit.Add(report.List{
				Items: []string{"gone from the book: " + strings.Join(c.LostOptions, ", ")}, Indent: 4,
				HangingIndent: 2,
			})
		}
		doc.Add(unit)
	}
	doc.Add(finding.Compare(r.Before.Findings(), r.Now.Findings()).Report()...)
	return doc
}

// IsOutdated reports whether a list pins a book to an older version than the newest version in a
// library. It is quick.
func IsOutdated(document *schema.Document, library *catalog.Library) bool {
	for _, name := range BookNamesIn(document) {
		id, version := catalog.SplitVersionedID(name)
		if catalog.IsPath(name) || version == "" {
			continue
		}
		e, entries := catalog.Entry{ID: id, Version: version}, library.ListCached(id)
		for _, there := range entries {
			if there.ID == id && there.Version == version {
				e = there
			}
		}
		if _, newer := catalog.Successor(entries, e, document.At("system").Text(), ""); newer {
			return true
		}
	}
	return false
}

// otherVersions lists the books that may be other versions of a book of a list: for a path, the
// books in its folder.
func otherVersions(library *catalog.Library, document *schema.Document, name string) ([]catalog.Entry, error) {
	if !catalog.IsPath(name) {
		entries, _ := library.List() // an unreadable book is no version of it
		return entries, nil
	}
	place, err := document.Path.Resolve(name)
	if err != nil {
		return nil, err
	}
	folder, err := fs.Sub(place.Folder, path.Dir(place.Name))
	if err != nil {
		return nil, fmt.Errorf("looking for other versions of %s: %w", place, err)
	}
	all, _ := catalog.NewLibrary(folder).List()
	var beside []catalog.Entry
	for _, e := range all {
		if !e.Shipped {
			beside = append(beside, e)
		}
	}
	return beside, nil
}

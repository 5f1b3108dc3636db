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

// An Update changes a list to other versions of its army books. Units are matched by the ids of
// their source, upgrades by catalog.Book.Recognise. A unit that a new book does not have stays in
// the file, with a finding.
type Update struct {
	// To is the new version, for all books that have it. "" is the newest version of each book that
	// the list pins to an older one.
	To string
}

// booked is a list of a game with army books.
type booked interface {
	Roster
	// books returns the list's books, in the order of BooksOf.
	books() []*catalog.Book
	// follow writes moves of the books to the list's file; without moves it matches upgrades of
	// another version.
	follow(file *edit.Text, moves []gf.Move) error
}

func (g grimdark) books() []*catalog.Book { return g.Army.Books }

func (g grimdark) follow(file *edit.Text, moves []gf.Move) error {
	if moves == nil {
		return g.MatchUpgrades(file)
	}
	return g.Army.ApplyMoves(file, moves)
}

func (f force) books() []*catalog.Book {
	if f.Army.List.Source == nil {
		return nil
	}
	return []*catalog.Book{f.Army.List.Source}
}

func (f force) follow(file *edit.Text, moves []gf.Move) error {
	for _, m := range moves {
		if err := f.SetBookVersion(file, m.New, m.Name); err != nil {
			return err
		}
	}
	return nil
}

func (u Update) apply(s *Session, done *Done) error {
	list, err := listAs[booked](s, "army books")
	if err != nil {
		return err
	}
	moves, err := Moves(s.now, s.library, u.To)
	if err != nil {
		return err
	}
	if len(moves) == 0 {
		text := s.file.Bytes()
		if err := list.follow(s.file, nil); err != nil {
			return err
		}
		if bytes.Equal(text, s.file.Bytes()) {
			done.say("Nothing to do: the list is of that version already.")
		} else {
			done.say("Upgrades of another version are what they are now, or are named as gone.")
		}
		return nil
	}
	for _, m := range moves {
		done.say("Moved from %s to %s.", strings.TrimSpace(m.New.Name+" "+m.From), m.New.Version)
	}
	return list.follow(s.file, moves)
}

// Recognise adapts a list that was made with versions of its books that are missing: unknown
// upgrades are matched or kept as former ones. A list without unknown upgrades is returned
// unchanged.
func Recognise(r Roster, library *catalog.Library) (Roster, error) {
	g, ok := r.(grimdark)
	if !ok || !slices.ContainsFunc(r.Findings(), func(f finding.Finding) bool { return f.Code == gf.CodeUnknown }) {
		return r, nil
	}
	s := Change(r, library)
	if err := g.MatchUpgrades(s.file); err != nil {
		return r, err
	}
	return Open(s.file.Document(), library)
}

// Moves lists the effects of Update{to} on a list's books. The error is a *schema.Error: no
// book of the list has the version, or a book cannot be read. Lists of games without army books
// have no moves.
func Moves(r Roster, library *catalog.Library, to string) ([]gf.Move, error) {
	list, ok := r.(booked)
	if !ok {
		return nil, nil
	}
	var moves []gf.Move
	there, names, reports, game := to == "", BooksOf(r.Document()), r.BookReports(), r.Game().ID
	for i, book := range list.books() {
		name := names[i]
		entries, err := versions(library, r.Document(), name)
		if err != nil {
			return nil, err
		}
		m := gf.Move{Index: i, From: book.Version, Old: book}
		if wanted := reports[i].Wanted; wanted != "" {
			m.From, m.Old = wanted, nil
		}
		target, ok := catalog.Successor(entries, catalog.Entry{ID: book.ID, Source: book.SourceID(), Version: m.From},
			game, to)
		_, pinned := catalog.SplitPin(name)
		switch {
		case !ok:
			there = there || m.From == to
			continue
		case to == "" && pinned == "" && !catalog.IsPath(name):
			continue // the newest counts already
		}
		there = true
		m.Name = target.Pin()
		if catalog.IsPath(name) {
			m.Name = path.Join(path.Dir(strings.ReplaceAll(name, `\`, "/")), target.Place.Name)
			if !strings.Contains(m.Name, "/") {
				m.Name = "./" + m.Name
			}
		}
		if m.New, err = library.Book(m.Name, game, r.Document().Place); err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	if !there {
		return nil, schema.Errorf(catalog.CodeUnknownBook, "no book of the list has a version %s", to)
	}
	return moves, nil
}

// A Renewal holds the changes in a list by moves of its books, also for scripts.
type Renewal struct {
	File   string            `json:"file"`
	From   map[string]string `json:"from"` // versions by the books' ids
	To     map[string]string `json:"to"`
	Points [2]int            `json:"points"`
	Legal  [2]bool           `json:"legal"`
	Units  []gf.MovedUnit    `json:"units"`

	Before Roster    `json:"-"`
	Now    Roster    `json:"-"`
	Moves  []gf.Move `json:"-"`
}

// NewRenewal returns the changes from before to now, two states of one list, made by moves.
func NewRenewal(file string, before, now Roster, moves []gf.Move) Renewal {
	r := Renewal{
		File: file, From: map[string]string{}, To: map[string]string{}, Points: [2]int{before.Points(), now.Points()},
		Legal: [2]bool{Legal(before), Legal(now)}, Units: []gf.MovedUnit{}, Before: before, Now: now, Moves: moves,
	}
	books, is := before.BookReports(), now.BookReports()
	for i, b := range books {
		r.From[b.ID], r.To[is[i].ID] = b.Version, is[i].Version
	}
	for _, m := range moves {
		r.From[books[m.Index].ID] = m.From
	}
	if was, ok := before.List().(*gf.Army); ok {
		r.Units = was.Moved(now.List().(*gf.Army), moves)
		return r
	}
	for _, c := range CompareLists(before, now).Units {
		r.Units = append(r.Units, gf.MovedUnit{Change: c, Lost: []string{}})
	}
	if f, ok := now.(force); ok {
		for _, u := range before.(force).Army.Units {
			if is := f.Unit(u.ID); u.Design != nil && is != nil && is.Design == nil {
				points := [2]int{u.Price.Points, is.Price.Points}
				r.Units = append(r.Units, gf.MovedUnit{Change: gf.Change{ID: u.ID, Name: is.Title(), Points: points, Changes: []string{"the book has it no longer; it stays as a unit of your own"}}, Lost: []string{}})
			}
		}
	}
	return r
}

// Doc returns a page about the changes in the list called name.
func (r *Renewal) Doc(name string) *report.Doc {
	doc := &report.Doc{}
	var moves []string
	for _, m := range r.Moves {
		moves = append(moves, fmt.Sprintf("%s → %s", strings.TrimSpace(m.New.Name+" "+m.From), m.New.Version))
	}
	if moves == nil {
		moves = []string{"upgrades of another version of the book"}
	}
	points := fmt.Sprintf("%d → %s", r.Points[0], PointsOf(r.Points[1], r.Now.Limit()))
	if r.Points[0] == r.Points[1] {
		points = "still " + PointsOf(r.Points[1], r.Now.Limit())
	}
	verdict := report.Span{Text: "ILLEGAL", Tone: report.Bad}
	if r.Legal[1] {
		verdict = report.Span{Text: "legal", Tone: report.Good}
	}
	doc.Add(report.Text{Spans: []report.Span{{Text: fmt.Sprintf("%s: %s, %s, ", name, strings.Join(moves, ", "), points)}, verdict}, Hang: 2})
	for _, m := range r.Moves {
		if m.Old == nil {
			text := report.Say(fmt.Sprintf("version %s is not there, so what changes for the units cannot be said",
				m.From))
			text.Indent = 2
			doc.Add(text)
		}
	}
	for _, c := range r.Units {
		unit := changeDoc(c.Change)
		if len(c.Lost) > 0 {
			unit.Add(report.List{
				Items: []string{"gone from the book: " + strings.Join(c.Lost, ", ")}, Indent: 4,
				Hang: 2,
			})
		}
		doc.Add(unit)
	}
	doc.Add(finding.Compare(r.Before.Findings(), r.Now.Findings()).Report()...)
	return doc
}

// Behind reports whether a list pins a book to an older version than the newest
// that a library has. It is quick.
func Behind(document *schema.Document, library *catalog.Library) bool {
	for _, name := range BooksOf(document) {
		id, version := catalog.SplitPin(name)
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

// versions lists the books among which to search other versions of a book of a list: for a path,
// the books in its folder.
func versions(library *catalog.Library, document *schema.Document, name string) ([]catalog.Entry, error) {
	if !catalog.IsPath(name) {
		entries, _ := library.List() // an unreadable book is no version of it
		return entries, nil
	}
	place, err := document.Place.Refer(name)
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

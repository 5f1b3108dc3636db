package builder

import (
	"muster/builder/edit"
	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// A Session changes a list of any game. Edits that fail change nothing, and
// nothing is written before Save.
type Session struct {
	editor      editor
	before, now func() Roster
	was         []byte   // the file as it was read
	guards      []string // beginnings of the codes of errors that the edits must not bring about
}

// editor is what the editors of all games have. Edits that not all games know
// ask it for more.
type editor interface {
	Text() []byte
	File() *edit.Text
	Change(do func() error) error
	IDs() []string
	Remove(id string) (unlinked []string, err error)
	Rename(id, name string) error
	Note(id, text string) error
	Copy(id, as string) (string, error)
	Move(id, before string) error
	Embark(unit, transport string) error
	Detach(id string, only ...string) error
	Set(id string, fields ...edit.Assignment) error
	SetList(fields ...edit.Assignment) error
}

// Begin begins to change a list, or a file of one unit. The error is that of
// Open.
func Begin(document *schema.Document, library *catalog.Library) (*Session, error) {
	s := &Session{was: document.Source}
	g, err := gameOf(document, library)
	if err != nil {
		return nil, err
	}
	if g.kind != "" {
		e, err := fad.Edit(document)
		if err != nil {
			return nil, err
		}
		s.editor = e
		s.before, s.now = func() Roster { return force{e.Before()} }, func() Roster { return force{e.Now()} }
		return s, nil
	}
	e, err := gf.Edit(document, library)
	if err != nil {
		return nil, err
	}
	s.editor = e
	s.before, s.now = func() Roster { return grimdark{e.Before()} }, func() Roster { return grimdark{e.Now()} }
	return s, nil
}

// Before returns the list as it was.
func (s *Session) Before() Roster { return s.before() }

// Now returns the list with the changes so far.
func (s *Session) Now() Roster { return s.now() }

// Text returns the file with the changes so far.
func (s *Session) Text() []byte { return s.editor.Text() }

// Do carries out edits in their order, and says of each in a sentence what it
// did. If one fails, none was carried out; errors.Is(err, edit.ErrRefused)
// reports that the rules were what forbade it.
func (s *Session) Do(edits ...Edit) (done []string, err error) {
	guards := len(s.guards)
	err = s.editor.Change(func() error {
		for _, e := range edits {
			text, err := e.apply(s)
			if err != nil {
				return err
			}
			done = append(done, text)
		}
		return nil
	})
	if err != nil {
		s.guards = s.guards[:guards]
		return nil, err
	}
	return done, nil
}

// New lists the findings that the changes brought about.
func (s *Session) New() []finding.Finding {
	return finding.Since(s.Before().Findings(), s.Now().Findings())
}

// Refused returns an error that the changes brought about although they should
// not: a hero joined a unit that he may not join. Save writes it all the same;
// it is for the caller to ask.
func (s *Session) Refused() (f finding.Finding, refused bool) {
	return finding.FirstError(s.New(), s.guards...)
}

// Save writes the file by its name in a folder. The error is within
// files.ErrChanged if the file is no longer the one that the session began
// with.
func (s *Session) Save(folder files.Folder, name string) error {
	text := s.Text()
	if err := folder.Write(name, s.was, text); err != nil {
		return err
	}
	s.was = text
	return nil
}

package builder

import (
	"fmt"
	"slices"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog"
	stored "muster/catalog/fad"
	"muster/schema"
	"muster/schema/files"
)

// A Session changes a list of any game. Failed edits change nothing. Only Save writes the file.
type Session struct {
	// Stock returns the stored units that can be added; nil for the units that ship with muster.
	Stock StockReader
	// Force makes edits even if they break a rule.
	Force bool

	library                 *catalog.Library
	fileText                *edit.Text // the text of the list's file, with the edits so far
	rosterBefore, rosterNow Roster     // the list before the edits, and with the edits so far
	renames                 []idChange // changes of units' ids by the edits
	savedText               []byte     // the file's text when it was read or last saved
}

// An idChange is a change of a unit's id.
type idChange struct{ oldID, newID string }

// A StockReader reads the user's stored units, which can be added to any list.
type StockReader func() (*stored.Stock, error)

// Begin starts a session on a list or a file of one unit. The errors are the same as for Open.
func Begin(document *schema.Document, library *catalog.Library) (*Session, error) {
	r, err := Open(document, library)
	if err != nil {
		return nil, err
	}
	return NewSession(r, library), nil
}

// NewSession starts a session on an open list.
func NewSession(r Roster, library *catalog.Library) *Session {
	document := r.Document()
	if document.Root().Line() == 0 { // it came in another form; edits need places in a file
		if placed, err := document.WithSource(document.Source); err == nil {
			document = placed
		}
	}
	return &Session{
		library: library, fileText: edit.Open(document), rosterBefore: r, rosterNow: r,
		savedText: document.Source,
	}
}

// Before returns the list as it was before the edits.
func (s *Session) Before() Roster { return s.rosterBefore }

// Now returns the list with the changes so far.
func (s *Session) Now() Roster { return s.rosterNow }

// Text returns the file with the changes so far.
func (s *Session) Text() []byte { return s.fileText.Bytes() }

// An EditResult is the result of edits.
type EditResult struct {
	Sentences []string // a sentence for each edit
	AddedIDs  []string // the ids of the units that were added
	// BrokenRule is the error of a rule that was broken because of Force; nil for none.
	BrokenRule error

	forbiddenErrorCodes []string // beginnings of the codes of errors that the edits must not cause
}

// addSentence adds a sentence about an edit.
func (d *EditResult) addSentence(format string, args ...any) {
	d.Sentences = append(d.Sentences, fmt.Sprintf(format, args...))
}

// ErrBreaksRule is wrapped by the error of edits that break a rule and need Force. It wraps
// edit.ErrRefused.
var ErrBreaksRule = fmt.Errorf("%w, unless it is forced", edit.ErrRefused)

// Do carries out edits in order, all or none. If the rules forbade one, errors.Is(err,
// edit.ErrRefused) is true.
func (s *Session) Do(edits ...Edit) (EditResult, error) {
	var done EditResult
	before, names := s.rosterNow.Findings(), len(s.renames)
	err := s.doOrRestore(func() error {
		for _, e := range edits {
			if err := s.carryOut(e, &done); err != nil {
				return err
			}
		}
		brought := finding.Compare(withNewIDs(before, s.renames[names:]), s.rosterNow.Findings()).NewOrWorse()
		if f, broken := finding.FirstError(brought, done.forbiddenErrorCodes...); broken {
			done.BrokenRule = edit.RefusedError(s.fileText.Document().File, f, ErrBreaksRule)
		}
		if s.Force {
			return nil
		}
		return done.BrokenRule
	})
	if err != nil {
		return EditResult{}, err
	}
	return done, nil
}

// carryOut makes an edit to the present list.
func (s *Session) carryOut(e Edit, done *EditResult) error {
	return s.doOrRestore(func() error { return e.apply(s, done) })
}

// doOrRestore runs do and reads the list again. If either fails, doOrRestore restores the file and
// the list.
func (s *Session) doOrRestore(do func() error) error {
	document, now, names := s.fileText.Document(), s.rosterNow, len(s.renames)
	err := s.reopen()
	if err == nil {
		err = do()
	}
	if err == nil {
		err = s.reopen()
	}
	if err != nil {
		s.fileText.Restore(document)
		s.rosterNow, s.renames = now, s.renames[:names]
	}
	return err
}

// reopen opens the list again after a change of its file.
func (s *Session) reopen() error {
	if s.rosterNow.Document() == s.fileText.Document() {
		return nil
	}
	now, err := Open(s.fileText.Document(), s.library)
	if err == nil {
		s.rosterNow = now
	}
	return err
}

// ChangedFindings compares the findings before and after the edits.
func (s *Session) ChangedFindings() finding.Difference {
	return finding.Compare(withNewIDs(s.rosterBefore.Findings(), s.renames), s.rosterNow.Findings())
}

// withNewIDs returns findings in which renamed units have their new ids.
func withNewIDs(findings []finding.Finding, renamed []idChange) []finding.Finding {
	if len(renamed) > 0 {
		findings = slices.Clone(findings)
	}
	for _, r := range renamed {
		for i, f := range findings {
			if at := slices.Index(f.Units, r.oldID); at >= 0 {
				findings[i].Units = slices.Clone(f.Units)
				findings[i].Units[at] = r.newID
			}
		}
	}
	return findings
}

// Save writes the file under its name in a folder. The error wraps files.ErrChanged if the file has
// changed since the session began.
func (s *Session) Save(folder files.Folder, name string) error {
	text := s.Text()
	if err := folder.Write(name, s.savedText, text); err != nil {
		return err
	}
	s.savedText = text
	return nil
}

package edit

import (
	"errors"
	"fmt"

	"muster/builder/finding"
	"muster/schema"
)

// A Session changes a list's file and keeps what a game makes of the list
// beside it: as it was, and as it is now. It holds the verbs that are the same
// in every game. A verb that fails changes nothing, and nothing is written to
// disk.
type Session[List any] struct {
	text   *Text
	build  func(*schema.Document) (List, error)
	built  *schema.Document // what now was made of
	before List
	now    List
}

// Begin begins to change a document; build makes of it what the game sees.
func Begin[List any](document *schema.Document, build func(*schema.Document) (List, error)) (*Session[List], error) {
	s := &Session[List]{text: Open(document), build: build}
	if err := s.refresh(); err != nil {
		return nil, err
	}
	s.before = s.now
	return s, nil
}

// Before returns the list as it was.
func (s *Session[List]) Before() List { return s.before }

// Now returns the list with the changes so far.
func (s *Session[List]) Now() List { return s.now }

// Text returns the file with the changes so far.
func (s *Session[List]) Text() []byte { return s.text.Bytes() }

// File returns the file under change, to splice it within Change.
func (s *Session[List]) File() *Text { return s.text }

// refresh builds the list anew after a change of its text.
func (s *Session[List]) refresh() error {
	if s.built == s.text.document {
		return nil
	}
	now, err := s.build(s.text.document)
	if err != nil {
		return err
	}
	s.now, s.built = now, s.text.document
	return nil
}

// Change carries out do and builds the list anew. If either fails, file and list
// are as they were before. A change may be made of others.
func (s *Session[List]) Change(do func() error) error {
	document, now, built := s.text.document, s.now, s.built
	err := do()
	if err == nil {
		err = s.refresh()
	}
	if err != nil {
		s.text.set(document)
		s.now, s.built = now, built
	}
	return err
}

// CodeNoUnit is the code of the problem that a list has no unit of an id.
const CodeNoUnit = "unit/unknown"

// NoUnit is the error of a list that has no unit of an id, but those known.
func NoUnit(file, id string, known []string) error {
	return &schema.Error{Problems: []schema.Problem{{
		Code: CodeNoUnit, File: file, Message: fmt.Sprintf("the list has no unit `%s`%s", id, schema.DidYouMean(id, known)),
	}}}
}

// ErrRefused is within the error of a change that would break a rule; errors.Is
// finds it.
var ErrRefused = errors.New("the change would break a rule")

// Refused is the error of a change to a file that a finding speaks against.
func Refused(file string, f finding.Finding) error {
	return &schema.Error{Problems: []schema.Problem{{Code: f.Code, File: file, Line: f.Line, Column: f.Column, Message: f.Message}}, Cause: ErrRefused}
}

// IDs lists the ids of the list's units in the order of the file.
func (s *Session[List]) IDs() []string {
	units := s.text.document.At("units")
	ids := make([]string, units.Len())
	for i := range ids {
		ids[i] = units.Index(i).Get("id").Text()
	}
	return ids
}

// Index returns the place of the first unit of that id; the error is
// that of NoUnit.
func (s *Session[List]) Index(id string) (int, error) {
	ids := s.IDs()
	for i := range ids {
		if ids[i] == id {
			return i, nil
		}
	}
	return 0, NoUnit(s.text.document.File, id, ids)
}

// Single reports whether the file is one unit alone rather than a list.
func (s *Session[List]) Single() bool { return s.text.document.Kind != "list/1" }

// Path returns where in the file a unit stands. In a file of one unit that is
// the file itself, whatever the id.
func (s *Session[List]) Path(id string) ([]any, error) {
	if s.Single() {
		return nil, nil
	}
	i, err := s.Index(id)
	return []any{"units", i}, err
}

// Free returns an id that no unit of the list has: the one asked for, else that
// with the first number from 2 that makes it free.
func (s *Session[List]) Free(id string) string {
	return FreeID(id, func(id string) bool {
		_, err := s.Index(id)
		return err == nil
	})
}

// Rename gives a unit the player's own name; "" takes it away.
func (s *Session[List]) Rename(id, name string) error {
	return s.setText(id, "name", name, "unit", "id")
}

// Note writes the player's remarks on a unit; "" takes them away.
func (s *Session[List]) Note(id, text string) error {
	return s.setText(id, "notes", text, "name", "unit", "id")
}

func (s *Session[List]) setText(id, key, text string, after ...string) error {
	path, err := s.Path(id)
	if err != nil {
		return err
	}
	return s.Change(func() error {
		if text == "" {
			return s.text.RemoveField(path, key)
		}
		return s.text.SetField(path, key, schema.Scalar(text), after...)
	})
}

// Copy puts a unit into the list once more, behind itself, with its upgrades
// and without the links that only one unit can have: as, or the unit's own id
// with a number. It returns the copy's id.
func (s *Session[List]) Copy(id, as string, links ...string) (string, error) {
	i, err := s.Index(id)
	if err != nil {
		return "", err
	}
	if as == "" {
		as = id
	}
	as = s.Free(as)
	return as, s.Change(func() error {
		if err := s.text.CopyItem([]any{"units"}, i); err != nil {
			return err
		}
		path := []any{"units", i + 1}
		for _, key := range links {
			if err := s.text.RemoveField(path, key); err != nil {
				return err
			}
		}
		return s.text.SetField(path, "id", schema.Scalar(as))
	})
}

// Move puts a unit before another in the file, or last if before is "".
func (s *Session[List]) Move(id, before string) error {
	i, err := s.Index(id)
	if err != nil {
		return err
	}
	to := len(s.IDs())
	if before != "" {
		if to, err = s.Index(before); err != nil {
			return err
		}
	}
	return s.Change(func() error { return s.text.MoveItem([]any{"units"}, i, to) })
}

// Link writes that a unit is linked to another: it rides in it, or joins it.
func (s *Session[List]) Link(from, key, to string) error {
	path, err := s.Path(from)
	if err != nil {
		return err
	}
	if _, err := s.Index(to); err != nil {
		return err
	}
	return s.Change(func() error { return s.text.SetField(path, key, schema.Scalar(to)) })
}

// Unlink takes a unit's own links of those keys away, and returns the keys of
// those that it had.
func (s *Session[List]) Unlink(id string, keys ...string) (had []string, err error) {
	path, err := s.Path(id)
	if err != nil {
		return nil, err
	}
	err = s.Change(func() error {
		for _, key := range keys {
			if !s.text.document.At(append(path[:len(path):len(path)], key)...).Exists() {
				continue
			}
			had = append(had, key)
			if err := s.text.RemoveField(path, key); err != nil {
				return err
			}
		}
		return nil
	})
	return had, err
}

// UnlinkOthers takes away the links of those keys that other units have to a
// unit, and returns the ids of the units that lost one.
func (s *Session[List]) UnlinkOthers(id string, keys ...string) (unlinked []string, err error) {
	err = s.Change(func() error {
		for i, other := range s.IDs() {
			lost := false
			for _, key := range keys {
				if other == id || s.text.document.At("units", i, key).Text() != id {
					continue
				}
				lost = true
				if err := s.text.RemoveField([]any{"units", i}, key); err != nil {
					return err
				}
			}
			if lost {
				unlinked = append(unlinked, other)
			}
		}
		return nil
	})
	return unlinked, err
}

// SetList carries out assignments to the fields of the list itself.
func (s *Session[List]) SetList(assignments ...Assignment) error {
	return s.Change(func() error {
		for _, a := range assignments {
			switch a.Path[0] {
			case "muster", "system", "units":
				return fmt.Errorf("`%s` is not set like this: a list keeps its game, and units are added and removed", a.Path[0])
			}
			if err := s.text.Assign(nil, a, listKeys); err != nil {
				return err
			}
		}
		return nil
	})
}

// listKeys are the fields of lists in the order in which files have them.
var listKeys = []string{
	"muster", "system", "book", "books", "name", "notes", "points", "force-org", "general", "small-scale",
	"method", "rounding", "command-style", "armoury", "platoons",
}

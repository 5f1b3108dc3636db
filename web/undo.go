package web

import (
	"encoding/json"
	"errors"
	"net/http"

	"muster/schema/files"
	"muster/schema/files/history"
	"muster/web/desk"
)

// histories answers with the undo histories of all lists, for a program that replaces this one.
// It refuses while an arrival waits to be kept, in memory alone.
func (s *server) histories(w http.ResponseWriter, _ *http.Request) error {
	if s.shelf.Waits() {
		return files.ErrChanged
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(s.Desks.Histories())
}

// takeHistories makes the histories that another program answered with its own.
func (s *server) takeHistories(w http.ResponseWriter, r *http.Request) error {
	var all []history.History
	if err := json.NewDecoder(r.Body).Decode(&all); err != nil {
		return errors.New("the histories did not come whole")
	}
	for _, one := range all {
		if one.At < 0 || one.At >= len(one.States) {
			return errors.New("a history has no state where its list is")
		}
		s.Desks.With(one.File, func(d *desk.Desk) { d.History = one })
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

package answers

import (
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"slices"

	"muster/builder"
	"muster/export"
	"muster/input"
	"muster/schema"
	"muster/web/page"
)

func (h *Handler) apiLists(w http.ResponseWriter, _ *http.Request) error {
	lists, err := h.ListFiles()
	if err != nil {
		return err
	}
	return writeReports(w, func(yield func(any) bool) {
		for _, l := range lists {
			if r, err := h.RosterCachedIfRoom(l.ID); err == nil && !yield(r.Report()) {
				return
			}
		}
	})
}

func (h *Handler) apiCheck(w http.ResponseWriter, _ *http.Request, _ *page.List, roster builder.Roster) error {
	return writeReports(w, slices.Values([]any{roster.Report()}))
}

// apiCheckText checks a list in any form.
func (h *Handler) apiCheckText(w http.ResponseWriter, r *http.Request) error {
	place, err := h.ListPath("sent")
	if err != nil {
		return err
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, schema.MaxFileBytes))
	if err != nil {
		return err
	}
	list, err := input.ReadTrustingArmoury(place, text, h.Library)
	if err != nil {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		return json.NewEncoder(w).Encode(map[string]string{"error": page.ErrorText(err)})
	}
	return writeReports(w, slices.Values([]any{list.Report()}))
}

// writeReports sends reports in the form of `check --json`.
func writeReports(w http.ResponseWriter, reports iter.Seq[any]) error {
	w.Header().Set("Content-Type", "application/json")
	out := export.ReportWriter{Out: w}
	for report := range reports {
		if err := out.Add(report); err != nil {
			return err
		}
	}
	return out.End(nil)
}

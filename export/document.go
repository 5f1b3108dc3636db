package export

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"muster/builder"
	"muster/share"
)

// A Document is a checked list with all that formats make of it.
type Document struct {
	// Sheet is the list in words and figures, for formats that people read.
	Sheet Sheet
	// Report is the list for scripts: its entry in what the check command
	// prints as JSON.
	Report any
	// List is the list as its game builds it (builder.Roster), for formats that are
	// of one game alone.
	List any
}

// Extras are what a sheet says beside the list, if asked.
type Extras struct {
	Odds  bool // what each unit can expect to do to typical targets
	Sums  bool // how the points of each unit come about
	Brief bool // what there is before the game
	Code  bool // the whole list, to be read back by a program
	Free  bool // not what units and upgrades cost
	// Context ends the work on odds; nil for one that never ends.
	Context context.Context
}

// drawings draw the sheets of the lists of a game each, and leave those of others.
var drawings []func(list any, s *Sheet)

// drawing registers what draws the lists of a game.
func drawing[List any](draw func(List) Sheet) bool {
	drawings = append(drawings, func(list any, s *Sheet) {
		if own, ok := list.(List); ok {
			*s = draw(own)
		}
	})
	return true
}

// Of makes the document of a list of any game. The error says which of the
// extras its game does not have, or which unit cannot fight, or is the context's if that ends before.
func Of(r builder.Roster, x Extras) (Document, error) {
	d := Document{Report: r.Report(), List: r.List()}
	for _, draw := range drawings {
		draw(d.List, &d.Sheet)
	}
	if p, ok := r.(builder.Previewer); ok && x.Odds {
		if err := addOdds(cmp.Or(x.Context, context.Background()), &d.Sheet, p); err != nil {
			return Document{}, err
		}
	}
	if x.Sums {
		if _, chooses := r.(builder.Chooser); chooses {
			return Document{}, fmt.Errorf("sums are for lists of units made of figures; sheets of %s have the cost of every upgrade already", r.Game().Name)
		}
		AddSums(&d.Sheet, r.Prices())
	}
	d.Sheet.Mark = r.Document().Mark()
	if x.Brief {
		brief, err := r.Brief("", func(id string) string {
			b, _ := d.Sheet.Unit(id)
			return cmp.Or(b.Name, id)
		})
		if err != nil {
			return Document{}, err
		}
		AddBrief(&d.Sheet, brief)
	}
	if x.Code {
		AddCode(&d.Sheet, share.Of(r))
	}
	if x.Free {
		d.Sheet = d.Sheet.WithoutCosts()
	}
	return d, nil
}

// AddCode puts a list's code on its sheet: with the copy, if a phone reads that off
// paper.
func AddCode(s *Sheet, whole *share.Share) {
	if s.Code = whole.Code(); len(s.Code) > share.OnPaper {
		s.Code, s.Lean = whole.Plain().Code(), true
	}
}

// AddBrief puts what there is before the game before the rest of what a player
// looks up, which it does not say again.
func AddBrief(s *Sheet, b builder.Brief) {
	before := Section{Title: beforeTitle}
	rest := slices.DeleteFunc(slices.Clone(s.Reference), func(r Section) bool { return r.Title == beforeTitle })
	for _, row := range b.Rows {
		before.Entries = append(before.Entries, Entry{row.Label, row.Text})
	}
	for _, part := range b.Parts {
		text := part.Lead
		if part.Text != "" {
			text += ". " + part.Text
		}
		for _, row := range part.Rows {
			text += " " + row.Label + ": " + row.Text
		}
		said := slices.ContainsFunc(rest, func(r Section) bool {
			return slices.ContainsFunc(r.Entries, func(e Entry) bool { return e.Text == text })
		})
		if !said {
			before.Entries = append(before.Entries, Entry{part.Name, text})
		}
	}
	if len(before.Entries) > 0 {
		s.Reference = append([]Section{before}, rest...)
	}
}

// beforeTitle is the heading of what a player looks up before the game: all of it
// with a brief, else what the game's tables say of it.
const beforeTitle = "Before the game"

package export

import (
	"muster/builder"
	"muster/builder/fad"
	"muster/builder/gf"
)

// A Document is a checked list with all that formats make of it.
type Document struct {
	// Sheet is the list in words and figures, for formats that people read.
	Sheet Sheet
	// Report is the list for scripts: its entry in what the check command
	// prints as JSON.
	Report any
	// Army is what the sheet was made from where lists are built from army
	// books, else nil.
	Army *gf.Army
}

// Of makes the document of a list of any game. The error is that of FromForce.
func Of(r builder.Roster) (Document, error) {
	if army, ok := builder.Army(r); ok {
		return OfArmy(army), nil
	}
	force, _ := builder.Force(r)
	return OfForce(force)
}

// OfArmy makes the document of a list that is built from army books.
func OfArmy(a *gf.Army) Document {
	return Document{Sheet: FromArmy(a), Report: a.Report(), Army: a}
}

// OfForce makes the document of a Fast and Dirty list. The error is that of
// FromForce.
func OfForce(a *fad.Army) (Document, error) {
	s, err := FromForce(a)
	return Document{Sheet: s, Report: a.Report()}, err
}

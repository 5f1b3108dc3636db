package web

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fad"
	"muster/schema"
)

// keyOf is the name of a field in a form.
func keyOf(f edit.Field) string {
	if f.Among != "" {
		return f.Path + "/" + f.Among
	}
	return f.Path
}

// priced is a label with what it costs more, if anything.
func priced(label string, more int) string {
	if more == 0 {
		return label
	}
	return fmt.Sprintf("%s (%+d)", label, more)
}

// changed are assignments of what a form changed of a unit's fields.
func changed(fields []edit.Field, form url.Values) (texts []string) {
	for _, f := range fields {
		values, there := form[keyOf(f)]
		if !there || values[0] == f.Now {
			continue
		}
		value := strings.TrimSpace(strings.ReplaceAll(values[0], "\r\n", "\n"))
		if value == strings.TrimSpace(f.Now) {
			continue
		}
		switch {
		case f.Among != "" && value == "yes":
			texts = append(texts, f.Path+"+="+f.Among)
		case f.Among != "":
			texts = append(texts, f.Path+"-="+f.Among)
		case strings.HasSuffix(f.Path, "personalities") && value != "":
			texts = append(texts, f.Path+"=["+value+"]")
		default:
			texts = append(texts, f.Path+"="+value)
		}
	}
	return texts
}

// A fieldset is a platoon as a form; Number 0 is one that is to be formed.
type fieldset struct {
	Title  string
	Number int
	Inputs []edit.Field
}

// The parts of a unit in a platoon.
const (
	commands = "command"
	serves   = "squad"
)

// platoons are the platoons of a list whose game has them, and an empty one.
func platoons(roster builder.Roster) []fieldset {
	planner, ok := roster.(builder.Planner)
	if !ok || roster.Size() == 0 {
		return nil
	}
	var sets []fieldset
	plan := planner.Platoons()
	for i, p := range append(slices.Clone(plan), fad.Platoon{}) {
		set := fieldset{Title: cmp.Or(p.Name, fmt.Sprintf("Platoon %d", i+1)), Number: i + 1}
		if i == len(plan) {
			set.Title, set.Number = "Another platoon", 0
		}
		set.Inputs = append(set.Inputs, edit.Field{Label: "Name", Path: fmt.Sprintf("name-%d", set.Number), Now: p.Name, Text: true})
		for _, u := range roster.Units() {
			part := ""
			if slices.Contains(p.Command, u.ID) {
				part = commands
			} else if slices.Contains(p.Squads, u.ID) {
				part = serves
			}
			set.Inputs = append(set.Inputs, edit.Field{
				Label: u.Name, Path: fmt.Sprintf("part-%d-%s", set.Number, u.ID), Now: part,
				Choices: []edit.Choice{{Label: "not in it"}, {Value: commands, Label: "commands it"}, {Value: serves, Label: "a squad of it"}},
			})
		}
		sets = append(sets, set)
	}
	return sets
}

// platoon are assignments that form or change a platoon by its number from 1; 0
// is a new one.
func platoon(roster builder.Roster, number string, form url.Values) []string {
	var whole, texts []string // a new platoon, or the changes of one
	add := func(key, value, written string) {
		if value != "" {
			whole = append(whole, key+": "+written)
		}
		texts = append(texts, "platoons."+number+"."+key+"="+value)
	}
	name := strings.TrimSpace(form.Get("name-" + number))
	add("name", name, schema.Scalar(name))
	for _, part := range [][2]string{{"command", commands}, {"squads", serves}} {
		value := ""
		for _, id := range builder.IDs(roster.Document()) {
			if form.Get("part-"+number+"-"+id) == part[1] {
				value += ", " + id
			}
		}
		if value != "" {
			value = "[" + value[2:] + "]"
		}
		add(part[0], value, value)
	}
	if number == "0" {
		return []string{"platoons+={" + strings.Join(whole, ", ") + "}"}
	}
	return texts
}

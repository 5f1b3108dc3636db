package gf

import (
	"fmt"
	"strings"

	"muster/builder/edit"
)

// settings are the fields of a list itself.
var settings = []edit.Setting[*Army]{
	{Key: "name", Label: "Name"},
	{Key: "points", Label: "Agreed points", Number: true},
	{Key: "notes", Label: "Notes"},
	{Key: "books", Sheet: func(a *Army) (names []string) {
		for i, b := range a.Books {
			name := strings.TrimSpace(b.Name + " " + b.Version)
			if wanted := a.Wanted(i); wanted != "" {
				name += fmt.Sprintf(" (warning: the list is of %s, which was not there)", wanted)
			}
			names = append(names, name)
		}
		return names
	}},
	{Key: "force-org", Label: "Force organisation", Choices: func(a *Army) []edit.Choice {
		if a.Game.Lists.ForceOrg == nil {
			return nil
		}
		return []edit.Choice{{Label: "its limits hold"}, {Value: "false", Label: "no limits"}}
	}},
	{Key: "general", Label: "General", Choices: func(a *Army) []edit.Choice {
		if !a.Game.Lists.General {
			return nil
		}
		heroes := []edit.Choice{{Label: "none"}}
		for _, u := range a.Units {
			if u.Hero {
				heroes = append(heroes, edit.Choice{Value: u.ID, Label: u.Name})
			}
		}
		return heroes
	}},
	{Key: "small-scale", Label: "Bases", Choices: func(a *Army) []edit.Choice {
		if !a.Game.Lists.SmallScale {
			return nil
		}
		return []edit.Choice{{Label: "one a model"}, {Value: "true", Label: "one a unit (small scale)"}}
	}},
}

// Settings lists the fields of the list itself that can be set.
func (a *Army) Settings() []edit.Field { return edit.Settings(settings, a, a.List.document) }

// Facts lists what sheets say of the list beneath its name: its books.
func (a *Army) Facts() []string { return edit.Facts(settings, a) }

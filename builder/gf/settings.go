package gf

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog"
)

// NoForceOrg is the note on sheets and in texts that a list is not limited by force organisation.
const NoForceOrg = "no force organisation"

// settings are the fields of a list that a player can set, apart from its units.
var settings = append([]edit.Setting[*Army]{
	{Key: "name", Label: "Name", Explanation: "What the army is called, on paper too."},
	{
		Key: "points", Label: "Agreed points", IsNumber: true,
		Explanation: "The size of the game; how many units, heroes and copies an army may have follows from it.",
	},
	{Key: "notes", Label: "Notes", MultiLine: true, Explanation: "Your own remarks; they are printed with the list."},
	{Key: "books", SheetNotes: func(a *Army) (names []string) {
		for _, b := range a.Books {
			names = append(names, a.BookTitle(b))
		}
		return names
	}},
	{Key: "force-org", Label: "Force organisation", Explanation: "Limits on heroes, units, copies of a unit and what one unit may cost.", Choices: func(a *Army) []edit.Choice {
		if a.Game.ListRules.ForceOrg == nil {
			return nil
		}
		return []edit.Choice{{Label: "limits apply"}, {Value: "false", Label: "no limits"}}
	}, SheetNotes: func(a *Army) []string {
		if a.Game.ListRules.ForceOrg == nil || a.List.HasForceOrg() {
			return nil
		}
		return []string{NoForceOrg}
	}},
	{
		Key: "general", Label: "General", Explanation: "The hero who leads the army, in games with command and control.",
		Choices: func(a *Army) []edit.Choice {
			if !a.Game.ListRules.AllowsGeneral {
				return nil
			}
			heroes := []edit.Choice{{Label: "none"}}
			for _, u := range a.Units {
				if u.IsHero {
					heroes = append(heroes, edit.Choice{Value: u.ID, Label: u.Name})
				}
			}
			return heroes
		},
	},
	{Key: "small-scale", Label: "Bases", Explanation: "In small scale each unit is one base with the attacks and wounds of all its models.", Choices: func(a *Army) []edit.Choice {
		if !a.Game.ListRules.AllowsSmallScale {
			return nil
		}
		return []edit.Choice{{Label: "one a model"}, {Value: "true", Label: "one a unit (small scale)"}}
	}},
	{Key: "campaign", Label: "Campaign", Explanation: "In a campaign points of experience count towards the agreed size: 5 for each full 5 of a unit, 15 of a hero.", Choices: func(*Army) []edit.Choice {
		return []edit.Choice{{Label: "experience does not count"}, {Value: "true", Label: "experience counts"}}
	}},
}, edit.OrganisingSettings[*Army]()...)

// ExperienceText states the points of the list's experience and whether they count towards its
// size; "" without experience.
func (a *Army) ExperienceText() string {
	if a.Experience == 0 {
		return ""
	}
	counts := "beside the points"
	if a.List.Campaign {
		counts = fmt.Sprintf("which count: %d in all", a.SpentPoints())
	}
	return fmt.Sprintf("%s of experience, %s", finding.CountText(a.Experience, "point"), counts)
}

// Settings lists the fields of the list itself that can be set, with their present values.
func (a *Army) Settings() []edit.Field { return edit.Settings(settings, a, a.List.document) }

// Facts lists the facts below the list's name on sheets: its books.
func (a *Army) Facts() []string { return edit.SheetNotes(settings, a) }

// BookTitle returns the title of one of the army's books for sheets: its name and version, and the
// version that the list states if that is another.
func (a *Army) BookTitle(book *catalog.Book) string {
	title := strings.TrimSpace(book.Name + " " + book.Version)
	if wanted := a.MissingBookVersion(slices.Index(a.Books, book)); wanted != "" {
		title += fmt.Sprintf(" (warning: the list is of %s, which was not there)", wanted)
	}
	return title
}

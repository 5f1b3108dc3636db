package fad

import (
	"strings"

	"muster/builder/edit"
	"muster/pricing"
)

// settings are the fields of the list itself.
var settings = append([]edit.Setting[*List]{
	{Key: "name", Label: "Name", Explanation: "What the force is called, on paper too."},
	{Key: "points", Label: "Agreed points", IsNumber: true, Explanation: "The size of the game."},
	{Key: "notes", Label: "Notes", MultiLine: true, Explanation: "Your own remarks; they are printed with the list."},
	{Key: "armoury", Label: "House armoury", Explanation: "A file of your own weapons, armour and traits, which stands beside the list.", SheetNotes: func(l *List) []string {
		if l.HouseFile == "" {
			return nil
		}
		return []string{l.Armoury.Name}
	}},
	{
		Key: "method", Label: "Made with",
		Explanation: "Units that you price by points, or squads that the book's basic creation makes.",
		Choices: func(*List) []edit.Choice {
			return []edit.Choice{
				{Value: string(Points), Label: "points"},
				{Value: string(BasicCreation), Label: "basic creation"},
			}
		},
		SheetNotes: func(l *List) []string {
			if l.Method != BasicCreation {
				return nil
			}
			return []string{"basic creation"}
		},
	},
	{
		Key: "rounding", Label: "Rounded", Explanation: "Where fractions of a point are rounded off.",
		Choices: func(*List) []edit.Choice {
			return []edit.Choice{
				{Value: string(pricing.RoundUnitPrice), Label: "the price of a unit"},
				{Value: string(pricing.RoundFigurePrices), Label: "the price of each figure"},
			}
		},
	},
	{
		Key: "command-style", Label: "Command style",
		Explanation: "How the force is commanded, which is chosen before the game.",
		Choices: func(l *List) []edit.Choice {
			styles := []edit.Choice{{Label: "not chosen yet"}}
			for _, s := range l.Armoury.CommandStyles.All() {
				styles = append(styles, edit.Choice{Value: s.ID, Label: s.Name})
			}
			return styles
		},
		SheetNotes: func(l *List) []string {
			style := l.Armoury.CommandStyles.Find(l.CommandStyle)
			if style == nil {
				return nil
			}
			return []string{strings.ToLower(style.Name) + " command"}
		},
	},
}, edit.OrganisingSettings[*List]()...)

// Settings lists the fields of the list itself that can be set.
func (a *Army) Settings() []edit.Field { return edit.Settings(settings, a.List, a.List.activeDocument) }

// Facts lists the facts below the list's name on sheets: the method of creation.
func (a *Army) Facts() []string { return edit.SheetNotes(settings, a.List) }

package edit

// A Colour is a coloured mark on a list.
type Colour string

// The colours.
const (
	Red    Colour = "red"
	Orange Colour = "orange"
	Yellow Colour = "yellow"
	Green  Colour = "green"
	Blue   Colour = "blue"
	Violet Colour = "violet"
)

// OrganisingSettings returns the settings by which a player files lists, such as folder and colour.
// Every game has them.
func OrganisingSettings[List any]() []Setting[List] {
	return []Setting[List]{
		{Key: "folder", Label: "Folder", Explanation: "Lists of one folder stand together among your lists."},
		{Key: "star", Label: "Star", Explanation: "Lists with a star stand first.", Choices: func(List) []Choice {
			return []Choice{{Label: "no star"}, {Value: "true", Label: "a star"}}
		}},
		{Key: "colour", Label: "Colour", Explanation: "A mark at the list's name.", Choices: func(List) []Choice {
			all := []Choice{{Label: "none"}}
			for _, c := range []Colour{Red, Orange, Yellow, Green, Blue, Violet} {
				all = append(all, Choice{Value: string(c), Label: string(c)})
			}
			return all
		}},
	}
}

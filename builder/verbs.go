package builder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder/edit"
	"muster/builder/gf"
)

// A Verb is an action on a list, for the command line and for pages: a name, words after the name,
// and options. Verbs without Short are for pages only.
type Verb struct {
	Name string
	// ArgsHelp lists the arguments in the form of help: "ID [NEW-ID]", followed by the options. A
	// word in brackets is optional; a word with … may be repeated.
	ArgsHelp             string
	Short, Long, Example string // texts for help: a line, all of it, and command lines
	// what each word names, for completion; the last also applies to all further words
	Hints         []ArgHint
	Options       []Option
	Forcible      bool                       // the rules may forbid its edits; Session.Force overrides them
	RevisionCheck RevisionCheck              // whether the form must name the list's revision
	HistoryStep   int                        // step in the undo history in place of edits: -1 or +1; 0 for none
	makeEdits     func(Call) ([]Edit, error) // returns the edits of a call
}

// A RevisionCheck says whether the form of a verb must name the revision of the list that its page
// showed, because it sends all fields or uses indices.
type RevisionCheck int

// Revisions.
const (
	AnyRevision      RevisionCheck = iota // the form need not name the list's revision
	OptionalRevision                      // if the form names a revision, the list must have it
	RequiredRevision                      // the form must name the list's revision
)

// An ArgHint is the kind of a word after a verb, for completion.
type ArgHint int

// The hints.
const (
	HintUnit         ArgHint = iota // a unit of the list, by its id
	HintNewUnit                     // a unit that can be added
	HintOpenOption                  // an option that the unit can still choose
	HintChosenOption                // an option that the unit has chosen
	HintField                       // FIELD=VALUE
)

// An Option is a named option of a verb.
type Option struct {
	Name    string
	Meaning string // the text for help
	Kind    OptionKind
}

// OptionKind is the kind of value that an option takes.
type OptionKind int

// The kinds of options.
const (
	OneWordOption   OptionKind = iota // one word
	ManyWordsOption                   // one or more words, separated by commas
	NumberOption                      // a number; 1 if none is given
)

// A Call is a verb with its words and its options by name. Verbs of pages also need the list's
// session.
type Call struct {
	Verb    *Verb
	words   []string
	options map[string][]string
	ctx     context.Context
	session *Session
}

// option returns the words of an option, separated by commas.
func (c Call) option(name string) string { return strings.Join(c.options[name], ",") }

// Verbs returns all verbs that change a list.
func Verbs() []Verb { return verbs }

// verbs holds all verbs that change a list.
var verbs = []Verb{
	{
		Name: "add", ArgsHelp: "UNIT… [--upgrade A,B=2] [--join ID] [--in ID] [--count N]", Hints: []ArgHint{HintNewUnit},
		Forcible: true, makeEdits: addEdits,
		Short: "Add units to a list, with their upgrades",
		Long: `Add units to a list: units of the list's army book, by id or printed name. For
Fast and Dirty a kind of unit (infantry, heavy-weapons, artillery, character,
psionic, sniper, vehicle) or a stored unit (muster library). Where several books
of the list have a unit of that name, write BOOK/UNIT or --book BOOK.`,
		Example: `  muster add third.yaml captain line-squad apc
  muster add third.yaml line-squad --upgrade heavy-rifle=2,sergeant --count 2
  muster add third.yaml "Line Squad" --name "The Old Guard" --in apc`,
		Options: []Option{
			{Name: "id", Meaning: "the unit's id in the list; without it, the unit's own"},
			{Name: "name", Meaning: "the player's own name for it"},
			{Name: "book", Meaning: "which of the list's books the unit is of"},
			{"upgrade", "`options` to choose: A,B=2", ManyWordsOption},
			{Name: "join", Meaning: "the `ID` of the unit that the hero joins"},
			{Name: "in", Meaning: "the `ID` of the transport that it deploys in"},
			{"count", "how many of the unit", NumberOption},
		},
	},
	{
		Name: "remove", ArgsHelp: "ID", Short: "Remove a unit from a list, and links to it", Hints: []ArgHint{HintUnit},
		makeEdits: singleEdit(func(c Call) Edit { return Remove{ID: c.words[0]} }),
	},
	{
		Name: "copy", ArgsHelp: "ID [NEW-ID]", Short: "Add a unit once more, with its upgrades", Hints: []ArgHint{HintUnit},
		makeEdits: singleEdit(func(c Call) Edit { return Copy{ID: c.words[0], NewID: strings.Join(c.words[1:], "")} }),
	},
	{
		Name: "move", ArgsHelp: "ID [end] [--before ID]", Short: "Move a unit to another place in the list, or to its end",
		Hints:   []ArgHint{HintUnit},
		Long:    "Move a unit to its list's end, or before another unit.",
		Options: []Option{{Name: "before", Meaning: "the `ID` of the unit that will follow it"}},
		makeEdits: func(c Call) ([]Edit, error) {
			if where := strings.Join(c.words[1:], ""); where != "" && where != "end" {
				return nil, fmt.Errorf("`%s` is no place; write `end`, or --before ID", where)
			}
			return []Edit{Move{ID: c.words[0], BeforeUnit: c.option("before")}}, nil
		},
	},
	{
		Name: "rename", ArgsHelp: "ID NAME", RevisionCheck: OptionalRevision,
		Short: "Give a unit a name of your own (\"\" takes it away)", Hints: []ArgHint{HintUnit},
		makeEdits: func(c Call) ([]Edit, error) {
			all := []Edit{Rename{ID: c.words[0], Name: c.words[1]}}
			note := c.options["note"] // which pages ask for beside the name
			if note == nil {
				return all, nil
			}
			all = append(all, SetNotes{UnitID: c.words[0], Text: strings.ReplaceAll(note[0], "\r\n", "\n")})
			more, err := setFields(c.words[0], fieldChanges(CampaignFields(c.session.rosterNow, c.words[0]), c.options))
			return append(all, more...), err
		},
	},
	{
		Name: "note", ArgsHelp: "ID TEXT", Short: "Write a remark on a unit (\"\" takes it away)", Hints: []ArgHint{HintUnit},
		makeEdits: singleEdit(func(c Call) Edit { return SetNotes{UnitID: c.words[0], Text: c.words[1]} }),
	},
	{
		Name: "upgrade", ArgsHelp: "ID OPTION[=N]…", Short: "Choose upgrades for a unit",
		Hints: []ArgHint{HintUnit, HintOpenOption},
		Long: `Choose upgrades for a unit: OPTION=2 is two more of it. An upgrade of all models
is chosen for both halves of a combined unit.`,
		makeEdits: choiceEdit(func(id string, c []gf.Choice) Edit { return Upgrade{UnitID: id, Choices: c} }),
	},
	{
		Name: "downgrade", ArgsHelp: "ID OPTION[=N]…", Short: "Drop upgrades of a unit, and those that build on them",
		Hints: []ArgHint{HintUnit, HintChosenOption},
		Long: `Drop upgrades of a unit, and those that build on them: OPTION alone is one of
it, OPTION=2 two.`,
		makeEdits: choiceEdit(func(id string, c []gf.Choice) Edit { return Downgrade{UnitID: id, Choices: c} }),
	},
	{
		Name: "swap", ArgsHelp: "ID OLD=NEW…", Short: "Replace an option by a different one",
		Hints: []ArgHint{HintUnit, HintChosenOption},
		Long: `Replace an option by a different one, each time that it is chosen, or N times:
OLD=NEW=1 is once.`,
		makeEdits: func(c Call) (swaps []Edit, err error) {
			words := c.words[1:]
			if len(words) == 2 && !strings.Contains(words[0]+words[1], "=") {
				words = []string{words[0] + "=" + words[1]}
			}
			for _, word := range words {
				old, choice, ok := strings.Cut(word, "=")
				option, times, counted := strings.Cut(choice, "=")
				count, err := strconv.Atoi(times)
				if !ok || old == "" || option == "" || counted && (err != nil || count < 1) {
					return nil, fmt.Errorf("`%s` should be OLD=NEW: the option to drop, and the one to choose in its place; OLD=NEW=1 for one of them", word)
				}
				swaps = append(swaps, Swap{UnitID: c.words[0], Old: old, New: option, Count: count})
			}
			return swaps, nil
		},
	},
	{
		Name: "combine", ArgsHelp: "A B", Short: "Combine two copies of a unit into one unit", Hints: []ArgHint{HintUnit},
		Forcible:  true,
		makeEdits: singleEdit(func(c Call) Edit { return Link{UnitID: c.words[1], Key: "combine", Target: c.words[0]} }),
	},
	{
		Name: "join", ArgsHelp: "HERO UNIT", Short: "Let a hero join a unit", Hints: []ArgHint{HintUnit}, Forcible: true,
		makeEdits: singleEdit(func(c Call) Edit { return Link{UnitID: c.words[0], Key: "join", Target: c.words[1]} }),
	},
	{
		Name: "embark", ArgsHelp: "UNIT TRANSPORT", Short: "Let a unit deploy inside a transport",
		Hints: []ArgHint{HintUnit}, Forcible: true,
		makeEdits: singleEdit(func(c Call) Edit { return Link{UnitID: c.words[0], Key: "in", Target: c.words[1]} }),
	},
	{
		Name: "link", ArgsHelp: "ID KEY TO",
		makeEdits: singleEdit(func(c Call) Edit { return Link{UnitID: c.words[0], Key: c.words[1], Target: c.words[2]} }),
	},
	{Name: "unlink", ArgsHelp: "ID KEY", makeEdits: singleEdit(func(c Call) Edit { return Link{UnitID: c.words[0], Key: c.words[1]} })},
	{
		Name: "detach", ArgsHelp: "ID [--only LINK]", Short: "Remove a unit's links: combined, joined, embarked",
		Hints:     []ArgHint{HintUnit},
		Options:   []Option{{"only", "the `links` to take back: combine, join, in (embarked), partner; otherwise all", ManyWordsOption}},
		makeEdits: singleEdit(func(c Call) Edit { return Detach{UnitID: c.words[0], OnlyKeys: c.options["only"]} }),
	},
	{
		Name: "renew", ArgsHelp: "[VERSION]", RevisionCheck: OptionalRevision,
		makeEdits: singleEdit(func(c Call) Edit { return Update{Version: strings.Join(c.words, "")} }),
	},
	{
		Name: "set", ArgsHelp: "[ID] FIELD=VALUE…", Short: "Change fields of a list, or of a unit",
		Hints: []ArgHint{HintUnit, HintField}, Forcible: true, makeEdits: setEdits,
		Long: `Change fields of a list, or of one of its units. Fast and Dirty units are made
of fields, in a list or in a file of their own (which needs no ID). Where a
field has several entries, they are counted from 1.

  points=2000            of the list: also name, notes, general, force-org, …
  book+=lantern-fleet    one more army book
  name="The Old Guard"   of any unit: also notes
  aside=true             it stays in the file and counts for nothing
  quality=elite          of a Fast and Dirty unit; an empty value removes it
  figures=10             how many figures it has
  weapon=smg             the basic weapon of all its figures
  weapons+=saw           one figure takes a SAW; also leader=, personalities+=
  figures.2.count=8      the second line of figures
  traits+=ID             one more entry
  traits-=ID             one entry less, by its value or its number
  'figures+={count: 2, weapon: saw}'`,
	},
	{Name: "undo", HistoryStep: -1},
	{Name: "redo", HistoryStep: +1},
	{Name: "fix", ArgsHelp: "FINDING WAY", RevisionCheck: RequiredRevision, makeEdits: quickFix},
	{Name: "fields", ArgsHelp: "ID", RevisionCheck: OptionalRevision, makeEdits: unitFieldEdits},
	{Name: "list", RevisionCheck: OptionalRevision, makeEdits: func(c Call) ([]Edit, error) {
		return setFields("", fieldChanges(ListFields(c.session.rosterNow, c.session.library), c.options))
	}},
	{Name: "whole copy", ArgsHelp: "ID", makeEdits: copyCard},
	{Name: "whole double", ArgsHelp: "ID", makeEdits: func(c Call) ([]Edit, error) {
		return combinedCopies(c.session.rosterNow, c.words[0], c.words), nil
	}},
	{Name: "whole remove", ArgsHelp: "ID", makeEdits: forCardUnits(func(id string) Edit { return Remove{ID: id} })},
	{
		Name: "whole aside", ArgsHelp: "ID",
		makeEdits: forCardUnits(func(id string) Edit { return setField(id, []string{"aside"}, "true") }),
	},
	{Name: "whole onto", ArgsHelp: "ID UNIT", makeEdits: moveCard},
	{Name: "platoon", ArgsHelp: "NUMBER NAME", RevisionCheck: OptionalRevision, makeEdits: namePlatoon},
	{Name: "station", ArgsHelp: "ID [NUMBER] [PART]", RevisionCheck: OptionalRevision, makeEdits: assignPlatoon},
	{Name: "disband", ArgsHelp: "NUMBER", RevisionCheck: OptionalRevision, makeEdits: func(c Call) ([]Edit, error) {
		return setFields("", []string{"platoons-=" + c.words[0]})
	}},
}

// A Form is the value that a form of a page sends for a verb and its words, as ReadCall reads it. A
// word that is "" is left out; a field of the form may send it.
type Form string

// The forms of verbs without words.
const (
	UndoForm  Form = "undo"
	RedoForm  Form = "redo"
	RenewForm Form = "renew"
	ListForm  Form = "list"
)

// The forms of verbs with words.

func AddForm(offer string) Form                 { return formOf("add", offer) }
func RemoveForm(id string) Form                 { return formOf("remove", id) }
func RenameForm(id string) Form                 { return formOf("rename", id) }
func UpgradeForm(id, option string) Form        { return formOf("upgrade", id, option) }
func DowngradeForm(id, option string) Form      { return formOf("downgrade", id, option) }
func SwapForm(id, old, option string) Form      { return formOf("swap", id, old+"="+option) }
func SwapOneForm(id, old, option string) Form   { return formOf("swap", id, old+"="+option+"=1") }
func LinkForm(id, key, to string) Form          { return formOf("link", id, key, to) }
func UnlinkForm(id, key string) Form            { return formOf("unlink", id, key) }
func AssignForm(id, assignment string) Form     { return formOf("set", id, assignment) }
func SetForm(id, field, value string) Form      { return formOf("set", id, field+"="+value) }
func FixForm(finding, way int) Form             { return formOf("fix", strconv.Itoa(finding), strconv.Itoa(way)) }
func FieldsForm(id string) Form                 { return formOf("fields", id) }
func WholeCopyForm(id string) Form              { return formOf("whole copy", id) }
func WholeDoubleForm(id string) Form            { return formOf("whole double", id) }
func WholeRemoveForm(id string) Form            { return formOf("whole remove", id) }
func WholeAsideForm(id string) Form             { return formOf("whole aside", id) }
func WholeOntoForm(id, to string) Form          { return formOf("whole onto", id, to) }
func PlatoonForm(number string) Form            { return formOf("platoon", number) }
func StationForm(id, platoon, part string) Form { return formOf("station", id, platoon, part) }
func DisbandForm(number string) Form            { return formOf("disband", number) }

// formOf returns the form of a verb with its words.
func formOf(verbAndWords ...string) Form {
	words := slices.DeleteFunc(verbAndWords, func(word string) bool { return word == "" })
	return Form(strings.Join(words, " "))
}

// singleEdit converts a function that returns one edit into a function that returns a list of
// edits.
func singleEdit(edit func(Call) Edit) func(Call) ([]Edit, error) {
	return func(c Call) ([]Edit, error) { return []Edit{edit(c)}, nil }
}

// choiceEdit converts a function that makes an edit from a unit's id and choices. It reads them
// from the words ID OPTION[=N]….
func choiceEdit(edit func(id string, choices []gf.Choice) Edit) func(Call) ([]Edit, error) {
	return func(c Call) ([]Edit, error) {
		choices, err := parseChoices(c.words[1:])
		return []Edit{edit(c.words[0], choices)}, err
	}
}

// parseChoices reads choices in the forms OPTION, OPTION=N and OPTION N.
func parseChoices(words []string) ([]gf.Choice, error) {
	var choices []gf.Choice
	for i, word := range words {
		option, number, counted := strings.Cut(word, "=")
		if _, err := strconv.Atoi(word); err == nil && i > 0 {
			choices, option, number, counted = choices[:len(choices)-1], words[i-1], word, true
		}
		choice := gf.Choice{Option: option, Count: 1}
		if counted {
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 || n > 1000 {
				return nil, fmt.Errorf("%q: behind the = should stand a number from 1 to 1000", word)
			}
			choice.Count = n
		}
		choices = append(choices, choice)
	}
	return choices, nil
}

func addEdits(c Call) (edits []Edit, err error) {
	add := Add{ID: c.option("id"), Name: c.option("name"), Count: 1, JoinUnit: c.option("join"), Transport: c.option("in")}
	if text := c.option("count"); text != "" {
		if add.Count, err = strconv.Atoi(text); err != nil || add.Count < 1 || add.Count > 100 {
			return nil, errors.New("--count should be 1 to 100")
		}
	}
	if add.ID != "" && len(c.words) > 1 {
		return nil, errors.New("--id is for one unit; several get ids of their own")
	}
	if add.Upgrades, err = parseChoices(c.options["upgrade"]); err != nil {
		return nil, err
	}
	for _, unit := range c.words {
		if add.Unit = unit; c.option("book") != "" {
			add.Unit = c.option("book") + "/" + unit
		}
		edits = append(edits, add)
	}
	return edits, nil
}

func setEdits(c Call) ([]Edit, error) {
	var set SetFields
	words := c.words
	if bare := !strings.Contains(words[0], "="); bare && (len(words) != 2 || strings.Contains(words[1], "=")) {
		set.UnitID, words = words[0], words[1:]
	}
	if len(words) == 0 {
		return nil, errors.New("say what to set, such as points=2000, or name=\"The Old Guard\" of a unit")
	}
	if len(words) == 2 && !strings.Contains(words[0], "=") { // FIELD VALUE
		words = []string{words[0] + "=" + words[1]}
	}
	var err error
	set.Fields, err = edit.ParseAssignments(words)
	for _, f := range set.Fields {
		if f.Path[0] == "note" || f.Path[0] == "remark" {
			f.Path[0] = "notes"
		}
	}
	return []Edit{set}, err
}

// Edits returns the edits of a command-line verb, from its words and its options by name. The error
// names an unusable word or option.
func (v *Verb) Edits(words []string, options map[string][]string) ([]Edit, error) {
	return Call{Verb: v, words: words, options: options}.Edits(context.Background(), nil)
}

// Edits returns the edits of a call to the list of an open session.
func (c Call) Edits(ctx context.Context, s *Session) ([]Edit, error) {
	if least, most := c.Verb.WordCountLimits(); len(c.words) < least || len(c.words) > most {
		return nil, fmt.Errorf("`%s` is said with %s", c.Verb.Name, c.Verb.ArgsHelp)
	}
	c.ctx, c.session = ctx, s
	return c.Verb.makeEdits(c)
}

// WordCountLimits returns the minimum and the maximum number of words after the verb's name.
func (v *Verb) WordCountLimits() (least, most int) {
	for _, word := range v.wordNames() {
		most++
		if !strings.HasPrefix(word, "[") {
			least++
		}
		if strings.HasSuffix(word, "…") {
			most = 1 << 20
		}
	}
	return least, most
}

// wordNames lists the names of the verb's words, without its options.
func (v *Verb) wordNames() []string {
	words, _, _ := strings.Cut(v.ArgsHelp, " [--")
	return strings.Fields(words)
}

// ReadCall parses a call from a form. text has a verb and its words, separated by blanks (the last
// word may contain blanks). values has options, and words that are missing in text (under "NAME"
// for the word NAME).
func ReadCall(text string, values map[string][]string) (Call, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Call{}, errors.New("the form says nothing that is to be done")
	}
	at := slices.IndexFunc(verbs, func(v Verb) bool { return strings.HasPrefix(text+" ", v.Name+" ") })
	if at < 0 {
		name, _, _ := strings.Cut(text, " ")
		return Call{}, fmt.Errorf("`%s` is nothing that can be done to a list", name)
	}
	verb, rest := &verbs[at], strings.TrimPrefix(text, verbs[at].Name)
	names := verb.wordNames()
	var words []string
	for i := range names {
		rest = strings.TrimSpace(rest)
		if value := values[strings.ToLower(names[i])]; rest == "" && value != nil {
			words = append(words, strings.TrimSpace(value[0]))
			continue
		}
		word, more := rest, ""
		if i < len(names)-1 {
			word, more, _ = strings.Cut(rest, " ")
		}
		if word != "" {
			words = append(words, word)
		}
		rest = more
	}
	return Call{Verb: verb, words: words, options: values}, nil
}

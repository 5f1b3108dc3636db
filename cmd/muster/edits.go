package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/gf"
	"muster/catalog/fad"
)

// An editing is a command that changes a list: LIST, then words that edits are
// made of.
type editing struct {
	use, short, long string
	words            int  // how many follow LIST at least
	more             bool // any number more may
	then             []completer
	guarded          bool // the rules may refuse it, and --force overrules them
	edits            func(words []string) ([]builder.Edit, error)
}

func (a *app) editCommand(e editing) *cobra.Command {
	var flags edits
	cmd := &cobra.Command{
		Use: e.use, Short: e.short, Long: e.long,
		Args:              cobra.ExactArgs(1 + e.words),
		ValidArgsFunction: a.completeListThen(e.then...),
		RunE: func(_ *cobra.Command, args []string) error {
			changes, err := e.edits(args[1:])
			if err != nil {
				return err
			}
			return a.change(args[0], flags, changes...)
		},
	}
	if e.more {
		cmd.Args = cobra.MinimumNArgs(1 + e.words)
	}
	flags.flags(cmd, e.guarded)
	return cmd
}

// one makes a single edit of words.
func one(edit func(words []string) builder.Edit) func([]string) ([]builder.Edit, error) {
	return func(words []string) ([]builder.Edit, error) { return []builder.Edit{edit(words)}, nil }
}

// chosen makes an edit of ID OPTION[=N]….
func chosen(edit func(id string, choices []gf.Choice) builder.Edit) func([]string) ([]builder.Edit, error) {
	return func(words []string) ([]builder.Edit, error) {
		choices, err := parseChoices(words[1:])
		return []builder.Edit{edit(words[0], choices)}, err
	}
}

// editCommands lists the commands that change a list, but for add, which has
// flags of its own.
func (a *app) editCommands() []*cobra.Command {
	ids, options, taken := a.completeIDs, a.completeOptions, a.completeChosen
	var before string
	var only []string
	commands := []editing{
		{
			use: "remove LIST ID", short: "Remove a unit from a list, and links to it", words: 1, then: []completer{ids},
			edits: one(func(w []string) builder.Edit { return builder.Remove{ID: w[0]} }),
		},
		{
			use: "copy LIST ID [NEW-ID]", short: "Add a unit once more, with its upgrades", words: 1, more: true, then: []completer{ids},
			edits: func(w []string) ([]builder.Edit, error) {
				if len(w) > 2 {
					return nil, errors.New("copy takes one unit at a time: muster copy LIST ID [NEW-ID]")
				}
				return []builder.Edit{builder.Copy{ID: w[0], As: strings.Join(w[1:], "")}}, nil
			},
		},
		{
			use: "move LIST ID [--before ID]", short: "Move a unit to another place in the list, or to its end", words: 1, then: []completer{ids},
			edits: one(func(w []string) builder.Edit { return builder.Move{ID: w[0], Before: before} }),
		},
		{
			use: "rename LIST ID NAME", short: "Give a unit a name of your own (\"\" takes it away)", words: 2, then: []completer{ids},
			edits: one(func(w []string) builder.Edit { return builder.Rename{ID: w[0], Name: w[1]} }),
		},
		{
			use: "note LIST ID TEXT", short: "Write a remark on a unit (\"\" takes it away)", words: 2, then: []completer{ids},
			edits: one(func(w []string) builder.Edit { return builder.Note{ID: w[0], Text: w[1]} }),
		},
		{
			use: "upgrade LIST ID OPTION[=N]…", short: "Choose upgrades for a unit", words: 2, more: true, then: []completer{ids, options},
			long: `Choose upgrades for a unit: OPTION=2 is two more of it. What changes all models
of a combined pair goes to both halves.`,
			edits: chosen(func(id string, c []gf.Choice) builder.Edit { return builder.Upgrade{ID: id, Choices: c} }),
		},
		{
			use: "downgrade LIST ID OPTION[=N]…", short: "Drop upgrades of a unit, and those that build on them", words: 2, more: true, then: []completer{ids, taken},
			long: `Drop upgrades of a unit, and those that build on them: OPTION alone is one of
it, OPTION=2 two.`,
			edits: chosen(func(id string, c []gf.Choice) builder.Edit { return builder.Downgrade{ID: id, Choices: c} }),
		},
		{
			use: "swap LIST ID OLD=NEW…", short: "Choose another option in the place of one", words: 2, more: true, then: []completer{ids, taken},
			edits: func(words []string) ([]builder.Edit, error) {
				var swaps []builder.Edit
				for _, word := range words[1:] {
					old, option, ok := strings.Cut(word, "=")
					if !ok || old == "" || option == "" {
						return nil, fmt.Errorf("`%s` should be OLD=NEW: the option to drop, and the one to choose in its place", word)
					}
					swaps = append(swaps, builder.Swap{ID: words[0], Old: old, New: option})
				}
				return swaps, nil
			},
		},
		{
			use: "combine LIST A B", short: "Make one unit of two copies of the same", words: 2, guarded: true, then: []completer{ids, ids},
			edits: one(func(w []string) builder.Edit { return builder.Combine{First: w[0], Second: w[1]} }),
		},
		{
			use: "join LIST HERO UNIT", short: "Let a hero join a unit", words: 2, guarded: true, then: []completer{ids, ids},
			edits: one(func(w []string) builder.Edit { return builder.Join{Hero: w[0], Unit: w[1]} }),
		},
		{
			use: "embark LIST UNIT TRANSPORT", short: "Let a unit deploy inside a transport", words: 2, guarded: true, then: []completer{ids, ids},
			edits: one(func(w []string) builder.Edit { return builder.Embark{Unit: w[0], Transport: w[1]} }),
		},
		{
			use: "detach LIST ID [--only LINK]", short: "Take back a unit's links: combined, joined, embarked", words: 1, then: []completer{ids},
			edits: one(func(w []string) builder.Edit { return builder.Detach{ID: w[0], Only: only} }),
		},
		{
			use: "set LIST [ID] FIELD=VALUE…", short: "Change fields of a list, or of a unit", words: 1, more: true, guarded: true, then: []completer{ids, a.completeFields},
			long: `Change fields of a list, or of one of its units. Fast and Dirty units are made
of fields, in a list or in a file of their own (which needs no ID). Entries of
lists are counted from 1.

  points=2000            of the list: also name, notes, general, force-org, …
  book+=lantern-fleet    one more army book
  quality=elite          a field; an empty value removes it
  figures.2.count=8      the second line of figures
  traits+=ID             one more entry
  traits-=ID             one entry less, by its value or its number
  'figures+={count: 2, weapon: saw}'`,
			edits: func(words []string) ([]builder.Edit, error) {
				var set builder.Set
				if !strings.Contains(words[0], "=") {
					set.ID, words = words[0], words[1:]
				}
				if len(words) == 0 {
					return nil, errors.New("say what to set, such as points=2000, or quality=elite of a unit")
				}
				var err error
				set.Fields, err = edit.ParseAssignments(words)
				return []builder.Edit{set}, err
			},
		},
	}
	var all []*cobra.Command
	for _, e := range commands {
		all = append(all, a.editCommand(e))
	}
	for _, cmd := range all {
		switch cmd.Name() {
		case "move":
			cmd.Flags().StringVar(&before, "before", "", "the `ID` of the unit that it is to stand before")
		case "detach":
			cmd.Flags().StringSliceVar(&only, "only", nil, "the `links` to take back: combine, join, in, partner; otherwise all")
		}
	}
	return all
}

func (a *app) addCommand() *cobra.Command {
	var add builder.Add
	var book string
	var upgrades []string
	var flags edits
	cmd := &cobra.Command{
		Use:   "add LIST UNIT… [--upgrade A,B=2] [--join ID] [--in ID] [--count N]",
		Short: "Add units to a list, with their upgrades",
		Long: `Add units to a list: units of the list's army book, by id or printed name; or
for Fast and Dirty a kind of unit (infantry, vehicle, …) or a stored unit
(muster library). Where several of the list's books have a unit of that name,
write BOOK/UNIT or --book BOOK.`,
		Example: `  muster add third.yaml captain line-squad apc
  muster add third.yaml line-squad --upgrade heavy-rifle=2,banner --count 2
  muster add third.yaml "Line Squad" --name "The Old Guard" --in apc`,
		Args:              cobra.MinimumNArgs(2),
		ValidArgsFunction: a.completeListThen(a.completeWhat),
		RunE: func(_ *cobra.Command, args []string) error {
			if add.Count < 1 || add.Count > 100 {
				return errors.New("--count should be 1 to 100")
			}
			if add.ID != "" && len(args) > 2 {
				return errors.New("--id is for one unit; several get ids of their own")
			}
			var err error
			if add.Upgrades, err = parseChoices(upgrades); err != nil {
				return err
			}
			add.Stock = func() (*fad.Stock, error) {
				stock, _, err := a.stock()
				return stock, err
			}
			var adds []builder.Edit
			for _, unit := range args[1:] {
				one := add
				if one.Unit = unit; book != "" {
					one.Unit = book + "/" + unit
				}
				adds = append(adds, one)
			}
			return a.change(args[0], flags, adds...)
		},
	}
	f := cmd.Flags()
	f.StringVar(&add.ID, "id", "", "the unit's id in the list; without it, the unit's own")
	f.StringVar(&add.Name, "name", "", "the player's own name for it")
	f.StringVar(&book, "book", "", "which of the list's books the unit is of")
	f.StringSliceVar(&upgrades, "upgrade", nil, "`options` to choose: A,B=2")
	f.StringVar(&add.Join, "join", "", "the `ID` of the unit that the hero joins")
	f.StringVar(&add.In, "in", "", "the `ID` of the transport that it deploys in")
	f.IntVar(&add.Count, "count", 1, "how many of the unit")
	flags.flags(cmd, true)
	return cmd
}

// parseChoices reads OPTION or OPTION=N.
func parseChoices(args []string) ([]gf.Choice, error) {
	choices := make([]gf.Choice, len(args))
	for i, arg := range args {
		option, number, counted := strings.Cut(arg, "=")
		choices[i] = gf.Choice{Option: option, Count: 1}
		if !counted {
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > 1000 {
			return nil, fmt.Errorf("%q: behind the = should stand a number from 1 to 1000", arg)
		}
		choices[i].Count = n
	}
	return choices, nil
}

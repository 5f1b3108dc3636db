package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// commandGroups lists the commands as help shows them, in the order in which players need them.
var commandGroups = []struct {
	title    string
	commands []string
}{
	{"Start", []string{"new", "import", "books", "serve"}},
	{"Edit", []string{
		"add", "remove", "copy", "move", "upgrade", "downgrade", "swap", "combine", "join", "embark",
		"detach", "set", "undo", "redo",
	}},
	{"Judge", []string{"check", "show", "price", "design", "fill", "preview", "update", "diff"}},
	{"Hand out", []string{"export", "share"}},
	{"More", []string{"rule", "games", "library", "schema", "completion", "site", "verify"}},
}

var commandAliases = map[string][]string{
	"new": {"start"}, "remove": {"rm", "delete"}, "check": {"validate", "lint"}, "show": {"list", "ls", "open"},
	"books": {"units"}, "preview": {"odds"}, "export": {"print"},
}

// adviceForWord maps words that are not commands to advice.
var adviceForWord = map[string]string{
	"edit": "`muster add`, `remove`, `upgrade` or `set` change a list", "play": "`muster serve` has the companion for the table",
	"version": "the version is `muster --version`",
}

// renamedVerbs maps old verbs, which still work, to their new form.
var renamedVerbs = map[string]string{"rename": "set LIST ID name=NAME", "note": "set LIST ID notes=TEXT"}

// renamedCommands maps old commands, which still work, to the command and flags that they stand for.
var renamedCommands = map[string][]string{
	"gain": {"fill", "--steps"}, "duel": {"preview"}, "brief": {"show", "--brief"},
}

func (a *app) addCommands(root *cobra.Command) {
	all := slices.Concat(a.verbCommands(), a.historyCommands(), []*cobra.Command{
		a.newCommand(), a.updateCommand(), a.diffCommand(), a.showCommand(), a.checkCommand(), a.verifyCommand(),
		a.priceCommand(), a.designCommand(),
		a.previewCommand(), a.fillCommand(), a.exportCommand(),
		a.shareCommand(),
		a.booksCommand(), a.ruleCommand(), a.libraryCommand(), a.importCommand(), a.serveCommand(), a.siteCommand(),
		a.schemaCommand(), a.completionCommand(), a.gamesCommand(),
	})
	help := a.helpCommand(root)
	root.SetHelpCommand(help)
	place := map[string]int{}
	for _, group := range commandGroups {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title + ":"})
		for _, name := range group.commands {
			place[name] = len(place)
		}
	}
	slices.SortStableFunc(all, func(x, y *cobra.Command) int { return place[x.Name()] - place[y.Name()] })
	help.GroupID = commandGroups[len(commandGroups)-1].title
	for _, command := range all {
		for _, group := range commandGroups {
			if slices.Contains(group.commands, command.Name()) {
				command.GroupID = group.title
			}
		}
		if now := renamedVerbs[command.Name()]; now != "" {
			a.hideRenamedCommand(command, now)
		}
		command.Aliases = commandAliases[command.Name()]
		explainWrongArgs(command)
		expandPatterns(command)
		command.DisableFlagsInUseLine = true
		root.AddCommand(command)
	}
	for name, now := range renamedCommands {
		standsFor, _, _ := root.Find(now[:1])
		command := &cobra.Command{
			Use: name, Long: standsFor.Long, ValidArgsFunction: standsFor.ValidArgsFunction, DisableFlagParsing: true,
			RunE: func(_ *cobra.Command, args []string) error {
				root.SetArgs(append(now, args...))
				return root.Execute()
			},
		}
		a.hideRenamedCommand(command, strings.Join(now, " "))
		root.AddCommand(command)
	}
}

// hideRenamedCommand removes a renamed command from help. The command still works, but first prints
// its new form, given as now.
func (a *app) hideRenamedCommand(command *cobra.Command, now string) {
	command.Hidden = true
	run := command.RunE
	command.RunE = func(cmd *cobra.Command, args []string) error {
		a.err.Line("`%s` is `muster %s` now.", cmd.CommandPath(), now)
		return run(cmd, args)
	}
}

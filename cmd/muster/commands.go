package main

import "github.com/spf13/cobra"

// commands lists every command, in the order of the help's list of them.
func (a *app) commands() []*cobra.Command {
	commands := append([]*cobra.Command{a.newCommand()}, a.verbCommands()...)
	commands = append(commands, a.historyCommands()...)
	return append(commands,
		a.updateCommand(),
		a.diffCommand(),
		a.showCommand(),
		a.checkCommand(),
		a.verifyCommand(),
		a.priceCommand(),
		a.previewCommand(),
		a.fillCommand(),
		a.gainCommand(),
		a.duelCommand(),
		a.briefCommand(),
		a.gamesCommand(),
		a.exportCommand(),
		a.shareCommand(),
		a.booksCommand(),
		a.ruleCommand(),
		a.libraryCommand(),
		a.importCommand(),
		a.serveCommand(),
		a.siteCommand(),
		a.schemaCommand(),
		a.completionCommand(),
	)
}

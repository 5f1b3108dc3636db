package main

import "github.com/spf13/cobra"

// commands lists every command, in the order of the help's list of them.
func (a *app) commands() []*cobra.Command {
	return []*cobra.Command{
		a.newCommand(),
		a.addCommand(),
		a.removeCommand(),
		a.renameCommand(),
		a.upgradeCommand(),
		a.downgradeCommand(),
		a.combineCommand(),
		a.joinCommand(),
		a.embarkCommand(),
		a.detachCommand(),
		a.showCommand(),
		a.checkCommand(),
		a.previewCommand(),
		a.exportCommand(),
		a.booksCommand(),
		a.importCommand(),
		a.schemaCommand(),
		a.completionCommand(),
	}
}

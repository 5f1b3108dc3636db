package main

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/play"
	"muster/report"
	"muster/schema/files/disk"
)

func (a *app) gamesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "games [LIST]",
		Short: "Games that were played with a list, or with all",
		Long: `List the kept games, the newest first, and count wins by army and by opponent.
A game is kept when it ends, or when you start a new game before that. Each game
is a file in the folder NAME.games next to the list. LIST may also be this
folder, or a folder of lists. Without LIST it is the folder that you are in.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: editableFiles.completeFiles,
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := a.storedGamesOf(append(args, ".")[0])
			if err != nil {
				return err
			}
			for _, err := range all.ReadErrors {
				a.err.Line("warning: %s", err)
			}
			return a.printReport(all, func() *report.Doc { return all.Doc(func(string) string { return "" }) })
		},
	}
	a.addJSONFlag(cmd, jsonUsage)
	return cmd
}

// storedGamesOf reads the stored games (records of play) of a list or of all lists in a folder. It
// adds the folder to the names of their files.
func (a *app) storedGamesOf(named string) (*play.KeptGames, error) {
	folder, list := filepath.Clean(named), ""
	if isFolder(named) && play.IsGamesFolder(filepath.Base(folder)) {
		folder, list = filepath.Dir(folder), strings.TrimSuffix(filepath.Base(folder), filepath.Ext(folder))+".yaml"
	} else if !isFolder(named) {
		if _, err := a.readText(named); err != nil {
			return nil, err
		}
		folder, list = filepath.Dir(named), filepath.Base(named)
	}
	all, err := play.KeptGamesIn(disk.FolderAt(folder), list)
	if err != nil {
		return nil, err
	}
	for i := range all.Records {
		all.Records[i].File = path.Join(filepath.ToSlash(folder), all.Records[i].File)
	}
	return all, nil
}

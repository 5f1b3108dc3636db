package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/edit"
	"muster/catalog/fad"
	"muster/report"
	"muster/schema/files/disk"
)

func (a *app) libraryCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "library",
		Short: "Keep Fast and Dirty units to use in many lists",
		Long: `Store units of Fast and Dirty in a folder of your own, to use them in many
lists. Without a subcommand it lists the units that ship with muster, and then
your own. To add a stored unit to a list, use its name: muster add LIST UNIT.

The folder is $` + storedUnitsEnvVar + `, or "units" next to the folder of army books.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.listLibrary() },
	}
	a.addJSONFlag(cmd, jsonUsage)
	cmd.AddCommand(a.librarySaveCommand(), a.libraryShowCommand(), a.libraryRemoveCommand())
	return cmd
}

// stock reads the stored units and names their folder. It reports unusable files, and returns all
// other units.
func (a *app) stock() (*fad.Stock, string, error) {
	folder, err := storedUnitFolder()
	if err != nil {
		return nil, "", err
	}
	stock, err := fad.LoadStock(disk.FolderAt(folder))
	if stock == nil {
		return nil, folder, err
	}
	if err != nil {
		printError(a.err, err)
	}
	return stock, folder, nil
}

// stockForLists returns the stored units that can be added to lists.
func (a *app) stockForLists() (*fad.Stock, error) {
	stock, _, err := a.stock()
	return stock, err
}

func (a *app) listLibrary() error {
	stock, folder, err := a.stock()
	if err != nil {
		return err
	}
	armoury, err := fad.LoadArmoury()
	if err != nil {
		return err
	}
	units := storedUnitReports(armoury, stock)
	if a.printsJSON {
		return a.out.JSON(map[string]any{"units": units})
	}
	a.out.ShowBlocks(storedUnitTable(units))
	a.out.Line("")
	a.out.Say("Those that come with muster are the %s; yours are in %s.", fad.ShippedForceName, folder)
	a.out.Say("Next: muster add LIST UNIT puts one into a list; muster library save LIST ID keeps one.")
	return nil
}

func storedUnitTable(units []storedUnitReport) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "Unit"},
		{Name: "Name", MaxWidth: 28},
		{Name: "Kind"},
		{Name: "Points", Kind: report.NumberColumn},
		{Name: "From"},
	}}
	for _, u := range units {
		points, from := "?", "muster"
		if u.isPriced {
			points = fmt.Sprint(u.Points)
		}
		if u.File != "" {
			from = filepath.Base(u.File)
		}
		t.Add(u.ID, u.Name, u.Kind, points, from)
	}
	return t
}

func (a *app) librarySaveCommand() *cobra.Command {
	var name string
	var force bool
	cmd := &cobra.Command{
		Use:               "save LIST ID [--as NAME]",
		Short:             "Keep a unit of a list",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: anyListFiles.completeThen(a.completeUnits),
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := a.openList(args[0])
			if err != nil {
				return err
			}
			keeper, ok := list.(builder.UnitExtractor)
			if !ok {
				return fmt.Errorf("%s is a list of %s, whose units are kept in army books", args[0], list.Game().Name)
			}
			kept, err := keeper.ExtractUnit(builder.UnitIDOf(list, args[1]), name, force)
			if errors.Is(err, edit.ErrRefused) {
				return fmt.Errorf("%w\nnothing was kept (--force keeps it all the same)", err)
			}
			if err != nil {
				return err
			}
			folder, err := storedUnitFolder()
			if err != nil {
				return err
			}
			path := filepath.Join(folder, kept.Name+".yaml")
			if err := disk.FolderAt(folder).Make(); err != nil {
				return err
			}
			if err := a.createFile(path, kept.File, force); err != nil {
				return err
			}
			a.out.Line("Kept %s as %s.", kept.Title, path)
			if house := kept.HouseArmoury; house != "" {
				a.out.Say("What it has of the house armoury %s is known only to lists with that armoury.", house)
			}
			a.out.Line("Next: muster add LIST %s", shellWord(kept.Name))
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "as", "", "the stored unit's `name`; without it, its id, with a number if a kind of unit has that")
	cmd.Flags().BoolVar(&force, "force", false, "write over a unit that is there, and keep one that breaks a rule")
	return cmd
}

func (a *app) libraryShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "show UNIT",
		Short:             "Print a stored unit's file",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeStock,
		RunE:              func(_ *cobra.Command, args []string) error { return a.showStored(args[0]) },
	}
}

func (a *app) findStored(id string) (*fad.StoredUnit, error) {
	stock, _, err := a.stock()
	if err != nil {
		return nil, err
	}
	return stock.Find(id)
}

func (a *app) showStored(id string) error {
	stored, err := a.findStored(id)
	if err != nil {
		return err
	}
	text := stored.Unit.File()
	if !stored.Shipped() {
		if text, err = stored.Path.Load(); err != nil {
			return err
		}
	}
	_, err = a.out.Write(text)
	return err
}

func (a *app) libraryRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "remove UNIT",
		Short:             "Remove a unit that you kept",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeStock,
		RunE: func(_ *cobra.Command, args []string) error {
			stored, err := a.findStored(args[0])
			if err != nil {
				return err
			}
			if stored.Shipped() {
				return fmt.Errorf("%s ships with muster and cannot be removed", stored.ID)
			}
			if err := stored.Path.Folder.(*disk.Folder).Remove(stored.Path.Name, nil); err != nil {
				return err
			}
			a.out.Line("Removed %s.", stored.Path)
			return nil
		},
	}
}

func (a *app) completeStock(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	stock, _, err := a.stock()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return stock.IDs(), cobra.ShellCompDirectiveNoFileComp
}

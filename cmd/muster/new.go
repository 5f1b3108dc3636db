package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/edit"
	"muster/builder/gf"
	"muster/rules"
)

func (a *app) newCommand() *cobra.Command {
	var system, book, name string
	var points int
	var force bool
	cmd := &cobra.Command{
		Use:   "new FILE --system S [--book B] [--points N] [--name N]",
		Short: "Start a list",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := args[0]
			if system == "" {
				return fmt.Errorf("say which game the list is for: --system %s", strings.Join(rules.Systems(), ", "))
			}
			game, err := rules.Load(system)
			if err != nil {
				return err
			}
			if points < 1 && cmd.Flags().Changed("points") {
				return errors.New("--points should be at least 1")
			}
			if name == "" {
				base := filepath.Base(path)
				name = strings.TrimSuffix(base, filepath.Ext(base))
			}
			if _, err := os.Lstat(path); err == nil && !force {
				return fmt.Errorf("%s is there already; --force writes over it", path)
			} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if game.Family != fastAndDirty {
				if book == "" {
					return fmt.Errorf("%s needs an army book: --book ID (`muster books` lists them)", system)
				}
				if _, err := a.books().Book(book, system, filepath.Dir(path)); err != nil {
					return err
				}
			} else if book != "" {
				return fmt.Errorf("%s has no army books; leave --book away", system)
			}
			if err := edit.WriteAtomic(path, gf.NewList(system, book, name, points)); err != nil {
				return err
			}
			next := "UNIT (muster books " + book + " lists them)"
			if game.Family == fastAndDirty {
				next = "KIND (infantry, vehicle, …; muster add --help)"
			}
			fmt.Fprintf(a.out, "Started %s.\nNext: muster add %s %s\n", path, path, next)
			return nil
		},
	}
	cmd.Flags().StringVar(&system, "system", "", "the game: "+strings.Join(rules.Systems(), ", "))
	cmd.Flags().StringVar(&book, "book", "", "the army book: an id, or a path relative to the list")
	cmd.Flags().IntVar(&points, "points", 0, "the agreed size of the game")
	cmd.Flags().StringVar(&name, "name", "", "the list's name; without it, the file's")
	cmd.Flags().BoolVar(&force, "force", false, "write over a file that is there")
	completeFlag(cmd, "system", func() []string { return rules.Systems() })
	completeFlag(cmd, "book", func() []string { return a.completeBook(nil) })
	return cmd
}

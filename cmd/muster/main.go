// Command muster builds army lists for tabletop wargames, checks them against
// the rules, prices units, predicts fights and prints sheets.
//
//go:debug multipartmaxparts=2100
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	notice "muster"
	"muster/builder/edit"
	"muster/builder/odds"
	"muster/catalog"
	stored "muster/catalog/fad"
	"muster/export"
	combat "muster/rules/gf"
	"muster/schema"
	"muster/schema/files/disk"
	"muster/terminal"
)

// Exit codes, stable for scripts.
const (
	exitOK       = 0 // done, or legal
	exitIllegal  = 1 // the input was understood and breaks the rules
	exitUnusable = 2 // the input or the call cannot be used
)

// errIllegal is the error for broken rules; the command's output has named them.
var errIllegal = errors.New("the rules are broken")

// app is the state that all commands share.
type app struct {
	out *terminal.Terminal
	err *terminal.Terminal
	// bookFolders holds the folders of --books.
	bookFolders      []string
	library          *catalog.Library
	preloadOnce      sync.Once // starts preloadBooks for the first list only
	noProgress       bool      // no progress is shown
	printsJSON       bool      // results are printed as JSON
	printsMarkdown   bool      // reports are printed as Markdown
	startTime        time.Time // the start of the program; see progress
	progressBarDrawn bool      // a progress bar is on the last line
	// untrustedLists means that lists come from other people, so that file names in them are not
	// followed.
	untrustedLists bool
}

// books returns the library of army books, which it opens once.
func (a *app) books() *catalog.Library {
	if a.library == nil {
		a.library = libraryOfFolders(bookFolders(a.bookFolders)...)
	}
	return a.library
}

func main() {
	delayGC()
	if len(os.Args) == 1 && startedByClick() {
		os.Exit(serveDocumentsFolder())
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// gcPercent is the target of the garbage collector in percent of the live heap (GOGC).
var gcPercent atomic.Int32

// delayGC delays the first garbage collection until the heap holds 32 MB, more than short commands
// need; then it restores the usual target.
func delayGC() {
	if os.Getenv("GOGC") != "" {
		return
	}
	gcPercent.Store(int32(debug.SetGCPercent(800))) // of the 4 MB that Go begins with
	gone := new([64]byte)
	runtime.AddCleanup(gone, func(garbage *atomic.Int32) { debug.SetGCPercent(int(garbage.Load())) }, &gcPercent)
}

// run executes a command line and returns the exit code.
func run(args []string, out, errOut io.Writer) int {
	printed := &errKeepingWriter{Writer: out}
	a := &app{out: terminal.New(printed), err: terminal.New(errOut), startTime: time.Now()}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetOut(printed)
	root.SetErr(errOut)
	err := root.Execute()
	if printed.firstErr != nil {
		printError(a.err, fmt.Errorf("what was to be printed could not be written: %w", disk.CauseWithoutPath(printed.firstErr)))
		return exitUnusable
	}
	if err != nil && !errors.Is(err, errIllegal) {
		printError(a.err, err)
	}
	return exitCode(err)
}

// An errKeepingWriter remembers the first write error, because most callers do not check errors.
type errKeepingWriter struct {
	io.Writer
	firstErr error // the first error of a write
}

// Write implements io.Writer.
func (o *errKeepingWriter) Write(text []byte) (int, error) {
	n, err := o.Writer.Write(text)
	if o.firstErr == nil {
		o.firstErr = err
	}
	return n, err
}

// Fd returns the file descriptor of the output, or an invalid one.
func (o *errKeepingWriter) Fd() uintptr {
	if file, ok := o.Writer.(*os.File); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}

// progressDelay is the time after which a command shows its progress.
const progressDelay = time.Second

// drawProgress draws a progress bar and a text on the last line of an interactive terminal. It
// removes the line when done reaches all.
func (a *app) drawProgress(done, all int, format string, args ...any) {
	if a.noProgress || !a.err.IsInteractive() || !a.progressBarDrawn && time.Since(a.startTime) < progressDelay {
		return
	}
	const width = 40
	filled := width * done / all
	text := fmt.Sprintf("[%s%s] %s", strings.Repeat("#", filled), strings.Repeat(".", width-filled),
		fmt.Sprintf(format, args...))
	if a.progressBarDrawn = done < all; !a.progressBarDrawn {
		text = strings.Repeat(" ", len(text)) + "\r"
	}
	fmt.Fprintf(a.err.Raw(), "\r%s", text)
}

// drawProgressShare draws the progress for a share of the work, from 0 to 1.
func (a *app) drawProgressShare(done float64) {
	a.drawProgress(int(100*done), 100, "%.0f %%", 100*done)
}

// exitCode returns the exit code for an error: exitIllegal for valid input that breaks rules,
// exitUnusable for unusable input.
func exitCode(err error) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errIllegal), errors.Is(err, edit.ErrRefused), errors.Is(err, errUnpriced):
		return exitIllegal
	}
	return exitUnusable
}

// maxPrintedProblems is the maximum number of problems of one file that are printed.
const maxPrintedProblems = 20

// printError prints an error for a person. Each problem of a file has a line; printError prints at
// most maxPrintedProblems of them.
func printError(out *terminal.Terminal, err error) {
	var problems *schema.Error
	if !errors.As(err, &problems) || len(problems.Problems) <= maxPrintedProblems {
		if problems != nil {
			err = fmt.Errorf("%w%s", err, adviceFor(problems.Problems))
		}
		out.ReportProblem("%v", err)
		return
	}
	for _, p := range problems.Problems[:maxPrintedProblems] {
		out.ReportProblem("%s", p)
	}
	out.Line("        and %d more", len(problems.Problems)-maxPrintedProblems)
}

// adviceByCode maps the codes of problems to their remedy on the command line.
var adviceByCode = map[string]string{
	catalog.CodeUnknownBook:   "`muster books` lists those that there are, `muster import` adds one, and --books names a folder to look in",
	catalog.CodeNoBook:        "`muster books` lists them",
	stored.CodeNotStored:      "`muster library` lists those that are kept",
	schema.CodeOutsideFolders: "--books names a folder in which lists may look for books",
	odds.CodeTooManyPairs:     "muster preview LIST ID asks about one unit, --against LIST#ID about one foe",
	combat.CodeTooLarge:       "the dice can be rolled instead: muster preview FILE --simulate 10000",
	export.CodeBadFormat:      "--format names the format, whatever the file is called",
}

// adviceFor returns advice on the first problem for which advice exists, unless the problem itself
// suggests a correction.
func adviceFor(problems []schema.Problem) string {
	for _, p := range problems {
		if text := adviceByCode[p.Code]; text != "" && !strings.HasSuffix(p.Message, "?") {
			return "\n" + text
		}
	}
	return ""
}

func (a *app) rootCommand() *cobra.Command {
	licenses := false
	root := &cobra.Command{
		Use:   "muster",
		Short: "Build army lists, check and price them, predict fights, print sheets",
		Long: `muster builds army lists for Grimdark Future, Age of Fantasy, and Fast and
Dirty: it keeps them legal, prices custom units, predicts fights with exact
odds, and prints sheets for the table.

Start with:
  muster books                                 what can be taken
  muster new third.yaml --system gf-3 --book steel-wardens --points 2000
  muster add third.yaml line-squad             add a unit
  muster show third.yaml                       see what is left to spend
  muster check third.yaml                      is it legal?
  muster export third.yaml -o third.pdf        print it`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          a.unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if licenses {
				a.out.Line("%s", strings.TrimSpace(notice.License+"\n"+notice.Notice))
				return nil
			}
			return cmd.Help()
		},
	}
	root.Flags().BoolVar(&licenses, "licenses", false, "print the licences of the program and of what it is built with")
	root.PersistentFlags().StringSliceVar(&a.bookFolders, "books", nil, "`folders` to look in for army books first")
	root.PersistentFlags().BoolVar(&a.noProgress, "quiet", false, "do not show how far long work is")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		a.out.IsMarkdown = a.printsMarkdown
		return checkFolders(a.bookFolders)
	}
	root.Version = version()
	root.Flags().Bool("version", false, "print the version") // without a letter, which means another thing in import
	root.CompletionOptions.HiddenDefaultCmd = true
	cobra.MousetrapHelpText = ""       // who has clicked the program is served; see startedByClick
	cobra.EnableCommandSorting = false // commands are listed in the order of their use
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "FlagUsages |", "FlagUsagesWrapped 80 |"))
	a.addCommands(root)
	return root
}

func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		name, near := "-"+unknown.GetSpecifiedName(), ""
		if unknown.GetSpecifiedShortnames() == "" {
			var known []string
			cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
			name = "-" + name
			near = schema.DidYouMean(name, known)
		}
		if err = fmt.Errorf("there is no flag `%s`%s", name, near); near != "" {
			return err
		}
	case errors.As(err, &bare):
		err = fmt.Errorf("`--%s` wants a value after it", bare.GetFlag().Name)
	case errors.As(err, &wrong):
		should := map[string]string{"int": "a whole number", "uint64": "a whole number", "bool": "true or false"}
		if kind := should[wrong.GetFlag().Value.Type()]; kind != "" {
			err = fmt.Errorf("`--%s %s` should be %s", wrong.GetFlag().Name, wrong.GetValue(), kind)
		}
	}
	return fmt.Errorf("%w; see `%s --help`", err, cmd.CommandPath())
}

// helpCommand returns the command help, which also reports unknown commands.
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || cmd == root && len(args) > 0 {
				return a.unknownCommand(root, args)
			}
			if len(rest) > 0 {
				return fmt.Errorf("help is about one command: %s --help", cmd.CommandPath())
			}
			return cmd.Help()
		},
	}
}

// Set by release.sh at the build: stamp is the version, origin its commit and date.
var stamp, origin string

// version returns the release with its commit and date, or the version of the module.
func version() string {
	if stamp != "" {
		return stamp + " (" + strings.Replace(origin, ",", ", ", 1) + ")"
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}

func checkFolders(folders []string) error {
	for _, folder := range folders {
		if !isFolder(folder) {
			return fmt.Errorf("--books %s: there is no such folder", folder)
		}
	}
	return nil
}

// unknownCommand returns the error for an unknown command, with the nearest command.
func (a *app) unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, command := range root.Commands() {
		if !command.Hidden {
			known = append(append(known, command.Name()), command.Aliases...)
		}
	}
	if advice := adviceForWord[args[0]]; advice != "" {
		return fmt.Errorf("unknown command `%s`; %s", args[0], advice)
	}
	if near := schema.DidYouMean(args[0], known); near != "" {
		return fmt.Errorf("unknown command `%s`%s", args[0], near)
	}
	return fmt.Errorf("unknown command `%s`; `muster --help` lists those that there are", args[0])
}

// expandPatterns makes a command expand patterns (*.yaml) in its file arguments, since shells of
// Windows do not. A pattern without matches counts as a missing file.
func expandPatterns(command *cobra.Command) {
	run := command.RunE
	if words := strings.Fields(command.Use); len(words) < 2 || !strings.HasSuffix(strings.Trim(words[1], "[]"), "…") {
		return
	}
	command.RunE = func(cmd *cobra.Command, args []string) error {
		var all []string
		for _, arg := range args {
			found, _ := filepath.Glob(arg)
			if _, err := os.Lstat(arg); err == nil || len(found) == 0 {
				found = []string{arg}
			}
			all = append(all, found...)
		}
		return run(cmd, all)
	}
}

// wrongArgsText names the missing or superfluous argument of a command.
func wrongArgsText(cmd *cobra.Command, args []string, check cobra.PositionalArgs) string {
	for n := len(args) - 1; n >= 0; n-- {
		if check(cmd, args[:n]) == nil {
			return fmt.Sprintf("`%s` is one word too many", args[n])
		}
	}
	var wanted []string
	open := 0 // brackets: their content may be left out
	for _, word := range strings.Fields(cmd.Use)[1:] {
		if strings.HasPrefix(word, "[") || open > 0 {
			open += strings.Count(word, "[") - strings.Count(word, "]")
		} else {
			wanted = append(wanted, word)
		}
	}
	if len(args) < len(wanted) {
		word, _, _ := strings.Cut(wanted[len(args)], "[")
		return "missing " + strings.TrimRight(word, "…")
	}
	return "a word is missing"
}

// explainWrongArgs makes a command print its usage if it gets too few or too many arguments.
func explainWrongArgs(command *cobra.Command) {
	if check := command.Args; check != nil {
		command.Args = func(cmd *cobra.Command, args []string) error {
			if check(cmd, args) == nil {
				return nil
			}
			hint := ""
			cmd.Flags().Visit(func(f *pflag.Flag) {
				if f.NoOptDefVal != "" && f.Value.Type() == "string" {
					hint = fmt.Sprintf(" (what `--%s` is given stands behind an equals sign, `--%[1]s=…`)", f.Name)
				}
			})
			path := cmd.CommandPath()
			usage := strings.TrimSuffix(path, cmd.Name()) + cmd.Use
			return fmt.Errorf("%s%s: %s (see `%s --help`)", wrongArgsText(cmd, args, check), hint, usage, path)
		}
	}
	for _, sub := range command.Commands() {
		explainWrongArgs(sub)
	}
}

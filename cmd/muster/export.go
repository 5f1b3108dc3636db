package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/finding"
	"muster/export"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/disk"
	"muster/share"
)

func (a *app) exportCommand() *cobra.Command {
	p := exportOptions{app: a}
	cmd := &cobra.Command{
		Use:   "export LIST… -o FILE [--format F] [--paper P]",
		Short: "Print a list: PDF sheets, unit cards, text, Markdown, JSON",
		Long: `Print a list. The ending of FILE sets the form, or --format does. A FILE of -
is the terminal, as text unless --format names a different form. A list that is
not legal is printed too, with its errors.

Several lists, a folder or a ZIP archive are printed into a folder, a file each:
-o DIR/ --format cards; without --format it is PDF. --join prints them as one
PDF, with a page of contents. Then the exit code is 1 if one cannot be printed.

Formats:
` + formatsHelp(),
		Example: `  muster export third.yaml -o third.pdf --odds
  muster export third.yaml -o cards.pdf --format cards --paper letter
  muster export outpost.yaml -o outpost.pdf --sums
  muster export sent/ -o printed/
  muster export sent/ -o all.pdf --join
  muster export third.yaml --two enemy.yaml -o table.pdf
  muster export third.yaml -o third.png
  muster export third.yaml -o third.txt --short
  muster export third.yaml -o -`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: anyListFiles.completeThen(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 && p.file == "" {
				return fmt.Errorf("what is written stands behind -o: %s %s -o %s", cmd.CommandPath(), shellWord(args[0]),
					shellWord(args[1]))
			}
			p.isFlagGiven = cmd.Flags().Changed
			p.valueOfFlag = func(key string) string { return cmd.Flag(key).Value.String() }
			if p.printsManyLists(args) {
				return p.printManyLists(args)
			}
			return p.print(args[0])
		},
	}
	p.addFlags(cmd)
	return cmd
}

func (p *exportOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&p.file, "output", "o", "", "the file to print to, or - for the terminal")
	flags.StringVar(&p.format, "format", "",
		"the form of output ("+strings.Join(export.FormatNames(), ", ")+"), if the file's ending does not say")
	flags.BoolVar(&p.joinLists, "join", false, "print all lists as one PDF, with a page of contents")
	p.addJSONFlag(cmd, "print one JSON document that names the files")
	flags.String("paper", string(export.A4), "the paper of PDF sheets and cards: a4 or letter")
	flags.String("size", "normal", "the size of the type on sheets: normal or large")
	flags.String("ink", string(export.NormalInk),
		"the ink of PDF and HTML: normal, or light without filled areas")
	flags.String("card", string(export.Poker), "the size of cards: poker, tarot or a6")
	flags.Bool("fit", true, "make the type smaller if that saves a page, and larger if there is room")
	flags.BoolVar(&p.layout.KeepEqualUnitsApart, "apart", false, "print units that are built alike apart, not as one block")
	flags.BoolVar(&p.layout.ShortText, "short", false, "of text: at most 2,000 characters, for a chat")
	flags.BoolVar(&p.extras.PriceCalculations, "sums", false, "add the calculation of each unit's points (Fast and Dirty)")
	flags.BoolVar(&p.extras.Odds, "odds", false, "add the wounds that each unit can expect to cause")
	flags.BoolVar(&p.extras.HideCosts, "no-costs", false, "leave out what units and upgrades cost")
	flags.BoolVar(&p.extras.UpgradeCosts, "costs", false, "add what each upgrade costs")
	flags.StringVar(&p.opponentListFile, "two", "", "the other player's list: print both on one PDF for the table, with who is dangerous to whom")
	flags.BoolVar(&p.layout.Cover, "cover", false, "add a cover: the army at a glance, and the pictures that the list names (PDF)")
	flags.BoolVar(&p.layout.Summary, "glance", false, "begin with the army at a glance (PDF, HTML)")
	flags.BoolVar(&p.extras.Preparations, "brief", false, "add what there is before the game: reserves, transports, recon")
	flags.BoolVar(&p.extras.IncludeCode, "qr", false, "add the whole list as a QR code, for muster import")
	for flag, words := range map[string][]string{
		"format": export.FormatNames(), "paper": {string(export.A4), string(export.Letter)},
		"size": {"normal", string(export.LargeText)},
		"card": {string(export.Poker), string(export.Tarot), string(export.A6)},
		"ink":  {string(export.NormalInk), string(export.LightInk)},
	} {
		completeFlag(cmd, flag, fixedWords(words...))
	}
}

func formatsHelp() string {
	var lines []string
	for _, f := range export.Formats() {
		about, more := f.About, " ("
		if f.ChosenOnlyByName {
			if inside, ok := strings.CutSuffix(about, ")"); ok {
				about, more = inside, "; "
			}
			about += more + "needs --format)"
		}
		lines = append(lines, fmt.Sprintf("  %-10s %s", f.Name, about))
	}
	return strings.Join(lines, "\n")
}

type exportOptions struct {
	*app
	file, format     string                   // the output file, and the name of its format
	valueOfFlag      func(flag string) string // returns the value of a flag
	isFlagGiven      func(flag string) bool   // reports whether a flag was given
	extras           export.Extras
	layout           export.Options
	opponentListFile string // the opponent's list, if the sheet shows both
	joinLists        bool
	inputs           []string // input files, never to be overwritten
}

func (p *exportOptions) options() (export.Options, error) {
	options, err := export.ParseOptions(p.valueOfFlag)
	options.FixedTextSize, options.KeepEqualUnitsApart = p.valueOfFlag("fit") == "false", p.layout.KeepEqualUnitsApart
	options.ShortText, options.Cover, options.Summary = p.layout.ShortText, p.layout.Cover, p.layout.Summary
	return options, err
}

func (p *exportOptions) print(list string) error {
	if p.file == "" {
		return errors.New("name the file to print to, such as `-o roster.pdf`")
	}
	if p.file == "-" && p.printsJSON {
		return errors.New("`--json` names the file that was printed, and `-o -` prints none; `--format json` prints the list as JSON")
	}
	if p.file == "-" && p.format == "" {
		p.format = export.Text.Name
	}
	form, err := export.ChooseFormat(p.format, p.file)
	if err != nil {
		return err
	}
	options, err := p.options()
	if err != nil {
		return err
	}
	for _, flag := range []string{"paper", "size", "card", "fit", "ink"} {
		if p.isFlagGiven(flag) && !form.OnPaper() && (flag != "ink" || form != export.HTML) {
			p.err.ReportProblem("`--%s` says how paper is printed; %s has none", flag, p.file)
		}
	}
	if p.layout.Cover && form != export.PDF {
		p.err.ReportProblem("`--cover` is printed in PDF sheets; %s has none", p.file)
	}
	if p.layout.ShortText && form != export.Text {
		p.err.ReportProblem("`--short` shortens text; %s is none", p.file)
	}
	if p.layout.Summary && form != export.PDF && form != export.HTML {
		p.err.ReportProblem("`--glance` is printed in PDF and HTML sheets; %s has none", p.file)
	}
	if p.opponentListFile != "" { // whose sheet has no room for others
		p.extras = export.Extras{HideCosts: p.extras.HideCosts}
	}
	document, err := p.document(list)
	if err != nil {
		return err
	}
	if p.opponentListFile != "" {
		return p.printWithOpponent(list, document, form, options)
	}
	if p.file == "-" {
		err = form.Write(p.out, document, options)
	} else if err = p.printToFile(list, form, document, options); err == nil {
		err = p.reportPrinted(p.file, document)
	}
	if err != nil {
		return err
	}
	if document.Sheet.CodeLacksCopy {
		p.err.ReportProblem("%s: the code that is printed has no copy to be read without the army books; with one it is more than a phone reads off paper\nNext: muster share %s has both", displayName(list), listArgument(displayName(list)))
	}
	p.warnUnprinted(list, form, document)
	if p.file != "-" {
		p.reportIllegal(list, document)
	}
	return nil
}

func (p *exportOptions) reportIllegal(list string, document export.Document) {
	if document.Sheet.Legal() {
		return
	}
	printed := "the list is printed, but is"
	if document.Sheet.IsBook {
		printed = "the book is printed, but has"
	}
	p.err.ReportProblem("%s %s\nNext: muster check %s explains what to change", printed, document.Sheet.Verdict(),
		listArgument(displayName(list)))
}

func (p *exportOptions) printWithOpponent(list string, document export.Document, form *export.Format, options export.Options) error {
	if form != export.PDF || p.file == "-" {
		return errors.New("`--two` prints a PDF; name one behind -o, such as `-o table.pdf`")
	}
	for _, flag := range []string{"cover", "glance", "brief", "qr", "size", "fit", "costs", "apart", "sums", "odds"} {
		if p.isFlagGiven(flag) {
			p.err.ReportProblem("`--%s` changes nothing on a sheet for both sides", flag)
		}
	}
	theirs, err := p.document(p.opponentListFile)
	if err != nil {
		return err
	}
	if err := p.checkOverwrite(p.file, []string{list, p.opponentListFile}); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := export.WriteMatchSheet(&out, [2]export.Document{document, theirs}, options); err != nil {
		return err
	}
	if err := disk.Overwrite(p.file, out.Bytes()); err != nil {
		return err
	}
	p.warnUnprinted(list, form, document)
	p.warnUnprinted(p.opponentListFile, form, theirs)
	p.reportIllegal(list, document)
	p.reportIllegal(p.opponentListFile, theirs)
	return p.reportPrinted(p.file, document)
}

func (p *exportOptions) reportPrinted(file string, document export.Document) error {
	if p.printsJSON {
		return p.out.JSON(map[string][]string{"files": {file}})
	}
	p.out.Line("%s: %s", file, strings.TrimSuffix(document.Sheet.Name+", "+document.Sheet.Cost(), ", "))
	return nil
}

// printsManyLists reports whether the output is a folder, or several lists are joined.
func (p *exportOptions) printsManyLists(lists []string) bool {
	_, packed := p.archiveFiles(lists[0])
	return p.joinLists || packed || len(lists) > 1 || isFolder(lists[0]) || isFolder(p.file) &&
		filepath.Ext(p.file) == "" || strings.HasSuffix(p.file, "/")
}

func (p *exportOptions) printManyLists(args []string) error {
	if p.opponentListFile != "" {
		return errors.New("`--two` prints two lists: the first stands before it, the other behind it")
	}
	if p.file == "" || p.file == "-" {
		return errors.New("name the folder to print to, such as `-o printed/`, or with --join the file")
	}
	name := p.file
	if !p.joinLists {
		p.format = cmp.Or(p.format, export.PDF.Name)
		name = ""
	}
	form, err := export.ChooseFormat(p.format, name)
	if err != nil {
		return err
	}
	options, err := p.options()
	if err != nil {
		return err
	}
	paths, err := p.expandWantedFiles(args, p.isPrintable)
	if err != nil {
		return err
	}
	inputs := p.expandArchives(paths)
	isPicture := func(in input.SentFile) bool { return in.Text != nil && input.IsPicture(in.Text) } // without a list
	if lists := slices.DeleteFunc(slices.Clone(inputs), isPicture); len(lists) > 0 {
		inputs = lists
	}
	p.inputs = paths
	if _, err := export.ChooseFormat("", p.file); err == nil && !p.joinLists && !strings.HasSuffix(p.file, "/") {
		return fmt.Errorf("%s is one file; --join prints all lists as one PDF, or name a folder: `-o printed/`", p.file)
	}
	if !p.joinLists {
		if err := disk.FolderAt(p.file).Make(); err != nil {
			return err
		}
	}
	return p.printEachInput(inputs, form, options)
}

// printEachInput prints each input to a file of its own, or all to one file.
func (p *exportOptions) printEachInput(inputs []input.SentFile, form *export.Format, options export.Options) error {
	var documents []export.Document
	printed := []string{}
	failed := 0
	for i, in := range inputs {
		p.drawProgress(i+1, len(inputs), "%d of %d lists", i+1, len(inputs))
		document, err := p.inputDocument(in)
		switch {
		case err == nil && p.joinLists:
			documents = append(documents, document)
		case err == nil:
			err = p.printToFolder(in, form, document, options, &printed)
		}
		if err != nil {
			failed++
			printError(p.err, err)
		}
	}
	if p.joinLists {
		if err := p.printJoined(form, documents, options); err != nil {
			return err
		}
		printed = append(printed, p.file)
	}
	return p.reportPrintedFiles(printed, failed, len(inputs))
}

// isPrintable reports whether a file of a folder is to be printed: not a picture, a printed list,
// or a file of muster's other than a list.
func (p *exportOptions) isPrintable(path string) bool {
	text, err := p.fileLocation(path).Load()
	switch {
	case input.IsPrintedList(text):
		_, alone := os.Stat(strings.TrimSuffix(path, filepath.Ext(path)) + ".yaml")
		return alone != nil
	case input.IsPicture(text):
		return false
	}
	return err != nil || !isNonListFile(text)
}

// reportPrintedFiles lists the printed files, and returns the error for the exit code.
func (p *exportOptions) reportPrintedFiles(files []string, failed, inputs int) error {
	if p.printsJSON {
		if err := p.out.JSON(map[string][]string{"files": files}); err != nil {
			return err
		}
	} else {
		p.out.Line("%s in %s", finding.CountText(len(files), "file"), p.file)
	}
	switch {
	case failed == inputs:
		return errors.New("none of these could be printed")
	case failed > 0:
		return errIllegal
	}
	return nil
}

func (p *exportOptions) printJoined(form *export.Format, lists []export.Document, options export.Options) error {
	var out bytes.Buffer
	if err := form.WriteJoined(&out, lists, options); err != nil {
		return err
	}
	if err := p.checkOverwrite(p.file, p.inputs); err != nil {
		return err
	}
	for _, list := range lists {
		p.warnUnprinted(list.Sheet.Name, form, list)
	}
	return disk.Overwrite(p.file, out.Bytes())
}

func (p *exportOptions) warnUnprinted(list string, form *export.Format, document export.Document) {
	for _, why := range document.ImageErrors() {
		p.err.ReportProblem("%v", why)
	}
	for _, loss := range form.Losses(document) {
		p.err.ReportProblem("%s: %s", displayName(list), loss)
	}
}

// checkOverwrite returns an error if file is one of the inputs, or a picture that muster did not
// make (a list may use it).
func (a *app) checkOverwrite(file string, inputs []string) error {
	target, err := os.Stat(file)
	if err != nil {
		return nil
	}
	for _, input := range inputs {
		if source, err := os.Stat(input); err == nil && os.SameFile(source, target) {
			return fmt.Errorf("%s is one of the files that are read; name another one to write to", file)
		}
	}
	if !target.Mode().IsRegular() { // a pipe would be waited for
		return nil
	}
	there, err := os.ReadFile(file)
	if err == nil && input.IsPicture(there) {
		return fmt.Errorf("%s is a picture that muster did not make; name another file to write to", file)
	}
	return nil
}

// printToFolder prints a list to a file of its own, and adds the file to printed.
func (p *exportOptions) printToFolder(in input.SentFile, form *export.Format, document export.Document, options export.Options, printed *[]string) error {
	stem := fileStem(in.Name)
	if displayName(in.Name) == shareCodeLabel {
		stem = files.FileStem("list", document.Sheet.Name)
	}
	file := filepath.Join(p.file, form.FileName(schema.FreeID(files.SafeName(stem), func(id string) bool {
		return slices.Contains(*printed, filepath.Join(p.file, form.FileName(id)))
	})))
	alone := *p
	alone.file = file
	if err := alone.printToFile(in.Name, form, document, options); err != nil {
		return fmt.Errorf("%s: %w", displayName(in.Name), err)
	}
	p.warnUnprinted(in.Name, form, document)
	*printed = append(*printed, file)
	return nil
}

func (p *exportOptions) inputDocument(in input.SentFile) (export.Document, error) {
	if in.Text == nil && in.Err == nil {
		return p.document(in.Name)
	}
	opened, err := p.openListInput(in)
	if err != nil {
		return export.Document{}, err
	}
	return export.NewDocument(opened.Roster, p.extras)
}

// document returns the document to print for a list. For a code whose army books are missing, it
// returns the copy of the list that the sender put into the code.
func (p *exportOptions) document(list string) (export.Document, error) {
	opened, err := p.openInput(list)
	if err != nil && opened != nil && opened.SharedCode.Copy != nil {
		copied := senderCopyIn(opened, list)
		if copied == nil || !p.extras.Odds && !p.extras.Preparations && !p.extras.PriceCalculations {
			return p.senderCopyDocument(opened.SharedCode, err)
		}
		opened, err = &input.List{Roster: copied}, nil
	}
	if err != nil {
		return export.Document{}, err
	}
	p.warnNotImported(opened)
	document, err := export.NewDocument(opened.Roster, p.extras)
	if err != nil {
		return export.Document{}, fmt.Errorf("%s: %w", displayName(list), err)
	}
	return document, nil
}

// senderCopyDocument returns the document to print for the copy of a list that its sender put into
// the code; why is the error that prevents reading the list itself.
func (p *exportOptions) senderCopyDocument(shared *share.Share, why error) (export.Document, error) {
	if p.extras.Odds || p.extras.Preparations || p.extras.PriceCalculations {
		return export.Document{}, fmt.Errorf("%w\nits copy can be printed, but without odds, a brief and sums", why)
	}
	document := export.CopyDocument(shared.Copy)
	if p.extras.IncludeCode {
		export.AddCode(&document.Sheet, shared)
	}
	if p.extras.HideCosts {
		document.Sheet = document.Sheet.WithoutCosts()
	}
	return document, nil
}

// printToFile prints to a file, completely or not at all, and never over the list.
func (p *exportOptions) printToFile(list string, form *export.Format, document export.Document, options export.Options) error {
	if err := p.checkOverwrite(p.file, append([]string{list}, p.inputs...)); err != nil {
		return err
	}
	out := bytes.NewBufferString(form.ByteOrderMark())
	if err := form.Write(out, document, options); err != nil {
		return err
	}
	return disk.Overwrite(p.file, out.Bytes())
}

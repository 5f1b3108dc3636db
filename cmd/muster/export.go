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
	p := printing{app: a}
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
` + formats(),
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
		ValidArgsFunction: sentFiles.thenWords(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 && p.file == "" {
				return fmt.Errorf("what is written stands behind -o: %s %s -o %s", cmd.CommandPath(), shellWord(args[0]), shellWord(args[1]))
			}
			p.flagSet = cmd.Flags().Changed
			p.flagText = func(key string) string { return cmd.Flag(key).Value.String() }
			if p.isMany(args) {
				return p.printMany(args)
			}
			return p.print(args[0])
		},
	}
	p.addFlags(cmd)
	return cmd
}

// addFlags adds the flags of the export command.
func (p *printing) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&p.file, "output", "o", "", "the file to print to, or - for the terminal")
	flags.StringVar(&p.format, "format", "",
		"the form of output ("+strings.Join(export.Names(), ", ")+"), if the file's ending does not say")
	flags.BoolVar(&p.join, "join", false, "print all lists as one PDF, with a page of contents")
	flags.BoolVar(&p.json, "json", false, "print one JSON document that names the files")
	flags.String("paper", string(export.A4), "the paper of PDF sheets and cards: a4 or letter")
	flags.String("size", "normal", "the size of the type on sheets: normal or large")
	flags.String("ink", string(export.NormalInk),
		"the ink of PDF and HTML: normal, or light without filled areas")
	flags.String("card", string(export.Poker), "the size of cards: poker, tarot or a6")
	flags.BoolVar(&p.fit, "fit", true, "make the type smaller if that saves a page, and larger if there is room")
	flags.BoolVar(&p.apart, "apart", false, "print units that are built alike apart, not as one block")
	flags.BoolVar(&p.short, "short", false, "of text: at most 2,000 characters, for a chat")
	flags.BoolVar(&p.extras.Sums, "sums", false, "add the calculation of each unit's points (Fast and Dirty)")
	flags.BoolVar(&p.extras.Odds, "odds", false, "add the wounds that each unit can expect to cause")
	flags.BoolVar(&p.extras.Free, "no-costs", false, "leave out what units and upgrades cost")
	flags.BoolVar(&p.extras.Costs, "costs", false, "add what each upgrade costs")
	flags.StringVar(&p.two, "two", "", "the other player's list: print both on one PDF for the table, with who is dangerous to whom")
	flags.BoolVar(&p.cover, "cover", false, "add a cover: the army at a glance, and the pictures that the list names (PDF)")
	flags.BoolVar(&p.glance, "glance", false, "begin with the army at a glance (PDF, HTML)")
	flags.BoolVar(&p.extras.Brief, "brief", false, "add what there is before the game: reserves, transports, recon")
	flags.BoolVar(&p.extras.Code, "qr", false, "add the whole list as a QR code, for muster import")
	for flag, words := range map[string][]string{
		"format": export.Names(), "paper": {string(export.A4), string(export.Letter)},
		"size": {"normal", string(export.LargeSize)},
		"card": {string(export.Poker), string(export.Tarot), string(export.A6)},
		"ink":  {string(export.NormalInk), string(export.LightInk)},
	} {
		completeFlag(cmd, flag, oneOf(words...))
	}
}

// formats describes each format in a line.
func formats() string {
	var lines []string
	for _, f := range export.Formats() {
		about, more := f.About, " ("
		if f.ByName {
			if inside, ok := strings.CutSuffix(about, ")"); ok {
				about, more = inside, "; "
			}
			about += more + "needs --format)"
		}
		lines = append(lines, fmt.Sprintf("  %-10s %s", f.Name, about))
	}
	return strings.Join(lines, "\n")
}

// printing holds the options of an export command.
type printing struct {
	*app
	file, format string
	flagText     func(flag string) string
	flagSet      func(flag string) bool
	extras       export.Extras
	fit, apart   bool
	short, cover bool
	glance       bool
	two          string // the opponent's list, if the sheet shows both
	join, json   bool
	inputs       []string // files that must not be overwritten
}

// options returns the options that the flags name.
func (p *printing) options() (export.Options, error) {
	options, err := export.ParseOptions(p.flagText)
	options.Loose, options.SeparateBlocks, options.Short, options.Cover, options.Glance = !p.fit, p.apart, p.short, p.cover, p.glance
	return options, err
}

// print prints a list, and says where it is and what is wrong with it.
func (p *printing) print(list string) error {
	if p.file == "" {
		return errors.New("name the file to print to, such as `-o roster.pdf`")
	}
	if p.file == "-" && p.json {
		return errors.New("`--json` names the file that was printed, and `-o -` prints none; `--format json` prints the list as JSON")
	}
	if p.file == "-" && p.format == "" {
		p.format = export.Text.Name
	}
	form, err := export.Choose(p.format, p.file)
	if err != nil {
		return err
	}
	options, err := p.options()
	if err != nil {
		return err
	}
	for _, flag := range []string{"paper", "size", "card", "fit", "ink"} {
		if p.flagSet(flag) && !form.OnPaper() && (flag != "ink" || form != export.HTML) {
			p.err.Report("`--%s` says how paper is printed; %s has none", flag, p.file)
		}
	}
	if p.cover && form != export.PDF {
		p.err.Report("`--cover` is printed in PDF sheets; %s has none", p.file)
	}
	if p.short && form != export.Text {
		p.err.Report("`--short` shortens text; %s is none", p.file)
	}
	if p.glance && form != export.PDF && form != export.HTML {
		p.err.Report("`--glance` is printed in PDF and HTML sheets; %s has none", p.file)
	}
	if p.two != "" { // whose sheet has no room for others
		p.extras = export.Extras{Free: p.extras.Free}
	}
	document, err := p.document(list)
	if err != nil {
		return err
	}
	if p.two != "" {
		return p.printBoth(list, document, form, options)
	}
	if p.file == "-" {
		err = form.Write(p.out, document, options)
	} else if err = p.printToFile(list, form, document, options); err == nil {
		err = p.sayPrinted(p.file, document)
	}
	if err != nil {
		return err
	}
	if document.Sheet.Lean {
		p.err.Report("%s: the code that is printed has no copy to be read without the army books; with one it is more than a phone reads off paper\nNext: muster share %s has both", nameOf(list), argumentFor(nameOf(list)))
	}
	p.sayUnprinted(list, form, document)
	if p.file != "-" {
		p.verdict(list, document)
	}
	return nil
}

// verdict prints that a list or book is not legal.
func (p *printing) verdict(list string, document export.Document) {
	if document.Sheet.Legal() {
		return
	}
	printed := "the list is printed, but is"
	if document.Sheet.OfBook {
		printed = "the book is printed, but has"
	}
	p.err.Report("%s %s\nNext: muster check %s explains what to change", printed, document.Sheet.Verdict(), argumentFor(nameOf(list)))
}

// printBoth prints a list and the opponent's list as one PDF.
func (p *printing) printBoth(list string, document export.Document, form *export.Format, options export.Options) error {
	if form != export.PDF || p.file == "-" {
		return errors.New("`--two` prints a PDF; name one behind -o, such as `-o table.pdf`")
	}
	for _, flag := range []string{"cover", "glance", "brief", "qr", "size", "fit", "costs", "apart", "sums", "odds"} {
		if p.flagSet(flag) {
			p.err.Report("`--%s` changes nothing on a sheet for both sides", flag)
		}
	}
	theirs, err := p.document(p.two)
	if err != nil {
		return err
	}
	if err := p.checkOverwrite(p.file, []string{list, p.two}); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := export.WriteTwo(&out, [2]export.Document{document, theirs}, options); err != nil {
		return err
	}
	if err := disk.Overwrite(p.file, out.Bytes()); err != nil {
		return err
	}
	p.sayUnprinted(list, form, document)
	p.sayUnprinted(p.two, form, theirs)
	p.verdict(list, document)
	p.verdict(p.two, theirs)
	return p.sayPrinted(p.file, document)
}

// sayPrinted prints the name of the file.
func (p *printing) sayPrinted(file string, document export.Document) error {
	if p.json {
		return p.out.JSON(map[string][]string{"files": {file}})
	}
	p.out.Line("%s: %s", file, strings.TrimSuffix(document.Sheet.Name+", "+document.Sheet.Cost(), ", "))
	return nil
}

// isMany reports whether the output is a folder, or the lists are joined.
func (p *printing) isMany(lists []string) bool {
	isFolder := func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.IsDir()
	}
	_, packed := p.unpacked(lists[0])
	return p.join || packed || len(lists) > 1 || isFolder(lists[0]) || isFolder(p.file) && filepath.Ext(p.file) == "" || strings.HasSuffix(p.file, "/")
}

// printMany prints lists, each to a file or all to one.
func (p *printing) printMany(args []string) error {
	if p.two != "" {
		return errors.New("`--two` prints two lists: the first stands before it, the other behind it")
	}
	if p.file == "" || p.file == "-" {
		return errors.New("name the folder to print to, such as `-o printed/`, or with --join the file")
	}
	name := p.file
	if !p.join {
		p.format = cmp.Or(p.format, export.PDF.Name)
		name = ""
	}
	form, err := export.Choose(p.format, name)
	if err != nil {
		return err
	}
	options, err := p.options()
	if err != nil {
		return err
	}
	paths, err := p.filesIn(args, p.isPrintable)
	if err != nil {
		return err
	}
	inputs := p.unpack(paths)
	isPicture := func(in incoming) bool { return in.packed != nil && input.IsPicture(in.packed.Text) } // without a list
	if lists := slices.DeleteFunc(slices.Clone(inputs), isPicture); len(lists) > 0 {
		inputs = lists
	}
	p.inputs = paths
	if _, err := export.Choose("", p.file); err == nil && !p.join && !strings.HasSuffix(p.file, "/") {
		return fmt.Errorf("%s is one file; --join prints all lists as one PDF, or name a folder: `-o printed/`", p.file)
	}
	if !p.join {
		if err := disk.At(p.file).Make(); err != nil {
			return err
		}
	}
	return p.printEach(inputs, form, options)
}

// printEach prints each input to a file, or all to one.
func (p *printing) printEach(inputs []incoming, form *export.Format, options export.Options) error {
	var documents []export.Document
	printed := []string{}
	failed := 0
	for i, in := range inputs {
		p.progress(i+1, len(inputs), "%d of %d lists", i+1, len(inputs))
		document, err := p.documentOf(in)
		switch {
		case err == nil && p.join:
			documents = append(documents, document)
		case err == nil:
			err = p.printToFolder(in, form, document, options, &printed)
		}
		if err != nil {
			failed++
			printError(p.err, err)
		}
	}
	if p.join {
		if err := p.printJoined(form, documents, options); err != nil {
			return err
		}
		printed = append(printed, p.file)
	}
	return p.sayPrintedMany(printed, failed, len(inputs))
}

// isPrintable reports whether a file of a folder is to be printed. It excludes files that lists
// need, pictures, and printed lists.
func (p *printing) isPrintable(path string) bool {
	text, err := p.at(path).Load()
	switch {
	case input.IsPrinted(text):
		_, alone := os.Stat(strings.TrimSuffix(path, filepath.Ext(path)) + ".yaml")
		return alone != nil
	case input.IsPicture(text):
		return false
	}
	return err != nil || !belongsToLists(text)
}

// sayPrintedMany lists the printed files, and returns the error for the exit code.
func (p *printing) sayPrintedMany(files []string, failed, inputs int) error {
	if p.json {
		if err := p.out.JSON(map[string][]string{"files": files}); err != nil {
			return err
		}
	} else {
		p.out.Line("%s in %s", finding.Count(len(files), "file"), p.file)
	}
	switch {
	case failed == inputs:
		return errors.New("none of these could be printed")
	case failed > 0:
		return errIllegal
	}
	return nil
}

// printJoined prints lists as one file.
func (p *printing) printJoined(form *export.Format, lists []export.Document, options export.Options) error {
	var out bytes.Buffer
	if err := form.Join(&out, lists, options); err != nil {
		return err
	}
	if err := p.checkOverwrite(p.file, p.inputs); err != nil {
		return err
	}
	for _, list := range lists {
		p.sayUnprinted(list.Sheet.Name, form, list)
	}
	return disk.Overwrite(p.file, out.Bytes())
}

// sayUnprinted lists the images and parts of a list that the form leaves out.
func (p *printing) sayUnprinted(list string, form *export.Format, document export.Document) {
	for _, why := range document.Unprinted() {
		p.err.Report("%v", why)
	}
	for _, loss := range form.Losses(document) {
		p.err.Report("%s: %s", nameOf(list), loss)
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
func (p *printing) printToFolder(in incoming, form *export.Format, document export.Document, options export.Options, printed *[]string) error {
	stem := stemOf(in.name)
	if nameOf(in.name) == theCode {
		stem = files.NameOf("list", document.Sheet.Name)
	}
	file := filepath.Join(p.file, form.File(schema.FreeID(files.KeptName(stem), func(id string) bool {
		return slices.Contains(*printed, filepath.Join(p.file, form.File(id)))
	})))
	alone := *p
	alone.file = file
	if err := alone.printToFile(in.name, form, document, options); err != nil {
		return fmt.Errorf("%s: %w", nameOf(in.name), err)
	}
	p.sayUnprinted(in.name, form, document)
	*printed = append(*printed, file)
	return nil
}

// documentOf is document for one of many inputs.
func (p *printing) documentOf(in incoming) (export.Document, error) {
	if in.packed == nil && in.err == nil {
		return p.document(in.name)
	}
	opened, err := p.openSent(in)
	if err != nil {
		return export.Document{}, err
	}
	return export.Of(opened.Roster, p.extras)
}

// document returns a list to print. For a code whose army books are missing, it is the sender's
// copy.
func (p *printing) document(list string) (export.Document, error) {
	opened, err := p.openInput(list)
	if err != nil && opened != nil && opened.Shared.Copy != nil {
		copied := copyInCode(opened, list)
		if copied == nil || !p.extras.Odds && !p.extras.Brief && !p.extras.Sums {
			return p.copyOf(opened.Shared, err)
		}
		opened, err = &input.List{Roster: copied}, nil
	}
	if err != nil {
		return export.Document{}, err
	}
	p.warnOf(opened)
	document, err := export.Of(opened.Roster, p.extras)
	if err != nil {
		return export.Document{}, fmt.Errorf("%s: %w", nameOf(list), err)
	}
	return document, nil
}

// copyOf returns the copy in a code for printing, if the list cannot be read because of why.
func (p *printing) copyOf(shared *share.Share, why error) (export.Document, error) {
	if p.extras.Odds || p.extras.Brief || p.extras.Sums {
		return export.Document{}, fmt.Errorf("%w\nits copy can be printed, but without odds, a brief and sums", why)
	}
	document := export.OfCopy(shared.Copy)
	if p.extras.Code {
		export.AddCode(&document.Sheet, shared)
	}
	if p.extras.Free {
		document.Sheet = document.Sheet.WithoutCosts()
	}
	return document, nil
}

// printToFile prints to a file, completely or not at all, and never over the list.
func (p *printing) printToFile(list string, form *export.Format, document export.Document, options export.Options) error {
	if err := p.checkOverwrite(p.file, append([]string{list}, p.inputs...)); err != nil {
		return err
	}
	out := bytes.NewBufferString(form.FileMark())
	if err := form.Write(out, document, options); err != nil {
		return err
	}
	return disk.Overwrite(p.file, out.Bytes())
}

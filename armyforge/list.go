package armyforge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"muster/builder/gf"
	"muster/catalog"
	"muster/convert"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
)

// A List is an army list after its import.
type List struct {
	ID        string // "my-horde": its name as a slug, for its file
	Name      string
	System    string // "gf-3"
	Books     []string
	UnitCount int    // number of units
	YAML      []byte // a list/1 file
	Notes     []Note // every change that the import made
}

var (
	listKeys = keysFor("name gameSystem pointsLimit listPoints units armyId notes description forceOrg campaignMode",
		// The web site's own, and sums over the units.
		`id key modified cloudModified isCloud saveVersion armyIds armyVersions armyName armyFaction unitCount modelCount activationCount undoUnitRemove
		points creationTime createdAt updatedAt shareId sharedAt user userId username competitive favourite folder folderId tags pinned sortId
		selectedUnitId unitPreview isShared version specialRules includeVehicles`)
	// Keys of a saved file with the list under `list`. It may also repeat keys of the list.
	wrapperKeys = keysFor("list listName", "").union(listKeys)
	entryKeys   = keysFor("id selectionId armyId combined joinToUnit selectedUpgrades customName notes name xp traits injuries",
		// Copies from the book.
		`cost size bases items rules valid defense quality weapons upgrades genericName disabledUpgradeSections disabledSections
		product type key hasCustomRule hasBalanceInvalid isNarrative loadout sortId sync
		category equipment specialRules armyName army`)
	selectionKeys = keysFor("upgradeId optionId upgrade option", "instanceId unitId")
)

// ArmyBooks lists the ids of the list's army books, each once; for a list shared as text, the names
// of the books.
func (f *File) ArmyBooks() []string {
	if f.shared != nil {
		return convert.All(f.shared.books, func(b sharedBook) string { return b.name })
	}
	var ids []string
	add := func(from fields) {
		if id := from["armyId"].text(); id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	file := f.root.fields()
	list := listInside(file)
	if list == nil {
		list = file
	}
	for _, unit := range list["units"].list() {
		add(unit.fields())
	}
	if len(ids) == 0 {
		add(list)
		add(file)
	}
	return ids
}

// isBookNamed reports whether army is Army Forge's id or the name of a book. For a book that was
// not imported, its own id counts.
func isBookNamed(b *catalog.Book, army string) bool {
	return army != "" && (army == armyID(b) || strings.EqualFold(army, b.Name))
}

func armyID(b *catalog.Book) string { return cmp.Or(b.SourceID(), b.ID) }

// A NamedBook is a book for a list, with its name in the list's file: an id, or a path relative to
// the list's folder.
type NamedBook struct {
	Book *catalog.Book
	Name string // "" for the book's id
}

func (s NamedBook) nameOrID() string { return cmp.Or(s.Name, s.Book.ID) }

// ImportList turns a list into a list/1 file, given the books of its ArmyBooks. A unit that is not
// in its book gets a new id, so that a check reports it; an unknown upgrade becomes a former one.
// The error is a *schema.Error; it names a missing book.
func (f *File) ImportList(books ...NamedBook) (*List, error) {
	if f.Kind != ListFile {
		return nil, f.problem(0, 0, "this is an %s, not a list", f.Kind)
	}
	r := &reader{file: f}
	i := &listImport{
		reader: r, books: books, unitIDs: idNamer{}, entriesBySelection: map[string]*entry{},
		missingBooks: map[string]bool{},
	}
	var l *List
	if f.shared != nil {
		l = i.readSharedList()
	} else {
		l = i.read(r.listObject())
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	i.linkUnits()
	i.keepUnmetClaims(l)
	l.YAML, l.Notes = i.write(l), r.notes
	return l, nil
}

type listImport struct {
	*reader
	game               string // the game's name in the list
	books              []NamedBook
	usedBooks          []NamedBook
	entries            []*entry
	unitIDs            idNamer
	entriesBySelection map[string]*entry
	missingBooks       map[string]bool // army books that were reported as missing
	pointsLimit        int
	notes              string
	forceOrg           *bool
	campaign           bool
	// claims in the shared text about the whole list, such as its points
	claims           gf.ListClaims
	unmetClaims      *gf.ListClaims // the claims that are not true of the imported list
	statedUnitPoints int            // for a shared text: sum of the points stated for its units
	// for a shared text: how many more units the search for upgrades may build
	unitBuildsLeft int
}

// entry is a unit of a list during the import.
type entry struct {
	gf.Entry
	book NamedBook
	// Army Forge's ids: the unit's own, and the id of the unit that it joins
	selectionID, joinTarget string
	combined                bool
	place                   *jsonPath
	// for a text printed by muster: the names of the unit and of its transport, as sheets show them
	sheetName, transport string
	statedClaims         *gf.Claims
}

// listObject returns the object with the list's units, and the object around it, or the same object
// if there is none.
func (r *reader) listObject() (listObject, around object) {
	around = r.root()
	fields := listInside(around.fields)
	if fields == nil {
		around.reportUnknownNonZero(listKeys)
		return around, around
	}
	listObject = object{fields: fields, place: around.place.atKey("list"), reader: r}
	around.reportUnknownNonZero(wrapperKeys)
	listObject.reportUnknownNonZero(listKeys)
	return listObject, around
}

func newList(name string) *List { return &List{Name: name, ID: files.FileStem("list", name)} }

func (i *listImport) read(root, around object) *List {
	// where returns the object that has a key: the list, or the one around it
	where := func(key string) object {
		if root.has(key) {
			return root
		}
		return around
	}
	if i.game = where("gameSystem").text("gameSystem"); i.file.editions(i.game) == nil {
		i.fault(where("gameSystem").place.atKey("gameSystem"), "%s", i.file.unknownGameText("list", i.game))
	}
	if o := where("forceOrg"); o.has("forceOrg") && !o.flag("forceOrg") {
		i.forceOrg = new(bool)
	}
	i.campaign = where("campaignMode").flag("campaignMode")
	i.pointsLimit = where("pointsLimit").clampedNumber("pointsLimit", 0, 0, maxListPoints)
	if i.notes = where("notes").text("notes"); i.notes == "" {
		i.notes = where("description").text("description")
	}
	name := where("name").optionalName("name", "the list's name")
	if name == "" {
		name = around.optionalName("listName", "the list's name")
	}
	l := newList(name)
	i.claims.Points = where("listPoints").number("listPoints", 0)
	army := where("armyId").text("armyId")
	if army != "" && len(root.list("units")) == 0 {
		i.bookOf(army, where("armyId").place.atKey("armyId"))
	}
	root.eachObject("units", func(o object) { i.readEntry(o, army) })
	l.UnitCount = len(i.entries)
	if len(i.usedBooks) == 0 {
		if len(i.problems) == 0 {
			i.fault(root.place.atKey("units"), "the list has no units, so its army book is unknown; start a new one")
		}
		return l
	}
	l.System = i.usedBooks[0].Book.System
	for _, b := range i.usedBooks {
		l.Books = append(l.Books, b.nameOrID())
		if !b.Book.FitsSystem(l.System) {
			i.note(root.place, "the army book %s is for %s, the list for %s", b.Book.Name, b.Book.System, l.System)
		}
	}
	return l
}

// bookOf returns the book with an id or a name in Army Forge.
func (i *listImport) bookOf(army string, at *jsonPath) (NamedBook, bool) {
	for _, b := range i.books {
		if isBookNamed(b.Book, army) {
			if !slices.Contains(i.usedBooks, b) {
				i.usedBooks = append(i.usedBooks, b)
			}
			return b, true
		}
	}
	if !i.missingBooks[army] {
		i.missingBooks[army] = true
		i.fault(at, "the army book %s is not there; %s", i.file.describeBook(army), howToGetBook(army, i.game))
	}
	return NamedBook{}, false
}

// describeBook describes a missing book: by its name and version if the list states them, and by
// Army Forge's id.
func (f *File) describeBook(army string) string {
	name, version := f.statedVersion(army)
	text := army
	if name == army {
		text = fmt.Sprintf("%q", name)
	} else if name != "" {
		text = fmt.Sprintf("%q (%s)", name, army)
	}
	if version != "" {
		text += ", version " + version + ","
	}
	return text
}

// howToGetBook tells how to get a missing book. id is the book's id in Army Forge, or ""; game is
// the name of its game there.
func howToGetBook(id, game string) string {
	if !bookID().MatchString(id) {
		return "download its JSON and import it first"
	}
	return "open " + bookDataAddress(id, game) + " in a browser, save what it shows as a file, and import that first"
}

// statedVersion returns the name and version that the list states for one of its ArmyBooks, "" for
// what it does not state.
func (f *File) statedVersion(army string) (name, version string) {
	if f.shared != nil {
		for _, b := range f.shared.books {
			if b.name == army {
				return b.name, b.version
			}
		}
		return army, ""
	}
	for _, list := range []fields{listInside(f.root.fields()), f.root.fields()} {
		if only := list["armyName"].text(); only != "" && len(f.ArmyBooks()) == 1 {
			name = only
		}
		if v, ok := list["armyVersions"].fields()[army].data.(string); ok {
			version = v
		}
		for _, v := range list["armyVersions"].list() {
			if one := v.fields(); one["armyId"].data == army {
				version = one["version"].text()
				if called, ok := one["armyName"].data.(string); ok {
					name = called
				}
			}
		}
	}
	return name, strings.TrimPrefix(version, "v")
}

func (i *listImport) readEntry(o object, army string) {
	o.reportUnknownNonZero(entryKeys)
	e := &entry{
		Entry: gf.Entry{Notes: o.text("notes")}, selectionID: o.text("selectionId"),
		joinTarget: o.text("joinToUnit"), place: o.place,
	}
	if own := o.text("armyId"); own != "" {
		army = own
	}
	if army == "" && len(i.books) == 1 {
		army = armyID(i.books[0].Book)
	}
	if army == "" {
		i.fault(o.place.atKey("armyId"), "neither the unit nor the list says from which army book it is")
		return
	}
	named, ok := i.bookOf(army, o.place.atKey("armyId"))
	if !ok {
		return
	}
	e.book, e.combined = named, o.flag("combined")
	of := unitByForgeID(named.Book, o.text("id"))
	if name := o.text("name"); of == nil && name != "" {
		of = named.Book.UnitNamed(name)
	}
	if of == nil {
		e.BookUnitID = safeSlug("unit", cmp.Or(o.text("name"), o.text("id")))
		i.note(o.place.atKey("id"), "%s has no unit with the id %q; it is kept as `%s`, which a check will not know",
			named.Book.Name, o.text("id"), e.BookUnitID)
	} else {
		e.BookUnitID, e.statedClaims = of.ID, o.statedClaims()
	}
	if custom := o.optionalName("customName", "the name that a unit was given"); custom != "" &&
		(of == nil || custom != of.Name) {
		e.Name = custom
	}
	e.ID = i.unitIDs.uniqueID(e.BookUnitID)
	if e.selectionID != "" && i.entriesBySelection[e.selectionID] != nil {
		i.note(o.place.atKey("selectionId"), "another unit has the selection id %q too; links go to the first", e.selectionID)
	} else if e.selectionID != "" {
		i.entriesBySelection[e.selectionID] = e
	}
	e.XP = o.number("xp", 0)
	if e.XP < 0 || e.XP > gf.MaxXP {
		i.note(o.place.atKey("xp"), "the experience is %d; lists hold 0 to %d", e.XP, gf.MaxXP)
		e.XP = min(max(e.XP, 0), gf.MaxXP)
	}
	e.Traits, e.Injuries = o.campaignTexts("traits"), o.campaignTexts("injuries")
	o.eachObject("selectedUpgrades", func(u object) { i.readChoice(u, e, of, o.text("id")) })
	i.entries = append(i.entries, e)
}

// campaignTexts returns the texts under a key (a unit's traits or injuries), as many and as long as
// a list allows.
func (o object) campaignTexts(key string) (texts []string) {
	all := o.texts(key)
	for _, text := range all {
		if text != "" && utf8.RuneCountInString(text) <= gf.MaxCampaignTextLength && len(texts) < gf.MaxCampaignTexts {
			texts = append(texts, text)
		}
	}
	if len(texts) < len(all) {
		o.reader.note(o.place.atKey(key), "%d of %d are left out: a unit has at most %d of them, each of 1 to %d letters", len(all)-len(texts), len(all), gf.MaxCampaignTexts, gf.MaxCampaignTextLength)
	}
	return texts
}

// unitByForgeID returns the book's unit that Army Forge knows by an id; if there is none, the unit
// that has that id in the book.
func unitByForgeID(b *catalog.Book, id string) *catalog.Unit {
	for n := range b.Units {
		if u := &b.Units[n]; u.Source != "" && u.Source == id {
			return u
		}
	}
	return b.Unit(id)
}

// readChoice reads a chosen upgrade. If the unit's book lacks it, or has it with another profile,
// the upgrade is reported and kept as a former one.
func (i *listImport) readChoice(o object, e *entry, of *catalog.Unit, unit string) {
	o.reportUnknown(selectionKeys)
	was := i.statedOption(o, unit)
	if of == nil {
		e.Upgrades = addChoice(e.Upgrades, safeSlug("option", cmp.Or(was.Option.Name, was.Option.Source)))
		return
	}
	now, ok := e.book.Book.RecogniseOption(of, was)
	if was.Option.Name == "" && !ok {
		if was = i.optionInOtherVersion(e.book.Book, of, was); was.Option.Name != "" {
			now, ok = e.book.Book.RecogniseOption(of, was)
		}
	}
	title := strings.TrimSpace(e.book.Book.Name + " " + e.book.Book.Version)
	if !ok {
		was.Option.Name = cmp.Or(was.Option.Name, was.Option.Source)
		former := gf.NewFormerUpgrade(was.Option.Text(), was.Option.Cost, "")
		e.FormerUpgrades = gf.AddFormerUpgrade(e.FormerUpgrades, former)
		i.note(o.place.atKey("optionId"), "%s of %s has no upgrade %s; it is left out", of.Name, title, former)
		return
	}
	e.Upgrades = addChoice(e.Upgrades, now.Option.ID)
	if !was.Option.IsEmpty() && !was.Option.Alike(now.Option) {
		former := gf.NewFormerUpgrade(was.Option.Text(), was.Option.Cost, now.Option.ID)
		e.FormerUpgrades = gf.AddFormerUpgrade(e.FormerUpgrades, former)
		i.note(o.place.atKey("optionId"), "%s of %s has %s in place of %s", of.Name, title, now.Option.Text(), former)
	}
}

// statedOption returns an option as the list states it: its ids alone, or all of it. The option's
// price is for the unit with Army Forge's id unit.
func (i *listImport) statedOption(o object, unit string) catalog.Choice {
	id, label := o.idAndLabel("optionId", "option")
	section, heading := o.idAndLabel("upgradeId", "upgrade")
	was := catalog.Choice{
		Section: &catalog.Section{Source: section, Label: heading},
		Option:  &catalog.Option{ID: id, Source: id},
	}
	option, whole := o.child("option")
	if !whole {
		return was
	}
	quiet := &book{reader: &reader{file: i.file}, Book: &catalog.Book{}, ruleFirstUse: map[string]*jsonPath{}}
	option.reader = quiet.reader
	read := quiet.readOption(option, object{reader: quiet.reader}, []*catalog.Unit{{Source: unit}})
	if read.IsEmpty() && strings.Contains(label, "(") {
		quiet.readGearLabel(option, &read.Gear)
		read.Name = gearSummary(&read.Gear)
	}
	if was.Option.Name = label; len(quiet.problems) == 0 {
		was.Option.Name, was.Option.Cost, was.Option.Gear = read.Name, read.Cost, read.Gear
	}
	return was
}

// optionInOtherVersion looks in the other versions of the book for an option that the list names by
// id only.
func (i *listImport) optionInOtherVersion(b *catalog.Book, u *catalog.Unit, was catalog.Choice) catalog.Choice {
	entries, _ := i.file.Library.List() // what cannot be read is no version of it
	for _, e := range entries {
		if e.SourceID == "" || e.SourceID != armyID(b) || e.Version == b.Version {
			continue
		}
		other, err := i.file.Library.Open(e)
		if err != nil {
			continue
		}
		of := unitByForgeID(other, u.Source)
		if of == nil {
			continue
		}
		for _, c := range other.UnitChoices(of) {
			if o := *c.Option; o.Source == was.Option.Source {
				o.Cost, o.CostByUnit = o.CostFor(of.ID), nil
				return catalog.Choice{Section: c.Section, Option: &o}
			}
		}
	}
	return was
}

// idAndLabel returns the id under the key byID or, if that key is missing, the id and label of the
// object under the key whole.
func (o object) idAndLabel(byID, whole string) (id, label string) {
	id = o.text(byID)
	if thing, ok := o.child(whole); ok {
		for _, key := range []string{"uid", "id"} {
			if id == "" {
				id = thing.text(key)
			}
		}
		label = thing.text("label")
	}
	return id, label
}

// linkUnits turns Army Forge's links between units into muster's: the second half of a combined
// pair joins the first half; any other unit that joins one is a hero.
func (i *listImport) linkUnits() {
	halves := map[string]int{}
	for _, e := range i.entries {
		if e.joinTarget == "" {
			continue
		}
		id := safeSlug("unit", e.joinTarget)
		if other := i.entriesBySelection[e.joinTarget]; other != nil {
			id = other.ID
		} else {
			i.note(e.place.atKey("joinToUnit"), "the list has no unit with the selection id %q; the link is kept as `%s`, which a check will not know", e.joinTarget, id)
		}
		if e.combined {
			e.CombineWith = id
			halves[id]++
		} else {
			e.JoinTo = id
		}
	}
	for _, e := range i.entries {
		if e.combined && e.CombineWith == "" && halves[e.ID] == 0 {
			i.note(e.place.atKey("combined"),
				"the unit is marked as half of a combined pair, but the list has no second half")
		}
	}
}

// setTransports puts units into transports, as a text printed by muster states.
func (i *listImport) setTransports() {
	for _, e := range i.entries {
		for _, transport := range i.entries {
			if e.transport != "" && transport.sheetName == e.transport {
				e.InTransport = transport.ID
			}
		}
	}
}

// keepUnmetClaims keeps the statements of the text that the books do not confirm as claims of the
// list.
func (i *listImport) keepUnmetClaims(l *List) {
	document, err := schema.Read("list.yaml", i.write(l), "list/1")
	if err != nil {
		return
	}
	list, err := gf.ReadList(document, i.file.Library)
	if err != nil {
		return
	}
	var books []*catalog.Book
	for _, b := range i.usedBooks {
		books = append(books, b.Book)
		if _, version := i.file.statedVersion(armyID(b.Book)); version != "" {
			i.claims.Books = append(i.claims.Books, catalog.VersionedID(b.Book.ID, version))
		}
	}
	army := gf.BuildWithBooks(list, books)
	i.unmetClaims = i.claims.UntrueClaims(army)
	for _, e := range i.entries {
		halves := []*gf.Unit{army.Unit(e.ID)}
		if e.statedClaims == nil || halves[0] == nil || e.CombineWith != "" {
			continue
		}
		for _, second := range i.entries {
			if u := army.Unit(second.ID); second.CombineWith == e.ID && second.statedClaims != nil && u != nil {
				halves = append(halves, u)
				e.statedClaims.AddOtherHalf(second.statedClaims)
			}
		}
		made := gf.NewGroup(halves...).Unit
		if e.statedClaims.Points == made.BookUnit.Cost.Points*len(halves) {
			e.statedClaims.Points = 0 // without upgrades, as the site saves it
		}
		e.Claims = e.statedClaims.UntrueClaims(made)
	}
}

// statedClaims returns the claims that a list's JSON makes about a unit: its profile and, in lists
// for other programs, its gear with upgrades.
func (o object) statedClaims() *gf.Claims {
	number := func(from fields, key string) int {
		n, _ := wholeNumber(from[key].data)
		return min(max(n, 0), 1000)
	}
	c := &gf.Claims{Quality: number(o.fields, "quality"), Defense: number(o.fields, "defense")}
	c.Points, _ = wholeNumber(o.fields["cost"].data)
	c.Points = min(max(c.Points, 0), maxListPoints)
	loadout := o.fields["loadout"].list()
	if loadout == nil {
		return c
	}
	c.Models = number(o.fields, "size")
	uses := func(list []value) (texts []string) {
		for _, v := range list {
			if use := v.fields(); use["name"].text() != "" {
				text := use["name"].text()
				if rating := use["rating"].data; rating != nil && rating != "" {
					text += fmt.Sprintf("(%v)", rating)
				}
				texts = append(texts, shorten(text))
			}
		}
		return texts
	}
	c.Rules = uses(o.fields["rules"].list())
	for _, v := range loadout[:min(len(loadout), maxUnitGear)] {
		gear := v.fields()
		switch name := shorten(gear["name"].text()); {
		case name == "":
		case gear["type"].text() == "ArmyBookWeapon":
			c.Weapons = append(c.Weapons, catalog.Weapon{
				Name: name, Count: number(gear, "count"), Range: number(gear, "range"), Attacks: number(gear, "attacks"),
				Rules: rules.ParseUses(uses(gear["specialRules"].list())),
			})
		case gear["type"].text() == "ArmyBookItem":
			c.Rules = append(c.Rules, name)
		}
	}
	return c
}

// write writes the list as a list/1 file.
func (i *listImport) write(l *List) []byte {
	file := gf.List{
		System: l.System, Name: l.Name, Notes: i.notes, Points: i.pointsLimit, ForceOrg: i.forceOrg, Campaign: i.campaign,
		Claims: i.unmetClaims,
		Units:  make([]gf.Entry, 0, len(i.entries)),
	}
	if file.Books = l.Books; len(l.Books) == 1 {
		file.Book, file.Books = l.Books[0], nil
	}
	for _, e := range i.entries {
		if len(l.Books) > 1 {
			e.Book = e.book.nameOrID()
		}
		file.Units = append(file.Units, e.Entry)
	}
	return schema.Write("list/1", &file, func(path string) string {
		if path != "" || l.Name == "" {
			return ""
		}
		return "# " + oneLine(l.Name) + ", a list from Army Forge.\n"
	})
}

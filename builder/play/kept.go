package play

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"muster/builder"
	"muster/builder/finding"
	"muster/report"
	"muster/schema"
)

// Kept is the state of a game that is over, or that another game replaced. It is readable without
// the lists.
type Kept struct {
	List     string `yaml:"list" json:"list" schema:"required"`         // the list's name
	Army     string `yaml:"army" json:"army" schema:"required"`         // its army books, or its game
	Opponent string `yaml:"opponent" json:"opponent" schema:"required"` // the opponent's name
	// army of the opponent's list; left out if unknown
	TheirArmy string `yaml:"their-army,omitempty" json:"their_army"`
	// points of both lists; 0 if unknown
	Points []int `yaml:"points" json:"points" schema:"required,2..2"`
	Rounds int   `yaml:"rounds" json:"rounds" schema:"required"` // number of rounds begun
	// of the player and the opponent
	Score  []int    `yaml:"score" json:"score" schema:"required,2..2"`
	Result Result   `yaml:"result" json:"result" schema:"required"`        // for the player
	Log    []string `yaml:"log" json:"-" layout:"lines" schema:"required"` // what happened, a line each
}

// Result is the result of a game for the player of the list.
type Result string

// The results, for the list's player.
const (
	IsWon        Result = "won"
	IsLost       Result = "lost"
	IsDrawn      Result = "drawn"
	IsUnfinished Result = "unfinished"
)

// Endings of file names: of the folder with a list's games, and of a game's file.
const (
	gamesEnding = ".games"
	gameEnding  = ".play.yaml"
)

// FolderOf returns the name of the folder for games played with a list, in the folder of the list's
// file.
func FolderOf(list string) string { return strings.TrimSuffix(list, path.Ext(list)) + gamesEnding }

// IsFolder reports whether a folder with the name holds the games of a list.
func IsFolder(name string) bool { return strings.HasSuffix(name, gamesEnding) }

// beganLayout is the layout of Game.Began, in local time.
const beganLayout = "2006-01-02 15:04:05"

// WithStartTime returns the game with its start time set, unless it has one.
func (g *Game) WithStartTime(now time.Time) *Game {
	one := *g
	one.Began = cmp.Or(g.Began, now.Format(beganLayout))
	return &one
}

// IsKept reports whether a file's path is that of a kept game: a folder of games, and a game's file
// in it.
func IsKept(name string) bool {
	folder, file, _ := strings.Cut(name, "/")
	return IsFolder(folder) && strings.HasSuffix(file, gameEnding) && !strings.Contains(file, "/")
}

// KeptAs returns the path of the file that keeps the game of a list. It depends on the time at
// which the game began, so that it stays the same.
func (g *Game) KeptAs(list string) string {
	when := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || '0' <= r && r <= '9':
			return r
		}
		return -1
	}, g.Began)
	return FolderOf(list) + "/" + cmp.Or(when, "game") + gameEnding
}

// Kept returns the game in the form to keep; nil if nothing has happened in it.
func (s *State) Kept(g *Game) *Game {
	if !slices.ContainsFunc(g.Events, func(e Event) bool { return e.Do != Foe }) {
		return nil
	}
	one := *g
	k := &Kept{
		List: s.Sides[0].Name, Army: armyOf(s.Sides[0].Roster), Opponent: s.Sides[1].Name, TheirArmy: armyOf(s.Sides[1].Roster),
		Points: make([]int, 2), Rounds: s.Round, Score: []int{s.Total(0), s.Total(1)}, Result: IsUnfinished, Log: []string{},
	}
	for i := range s.Sides {
		if list := s.Sides[i].Roster; list != nil {
			k.Points[i] = list.Points()
		}
	}
	if s.Over {
		k.Result = map[int]Result{0: IsWon, 1: IsLost, -1: IsDrawn}[s.Winner()]
	}
	for _, story := range s.Story() {
		for _, e := range story.Entries {
			k.Log = append(k.Log, fmt.Sprintf("Round %d: %s", story.Round, e.Text()))
		}
	}
	one.Kept = k
	return &one
}

// armyOf returns the names of a list's army books, or the game's name if there are none; "" for
// nil.
func armyOf(list builder.Roster) string {
	if list == nil {
		return ""
	}
	return cmp.Or(strings.Join(list.Sources(), ", "), list.Game().Name)
}

// Title names the game by its two sides.
func (k *Kept) Title() string { return k.List + " against " + k.Opponent }

// Doc returns a report of a kept game: its result and its events.
func (k *Kept) Doc(began string) *report.Doc {
	who := func(army string, points int) string {
		if army == "" {
			return "an army that nobody knows"
		}
		return fmt.Sprintf("%s, %s", army, finding.Count(points, "point"))
	}
	return &report.Doc{Title: k.Title(), Blocks: []report.Block{
		report.Say(fmt.Sprintf("Begun %s: %s in round %d, %d – %d.", began, k.Result, k.Rounds, k.Score[0], k.Score[1])),
		report.Say(fmt.Sprintf("%s against %s.", who(k.Army, k.Points[0]), who(k.TheirArmy, k.Points[1]))),
		report.List{Title: "What happened", Items: k.Log},
	}}
}

// A Record is a kept game as `games --json` writes it.
type Record struct {
	File string `json:"file"`
	Date string `json:"date"` // the day on which it began
	*Kept
}

// A Sum counts games by result.
type Sum struct {
	Games      int `json:"games"`
	Won        int `json:"won"`
	Lost       int `json:"lost"`
	Drawn      int `json:"drawn"`
	Unfinished int `json:"unfinished"`
}

func (s *Sum) add(r Result) {
	s.Games++
	switch r {
	case IsWon:
		s.Won++
	case IsLost:
		s.Lost++
	case IsDrawn:
		s.Drawn++
	default:
		s.Unfinished++
	}
}

// Text returns the counts in words: "3 games: 1 won, 1 lost, 1 unfinished".
func (s *Sum) Text() string {
	var parts []string
	for _, part := range []struct {
		n  int
		of Result
	}{{s.Won, IsWon}, {s.Lost, IsLost}, {s.Drawn, IsDrawn}, {s.Unfinished, IsUnfinished}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.of))
		}
	}
	return finding.Count(s.Games, "game") + ": " + strings.Join(parts, ", ")
}

// Totals counts all games, and the games by army and by opponent.
type Totals struct {
	Sum
	Armies    map[string]*Sum `json:"armies"`
	Opponents map[string]*Sum `json:"opponents"`
}

// Games holds the kept games of a folder, the newest first.
type Games struct {
	Games  []Record `json:"games"`
	Totals Totals   `json:"totals"`
	// Unread holds the errors of files that cannot be read as games.
	Unread []error `json:"-"`
}

// GamesIn reads the games kept in a folder: the games of the list with the given file name, or of
// all lists if it is "". File names are paths in the folder.
func GamesIn(folder fs.FS, list string) (*Games, error) {
	all := &Games{Games: []Record{}, Totals: Totals{Armies: map[string]*Sum{}, Opponents: map[string]*Sum{}}}
	folders := []string{FolderOf(list)}
	if list == "" {
		entries, err := fs.ReadDir(folder, ".")
		if err != nil {
			return nil, err
		}
		folders = nil
		for _, e := range entries {
			if IsFolder(e.Name()) && e.IsDir() {
				folders = append(folders, e.Name())
			}
		}
	}
	for _, in := range folders {
		if info, err := fs.Stat(folder, in); errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
			continue
		}
		entries, err := fs.ReadDir(folder, in)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if name := in + "/" + e.Name(); IsKept(name) && !e.IsDir() {
				all.read(schema.Place{Folder: folder, Name: name})
			}
		}
	}
	slices.SortStableFunc(all.Games, func(a, b Record) int {
		return cmp.Or(cmp.Compare(path.Base(b.File), path.Base(a.File)), cmp.Compare(a.File, b.File))
	})
	return all, nil
}

// read adds the game in a file.
func (all *Games) read(place schema.Place) {
	g, err := ReadKept(place)
	if err != nil {
		all.Unread = append(all.Unread, err)
		return
	}
	k := g.Kept
	day, _, _ := strings.Cut(g.Began, " ")
	all.Games = append(all.Games, Record{File: place.Name, Date: day, Kept: k})
	all.Totals.add(k.Result)
	for _, by := range []struct {
		sums map[string]*Sum
		name string
	}{{all.Totals.Armies, k.Army}, {all.Totals.Opponents, k.Opponent}} {
		if by.sums[by.name] == nil {
			by.sums[by.name] = new(Sum)
		}
		by.sums[by.name].add(k.Result)
	}
}

// ReadKept reads a kept game without its events.
func ReadKept(place schema.Place) (*Game, error) {
	text, err := place.Load()
	if err != nil {
		return nil, err
	}
	if i := bytes.Index(text, []byte("\nevents:")); i >= 0 { // they are the most of it, and nobody asks for them here
		text = append(slices.Clip(text[:i]), "\nevents: []\n"...)
	}
	document, err := place.Parse(text, "play/1")
	if err != nil {
		return nil, Newer(err)
	}
	g, err := Read(document)
	if err == nil && (g.Kept == nil || g.Began == "") {
		err = schema.Problem{Code: schema.CodeFormat, File: place.String()}.Errorf("this is a game that is played, not one that was kept")
	}
	return g, err
}

// Doc returns the games as a report: a table for each army with its counts, and the counts by
// opponent. to returns the address of a game's page; "" for none.
func (all *Games) Doc(to func(file string) string) *report.Doc {
	doc := &report.Doc{}
	if len(all.Games) == 0 {
		doc.Add(report.Say("No game was kept yet: one is when it ends, and when a new one takes its place."))
		return doc
	}
	doc.Add(report.Say(all.Totals.Text() + "."))
	tables := map[string]*report.Table{}
	for _, g := range all.Games {
		table := tables[g.Army]
		if table == nil {
			table = &report.Table{Title: "Games of " + g.Army, Columns: []report.Column{
				{Name: "Date"}, {Name: "List"}, {Name: "Opponent"}, {Name: "Their army"}, {Name: "Rounds", Kind: report.Number}, {Name: "Score"}, {Name: "Result"},
			}}
			tables[g.Army] = table
		}
		table.Rows = append(table.Rows, report.Row{Cells: []report.Cell{
			{Text: g.Date, To: to(g.File)},
			{Text: g.List},
			{Text: g.Opponent},
			{Text: cmp.Or(g.TheirArmy, "-")},
			{Text: fmt.Sprint(g.Rounds)},
			{Text: fmt.Sprintf("%d – %d", g.Score[0], g.Score[1])},
			{Text: string(g.Result)},
		}})
	}
	for _, army := range slices.Sorted(maps.Keys(tables)) {
		doc.Add(&report.Doc{Title: army, Facts: []string{all.Totals.Armies[army].Text()}, Blocks: []report.Block{tables[army]}})
	}
	against := &report.Table{Title: "By opponent", Columns: []report.Column{{Name: "Opponent"}, {Name: "Games"}}}
	for _, name := range slices.Sorted(maps.Keys(all.Totals.Opponents)) {
		against.Add(name, all.Totals.Opponents[name].Text())
	}
	doc.Add(&report.Doc{Title: "Opponents", Blocks: []report.Block{against}})
	return doc
}

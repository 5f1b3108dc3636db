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

// Endings of names: of the folder with a list's games, and of a game's file.
const (
	// suffix of the folder with a list's games
	gamesFolderSuffix = ".games"
	gameFileSuffix    = ".play.yaml" // suffix of a game's file
)

// GamesFolderOf returns the name of the folder for games played with a list. It is in the folder of
// the list's file.
func GamesFolderOf(list string) string {
	return strings.TrimSuffix(list, path.Ext(list)) + gamesFolderSuffix
}

// IsGamesFolder reports whether a folder with this name holds the games of a list.
func IsGamesFolder(name string) bool { return strings.HasSuffix(name, gamesFolderSuffix) }

// startTimeLayout is the layout of Game.StartTime, in local time.
const startTimeLayout = "2006-01-02 15:04:05"

// WithStartTime returns the game with its start time set, unless it has one.
func (g *Game) WithStartTime(now time.Time) *Game {
	one := *g
	one.StartTime = cmp.Or(g.StartTime, now.Format(startTimeLayout))
	return &one
}

// IsKeptGamePath reports whether a path leads to a kept game: to a game's file in a folder of
// games.
func IsKeptGamePath(name string) bool {
	folder, file, _ := strings.Cut(name, "/")
	return IsGamesFolder(folder) && strings.HasSuffix(file, gameFileSuffix) && !strings.Contains(file, "/")
}

// KeptPath returns the path of the file in which a game with the list is kept. It depends on the
// game's start time, so that it stays the same.
func (g *Game) KeptPath(list string) string {
	when := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || '0' <= r && r <= '9':
			return r
		}
		return -1
	}, g.StartTime)
	return GamesFolderOf(list) + "/" + cmp.Or(when, "game") + gameFileSuffix
}

// WithSummary returns the game with a summary, to be kept; nil if nothing has happened in the game.
func (s *State) WithSummary(g *Game) *Game {
	if !slices.ContainsFunc(g.Events, func(e Event) bool { return e.Verb != NameOpponent }) {
		return nil
	}
	one := *g
	k := &GameSummary{
		List: s.Sides[0].Name, Army: armyOf(s.Sides[0].Roster), Opponent: s.Sides[1].Name,
		OpponentArmy: armyOf(s.Sides[1].Roster),
		ListPoints:   make([]int, 2), RoundCount: s.Round, Score: []int{s.Score(0), s.Score(1)}, Result: IsUnfinished,
		Log: []string{},
	}
	for i := range s.Sides {
		if list := s.Sides[i].Roster; list != nil {
			k.ListPoints[i] = list.Points()
		}
	}
	if s.IsOver {
		k.Result = map[int]Result{0: IsWon, 1: IsLost, -1: IsDrawn}[s.Winner()]
	}
	for _, story := range s.LogByRound() {
		for _, e := range story.Entries {
			k.Log = append(k.Log, fmt.Sprintf("Round %d: %s", story.Round, e.Text()))
		}
	}
	one.Summary = k
	return &one
}

// armyOf returns the names of a list's army books, or the game's name if there are none; "" for
// nil.
func armyOf(list builder.Roster) string {
	if list == nil {
		return ""
	}
	return cmp.Or(strings.Join(list.BookNames(), ", "), list.Game().Name)
}

// Title names the game by its two sides.
func (k *GameSummary) Title() string { return k.List + " against " + k.Opponent }

// Doc returns a report of a kept game: its result and its log. began is the start of the game as
// text.
func (k *GameSummary) Doc(began string) *report.Doc {
	who := func(army string, points int) string {
		if army == "" {
			return "an army that nobody knows"
		}
		return fmt.Sprintf("%s, %s", army, finding.CountText(points, "point"))
	}
	return &report.Doc{Title: k.Title(), Blocks: []report.Block{
		report.Paragraph(fmt.Sprintf("Begun %s: %s in round %d, %d – %d.", began, k.Result, k.RoundCount, k.Score[0], k.Score[1])),
		report.Paragraph(fmt.Sprintf("%s against %s.", who(k.Army, k.ListPoints[0]), who(k.OpponentArmy, k.ListPoints[1]))),
		report.List{Title: "What happened", Items: k.Log},
	}}
}

// A GameRecord is a kept game as `games --json` writes it.
type GameRecord struct {
	File string `json:"file"`
	Date string `json:"date"` // the day on which it began
	*GameSummary
}

// ResultCounts counts games by result.
type ResultCounts struct {
	Games      int `json:"games"`
	Won        int `json:"won"`
	Lost       int `json:"lost"`
	Drawn      int `json:"drawn"`
	Unfinished int `json:"unfinished"`
}

func (s *ResultCounts) add(r Result) {
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
func (s *ResultCounts) Text() string {
	var parts []string
	for _, part := range []struct {
		n  int
		of Result
	}{{s.Won, IsWon}, {s.Lost, IsLost}, {s.Drawn, IsDrawn}, {s.Unfinished, IsUnfinished}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.of))
		}
	}
	return finding.CountText(s.Games, "game") + ": " + strings.Join(parts, ", ")
}

// ResultTotals counts all games, and the games by army and by opponent.
type ResultTotals struct {
	ResultCounts
	ByArmy     map[string]*ResultCounts `json:"armies"`
	ByOpponent map[string]*ResultCounts `json:"opponents"`
}

// KeptGames holds the kept games of a folder, newest first.
type KeptGames struct {
	Records []GameRecord `json:"games"`
	Totals  ResultTotals `json:"totals"`
	// ReadErrors holds the errors about files that cannot be read as games.
	ReadErrors []error `json:"-"`
}

// KeptGamesIn reads the games kept in a folder: the games of the list with a file name, or of all
// lists if list is "". The names of their files are paths in the folder.
func KeptGamesIn(folder fs.FS, list string) (*KeptGames, error) {
	all := &KeptGames{Records: []GameRecord{}, Totals: ResultTotals{ByArmy: map[string]*ResultCounts{}, ByOpponent: map[string]*ResultCounts{}}}
	folders := []string{GamesFolderOf(list)}
	if list == "" {
		entries, err := fs.ReadDir(folder, ".")
		if err != nil {
			return nil, err
		}
		folders = nil
		for _, e := range entries {
			if IsGamesFolder(e.Name()) && e.IsDir() {
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
			if name := in + "/" + e.Name(); IsKeptGamePath(name) && !e.IsDir() {
				all.addFile(schema.FilePath{Folder: folder, Name: name})
			}
		}
	}
	slices.SortStableFunc(all.Records, func(a, b GameRecord) int {
		return cmp.Or(cmp.Compare(path.Base(b.File), path.Base(a.File)), cmp.Compare(a.File, b.File))
	})
	return all, nil
}

// addFile adds the game in a file, or the error of reading it.
func (all *KeptGames) addFile(place schema.FilePath) {
	g, err := ReadKeptGame(place)
	if err != nil {
		all.ReadErrors = append(all.ReadErrors, err)
		return
	}
	k := g.Summary
	day, _, _ := strings.Cut(g.StartTime, " ")
	all.Records = append(all.Records, GameRecord{File: place.Name, Date: day, GameSummary: k})
	all.Totals.add(k.Result)
	for _, by := range []struct {
		sums map[string]*ResultCounts
		name string
	}{{all.Totals.ByArmy, k.Army}, {all.Totals.ByOpponent, k.Opponent}} {
		if by.sums[by.name] == nil {
			by.sums[by.name] = new(ResultCounts)
		}
		by.sums[by.name].add(k.Result)
	}
}

// ReadKeptGame reads a kept game without its events.
func ReadKeptGame(place schema.FilePath) (*Game, error) {
	text, err := place.Load()
	if err != nil {
		return nil, err
	}
	if i := bytes.Index(text, []byte("\nevents:")); i >= 0 { // they are the most of it, and nobody asks for them here
		text = append(slices.Clip(text[:i]), "\nevents: []\n"...)
	}
	document, err := place.Parse(text, "play/1")
	if err != nil {
		return nil, NewerVersionError(err)
	}
	g, err := ReadGame(document)
	if err == nil && (g.Summary == nil || g.StartTime == "") {
		err = schema.Problem{Code: schema.CodeWrongFormat, File: place.String()}.Errorf("this is a game that is played, not one that was kept")
	}
	return g, err
}

// Doc returns the games as a report: a table of games for each army, with counts of results, and
// the counts by opponent. to returns the address of a game's page; "" for none.
func (all *KeptGames) Doc(to func(file string) string) *report.Doc {
	doc := &report.Doc{}
	if len(all.Records) == 0 {
		doc.Add(report.Paragraph("No game was kept yet: one is when it ends, and when a new one takes its place."))
		return doc
	}
	doc.Add(report.Paragraph(all.Totals.Text() + "."))
	tables := map[string]*report.Table{}
	for _, g := range all.Records {
		table := tables[g.Army]
		if table == nil {
			table = &report.Table{Title: "Games of " + g.Army, Columns: []report.Column{
				{Name: "Date"},
				{Name: "List"},
				{Name: "Opponent"},
				{Name: "Their army"},
				{Name: "Rounds", Kind: report.NumberColumn},
				{Name: "Score"},
				{Name: "Result"},
			}}
			tables[g.Army] = table
		}
		table.Rows = append(table.Rows, report.Row{Cells: []report.Cell{
			{Text: g.Date, Link: to(g.File)},
			{Text: g.List},
			{Text: g.Opponent},
			{Text: cmp.Or(g.OpponentArmy, "-")},
			{Text: fmt.Sprint(g.RoundCount)},
			{Text: fmt.Sprintf("%d – %d", g.Score[0], g.Score[1])},
			{Text: string(g.Result)},
		}})
	}
	for _, army := range slices.Sorted(maps.Keys(tables)) {
		doc.Add(&report.Doc{Title: army, Facts: []string{all.Totals.ByArmy[army].Text()}, Blocks: []report.Block{tables[army]}})
	}
	against := &report.Table{Title: "By opponent", Columns: []report.Column{{Name: "Opponent"}, {Name: "Games"}}}
	for _, name := range slices.Sorted(maps.Keys(all.Totals.ByOpponent)) {
		against.Add(name, all.Totals.ByOpponent[name].Text())
	}
	doc.Add(&report.Doc{Title: "Opponents", Blocks: []report.Block{against}})
	return doc
}

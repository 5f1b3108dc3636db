package play_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"muster/builder/play"
	"muster/schema"
	"muster/schema/files"
)

// A game that ended, or gave way to another, is read without its lists, and summed by army and
// opponent.
func TestGamesAreKept(t *testing.T) {
	folder := new(files.Memory)
	table := play.NewTable(list(t, "gf-3", squads), "Anna", list(t, "gf-3", riding))
	alone := play.NewTable(list(t, "gf-3", squads), "", nil)
	for i, c := range []struct {
		table  *play.Table
		list   string
		events string
		want   string // its place, and how it came out
	}{
		{table, "third.yaml", "seize 1; wound squad 3; next; end", "third.games/2026-11-25-190000.play.yaml won 1 – 0 in 2"},
		{table, "third.yaml", "> seize 1; end", "third.games/2026-11-25-190100.play.yaml lost 0 – 1 in 1"},
		{table, "other.yml", "end", "other.games/2026-11-25-190200.play.yaml drawn 0 – 0 in 1"},
		{alone, "third.yaml", "> pass", "third.games/2026-11-25-190300.play.yaml unfinished 0 – 0 in 1"},
	} {
		g := game(t, c.events).WithStartTime(time.Date(2026, 11, 25, 19, i, 0, 0, time.Local)).WithStartTime(time.Now())
		kept := c.table.Replay(g).WithSummary(g)
		k := kept.Summary
		if got := fmt.Sprintf("%s %s %d – %d in %d", kept.KeptPath(c.list), k.Result, k.Score[0], k.Score[1], k.RoundCount); got != c.want {
			t.Errorf("%q: %s, want %s", c.events, got, c.want)
		}
		if err := files.Overwrite(folder, kept.KeptPath(c.list), kept.Text()); err != nil {
			t.Fatal(err)
		}
		read, err := play.ReadKeptGame(schema.FilePath{Folder: folder, Name: kept.KeptPath(c.list)})
		if err != nil || strings.Join(read.Summary.Log, "\n") != strings.Join(k.Log, "\n") || len(k.Log) == 0 || len(read.Events) != 0 {
			t.Errorf("%q is read as %+v, %v", c.events, read, err)
		}
	}
	for name, text := range map[string]string{
		"flat.games":              "no folder",
		"third.games/x.play.yaml": "muster: play/1\nevents: []\n", "third.games/y.play.yaml": "muster: play/1\nbegan: x\nkept: {result: glorious}\nevents: []\n",
		"third.games/z.play.yaml": "muster: play/1\nbegan: x\nkept: {score: [1, 2, 3]}\nevents: []\n", "third.games/notes.txt": "x", "third.play.yaml": "muster: play/1\nevents: []\n",
	} {
		if err := folder.Write(name, nil, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for list, want := range map[string]string{
		"third.yaml": `{"games":3,"won":1,"lost":1,"drawn":0,"unfinished":1,"armies":{"Steel Wardens":{"games":3,"won":1,"lost":1,"drawn":0,"unfinished":1}},"opponents":{"Anna":{"games":2,"won":1,"lost":1,"drawn":0,"unfinished":0},"Opponent":{"games":1,"won":0,"lost":0,"drawn":0,"unfinished":1}}}, 3 unread`,
		"":           `{"games":4,"won":1,"lost":1,"drawn":1,"unfinished":1,"armies":{"Steel Wardens":{"games":4,"won":1,"lost":1,"drawn":1,"unfinished":1}},"opponents":{"Anna":{"games":3,"won":1,"lost":1,"drawn":1,"unfinished":0},"Opponent":{"games":1,"won":0,"lost":0,"drawn":0,"unfinished":1}}}, 3 unread`,
		"flat.yaml":  `{"games":0,"won":0,"lost":0,"drawn":0,"unfinished":0,"armies":{},"opponents":{}}, 0 unread`,
		"none.yaml":  `{"games":0,"won":0,"lost":0,"drawn":0,"unfinished":0,"armies":{},"opponents":{}}, 0 unread`,
	} {
		all, err := play.KeptGamesIn(folder, list)
		if err != nil {
			t.Fatal(err)
		}
		totals, _ := json.Marshal(all.Totals)
		if got := fmt.Sprintf("%s, %d unread", totals, len(all.ReadErrors)); got != want {
			t.Errorf("%q: %s, want %s (%v)", list, got, want, all.ReadErrors)
		}
		for i := range all.Records {
			if i > 0 && all.Records[i].File[len("other"):] > all.Records[i-1].File[len("other"):] {
				t.Errorf("%s stands after %s", all.Records[i].File, all.Records[i-1].File)
			}
		}
	}
	one, _ := play.KeptGamesIn(folder, "other.yaml")
	text, _ := json.Marshal(one.Records)
	if want := `[{"file":"other.games/2026-11-25-190200.play.yaml","date":"2026-11-25","list":"list.yaml","army":"Steel Wardens","opponent":"Anna","their_army":"Steel Wardens","points":[1065,500],"rounds":1,"score":[0,0],"result":"drawn"}]`; string(text) != want {
		t.Errorf("%s, want %s", text, want)
	}
	if g := game(t, "> foe x"); table.Replay(g).WithSummary(g) != nil {
		t.Error("a game in which nothing happened is kept")
	}
	if g := (&play.Game{StartTime: "../../x 1:2"}); !play.IsKeptGamePath(g.KeptPath("a.yaml")) {
		t.Errorf("%s is outside of the folder", g.KeptPath("a.yaml"))
	}
}

// A list without a name is kept by its file's, without the folder that it lies in. Against itself the
// other side has a number.
func TestAListWithoutANameIsKeptByItsFile(t *testing.T) {
	for file, want := range map[string]string{"/home/ann/lists/third.yaml": "third.yaml", `C:\lists\third.yaml`: "third.yaml", "third.yaml": "third.yaml"} {
		mine := list(t, "gf-3", squads)
		mine.Document().File = file
		g := game(t, "next")
		if got := play.NewTable(mine, "", mine).Replay(g).WithSummary(g).Summary; got.List != want || got.Opponent != want+" #2" {
			t.Errorf("%s is kept as %q against %q", file, got.List, got.Opponent)
		}
	}
}

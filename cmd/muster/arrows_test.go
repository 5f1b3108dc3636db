package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mostUpward is how many in 100 uses between the files of a package may run back up.
const mostUpward = 15

// usesBetween counts the uses of definitions between the files of a package: by the file
// that uses, then by the file that defines, how many definitions.
func usesBetween(t *testing.T, dir string) map[string]map[string]int {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	// What other packages define need not be known.
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	check := types.Config{Error: func(error) {}, FakeImportC: true}
	pkg, _ := check.Check(dir, set, parsed, &info) // which fails for want of imports
	between, seen := map[string]map[string]int{}, map[string]map[types.Object]bool{}
	for id, used := range info.Uses {
		if used.Pkg() != pkg || !used.Pos().IsValid() {
			continue
		}
		if v, ok := used.(*types.Var); ok && v.Parent() != pkg.Scope() {
			continue // a field, which comes with its type, or a variable of a function
		} else if f, ok := used.(*types.Func); ok {
			used = f.Origin()
		}
		from, to := filepath.Base(set.Position(id.Pos()).Filename), filepath.Base(set.Position(used.Pos()).Filename)
		if from == to || seen[from][used] {
			continue
		}
		if between[from] == nil {
			between[from], seen[from] = map[string]int{}, map[types.Object]bool{}
		}
		seen[from][used] = true
		between[from][to]++
	}
	return between
}

// backUp puts the files of a package into an order in which few of the uses between them
// run back up, and returns how many do and how many there are. It moves one file at a
// time to the place where the fewest do, until none gains by it.
func backUp(between map[string]map[string]int) (back, all int, order []string) {
	for from, uses := range between {
		order = append(order, from)
		for to, n := range uses {
			order = append(order, to)
			all += n
		}
	}
	slices.Sort(order)
	order = slices.Compact(order)
	count := func() (n int) {
		for i, from := range order {
			for _, to := range order[:i] {
				n += between[from][to]
			}
		}
		return n
	}

	for gained := true; gained; {
		gained = false
		for _, file := range slices.Clone(order) {
			at := slices.Index(order, file)
			without := slices.Delete(slices.Clone(order), at, at+1)
			now, best, where := 0, 0, 0
			for _, other := range without { // with the file above all others
				now += between[other][file]
			}
			was := 0
			for i := 0; ; i++ {
				if i == 0 || now < best {
					best, where = now, i
				}
				if i == at {
					was = now
				}
				if i == len(without) {
					break
				}
				now += between[file][without[i]] - between[without[i]][file]
			}
			if best < was {
				order, gained = slices.Insert(without, where, file), true
			}
		}
	}
	return count(), all, order
}

// Within a package of web and builder a file stands above all that it uses; what fields
// are read does not count.
func TestFilesStandAboveWhatTheyUse(t *testing.T) {
	for _, room := range []string{"web", "builder"} {
		err := filepath.WalkDir(filepath.Join("..", "..", room), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() {
				return err
			}
			back, all, order := backUp(usesBetween(t, path))
			if all == 0 {
				return nil
			}
			name, err := filepath.Rel(filepath.Join("..", ".."), path)
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			t.Logf("%s: %d of %d uses between files run back up", name, back, all)
			if 100*back > mostUpward*all {
				t.Errorf("%s: %d of %d uses between files run back up, more than %d in 100; from the top the files stand best as %s",
					name, back, all, mostUpward, strings.Join(order, ", "))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

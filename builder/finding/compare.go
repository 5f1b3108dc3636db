package finding

import (
	"slices"
	"strings"
)

// A Difference is what became of the findings of a list that was changed. A finding
// is the same when its code is, and it names the same units, fewer of them or more;
// each counts once.
type Difference struct {
	Solved []Finding // those of before that are gone
	Worse  []Finding // those of now that named fewer units before
	New    []Finding // those of now that were not there
}

// Compare returns how findings differ.
func Compare(before, now []Finding) Difference {
	left := slices.Clone(before)
	// was drops those of all that are one of before, and returns them.
	was := func(all []Finding, same func(old, f Finding) bool) (rest, old []Finding) {
		for _, f := range all {
			at := slices.IndexFunc(left, func(old Finding) bool { return old.Code == f.Code && same(old, f) })
			if at < 0 {
				rest = append(rest, f)
				continue
			}
			old, left = append(old, f), slices.Delete(left, at, at+1)
		}
		return rest, old
	}
	rest, _ := was(now, func(old, f Finding) bool { return slices.Equal(f.Units, old.Units) && f.Message == old.Message })
	rest, _ = was(rest, func(old, f Finding) bool { return slices.Equal(f.Units, old.Units) })
	rest, _ = was(rest, func(old, f Finding) bool { return len(f.Units) == len(old.Units) && within(f.Units, old.Units) })
	rest, _ = was(rest, func(old, f Finding) bool { return len(f.Units) > 0 && within(f.Units, old.Units) })
	rest, worse := was(rest, func(old, f Finding) bool { return len(old.Units) > 0 && within(old.Units, f.Units) })
	return Difference{Solved: left, Worse: worse, New: rest}
}

// Brought is what a change caused: what is new, and what is worse.
func (d Difference) Brought() []Finding { return slices.Concat(d.New, d.Worse) }

// within reports whether all ids are among others.
func within(ids, others []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(others, id) })
}

// FirstError returns the first error whose code begins with one of the
// prefixes ("hero/").
func FirstError(findings []Finding, prefixes ...string) (f Finding, found bool) {
	for _, f := range findings {
		for _, prefix := range prefixes {
			if f.Severity == Error && strings.HasPrefix(f.Code, prefix) {
				return f, true
			}
		}
	}
	return Finding{}, false
}

// About picks the findings about any of some units, by their ids.
func About(findings []Finding, ids ...string) (about []Finding) {
	for _, f := range findings {
		if slices.ContainsFunc(f.Units, func(id string) bool { return slices.Contains(ids, id) }) {
			about = append(about, f)
		}
	}
	return about
}

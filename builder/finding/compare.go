package finding

import (
	"slices"
	"strings"

	"muster/report"
)

// A Difference compares the findings of a list before and after a change. Two findings are the same
// if they have the same code and the units of one are among the units of the other.
type Difference struct {
	Solved []Finding // findings before the change that are gone
	Worse  []Finding // findings that name more units than the same finding before the change
	New    []Finding // findings that were not there before
}

// Compare returns the difference between two lists of findings.
func Compare(before, now []Finding) (d Difference) {
	left := make([]*Finding, len(before)) // of before, without a counterpart so far
	for i := range before {
		left[i] = &before[i]
	}
	was := func(f *Finding, same func(old, f *Finding) bool) bool {
		at := slices.IndexFunc(left, func(old *Finding) bool { return old.Code == f.Code && same(old, f) })
		if at >= 0 {
			left = slices.Delete(left, at, at+1)
		}
		return at >= 0
	}
	rest := make([]*Finding, len(now))
	for i := range now {
		rest[i] = &now[i]
	}
	for _, same := range []func(old, f *Finding) bool{
		func(old, f *Finding) bool { return slices.Equal(f.Units, old.Units) && f.Message == old.Message },
		func(old, f *Finding) bool { return slices.Equal(f.Units, old.Units) },
		func(old, f *Finding) bool { return len(f.Units) == len(old.Units) && isSubset(f.Units, old.Units) },
		func(old, f *Finding) bool { return len(f.Units) > 0 && isSubset(f.Units, old.Units) },
	} {
		rest = slices.DeleteFunc(rest, func(f *Finding) bool { return was(f, same) })
	}
	for _, f := range rest {
		if was(f, func(old, f *Finding) bool { return len(old.Units) > 0 && isSubset(old.Units, f.Units) }) {
			d.Worse = append(d.Worse, *f)
		} else {
			d.New = append(d.New, *f)
		}
	}
	for _, f := range left {
		d.Solved = append(d.Solved, *f)
	}
	return d
}

// NewOrWorse returns the findings that the change caused: the new ones and the worse ones.
func (d Difference) NewOrWorse() []Finding { return slices.Concat(d.New, d.Worse) }

// Report returns text about the new and the worse findings, and the number of solved ones.
func (d Difference) Report() (all []report.Block) {
	add := func(text report.Text) {
		text.Indent = 2
		all = append(all, text)
	}
	for _, f := range d.New {
		add(f.Paragraph("", f.FullMessage()))
	}
	for _, f := range d.Worse {
		add(f.Paragraph("worse: ", f.FullMessage()))
	}
	if len(d.Solved) > 0 {
		add(report.SingleLine(CountText(len(d.Solved), "finding") + " no longer"))
	}
	return all
}

// isSubset reports whether all ids are among others.
func isSubset(ids, others []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(others, id) })
}

// FirstError returns the first error with a code that begins with one of the prefixes,
// such as "hero/".
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

// AboutUnits returns the findings that name any unit in ids.
func AboutUnits(findings []Finding, ids ...string) (about []Finding) {
	for _, f := range findings {
		if slices.ContainsFunc(f.Units, func(id string) bool { return slices.Contains(ids, id) }) {
			about = append(about, f)
		}
	}
	return about
}

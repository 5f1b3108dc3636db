package schema

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"muster/convert"
)

// Codes of problems with files. Other packages have codes of their own. Codes never change, so that
// programs can tell problems apart.
const (
	CodeMissing        = "file/missing" // there is no such file
	CodeIsFolder       = "file/folder"  // the file is a folder, a pipe or a device
	CodeAccessDenied   = "file/denied"  // the file may not be read or written
	CodeTooLarge       = "file/large"   // the file is larger than MaxFileBytes
	CodeOutsideFolders = "file/outside" // a path in a file leads out of the folders that it may name
	CodeChanged        = "file/changed" // another program changed the file after it was read
	CodeInvalidName    = "file/name"    // no file can have this name
	CodeWrongFormat    = "file/format"  // the text is wrong: not YAML, another kind of file, or wrong keys
)

// A Problem is one fault in a file, with its position.
type Problem struct {
	// Code is the kind of problem for programs, such as file/missing. It is empty for a problem that
	// only a person can solve.
	Code   string
	File   string // "" if the problem is not in a file
	Line   int    // from 1; 0 when the problem is with the file as a whole
	Column int    // from 1, in characters
	// Message names the fault and the remedy in a sentence that begins in lower case and has no full
	// stop.
	Message string
	// MaybeNewerFormat means that the file may be for a newer program: a key, a word or the version
	// of the format is unlike any that this program knows.
	MaybeNewerFormat bool
}

func (p Problem) String() string {
	if p.File == "" {
		return p.Message
	}
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// An Error is the error for files and requests: all problems, in the order of the file. errors.As
// finds it in every error of the packages below the command line; errors.Is finds its Cause.
type Error struct {
	Problems []Problem
	Cause    error // the error that caused the problems, for errors.Is; may be nil
}

func (e *Error) Error() string {
	return strings.Join(convert.All(e.Problems, Problem.String), "\n")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// HasCode reports whether an error is an *Error with a problem of a code.
func HasCode(err error, code string) bool {
	var problems *Error
	return errors.As(err, &problems) && problems.Has(code)
}

// Has reports whether one of the problems has a code.
func (e *Error) Has(code string) bool {
	return slices.ContainsFunc(e.Problems, func(p Problem) bool { return p.Code == code })
}

// MaybeNewerFormat reports whether all problems are MaybeNewerFormat, so that a newer program may
// accept the file.
func (e *Error) MaybeNewerFormat() bool {
	return !slices.ContainsFunc(e.Problems, func(p Problem) bool { return !p.MaybeNewerFormat })
}

// Errorf returns the error of one problem that is not in a file.
func Errorf(code, format string, args ...any) *Error {
	return Problem{Code: code}.Errorf(format, args...)
}

// problemf returns the error for a text that does not fit the format of its file, at a position in
// the file.
func problemf(file string, line, column int, format string, args ...any) *Error {
	return Problem{Code: CodeWrongFormat, File: file, Line: line, Column: column}.Errorf(format, args...)
}

// Errorf returns the problem with the given message as an error.
func (p Problem) Errorf(format string, args ...any) *Error {
	p.Message = fmt.Sprintf(format, args...)
	return &Error{Problems: []Problem{p}}
}

// ProblemError returns the error for one problem: code is its kind, path leads to the wrong value
// by keys and indices from the root.
func (d *Document) ProblemError(code, message string, path ...any) *Error {
	at := d.At(path...)
	return Problem{Code: code, File: d.File, Line: at.Line(), Column: at.Column()}.Errorf("%s", message)
}

// ProblemAt returns a problem at the position of a value.
func (d *Document) ProblemAt(n Node, format string, args ...any) Problem {
	return Problem{File: d.File, Line: n.Line(), Column: n.Column(), Message: fmt.Sprintf(format, args...)}
}

// ProblemsAt returns the problems of an error about a value: those of an *Error, or one at the value.
func (d *Document) ProblemsAt(n Node, err error) []Problem {
	var e *Error
	if errors.As(err, &e) {
		return e.Problems
	}
	return []Problem{d.ProblemAt(n, "%s", err)}
}

// UnusableError returns the error for something that a value of the document names but that cannot
// be used; what describes it, such as "the army book `x`". An error without a file gets the
// position of the value; before an error in another file it adds a problem at the value.
func (d *Document) UnusableError(what string, err error, path ...any) error {
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Problems: []Problem{{Message: err.Error()}}, Cause: err}
	}
	first, at := e.Problems[0], d.At(path...)
	here := Problem{Code: first.Code, File: d.File, Line: at.Line(), Column: at.Column(), Message: first.Message}
	if first.File == "" {
		return &Error{Problems: []Problem{here}, Cause: e.Cause}
	}
	here.Message = what + " cannot be used:"
	return &Error{Problems: append([]Problem{here}, e.Problems...), Cause: e.Cause}
}

func sortProblems(problems []Problem) []Problem {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(problems)
}

// NearestWord returns the known word that a mistyped word most likely stands for; "" if none is
// similar. A similar word differs in at most a third of the letters by Damerau–Levenshtein distance
// (two of five, at least one), or one word begins with the other. Failing these, it is the shortest
// known word that contains word with hyphens for blanks.
func NearestWord(word string, known []string) string {
	word = strings.ToLower(word)
	letters := utf8.RuneCountInString(word)
	limit := max(1, letters/3)
	if letters == 5 {
		limit = 2
	}
	best, bestDistance := "", limit+1
	for _, k := range known {
		low := strings.ToLower(k)
		d := bestDistance
		if apart := letters - utf8.RuneCountInString(low); max(apart, -apart) < bestDistance {
			d = editDistance(word, low)
		}
		if len(word) >= 3 && (strings.HasPrefix(low, word) || strings.HasPrefix(word, low) && len(low) >= 3) {
			d = min(d, 1)
		}
		if d < bestDistance {
			best, bestDistance = k, d
		}
	}
	part := strings.Join(strings.Fields(word), "-")
	if best != "" || len(part) < 4 {
		return best
	}
	for _, k := range known {
		if strings.Contains(strings.ToLower(k), part) && (best == "" || len(k) < len(best)) {
			best = k
		}
	}
	return best
}

// DidYouMean returns NearestWord as the end of a sentence: "; did you mean `quality`?", or "" if no
// word is similar.
func DidYouMean(word string, known []string) string {
	if near := NearestWord(word, known); near != "" {
		return fmt.Sprintf("; did you mean `%s`?", near)
	}
	return ""
}

// JoinOr joins words: "a", "a or b", "a, b or c".
func JoinOr(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// QuotedOr joins words in backquotes: "`a` or `b`".
func QuotedOr(words []string) string {
	return JoinOr(convert.All(words, func(w string) string { return "`" + w + "`" }))
}

// editDistance returns the number of insertions, deletions, replacements and swaps of adjacent
// characters that turn a into b (optimal string alignment).
func editDistance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, previous, current := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(x); i++ {
		current[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			current[j] = min(previous[j]+1, current[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				current[j] = min(current[j], before[j-2]+1)
			}
		}
		before, previous, current = previous, current, before
	}
	return previous[len(y)]
}

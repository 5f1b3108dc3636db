package builder

import (
	"context"

	forcepreview "muster/builder/fad/preview"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/catalog"
	"muster/schema"
)

// A Previewer is a roster that can predict fights.
type Previewer interface {
	Roster
	// Asks returns the choices that a question may make in the list's game.
	Asks() odds.Choices
	// Odds answers a question; see odds.Question. The error names the unit that is missing or
	// cannot fight, or the unusable rule, or is ctx's.
	Odds(ctx context.Context, q odds.Question) (*odds.Answer, error)
}

func (g grimdark) Asks() odds.Choices { return preview.Choices() }
func (g grimdark) Odds(ctx context.Context, q odds.Question) (*odds.Answer, error) {
	return preview.Ask(ctx, g, q)
}

func (f force) Asks() odds.Choices { return forcepreview.Asks() }
func (f force) Odds(ctx context.Context, q odds.Question) (*odds.Answer, error) {
	return forcepreview.Ask(ctx, f, q)
}

// MatchUp holds a list against the list of the question's foe, from some distances in
// inches. It is no method, so that programs without match-ups are linked without them. Errors are
// those of Odds.
func MatchUp(ctx context.Context, list Previewer, q odds.Question, distances []int) (*odds.MatchUp, error) {
	if _, ok := list.(force); ok {
		return forcepreview.MatchUp(ctx, list, q, distances)
	}
	return preview.MatchUp(ctx, list, q, distances)
}

// Duel answers a duel file of any game, with dice besides or where the fight is
// too large for exact odds. The library knows the game's edition; nil knows those
// of muster. The error is a *schema.Error if the file cannot be used.
func Duel(document *schema.Document, library *catalog.Library, dice odds.Dice) (*odds.Answer, error) {
	system, err := library.SystemOf(document)
	if err != nil {
		return nil, err
	}
	return games[system.Family].duel(document, system, dice)
}

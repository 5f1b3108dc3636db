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
	// OddsChoices returns the possible choices in a question in the list's game.
	OddsChoices() odds.Choices
	// Odds answers a question; see odds.Question. The error names the unit that is missing or
	// cannot fight, or the unusable rule, or is ctx's.
	Odds(ctx context.Context, q odds.Question) (*odds.Answer, error)
}

func (g grimdark) OddsChoices() odds.Choices { return preview.Choices() }
func (g grimdark) Odds(ctx context.Context, q odds.Question) (*odds.Answer, error) {
	return preview.Ask(ctx, g, q)
}

func (f force) OddsChoices() odds.Choices { return forcepreview.Choices() }
func (f force) Odds(ctx context.Context, q odds.Question) (*odds.Answer, error) {
	return forcepreview.Ask(ctx, f, q)
}

// MatchUp compares a list with the list of the question's foe, from some distances in inches. It is
// not a method, so that programs without match-ups do not link it. Errors are those of Odds.
func MatchUp(ctx context.Context, list Previewer, q odds.Question, distances []int) (*odds.MatchUp, error) {
	if _, ok := list.(force); ok {
		return forcepreview.MatchUp(ctx, list, q, distances)
	}
	return preview.MatchUp(ctx, list, q, distances)
}

// Duel answers a duel file of any game. It rolls dice if dice asks for it. library has the game's
// edition; nil has muster's own. The error is a *schema.Error if the file cannot be used.
func Duel(document *schema.Document, library *catalog.Library, dice odds.Dice) (*odds.Answer, error) {
	system, err := library.SystemOf(document)
	if err != nil {
		return nil, err
	}
	return games[system.Family].duel(document, system, dice)
}

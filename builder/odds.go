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
	// OddsChoices returns the values that a question in the list's game can have.
	OddsChoices() odds.Choices
	// Odds answers a question; see odds.Question. It fails if a unit is missing or cannot fight, if
	// a rule cannot be used, or if ctx is done.
	Odds(ctx context.Context, q odds.Question) (*odds.Answer, error)
}

func (g gfRoster) OddsChoices() odds.Choices { return preview.Choices() }
func (g gfRoster) Odds(ctx context.Context, q odds.Question) (*odds.Answer, error) {
	return preview.Ask(ctx, g, q)
}

func (f fadRoster) OddsChoices() odds.Choices { return forcepreview.Choices() }
func (f fadRoster) Odds(ctx context.Context, q odds.Question) (*odds.Answer, error) {
	return forcepreview.Ask(ctx, f, q)
}

// MatchUp compares a list with the list of the question's foe, at distances in inches. It is not a
// method, so that programs without match-ups do not link it. It fails like Odds.
func MatchUp(ctx context.Context, list Previewer, q odds.Question, distances []int) (*odds.MatchUp, error) {
	if _, ok := list.(fadRoster); ok {
		return forcepreview.MatchUp(ctx, list, q, distances)
	}
	return preview.MatchUp(ctx, list, q, distances)
}

// AnswerDuel answers a duel file of any game, and rolls the fight if dice asks for it. library has
// the game's edition; nil stands for the editions of muster. It returns a *schema.Error if the file
// cannot be used.
func AnswerDuel(document *schema.Document, library *catalog.Library, dice odds.Dice) (*odds.Answer, error) {
	system, err := library.SystemOf(document)
	if err != nil {
		return nil, err
	}
	return games[system.Family].answerDuel(document, system, dice)
}

package main

import (
	"fmt"
	"strings"

	"muster/builder/gf"
)

// briefGrimdark prints what a Grimdark Future list has before the game.
func (a *app) briefGrimdark(army *gf.Army, asJSON bool) error {
	b := army.Brief()
	if asJSON {
		return a.printJSON(b)
	}
	name := b.Name
	if name == "" {
		name = b.File
	}
	fmt.Fprintf(a.out, "%s · %s to deploy, %s\n", a.paint(bold, name), plural(b.Units, "unit", "units"), plural(b.Models, "model", "models"))
	const under = "           "
	if len(b.Reserves) > 0 {
		fmt.Fprint(a.out, wrap("may wait: "+strings.Join(b.Reserves, ", "), "Reserves   ", under, a.width()))
	}
	if len(b.Last) > 0 {
		fmt.Fprint(a.out, wrap("after all others: "+strings.Join(b.Last, ", "), "Scouts     ", under, a.width()))
	}
	for _, t := range b.Transports {
		fmt.Fprint(a.out, wrap(fmt.Sprintf("%s (%d spaces): %s", t.ID, t.Spaces, listOr(t.Aboard, "empty")), "Carries    ", under, a.width()))
	}
	for _, c := range b.Casters {
		fmt.Fprintf(a.out, "Spells     %s: %s\n", c.ID, strings.ReplaceAll(army.Game.Words["tokens"], "%", fmt.Sprint(c.Tokens)))
	}
	return nil
}

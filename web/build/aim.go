package build

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fill"
	"muster/builder/odds"
	"muster/web/desk"
	"muster/web/page"
)

// The default target, and the value for no target.
const (
	defaultTarget = "heavy-infantry"
	noTarget      = "none"
)

// targetDistances holds the possible distances for shooting and charging, in inches.
var targetDistances = []string{"9", defaultDistance, "18", "24"}

const defaultDistance = "12"

// aim returns the target that a request names, or the last one chosen.
func (h *Handler) aim(r *http.Request, roster builder.Roster, query url.Values) *targetEffects {
	id, value := r.PathValue("id"), query.Get("target")
	a := &targetEffects{DamageMeasure: "figures", Distance: query.Get("distance")}
	h.ListCache.WithCached(id, func(d *desk.CachedList) {
		d.Target, d.Distance = cmp.Or(value, d.Target), cmp.Or(a.Distance, d.Distance, defaultDistance)
		value, a.Distance = d.Target, d.Distance
	})
	none := []edit.Choice{{Value: noTarget, Label: "no target"}}
	a.Choices = []page.Group[edit.Choice]{{Values: none}}
	if roster.Game().HasArmyBooks() {
		a.DamageMeasure = "wounds"
	}
	usual, chosen := odds.Foe{}, odds.Foe{}
	add := func(title, before string, foe odds.Foe) {
		first, named := a.addTargets(roster, title, before, foe, value)
		if usual.UnitID == "" {
			usual = first
		}
		if named.UnitID != "" {
			chosen = named
		}
	}
	add("Typical targets", "", odds.Foe{})
	if other, err := h.listOfTarget(id, roster, value); err == nil && other.List != nil {
		add(builder.Title(other.List.(builder.Roster)), other.Name+"/", other)
	}
	if own, ok := roster.(builder.Previewer); ok {
		add("This list", id+"/", odds.Foe{Name: id, List: own})
	}
	switch {
	case value == noTarget:
		a.TargetValue = value
		return a
	case a.TargetValue == "" && usual.UnitID == "":
		a.TargetValue, a.Trouble = noTarget, "nobody is there to be a target"
		return a
	case a.TargetValue == "":
		for _, c := range a.Choices[1].Values {
			if c.Value == usual.UnitID {
				a.TargetValue, a.Name, chosen = c.Value, c.Label, usual
			}
		}
	}
	if in, ok := chosen.List.(builder.Roster); ok {
		a.listETag = desk.ETag(in.Document().Source)
	}
	var err error
	if a.fillAim, err = fill.NewAim(roster, chosen); err != nil {
		a.fillAim, a.Trouble = nil, page.ErrorText(err)
	} else if inches, err := strconv.Atoi(a.Distance); err == nil && slices.Contains(targetDistances, a.Distance) {
		a.fillAim.Distance = inches
	}
	return a
}

// addTargets adds the units of a foe to the targets to choose from; the value of each is prefix
// before, then the unit's id. It returns the foe's default target, and its target with the given
// value, if it has it.
func (a *targetEffects) addTargets(roster builder.Roster, title string, before string, foe odds.Foe, value string) (usual, named odds.Foe) {
	all, err := fill.Targets(roster, foe)
	if err != nil || len(all) == 0 {
		return usual, named
	}
	choices, names := page.Group[edit.Choice]{Title: title}, map[string]string{}
	if list, ok := foe.List.(builder.Roster); ok {
		names = builder.Names(list)
	}
	for _, t := range all {
		name := page.NumberedName(names, t.ID, t.Name)
		choices.Values = append(choices.Values, edit.Choice{Value: before + t.ID, Label: name})
		if foe.UnitID = t.ID; before+t.ID == value {
			a.TargetValue, a.Name, named = value, name, foe
		}
		if t.ID == defaultTarget || usual.UnitID == "" {
			usual = foe
		}
	}
	a.Choices = append(a.Choices, choices)
	return usual, named
}

// listOfTarget returns the other list named by a target's value, if it names one.
func (h *Handler) listOfTarget(id string, roster builder.Roster, value string) (odds.Foe, error) {
	at := strings.LastIndex(value, "/")
	if at < 0 || value[:at] == id {
		return odds.Foe{}, nil
	}
	other, err := h.RosterToView(value[:at])
	if err != nil || other.Game().ID != roster.Game().ID {
		return odds.Foe{}, err
	}
	list, _ := other.(builder.Previewer)
	return odds.Foe{Name: value[:at], List: list}, nil
}

// maxModelsToComputeNow is the maximum number of models in a list up to which all damage figures
// are computed with the page. For larger lists they are computed afterwards, on request.
const maxModelsToComputeNow = 300

// How many figures to compute.
const (
	// compute no figures yet: they are loaded later, and the page keeps its old ones until then
	computeNoEffects   = iota
	computeFastEffects // compute the figures that are fast to compute
	computeAllEffects
)

// computeEffects computes the figures, for the shown unit also of its options.
func (a *targetEffects) computeEffects(ctx context.Context, roster builder.Roster, unit string, tell int) {
	if a.fillAim == nil {
		return
	}
	models := 0
	for _, u := range roster.Units() {
		models += u.Models
	}
	_, chooses := roster.(builder.UpgradeChooser)
	if tell == computeNoEffects || tell == computeFastEffects && (models > maxModelsToComputeNow || !chooses) {
		a.Incomplete = true
		return
	}
	a.unitEffects = map[string]odds.Effect{}
	var err error
	first := builder.FirstHalfIDs(roster)
	for _, u := range roster.Units() {
		effect, known := a.unitEffects[first[u.ID]] // both halves fight as one
		if !known {
			if effect, err = a.fillAim.Damage(ctx, u.ID); err != nil {
				break
			}
		}
		a.unitEffects[u.ID] = effect
	}
	if err == nil {
		a.survivedActivations, a.knowsSurvival, err = a.fillAim.Durability(ctx, unit)
	}
	if err == nil {
		a.optionGains, err = a.fillAim.OptionGains(ctx, unit)
	}
	if err != nil {
		a.Trouble = page.ErrorText(err)
	}
}

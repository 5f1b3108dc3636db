package fad

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"muster/schema"
)

// Check returns an error if a duel has a value that is out of range or a setting that
// has no meaning in it. Settings are judged by the mode and the kinds of units, never
// by traits, except for rules that cannot be combined. Messages name the keys of a
// duel's file.
func Check(d *Duel) error {
	if d.Tables == nil || len(d.Tables.Qualities) == 0 || len(d.Tables.Resolves) == 0 {
		return errors.New("the duel has no levels of Quality and Resolve")
	}
	for _, s := range d.roles() {
		if err := checkSide(d, s.side); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	for _, check := range []func(*Duel) error{checkMode, checkPartner, checkLostCrew, checkSettings, checkConflicts} {
		if err := check(d); err != nil {
			return err
		}
	}
	return nil
}

// maxFigures is the largest number of figures of a unit in a duel.
const maxFigures = 1000

func checkSide(d *Duel, s *Side) error {
	levels := func(q int) bool { return q >= 0 && q < len(d.Tables.Qualities) }
	switch {
	case !levels(s.Quality) || !levels(s.QualityWithLeader) || s.SpotterQuality != nil && !levels(*s.SpotterQuality):
		return errors.New("there is no such Quality")
	case s.Resolve < 0 || s.Resolve >= len(d.Tables.Resolves):
		return errors.New("there is no such Resolve")
	case s.Figures < 1:
		return errors.New("it has no figures")
	case s.FiguresLost < 0 || s.FiguresLost > maxFigures:
		return fmt.Errorf("%d fallen before the fight should be 0 to %d", s.FiguresLost, maxFigures)
	case s.CrewLost < 0 || s.CrewLost > maxFigures:
		return fmt.Errorf("%d lost of the crew should be 0 to %d", s.CrewLost, maxFigures)
	case s.Figures > maxFigures:
		return fmt.Errorf("%d figures are too many: the most is %d", s.Figures, maxFigures)
	case s.Kind.IsSingleFigure() && s.Officer != nil:
		return fmt.Errorf("`officer` means nothing for kind `%s`: he goes with squads, teams and vehicles", s.Kind)
	case s.SpotterQuality != nil && (s.Kind != Artillery || s != &d.Attacker):
		return errors.New("`spotter` means nothing here: only off-board artillery that attacks has one")
	}
	return nil
}

// checkMode returns an error if a unit cannot fight in the mode.
func checkMode(d *Duel) error {
	a, t := &d.Attacker, &d.Target
	if t.Kind == Artillery {
		return errors.New("target: off-board artillery is never on the table, so nobody attacks it")
	}
	switch d.Scenario.Mode {
	case Shooting:
		if a.Kind == Artillery {
			return errors.New("attacker: off-board artillery only blasts; write `mode: blast`")
		}
		if t.Kind != Vehicle && a.BlastWeapon() != nil && !a.HasDirectFire() {
			return fmt.Errorf("attacker: %s blasts at figures; write `mode: blast`", a.BlastWeapon().Name)
		}
	case Blast, AllFire:
		if t.Kind == Vehicle {
			return errors.New("target: a blast does nothing to a vehicle; write `mode: shooting`")
		}
		if a.BlastWeapon() == nil {
			return errors.New("attacker: it has no blast weapon; write `mode: shooting`")
		}
		if a.Kind == Artillery && d.Scenario.Mode == AllFire {
			return errors.New("attacker: off-board artillery only blasts; write `mode: blast`")
		}
	case CloseAssault, VehicleAssault:
		switch a.Kind {
		case Vehicle:
			return errors.New("attacker: only figures assault")
		case Sniper:
			return errors.New("attacker: a sniper never charges")
		case Artillery:
			return errors.New("attacker: off-board artillery never charges")
		}
		onVehicle := d.Scenario.Mode == VehicleAssault
		switch {
		case t.Kind == Vehicle && !onVehicle:
			return errors.New("target: an assault on a vehicle is `mode: vehicle-assault`")
		case t.Kind != Vehicle && onVehicle:
			return errors.New("target: it is no vehicle; write `mode: close-assault`")
		case onVehicle && t.Flies:
			return errors.New("target: a flying vehicle cannot be assaulted")
		case d.Scenario.ContactFigures < 0 || d.Scenario.ContactFigures > a.Figures:
			return fmt.Errorf("`contact: %d` should be 1 to %d, the figures that attack", d.Scenario.ContactFigures, a.Figures)
		}
	default:
		return fmt.Errorf("the mode %q should be %s, %s, %s, %s or %s", d.Scenario.Mode, Shooting, Blast,
			AllFire, CloseAssault,
			VehicleAssault)
	}
	return nil
}

// A duelRole is one side of a duel with its name in messages and its actions.
type duelRole struct {
	name            string
	side            *Side
	fires, assaults bool
}

// roles returns the attacker and the target of the duel with their actions.
func (d *Duel) roles() [2]duelRole {
	assault := d.Scenario.Mode == CloseAssault
	return [2]duelRole{
		{"attacker", &d.Attacker, d.Scenario.Mode == Shooting || d.Scenario.Mode == AllFire, assault},
		{"target", &d.Target, assault && d.Scenario.FreeShot != nil, assault},
	}
}

// checkLostCrew returns an error if a duel states lost crew that has no effect on the unit.
func checkLostCrew(d *Duel) error {
	for _, s := range d.roles() {
		falls := s.assaults || s.side == &d.Target // its figures may, and break it
		for _, u := range []*Fighter{&s.side.Fighter, s.side.Partner} {
			switch {
			case u == nil || u.CrewLost == 0:
			case u.Kind != HeavyWeapons:
				return fmt.Errorf("%s: `crew-lost` means nothing for kind `%s`: it is for weapons teams", s.name,
					u.Kind)
			case s.side == &d.Attacker && d.Scenario.Mode == Blast:
				return fmt.Errorf("%s: `crew-lost` means nothing here: a blast's Fire Effect has no such modifier",
					s.name)
			case !s.fires && !(falls && u == &s.side.Fighter):
				return fmt.Errorf("%s: `crew-lost` means nothing here: this unit does not shoot, and is not broken",
					s.name)
			}
		}
	}
	return nil
}

// checkPartner returns an error if a side's two units cannot fire together.
func checkPartner(d *Duel) error {
	for _, s := range d.roles() {
		with := s.side.Partner
		if with == nil {
			continue
		}
		switch {
		case !s.fires && !s.assaults:
			return fmt.Errorf("%s: `with` means nothing here: this side does not shoot", s.name)
		case s.side.CanFireWith(with):
		case s.side.Kind == Infantry && with.Kind == Infantry:
			return fmt.Errorf("%s: two squads shoot together only if both add their dice, as Fire Teams do", s.name)
		default:
			return fmt.Errorf("%s: a squad shoots together with a weapons team or with the other squad of a Fire Team; the squad is the side, and the team is in `with`", s.name)
		}
		switch {
		case with.Kind == HeavyWeapons && !s.fires:
			return fmt.Errorf("%s: `with` means nothing here: a weapons team beside the squad takes no part in its assault", s.name)
		case with.Kind == HeavyWeapons && with.BlastWeapon() != nil && d.Target.Kind != Vehicle:
			return fmt.Errorf("%s: %s blasts at figures, so the team does not shoot together with the squad", s.name,
				with.BlastWeapon().Name)
		}
	}
	return nil
}

// CanFireWith reports whether the unit is a squad that can fire together with the other: with a
// weapons team, or with a squad if both add their dice.
func (u *Fighter) CanFireWith(other *Fighter) bool {
	return u.Kind == Infantry && (other.Kind == HeavyWeapons || other.Kind == Infantry && u.canAddPartnerDice() && other.canAddPartnerDice())
}

// canAddPartnerDice reports whether the unit can add its dice to a partner's.
func (u *Fighter) canAddPartnerDice() bool {
	return slices.ContainsFunc(u.Traits, func(t Trait) bool {
		return slices.ContainsFunc(t.Effects, func(e Effect) bool { return e.AddsPartnerDice })
	})
}

// A refusalReason is the text of an error about a setting, with the condition for it.
type refusalReason struct {
	applies bool // the setting makes no sense, for the reason in text
	text    string
}

// refuseSetting returns an error for a duel's setting with a key, if it is on and one of the causes
// applies.
func refuseSetting(key string, on bool, causes ...refusalReason) error {
	for _, c := range causes {
		if on && c.applies {
			return fmt.Errorf("`%s` means nothing here: %s", key, c.text)
		}
	}
	return nil
}

// checkSettings returns an error for a setting that makes no sense in the duel.
func checkSettings(d *Duel) error {
	s, a, t := &d.Scenario, d.Attacker.Kind, d.Target.Kind
	shooting, assault := s.Mode == Shooting || s.Mode == AllFire, s.Mode == CloseAssault
	var (
		free       = refusalReason{assault, "the free shot has its own `range` and `cover`, under `free-shot`"}
		noShot     = refusalReason{!shooting && s.Mode != Blast, "nobody shoots at the target in this mode"}
		noModifier = refusalReason{!shooting, "a blast's Fire Effect has no such modifier"}
		onVehicle  = refusalReason{t == Vehicle, "it is for figures as targets"}
		noFreeShot = refusalReason{assault && s.FreeShot == nil, "without `free-shot` nobody shoots"}
		everywhere = refusalReason{a == Artillery, "off-board artillery reaches everything"}
	)
	return cmp.Or(
		refuseSetting("range", s.Range != "" || s.Distance != 0, free, noShot, everywhere),
		refuseSetting("cover", s.Cover != "", free, noShot),
		refuseSetting("side", s.Facing != "",
			refusalReason{t != Vehicle, "only vehicles have sides"},
			refusalReason{!shooting, "an assault meets the weakest side"}),
		refuseSetting("free-shot", s.FreeShot != nil,
			refusalReason{!assault, "only a unit that is charged by figures has a free shot"}),
		refuseSetting("contact", s.ContactFigures != 0, refusalReason{
			s.Mode != VehicleAssault, "it counts the figures that reach a vehicle, in `mode: vehicle-assault`",
		}),
		refuseSetting("open-fire", s.OpenFire, free, noShot, noModifier),
		refuseSetting("shooter-under-fire", s.ShooterUnderFire, free, noShot, noModifier,
			refusalReason{a == Vehicle, "a vehicle shoots no worse for being under fire"}),
		refuseSetting("target-under-fire", s.TargetUnderFire, free, noShot, noModifier,
			refusalReason{t == Vehicle, "a vehicle is no harder to hit for being under fire"}),
		refuseSetting("bunched-up", s.TargetBunchedUp, free, noShot, noModifier, refusalReason{t != Infantry, "only squads bunch up"}),
		refuseSetting("concealed", s.TargetConcealed, free, noShot, noModifier, refusalReason{t != Sniper, "only snipers are concealed"}),
		refuseSetting("moved", s.ShooterMoved, free, noShot, refusalReason{a == Artillery, "off-board artillery does not move"}),
		refuseSetting("target-moved", s.TargetMoved, free, noShot, onVehicle, everywhere),
		refuseSetting("wounded-rules", s.UsesWoundedRules, onVehicle, noFreeShot),
		refuseSetting("squad-damage", s.OneDamageRollPerSquad, onVehicle, noFreeShot),
		refuseSetting("crossfire", s.UsesCrossfire, free, noShot, refusalReason{!t.HasFigures(), "only squads and teams are pinned"}),
		refuseSetting("tank-near", s.TankNearTarget,
			refusalReason{t == Vehicle, "it helps figures to pass morale"},
			refusalReason{t.IsSingleFigure(), "a single figure does not test morale"}),
	)
}

// checkConflicts returns an error if optional rules are used that cannot be combined.
func checkConflicts(d *Duel) error {
	s := &d.Scenario
	if !s.UsesWoundedRules && !s.OneDamageRollPerSquad {
		return nil
	}
	if s.UsesWoundedRules && s.OneDamageRollPerSquad {
		return errors.New("`wounded-rules` and `squad-damage` cannot be used together: one roll for all hits wounds nobody")
	}
	key := "wounded-rules"
	if s.OneDamageRollPerSquad {
		key = "squad-damage"
	}
	sides := []*Side{&d.Target}
	shooter := &d.Attacker
	if s.Mode == CloseAssault {
		sides, shooter = []*Side{&d.Attacker}, &d.Target
	}
	if shooter.tallyEffects(situation{}).BackfiresUpTo > 0 {
		sides = append(sides, shooter)
	}
	for _, side := range sides {
		for _, t := range side.Traits {
			if slices.ContainsFunc(t.Effects, func(e Effect) bool { return e.PairedHits || e.WoundsPerFigure > 1 }) {
				return fmt.Errorf("`%s` cannot be used together with %s", key, t.Name)
			}
		}
	}
	return nil
}

// maxOddsSteps limits the estimated time for the exact odds of a duel, in steps of about a
// nanosecond.
const maxOddsSteps = 3e9

// CodeTooLarge is the error code of a duel too large for exact odds; Sample still handles it.
const CodeTooLarge = "duel/too-large"

// tooLarge returns an error if exact odds would take too long.
func tooLarge(d *Duel) error {
	work := 0.0
	a, t := &d.Attacker, &d.Target
	wounds := d.Scenario.UsesWoundedRules
	switch d.Scenario.Mode {
	case Shooting, Blast, AllFire:
		if t.Kind != Vehicle {
			work = a.estimateHitSteps() * t.estimateStateCount(wounds)
		}
	case CloseAssault:
		work = float64(endingCount) * (a.estimateKillRolls()*t.estimateStateCount(wounds) + t.estimateKillRolls()*a.estimateStateCount(wounds))
		if d.Scenario.FreeShot != nil {
			work = work*float64(a.Figures) + t.estimateHitSteps()*a.estimateStateCount(wounds)
		}
	}
	if work > maxOddsSteps {
		return schema.Errorf(CodeTooLarge, "the units are too large for exact odds")
	}
	return nil
}

// estimateStateCount estimates the number of loss states of a side's figures; wounds means that the
// rules for wounded figures are used.
func (s *Side) estimateStateCount(wounds bool) float64 {
	t := s.tallyEffects(situation{})
	n, points := float64(s.Figures), float64(t.WoundsPerFigure)
	switch {
	case t.PairedHits && t.WoundsPerFigure > 1: // multisets
		count := 1.0
		for i := range t.WoundsPerFigure {
			count *= (n + points - float64(i)) / float64(i+1)
		}
		return count * n
	case wounds:
		return (n + 1) * (n + 2) / 2
	}
	return n*points + 1
}

// estimateHitSteps estimates the number of steps for computing the hits of a side's volley.
func (s *Side) estimateHitSteps() float64 {
	effect, extra := 40.0+float64(s.Figures)/figuresPerBonusPoint, 0.0
	for _, u := range []*Fighter{&s.Fighter, s.Partner} {
		if u == nil {
			continue
		}
		for _, w := range u.Weapons {
			effect += float64(w.Count * (w.FireEffectBonus + 6*w.ExtraFireDice + 1))
			if w.IsBlast {
				effect += float64(w.Count * 6 * dicePerTest)
			}
			extra += float64(w.Count * w.ExtraFireDice)
		}
	}
	return effect/3 + extra*extra
}

// estimateKillRolls estimates a side's number of kill rolls.
func (s *Side) estimateKillRolls() float64 {
	t := s.tallyEffects(situation{inAssault: true})
	return float64(s.Figures) * float64(t.KillRollsPerFigure+t.ExtraKillRolls)
}

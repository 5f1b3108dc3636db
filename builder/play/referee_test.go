package play_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/play"
	"muster/rules"
)

// A referee follows a game by the rule documents alone. He shares no code with the package and
// knows each unit by a line of facts.
type referee struct {
	fad, two bool // Fast and Dirty; an edition 2.x, where each model takes one space
	listed   bool // the opponent has a list
	sides    [2][]*piece
	round    int
	first    int // -1: nobody knows
	turns    []turn
	unnamed  [2]int // units that acted, and nobody said which
	emptied  [2]int // the tap since which a side has nobody left to act; 0 while it has
	taps     int
	placed   bool
	over     bool
	heart    bool // it was said that nobody loses heart
	past     []past
}

// A turn is an activation of this round, by the units that acted as one in it.
type turn struct {
	side   int
	pieces []*piece
}

// A past is a round before, as it ended.
type past struct {
	first   int
	turns   []turn
	emptied [2]int
	unnamed [2]int
	pieces  map[*piece]piece
}

// A piece is a unit: facts first, then how it stands.
type piece struct {
	id, in, kind, beside  string // kind: vehicle, character, single, off, powered, or ""
	bodies                []body
	room, level, breaks   int // spaces, level of Resolve of a vehicle, losses that break
	ambush, reserve, crew bool
	villain, sent         bool // sent: ahead, and it is not said how it came back
	due, downed           int  // the round from which it comes from recon; that in which it was killed
	acted, waits, gone    bool
	shaken, fatigued, hit bool // hit: a damaged vehicle
	fire, shock, wreck    bool // fire: under fire
	test                  string
	checked, mended       bool
	died                  int
	with                  string
}

type body struct {
	id                    string
	models, tough, damage int
	hero                  bool
}

func (b *body) left() int { return b.models - b.damage/b.tough }

// pieces reads facts: "few 5x1 + h 1x3 in=apc room=11 ambush".
func pieces(text string) []*piece {
	var all []*piece
	for line := range strings.SplitSeq(text, ";") {
		p := &piece{}
		hero := false
		words := strings.Fields(line)
		for i, w := range words {
			key, value, _ := strings.Cut(w, "=")
			n, _ := strconv.Atoi(value)
			switch {
			case w == "+":
				hero = true
			case strings.Contains(w, "x") && w[0] >= '0' && w[0] <= '9':
				b := body{id: words[i-1], hero: hero}
				fmt.Sscanf(w, "%dx%d", &b.models, &b.tough)
				p.bodies = append(p.bodies, b)
			case w == "hero":
				p.bodies[0].hero = true
			case w == "ambush":
				p.ambush = true
			case w == "reserve":
				p.reserve = true
			case w == "crew":
				p.crew = true
			case w == "villain":
				p.villain = true
			case w == "sent":
				p.sent = true
			case key == "in":
				p.in = value
			case key == "room":
				p.room = n
			case key == "level":
				p.level = n
			case key == "breaks":
				p.breaks = n
			case key == "kind":
				p.kind = value
			case key == "beside":
				p.beside = value
			}
		}
		p.id = p.bodies[0].id
		all = append(all, p)
	}
	return all
}

func newReferee(system, mine, theirs string) *referee {
	r := &referee{fad: system == "fad", two: strings.HasPrefix(system, "gf-2"), listed: theirs != "", round: 1, first: -1}
	r.sides[0] = pieces(mine)
	if r.listed {
		r.sides[1] = pieces(theirs)
	}
	r.look()
	return r
}

func (p *piece) left() int {
	n := 0
	for i := range p.bodies {
		n += p.bodies[i].left()
	}
	return n
}

func (p *piece) lives() bool { return !p.gone && p.left() > 0 }

func (p *piece) size() int {
	n := 0
	for _, b := range p.bodies {
		n += b.models
	}
	return n
}

func (p *piece) half() bool {
	if p.size() > 1 {
		return 2*p.left() <= p.size()
	}
	return 2*p.bodies[0].damage >= p.bodies[0].tough
}

func (r *referee) find(side int, id string) *piece {
	for _, p := range r.sides[side] {
		for _, b := range p.bodies {
			if b.id == id {
				return p
			}
		}
	}
	return nil
}

// away reports whether a piece, or what carries it, is off the table.
func (r *referee) away(side int, p *piece) bool {
	for n := 0; p != nil && n < 20; n++ {
		if p.waits || p.wreck {
			return true
		}
		p = r.find(side, p.in)
	}
	return false
}

// mayAct says whether a piece may be activated. Of Fast and Dirty what is in a vehicle, or left it
// this turn, acts with the vehicle; what is in reserve is activated to come.
func (r *referee) mayAct(side int, p *piece) bool {
	if p.acted || !p.lives() || p.kind == "off" || p.wreck {
		return false
	}
	if p.waits {
		return r.fad && p.reserve && p.due == 0 && r.round > 1
	}
	if r.away(side, p) {
		return false
	}
	return !r.fad || p.in == "" && !r.bound(side, p)
}

func (r *referee) bound(side int, p *piece) bool {
	v := r.find(side, p.with)
	return p.with != "" && v != nil && v.lives()
}

func (r *referee) waiting(side int) int {
	n := 0
	for _, p := range r.sides[side] {
		if !p.waits && r.mayAct(side, p) {
			n++
		}
	}
	return max(0, n-r.unnamed[side])
}

func (r *referee) isListed(side int) bool { return side == 0 || r.listed }

// look notes since when each side has nobody left.
func (r *referee) look() {
	r.taps++
	for side := range 2 {
		if !r.isListed(side) || r.waiting(side) > 0 {
			r.emptied[side] = 0
		} else if r.emptied[side] == 0 {
			r.emptied[side] = r.taps
		}
	}
}

func (r *referee) toMove() int {
	none := [2]bool{r.isListed(0) && r.waiting(0) == 0, r.isListed(1) && r.waiting(1) == 0}
	at := r.first
	if n := len(r.turns); n > 0 {
		at = 1 - r.turns[n-1].side
	}
	switch {
	case none[0] && none[1]:
		return -1
	case at >= 0 && none[at]:
		return 1 - at
	}
	return at
}

// spaces counts what living models take in a transport: gf-3 one for models without Tough and
// heroes up to Tough(6), three for others up to Tough(3); 2.x and Fast and Dirty one each.
func (r *referee) spaces(p *piece) (n int, fits bool) {
	if r.fad && (p.kind == "vehicle" || p.kind == "off") {
		return 0, false
	}
	for i := range p.bodies {
		switch b := &p.bodies[i]; {
		case b.left() == 0:
		case r.fad || r.two || b.hero && b.tough <= 6 || b.tough == 1:
			n += b.left()
		case !b.hero && b.tough <= 3:
			n += 3 * b.left()
		default:
			return n, false
		}
	}
	return n, true
}

func (r *referee) mayEnter(side int, p, t *piece) bool {
	if t == nil || t == p || t.room == 0 && t.kind != "vehicle" || !p.lives() || !t.lives() || r.away(side, p) || r.away(side, t) || p.in == t.id || p.kind == "off" {
		return false
	}
	for at, n := t, 0; at != nil && n < 20; n++ {
		if at = r.find(side, at.in); at == p {
			return false
		}
	}
	need, fits := r.spaces(p)
	characters := 0
	if p.kind == "character" {
		characters++
	}
	for _, o := range r.sides[side] {
		if o.in == t.id && o.lives() {
			n, _ := r.spaces(o)
			if need += n; o.kind == "character" {
				characters++
			}
		}
	}
	if t.crew && characters > 0 {
		need--
	}
	return fits && need <= t.room
}

// falls takes a piece off the table with what it means for those inside.
func (r *referee) falls(side int, p *piece, destroyed bool) {
	p.test, p.died, p.wreck = "", r.round, false
	if p.villain && destroyed {
		p.downed = r.round
	}
	for _, o := range r.sides[side] {
		if o == p || o.in != p.id {
			continue
		}
		o.in = ""
		switch {
		case !o.lives():
		case !r.fad:
			o.shock, o.shaken = true, true
		case !destroyed:
		case o.kind == "character" || o.kind == "powered":
			o.wreck = true
		default:
			o.gone = true
			r.falls(side, o, true)
			o.died = 0
		}
	}
}

// tap follows an event, and says whether anything happened.
func (r *referee) tap(e play.Event) bool {
	if r.over && e.Verb != play.ResumeGame {
		return false
	}
	side := 0
	if e.OfOpponent {
		side = 1
	}
	if e.Verb != play.TestedResolve && e.Verb != play.TestedRepair && e.Verb != play.Scouted {
		e.Number = max(e.Number, 1)
	}
	happened := false
	if p := r.find(side, e.UnitID); e.UnitID != "" {
		happened = p != nil && r.toPiece(e, side, p)
	} else {
		happened = r.toTable(e, side)
	}
	if happened {
		r.look()
	}
	return happened
}

func (r *referee) toPiece(e play.Event, side int, p *piece) bool {
	b := &p.bodies[slices.IndexFunc(p.bodies, func(b body) bool { return b.id == e.UnitID })]
	switch e.Verb {
	case play.Wound, play.Heal:
		return r.damage(e, side, p, b)
	case play.Act:
		return r.acts(e, side, p)
	case play.UndoAct:
		if !p.acted {
			return false
		}
		p.acted = false
		for i := range r.turns {
			if slices.Contains(r.turns[i].pieces, p) {
				for _, o := range r.turns[i].pieces {
					o.acted = false
				}
				r.turns = slices.Delete(slices.Clone(r.turns), i, i+1)
				break
			}
		}
	case play.RemoveUnit:
		if !p.lives() {
			return false
		}
		p.gone = true
		r.falls(side, p, e.Subject == "destroyed")
	case play.UndoRemove:
		if !p.gone || p.left() == 0 {
			return false
		}
		p.gone = false
		if p.in != "" && r.crammed(side, p.in) {
			p.gone = true
			return false
		}
		p.downed = 0
	case play.GetOut:
		if p.in == "" || !p.lives() {
			return false
		}
		t := r.find(side, p.in)
		p.in = ""
		if r.fad && !p.acted && (r.round > 1 || len(r.turns) > 0) {
			if p.with = t.id; t.acted {
				p.acted = true
				for i := range r.turns {
					if slices.Contains(r.turns[i].pieces, t) {
						r.turns[i].pieces = append(r.turns[i].pieces, p)
					}
				}
			}
		}
	case play.GetIn:
		t := r.find(side, e.Subject)
		if t == nil || !r.mayEnter(side, p, t) || r.mayAct(side, p) && r.asks(side, r.together(side, p)) {
			return false
		}
		p.in, p.with = t.id, ""
	case play.EnterReserve:
		if p.waits || p.wreck || !p.lives() || p.in != "" {
			return false
		}
		p.waits, p.due = true, 0
	case play.Scouted:
		if !p.sent || !p.lives() {
			return false
		}
		p.sent = false
		switch n := min(e.Number, 3); n {
		case 0:
			p.gone = true
			r.falls(side, p, false)
		case 1, 2:
			p.waits, p.due = true, 4-n
		}
	case play.Arrive:
		if !p.waits || !p.lives() {
			return false
		}
		p.waits = false
	case play.EnterState, play.LeaveState:
		return p.state(e, r.fad)
	case play.FoughtMelee, play.LostMelee, play.PassedTest, play.FailedTest, play.NeedsNoTest:
		return r.morale(e.Verb, side, p)
	case play.TestedResolve, play.TestedRepair:
		return r.checks(e, side, p)
	}
	return true
}

func (r *referee) damage(e play.Event, side int, p *piece, b *body) bool {
	was, lived := b.damage, p.lives()
	if p.gone {
		return false
	}
	if e.Verb == play.Heal {
		b.damage = max(0, was-e.Number)
	} else {
		b.damage = min(b.models*b.tough, was+e.Number)
	}
	if b.damage == was {
		return false
	}
	if e.Verb == play.Heal && p.in != "" && r.crammed(side, p.in) { // for it there is no place left
		b.damage = was
		return false
	}
	due := func() {
		if !r.fad && p.test == "" && p.half() && !p.shaken {
			p.test = "wounds"
		}
	}
	switch {
	case e.Verb == play.Heal:
		if p.kind == "vehicle" && b.damage == 0 {
			p.hit = false
		}
		if !lived {
			p.test, p.downed = "", 0
		} else if p.test == "wounds" {
			p.test = ""
			due()
		}
	case p.left() == 0:
		r.falls(side, p, true)
	default:
		p.hit = p.hit || p.kind == "vehicle"
		due()
	}
	return true
}

// unsaid has a side act with a unit that nobody names.
func (r *referee) unsaid(side int) {
	if r.turns = append(slices.Clip(r.turns), turn{side: side}); r.isListed(side) {
		r.unnamed[side]++
	}
}

func (r *referee) acts(e play.Event, side int, p *piece) bool {
	switch {
	case !p.lives() && !p.acted && p.kind != "off" && p.died == r.round: // in its own activation
		p.acted = true
		r.turns = append(r.turns, turn{side, []*piece{p}})
		return true
	case !r.mayAct(side, p):
		return false
	}
	all := r.together(side, p)
	if r.asks(side, all) {
		return false
	}
	switch turn := r.toMove(); {
	case e.Subject == "after" && turn == 1-side && !r.over:
		r.unsaid(1 - side)
	case turn != side && r.unnamed[side] > 0:
		r.unnamed[side]--
	}
	for _, o := range all {
		o.acted, o.shock, o.sent = true, false, false
		if e.Subject != "keep" {
			o.shaken, o.fire = false, false
		}
	}
	r.turns = append(r.turns, turn{side, all})
	return true
}

// together are a piece that acts, and those that act as one with it.
func (r *referee) together(side int, p *piece) []*piece {
	all := []*piece{p}
	for _, o := range r.sides[side] {
		partner := o.id == p.beside && !o.waits && r.mayAct(side, o)
		if partner || o.with == p.id && !o.acted && o.lives() && !o.waits && !o.wreck {
			all = append(all, o)
		}
	}
	return all
}

// asks reports whether pieces have something to settle before they act.
func (r *referee) asks(side int, all []*piece) bool {
	return !r.over && slices.ContainsFunc(all, func(p *piece) bool {
		due := r.dueOf(side, p, len(r.turns) > 0)
		return slices.ContainsFunc(due, func(what string) bool { return what != "arrive" })
	})
}

// crammed reports whether more are in a vehicle than it has places for.
func (r *referee) crammed(side int, id string) bool {
	v, need, characters := r.find(side, id), 0, 0
	for _, o := range r.sides[side] {
		if o.in == id && o.lives() {
			n, fits := r.spaces(o)
			if need += n; !fits {
				return true
			}
			if o.kind == "character" {
				characters++
			}
		}
	}
	if v.crew && characters > 0 {
		need--
	}
	return v.lives() && need > v.room
}

func (p *piece) state(e play.Event, fad bool) bool {
	at := &p.shaken
	if fad {
		at = &p.fire
	}
	if !p.lives() || p.kind == "off" || *at == (e.Verb == play.EnterState) {
		return false
	}
	*at = !*at
	return true
}

func (r *referee) morale(how play.Verb, side int, p *piece) bool {
	if p.wreck {
		switch how {
		case play.PassedTest:
			p.wreck, p.acted = false, true
		case play.NeedsNoTest:
			p.wreck = false
		case play.FailedTest:
			p.gone = true
			r.falls(side, p, true)
			p.died = 0
		default:
			return false
		}
		return true
	}
	if !p.lives() && p.downed > 0 && r.round > p.downed && (how == play.PassedTest || how == play.FailedTest) {
		if p.downed = 0; how == play.PassedTest {
			p.gone, p.in = false, ""
			p.bodies[0].damage = min(p.bodies[0].damage, p.bodies[0].models*p.bodies[0].tough-1)
		}
		return true
	}
	if !p.lives() || r.fad {
		return false
	}
	switch how {
	case play.FoughtMelee:
		if p.test != "wounds" && p.fatigued {
			return false
		}
		if p.test == "wounds" { // in melee only the loser tests
			p.test = ""
		}
		p.fatigued = true
	case play.LostMelee:
		if p.test == "melee" {
			return false
		}
		p.test = "melee"
	case play.FailedTest:
		was := p.test
		if p.test = ""; was == "" {
			return false
		}
		if was == "melee" && p.half() {
			p.gone = true
			r.falls(side, p, false)
		} else {
			p.shaken = true
		}
	default:
		if p.test == "" && !p.shock {
			return false
		}
		if p.test == "" {
			p.shock = false
		}
		p.test = ""
	}
	return true
}

func (r *referee) checks(e play.Event, side int, p *piece) bool {
	passes := e.Number
	if !r.fad || !p.lives() || e.Verb == play.TestedRepair && p.kind != "vehicle" {
		return false
	}
	lost := false
	if e.Verb == play.TestedRepair {
		p.mended = true
		p.hit, lost = p.hit && passes < 2, passes < 1
	} else {
		p.checked = true
		lost = passes < 1 || passes == 1 && p.kind == "vehicle" && p.hit
	}
	if lost {
		p.gone = true
		r.falls(side, p, false)
	}
	return true
}

func (r *referee) toTable(e play.Event, side int) bool {
	switch e.Verb {
	case play.GoFirst:
		if r.first == side {
			return false
		}
		r.first = side
	case play.UnknownUnitActed:
		if r.isListed(side) && r.waiting(side) == 0 {
			return false
		}
		r.unsaid(side)
	case play.SetObjectives:
		if r.placed {
			return false // the same number again
		}
		r.placed = true
	case play.ForbidLosingHeart:
		if !r.fad || r.heart {
			return false
		}
		r.heart = true
	case play.EndGame, play.ResumeGame:
		if r.over == (e.Verb == play.EndGame) {
			return false
		}
		r.over = !r.over
	case play.NextRound:
		if r.over {
			return false
		}
		was := past{r.first, r.turns, r.emptied, r.unnamed, map[*piece]piece{}}
		for _, p := range slices.Concat(r.sides[0], r.sides[1]) {
			was.pieces[p] = *p
			p.acted, p.fatigued, p.checked, p.mended, p.with = false, false, false, false, ""
		}
		r.past = append(r.past, was)
		a, b := r.emptied[0], r.emptied[1]
		switch r.first = -1; {
		case r.fad || !r.listed || a == b:
		case b == 0 || a > 0 && a < b:
			r.first = 0
		default:
			r.first = 1
		}
		r.turns, r.emptied, r.unnamed = nil, [2]int{}, [2]int{}
		r.round++
	case play.PreviousRound:
		n := len(r.past) - 1
		if n < 0 || r.over {
			return false
		}
		was := r.past[n]
		r.past, r.first, r.turns, r.emptied, r.unnamed = r.past[:n], was.first, was.turns, was.emptied, was.unnamed
		for p, then := range was.pieces {
			p.acted, p.checked, p.mended, p.with = then.acted, then.checked, then.mended, then.with
			p.fatigued = p.fatigued || then.fatigued
		}
		r.round--
	}
	return true
}

// due is what the rules ask for now, in a word each.
func (r *referee) due() []string {
	if r.over {
		return nil
	}
	var all []string
	began := len(r.turns) > 0
	if r.round == 1 && len(r.past) == 0 && !began {
		if !r.fad && !r.placed {
			all = append(all, "objectives")
		}
		if r.fad {
			all = append(all, "mission", "mission")
		}
	}
	if r.first < 0 && !began {
		all = append(all, "first")
	}
	switch over := began && r.waiting(0) == 0 && (!r.listed || r.waiting(1) == 0); {
	case over:
		all = append(all, "round over")
	case !r.listed && r.toMove() == 1:
		all = append(all, "they act")
	}
	for side := range 2 {
		gone, units := 0, 0
		for _, p := range r.sides[side] {
			if p.kind != "off" {
				units++
				if !p.lives() {
					gone++
				}
			}
			for _, what := range r.dueOf(side, p, began) {
				all = append(all, fmt.Sprint(side, " ", p.id, " ", what))
			}
		}
		if r.fad && !r.heart && units > 0 && 2*gone >= units && !slices.Contains(all, "heart") {
			all = append(all, "heart")
		}
	}
	slices.Sort(all)
	return all
}

func (r *referee) dueOf(side int, p *piece, began bool) (all []string) {
	switch {
	case !p.lives() && p.downed > 0 && r.round > p.downed:
		return []string{"stunned"}
	case !p.lives() || p.kind == "off":
		return nil
	case p.wreck:
		return []string{"wreck"}
	case p.sent && !p.acted && !p.waits:
		return []string{"recon"}
	case !r.fad:
		what := p.test
		if what == "melee" && p.half() {
			what = "rout"
		}
		if what != "" {
			all = append(all, what)
		}
		if p.shock {
			all = append(all, "shock")
		}
		if p.waits && r.round > 1 && !began {
			all = append(all, "arrive")
		}
		return all
	case p.waits:
		if p.acted && p.due == 0 || r.round < p.due {
			return nil
		}
		return []string{"arrive"}
	case p.in != "" || p.acted:
		return nil
	}
	lost := p.size() - p.left()
	if o := r.find(side, p.beside); o != nil {
		lost += o.size() - o.left()
	}
	if p.kind == "vehicle" {
		lost = p.bodies[0].damage
	}
	if at := cmp.Or(p.level, p.breaks); at > 0 && lost >= at && (p.kind != "vehicle" || p.fire) && !p.checked {
		all = append(all, "resolve")
	}
	if p.hit && !p.mended {
		all = append(all, "repair")
	}
	return all
}

// asked is what the game asks for now, in the referee's words.
func asked(s *play.State) []string {
	words := []struct{ starts, word string }{
		{"How many objectives", "objectives"},
		{"The mission of", "mission"},
		{"Who goes first", "first"},
		{"Everybody has acted", "round over"},
		{"All of", "round over"},
		{"tests morale, or routs", "rout"},
		{"tests for dangerous ground", "shock"},
		{"may arrive now", "arrive"},
		{"may come this turn", "arrive"},
		{"checks its Resolve", "resolve"},
		{"tests for repairs", "repair"},
		{"is in the wreck", "wreck"},
		{"was sent ahead", "recon"},
		{"was killed", "stunned"},
	}
	var all []string
	for _, m := range s.Decisions() {
		if m.Optional {
			continue
		}
		what := m.Prompt
		if i := slices.IndexFunc(words, func(w struct{ starts, word string }) bool { return strings.HasPrefix(what, w.starts) }); i >= 0 {
			what = words[i].word
		} else if strings.HasPrefix(what, "tests morale") {
			if what = "melee"; len(m.Choices) > 2 {
				what = "wounds"
			}
		} else if strings.HasSuffix(what, " acts") {
			what = "they act"
		} else if strings.Contains(what, "of its units or more") {
			what = "heart"
		}
		if m.Unit != nil {
			side := 0
			if m.Unit.OfOpponent {
				side = 1
			}
			what = fmt.Sprint(side, " ", m.Unit.ID, " ", what)
		}
		all = append(all, what)
	}
	slices.Sort(all)
	return all
}

// differs compares how a game stands with what the referee says.
func (r *referee) differs(s *play.State) string {
	var all []string
	add := func(what string, got, want any) {
		if fmt.Sprint(got) != fmt.Sprint(want) {
			all = append(all, fmt.Sprintf("%s: %v, the referee says %v", what, got, want))
		}
	}
	add("round", s.Round, r.round)
	add("turn", s.NextSide, r.toMove())
	add("first", s.FirstSide(), r.first)
	add("due", asked(s), r.due())
	for side := range 2 {
		var may, will []string
		for i, p := range r.sides[side] {
			u := s.Sides[side].Units[i]
			if s.MayAct(u) {
				may = append(may, u.ID)
			}
			if r.mayAct(side, p) {
				will = append(will, p.id)
			}
			for j, t := range r.sides[side] {
				if got, want := s.MayBoard(u, s.Sides[side].Units[j]), r.mayEnter(side, p, t); got != want {
					all = append(all, fmt.Sprintf("%d %s may enter %s: %t, the referee says %t", side, p.id, t.id, got, want))
				}
			}
			if u.Lives() && u.InTransport != p.in {
				add("where "+p.id+" is", u.InTransport, p.in)
			}
		}
		add(fmt.Sprint("who may act of side ", side), may, will)
	}
	return strings.Join(all, "\n")
}

// wains is an army book of Age of Fantasy with transports.
const wains = "muster: book/1\nid: wains\nsystem: aof\nname: Wains\nunits:\n" +
	"  - {id: spears, name: Spears, size: 10, quality: 4, defense: 5, cost: 100}\n  - {id: ogres, name: Ogres, size: 3, quality: 4, defense: 4, cost: 150, rules: [Tough(3)]}\n" +
	"  - {id: lord, name: Lord, size: 1, quality: 3, defense: 3, cost: 100, rules: [Hero, Tough(6)]}\n  - {id: ghosts, name: Ghosts, size: 5, quality: 4, defense: 6, cost: 80, rules: [Ambush]}\n" +
	"  - {id: giant, name: Giant, size: 1, quality: 4, defense: 3, cost: 250, rules: [Tough(12)]}\n  - {id: wain, name: Wain, size: 1, quality: 4, defense: 3, cost: 150, rules: [Tough(9), Transport(12)]}\n"

// glade is a game of one's own, and elves an army book of it.
const (
	glade = "muster: system/1\nid: glade-1\nname: Age of Glades\nedition: \"1\"\ncite: GLADE\nlike: gf-3\n"
	elves = "muster: book/1\nid: elves\nsystem: glade-1\nname: Elves\nunits:\n" +
		"  - {id: guard, name: Guard, size: 5, quality: 4, defense: 4, cost: 100}\n  - {id: folk, name: Folk, size: 10, quality: 5, defense: 5, cost: 80}\n" +
		"  - {id: chief, name: Chief, size: 1, quality: 3, defense: 3, cost: 80, rules: [Hero, Tough(3)]}\n  - {id: moths, name: Moths, size: 3, quality: 4, defense: 4, cost: 120, rules: [Ambush, Tough(3)]}\n" +
		"  - {id: cart, name: Cart, size: 1, quality: 4, defense: 3, cost: 120, rules: [Tough(9), Transport(10)]}\n"
)

// armies are lists with their facts, by system.
var armies = []struct{ system, list, facts string }{
	{
		"gf-3", "units: [{id: squad, unit: line-squad, in: apc}, {id: few, unit: breachers}, {id: h, unit: captain, join: few}, {id: iron, unit: iron-guard}, {id: mule, unit: mule}, {id: apc, unit: apc}, {id: jump, unit: captain, upgrades: [jump-harness]}, {id: tank, unit: anvil-tank}]\n",
		"squad 10x1 in=apc; few 5x1 + h 1x3; iron 3x3; mule 1x6 room=11; apc 1x9 room=22; jump 1x3 hero ambush; tank 1x12",
	},
	{
		"gf-2.16", "units: [{id: crew, unit: salvagers, in: lorry}, {id: hands, unit: deckhands}, {id: chief, unit: bosun, join: hands}, {id: guns, unit: harpoon-crews}, {id: lorry, unit: longboat}, {id: other, unit: longboat}]\n",
		"crew 5x1 in=lorry; hands 10x1 + chief 1x3; guns 3x3; lorry 1x6 room=11; other 1x6 room=11",
	},
	{
		"gf-2.7", "units: [{id: crew, unit: salvagers}, {id: hands, unit: deckhands}, {id: chief, unit: bosun, join: hands}, {id: guns, unit: harpoon-crews, in: lorry}, {id: lorry, unit: longboat}]\n",
		"crew 5x1; hands 10x1 + chief 1x3; guns 3x3 in=lorry; lorry 1x6 room=11",
	},
	{
		"aof", "units: [{id: spears, unit: spears}, {id: ogres, unit: ogres, in: wain}, {id: lord, unit: lord}, {id: ghosts, unit: ghosts}, {id: giant, unit: giant}, {id: wain, unit: wain}]\n",
		"spears 10x1; ogres 3x3 in=wain; lord 1x6 hero; ghosts 5x1 ambush; giant 1x12; wain 1x9 room=12",
	},
	{ // a game of one's own
		"glade-1", "units: [{id: guard, unit: guard, in: cart}, {id: folk, unit: folk}, {id: chief, unit: chief, join: folk}, {id: moths, unit: moths}, {id: cart, unit: cart}]\n",
		"guard 5x1 in=cart; folk 10x1 + chief 1x3; moths 3x3 ambush; cart 1x9 room=10",
	},
	{
		"fad", force + "  - {id: late, kind: infantry, quality: regular, resolve: determined, armour: light, traits: [reserves], figures: [{count: 4, weapon: pistol}]}\n" +
			"  - {id: suits, kind: infantry, quality: regular, resolve: uncertain, armour: medium-power, figures: [{count: 4, weapon: assault-rifle}]}\n" +
			"  - {id: chief, kind: character, quality: regular, resolve: steady, armour: light, leadership: inspiring, specialisation: infantry}\n" +
			"  - {id: pair, kind: infantry, quality: conscript, resolve: steady, armour: light, figures: [{count: 6, weapon: pistol}], partner: nest}\n" +
			"  - {id: nest, kind: heavy-weapons, quality: conscript, resolve: steady, armour: light, heavy: heavy-mg, figures: [{count: 2, weapon: pistol}]}\n" +
			"  - {id: boss, kind: character, quality: regular, resolve: steady, armour: light, leadership: novice, specialisation: infantry, traits: [villain]}\n" +
			"  - {id: ahead, kind: infantry, quality: regular, resolve: steady, armour: light, recon: true, figures: [{count: 4, weapon: pistol}]}\n" +
			"  - {id: battery, kind: artillery, quality: regular, resolve: steady, armour: light, heavy: mortar-heavy, figures: [{count: 3, weapon: pistol}]}\n",
		"rifles 8x1 in=apc breaks=4; mob 6x1 breaks=1; gun 3x1 breaks=2; eye 1x1 kind=single; apc 1x6 room=10 crew kind=vehicle level=3; tough 4x1; late 4x1 breaks=3 reserve; " +
			"suits 4x1 breaks=1 kind=powered; chief 1x1 kind=character; pair 6x1 breaks=4 beside=nest; nest 2x1 breaks=4 beside=pair; boss 1x1 kind=character villain; ahead 4x1 breaks=2 sent; battery 3x1 kind=off",
	},
}

// taps are what is tapped at random, often what happens often.
var taps = slices.Concat(slices.Repeat([]play.Verb{play.Act}, 24), slices.Repeat([]play.Verb{play.Wound}, 8), slices.Repeat([]play.Verb{play.GetIn}, 6), slices.Repeat([]play.Verb{play.UnknownUnitActed, play.GetOut, play.FailedTest, play.TestedResolve, play.TestedRepair, play.LostMelee, play.Arrive, play.Scouted}, 2), []play.Verb{
	play.Heal, play.UndoAct, play.RemoveUnit, play.UndoRemove, play.EnterReserve, play.EnterState, play.LeaveState, play.FoughtMelee, play.PassedTest, play.NeedsNoTest, play.GoFirst, play.SetObjectives, play.ForbidLosingHeart, play.NextRound, play.PreviousRound, play.EndGame, play.ResumeGame, play.ResumeGame,
})

// At any time the table says of turn, round, who may act, who may enter what, and what is due the
// same as a referee who knows the rule documents and each unit's facts alone, in four games and
// all editions, against opponents with a list and without.
func TestTheRefereeIsRight(t *testing.T) {
	const games, length = 72, 70
	dice, done := rand.New(rand.NewPCG(3, 5)), map[play.Verb]int{}
	tapped := 0
	for _, army := range armies {
		mine := list(t, army.system, army.list)
		for _, theirs := range []builder.Roster{list(t, army.system, army.list), nil} {
			facts := army.facts
			if theirs == nil {
				facts = ""
			}
			table := play.NewTable(mine, "Anna", theirs)
			for range games {
				g, s, r := &play.Game{}, table.Replay(&play.Game{}), newReferee(army.system, army.facts, facts)
				for range length {
					e := chance(dice, s, army.system)
					after, now, err := s.Apply(g, e)
					if happened := r.tap(e); happened != (err == nil) {
						t.Fatalf("%s after %s\n%v: %v, the referee says %t", army.system, g.Text(), e, err, happened)
					}
					if tapped++; err == nil {
						g, s = after, now
						done[e.Verb]++
					}
					if why := r.differs(s); why != "" {
						t.Fatalf("%s after %s\n%s", army.system, g.Text(), why)
					}
				}
			}
		}
	}
	if tapped < 10_000*len(armies) {
		t.Errorf("only %d taps", tapped)
	}
	for _, do := range taps {
		if done[do] == 0 {
			t.Errorf("%s never happened: %v", do, slices.Sorted(maps.Keys(done)))
		}
	}
	t.Logf("%d taps, of which happened %v", tapped, done)
}

// chance is a tap at random.
func chance(dice *rand.Rand, s *play.State, system string) play.Event {
	e := play.Event{Verb: taps[dice.IntN(len(taps))], OfOpponent: dice.IntN(2) == 1}
	if s.IsOver && dice.IntN(4) > 0 {
		e.Verb = play.ResumeGame
	}
	switch e.Verb {
	case play.UnknownUnitActed, play.NextRound, play.PreviousRound, play.EndGame, play.ResumeGame, play.ForbidLosingHeart:
		return e
	case play.GoFirst:
		return e
	case play.SetObjectives:
		e.Number = 5
		return e
	}
	side := 0
	if e.OfOpponent = e.OfOpponent && s.Sides[1].Roster != nil; e.OfOpponent {
		side = 1
	}
	if e.Verb == play.Act && s.NextSide >= 0 && s.Sides[s.NextSide].Roster != nil && dice.IntN(4) > 0 { // as games go
		side, e.OfOpponent = s.NextSide, s.NextSide == 1
	}
	units := s.Sides[side].Units
	u := units[dice.IntN(len(units))]
	if may := slices.DeleteFunc(slices.Clone(units), func(u *play.UnitState) bool { return !s.MayAct(u) }); len(may) > 0 && e.Verb == play.Act && dice.IntN(4) > 0 {
		u = may[dice.IntN(len(may))]
	}
	e.UnitID, e.Number = u.Subunits[dice.IntN(len(u.Subunits))].ID, dice.IntN(4)
	switch e.Verb {
	case play.GetIn:
		into := units[dice.IntN(len(units))]
		if all := slices.DeleteFunc(slices.Clone(units), func(u *play.UnitState) bool { return !u.IsTransport }); dice.IntN(4) > 0 {
			into = all[dice.IntN(len(all))]
		}
		e.Subject = into.ID
	case play.Wound:
		e.Number = 1 + dice.IntN(7)
		if u.IsVehicle && dice.IntN(2) == 0 {
			e.Subject = rules.CriticalState
		}
	case play.RemoveUnit:
		e.Subject = []string{"destroyed", "routed"}[dice.IntN(2)]
	case play.EnterState, play.LeaveState:
		if e.Subject = rules.ShakenState; system == "fad" {
			e.Subject = rules.UnderFireState
		}
	case play.EnterReserve:
		e.Number = 0
	case play.Act:
		e.Subject = []string{"", "", "keep", "after"}[dice.IntN(4)]
	case play.TestedResolve, play.TestedRepair:
	default:
	}
	return e
}

package rules_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muster/rules"
	"muster/rules/words"
	"muster/schema"
)

func TestEffectsPrintAsAPersonWritesThem(t *testing.T) {
	for _, text := range []string{
		"{on: six-to-hit, ap: 3}",
		"{of: enemy, when: {shooting: true, distance-over: 9, models: all}, to-hit: -1}",
		"{when: {enemy-tough: {from: 3, to: 9}, roll: [1, 2]}, deadly: X}",
		"{to: unit, when: {has: Other Rule}, gives: [Bane, \"Impact(X), or so\"]}",
		"{when: {melee: false}, ignore: [regeneration, cover], ignore-rules: [Haze]}",
		"{when: {used: true}, ap: -N, per: 2, max: X}",
		"{hits: 3, needs: 4, each: 2, with: [AP(2)]}",
	} {
		if got := fmt.Sprint(decode(t, text)); got != text {
			t.Errorf("%s is printed as %s", text, got)
		}
	}
	for want, value := range map[string]rules.Value{
		"": {}, "X": {IsSet: true, IsRating: true}, "N": {IsSet: true, TokenCountSign: 1}, "-N": {IsSet: true, TokenCountSign: -1}, "-3": {IsSet: true, Number: -3},
	} {
		if got := fmt.Sprint(value); got != want {
			t.Errorf("%+v is printed as %q", value, got)
		}
	}
}

// decode reads an effect of a rule X(X) from its text.
func decode(t interface{ Fatal(...any) }, effect string) rules.Effect {
	source := "muster: system/1\nid: x-1\nfamily: gf\nname: X\nedition: \"1\"\ncite: X\nrules:\n  - name: X(X)\n    effects: [" + effect + "]\n"
	doc, err := schema.Read("x.yaml", []byte(source), "system/1")
	if err != nil {
		t.Fatal(effect, err)
	}
	var s rules.System
	if err := doc.Decode(&s); err != nil {
		t.Fatal(effect, err)
	}
	return s.Rules[0].Effects[0]
}

// someEffect draws an effect with a few words, of values that the table allows.
func someEffect(t *rapid.T) rules.Effect {
	var e rules.Effect
	fill(t, "", reflect.ValueOf(&e).Elem())
	return e
}

func fill(t *rapid.T, inside string, v reflect.Value) {
	for range rapid.IntRange(1, 3).Draw(t, "words") {
		i := rapid.IntRange(0, v.NumField()-1).Draw(t, "word")
		tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ",")
		w, f := rules.Grimdark.Word(inside, tag), v.Field(i)
		number := rapid.IntRange(w.Min, max(w.Min, w.Max)).Filter(func(n int) bool { return n != 0 || w.Max == 0 })
		name := rapid.StringMatching(`[A-Z][a-z]{0,6}( [A-Za-z:,'&-]{1,6})?`)
		switch f.Interface().(type) {
		case rules.Value:
			value := rapid.SampledFrom([]rules.Value{
				{IsSet: true, IsRating: true}, {IsSet: true, TokenCountSign: 1}, {IsSet: true, TokenCountSign: -1}, {IsSet: true, Number: number.Draw(t, "number")},
			}).Draw(t, "value")
			f.Set(reflect.ValueOf(value))
		case []rules.Use:
			f.Set(reflect.ValueOf([]rules.Use{rules.ParseUse(name.Draw(t, "rule") + rapid.SampledFrom([]string{"", "(2)", "(X)"}).Draw(t, "rating"))}))
		case rules.When:
			fill(t, tag, f)
		case rules.NumberRange:
			f.Set(reflect.ValueOf(rules.NumberRange{From: number.Draw(t, "from"), To: number.Draw(t, "to")}))
		case []int:
			f.Set(reflect.ValueOf(rapid.SliceOfN(rapid.IntRange(1, 6), 1, 6).Draw(t, "dice")))
		case []string:
			f.Set(reflect.ValueOf(rapid.SliceOfN(name, 1, 2).Draw(t, "names")))
		case *bool:
			b := w.Kind == words.OnlyTrueKind || rapid.Bool().Draw(t, "bool")
			f.Set(reflect.ValueOf(&b))
		default:
			switch f.Kind() {
			case reflect.Bool:
				f.SetBool(true)
			case reflect.Int:
				f.SetInt(int64(number.Draw(t, "number")))
			case reflect.Slice:
				one := reflect.New(f.Type().Elem()).Elem()
				one.SetString(rapid.SampledFrom(w.AllowedValues).Draw(t, "one").Value)
				f.Set(reflect.Append(reflect.Zero(f.Type()), one))
			case reflect.String:
				if w.AllowedValues == nil {
					f.SetString(name.Draw(t, "name"))
				} else {
					f.SetString(rapid.SampledFrom(w.AllowedValues).Draw(t, "one").Value)
				}
			}
		}
	}
}

// An effect that is printed and read again is the same.
func TestEffectsReadBackAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := someEffect(t)
		if again := decode(t, e.String()); !reflect.DeepEqual(again, e) {
			t.Fatalf("%v was read as %v", e, again)
		}
	})
}

// What a writer of YAML asks of rules and values.
func TestWhatWritersOfYAMLAreTold(t *testing.T) {
	for want, value := range map[any]rules.Value{
		3: {IsSet: true, Number: 3}, 0: {IsSet: true}, "X": {IsSet: true, IsRating: true}, "-N": {IsSet: true, TokenCountSign: -1}, "": {},
	} {
		if got, err := value.MarshalYAML(); err != nil || got != want {
			t.Errorf("%+v is written as %#v, %v", value, got, err)
		}
		if value.IsZero() != (want == "") {
			t.Errorf("%+v is left out: %v", value, value.IsZero())
		}
	}
	for name, rule := range map[string]rules.Rule{"Tough(X)": {Name: "Tough", HasRating: true}, "Fast": {Name: "Fast"}} {
		got, err := rule.MarshalYAML()
		if err != nil || reflect.ValueOf(got).FieldByName("Name").String() != name {
			t.Errorf("%+v is written as %+v, %v", rule, got, err)
		}
	}
}

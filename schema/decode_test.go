package schema

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// Values of all types that are decoded here, and of some that are left to the library.
type (
	sample struct {
		Text    string            `yaml:"text"`
		Whole   int               `yaml:"whole,omitempty"`
		Is      bool              `yaml:"is"`
		May     *bool             `yaml:"may"`
		Share   float64           `yaml:"share"`
		Words   []string          `yaml:"words"`
		By      map[string]int    `yaml:"by"`
		Parts   []sample          `yaml:"parts"`
		Some    []either          `yaml:"some"`
		Any     any               `yaml:"any"`
		Unnamed map[string]sample // its key is `unnamed`
		Never   string            `yaml:"-"`
		Common  `yaml:",inline"`
	}
	Common struct {
		Note   string `yaml:"note"`
		Number ranked `yaml:"number"`
	}
	ranked string
	// either is a text, or a mapping that holds it with a number.
	either struct {
		Text  string `yaml:"text"`
		Whole int    `yaml:"whole"`
	}
)

func (e *either) UnmarshalYAML(unmarshal func(any) error) error {
	*e = either{Whole: 1}
	if unmarshal(&e.Text) == nil {
		return nil
	}
	type plain either
	return unmarshal((*plain)(e))
}

// A document is decoded as the library decodes it: of equal values where both can, and neither can where
// the other cannot.
func TestDecodeIsTheLibrarys(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	keys := []string{"text", "whole", "is", "may", "share", "words", "by", "parts", "some", "any", "unnamed", "Never", "note", "number", "other"}
	var mapping func(depth int) string
	mapping = func(depth int) string {
		var entries []string
		for _, at := range random.Perm(len(keys))[:random.IntN(5)] {
			value := anyValue[random.IntN(len(anyValue))]
			if key := keys[at]; depth < 2 && random.IntN(2) == 0 {
				value = map[string]string{
					"text": "a b", "whole": "12", "is": "true", "words": "[a, 'b', 3]", "by": "{a: 1}",
					"parts": "[" + mapping(depth+1) + "]", "some": "[a, " + mapping(depth+1) + "]",
				}[key]
			}
			entries = append(entries, keys[at]+": "+value)
		}
		return "{" + strings.Join(entries, ", ") + "}"
	}
	decoded := 0
	for range 20_000 {
		text := mapping(0)
		node, err := parse("f.yaml", []byte(text))
		if err != nil {
			continue
		}
		var ours, theirs sample
		err, wanted := decode(node, reflect.ValueOf(&ours).Elem()), node.Decode(&theirs)
		switch {
		case (err == nil) != (wanted == nil):
			t.Fatalf("the error is %v, of the library %v, of\n%s", err, wanted, text)
		case err == nil && !same(ours, theirs):
			t.Fatalf("%s\nis decoded as\n%+v\nby the library as\n%+v", text, ours, theirs)
		case err == nil:
			decoded++
		}
	}
	if decoded < 5000 {
		t.Errorf("only %d documents are decoded", decoded)
	}
}

// same reports whether two values are equal, those that are no number too.
func same(a, b sample) bool {
	return reflect.DeepEqual(a, b) || strings.Contains(fmt.Sprintf("%v", a), "NaN")
}

package armyforge

import "testing"

func TestDownload(t *testing.T) {
	for address, want := range map[string]string{
		"https://army-forge.onepagerules.com/share?id=Xy-3_z&name=Hedge":                    "https://army-forge.onepagerules.com/api/tts?id=Xy-3_z",
		"https://army-forge.onepagerules.com/api/tts?id=Xy-3_z":                             "https://army-forge.onepagerules.com/api/tts?id=Xy-3_z",
		"https://army-forge.onepagerules.com/army-info/w7qor7b2kuifcyvk?armyName=Moss":      "https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=2",
		"https://army-forge.onepagerules.com/army-info/grimdark-future/w7qor7b2kuifcyvk":    "https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=2",
		"https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=2":  "https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=2",
		"https://army-forge.onepagerules.com/army-info/age-of-fantasy/w7qor7b2kuifcyvk":     "https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=4",
		"https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=4":  "https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=4",
		"https://army-forge.onepagerules.com/armyInfo?gameSystem=2&armyId=w7qor7b2kuifcyvk": "https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=2",
		"army-forge.onepagerules.com/armyInfo?armyId=w7qor7b2kuifcyvk&gameSystem=4":         "https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=4",
		"https://army-forge.onepagerules.com/armyBook/w7qor7b2kuifcyvk":                     "https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=2",
		"army-forge-studio.onepagerules.com/army-books/view/w7qor7b2kuifcyvk~4/print":       "https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=4",
		"army-forge.onepagerules.com/share?id=Xy-3_z":                                       "https://army-forge.onepagerules.com/api/tts?id=Xy-3_z",
		"https://ARMY-FORGE.onepagerules.com/share?id=Xy-3_z&armyId=w7qor7b2kuifcyvk":       "https://army-forge.onepagerules.com/api/tts?id=Xy-3_z",
		"https://army-forge.onepagerules.com/view/settings":                                 "",
		"https://army-forge.onepagerules.com/armyBookSelection?gameSystem=gf":               "",
		"https://army-forge.onepagerules.com/share?id=%22%3E%3Cscript%3E":                   "",
	} {
		if data, ok := DataAddress(address); data != want || !ok {
			t.Errorf("%s: %q, %t", address, data, ok)
		}
	}
	if data, ok := DataAddress("https://example.org/share?id=abc"); ok || data != "" {
		t.Errorf("a page of somebody else's is %q", data)
	}
}

package data

import "testing"

// A title that no publisher would print gives a generated book away.
func TestTitlesHaveRightPlurals(t *testing.T) {
	for noun, want := range map[string]string{"Compass": "Compasses", "Witness": "Witnesses", "Ferry": "Ferries", "Day": "Days", "Harbour": "Harbours"} {
		if got := plural(noun); got != want {
			t.Errorf("%s: %s, want %s", noun, got, want)
		}
	}
}

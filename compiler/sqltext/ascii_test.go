package sqltext

import "testing"

func TestASCII(t *testing.T) {
	for src, want := range map[string]string{
		"SELECT 'plain', x":            "SELECT 'plain', x",
		"SELECT 'a × b' AS x":          "SELECT ('a ' || char(215) || ' b') AS x",
		"SELECT 'né', 'it''s ☂☃'":      "SELECT ('n' || char(233)), ('it''s ' || char(9730, 9731))",
		"SELECT '🌊'":                   "SELECT (char(127754))",
		"SELECT \"ö\" FROM t -- ß":     "SELECT \"ö\" FROM t -- ß",
		"SELECT '-- ü' || /* é */ 'x'": "SELECT ('-- ' || char(252)) || /* é */ 'x'",
	} {
		if got := ASCII(src); got != want {
			t.Errorf("%s\n got %s\nwant %s", src, got, want)
		}
	}
}

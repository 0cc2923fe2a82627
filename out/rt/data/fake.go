package data

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// FakeKind is one kind of fake value that data can ask for.
type FakeKind struct {
	Name    string
	Doc     string
	Example string
}

// maker draws one value; of looks up the fields of the same row that are
// already made, so that an e-mail address can fit the name beside it.
type maker func(r *rand.Rand, of func(fields ...string) string) string

type fake struct {
	FakeKind
	make maker
}

// FakeKinds lists what fake can make, sorted by name.
func FakeKinds() []FakeKind {
	kinds := make([]FakeKind, len(fakes))
	for i, f := range fakes {
		kinds[i] = f.FakeKind
	}
	slices.SortFunc(kinds, func(a, b FakeKind) int { return strings.Compare(a.Name, b.Name) })
	return kinds
}

// Fake draws one value of a kind. scope may be nil.
func Fake(r *rand.Rand, kind string, scope *Scope) (any, error) {
	for _, f := range fakes {
		if f.Name != kind {
			continue
		}
		return f.make(r, func(fields ...string) string {
			if scope == nil {
				return ""
			}
			for _, name := range fields {
				if v, err := scope.Lookup(name); err == nil {
					if s, ok := v.(string); ok && s != "" {
						return s
					}
				}
			}
			return ""
		}), nil
	}
	return nil, fmt.Errorf("there is no fake value called %q", kind)
}

// one draws from a list.
func one(list []string) maker {
	return func(r *rand.Rand, _ func(...string) string) string { return list[r.IntN(len(list))] }
}

// joined draws from several lists and joins what came with spaces.
func joined(lists ...[]string) maker {
	return func(r *rand.Rand, _ func(...string) string) string {
		parts := make([]string, len(lists))
		for i, l := range lists {
			parts[i] = l[r.IntN(len(l))]
		}
		return strings.Join(parts, " ")
	}
}

// digits fills a pattern: each # becomes a digit, each % a digit from 1 to
// 9, each ? a capital letter.
func digits(patterns ...string) maker {
	return func(r *rand.Rand, _ func(...string) string) string {
		return fill(r, patterns[r.IntN(len(patterns))])
	}
}

func fill(r *rand.Rand, pattern string) string {
	b := []byte(pattern)
	for i, c := range b {
		switch c {
		case '#':
			b[i] = byte('0' + r.IntN(10))
		case '%':
			b[i] = byte('1' + r.IntN(9))
		case '?':
			b[i] = "ABCDEFGHJKLMNPRSTUVWXYZ"[r.IntN(23)]
		}
	}
	return string(b)
}

// ascii folds a name to what an address can hold: "Zoë Brandt" → "zoe.brandt".
func ascii(name string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(name) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		case c == ' ' || c == '-' || c == '.' || c == '_':
			if b.Len() > 0 && !strings.HasSuffix(b.String(), ".") {
				b.WriteByte('.')
			}
		default:
			b.WriteString(folded[c])
		}
	}
	return strings.Trim(b.String(), ".")
}

var folded = map[rune]string{
	'ä': "ae", 'ö': "oe", 'ü': "ue", 'ß': "ss", 'é': "e", 'è': "e", 'ê': "e", 'ë': "e", 'á': "a", 'à': "a", 'â': "a", 'ã': "a", 'å': "a",
	'í': "i", 'ì': "i", 'î': "i", 'ï': "i", 'ó': "o", 'ò': "o", 'ô': "o", 'õ': "o", 'ø': "o", 'ú': "u", 'ù': "u", 'û': "u", 'ç': "c",
	'ñ': "n", 'ł': "l", 'ś': "s", 'š': "s", 'ž': "z", 'ź': "z", 'ż': "z", 'č': "c", 'ć': "c", 'ý': "y", 'ř': "r", 'ě': "e", 'ő': "o", 'ı': "i", 'ş': "s", 'ğ': "g",
}

func personName(r *rand.Rand, _ func(...string) string) string {
	return firstNames[r.IntN(len(firstNames))] + " " + lastNames[r.IntN(len(lastNames))]
}

func email(r *rand.Rand, of func(...string) string) string {
	name := of("name", "full_name")
	if name == "" {
		if first, last := of("first_name"), of("last_name"); first != "" && last != "" {
			name = first + " " + last
		} else {
			name = personName(r, of)
		}
	}
	return ascii(name) + "@" + mailDomains[r.IntN(len(mailDomains))]
}

func username(r *rand.Rand, of func(...string) string) string {
	name := of("name", "full_name", "first_name")
	if name == "" {
		name = personName(r, of)
	}
	return strings.ReplaceAll(ascii(name), ".", "_") + fmt.Sprint(r.IntN(90)+10)
}

func street(r *rand.Rand, _ func(...string) string) string {
	return streets[r.IntN(len(streets))] + " " + fmt.Sprint(1+r.IntN(140))
}

func address(r *rand.Rand, of func(...string) string) string {
	return street(r, of) + ", " + fill(r, "%####") + " " + cities[r.IntN(len(cities))]
}

func companyName(r *rand.Rand, _ func(...string) string) string {
	switch r.IntN(3) {
	case 0:
		return lastNames[r.IntN(len(lastNames))] + " & " + lastNames[r.IntN(len(lastNames))]
	case 1:
		return lastNames[r.IntN(len(lastNames))] + " " + companyWords[r.IntN(len(companyWords))]
	}
	return companyFirst[r.IntN(len(companyFirst))] + " " + companyWords[r.IntN(len(companyWords))]
}

func bookTitle(r *rand.Rand, _ func(...string) string) string {
	adj, noun, place := titleAdjectives[r.IntN(len(titleAdjectives))], titleNouns[r.IntN(len(titleNouns))], titlePlaces[r.IntN(len(titlePlaces))]
	switch r.IntN(5) {
	case 0:
		return "The " + adj + " " + noun
	case 1:
		return "The " + noun + " of " + place
	case 2:
		return adj + " " + plural(noun)
	case 3:
		return article(noun) + " in " + place
	}
	return "The " + adj + " " + noun + " of " + place
}

// article puts "A" or "An" before a noun.
func article(noun string) string {
	if strings.ContainsRune("AEIOU", rune(noun[0])) {
		return "An " + noun
	}
	return "A " + noun
}

func plural(noun string) string {
	for _, hiss := range []string{"s", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(noun, hiss) {
			return noun + "es"
		}
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok && !strings.ContainsRune("aeiou", rune(stem[len(stem)-1])) {
		return stem + "ies"
	}
	return noun + "s"
}

// checked appends the EAN-13 check digit (GS1 General Specifications, 7.9)
// to twelve digits.
func checked(twelve string) string {
	sum := 0
	for i, c := range twelve {
		d := int(c - '0')
		if i%2 == 1 {
			d *= 3
		}
		sum += d
	}
	return twelve + fmt.Sprint((10-sum%10)%10)
}

func ean(prefix string) maker {
	return func(r *rand.Rand, _ func(...string) string) string {
		return checked(fill(r, prefix+strings.Repeat("#", 12-len(prefix))))
	}
}

// iban makes a German account number with valid check digits (ISO 13616).
func iban(r *rand.Rand, _ func(...string) string) string {
	bban := fill(r, "%#######") + fill(r, "##########")
	rem := 0
	for _, c := range bban + "131400" { // D=13, E=14, then 00
		rem = (rem*10 + int(c-'0')) % 97
	}
	return fmt.Sprintf("DE%02d%s", 98-rem, bban)
}

// Words makes a sentence of n everyday words.
func Words(r *rand.Rand, n int) string {
	if n < 1 {
		return ""
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = plainWords[r.IntN(len(plainWords))]
	}
	s := strings.Join(parts, " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

func sentence(r *rand.Rand, _ func(...string) string) string { return Words(r, 6+r.IntN(7)) + "." }

func paragraph(r *rand.Rand, of func(...string) string) string {
	parts := make([]string, 3+r.IntN(3))
	for i := range parts {
		parts[i] = sentence(r, of)
	}
	return strings.Join(parts, " ")
}

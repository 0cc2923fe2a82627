package core

import "strings"

// irregular plurals, and words whose ending misleads the rules in singular.
var irregular = pairs(`people person  men man  women woman  children child  mice mouse  geese goose
feet foot  teeth tooth  oxen ox  indices index  matrices matrix  vertices vertex  appendices appendix
criteria criterion  phenomena phenomenon  data data  media media
movies movie  cookies cookie  ties tie  pies pie  lies lie  dies die  zombies zombie  calories calorie
genies genie  brownies brownie  selfies selfie  rookies rookie  hoodies hoodie  smoothies smoothie
birdies birdie  prairies prairie
leaves leaf  shelves shelf  wolves wolf  knives knife  wives wife  lives life  halves half  calves calf
loaves loaf  thieves thief  elves elf  selves self  scarves scarf  hooves hoof
statuses status  summonses summons  summons summons  buses bus  viruses virus  bonuses bonus  campuses campus  choruses chorus
censuses census  syllabuses syllabus  apparatuses apparatus  surpluses surplus  pluses plus  minuses minus
focuses focus  cactuses cactus  octopuses octopus  walruses walrus  circuses circus  prospectuses prospectus
gases gas  aliases alias  canvases canvas  biases bias  atlases atlas  lenses lens  irises iris
analyses analysis  crises crisis  theses thesis  hypotheses hypothesis  diagnoses diagnosis
synopses synopsis  parentheses parenthesis  oases oasis  prognoses prognosis  axes axis  quizzes quiz
caches cache  aches ache  headaches headache  niches niche  avalanches avalanche  quiches quiche
moustaches moustache  shoes shoe  toes toe  canoes canoe  oboes oboe  horseshoes horseshoe
taxis taxi  skis ski  menus menu  gurus guru  emus emu
series series  species species  news news  goods goods  means means  lens lens  headquarters headquarters
premises premise  physics physics  mathematics mathematics  logistics logistics  politics politics
economics economics  electronics electronics  analytics analytics  sms sms  gps gps
gas gas  atlas atlas  canvas canvas  alias alias  bias bias  christmas christmas`)

func pairs(s string) map[string]string {
	words := strings.Fields(s)
	m := make(map[string]string, len(words)/2)
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]] = words[i+1]
	}
	return m
}

// Singular returns the singular of a snake_case name, whose last word is
// taken as the noun: order_items is order_item. A word that is no plural
// stays as it is.
func Singular(name string) string {
	cut := strings.LastIndexByte(name, '_') + 1
	return name[:cut] + singular(name[cut:])
}

func singular(w string) string {
	if s, ok := irregular[w]; ok {
		return s
	}
	trim := func(n int, add string) string { return w[:len(w)-n] + add }
	has := func(suffixes ...string) bool {
		for _, s := range suffixes {
			// What is left has to be a word: "es" alone is none.
			if strings.HasSuffix(w, s) && len(w) > len(s)+1 {
				return true
			}
		}
		return false
	}
	switch {
	case has("ies"):
		return trim(3, "y")
	case has("sses", "xes", "ches", "shes", "zzes", "tzes", "oes"):
		return trim(2, "")
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	case has("s"):
		return trim(1, "")
	}
	return w
}

// inWords is a name as English words.
func inWords(name string) string { return strings.ReplaceAll(name, "_", " ") }

// HasWord reports whether text has the word, in any case, and not as a part of
// a longer one; inWord says which bytes, in lower case, words are made of.
func HasWord(text, word string, inWord func(byte) bool) bool {
	if word == "" {
		return false
	}
	text, word = strings.ToLower(text), strings.ToLower(word)
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		start, end := from+at, from+at+len(word)
		if (start == 0 || !inWord(text[start-1])) && (end == len(text) || !inWord(text[end])) {
			return true
		}
		from = start + 1
	}
}

// InIdentifier reports whether a byte may be part of a name in SQL.
func InIdentifier(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

package check

import (
	"strconv"
	"strings"
)

// initialisms are the words that Go writes in capitals throughout.
var initialisms = func() map[string]string {
	m := map[string]string{"ids": "IDs", "urls": "URLs", "uris": "URIs", "apis": "APIs", "ips": "IPs", "uuids": "UUIDs", "skus": "SKUs", "isbns": "ISBNs", "vins": "VINs", "ibans": "IBANs", "pdfs": "PDFs"}
	for _, w := range strings.Fields(`acl api ascii bic cpu css dns ean eof gps guid html http https iban id ip isbn
issn json pdf pin qps ram rpc sku sla sms smtp sql ssh tcp tls ttl udp ui uid upc uri url utc utf8 uuid vat vin vm
xml xmpp xsrf xss`) {
		m[w] = strings.ToUpper(w)
	}
	return m
}()

// GoName returns the exported Go name of a name in snake_case: order_id is
// OrderID. Any other text (a column alias such as "Total price") is made a
// name too: the result is always a valid exported ASCII identifier. Two
// names may have the same Go name.
func GoName(name string) string {
	var b strings.Builder
	for _, w := range goWords(name) {
		if s, ok := initialisms[w]; ok {
			b.WriteString(s)
			continue
		}
		b.WriteString(capital(w))
	}
	s := b.String()
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return "X" + s
	}
	return s
}

// goWords splits a name at everything that is no ASCII letter or digit.
func goWords(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	})
}

// GoNames is a scope of the emitted Go, such as its package. The zero value
// is not usable; call newGoNames.
type GoNames struct{ taken map[string]bool }

func newGoNames(fixed ...string) *GoNames {
	g := &GoNames{taken: map[string]bool{}}
	for _, name := range fixed {
		g.taken[name] = true
	}
	return g
}

// Claim takes the first of the candidates that is free and returns it. If
// none is, it returns the last one with the lowest number behind it that
// makes it free.
func (g *GoNames) Claim(candidates ...string) string {
	for _, name := range candidates {
		if !g.taken[name] {
			g.taken[name] = true
			return name
		}
	}
	last := candidates[len(candidates)-1]
	for n := 2; ; n++ {
		if name := last + strconv.Itoa(n); !g.taken[name] {
			g.taken[name] = true
			return name
		}
	}
}

// Taken reports whether a name is in use.
func (g *GoNames) Taken(name string) bool { return g.taken[name] }

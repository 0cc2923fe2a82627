package data

import (
	"math/rand/v2"
	"strings"
)

// fakes is every kind of fake value; docs/language.md lists them from here.
var fakes = []fake{
	{FakeKind{"name", "a person's full name", "Mara Lindqvist"}, personName},
	{FakeKind{"first_name", "a given name", "Mara"}, one(firstNames)},
	{FakeKind{"last_name", "a family name", "Lindqvist"}, one(lastNames)},
	{FakeKind{"email", "an address that fits the row's name, if it has one already", "mara.lindqvist@example.org"}, email},
	{FakeKind{"username", "a login that fits the row's name", "mara_lindqvist42"}, username},
	{FakeKind{"phone", "a telephone number from ranges set aside for fiction", "+49 30 23125 417"}, digits("+49 30 23125 ###", "+44 1632 960###", "+1 202-555-01##", "+33 1 99 00 ## ##")},
	{FakeKind{"company", "a company's name", "Okafor & Brandt"}, companyName},
	{FakeKind{"job", "an occupation", "bookbinder"}, one(jobs)},
	{FakeKind{"department", "a department of an organisation", "Facilities"}, one(departments)},
	{FakeKind{"street", "a street with a number", "Mill Lane 14"}, street},
	{FakeKind{"city", "a city", "Ghent"}, one(cities)},
	{FakeKind{"postcode", "five digits", "48143"}, digits("%####")},
	{FakeKind{"address", "street, postcode and city", "Mill Lane 14, 48143 Ghent"}, address},
	{FakeKind{"country", "a country", "Portugal"}, one(countries)},
	{FakeKind{"country_code", "a country as in ISO 3166-1 alpha-2", "PT"}, one(countryCodes)},
	{FakeKind{"currency", "a currency code as in ISO 4217", "EUR"}, one(currencies)},
	{FakeKind{"language", "a language", "Portuguese"}, one(languages)},
	{FakeKind{"color", "a colour", "teal"}, one(colors)},
	{FakeKind{"material", "a material", "oak"}, one(materials)},
	{FakeKind{"product", "a product for the home or office", "Folding Oak Desk"}, joined(productAdjectives, productMaterials, productNouns)},
	{FakeKind{"book_title", "a book's title", "The Silent Harbour"}, bookTitle},
	{FakeKind{"song_title", "a song's title", "Paper Moon"}, joined(titleAdjectives, titleNouns)},
	{FakeKind{"genre", "a genre of books or films", "mystery"}, one(genres)},
	{FakeKind{"food", "a dish", "lentil soup"}, one(foods)},
	{FakeKind{"ingredient", "an ingredient", "red onion"}, one(ingredients)},
	{FakeKind{"drink", "a drink", "elderflower soda"}, one(drinks)},
	{FakeKind{"animal", "an animal", "heron"}, one(animals)},
	{FakeKind{"dog_breed", "a breed of dog", "Border Collie"}, one(dogBreeds)},
	{FakeKind{"cat_breed", "a breed of cat", "Maine Coon"}, one(catBreeds)},
	{FakeKind{"pet_name", "a pet's name", "Biscuit"}, one(petNames)},
	{FakeKind{"plant", "a plant", "lavender"}, one(plants)},
	{FakeKind{"vehicle", "make and model of a car or van", "Volkswagen Caddy"}, one(vehicles)},
	{FakeKind{"license_plate", "a number plate", "KT-482-BX"}, digits("??-###-??")},
	{FakeKind{"ship", "a ship's name", "Northern Gannet"}, joined(shipFirst, shipSecond)},
	{FakeKind{"sport", "a sport", "rowing"}, one(sports)},
	{FakeKind{"instrument", "a musical instrument", "viola"}, one(instruments)},
	{FakeKind{"medicine", "a medicine by its international name", "ibuprofen"}, one(medicines)},
	{FakeKind{"condition", "a common health complaint", "tension headache"}, one(conditions)},
	{FakeKind{"tool", "a workshop tool", "torque wrench"}, one(tools)},
	{FakeKind{"domain", "a host name reserved for examples", "harbour.example"}, func(r *rand.Rand, _ func(...string) string) string {
		return strings.ToLower(titleNouns[r.IntN(len(titleNouns))]) + ".example"
	}},
	{FakeKind{"url", "a web address on a host reserved for examples", "https://www.example.com/harbour"}, func(r *rand.Rand, _ func(...string) string) string {
		return "https://www.example.com/" + strings.ToLower(titleNouns[r.IntN(len(titleNouns))])
	}},
	{FakeKind{"isbn", "an ISBN-13 with a valid check digit", "9783161484100"}, ean("978")},
	{FakeKind{"ean", "an EAN-13 with a valid check digit", "4006381333931"}, ean("40")},
	{FakeKind{"iban", "an account number with valid check digits", "DE89370400440532013000"}, iban},
	{FakeKind{"serial", "a serial number", "KX-48213-07"}, digits("??-#####-##")},
	{FakeKind{"uuid_like", "32 hexadecimal digits in groups", "3f2a9c04-…"}, hexGroups},
	{FakeKind{"word", "an everyday word", "lantern"}, one(plainWords)},
	{FakeKind{"sentence", "a sentence of everyday words without meaning", "Window bright the lantern."}, sentence},
	{FakeKind{"paragraph", "three to five such sentences", "…"}, paragraph},
}

func hexGroups(r *rand.Rand, _ func(...string) string) string {
	const hex = "0123456789abcdef"
	b := []byte("xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx")
	for i, c := range b {
		if c == 'x' {
			b[i] = hex[r.IntN(16)]
		}
	}
	return string(b)
}

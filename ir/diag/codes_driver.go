package diag

// The codes of what only shows once several environments are built together.
const (
	DuplicateEnvironment Code = "AWM2901"
	GoStepBuild          Code = "AWM5010"
)

// driverCodes returns the codes of the driver.
func driverCodes() []Info {
	return []Info{
		{Code: DuplicateEnvironment, Title: "Two environments have the same name",
			Explanation: "An environment's name is its Go package and its address in a fleet, so it must be unique among all that are built into one folder.",
			Wrong:       "# shops/a.yaml\nname: corner_shop\n\n# shops/b.yaml\nname: corner_shop",
			Right:       "# shops/b.yaml\nname: corner_shop_two"},
		{Code: GoStepBuild, Title: "The Go compiler refuses a go: step",
			Explanation: "The body of a `go:` step does not compile. It is the inside of a function whose inputs are the exported fields of `in` and whose outputs are those of `out`; the message is the Go compiler's, on the line of env.yaml.",
			Wrong:       "- go: total\n  in: {cents: \":price_cents\"}\n  out: {tax_cents: integer}\n  body: |\n    out.TaxCents = in.Cents * 0.19",
			Right:       "- go: total\n  in: {cents: \":price_cents\"}\n  out: {tax_cents: integer}\n  body: |\n    out.TaxCents = in.Cents * 19 / 100"},
	}
}

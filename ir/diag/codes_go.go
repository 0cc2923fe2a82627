package diag

// The codes of Go steps.
const (
	GoSyntax   Code = "AWM5001"
	GoPackage  Code = "AWM5002"
	GoRefused  Code = "AWM5003"
	GoMapOrder Code = "AWM5004"
	GoClock    Code = "AWM5005"
	GoMember   Code = "AWM5006"
)

// goCodes returns the codes of Go steps: AWM5xxx.
func goCodes() []Info {
	return []Info{
		{
			Code: GoSyntax, Title: "Not Go",
			Explanation: "The body of a `go:` step is the inside of a Go function, and this one can't be parsed.",
			Wrong:       "body: |\n  out.Total = in.A +",
			Right:       "body: |\n  out.Total = in.A + in.B",
		},
		{
			Code: GoPackage, Title: "Package or function that a step can't use",
			Explanation: "A step may use a list of pure packages: bytes, cmp, errors, fmt (to format), maps, math, slices, sort, strconv, strings, time (without the clock), unicode, unicode/utf8.",
			Wrong:       "body: |\n  out.Text = os.Getenv(\"HOME\")",
			Right:       "body: |\n  out.Text = strings.ToUpper(in.Text)",
		},
		{
			Code: GoRefused, Title: "Go that a step can't use",
			Explanation: "A step runs by itself, to its end, and gives the same for the same inputs: goroutines, channels, select, defer, goto, panic and printing are not for it.",
			Wrong:       "body: |\n  go func() { out.Total = 1 }()",
			Right:       "body: |\n  out.Total = 1",
		},
		{
			Code: GoMapOrder, Title: "Range over a map",
			Explanation: "Go ranges over a map in another order each time.",
			Wrong:       "body: |\n  for k := range counts { out.Keys = append(out.Keys, k) }",
			Right:       "body: |\n  for _, k := range slices.Sorted(maps.Keys(counts)) { out.Keys = append(out.Keys, k) }",
		},
		{
			Code: GoClock, Title: "Real clock in a Go step",
			Explanation: "`time.Now` and the like depend on the machine. The environment's clock is passed in.",
			Wrong:       "body: |\n  out.Day = time.Now().Format(\"2006-01-02\")",
			Right:       "in: {now: \":now\"}\nbody: |\n  out.Day = string(in.Now[:10])",
		},
		{
			Code: GoMember, Title: "No such input or output",
			Explanation: "`in` and `out` have a member for each input and output, whose Go name begins with a capital letter: order_id is OrderID.",
			Wrong:       "in: {price_cents: \":book_id.price_cents\"}\nbody: |\n  out.Total = in.price_cents",
			Right:       "in: {price_cents: \":book_id.price_cents\"}\nbody: |\n  out.Total = in.PriceCents",
		},
	}
}

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

// goCodes returns the codes of go steps: AWM5xxx.
func goCodes() []Info {
	return nil
}

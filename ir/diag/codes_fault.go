package diag

// The codes of faults of awmc itself, and of the machine it runs on. They
// stop a build and are never an author's, or a model's, to mend.
const (
	EmittedGoBroken Code = "AWM9001"
	SQLCFailed      Code = "AWM9002"
	EmitFailed      Code = "AWM9003"
	GoToolFailed    Code = "AWM9004"
	ProofFailed     Code = "AWM9005"
	OutputRefused   Code = "AWM9006"
	AnalyseFailed   Code = "AWM9007"
	CannotRead      Code = "AWM9008"
)

// faultCodes returns the codes of faults of awmc itself: AWM9xxx.
func faultCodes() []Info {
	return []Info{
		{Code: EmittedGoBroken, Title: "Emitted Go does not compile",
			Explanation: "The Go compiler refused code that awmc wrote. Whatever the environment says, awmc should have refused it earlier or written correct code: please report it with the env.yaml."},
		{Code: SQLCFailed, Title: "sqlc could not run",
			Explanation: "The SQL analyser could not be compiled or stopped without saying what is wrong. The message has its output. The first build compiles it with the Go tool, which needs the module proxy once; `awmc check --fast` works without it."},
		{Code: EmitFailed, Title: "Emission failed",
			Explanation: "awmc could not write the Go code of a valid environment: please report it with the env.yaml."},
		{Code: GoToolFailed, Title: "The Go tool failed",
			Explanation: "`go build` stopped for a reason other than the code, for example because Go is not installed, a module could not be downloaded, or the disk is full. The message has its output."},
		{Code: ProofFailed, Title: "The proof could not run",
			Explanation: "The compiled server stopped before it could report on its tasks: please report it with the env.yaml."},
		{Code: OutputRefused, Title: "The output folder can't be written",
			Explanation: "Files in the output folder were edited by hand or can't be written. awmc never overwrites what it did not write: move the files away or choose another folder with -o."},
		{Code: AnalyseFailed, Title: "Analysis failed",
			Explanation: "The database in which awmc tries an environment's SQL failed in a way that has nothing to do with the environment."},
		{Code: CannotRead, Title: "A file can't be read",
			Explanation: "The env.yaml could not be read from disk: check its path and permissions."},
	}
}

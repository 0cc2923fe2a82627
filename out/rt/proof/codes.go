package proof

// The codes of findings; the compiler's register of diagnostics explains
// them (package ir/diag, codes_proof.go).
const (
	codeData            = "AWM4005" // the starting data can't be made
	codeInvariant       = "AWM6001" // an invariant is broken
	codeInternal        = "AWM6002" // a tool ended in an internal error
	codeOutput          = "AWM6003" // a result does not fit its type
	codeReadWrites      = "AWM6004" // a read-only tool changed something
	codeHalfDone        = "AWM6005" // a refused call left a change
	codeForeignKey      = "AWM6006" // a reference leads nowhere
	codeNeverSucceeds   = "AWM6007" // no argument ever made a tool succeed
	codeUnreached       = "AWM6008" // nothing reached a refusal
	codeCase            = "AWM6009" // a case came out otherwise
	codeConstraint      = "AWM6010" // a constraint or a flow does not hold
	codeSolutionFails   = "AWM6101" // the reference solution does not run
	codeStartComplete   = "AWM6102" // complete before any call
	codeIdle            = "AWM6103" // an idle agent completes it
	codeNotComplete     = "AWM6104" // the solution does not complete the task
	codeVariantFails    = "AWM6105" // a harmless variant fails
	codeOrderMatters    = "AWM6106" // another order of the calls gives another state
	codeSurvivor        = "AWM6107" // a near-miss passes
	codeWrongPasses     = "AWM6108" // an author's wrong episode passes
	codeReplayDiffers   = "AWM6109" // replaying gives other bytes
	codeInvalidDraws    = "AWM6110" // too many draws are invalid
	codeConditionBroken = "AWM6111" // a condition fails to run
	codeTooEasy         = "AWM6112" // a random agent completes it
	codeWrongAnswer     = "AWM6113" // a wrong or missing answer passes
	codeChance          = "AWM6114" // a draw or an answer depends on the order of rows
	codeWording         = "AWM6115" // the agent would have to guess a wording
	codeFinalAnswer     = "AWM6116" // the answer is another one before the solution
	codeEmptyLoop       = "AWM6117" // a loop of the solution is empty on every seed
)

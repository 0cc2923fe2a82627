package openenv

// dialect is the words in which observations are put.
type dialect string

// The dialects.
const (
	// plain is what OpenEnv's own clients read.
	plain dialect = "openenv"
	// awm is what the client of OpenEnv's Agent World Model environment
	// reads: results are in tool_result, errors are texts, what a call came
	// to is in reward_type, and every call that broke the format costs what
	// the episode's rewards say, without ending it.
	awm dialect = "awm"
)

// Reward types: what a step or an episode came to. Those of verified
// episodes are task.Outcome's OpenEnv.
const (
	resetOK       = "reset_ok"
	resetError    = "reset_error"
	callOK        = "tool_call_ok"
	toolNotFound  = "tool_not_found"
	invalidArgs   = "invalid_args"
	timedOut      = "timeout"
	serverError   = "server_error"
	noVerifier    = "no_verifier"
	episodeDone   = "episode_done"
	alreadyDone   = "episode_already_done"
	verifyTool    = "verify"
	doneTool      = "done"
	scenariosTool = "__list_scenarios__"
)

// ToolErrorTypes of OpenEnv that have no reward type of the same name.
const executionError = "execution_error"

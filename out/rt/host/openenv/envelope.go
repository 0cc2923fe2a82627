package openenv

import (
	"bytes"
	"encoding/json"
)

// frame is a message to a client.
type frame struct {
	Type string `json:"type"`
	Data any    `json:"data"`
}

// envelope is an observation with what it earned.
type envelope struct {
	Observation any            `json:"observation"`
	Reward      *float64       `json:"reward"`
	Done        bool           `json:"done"`
	Metadata    map[string]any `json:"metadata,omitempty"`
}

// earned makes an envelope's reward.
func earned(x float64) *float64 { return &x }

// tool is a tool as list_tools describes it: exactly these members.
type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"input_schema"`
}

// toolsObservation answers list_tools, in both dialects.
type toolsObservation struct {
	Tools []tool `json:"tools"`
	Error string `json:"error,omitempty"`
}

// callObservation answers a call of a tool to OpenEnv's own clients.
type callObservation struct {
	ToolName string         `json:"tool_name"`
	Result   *wrapped       `json:"result"`
	Error    *toolError     `json:"error"`
	Metadata map[string]any `json:"metadata,omitempty"`
}

// wrapped is a result as their call_tool unwraps it. It would unwrap a result
// that has a member "data" of its own, too, so all are wrapped.
type wrapped struct {
	Data any `json:"data"`
}

// toolError holds exactly what their ToolError accepts.
type toolError struct {
	Type    string `json:"error_type"`
	Message string `json:"message"`
}

// awmObservation is every observation of the AWM dialect but list_tools', and
// of resets in both. Its client accepts no other members.
type awmObservation struct {
	RewardType     string          `json:"reward_type,omitempty"`
	Scenario       string          `json:"scenario,omitempty"`
	Task           string          `json:"task,omitempty"`
	TaskIdx        *int            `json:"task_idx,omitempty"`
	HasVerifier    *verifierModes  `json:"has_verifier,omitempty"`
	NumTools       *int            `json:"num_tools,omitempty"`
	ToolName       string          `json:"tool_name,omitempty"`
	ToolResult     json.RawMessage `json:"tool_result,omitempty"`
	Error          string          `json:"error,omitempty"`
	Warning        string          `json:"warning,omitempty"`
	VerifyResult   *verifyResult   `json:"verify_result,omitempty"`
	StepsTaken     *int            `json:"steps_taken,omitempty"`
	Scenarios      []scenarioInfo  `json:"scenarios,omitempty"`
	Total          *int            `json:"total,omitempty"`
	TrajectoryPath string          `json:"trajectory_path,omitempty"`
	SessionDir     string          `json:"session_dir,omitempty"`
	Metadata       map[string]any  `json:"metadata,omitempty"`
}

type verifierModes struct {
	SQL  bool `json:"sql"`
	Code bool `json:"code"`
}

type scenarioInfo struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	NumTasks    int      `json:"num_tasks"`
	Tasks       []string `json:"tasks"`
}

// encode writes v as JSON without escaping what only HTML minds.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

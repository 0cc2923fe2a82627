package templates

import _ "embed"

//go:embed schema/env.schema.json
var schema []byte

// Schema is the JSON Schema (draft 2020-12) of env.yaml.
func Schema() []byte { return schema }

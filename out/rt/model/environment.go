package model

// The environment's variables for what a configuration leaves open.
const (
	BaseURLVariable        = "OPENAI_BASE_URL"
	KeyVariable            = "OPENAI_API_KEY"
	ModelVariable          = "AWMC_MODEL"
	EmbeddingModelVariable = "AWMC_EMBEDDING_MODEL"
)

// FromEnvironment fills in what is empty, given os.Getenv.
func (c *Config) FromEnvironment(getenv func(string) string) {
	set := func(s *string, name string) {
		if *s == "" {
			*s = getenv(name)
		}
	}
	set(&c.BaseURL, BaseURLVariable)
	set((*string)(&c.Key), KeyVariable)
	set(&c.Model, ModelVariable)
	set(&c.EmbeddingModel, EmbeddingModelVariable)
}

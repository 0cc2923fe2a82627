// Package model talks to language models behind OpenAI-compatible servers:
// one request, one answer, without streaming. It repeats what failed for a
// reason that passes, keeps to limits of its own (requests at once, tokens a
// minute), and never lets the key into an error or an answer.
//
// Synthesis uses it to write environments, and fleets to run and judge
// episodes. It imports the standard library and go-openai.
package model

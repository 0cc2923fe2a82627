// Package nemo serves every environment of a service as a resources server of
// NeMo Gym, under /nemo/{env}/: seed_session starts an episode, POST /{tool}
// calls a tool with raw arguments, verify judges the episode and adds the
// reward to what it was sent. A cookie on every answer holds the session.
// It belongs to the control side: whoever can reach it can seed and verify.
// It imports packages service, core and task, and the standard library.
//
// NeMo Gym's agents send null for every optional argument that a model left
// out, and give the text of an answer's body to the model, whatever its
// status. What went wrong in a tool is therefore text with status 200; an
// episode that says nothing about the agent (a fault, a lost session) is
// verified with mask_sample, never as a zero that counts.
package nemo

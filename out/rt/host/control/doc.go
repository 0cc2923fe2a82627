// Package control is the HTTP API for trainers and tools, under /v1, with its
// OpenAPI 3.1 description at /openapi.json: it lists environments, tools and
// tasks, and creates, calls, inspects, forks, verifies and deletes instances.
// Agents must not reach it. It imports huma and package service.
package control

// Package mcpapi speaks the Model Context Protocol for the instances of a
// service: over HTTP at /i/{instance}/mcp, and on stdio for one of them. It
// imports mcp-go and package service.
//
// One stateless MCP server per environment serves all its instances; which
// one a message is for comes from the path. Version 2026-07-28 of the
// protocol has no sessions, 2024-11-05 to 2025-11-25 are negotiated. Answers
// to POST are plain JSON, never event streams: these servers have nothing to
// say unasked. Agents see the tools and the policy, and nothing of tasks,
// verification, other instances or the host.
package mcpapi

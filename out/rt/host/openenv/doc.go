// Package openenv speaks OpenEnv's wire protocol for the environments of a
// service: the WebSocket at /ws, and its HTTP addresses, both for the whole
// server and for one environment under /env/{env}/. It belongs to the control
// side: whoever can reach it can reset and verify. It imports coder/websocket,
// packages service, mcpapi, core and task, and the standard library.
//
// A session is what one client holds: a socket, or what openenv/session/create
// gave it. It plays one episode at a time, which is an instance of the
// service. Every frame that is sent answers one that came.
//
// Two kinds of clients read the answers. Those of OpenEnv itself take a tool's
// result from {"tool_name", "result": {"data": …}, "error"}. The client of
// OpenEnv's Agent World Model environment takes it from {"tool_name",
// "tool_result", "error", …} and accepts no other members, so one answer can't
// serve both. Its reset always names a scenario; a reset that does so is
// answered in its words, and so is everything after it. See dialect.
package openenv

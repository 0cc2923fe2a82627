// Package page is the page for people at / of the control side: what
// environments there are, their entities, tools and tasks, and the live
// instances, which can be played, watched and judged. Everything is rendered
// on the server and works without JavaScript; a small script only saves
// reloading. Nothing is loaded from elsewhere. It imports package service and
// the standard library. Agents must not reach it: it shows how tasks are
// solved.
package page

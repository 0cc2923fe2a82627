package synth

// EventKind says what happened to an environment.
type EventKind int

// What happens to environments.
const (
	EventAsking   EventKind = iota // a request goes to the model
	EventRound                     // an answer was checked
	EventProving                   // the whole is built and proved
	EventRestart                   // a stage begins anew
	EventDone                      // proved and written
	EventSetAside                  // given up, with its history
	EventFault                     // awmc failed
)

// Event is something that happened. State must be read only during the call.
type Event struct {
	Kind  EventKind
	State *State
	Round *Round // of EventRound
}

// Reporter is told how synthesis goes. Calls may come from several
// goroutines at once.
type Reporter interface {
	Event(e Event)
}

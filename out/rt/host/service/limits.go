package service

import "time"

// Limits bound what clients may cost the host. Zero values mean the defaults.
// Time, statements and rows of one call are limits of the worlds; see package
// store.
type Limits struct {
	Instances int           // how many may live at once; 4096
	Idle      time.Duration // how long an instance may go unused; an hour
	Calls     int           // how many calls one episode may have; 10,000
	Body      int64         // bytes of one request; 4 MiB
}

func (l Limits) orDefault() Limits {
	if l.Instances <= 0 {
		l.Instances = 4096
	}
	if l.Idle <= 0 {
		l.Idle = time.Hour
	}
	if l.Calls <= 0 {
		l.Calls = 10_000
	}
	if l.Body <= 0 {
		l.Body = 4 << 20
	}
	return l
}

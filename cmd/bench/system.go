package main

import "context"

// system is one way of hosting instances.
type system interface {
	// start makes an instance and returns when its address can be called.
	start(ctx context.Context) (*instance, error)
	// reset puts an instance back to where it started.
	reset(ctx context.Context, in *instance) error
	// end takes an instance away.
	end(ctx context.Context, in *instance) error
	// memory is what all instances take together, in bytes.
	memory() (int64, error)
	// close ends everything that was started.
	close() error
}

// instance is one world and the agent in it.
type instance struct {
	agent *agent
	id    string // ours
	proc  *process
	file  string // the peer's
}

// Two tools: one reads, one writes. The book lies in the customer's basket.
func (in *instance) read(ctx context.Context) error {
	_, err := in.agent.call(ctx, "get_book", bookArgs)
	return err
}

func (in *instance) write(ctx context.Context, n int) error {
	_, err := in.agent.call(ctx, "set_basket_qty", writeArgs[n%2])
	return err
}

// open makes an instance and shakes hands with it.
func open(ctx context.Context, s system) (*instance, error) {
	in, err := s.start(ctx)
	if err != nil {
		return nil, err
	}
	return in, in.agent.initialize(ctx)
}

// turn is what an agent does in its n-th turn: three readings, a writing.
func (in *instance) turn(ctx context.Context, n int) error {
	if n%4 == 3 {
		return in.write(ctx, n/4)
	}
	return in.read(ctx)
}

const (
	book     = "24"
	bookArgs = `{"book_id":` + book + `}`
)

var writeArgs = [2]string{`{"book_id":` + book + `,"qty":1}`, `{"book_id":` + book + `,"qty":2}`}

package shop

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/store"
)

// Open makes a service over the shop that is closed with the test.
func Open(t testing.TB, change ...func(*service.Options)) *service.Service {
	t.Helper()
	opt := service.Options{
		Worlds: func(env *core.Env) core.Worlds {
			return store.New(env, store.Options{Limits: core.Limits{Time: 300 * time.Millisecond}})
		},
		Log: slog.New(slog.DiscardHandler),
	}
	for _, c := range change {
		c(&opt)
	}
	s, err := service.New([]service.Entry{{Name: "shop", Env: Env}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Patient gives calls all the time they want, for tests that keep a slow
// machine busy with many at once.
func Patient(o *service.Options) {
	o.Worlds = func(env *core.Env) core.Worlds {
		return store.New(env, store.Options{Limits: core.Limits{Time: time.Minute}})
	}
}

// Create makes an instance.
func Create(t testing.TB, s *service.Service, start service.Start) *service.Instance {
	t.Helper()
	in, err := s.Create(context.Background(), start)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

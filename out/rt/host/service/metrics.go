package service

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// Metrics counts what a Service does. Labels hold only names that the
// environments define, never what a client sent.
type Metrics struct {
	registry  *prometheus.Registry
	calls     *prometheus.CounterVec
	errors    *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	voids     *prometheus.CounterVec
	instances *prometheus.GaugeVec
	starts    *prometheus.CounterVec
	resets    *prometheus.CounterVec
	expiries  *prometheus.CounterVec
	episodes  *prometheus.CounterVec
}

func newMetrics() *Metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		calls:    counter("awmc_calls_total", "Calls of tools.", "environment", "tool"),
		errors:   counter("awmc_call_errors_total", "Calls of tools that ended in an error, by its code.", "environment", "tool", "code"),
		voids:    counter("awmc_voids_total", "Episodes that a fault made worthless, by the tool in which it showed.", "environment", "tool"),
		starts:   counter("awmc_instances_created_total", "Instances created, forks included.", "environment"),
		resets:   counter("awmc_instance_resets_total", "Instances reset.", "environment"),
		expiries: counter("awmc_instances_expired_total", "Instances that idled for too long.", "environment"),
		episodes: counter("awmc_episodes_total", "Episodes verified, by their outcome.", "environment", "outcome"),
		instances: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "awmc_instances", Help: "Instances that live now.",
		}, []string{"environment"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "awmc_call_seconds", Help: "How long calls of tools took in the environment.",
			Buckets: prometheus.ExponentialBuckets(25e-6, 4, 10), // 25 µs to 6.5 s
		}, []string{"environment"}),
	}
	m.registry.MustRegister(m.calls, m.errors, m.voids, m.starts, m.resets, m.expiries, m.episodes, m.instances, m.seconds,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler serves the figures in Prometheus' format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

func (m *Metrics) call(env, tool string, code core.Code, took time.Duration) {
	m.calls.WithLabelValues(env, tool).Inc()
	if code != "" {
		m.errors.WithLabelValues(env, tool, string(code)).Inc()
	}
	m.seconds.WithLabelValues(env).Observe(took.Seconds())
}

func (m *Metrics) void(env, tool string) { m.voids.WithLabelValues(env, tool).Inc() }

func (m *Metrics) created(env string) {
	m.starts.WithLabelValues(env).Inc()
	m.instances.WithLabelValues(env).Inc()
}

func (m *Metrics) ended(env string, expired bool) {
	m.instances.WithLabelValues(env).Dec()
	if expired {
		m.expiries.WithLabelValues(env).Inc()
	}
}

func (m *Metrics) reset(env string) { m.resets.WithLabelValues(env).Inc() }

func (m *Metrics) verdict(env string, o task.Outcome) {
	m.episodes.WithLabelValues(env, string(o)).Inc()
}

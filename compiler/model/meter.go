package model

import (
	"context"
	"errors"
	"sync"

	"github.com/awmc/awmc/templates/rt/model"
)

// ErrBudget says that a request was not made because it could go over the
// budget.
var ErrBudget = errors.New("the budget is spent")

// Meter counts what a model uses and keeps to a budget. A request is made
// only if the budget has room for its prompt and the longest answer that it
// allows, together with those under way.
type Meter struct {
	next   model.Model
	budget Budget
	prices Prices

	mu       sync.Mutex
	spent    model.Usage
	underway model.Usage
}

// NewMeter counts from what earlier runs have spent.
func NewMeter(next model.Model, budget Budget, prices Prices, spent model.Usage) *Meter {
	return &Meter{next: next, budget: budget, prices: prices, spent: spent}
}

// Complete implements model.Model.
func (m *Meter) Complete(ctx context.Context, req *model.Request) (*model.Response, error) {
	reserved := model.Usage{Prompt: model.EstimatePrompt(req), Completion: req.MaxTokens}
	if !m.reserve(reserved) {
		return nil, ErrBudget
	}
	resp, err := m.next.Complete(ctx, req)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.underway = m.underway.Add(model.Usage{Prompt: -reserved.Prompt, Completion: -reserved.Completion})
	if err == nil {
		m.spent = m.spent.Add(resp.Usage)
	}
	return resp, err
}

func (m *Meter) reserve(u model.Usage) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.budget.allows(m.spent.Add(m.underway).Add(u), m.prices) {
		return false
	}
	m.underway = m.underway.Add(u)
	return true
}

// Spend counts a use that did not go through the meter, such as embeddings.
func (m *Meter) Spend(u model.Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spent = m.spent.Add(u)
}

// Spent is everything that was used so far, and what it costs (0 without
// prices).
func (m *Meter) Spent() (model.Usage, float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.spent, m.prices.Cost(m.spent)
}

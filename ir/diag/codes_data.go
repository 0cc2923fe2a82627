package diag

// The codes of data and tasks.
const (
	GeneratorType     Code = "AWM4001"
	OneColumnExpected Code = "AWM4002"
	TemplatePath      Code = "AWM4003"
	FillCycle         Code = "AWM4004"
	DataFails         Code = "AWM4005"
	InvariantAtStart  Code = "AWM4006"

	GivenWhere    Code = "AWM4010"
	OrderColumn   Code = "AWM4011"
	ArgumentType  Code = "AWM4012"
	NotStamped    Code = "AWM4013"
	AnswerMatch   Code = "AWM4014"
	InvalidDraws  Code = "AWM4015"
	DrawFails     Code = "AWM4016"
	FirstNotAsked Code = "AWM4017"
)

// dataCodes returns the codes of data and tasks: AWM4xxx.
func dataCodes() []Info {
	return []Info{
		{
			Code: GeneratorType, Title: "Generator of another type",
			Explanation: "A query fills something with values of another type than it has.",
			Wrong:       "count: {sql: SELECT title FROM books}",
			Right:       "count: {sql: SELECT count(*) FROM books}",
		},
		{
			Code: OneColumnExpected, Title: "Several columns for one value",
			Explanation: "A single value is drawn from a query that gives rows of several columns.",
			Wrong:       "book_id: {pick: \"SELECT id, title FROM books\"}",
			Right:       "book_id: {pick: SELECT id FROM books}",
		},
		{
			Code: TemplatePath, Title: "Path that leads nowhere",
			Explanation: "A {path} in a template names a member that a drawn value or the result of an earlier call does not have.",
			Wrong:       "solve:\n  - place_order: {book_id: \"{book.id}\"}\n    as: placed\n  - pay_order: {order_id: \"{placed.id}\"}",
			Right:       "solve:\n  - place_order: {book_id: \"{book.id}\"}\n    as: placed\n  - pay_order: {order_id: \"{placed.order.id}\"}",
		},
		{
			Code: FillCycle, Title: "Tables made from each other",
			Explanation: "Tables are filled one after the other, and a generator can read only those that come before it.",
			Wrong:       "data:\n  a: {generate: {count: 3, b_id: {pick: b}}}\n  b: {generate: {count: 3, a_id: {pick: a}}}",
			Right:       "data:\n  a: {generate: {count: 3}}\n  b: {generate: {count: 3, a_id: {pick: a}}}",
		},
		{
			Code: DataFails, Title: "Data can't be made",
			Explanation: "The starting data of a seed breaks a constraint, or a generator finds nothing to draw from.",
			Wrong:       "email: {pick: [a@example.org, b@example.org]}    # unique, for 40 rows",
			Right:       "email: {fake: email}",
		},
		{
			Code: InvariantAtStart, Title: "Invariant does not hold at the start",
			Explanation: "An invariant holds in every reachable state, so also in the starting data of every seed.",
			Wrong:       "invariants:\n  stock: SELECT NOT EXISTS (SELECT 1 FROM books WHERE stock > 10)\n# and in data: stock: {between: [0, 20]}",
			Right:       "stock: {between: [0, 10]}",
		},
		{
			Code: GivenWhere, Title: "Condition over no draw",
			Explanation: "A `where` of its own under `given` tests what is drawn above it.",
			Wrong:       "given:\n  where: \":qty > 1\"\n  qty: {between: [1, 4]}",
			Right:       "given:\n  qty: {between: [1, 4]}\n  where: \":qty > 1\"",
		},
		{
			Code: OrderColumn, Title: "Ordered by no column of the query",
			Explanation: "`by` names columns of the query that `first` takes its row from.",
			Wrong:       "book: {first: SELECT id FROM books, by: [price_cents]}",
			Right:       "book: {first: \"SELECT id, price_cents FROM books\", by: [price_cents]}",
		},
		{
			Code: ArgumentType, Title: "Argument of another type",
			Explanation: "A call passes a drawn value or an earlier result of another type than the parameter has.",
			Wrong:       "solve:\n  - get_book: {book_id: \"{book}\"}",
			Right:       "solve:\n  - get_book: {book_id: \"{book.id}\"}",
		},
		{
			Code: NotStamped, Title: "Column is not only stamped",
			Explanation: "`in_order` compares the order of moments that tools write with `:now`. Other columns are compared as they are.",
			Wrong:       "in_order: [orders.due_at]",
			Right:       "in_order: [orders.placed_at]",
		},
		{
			Code: AnswerMatch, Title: "Answer can't be compared so",
			Explanation: "The value that an answer is compared with is of a type that `match` can't compare.",
			Wrong:       "answer: {sql: SELECT title FROM books WHERE id = :book.id, match: number}",
			Right:       "answer: {sql: SELECT title FROM books WHERE id = :book.id, match: text}",
		},
		{
			Code: InvalidDraws, Title: "Too many draws are invalid",
			Explanation: "More than one seed in twenty has no valid draw: a query gives no row, two rows come first, or `where` does not hold.",
			Wrong:       "given:\n  book: {first: \"SELECT id, stock FROM books\", by: [stock]}",
			Right:       "given:\n  book: {first: \"SELECT id, stock, price_cents FROM books\", by: [stock, price_cents, id]}",
		},
		{
			Code: DrawFails, Title: "Draw fails",
			Explanation: "A given value can't be drawn, or the request can't be written with it.",
			Wrong:       "ask: Pay {cents:05} cents.\ngiven:\n  cents: {sql: SELECT price_cents / 7.0 AS cents FROM books WHERE id = 1}",
			Right:       "ask: Pay {cents:05} cents.\ngiven:\n  cents: {sql: SELECT price_cents / 7 AS cents FROM books WHERE id = 1}",
		},
		{
			Code: FirstNotAsked, Title: "Request does not say what narrows the choice", Severity: Warning,
			Explanation: "`first` takes the first row of a query. What narrows that query must be said in `ask`, or whoever reads the request could not find the same row.",
			Wrong:       "ask: Buy me the cheapest book.\ngiven:\n  genre: {pick: [fiction, history]}\n  book: {first: \"SELECT id, price_cents FROM books WHERE genre = :genre\", by: [price_cents]}",
			Right:       "ask: Buy me the cheapest {genre} book.",
		},
	}
}

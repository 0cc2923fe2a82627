package emit_test

import (
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// richEnvironment has every kind of step, expression, part and type.
func richEnvironment() *ir.Environment {
	b := newBuilder("corner_books")
	env := b.env
	env.Schema = "CREATE TABLE customers (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;\n"
	customers := b.entity("customers", "Customer", true, field("name", ir.Text), field("vip", ir.Boolean))
	env.Actor = &ir.Actor{Entity: customers, Key: ir.Literal{Value: int64(1)}}
	books := b.entity("books", "Book", true, field("title", ir.Text), field("price_cents", ir.Integer),
		field("stock", ir.Integer), optional(field("published_on", ir.Date)), field("weight", ir.Real),
		field("tags", &ir.List{Elem: ir.Text, Set: true}), optional(field("extra", ir.JSON{})), field("type", ir.Text))
	books.Fields[1].Doc = "What is printed on the cover"
	orders := b.entity("orders", "Order", true, ref("customer_id", customers), field("status", ir.Text),
		field("placed_at", ir.DateTime), optional(field("note", ir.Text)))
	orders.Fields[2].Constraints.Enum = []string{"pending", "paid"}
	orders.Flows = []*ir.Flow{{Field: orders.Fields[2], From: []ir.Transition{{From: "pending", To: []string{"paid"}}}}}
	b.entity("order_items", "OrderItem", false, ref("order_id", orders), ref("book_id", books), field("qty", ir.Integer))
	env.Views = []*ir.View{{Span: b.span(), Name: "order_totals", GoName: "OrderTotal", Columns: b.cols("id:integer", "total:integer")}}
	env.Invariants = []*ir.Check{{Span: b.span(), Name: "stock_holds", SQL: b.query("", "SELECT 1", b.cols("x:integer"))}}

	rule := b.ownOrder()
	quote := b.quoteRule()
	env.Rules = []*ir.Rule{rule, quote}
	env.Tools = []*ir.Tool{
		b.getBook(), b.searchBooks(), b.placeOrder(), b.cancelOrder(rule), b.describeOrder(quote), b.packOrder(), b.deleteNote(),
	}
	env.Data = []*ir.Fill{{Span: b.span(), Entity: customers, Columns: customers.Fields,
		Rows: []ir.FixedRow{{Values: literals(int64(1), "Mara <&> Lindt", true), Given: []bool{true, true, true}}},
		Blocks: []*ir.Block{{Span: b.span(), Count: ir.Count{Min: 3, Max: 5}, Fields: []ir.FieldGenerator{
			{Field: customers.Fields[1], Gen: &ir.FakeGen{Kind: "name"}},
			{Field: customers.Fields[2], Gen: &ir.MaybeGen{Chance: 0.5, Gen: &ir.ConstGen{Value: ir.Literal{Value: false}}}},
		}}}}}
	given := scalarVar("qty", ir.Integer)
	env.Tasks = []*ir.Task{{
		Span: b.span(), Name: "buy_one", Ask: "I need {qty} copies.\nOf \"anything\" `cheap`.",
		Given: []*ir.Given{{Span: b.span(), Var: given, Gen: &ir.BetweenGen{Type: ir.Integer,
			Low: ir.Literal{Value: int64(2)}, High: ir.Literal{Value: int64(4)}, Step: ir.Literal{Value: int64(1)}}}},
		Solve: []ir.SolveStep{{Span: b.span(), Tool: env.Tools[2], As: "x", Args: []ir.NamedTemplate{
			{Name: "items", JSON: `[{"book_id":1,"qty":"{qty}"}]`}}}},
		Answer: []*ir.AnswerPart{{Span: b.span(), Value: "{x.order.id}", Match: ir.MatchNumber{Tolerance: 0.5}}},
	}}
	return env
}

func (b *builder) getBook() *ir.Tool {
	id := param("book_id", ir.Integer)
	row := rowVar("book", b.cols("books.*"))
	return &ir.Tool{
		Span: b.span(), Name: "get_book", GoName: "GetBook", Form: "get", ReadOnly: true, Doc: "Read a book",
		Params: []*ir.Param{id},
		Steps: []ir.Step{
			&ir.ReturnStep{Span: b.span(), Parts: []*ir.ReturnPart{{
				Part:    &ir.Part{Name: "book", GoName: "Book", Kind: ir.PartRow, RowType: "GetBookOutput", Columns: row.Row},
				Query:   b.query("getBook", "SELECT * FROM books WHERE id = ?1", row.Row, whole(paramVar(id))),
				Missing: b.refuse("get_book", ir.NotFound, "book_id", "There is no book ", whole(paramVar(id)), "."),
			}}},
		},
		Output: &ir.Output{GoName: "GetBookOutput", Flat: true, Parts: []*ir.Part{
			{Name: "book", GoName: "Book", Kind: ir.PartRow, RowType: "GetBookOutput", Columns: row.Row}}},
	}
}

func (b *builder) searchBooks() *ir.Tool {
	words, genre := optionalParam("words", ir.Text), optionalParam("type", ir.Text)
	words.Doc = "Words that the title must contain, in any order; a very long explanation follows here so that the comment has to be wrapped somewhere."
	words.Constraints.MinLength = new(int64(2))
	genre.Constraints.Enum = []string{"fiction", "it's \"quoted\"", "100%"}
	since := optionalParam("since", ir.DateTime)
	limit := withDefault(param("limit", ir.Integer), int64(20))
	limit.Constraints = ir.Constraints{Min: &ir.Literal{Value: int64(1)}, Max: &ir.Literal{Value: int64(100)}}
	code := optionalParam("code", ir.Text)
	code.Constraints.Pattern = `[A-Z]{2}\d+`
	tags := withDefault(param("tags", &ir.List{Elem: ir.Text, Item: &ir.Param{Type: ir.Text, Constraints: ir.Constraints{MaxLength: new(int64(9))}}}), `["a","b"]`)
	cols := b.cols("books.id", "books.title", "author:text?", "score:real?")
	part := &ir.Part{Name: "items", GoName: "Items", Kind: ir.PartRows, RowType: "SearchBooksItem", Columns: cols}
	total := &ir.Part{Name: "total", GoName: "Total", Kind: ir.PartScalar, Type: ir.Integer}
	args := []ir.Operand{whole(paramVar(words)), whole(paramVar(genre)), whole(paramVar(since)), whole(paramVar(limit)), whole(paramVar(tags))}
	sql := "SELECT b.id, b.title, NULL AS author, NULL AS score FROM books b\nWHERE (?1 IS NULL OR contains(b.title, ?1))\n  AND ?2 ?3 ?5 LIMIT ?4"
	return &ir.Tool{
		Span: b.span(), Name: "search_books", GoName: "SearchBooks", Form: "rows", ReadOnly: true,
		Doc:    "Find books by words in the title, by genre and by price.\n\nSecond paragraph with 100% `code`.",
		Params: []*ir.Param{words, genre, since, limit, code, tags},
		Steps: []ir.Step{&ir.ReturnStep{Parts: []*ir.ReturnPart{
			{Part: part, Query: b.query("searchBooks", sql, cols, args...), Count: b.query("searchBooksCount", "SELECT count(*) FROM books", b.cols("n:integer"), args[0])},
			{Part: total},
		}}},
		Output: &ir.Output{GoName: "SearchBooksOutput", Parts: []*ir.Part{part, total}},
	}
}

func (b *builder) placeOrder() *ir.Tool {
	bookID, qty, gift := param("book_id", ir.Integer), param("qty", ir.Integer), withDefault(param("gift", ir.Boolean), false)
	qty.Constraints = ir.Constraints{Min: &ir.Literal{Value: int64(1)}}
	obj := &ir.Object{GoName: "PlaceOrderItem", Fields: []*ir.Param{bookID, qty, gift}}
	items := param("items", &ir.List{Elem: obj})
	items.Constraints.Min = &ir.Literal{Value: int64(1)}
	note := optionalParam("note", ir.Text)
	when := optionalParam("deliver_on", ir.Date)

	order := rowVar("order", b.cols("orders.id"))
	item := &ir.Var{Name: "item", GoName: "Item", Kind: ir.ObjectVar, Row: []*ir.Column{
		{Name: "book_id", GoName: "BookID", Type: ir.Integer}, {Name: "qty", GoName: "Qty", Type: ir.Integer}, {Name: "gift", GoName: "Gift", Type: ir.Boolean}}}
	book := rowVar("item.book_id", b.cols("books.*"))
	customer := rowVar("actor", b.cols("customers.*"))
	itemCols := b.cols("order_items.book_id", "order_items.qty")
	row := rowVar("row", itemCols)
	nested := &ir.Part{Name: "books", GoName: "Books", Kind: ir.PartRows, RowType: "PlaceOrderLineBook", Columns: b.cols("books.title")}
	orderPart := &ir.Part{Name: "order", GoName: "Order", Kind: ir.PartRow, RowType: "PlaceOrderOrder", Columns: b.cols("orders.id", "orders.status", "total_cents:integer?")}
	lines := &ir.Part{Name: "lines", GoName: "Lines", Kind: ir.PartRows, RowType: "PlaceOrderLine", Columns: itemCols, Nested: []*ir.Part{nested}}
	return &ir.Tool{
		Span: b.span(), Name: "place_order", GoName: "PlaceOrder", Form: "do",
		Doc:    "Order copies of one or more books for the signed-in customer.",
		Params: []*ir.Param{items, note, when},
		Steps: []ir.Step{
			&ir.FetchStep{Row: customer, Key: whole(actorVar), Query: b.query("placeOrderActor", "SELECT * FROM customers WHERE id = ?1", customer.Row, whole(actorVar))},
			&ir.RequireStep{Cond: val(of(customer, "vip")), Refuse: b.refuse("place_order", ir.Forbidden, "", "Only for VIPs, 100%.")},
			&ir.LetStep{Kind: ir.LetRow, Var: order, Query: b.query("placeOrderOrder", "INSERT INTO orders (customer_id, placed_at) VALUES (?1, ?2) RETURNING id", order.Row, whole(actorVar), whole(nowVar), whole(paramVar(note)))},
			&ir.EachStep{Item: item, In: whole(paramVar(items)), Do: []ir.Step{
				&ir.FetchStep{Row: book, Key: of(item, "book_id"), Query: b.query("placeOrderItemBook", "SELECT * FROM books WHERE id = ?1", book.Row, of(item, "book_id")),
					Missing: b.refuse("place_order", ir.NotFound, "items[].book_id", "There is no book ", of(item, "book_id"), ".")},
				&ir.RequireStep{Cond: &ir.Compare{Op: ">=", Left: val(of(book, "stock")), Right: val(of(item, "qty"))},
					Refuse: b.refuse("place_order", ir.Conflict, "items", "Only ", of(book, "stock"), " copies of ", of(book, "title"), " (", of(book, "published_on"), ") are left at 50% off.")},
				&ir.RunStep{Query: b.query("placeOrderItem", "INSERT INTO order_items (order_id, book_id, qty, price) VALUES (?1, ?2, ?3, ?4)", nil,
					of(order, "id"), of(item, "book_id"), of(item, "qty"), of(book, "price_cents"))},
				&ir.RunStep{Query: b.query("placeOrderStock", "UPDATE books SET stock = stock - ?1 WHERE id = ?2 AND ?3", nil, of(item, "qty"), of(item, "book_id"), of(item, "gift")),
					Changes: new(int64(1)), Refuse: b.refuse("place_order", ir.Conflict, "items", "Gone.")},
			}},
			&ir.ReturnStep{Parts: []*ir.ReturnPart{
				{Part: orderPart, Query: b.query("placeOrderResult", "SELECT id, status, 1 AS total_cents FROM orders WHERE id = ?1", orderPart.Columns, of(order, "id"))},
				{Part: lines, Query: b.query("placeOrderLines", "SELECT book_id, qty FROM order_items WHERE order_id = ?1", itemCols, of(order, "id")), RowVar: row,
					Nested: []*ir.ReturnPart{{Part: nested, Query: b.query("placeOrderLineBooks", "SELECT title FROM books WHERE id = ?1", nested.Columns, of(row, "book_id"))}}},
			}},
		},
		Output: &ir.Output{GoName: "PlaceOrderOutput", Parts: []*ir.Part{orderPart, lines}},
	}
}

func (b *builder) ownOrder() *ir.Rule {
	id := param("order_id", ir.Integer)
	row := rowVar("order_id", b.cols("orders.*"))
	return &ir.Rule{
		Span: b.span(), Name: "own_order", GoName: "OwnOrder", Params: []*ir.Param{id},
		Steps: []ir.Step{
			&ir.FetchStep{Row: row, Key: whole(paramVar(id)), Query: b.query("ownOrderRow", "SELECT * FROM orders WHERE id = ?1", row.Row, whole(paramVar(id))),
				Missing: b.refuse("own_order", ir.NotFound, "order_id", "There is no order ", whole(paramVar(id)), ".")},
			&ir.RequireStep{Cond: &ir.Compare{Op: "=", Left: val(of(row, "customer_id")), Right: val(whole(actorVar))},
				Refuse: b.refuse("own_order", ir.NotFound, "", "There is no order ", whole(paramVar(id)), ".")},
		},
	}
}

func (b *builder) quoteRule() *ir.Rule {
	qty, bonus := param("qty", ir.Integer), withDefault(param("bonus", ir.Integer), int64(3))
	part := &ir.Part{Name: "total", GoName: "Total", Kind: ir.PartScalar, Type: ir.Integer}
	best := &ir.Part{Name: "best", GoName: "Best", Kind: ir.PartRow, RowType: "QuoteBest", Columns: b.cols("books.id", "books.title"), Null: true}
	return &ir.Rule{
		Span: b.span(), Name: "quote", GoName: "Quote", Params: []*ir.Param{qty, bonus},
		Steps: []ir.Step{&ir.ReturnStep{Parts: []*ir.ReturnPart{
			{Part: part, Query: b.query("quoteTotal", "SELECT ?1 + ?2", b.cols("t:integer"), whole(paramVar(qty)), whole(paramVar(bonus)))},
			{Part: best, Query: b.query("quoteBest", "SELECT id, title FROM books ORDER BY id LIMIT 1", best.Columns)},
		}}},
		Output: &ir.Output{GoName: "QuoteResult", Parts: []*ir.Part{part, best}},
	}
}

func (b *builder) cancelOrder(rule *ir.Rule) *ir.Tool {
	id := param("order_id", ir.Integer)
	row := rowVar("order_id", b.cols("orders.*"))
	part := &ir.Part{Name: "order", GoName: "Order", Kind: ir.PartRow, RowType: "CancelOrderOrder", Columns: row.Row}
	return &ir.Tool{
		Span: b.span(), Name: "cancel_order", GoName: "CancelOrder", Form: "do", Destructive: true, Doc: "Cancel an order.",
		Params: []*ir.Param{id},
		Steps: []ir.Step{
			&ir.FetchStep{Row: row, Key: whole(paramVar(id)), Query: b.query("cancelOrderRow", "SELECT * FROM orders WHERE id = ?1", row.Row, whole(paramVar(id))),
				Missing: b.refuse("cancel_order", ir.NotFound, "order_id", "There is no order ", whole(paramVar(id)), ".")},
			&ir.UseStep{Rule: rule, Args: []ir.UseArg{{Param: rule.Params[0], Value: val(whole(paramVar(id)))}}},
			&ir.RequireStep{Cond: &ir.OneOf{Value: val(of(row, "status")), Among: literals("pending", "paid")},
				Refuse: b.refuse("cancel_order", ir.FailedPrecondition, "order_id", "Order ", whole(paramVar(id)), " is ", of(row, "status"), " since ", of(row, "placed_at"), ".")},
			&ir.RequireStep{Cond: &ir.Query{Statement: b.query("cancelOrderOpen", "SELECT EXISTS (SELECT 1 FROM orders WHERE id = ?1)", b.cols("ok:boolean"), whole(paramVar(id)))},
				Refuse: b.refuse("cancel_order", ir.Conflict, "", "No.")},
			&ir.RunStep{Query: b.query("cancelOrderSet", "UPDATE orders SET status = 'cancelled', note = `x` WHERE id = ?1", nil, whole(paramVar(id)))},
			&ir.ReturnStep{Parts: []*ir.ReturnPart{{Part: part, Query: b.query("cancelOrderResult", "SELECT * FROM orders WHERE id = ?1", row.Row, whole(paramVar(id)))}}},
		},
		Output: &ir.Output{GoName: "CancelOrderOutput", Parts: []*ir.Part{part}},
	}
}

func (b *builder) describeOrder(quote *ir.Rule) *ir.Tool {
	id := optionalParam("order_id", ir.Integer)
	deep := withDefault(param("deep", ir.Boolean), true)
	row := rowVar("order_id", b.cols("orders.*"))
	row.Nullable = true
	first := rowVar("first", b.cols("order_items.book_id", "order_items.qty"))
	first.Nullable = true
	found := &ir.Var{Name: "first.found", Kind: ir.FoundVar, Type: ir.Boolean}
	count := scalarVar("count", ir.Integer)
	big := scalarVar("big", ir.Boolean)
	rows := rowsVar("rows", b.cols("books.*"))
	each := rowVar("range", rows.Row)
	bind := &ir.Var{Name: "quote", GoName: "Quote", Kind: ir.RowVar}
	total := &ir.Var{Name: "quote.total", Kind: ir.ScalarVar, Type: ir.Integer}
	best := &ir.Var{Name: "quote.best", Kind: ir.RowVar, Row: b.cols("books.id", "books.title"), Nullable: true}
	parts := []*ir.Part{
		{Name: "count", GoName: "Count", Kind: ir.PartScalar, Type: ir.Integer},
		{Name: "big", GoName: "Big", Kind: ir.PartScalar, Type: ir.Boolean},
		{Name: "books", GoName: "Books", Kind: ir.PartRows, RowType: "DescribeOrderBook", Columns: rows.Row},
		{Name: "first", GoName: "First", Kind: ir.PartRow, RowType: "DescribeOrderFirst", Columns: first.Row, Null: true},
		{Name: "quote", GoName: "Quote", Kind: ir.PartScalar, Type: ir.Integer},
		{Name: "note", GoName: "Note", Kind: ir.PartScalar, Type: ir.Text, Null: true},
		{Name: "best", GoName: "Best", Kind: ir.PartRow, RowType: "DescribeOrderBest", Columns: best.Row, Null: true},
	}
	isNull := &ir.IsNull{Value: val(whole(paramVar(id)))}
	return &ir.Tool{
		Span: b.span(), Name: "describe_order", GoName: "DescribeOrder", Form: "do", ReadOnly: true, Doc: "Describe",
		Params: []*ir.Param{id, deep},
		Steps: []ir.Step{
			&ir.FetchStep{Row: row, Key: whole(paramVar(id)), Query: b.query("describeOrderRow", "SELECT * FROM orders WHERE id = ?1", row.Row, whole(paramVar(id))),
				Missing: b.refuse("describe_order", ir.NotFound, "order_id", "There is no order ", whole(paramVar(id)), ".")},
			&ir.LetStep{Kind: ir.LetOptionalRow, Var: first, Query: b.query("describeOrderFirst", "SELECT book_id, qty FROM order_items WHERE order_id = ?1", first.Row, whole(paramVar(id)))},
			&ir.LetStep{Kind: ir.LetValue, Var: count, Expr: &ir.Query{Statement: b.query("describeOrderCount", "SELECT count(*) FROM order_items WHERE qty > ?1", b.cols("n:integer"), of(first, "qty"))}},
			&ir.LetStep{Kind: ir.LetValue, Var: big, Expr: &ir.Compare{Op: ">", Left: val(whole(count)), Right: lit(ir.Integer, int64(5))}},
			&ir.LetStep{Kind: ir.LetRows, Var: rows, Query: b.query("describeOrderRows", "SELECT * FROM books", rows.Row)},
			&ir.WhenStep{Cond: &ir.Logic{Or: true, Terms: []ir.Expr{
				&ir.Logic{Terms: []ir.Expr{val(whole(found)), &ir.Not{Cond: val(whole(paramVar(deep)))}}}, isNull,
				&ir.Query{Statement: b.query("describeOrderOdd", "SELECT ?1 % 2 = 1", b.cols("odd:boolean"), whole(count))}}},
				Do: []ir.Step{&ir.RequireStep{Cond: &ir.Logic{Terms: []ir.Expr{
					&ir.Compare{Op: "<>", Left: val(whole(count)), Right: lit(ir.Integer, int64(7))},
					&ir.Compare{Op: "=", Left: val(whole(big)), Right: lit(ir.Boolean, false)}}},
					Refuse: b.refuse("describe_order", ir.Conflict, "", "Seven or big.")}},
				Otherwise: []ir.Step{&ir.EachStep{Item: each, In: whole(rows), Do: []ir.Step{
					&ir.RequireStep{Cond: &ir.OneOf{Value: val(of(each, "type")), Among: literals("a", "b", "c", "d"), Negated: true},
						Refuse: b.refuse("describe_order", ir.Conflict, "", "Type ", of(each, "type"), ": ", of(each, "tags"), " at ", of(each, "weight"))}}}}},
			&ir.UseStep{Rule: quote, Bind: bind, Parts: []*ir.Var{total, best}, Args: []ir.UseArg{{Param: quote.Params[0], Value: val(whole(count))}}},
			&ir.ReturnStep{Parts: []*ir.ReturnPart{
				{Part: parts[0], Var: count}, {Part: parts[1], Var: big}, {Part: parts[2], Var: rows}, {Part: parts[3], Var: first},
				{Part: parts[4], Var: total}, {Part: parts[5], Var: row, Column: of(row, "note").Column}, {Part: parts[6], Var: best},
			}},
		},
		Output: &ir.Output{GoName: "DescribeOrderOutput", Parts: parts},
	}
}

func (b *builder) packOrder() *ir.Tool {
	sizes := param("sizes", &ir.List{Elem: ir.Integer})
	each := scalarVar("size", ir.Integer)
	rows := rowsVar("todo", b.cols("order_items.book_id", "order_items.qty"))
	obj := &ir.Object{GoName: "PackTodo", Fields: []*ir.Param{param("book_id", ir.Integer), param("qty", ir.Integer)}}
	outCols := []*ir.Column{{Name: "boxes", GoName: "Boxes", Type: &ir.List{Elem: ir.Integer}}, {Name: "label", GoName: "Label", Type: ir.Text}}
	out := &ir.Var{Name: "pack", GoName: "Pack", Kind: ir.ObjectVar, Row: outCols}
	parts := []*ir.Part{
		{Name: "boxes", GoName: "Boxes", Kind: ir.PartScalar, Type: &ir.List{Elem: ir.Integer}},
		{Name: "label", GoName: "Label", Kind: ir.PartScalar, Type: ir.Text},
	}
	body := "total := 0\nfor _, s := range in.Sizes {\n  total += int(s)\n}\nif total == 0 { fail.Conflict(\"100% empty\") }\n\n" +
		"each := func(n int64) int64 { return n * 2 }\n// A comment.\nfor i := range in.Todo { out.Boxes = append(out.Boxes, each(in.Todo[i].Qty)) }\nout.Label = strings.Repeat(\"x\", total) + `\n raw`\n"
	return &ir.Tool{
		Span: b.span(), Name: "pack_order", GoName: "PackOrder", Form: "do", ReadOnly: true, Doc: "Pack",
		Params: []*ir.Param{sizes},
		Steps: []ir.Step{
			&ir.LetStep{Kind: ir.LetRows, Var: rows, Query: b.query("packOrderTodo", "SELECT book_id, qty FROM order_items", rows.Row)},
			&ir.EachStep{Item: each, In: whole(paramVar(sizes)), Do: []ir.Step{
				&ir.RequireStep{Cond: &ir.Compare{Op: ">", Left: val(whole(each)), Right: lit(ir.Integer, int64(0))}, Refuse: b.refuse("pack_order", ir.InvalidArgument, "sizes[]", "Bad.")}}},
			&ir.GoStep{Span: b.span(), Name: "pack", GoName: "Pack", Site: "pack_order/go", Out: out, Body: body, BodyPos: diag.Pos{Line: 500, Col: 9}, Imports: []string{"strings"},
				In: []ir.GoInput{
					{Name: "sizes", GoName: "Sizes", Type: sizes.Type, Value: val(whole(paramVar(sizes)))},
					{Name: "todo", GoName: "Todo", Type: &ir.List{Elem: obj}, Value: val(whole(rows))},
				}},
			&ir.ReturnStep{Parts: []*ir.ReturnPart{
				{Part: parts[0], Var: out, Column: outCols[0]}, {Part: parts[1], Expr: val(of(out, "label"))}}},
		},
		Output: &ir.Output{GoName: "PackOrderOutput", Parts: parts},
	}
}

func (b *builder) deleteNote() *ir.Tool {
	id := param("order_id", ir.Integer)
	part := &ir.Part{Name: "deleted", GoName: "Deleted", Kind: ir.PartTrue}
	return &ir.Tool{
		Span: b.span(), Name: "delete_note", GoName: "DeleteNote", Form: "delete", Destructive: true, Doc: "Delete {it} — \u202eRTL and 😀 `quotes`.",
		Params: []*ir.Param{id},
		Steps: []ir.Step{
			&ir.RunStep{Query: b.query("deleteNote", "DELETE FROM orders WHERE id = ?1", nil, whole(paramVar(id)))},
			&ir.ReturnStep{Parts: []*ir.ReturnPart{{Part: part}}},
		},
		Output: &ir.Output{GoName: "DeleteNoteOutput", Parts: []*ir.Part{part}},
	}
}

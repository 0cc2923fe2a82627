package parse

import (
	"fmt"

	"github.com/awmc/awmc/ir/diag"
)

// entity reads one entry of entities.
func (r *reader) entity(e Entry) *Entity {
	o := r.object(e.Value, fmt.Sprintf("entity `%s`", e.Key.Value),
		"doc", "key", "fields", "index", "unique", "check", "flow")
	o.span = e.Key.Span
	o.need("fields", "add `fields:` with the name and type of each")
	entity := &Entity{
		Name:   e.Key,
		Doc:    o.text("doc", prose),
		Key:    r.texts(o.get("key"), o.of("key"), word),
		Fields: r.members(o.get("fields"), o.of("fields")),
		Index:  r.fieldLists(o.get("index"), o.of("index")),
		Unique: r.uniques(o.get("unique"), o.of("unique")),
		Check:  r.texts(o.get("check"), o.of("check"), sql),
		Flow:   r.flows(o.get("flow"), o.of("flow")),
	}
	if key := o.get("key"); key != nil {
		entity.KeySpan = key.Span
	}
	return entity
}

// fieldLists reads a list of lists of fields. One name alone stands for a
// list of one; several in a row could mean either, so they are refused.
func (r *reader) fieldLists(v *Value, what string) [][]Text {
	var out [][]Text
	for _, item := range r.items(v, what, "write a list of lists of fields: [[a, b], [c]]") {
		if item.Kind == ScalarValue && len(v.Items) > 1 {
			r.flatList(item, what, v)
			return out
		}
		if fields := r.texts(item, "an item of "+what, word); len(fields) > 0 {
			out = append(out, fields)
		}
	}
	return out
}

// flatList reports [a, b] where [[a, b]] or [[a], [b]] is meant.
func (r *reader) flatList(item *Value, what string, v *Value) {
	name, next := item.Scalar.Value, "b"
	for _, other := range v.Items {
		if other.Kind == ScalarValue && other != item {
			next = other.Scalar.Value
			break
		}
	}
	r.wrongShape(item, "an item of "+what, "a list of fields",
		fmt.Sprintf("write [[%s, %s]] for one over both, [[%s], [%s]] for two", name, next, name, next))
}

// uniques reads an entity's unique list.
func (r *reader) uniques(v *Value, what string) []*Unique {
	var out []*Unique
	for _, item := range r.items(v, what, "write a list: [[a, b]], or items with `fields` and `where`") {
		switch {
		case item.Kind == ScalarValue && len(v.Items) > 1:
			r.flatList(item, what, v)
			return out
		case item.Kind == MapValue:
			o := r.object(item, "an item of "+what, "fields", "where")
			o.need("fields", "add `fields: [a, b]`")
			out = append(out, &Unique{
				Span:   item.Span,
				Fields: r.texts(o.get("fields"), o.of("fields"), word),
				Where:  o.text("where", sql),
			})
		default:
			if fields := r.texts(item, "an item of "+what, word); len(fields) > 0 {
				out = append(out, &Unique{Span: item.Span, Fields: fields})
			}
		}
	}
	return out
}

// flows reads an entity's flow: field → value → the values that may follow.
func (r *reader) flows(v *Value, what string) []*Flow {
	var out []*Flow
	for _, e := range r.mapping(v, what, "write {status: {open: [closed]}}") {
		flow := &Flow{Field: e.Key}
		for _, from := range r.mapping(e.Value, fmt.Sprintf("`%s` in %s", e.Key.Value, what), "write {open: [closed]}") {
			step := FlowFrom{Value: from.Key}
			// "closed:" with nothing behind it is an end, like "closed: []".
			if from.Value.Kind != NullValue {
				step.Next = r.texts(from.Value, fmt.Sprintf("`%s` in %s", from.Key.Value, what), word)
			}
			flow.From = append(flow.From, step)
		}
		out = append(out, flow)
	}
	return out
}

// members reads fields, parameters or the members of an object.
func (r *reader) members(v *Value, what string) []*Member {
	var out []*Member
	for _, e := range r.mapping(v, what, "write `name: type`, or `name: {type: …}`, for each") {
		m := r.member(e.Value, fmt.Sprintf("`%s`", e.Key.Value))
		m.Name = e.Key
		out = append(out, m)
	}
	return out
}

// member reads one type with its constraints.
func (r *reader) member(v *Value, what string) *Member {
	m := &Member{Span: v.Span}
	switch {
	case v.bad && v.Kind != MapValue:
		return m
	case v.Kind == ListValue && !v.bad:
		r.wrongShape(v, what, "a type", "write {enum: […]} for a choice of values, {list: text} for a list")
		return m
	case v.Kind != MapValue:
		m.Type = r.text(v, "the type of "+what, word)
		return m
	}
	o := r.object(v, what, "type", "optional", "doc", "enum", "ref", "row", "on_delete", "like", "from_id",
		"unique", "set", "default", "min", "max", "min_length", "max_length", "pattern", "list", "objects", "object")
	m.Type = o.text("type", word)
	m.Optional = r.boolean(o.get("optional"), o.of("optional"))
	m.Doc = o.text("doc", prose)
	m.Enum, m.EnumFrom = r.enum(o.get("enum"), o.of("enum"))
	m.Ref = o.text("ref", word)
	m.Row = o.text("row", word)
	m.OnDelete = o.text("on_delete", word)
	m.Like = o.text("like", word)
	m.FromID = o.text("from_id", prose)
	m.Unique = r.boolean(o.get("unique"), o.of("unique"))
	m.Set = r.boolean(o.get("set"), o.of("set"))
	m.Default = r.value(o.get("default"))
	m.Min, m.Max = o.text("min", word), o.text("max", word)
	m.MinLength, m.MaxLength = o.text("min_length", word), o.text("max_length", word)
	m.Pattern = o.text("pattern", prose)
	if list := o.get("list"); list != nil {
		m.List = r.member(list, "an element of "+what)
	}
	m.Objects = r.objectMembers(o, "objects")
	m.Object = r.objectMembers(o, "object")
	o.one("list", "objects", "object")
	if !o.bad && !o.any("type", "enum", "ref", "like", "from_id", "list", "objects", "object") {
		r.ds.Error(diag.MissingKey, first(v.Span), what+" has no type",
			"add `type: text`, or one of enum, ref, like, from_id, list, objects, object")
	}
	return m
}

// objectMembers reads `object` or `objects`, which must have members.
func (r *reader) objectMembers(o object, key string) []*Member {
	v := o.get(key)
	members := r.members(v, o.of(key))
	if v != nil && v.Kind == MapValue && !v.bad && len(members) == 0 {
		r.ds.Error(diag.EmptyValue, v.Span, o.of(key)+" has no members", "write {name: text, …}")
	}
	return members
}

// enum reads a list of values, or the field whose values count.
func (r *reader) enum(v *Value, what string) ([]*Value, Text) {
	if v == nil || v.Kind != ListValue {
		return nil, r.text(v, what, word)
	}
	out := []*Value{}
	for _, item := range v.Items {
		if t := r.text(item, "an item of "+what, word); t.Set {
			out = append(out, item)
		}
	}
	return out, Text{}
}

package core

// TotalOf is how many rows a list has, where a page of it tells: of the rows
// after the first offset it holds up to limit, and if it is not full, it ends
// where the list ends. An empty page after others may lie beyond the end.
func TotalOf(rows int, limit, offset int64) (total int64, known bool) {
	return offset + int64(rows), int64(rows) < limit && (rows > 0 || offset == 0)
}

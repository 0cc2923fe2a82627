package core

import "testing"

// A total that a page does not tell must be counted, and one that it tells
// must be right: an agent that trusts it stops turning pages.
func TestTotalOf(t *testing.T) {
	for n := range int64(8) {
		for limit := int64(1); limit <= 9; limit++ {
			for offset := range int64(10) {
				rows := min(limit, max(0, n-offset))
				total, known := TotalOf(int(rows), limit, offset)
				if known && total != n {
					t.Errorf("%d rows from %d on, %d at most: %d in all, want %d", rows, offset, limit, total, n)
				}
				if known == (rows == limit || rows == 0 && offset > 0) {
					t.Errorf("%d rows from %d on, %d at most: known is %v", rows, offset, limit, known)
				}
			}
		}
	}
}

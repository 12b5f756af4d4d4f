package main

import (
	"fmt"
	"strings"
)

// A refusedCount is the number of orders of one kind that were refused immediately.
type refusedCount struct {
	Product string `json:"product"`
	Symbol  string `json:"symbol"`
	Side    string `json:"side"`
	Reason  string `json:"reason"`
	Count   int64  `json:"count"`
}

func (r refusedCount) kind() string {
	return strings.Join([]string{r.Product, r.Symbol, r.Side, r.Reason}, "|")
}

// eachRefused calls a function for each kind that an entry of a minute counts; the day is counted from 1970.
func eachRefused(entry string, call func(day int64, kind string, count int64)) {
	fields := strings.SplitN(entry, "|", 4)
	for _, part := range strings.Split(fields[3], ";") {
		f := strings.Split(part, "|")
		call(number(f[0]), strings.Join(f[1:5], "|"), number(f[5]))
	}
}

func totalRefused(entry string) (total int64) {
	eachRefused(entry, func(_ int64, _ string, count int64) { total += count })
	return total
}

// checkRefused compares the published counts of a day with the sum of the log's entries. Counts that are newer than the log that
// was read are left for the next time.
func checkRefused(entries []string, published qualityDay, day string, v *verdict) {
	if published.RefusedToMs == nil {
		if len(published.Refused) > 0 {
			v.add("statistics_differ", 0, day+": refused")
		}
		return
	}
	sums := map[string]int64{}
	newest := int64(0)
	for _, entry := range entries {
		if !strings.HasPrefix(entry, "candor-refused-v1|") || !forms["candor-refused-v1"].MatchString(entry[len("candor-refused-v1|"):]) {
			continue
		}
		newest = number(strings.Split(entry, "|")[1])
		if newest > *published.RefusedToMs {
			continue
		}
		eachRefused(entry, func(of int64, kind string, count int64) {
			if dayOf(of*dayMs) == day {
				sums[kind] += count
			}
		})
	}
	if newest < *published.RefusedToMs {
		return
	}
	for _, shown := range published.Refused {
		sums[shown.kind()] -= shown.Count
	}
	for kind, left := range sums {
		if left != 0 {
			v.add("statistics_differ", 0, fmt.Sprintf("%s: refused %s, differs by %d", day, kind, left))
		}
	}
}

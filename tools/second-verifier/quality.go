package main

import (
	"fmt"
	"math/big"
	"net/url"
	"sort"
	"strings"
	"time"
)

type slips struct {
	Count  int64   `json:"count"`
	SumBp  string  `json:"sum_bp"`
	MeanBp *string `json:"mean_bp"`
	P99Bp  *string `json:"p99_bp"`
}

type moved struct {
	Orders int64  `json:"orders"`
	Waited int64  `json:"waited"`
	SumBp  string `json:"sum_bp"`
}

type qualityRow struct {
	Product   string `json:"product"`
	Symbol    string `json:"symbol"`
	Against   string `json:"against"`
	Fills     int64  `json:"fills"`
	Waited    int64  `json:"waited"`
	At        int64  `json:"at"`
	Better    slips  `json:"better"`
	Worse     slips  `json:"worse"`
	Favour    moved  `json:"favour"`
	Disfavour moved  `json:"disfavour"`
	WaitP50   *int64 `json:"wait_p50_ms"`
	WaitP99   *int64 `json:"wait_p99_ms"`
}

type qualityDay struct {
	Day    *string      `json:"day"`
	Days   []string     `json:"days"`
	ToRoot *int64       `json:"to_root"`
	Rows   []qualityRow `json:"rows"`
	// Counts of orders refused immediately, up to the minute in RefusedToMs.
	Refused     []refusedCount `json:"refused"`
	RefusedToMs *int64         `json:"refused_to_ms"`
}

func dayOf(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02") }

// checkQuality recomputes the statistics of each published day.
func (p *platform) checkQuality(lines []fillLine, entries []string, v *verdict) {
	var newest qualityDay
	if err := p.call("transparency/fill_quality", &newest); err != nil {
		v.add("platform_unreadable", 0, err.Error())
		return
	}
	for _, day := range newest.Days {
		var published qualityDay
		if err := p.call("transparency/fill_quality?day="+url.QueryEscape(day), &published); err != nil || published.ToRoot == nil {
			v.add("platform_unreadable", 0, fmt.Sprint(err))
			continue
		}
		groups := map[string][]fillLine{}
		for _, line := range lines {
			f := line.fields
			if len(f) != 16 || f[1] == "option" || line.root > *published.ToRoot || dayOf(number(f[14])) != day {
				continue
			}
			if against := againstOf(f[4]); against != "" {
				key := f[1] + "|" + f[2] + "|" + against
				groups[key] = append(groups[key], line)
			}
		}
		checkRefused(entries, published, day, v)
		if len(groups) != len(published.Rows) {
			v.add("statistics_differ", 0, day)
		}
		for _, row := range published.Rows {
			computed := computeRow(row, groups[row.Product+"|"+row.Symbol+"|"+row.Against])
			if describe(computed) != describe(row) {
				v.add("statistics_differ", 0, describe(computed)+" instead of "+describe(row))
			}
		}
	}
}

func againstOf(how string) string {
	switch how {
	case "market":
		return "market"
	case "limit", "take_profit", "stop_loss", "profit_lock":
		return "level"
	}
	return ""
}

// describe writes a row with the values of its pointers.
func describe(r qualityRow) string {
	show := func(s *string) string {
		if s == nil {
			return "-"
		}
		return *s
	}
	wait := func(n *int64) string {
		if n == nil {
			return "-"
		}
		return fmt.Sprint(*n)
	}
	return strings.Join([]string{r.Product, r.Symbol, r.Against, fmt.Sprint(r.Fills, r.Waited, r.At, r.Better.Count, r.Worse.Count),
		r.Better.SumBp, show(r.Better.MeanBp), show(r.Better.P99Bp), r.Worse.SumBp, show(r.Worse.MeanBp), show(r.Worse.P99Bp),
		fmt.Sprint(r.Favour), fmt.Sprint(r.Disfavour), wait(r.WaitP50), wait(r.WaitP99)}, " ")
}

// slippage is in 10⁻⁴ of a basis point, positive if it is worse for the customer.
func slippage(price, compared num, buyer bool) *big.Int {
	units := div(mul(sub(price, compared), whole(100_000_000)), compared)
	result := new(big.Int).Quo(units.Num(), units.Denom())
	if !buyer {
		result.Neg(result)
	}
	return result
}

// basisPoints writes units of 10⁻⁴ of a basis point.
func basisPoints(units *big.Int) string { return text(new(big.Rat).SetFrac(units, big.NewInt(10_000))) }

func rank(n, percent int) int { return (n*percent + 99) / 100 }

func slipsOf(values []*big.Int) slips {
	result := slips{Count: int64(len(values)), SumBp: "0"}
	if len(values) == 0 {
		return result
	}
	sort.Slice(values, func(a, b int) bool { return values[a].Cmp(values[b]) < 0 })
	sum := new(big.Int)
	for _, value := range values {
		sum.Add(sum, value)
	}
	mean := basisPoints(new(big.Int).Quo(sum, big.NewInt(int64(len(values)))))
	p99 := basisPoints(values[rank(len(values), 99)-1])
	result.SumBp, result.MeanBp, result.P99Bp = basisPoints(sum), &mean, &p99
	return result
}

func computeRow(published qualityRow, lines []fillLine) qualityRow {
	row := qualityRow{Product: published.Product, Symbol: published.Symbol, Against: published.Against, Fills: int64(len(lines))}
	var better, worse []*big.Int
	var waits []int64
	inFavour, against := new(big.Int), new(big.Int)
	for _, line := range lines {
		f := line.fields
		price, _ := parseDecimal(f[13])
		reference := f[8]
		if row.Against == "market" {
			reference = f[9]
		}
		compared, ok := parseDecimal(reference)
		if !ok || compared.Sign() == 0 {
			continue
		}
		slip := slippage(price, compared, f[3] == "buy")
		switch slip.Sign() {
		case 0:
			row.At++
		case 1:
			worse = append(worse, slip)
		default:
			better = append(better, new(big.Int).Neg(slip))
		}
		late := number(f[11]) > number(f[6])
		wait := int64(0)
		if late {
			row.Waited++
			if ms := number(f[12]) - number(f[5]); ms > 0 {
				wait = ms
			}
		}
		if row.Against == "market" {
			waits = append(waits, wait)
			addMove(&row, f, late, slip, inFavour, against)
		}
	}
	row.Better, row.Worse = slipsOf(better), slipsOf(worse)
	row.Favour.SumBp, row.Disfavour.SumBp = basisPoints(inFavour), basisPoints(against)
	if len(waits) > 0 {
		sort.Slice(waits, func(a, b int) bool { return waits[a] < waits[b] })
		row.WaitP50, row.WaitP99 = &waits[rank(len(waits), 50)-1], &waits[rank(len(waits), 99)-1]
	}
	return row
}

// addMove counts an order by the direction in which the price moved after its acceptance.
func addMove(row *qualityRow, f []string, late bool, slip, inFavour, against *big.Int) {
	quoted, ok1 := parseDecimal(f[9])
	next, ok2 := parseDecimal(f[10])
	if !ok1 || !ok2 || next.Cmp(quoted) == 0 {
		return
	}
	side, sum := &row.Disfavour, against
	if (next.Cmp(quoted) < 0) == (f[3] == "buy") {
		side, sum = &row.Favour, inFavour
	}
	side.Orders++
	if late {
		side.Waited++
	}
	sum.Add(sum, slip)
}

type voidDay struct {
	Day       string `json:"day"`
	Tickets   int64  `json:"tickets"`
	Saved     string `json:"saved_usdt"`
	Cost      string `json:"cost_usdt"`
	Undecided int64  `json:"undecided"`
}

// checkVoids compares the published sums of void tickets with what the tickets would have paid without their gap.
func (p *platform) checkVoids(lines []fillLine, v *verdict) {
	var published struct {
		Days []voidDay `json:"days"`
	}
	if err := p.call("transparency/voids", &published); err != nil {
		v.add("platform_unreadable", 0, err.Error())
		return
	}
	saved, cost, tickets := map[string]num{}, map[string]num{}, map[string]int64{}
	for _, line := range lines {
		f := line.fields
		if len(f) != 16 || f[1] != "option" || f[4] != "void" || f[5] == "start_over" {
			continue
		}
		day := dayOf(number(f[12]))
		if saved[day] == nil {
			saved[day], cost[day] = zero(), zero()
		}
		tickets[day]++
		tape, _ := p.tape(f[2])
		stake, _ := parseDecimal(f[14])
		profit, _ := parseDecimal(f[15])
		switch wouldHaveBeen(tape, f) {
		case "won":
			saved[day] = add(saved[day], valueOr0(profit))
		case "lost":
			cost[day] = add(cost[day], valueOr0(stake))
		}
	}
	shown := map[string]voidDay{}
	for _, day := range published.Days {
		shown[day.Day] = day
	}
	for day := range saved {
		other, known := shown[day]
		if known && other.Undecided > 0 {
			continue
		}
		if !known || other.Tickets != tickets[day] || other.Saved != text(saved[day]) || other.Cost != text(cost[day]) {
			v.add("voids_differ", 0, day)
		}
	}
}

// wouldHaveBeen is the outcome of a void ticket by last prices. Rejected quotes did not happen on the market.
func wouldHaveBeen(tape []*entry, f []string) string {
	first, expires := number(f[7])+1, number(f[8])
	if struck := number(f[10]); struck > first {
		first = struck
	}
	var strike, exit *entry
	for _, e := range tape {
		if e.Kind == "reject" {
			continue
		}
		if strike == nil && e.Seq >= first {
			strike = e
		}
		if e.TimeMs <= expires {
			exit = e
		}
	}
	if strike == nil || exit == nil || strike.TimeMs > expires || exit.last.Cmp(strike.last) == 0 {
		return "tied"
	}
	if (exit.last.Cmp(strike.last) > 0) == (f[3] == "up") {
		return "won"
	}
	return "lost"
}

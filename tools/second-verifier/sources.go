package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"sort"
	"strings"
)

type sourceQuote struct {
	Name    string  `json:"name"`
	State   string  `json:"state"`
	TimeMs  int64   `json:"time_ms"`
	Bid     string  `json:"bid"`
	Ask     string  `json:"ask"`
	Last    *string `json:"last"`
	Message string  `json:"message"`

	bid, ask, last, middle num
}

type sourcesRule struct {
	Min          int64         `json:"min"`
	AgeMaxMs     int64         `json:"age_max_ms"`
	DeviationMax string        `json:"deviation_max"`
	Quotes       []sourceQuote `json:"quotes"`
}

// sourceLines are the additional lines of the text of an entry with named sources.
func sourceLines(raw json.RawMessage) string {
	var rule sourcesRule
	if json.Unmarshal(raw, &rule) != nil {
		return "\n"
	}
	lines := []string{"", fmt.Sprintf("%d|%d|%s", rule.Min, rule.AgeMaxMs, rule.DeviationMax)}
	for _, q := range rule.Quotes {
		if q.State == "missing" {
			lines = append(lines, q.Name+"|missing|||||")
			continue
		}
		last := ""
		if q.Last != nil {
			last = *q.Last
		}
		lines = append(lines, fmt.Sprintf("%s|%s|%d|%s|%s|%s|%s", q.Name, q.State, q.TimeMs, q.Bid, q.Ask, last, q.Message))
	}
	return strings.Join(lines, "\n")
}

var tickOf = map[string]string{
	"BTC/USDT": "0.01", "ETH/USDT": "0.01", "BNB/USDT": "0.01", "SOL/USDT": "0.01", "XRP/USDT": "0.0001", "ADA/USDT": "0.0001",
	"DOGE/USDT": "0.00001", "LTC/USDT": "0.01", "TRX/USDT": "0.0001", "LINK/USDT": "0.001", "EUR/USD": "0.00001", "GBP/USD": "0.00001",
	"USD/JPY": "0.001", "AUD/USD": "0.00001", "USD/CHF": "0.00001", "USD/CAD": "0.00001", "NZD/USD": "0.00001", "EUR/GBP": "0.00001",
	"EUR/JPY": "0.001", "GBP/JPY": "0.001", "XAU/USD": "0.01", "XAG/USD": "0.001",
}

// toTick rounds to a multiple of the tick: up, to the nearest (halves up), or otherwise down.
func toTick(value, tick num, mode string) num {
	steps := div(value, tick)
	if mode == "nearest" {
		steps = add(steps, big.NewRat(1, 2))
	}
	count := new(big.Int).Div(steps.Num(), steps.Denom())
	if mode == "up" && new(big.Rat).SetInt(count).Cmp(steps) != 0 {
		count.Add(count, big.NewInt(1))
	}
	return mul(new(big.Rat).SetInt(count), tick)
}

func median(values []num, mode string) num {
	sort.Slice(values, func(a, b int) bool { return values[a].Cmp(values[b]) < 0 })
	n := len(values)
	lower, higher := values[(n-1)/2], values[n/2]
	switch mode {
	case "lower":
		return lower
	case "higher":
		return higher
	}
	return div(add(lower, higher), whole(2))
}

// readSources parses the quotes; names ascend, and a source that is not missing has bid, ask, time and message.
func readSources(rule *sourcesRule) bool {
	if _, ok := parseDecimal(rule.DeviationMax); !ok || rule.Min < 1 || rule.AgeMaxMs < 0 || len(rule.Quotes) == 0 {
		return false
	}
	for i := range rule.Quotes {
		q := &rule.Quotes[i]
		if i > 0 && q.Name <= rule.Quotes[i-1].Name {
			return false
		}
		if q.State == "missing" {
			continue
		}
		bid, ok1 := parseDecimal(q.Bid)
		ask, ok2 := parseDecimal(q.Ask)
		if !ok1 || !ok2 || !hex32.MatchString(q.Message) {
			return false
		}
		q.bid, q.ask, q.middle = bid, ask, div(add(bid, ask), whole(2))
		if q.Last != nil {
			last, ok := parseDecimal(*q.Last)
			if !ok {
				return false
			}
			q.last = last
		}
	}
	return true
}

// checkSources recomputes the states of the sources of a quote and the price that follows from them.
func checkSources(symbol string, _ *entry, e *entry, v *verdict) {
	if len(e.Sources) == 0 {
		return
	}
	var rule sourcesRule
	if json.Unmarshal(e.Sources, &rule) != nil || !readSources(&rule) {
		v.add("source_missing", e.Seq, "")
		return
	}
	used := usedSources(&rule, e, v)
	if int64(len(used)) < rule.Min {
		v.add("source_missing", e.Seq, "")
		return
	}
	var bids, asks, lasts []num
	newest := int64(0)
	for _, q := range used {
		bids, asks = append(bids, q.bid), append(asks, q.ask)
		if q.last != nil {
			lasts = append(lasts, q.last)
		}
		if q.TimeMs > newest {
			newest = q.TimeMs
		}
	}
	bid, ask := median(bids, "lower"), median(asks, "higher")
	last := div(add(bid, ask), whole(2))
	if len(lasts) == len(used) {
		last = median(lasts, "lower")
	}
	tick, _ := parseDecimal(tickOf[symbol])
	if tick == nil {
		tick = big.NewRat(1, 100_000_000)
	}
	same := e.bid.Cmp(toTick(bid, tick, "down")) == 0 && e.ask.Cmp(toTick(ask, tick, "up")) == 0 &&
		e.last.Cmp(toTick(last, tick, "nearest")) == 0
	if !same || e.FeedMs < newest || e.FeedMs > newest+rule.AgeMaxMs {
		v.add("price_not_median", e.Seq, "")
	}
}

func usedSources(rule *sourcesRule, e *entry, v *verdict) []sourceQuote {
	newest := int64(0)
	for _, q := range rule.Quotes {
		if q.State != "missing" && q.TimeMs > newest {
			newest = q.TimeMs
		}
	}
	var middles []num
	for _, q := range rule.Quotes {
		if q.State != "missing" && newest-q.TimeMs <= rule.AgeMaxMs {
			middles = append(middles, q.middle)
		}
	}
	if len(middles) == 0 {
		return nil
	}
	centre := median(middles, "between")
	deviation, _ := parseDecimal(rule.DeviationMax)
	var used []sourceQuote
	for _, q := range rule.Quotes {
		state := "missing"
		if q.State != "missing" {
			far := sub(q.middle, centre)
			switch {
			case newest-q.TimeMs > rule.AgeMaxMs:
				state = "stale"
			case far.Abs(far).Cmp(mul(deviation, centre)) > 0:
				state = "deviates"
			default:
				state = "used"
				used = append(used, q)
			}
		}
		if state != q.State {
			v.add("price_not_median", e.Seq, q.Name)
		}
	}
	return used
}
